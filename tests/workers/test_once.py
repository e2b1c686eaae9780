"""An opening is made once, however often and by however many it is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import adjudicator
from adjudicator.api.match import open_match
from adjudicator.api.once import OpeningJob, OpeningMade, make_once, opening_job
from adjudicator.api.problems import TryAgain, Unusable
from adjudicator.workers.driver import Driver
from adjudicator.workers.engines import Processes
from tests.post.test_joined_matches import sealed_match
from tests.workers.matches import KillAt, begun, due, killed_once, lines_of


@pytest.fixture
def match(tmp_path: Path) -> Path:
    return begun(tmp_path / "m")


def test_it_is_made_once_and_told_the_same(match: Path) -> None:
    job = due(match)
    assert job.n == 1
    assert [*job.sheets] == ["west"]
    assert make_once(job) == OpeningMade(1)
    once = lines_of(match)
    assert make_once(job) == OpeningMade(1)
    assert lines_of(match) == once
    later = due(match)
    assert make_once(later) == OpeningMade(2)
    assert [make_once(job), make_once(later)] == [OpeningMade(1), OpeningMade(2)]
    assert adjudicator.verify(match).is_sound


def test_what_else_happened_is_no_answer(match: Path) -> None:
    job = due(match)
    with open_match(match) as opened:
        opened.submit({**opened.template("west"), "orders": {}})
        assert dict(opening_job(opened).sheets) != dict(job.sheets)
    before = lines_of(match)
    for wrong in (job, job._replace(sheets={}), job._replace(head="0" * 64)):
        with pytest.raises(TryAgain) as caught:
            make_once(wrong)
        assert caught.value.problem.code == "match-went-on"
    assert lines_of(match) == before
    assert make_once(due(match, sends=False)).n == 1
    with pytest.raises(TryAgain):
        make_once(job)  # It stands there, with another sheet.


def test_no_match(tmp_path: Path) -> None:
    with pytest.raises(Unusable):
        make_once(OpeningJob(tmp_path, 1, "0" * 64, {}))


def test_jobs_of_a_match_that_locks_first_give_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock and its opening are two jobs; none is mistaken for the other."""
    given: list[tuple[OpeningJob, OpeningMade]] = []

    def noted(job: OpeningJob) -> OpeningMade:
        made = make_once(job)
        given.append((job, made))
        return made

    monkeypatch.setattr("adjudicator.post.office.tending.make_once", noted)
    town, folder, players = sealed_match(tmp_path)
    while len(given) < 6:
        for player in players:
            player.answer()
        town.tick()
    assert [made.is_locked for _, made in given] == [True, False] * 3
    assert [made.n for _, made in given] == [0, 1, 0, 2, 0, 3]
    before = lines_of(folder)
    assert [make_once(job) for job, _ in given] == [made for _, made in given]
    assert lines_of(folder) == before


@pytest.mark.parametrize("killed_at", ["before", "behind"])
def test_a_worker_is_killed_on_either_side_of_the_commit(
    match: Path, killed_at: str, tmp_path: Path
) -> None:
    job = due(match)
    with Driver(Processes(2)) as driver:
        (found,) = driver.run(killed_once, [KillAt(job, killed_at, str(tmp_path / "marker"))])
    assert found.done == OpeningMade(1)
    assert sum(b'"t":"lock"' in line for line in lines_of(match)) == 1
    assert adjudicator.verify(match).is_sound


def test_two_drivers_on_one_folder(tmp_path: Path) -> None:
    """Both get the same answers, and nothing is made twice."""
    jobs = [due(begun(tmp_path / f"m{number}")) for number in range(6)]
    drivers = [Driver(Processes(1)) for _ in range(2)]

    def run(driver: Driver) -> list[OpeningMade]:
        with driver:
            return [one.done for one in driver.run(make_once, jobs)]

    with ThreadPoolExecutor(2) as both:
        assert list(both.map(run, drivers)) == [[OpeningMade(1)] * 6] * 2
    for job in jobs:
        assert sum(b'"t":"lock"' in line for line in lines_of(job.folder)) == 1
        assert adjudicator.verify(job.folder).is_sound

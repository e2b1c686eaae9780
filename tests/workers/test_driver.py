"""The driver: nothing is lost, results come in order, what kills twice is handed over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.workers import carried
from adjudicator.workers.driver import Driver, driver_of, in_order
from adjudicator.workers.engines import Engine, Processes, ThisProcess, is_forkserver_here
from adjudicator.workers.outcomes import Outcome
from tests.workers.jobs import PROBLEM, dies, dies_once, raises, squared, unsendable

ENGINES = [ThisProcess(), Processes(2)]


def told_of(outcomes: list[Outcome[Any]]) -> list[Any]:
    return [one.value if one.kind == "done" else one.kind for one in outcomes]


@pytest.mark.parametrize("engine", ENGINES, ids=["here", "processes"])
def test_results_stand_in_the_order_of_the_items(engine: Engine) -> None:
    told: list[Outcome[int]] = []
    ordered: list[int] = []
    with Driver(engine) as driver:
        found = driver.run(squared, range(12), told=told.append)
        again = driver.run(squared, range(2), told=in_order(lambda one: ordered.append(one.place)))
        assert driver.run(squared, []) == []
    assert told_of(found) == [number * number for number in range(12)]
    assert [one.place for one in found] == list(range(12))
    assert sorted(one.place for one in told) == list(range(12))
    assert told_of(again) == [0, 1]
    assert ordered == [0, 1]


@pytest.mark.parametrize("engine", ENGINES, ids=["here", "processes"])
def test_what_a_job_raises_is_a_value(engine: Engine) -> None:
    asked = ["refused", "well", "file", "unusable", "again", "fault"]
    with Driver(engine) as driver:
        found = driver.run(raises, asked)
    assert told_of(found) == ["refused", "well", "refused", "refused", "late", "failed"]
    assert found[0].problems == (PROBLEM,)
    assert found[2].located[0].source == "a.json"
    assert found[3].problems[0].kind == "unusable"
    assert "ZeroDivisionError: by nothing" in found[5].trace
    assert not found[5].killed
    with pytest.raises(ValueError, match="job 5 is failed"):
        assert found[5].done
    line = found[2].to_json("m")
    assert (line["item"], line["outcome"]) == ("m", "refused")
    assert line["problems"][0]["code"] == "bad-thing"


def test_what_cannot_be_sent_back_is_a_value() -> None:
    with Driver(Processes(1)) as driver:
        found = driver.run(unsendable, [1])
        assert told_of(driver.run(squared, [3])) == [9]
    assert found[0].kind == "failed"
    assert "pickle" in found[0].trace.lower()


def test_what_kills_twice_is_handed_over_and_nothing_else_is_lost() -> None:
    with Driver(Processes(2)) as driver:
        found = driver.run(dies, list(range(10, 30)))
        assert driver.rebuilt >= 1
        again = driver.run(squared, [4])
    assert told_of(again) == [16]
    (lost,) = (one for one in found if one.kind != "done")
    assert (lost.place, lost.kind, lost.killed) == (3, "failed", True)
    assert lost.problems[0].code == "worker-killed"
    assert [one.value for one in found if one is not lost] == [
        number for number in range(10, 30) if number != 13
    ]


def test_what_kills_once_is_done(tmp_path: Path) -> None:
    asked = [
        (number, str(tmp_path / f"{number}") if number % 4 == 0 else "") for number in range(9)
    ]
    with Driver(Processes(2)) as driver:
        found = driver.run(dies_once, asked)
    assert told_of(found) == list(range(9))


@pytest.mark.exhaustive
def test_processes_are_spawned_where_there_is_no_fork_server() -> None:
    with Driver(Processes(2, method="spawn")) as driver:
        found = driver.run(dies, [12, 13, 14])
    assert told_of(found) == [12, "failed", 14]


def test_a_worker_of_another_version_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = carried.carry("0.0.0", squared, 3, 4)
    assert (outcome.place, outcome.kind) == (3, "refused")
    assert outcome.problems[0].code == "other-worker"
    assert "0.0.0" in outcome.problems[0].message


def test_one_worker_is_this_process() -> None:
    assert driver_of(1).engine.is_here
    two = driver_of(2).engine
    assert isinstance(two, Processes)
    assert two.window == 4
    assert is_forkserver_here() or two.window
    with pytest.raises(ValueError, match="at least one"):
        Processes(0)

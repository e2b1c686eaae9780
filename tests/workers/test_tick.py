"""An office writes the same, however many workers it has, and whoever of them is killed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from adjudicator.post.office.folder import keep_mail, open_office
from adjudicator.post.office.tick import Ticked, tick
from adjudicator.workers.driver import Driver, driver_of
from adjudicator.workers.engines import Processes
from tests.post.town import START, Carrier, Town, sheet_for, state_in
from tests.workers.kills import office_of, tree_of, trial


def played(town: Town, driver: Driver, mails: list[list[bytes]]) -> dict[str, bytes]:
    """Plays rounds of mails by a driver's workers; returns all files of the office.

    Args:
        mails: those of each round; empty: they are written, and added to it.
    """
    town.driver = driver
    is_first, seen = not mails, 0
    for number in range(3):
        town.tick()
        new, seen = town.carrier.posted[seen:], len(town.carrier.posted)
        for letter in new if is_first else ():
            with suppress(StopIteration):  # Nothing is asked of its reader.
                if state_in(letter):
                    sheet = json.dumps(sheet_for(letter)).encode()
                    town.answer(letter, files=[("sheet.json", sheet)])
        if is_first:
            mails.append([one.path.read_bytes() for one in town.office.new_mails()])
        else:
            for raw in mails[number]:
                keep_mail(town.folder, raw, town.now)
    town.tick()
    return tree_of(town.folder)


def test_the_same_is_written_with_one_worker_and_with_two(tmp_path: Path) -> None:
    whole = Town(tmp_path / "whole")
    people = {"west": "anna@players.test", "east": "emil@players.test"}
    for name in ("autumn", "spring", "summer"):  # Each letter's foot tells of all three.
        whole.add(name, "nine-fields", people=people)
    whole.add("alone", "nine-fields", play=("east",))
    found, posted, mails = [], [], list[list[bytes]]()
    for workers in (1, 2):
        town = whole.copied_to(tmp_path / f"{workers}")
        with driver_of(workers) as driver:
            found.append(played(town, driver, mails))
        posted.append([one.raw for one in town.carrier.posted])
    assert sum(map(len, mails)) > 6
    assert posted[0] == posted[1]
    assert found[0].keys() == found[1].keys()
    assert [name for name, raw in found[0].items() if found[1][name] != raw] == []


def test_workers_are_killed_at_random(tmp_path: Path) -> None:
    counted = trial(tmp_path, 6, kills=3, seed=1)
    assert counted["kills"] == 3
    assert counted["letters done"] >= 6


class Interrupted(Driver):
    """A driver to whom Ctrl-C comes while its first job runs."""

    def __init__(self) -> None:
        super().__init__(Processes(1))

    def _waited(self, flying: Collection[Future[Any]]) -> set[Future[Any]]:
        self.is_interrupted = True
        return super()._waited(flying)


def test_ctrl_c_between_openings(tmp_path: Path) -> None:
    office = office_of(tmp_path, 5)
    faults: list[str] = []
    told: Counter[str] = Counter()

    def run(driver: Driver) -> Ticked:
        return tick(
            open_office(office), START, carrier=Carrier(), fault=faults.append, driver=driver,
            told=lambda name, what, kind: told.update([f"{what} {kind}"]),
        )  # fmt: skip

    with Interrupted() as driver:
        first = run(driver)
    assert first.is_interrupted
    assert first.to_json()["interrupted"]
    assert 1 <= first.openings <= 2
    assert told["opening late"] == 5 - first.openings
    assert told["letters done"] == 0
    with driver_of(2) as driver:
        second = run(driver)
    assert not second.is_interrupted
    assert first.openings + second.openings == 5
    assert not faults
    assert second.sent == 10

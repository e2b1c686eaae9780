"""Workers killed at random in ticks over many matches: `python -m tests.workers.kills [KILLS]`.

The office is ticked with two workers while others are killed with SIGKILL, at moments by chance;
then it is ticked till nothing is left. Its twin, of which nobody is killed, must be the same: every
log, every view and every letter, byte for byte; so nothing is lost and no opening is made twice.
"""

from __future__ import annotations

import os
import random  # noqa: TID251 - moments by chance, from a seed
import shutil
import signal
import sys
import tempfile
import threading
from collections import Counter
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from adjudicator.post.office.folder import open_office
from adjudicator.post.office.tick import Ticked, tick
from adjudicator.workers.driver import Driver, driver_of
from tests.post.town import START, Carrier, Town
from tests.workers.matches import due

__all__ = ["Kills", "children", "office_of", "tree_of"]

_WAIT = (0.02, 0.4)
"""Seconds between two kills."""


def office_of(folder: Path, matches: int) -> Path:
    """Makes an office of which all matches await an opening, their sheets being in."""
    town = Town(folder)
    for number in range(matches):
        due(town.add(f"m{number:04d}", "nine-fields"))
    return town.folder


def tree_of(folder: Path) -> dict[str, bytes]:
    """Returns all files below a folder, but for locks and caches, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def children() -> list[int]:
    """Returns the processes that the fork server has made."""
    server: Any = forkserver
    pid = server._forkserver._forkserver_pid
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


class Kills:
    """Kills workers at moments by chance, until it is told to stop."""

    def __init__(self, seed: int, most: int) -> None:
        self.random, self.most, self.count = random.Random(seed), most, 0
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self) -> Kills:
        """Begins."""
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Ends."""
        self._ends.set()
        self._thread.join()

    def _go_on(self) -> None:
        while self.count < self.most and not self._ends.wait(self.random.uniform(*_WAIT)):
            if found := children():
                os.kill(self.random.choice(found), signal.SIGKILL)
                self.count += 1


def ticked(folder: Path, driver: Driver, counted: Counter[str]) -> Ticked:
    """Ticks an office, at the same moment every time; counts what came of its jobs."""
    faults: list[str] = []
    done = tick(
        open_office(folder), START, carrier=Carrier(), fault=faults.append, driver=driver,
        told=lambda name, what, kind: counted.update([f"{what} {kind}"]),
    )  # fmt: skip
    assert not faults, faults[0]
    return done


def trial(folder: Path, matches: int, *, kills: int, seed: int) -> Counter[str]:
    """Ticks an office while its workers are killed; returns what was counted.

    AssertionError: it is not as if nobody had been killed.
    """
    office = office_of(folder, matches)
    twin = folder / "twin"
    shutil.copytree(office, twin)
    counted: Counter[str] = Counter()
    with Kills(seed, kills) as killer:
        while killer.count < killer.most:
            with driver_of(2) as driver:
                counted["ticks"] += 1
                done = ticked(office, driver, counted)
                counted["pools made anew"] += driver.rebuilt
            if not counted["opening done"] or not (done.openings or done.wanted or done.problems):
                break
    with driver_of(2) as driver:
        for _ in range(3):
            ticked(office, driver, counted)
    ticked(twin, driver_of(1), Counter())
    counted["kills"] = killer.count
    compare(office, twin)
    return counted


def compare(office: Path, twin: Path) -> None:
    """Holds an office against its twin; only the journal and letters to the referee may differ."""
    ours, theirs = ({
        name: raw for name, raw in tree_of(folder).items()
        if name != "journal.jsonl" and ".call." not in name
    } for folder in (office, twin))  # fmt: skip
    assert sorted(ours) == sorted(theirs), sorted(ours.keys() ^ theirs.keys())[:5]
    assert not [name for name in ours if ours[name] != theirs[name]][:5]
    journal = (office / "journal.jsonl").read_text().splitlines()
    letters = [line.partition('"file"')[2] for line in journal if '"as": "turn"' in line]
    assert len(letters) == len(set(letters)), "a letter was written twice"


def main(kills: int = 100, matches: int = 200, seed: int = 1) -> None:
    """Kills so many workers in ticks over so many matches, and says what was counted."""
    counted: Counter[str] = Counter()
    while counted["kills"] < kills:
        with tempfile.TemporaryDirectory() as folder:
            left = kills - counted["kills"]
            counted += trial(Path(folder), matches, kills=left, seed=seed + counted["kills"])
        print(dict(counted), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

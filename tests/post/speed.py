"""What the post costs, beside its goals (post.md 10): `python -m tests.post.speed [MATCHES]`.

Seconds of the processor count, and beside them those of the clock on the wall: the machine may be
shared. Everything but an opening's letters is measured as a process of its own, from its start.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic  # noqa: TID251 - what is measured
from typing import NamedTuple

from adjudicator.api.beginning import register_address
from adjudicator.api.clock import clock_named
from adjudicator.api.match import open_match
from adjudicator.post.office.adding import add_match
from adjudicator.post.office.folder import keep_mail
from tests.post.town import Town, reply_address, sheet_for

__all__ = ["Measured", "measured"]


class Measured(NamedTuple):
    """One figure."""

    what: str
    goal: float
    """Seconds."""
    cpu: float
    """Seconds of the processor: the best of some tries."""
    wall: float
    """Seconds that went by in that try."""


def _used() -> float:
    both = [getrusage(one) for one in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


def _best(what: str, goal: float, run: Callable[[], None], tries: int = 3) -> Measured:
    found = []
    for _ in range(tries):
        cpu, wall = _used(), monotonic()
        run()
        found.append((_used() - cpu, monotonic() - wall))
    return Measured(what, goal, *min(found))


def _run(*words: str, given: bytes = b"") -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", *words], input=given, capture_output=True, check=False
    )
    assert done.returncode in (0, 3), done.stderr.decode()


def _tick(town: Town) -> None:
    town.now += timedelta(minutes=1)
    _run("tick", str(town.folder), "--now", f"{town.now:%Y-%m-%dT%H:%M:%SZ}")


def measured(folder: Path, matches: int = 200) -> Iterator[Measured]:
    """Yields all figures.

    Args:
        matches: how many an idle office has.
    """
    yield from _of_mails(folder / "mails")
    yield _of_idle(folder / "idle", matches)
    for modes, goal in (("full", 3.0), ("plain", 1.0), ("light", 1.0)):
        yield _of_an_opening(folder / modes, modes, goal)


def _of_mails(folder: Path) -> Iterator[Measured]:
    town = _town(folder)
    town.add("spring", "fortress-america-1986", "ready")
    town.tick()
    letter = next(
        one for one in town.carrier.posted if one.subject and "sheet" in one.subject.lower()
    )
    sheet = json.dumps(sheet_for(letter)).encode()
    raw = town.send(letter.to, reply_address(letter), text="check\n", files=[("s.json", sheet)])
    yield _best("receive, as a process", 0.25, lambda: _run("receive", str(town.folder), given=raw))
    for path in (town.folder / "mail" / "in" / "new").iterdir():
        path.unlink()
    count = iter(range(10))

    def check() -> None:
        keep_mail(town.folder, raw.replace(b"Message-ID: <", b"Message-ID: <%d." % next(count)),
                  town.now)  # fmt: skip
        _tick(town)

    yield _best("tick with one mail: a receipt with `check`", 1, check)


def _of_idle(folder: Path, matches: int) -> Measured:
    town = _town(folder)
    first = town.add("m0", "nine-fields", clock=clock_named("week"),
                     letters={"west": "plain", "east": "plain"})  # fmt: skip
    for number in range(1, matches):
        copy = first.with_name(f"m{number}")
        shutil.copytree(first, copy)
        for seat in ("west", "east"):
            register_address(copy, seat, f"{seat}@m{number}.test")
        add_match(
            town.office, copy, name="", modes={"west": "plain", "east": "plain"}, is_open=False,
            press=True, now=town.now,
        )  # fmt: skip
    for _ in range(3):
        town.tick()
    return _best(f"tick over {matches} idle matches", 2, lambda: _tick(town))


def _of_an_opening(folder: Path, modes: str, goal: float) -> Measured:
    town = _town(folder)
    seats = ("western", "southern", "eastern", "usa")
    match = town.add("spring", "fortress-america-1986", "ready",
                     letters=dict.fromkeys(seats, modes))  # fmt: skip
    town.tick()
    found = []
    for _ in range(3):
        begun = open_match(match, read_only=True)
        for one in begun.awaited:
            if one.seat is not None and not one.is_in:
                address = f"{one.seat}@spring.test"
                sheet = dict(begun.template(one.seat, play=not begun.begun))
                town.answer(town.turn_letter(address), files=[("s", json.dumps(sheet).encode())])
        found.append(
            _best(f"an opening with four letters, {modes}", goal, lambda: _tick(town), tries=1)
        )
        assert open_match(match, read_only=True).n > begun.n
        town.tick()  # The letters leave.
    return min(found, key=lambda one: one.cpu)


def _town(folder: Path) -> Town:
    folder.mkdir()
    return Town(folder)


def main(matches: int = 200) -> None:
    """Prints all figures beside their goals."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'goal':>6} {'cpu':>6} {'wall':>6}  seconds", flush=True)
        for one in measured(Path(folder), matches):
            mark = "" if one.cpu <= one.goal else "  MISSED"
            print(f"{one.goal:6.2f} {one.cpu:6.2f} {one.wall:6.2f}  {one.what}{mark}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

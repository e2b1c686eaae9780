"""Every kill point, every failing call, every length: python -m tests.reliability --jobs 2

Prints how much was tried as the table of the README. What goes wrong ends the run.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

from tests.reliability.failures import TROUBLES, try_failures
from tests.reliability.kills import Kills, try_kills
from tests.reliability.operations import OPERATIONS, laboratory
from tests.reliability.tails import grow, try_blocks, try_lengths

__all__ = ["rows"]


def rows(jobs: int, every: int = 1) -> Iterator[tuple[str, str, str]]:
    """Yields the rows of the table: what was tried, how often, and what came of it.

    Args:
        jobs: how many operations are tried at the same time.
        every: so many points are passed over.
    """
    numbers = range(len(OPERATIONS))
    with ProcessPoolExecutor(jobs) as pool:
        kills = [pool.submit(_killed, number, every) for number in numbers]
        ends = pool.submit(_lengths, every), pool.submit(_blocks, every)
        failed: list[list[Future[int]]] = [
            [pool.submit(_failed, number, kind, every) for number in numbers]
            for kind in range(len(TROUBLES))
        ]
        for number in numbers:
            one = kills[number].result()
            found = f"{one.before} times as before, {one.after} times done"
            yield f"killed: {OPERATIONS[number].name}", str(one.points), found
        total = sum(one.result().points for one in kills)
        yield "kill points in all", str(total), "all went on to the same bytes"
        yield "lengths of a torn last opening", str(ends[0].result()), "cut with a notice"
        yield "power cuts in the last opening", str(ends[1].result()), "cut with a notice"
        for trouble, done in zip(TROUBLES, failed, strict=True):
            tried = sum(one.result() for one in done)
            yield f"calls that failed: {trouble.name}", str(tried), "75 or 4, then the same bytes"


def _killed(number: int, every: int) -> Kills:
    with tempfile.TemporaryDirectory() as folder:
        return try_kills(OPERATIONS[number], Path(folder) / "kills", every=every)


def _failed(number: int, kind: int, every: int) -> int:
    total = 0
    for lasts in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "fails"
            total += try_failures(
                OPERATIONS[number], place, TROUBLES[kind], lasts=lasts, every=every
            )
    return total


def _lengths(every: int) -> int:
    with tempfile.TemporaryDirectory() as folder, laboratory(), contextlib.chdir(folder):
        return try_lengths(grow(Path(folder)), every)


def _blocks(every: int) -> int:
    with tempfile.TemporaryDirectory() as folder, laboratory(), contextlib.chdir(folder):
        return try_blocks(grow(Path(folder)), every)


def main() -> None:
    """Prints the table in Markdown, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="how many at the same time")
    chosen = parser.parse_args()
    print("| what | tried | found |\n|---|---|---|")
    for row in rows(chosen.jobs):
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()

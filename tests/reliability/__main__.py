"""Every kill point, every failing call, every length: python -m tests.reliability

Prints how much was tried as the table of the README. What goes wrong ends the run.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.reliability.failures import TROUBLES, try_failures
from tests.reliability.kills import try_kills
from tests.reliability.operations import OPERATIONS, laboratory
from tests.reliability.tails import grow, try_lengths

__all__ = ["rows"]


def rows(every: int = 1) -> Iterator[tuple[str, str, str]]:
    """Yields the rows of the table: what was tried, how often, and what came of it."""
    total = 0
    for operation in OPERATIONS:
        with tempfile.TemporaryDirectory() as folder:
            kills = try_kills(operation, Path(folder) / "kills", every=every)
        total += kills.points
        found = f"{kills.before} times as before, {kills.after} times done"
        yield f"killed: {operation.name}", str(kills.points), found
    yield "kill points in all", str(total), "all went on to the same bytes"
    for trouble in TROUBLES:
        total = 0
        for operation in OPERATIONS:
            for lasts in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    total += try_failures(
                        operation, Path(folder) / "fails", trouble, lasts=lasts, every=every
                    )
        yield f"calls that failed: {trouble.name}", str(total), "75 or 4, then the same bytes"
    with tempfile.TemporaryDirectory() as folder, laboratory(), contextlib.chdir(folder):
        total = try_lengths(grow(Path(folder)), every)
    yield "lengths of a torn last opening", str(total), "cut with a notice"


def main() -> None:
    """Prints the table in Markdown, row by row."""
    print("| what | tried | found |\n|---|---|---|")
    for row in rows():
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()

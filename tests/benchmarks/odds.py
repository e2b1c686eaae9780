"""The speed of odds: python -m tests.benchmarks.odds [TIMES]

A battle of a hundred against a hundred, all its ends and the chance alone. CPU times, the best and
the middle of several runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time  # noqa: TID251 - a benchmark measures time

from adjudicator.games.galactic_conquest.rules.chances import roll_table
from adjudicator.odds.battles import EXACT, ROUNDED, Battle, capture_chances, chain, ends

__all__ = ["FLOATS", "MOST", "RATIONALS", "TROOPS", "rows"]

TROOPS = 100
FLOATS, RATIONALS = "all ends, floats", "all ends, rationals"
MOST = {FLOATS: 5, RATIONALS: 200}
"""Milliseconds that these may take."""


def rows(times: int) -> list[tuple[str, float, float]]:
    """Returns what was timed, with the best and the middle time in milliseconds."""
    table = roll_table()
    battle = Battle(table, TROOPS)
    three = [Battle(table, 30), Battle(table, 30), Battle(table, 30)]
    timed: list[tuple[str, Callable[[], object]]] = [
        (FLOATS, lambda: ends(TROOPS, battle, ROUNDED)),
        (RATIONALS, lambda: ends(TROOPS, battle, EXACT)),
        ("every chance to capture, rationals", lambda: capture_chances(table, TROOPS, TROOPS)),
        ("100 against 30, 30 and 30, floats", lambda: chain(TROOPS, three, ROUNDED)),
        ("100 against 30, 30 and 30, rationals", lambda: chain(TROOPS, three, EXACT)),
    ]
    found = []
    for what, run in timed:
        spent = sorted(_spent(run) for _ in range(times))
        found.append((what, spent[0] * 1000, spent[len(spent) // 2] * 1000))
    return found


def _spent(run: Callable[[], object]) -> float:
    begun = process_time()
    run()
    return process_time() - begun


def main() -> None:
    """Prints a line for each."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"{TROOPS} against {TROOPS}: milliseconds of CPU, best and middle of {times}")
    for what, best, middle in rows(times):
        most = f"at most {MOST[what]}" if what in MOST else ""
        print(f"{what:<38} {best:8.1f} {middle:8.1f}  {most}".rstrip())


if __name__ == "__main__":
    main()

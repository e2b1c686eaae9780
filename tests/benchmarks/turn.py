"""CPU time of the example turn in process, step by step: python -m tests.benchmarks.turn

The share of each step is printed against the whole turn, taken side by side in the same run.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time  # noqa: TID251 - a benchmark measures time
from typing import Any

from adjudicator.cli.shell import render_report
from adjudicator.core.dice import ExternalDice
from adjudicator.core.opening import Opening, open_next
from adjudicator.files.match import Match
from adjudicator.files.sheets import read_order_sheet
from adjudicator.registry import by_name

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortress-america-1986"
RUNS = 30


def cpu_ms(step: Callable[[], object]) -> float:
    """Returns the CPU time of one call in milliseconds."""
    began = process_time()
    step()
    return (process_time() - began) * 1000


def measure() -> dict[str, list[float]]:
    """Returns the CPU times of each step and of the whole turn, in milliseconds."""
    raw = (EXAMPLE / "western.json").read_bytes()
    rolls = {
        label: tuple(values)
        for label, values in json.loads((EXAMPLE / "rolls.json").read_bytes()).items()
    }
    times: dict[str, list[float]] = {}
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            match = Match.open(EXAMPLE / "before", by_name(), render_report).copy_to(
                Path(folder) / "m"
            )
            made: list[Opening[Any]] = []

            def rules_only(match: Match = match, made: list[Opening[Any]] = made) -> None:
                _, sheet = read_order_sheet(match.rules.game, raw, "western.json")
                opening = open_next(
                    match.rules, match.genesis, match.saved, {"western": sheet},
                    ref="00" * 32, external=ExternalDice(rolls),
                )  # fmt: skip
                assert isinstance(opening, Opening)
                made.append(opening)

            def picture(match: Match = match, made: list[Opening[Any]] = made) -> None:
                match.rules.picture(made[0].run.state, made[0].run.events)

            def report(match: Match = match, made: list[Opening[Any]] = made) -> None:
                done = made[0].run
                render_report(match.rules.report(done.before, done.events, done.state))

            def whole(match: Match = match) -> None:
                match.adjudicate([("western.json", raw)], rolls)

            for name, step in (
                ("check (dry run)", lambda match=match: match.check(raw, "western.json")),
                ("sheet, rules, dice, log lines", rules_only),
                ("map", picture),
                ("report", report),
                ("whole turn, files written", whole),
            ):
                times.setdefault(name, []).append(cpu_ms(step))
    return times


def main() -> None:
    """Prints the first (cold) and the median time of each step, and its share of the whole."""
    times = measure()
    whole = statistics.median(times["whole turn, files written"])
    print(f"{'step':32} {'cold ms':>8} {'median ms':>10} {'of whole':>9}")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:32} {values[0]:8.1f} {median:10.1f} {median / whole:8.0%}")


if __name__ == "__main__":
    main()

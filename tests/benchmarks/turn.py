"""CPU time of one turn in process, step by step: python -m tests.benchmarks.turn [RUNS]

The share of each step is printed against the whole turn, taken side by side in the same run: for
the example turn, and for a large one of about 150 orders late in a match.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.texts import render_report
from adjudicator.audit.automatic import header_for
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.opening import Opening, Secrets, open_next
from adjudicator.cli.app import collect_rarely
from adjudicator.documents.sheets import read_order_sheet
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests.benchmarks.clock import cpu_ms
from tests.benchmarks.play import large_turn

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortress-america-1986"
MASTER = "5a" * 32


class Turn(NamedTuple):
    """A match that awaits one sheet, the sheet, and the dice if they are rolled elsewhere."""

    match: Match
    seat: str
    sheet: bytes
    rolls: Mapping[str, tuple[int, ...]] | None


def example_turn() -> Turn:
    """Returns the first turn of the western invader, as the README's example plays it."""
    listed = json.loads((EXAMPLE / "rolls.json").read_bytes())
    rolls = {label: tuple(values) for label, values in listed.items()}
    match = Match.open(EXAMPLE / "before", {GAME.name: GAME}, render_report)
    return Turn(match, "western", (EXAMPLE / "western.json").read_bytes(), rolls)


def turn_of_the_usa(folder: Path) -> Turn:
    """Makes a match that stands late in the game, and a sheet of about 150 orders."""
    large = large_turn()
    match = new_match(
        folder, GAME, large.scenario, name="large", mode="referee",
        title="Large", render=render_report, make_secret=lambda: MASTER,
    )  # fmt: skip
    header = {**header_for(match.saved, "usa"), "blind": MASTER}
    sheet = json.dumps({**header, "orders": large.orders}).encode()
    return Turn(match, "usa", sheet, None)


def measure(turn: Turn, runs: int) -> dict[str, list[float]]:
    """Returns the CPU times of each step and of the whole turn, in milliseconds.

    Garbage is looked for as seldom as a command does.
    """
    collect_rarely()
    times: dict[str, list[float]] = {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            _once(turn, turn.match.copy_to(Path(folder) / "m"), times)
    return times


def _once(turn: Turn, match: Match, times: dict[str, list[float]]) -> None:
    made: list[Opening[Any]] = []

    def rules_only() -> None:
        _, sheet = read_order_sheet(match.rules.game, turn.sheet, "sheet.json")
        opening = open_next(
            match.rules, match.genesis, match.saved, {turn.seat: sheet},
            secrets=Secrets("00" * 32),
            external=None if turn.rolls is None else ExternalDice(turn.rolls),
        )  # fmt: skip
        assert isinstance(opening, Opening)
        made.append(opening)

    def report() -> None:
        done = made[0].run
        render_report(match.rules.report(done.before, done.events, done.state))

    for name, step in (
        ("check (dry run)", lambda: match.check(turn.sheet, "sheet.json")),
        ("sheet, rules, dice, log lines", rules_only),
        ("map", lambda: match.rules.picture(made[0].run.state, made[0].run.events)),
        ("report", report),
        ("whole turn, files written", lambda: match.adjudicate([("s", turn.sheet)], turn.rolls)),
    ):
        times.setdefault(name, []).append(cpu_ms(step))


def orders_of(turn: Turn) -> int:
    """Returns how many orders the sheet holds."""
    return sum(map(len, json.loads(turn.sheet)["orders"].values()))


def main(runs: int) -> None:
    """Prints the first (cold) and the median time of each step, and its share of the whole."""
    with tempfile.TemporaryDirectory() as folder:
        for turn in (turn_of_the_usa(Path(folder) / "m"), example_turn()):
            times = measure(turn, runs)
            whole = statistics.median(times["whole turn, files written"])
            print(f"{f'{orders_of(turn)} orders':32} {'first ms':>8} {'median ms':>10} {'':>9}")
            for name, values in times.items():
                median = statistics.median(values)
                print(f"{name:32} {values[0]:8.1f} {median:10.1f} {median / whole:9.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)

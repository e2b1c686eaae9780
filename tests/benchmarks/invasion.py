"""Player-turns of Invasion: America in process: python -m tests.benchmarks.invasion [RUNS]

A player-turn of the U.S. of about 150 moves, as the referee carries out its sheet, and the supply
of all units of the position. Sheets are made by chance from the rules' own questions.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.core.dice import OpenedDice
from adjudicator.core.game import Ask
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.values import canonical
from adjudicator.files.written.maps import map_files_of
from adjudicator.files.written.scenarios import find_scenario
from adjudicator.games.invasion_america import INVASION_AMERICA as GAME
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.state import State
from tests.benchmarks.clock import cpu_ms
from tests.games.invasion_america.chance import Chance, LeanTable, O

__all__ = ["MOST_MS", "MOST_SUPPLY_MS", "SCENARIO", "Measured", "large_turn", "measure"]

SCENARIO = "inland-campaign"
"""The armies face each other on land, so zones of control matter from the first turn on."""
MOST_MS = 250
"""Milliseconds that a player-turn of about 150 moves may take."""
MOST_SUPPLY_MS = 15
"""Milliseconds that the supply of all units may take."""
_MOST = {"rail": 40, "movement": 85, "mechanised": 40}
"""Orders of each topic."""


class Measured(NamedTuple):
    """What a player-turn takes."""

    orders: int
    events: int
    turn_ms: float
    supply_ms: float


class Turn(NamedTuple):
    """A position that awaits the sheet of the U.S., and that sheet."""

    rules: InvasionAmericaRules
    save: Save
    sheet: Sheet
    orders: int


class _OrderTable(LeanTable):
    """A table of chance that keeps the orders of each topic."""

    def __init__(self, rules: InvasionAmericaRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.orders: dict[str, list[Any]] = {}

    def next(self, question: Ask[O]) -> O | None:
        given = self.orders.setdefault(question.topic, [])
        if len(given) >= _MOST.get(question.topic, 400):
            return None
        order = super().next(question)
        if order is not None:
            given.append(as_written(order))
        return order


def large_turn(seed: str = "large") -> Turn:
    """Returns a player-turn of the U.S. in the second game-turn, with as many moves as fit."""
    scenario = find_scenario(GAME, SCENARIO).scenario
    rules = GAME.open(scenario, map_files_of(GAME, scenario))
    choose, save = Chance(seed), first_save(rules)
    while True:
        save = run(rules, save, {}, 1, dice=OpenedDice("00" * 32)).save
        (seat,) = (pending.seat for pending in save.pending)
        assert seat is not None
        orders = _orders(rules, state_of(save), choose)
        sheet = _sheet(seat, orders)
        if seat == "us" and state_of(save).turn > 1:
            return Turn(rules, save, sheet, sum(map(len, orders.values())))
        save = run(rules, save, {seat: sheet}, 1, dice=OpenedDice("00" * 32)).save


def state_of(save: Save) -> State:
    """Returns the position of a save."""
    return State.model_validate_json(canonical(save.position))


def _orders(rules: InvasionAmericaRules, state: State, choose: Chance) -> Mapping[str, list[Any]]:
    """Returns the orders of a player-turn by chance."""
    orders: dict[str, list[Any]] = {}
    step = rules.next_step(state)
    assert step is not None
    turn = step.turn
    while step is not None and step.turn == turn:
        table = _OrderTable(rules, state, choose)
        step.run(table)
        state = table.state
        for topic, given in table.orders.items():
            orders.setdefault(topic, []).extend(given)
        step = rules.next_step(state)
    return orders


def _sheet(seat: str, orders: Mapping[str, Any]) -> Sheet:
    document = {
        "t": "orders", "game": "ab" * 32, "n": 1, "head": "ab" * 32, "player": seat,
        "pledge": None, "orders": orders,
    }  # fmt: skip
    sheet, problems = read_sheet(GAME, document)
    assert sheet is not None, problems
    return sheet


def measure(runs: int) -> Measured:
    """Returns what a large player-turn takes, the median of some runs."""
    turn = large_turn()
    book, state = turn.rules.book, state_of(turn.save)

    def adjudicate() -> Run[State]:
        return run(turn.rules, turn.save, {"us": turn.sheet}, 1, dice=OpenedDice("00" * 32))

    def supply() -> None:
        for side in book.facts.sides:
            out_of_supply(book, state, side)

    events = len(adjudicate().events)
    turns = [cpu_ms(adjudicate) for _ in range(runs)]
    supplies = [cpu_ms(supply) for _ in range(runs)]
    return Measured(turn.orders, events, statistics.median(turns), statistics.median(supplies))


def main(runs: int) -> None:
    """Prints what a player-turn takes, and the supply of all units."""
    found = measure(runs)
    print(
        f"{SCENARIO}: a player-turn of {found.orders} orders and {found.events} events in "
        f"{found.turn_ms:.0f} ms, at most {MOST_MS}"
    )
    print(f"supply of all units: {found.supply_ms:.1f} ms, at most {MOST_SUPPLY_MS}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)

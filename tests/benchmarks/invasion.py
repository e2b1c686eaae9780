"""Player-turns and matches of Invasion: America: python -m tests.benchmarks.invasion [RUNS]

A player-turn of the U.S. of about 150 moves, as the referee carries out its sheet, and the supply
of all units of the position; one of Scenario I with about 15 attacks behind the moves. Sheets are
made by chance from the rules' own questions. Then Scenario I by the built-in player, from files, to
its end, and the whole of it verified, each in a process of its own.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit.chance import OpenedDice
from adjudicator.boards.hexes import NOWHERE
from adjudicator.core.game import Ask, Order
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.save import _read
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.maps import map_files_of
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.invasion_america import INVASION_AMERICA as GAME
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_events import AttackMade
from adjudicator.games.invasion_america.combat_orders import Attack
from adjudicator.games.invasion_america.orders import Move
from adjudicator.games.invasion_america.rules.attack_checks import check_plan
from adjudicator.games.invasion_america.rules.line_up import is_land
from adjudicator.games.invasion_america.rules.positions import enemies_at
from adjudicator.games.invasion_america.rules.supply import _lines, out_of_supply
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, side_of
from tests.benchmarks.clock import Ran, cpu_ms
from tests.benchmarks.clock import run as run_process
from tests.games.invasion_america.chance import Chance, LeanTable, O
from tests.games.invasion_america.matches import plain, played

__all__ = [
    "MOST_FIGHTING_MS",
    "MOST_MATCH_S",
    "MOST_MB",
    "MOST_MS",
    "MOST_SUPPLY_MS",
    "SCENARIO",
    "Fighting",
    "Measured",
    "Whole",
    "fighting_turn",
    "large_turn",
    "measure",
    "measure_fighting",
    "measure_match",
]

SCENARIO = "inland-campaign"
"""The armies face each other on land, so zones of control matter from the first turn on."""
MOST_MS = 250
"""Milliseconds that a player-turn of about 150 moves may take."""
MOST_SUPPLY_MS = 15
"""Milliseconds that the supply of all units may take."""
MOST_FIGHTING_MS = 400
"""Milliseconds that one of about 150 moves and 15 attacks may take, in Scenario I."""
MOST_MATCH_S = 60
"""Seconds of CPU time that Scenario I by built-in players may take, with all its files; half as
many may it take to verify it in full."""
MOST_MB = 250
"""Megabytes that a process may hold which plays or verifies it."""
_MOST = {"rail": 40, "movement": 85, "mechanised": 40}
"""Orders of each topic."""
_FRONT = 4
"""The game-turn in which there are fronts enough for 15 attacks."""
_ATTACKS = 15
_TRIES = 6
"""Of so many random moves one that ends beside enemies is taken."""


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


def _orders(
    rules: InvasionAmericaRules, state: State, choose: Chance,
    make_table: type[_OrderTable] = _OrderTable,
) -> Mapping[str, list[Any]]:  # fmt: skip
    """Returns the orders of a player-turn by chance."""
    orders: dict[str, list[Any]] = {}
    step = rules.next_step(state)
    assert step is not None
    turn = step.turn
    while step is not None and step.turn == turn:
        table = make_table(rules, state, choose)
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
        _read.cache_clear()  # As in a process of its own.
        _lines.cache_clear()
        return run(turn.rules, turn.save, {"us": turn.sheet}, 1, dice=OpenedDice("00" * 32))

    def supply() -> None:
        _lines.cache_clear()
        for side in book.facts.sides:
            out_of_supply(book, state, side)

    events = len(adjudicate().events)
    turns = [cpu_ms(adjudicate) for _ in range(runs)]
    supplies = [cpu_ms(supply) for _ in range(runs)]
    return Measured(turn.orders, events, statistics.median(turns), statistics.median(supplies))


# -- a player-turn with attacks --------------------------------------------------------------------


class Fighting(NamedTuple):
    """What a player-turn with attacks takes."""

    moves: int
    attacks: int
    turn_ms: float


class _FightingTable(_OrderTable):
    """A table of chance at which the U.S. goes up to its enemies, and attacks all that it can."""

    def __init__(self, rules: InvasionAmericaRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self._book, self._before = rules.book, list[Attack]()

    def next(self, question: Ask[O]) -> O | None:
        if question.topic == "movement":
            assert question.sample is not None
            sample, tries = question.sample, range(_TRIES)
            found = [order for _ in tries if (order := sample(self._choose)) is not None]
            found.sort(key=lambda order: not self._is_beside(order))
            return super().next(question._replace(sample=lambda _: found[0] if found else None))
        if question.topic != "combat":
            return super().next(question)
        given = self.orders.setdefault("combat", [])
        attack = _attack(self._book, self.state, self._before) if len(given) < _ATTACKS else None
        if attack is None:
            return None
        self._before.append(attack)
        given.append(as_written(attack))
        assert isinstance(attack, question.expects)
        return attack

    def _is_beside(self, order: Order) -> bool:
        """Whether a move ends beside enemies."""
        assert isinstance(order, Move)
        end = self._book.hex_of(order.path[-1]) if order.path else NOWHERE
        links = self._book.charts.attacks[end] if end != NOWHERE else ()
        return any(enemies_at(self._book, self.state, "us", there) for there, _ in links)


def _attack(book: Ruleset, state: State, before: list[Attack]) -> Attack | None:
    """Returns an attack of one unit that is legal after those before; None: there is no more."""
    for name, unit in state.units.items():
        if side_of(name) != state.side or unit.aboard is not None or not is_land(book, name):
            continue
        for there, _ in book.charts.attacks[book.hexes[unit.at]]:
            order = Attack(order="attack", units=(name,), hexes=(book.number_of(there),))
            if not any(check_plan(book, state, before, order)):
                return order
    return None


def fighting_turn(seed: str = "a") -> Turn:
    """Returns a player-turn of the U.S. in Scenario I that built-in players have brought about."""
    rules = plain("three-pronged-invasion")
    match = played(rules, "fronts", _FRONT - 1)
    while match.state.side != "us":
        match.play_opening()
    orders = _orders(rules, match.state, Chance(seed), _FightingTable)
    return Turn(rules, match.save, _sheet("us", orders), sum(map(len, orders.values())))


def measure_fighting(runs: int) -> Fighting:
    """Returns what a player-turn with attacks takes, the median of some runs."""
    turn = fighting_turn()

    def adjudicate() -> Run[State]:
        return run(turn.rules, turn.save, {"us": turn.sheet}, 1, dice=OpenedDice("00" * 32))

    attacks = sum(isinstance(event, AttackMade) for event in adjudicate().events)
    moves = sum(len(turn.sheet.orders[topic]) for topic in _MOST)
    return Fighting(moves, attacks, statistics.median(cpu_ms(adjudicate) for _ in range(runs)))


# -- a whole match ---------------------------------------------------------------------------------


class Whole(NamedTuple):
    """What a whole match takes: played with all its files, then verified in full."""

    played: Ran
    verified: Ran


def measure_match(scenario: str = "three-pronged-invasion", *, compiled: bool = True) -> Whole:
    """Returns what a match of built-in players takes, each part as a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        match, ready = str(place / "match"), place / "py" if compiled else None
        program = ["-m", "adjudicator"]
        run_process([*program, "new", GAME.name, match, "--scenario", scenario], ready)
        played_in = [*program, "adjudicate", match, "--play", "all", "--until", "over"]
        return Whole(run_process(played_in, ready), run_process([*program, "verify", match], ready))


def main(runs: int) -> None:
    """Prints what player-turns take, the supply of all units, and a whole match."""
    found = measure(runs)
    print(
        f"{SCENARIO}: a player-turn of {found.orders} orders and {found.events} events in "
        f"{found.turn_ms:.0f} ms, at most {MOST_MS}"
    )
    print(f"supply of all units: {found.supply_ms:.1f} ms, at most {MOST_SUPPLY_MS}")
    fight = measure_fighting(runs)
    print(
        f"Scenario I: a player-turn of {fight.moves} moves and {fight.attacks} attacks in "
        f"{fight.turn_ms:.0f} ms, at most {MOST_FIGHTING_MS}"
    )
    whole = measure_match()
    print(
        f"Scenario I by built-in players: {whole.played.cpu_ms / 1000:.1f} s and "
        f"{whole.played.peak_mb:.0f} MB, at most {MOST_MATCH_S} s and {MOST_MB} MB; verified in "
        f"{whole.verified.cpu_ms / 1000:.1f} s with {whole.verified.peak_mb:.0f} MB, at most "
        f"{MOST_MATCH_S // 2} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)

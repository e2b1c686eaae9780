"""The combat phase: attacks in the order of the sheet, each with all that follows from it.

(Chapters 13 to 15; the phase of 4.2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.combat_events import (
    AttackCalledOff,
    AttackFailed,
    CallOffReason,
)
from adjudicator.games.invasion_america.results_table import at_least
from adjudicator.games.invasion_america.rules.attack import Committed, attack
from adjudicator.games.invasion_america.rules.attack_checks import (
    check_attack,
    check_plan,
    disputing,
    is_assaulted,
    unable,
    why_not_attackable,
)
from adjudicator.games.invasion_america.rules.attack_projection import expected
from adjudicator.games.invasion_america.rules.line_up import (
    attack_graph,
    defenders_of,
    is_air,
    is_land,
    participants,
)
from adjudicator.games.invasion_america.rules.own_units import check_in_play
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, State, side_of, type_of

__all__ = ["assaults_due", "clamped_attack", "combat_phase", "unmet"]


class _Made(NamedTuple):
    """What has become of the attacks of the phase so far."""

    tried: tuple[str, ...] = ()
    """The hexes of all attacks whose turn has come."""
    won: tuple[str, ...] = ()
    """Those that an attack left without enemies."""


def combat_phase(book: Ruleset, table: Table[State]) -> None:
    """The phasing side attacks, in the order of its sheet. (4.2, 13.0)

    All its attacks are fixed before the first die; each is judged again when its turn comes.
    Assaults that must be made and were not ordered come last. (15.0, 15.15)
    """
    state = table.state
    assaults = assaults_due(book, state, state.side)
    orders = _ordered(book, table)
    made = _Made()
    for order in orders:
        made = _in_turn(book, table, order, made)
    for ship in assaults:
        if ship in table.state.units:
            _late_assault(book, table, ship)
    end_of_phase(book, table)


def assaults_due(book: Ruleset, state: State, side: Side) -> tuple[str, ...]:
    """Returns the amphibious units of a side that lie in a hex with enemies: they must attack.

    (15.0, 15.15)
    """
    return tuple(
        name
        for name, unit in state.units.items()
        if type_of(name) == "amphibious"
        and side_of(name) == side
        and unit.at != HOLDING_BOX
        and is_assaulted(book, state, side, book.hexes[unit.at])
    )


def _late_assault(book: Ruleset, table: Table[State], ship: str) -> None:
    """An assault is made that nobody ordered, or whose condition was not met. (15.0, ruling 71)"""
    state = table.state
    order = o.Attack(order="attack", units=(ship,), hexes=(state.units[ship].at,))
    if ship not in state.fought and not any(check_attack(book, state, order)):
        _make(book, table, order)


def _label(state: State, number: int) -> str:
    return f"turn-{state.turn}/{state.side}/combat/attack-{number}"


# -- the sheet -------------------------------------------------------------------------------------


def _ordered(book: Ruleset, table: Table[State]) -> tuple[o.Attack, ...]:
    """Returns the attacks that the phasing side orders, judged on the position as it stands."""
    state = table.state
    orders: tuple[o.Attack, ...] = ()
    while True:
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/{state.side}/combat",
                topic="combat",
                seat=book.seat_of(state.side),
                expects=o.Attack,
                prompt="Order your attacks, in the order in which they are to be made.",
                rule="13.0",
                check=partial(_check, book, state, orders),
                sample=partial(_sample, book, state, orders),
            )
        )
        if order is None:
            return orders
        orders = (*orders, order)


def _check(
    book: Ruleset, state: State, before: tuple[o.Attack, ...], order: o.Attack
) -> Iterator[Problem]:
    shape = list(check_static(book, order))
    yield from shape or check_plan(book, state, before, order)


# -- one attack ------------------------------------------------------------------------------------


def _in_turn(book: Ruleset, table: Table[State], order: o.Attack, made: _Made) -> _Made:
    """An attack is made, if it still can be and its conditions are met."""
    state = table.state
    tried = made._replace(tried=(*made.tried, *order.hexes))
    clamped, problem = clamped_attack(book, state, order)
    if clamped is None:
        assert problem is not None
        table.record(
            AttackFailed(
                side=state.side, hexes=order.hexes, code=problem.code, message=problem.message
            )
        )
        return tried
    lack = unmet(book, state, clamped, made.won)
    if lack is not None:
        reason, wanted, found = lack
        table.record(
            AttackCalledOff(
                side=state.side, hexes=order.hexes, reason=reason, wanted=wanted, found=found
            )
        )
        return tried
    left_out = tuple(name for name in order.units if name not in clamped.units)
    _make(book, table, clamped, left_out)
    after = table.state
    won = tuple(
        number
        for number in clamped.hexes
        if not defenders_of(book, after, after.side, book.hexes[number])
    )
    return tried._replace(won=(*made.won, *won))


def _make(
    book: Ruleset, table: Table[State], order: o.Attack, left_out: tuple[str, ...] = ()
) -> None:
    state = table.state
    number = state.attacks + 1
    units = participants(book, state, order.units)
    attack(book, table, Committed(order, units, _label(state, number), number, left_out))


def clamped_attack(
    book: Ruleset, state: State, order: o.Attack, before: Sequence[o.Attack] = ()
) -> tuple[o.Attack | None, Problem | None]:
    """Returns the part of an attack that can still be made: units that can, hexes with enemies.

    None, and why, if no part of it can. (Ruling 82)

    Args:
        before: attacks that are supposed to be made first; they may win air superiority.
    """
    hexes: list[str] = []
    first: Problem | None = None
    for index, number in enumerate(order.hexes):
        problem = next(why_not_attackable(book, state, book.hexes[number], ("hexes", index)), None)
        if problem is None:
            hexes.append(number)
        first = first or problem
    targets = [book.hexes[number] for number in hexes]
    units: list[str] = []
    if targets:
        there = tuple(name for name in order.units if name in state.units)
        if not there:
            return None, next(check_in_play(state, order.units[0], ("units", 0)))
        all_units = participants(book, state, there)
        for index, name in enumerate(there):
            path = ("units", index)
            problem = next(unable(book, state, name, (all_units, targets), path=path), None)
            if problem is None:
                units.append(name)
            first = first or problem
    if not units:
        return None, first
    update = {"units": tuple(units), "hexes": tuple(hexes)}
    clamped = order.model_copy(update=update)
    problem = next(check_attack(book, state, clamped, before), None)
    return (clamped, None) if problem is None else (None, problem)


def unmet(
    book: Ruleset, state: State, order: o.Attack, won: Sequence[str]
) -> tuple[CallOffReason, str, str] | None:
    """Returns the condition of an attack that is not met, what it wants, what there is."""
    missing = [number for number in order.if_won if number not in won]
    if missing:
        return "if-won", " ".join(missing), " ".join(won)
    lost = [number for number in order.unless_won if number in won]
    if lost:
        return "unless-won", " ".join(lost), " ".join(won)
    if order.at_least is None:
        return None
    units = participants(book, state, order.units)
    odds = expected(book, state, units, [book.hexes[number] for number in order.hexes])
    return None if at_least(odds, order.at_least) else ("at-least", order.at_least, odds)


# -- examples --------------------------------------------------------------------------------------


def _sample(
    book: Ruleset, state: State, before: tuple[o.Attack, ...], choose: Choose
) -> o.Attack | None:
    """Returns a random attack on one hex by units that can reach it. (13.13)"""
    targets = _targets(book, state, before)
    if not targets:
        return None
    number = choose(targets)
    hex_ = book.hexes[number]
    taken = [name for one in before for name in participants(book, state, one.units)]
    by_land = [
        name
        for there in book.charts.grid.neighbours[hex_]
        for name in book.occupation(state).units.get(there, ())
        if side_of(name) == state.side
        and state.units[name].aboard is None
        and is_land(book, name)
        and name not in taken
        and not any(unable(book, state, name, ((), [hex_])))
    ]
    units = [name for name in by_land if choose((True, True, False))]
    if not disputing(book, state, hex_) and choose((True, False)):
        units += [
            name
            for name in state.units
            if side_of(name) == state.side
            and is_air(book, name)
            and name not in taken
            and not any(unable(book, state, name, ((), [hex_])))
        ][:3]
    if not units:
        return None
    order = o.Attack.model_validate(
        {
            "order": "attack",
            "units": tuple(units),
            "hexes": (number,),
            "at_least": choose((None, None, "1-2", "2-1")),
            "advance": choose((None, ({"units": tuple(units[:1]), "to": "end"},))),
        }
    )
    return None if any(_check(book, state, before, order)) else order


def _targets(book: Ruleset, state: State, before: tuple[o.Attack, ...]) -> list[str]:
    """Returns the hexes with enemies beside or near own units, for examples."""
    attacked = {number for one in before for number in one.hexes}
    found: dict[str, None] = {}
    for name, unit in state.units.items():
        if side_of(name) != state.side or unit.aboard is not None or unit.at == HOLDING_BOX:
            continue
        if not is_land(book, name):
            continue
        for there, _ in attack_graph(book, name)[book.hexes[unit.at]]:
            number = book.number_of(there)
            if number not in attacked and defenders_of(book, state, state.side, there):
                found[number] = None
    return [*found]

"""Supply units at sea: amphibious units take them aboard and land them. (7.2)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from adjudicator.core.english import amount
from adjudicator.core.game import Ask, Choose, Order, Table
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.events import SupplyUnitLanded, SupplyUnitLoaded
from adjudicator.games.invasion_america.rules.control import pass_through
from adjudicator.games.invasion_america.rules.harbours import unloading_points
from adjudicator.games.invasion_america.rules.journeys import stacks_with
from adjudicator.games.invasion_america.rules.kinds import check_kinds
from adjudicator.games.invasion_america.rules.limits import Moved, room_in
from adjudicator.games.invasion_america.rules.overrun import overrun
from adjudicator.games.invasion_america.rules.own_units import check_in_play
from adjudicator.games.invasion_america.rules.positions import cargo_of, is_barred, other_force_at
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, State, side_of, type_of
from adjudicator.games.invasion_america.words import place

__all__ = ["supply_loading", "supply_orders", "supply_unloading"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


def supply_loading(book: Ruleset, table: Table[State], moves: list[Moved]) -> None:
    """Supply units go aboard amphibious units in their hex, which stay there. (7.2)"""
    while True:
        state = table.state
        order = table.next(_load_question(book, state))
        if order is None:
            return
        moves.append(Moved(order.unit, state.units[order.unit]))
        table.record(SupplyUnitLoaded(unit=order.unit, ship=order.ship))


def supply_unloading(book: Ruleset, table: Table[State], moves: list[Moved]) -> None:
    """Supply units are landed by amphibious units, which stay there. (7.2)"""
    while True:
        state = table.state
        order = table.next(_unload_question(book, state))
        if order is None:
            return
        unit = state.units[order.unit]
        assert unit.aboard is not None
        moves.append(Moved(order.unit, unit))
        table.record(SupplyUnitLanded(unit=order.unit, ship=unit.aboard))
        if unit.at != HOLDING_BOX:
            pass_through(book, table, state.side, (unit.at,))
            overrun(book, table, order.unit, (unit.at,))


def _load_question(book: Ruleset, state: State) -> Ask[o.Load]:
    return Ask(
        label=f"turn-{state.turn}/{state.side}/naval/load",
        topic="naval",
        seat=book.seat_of(state.side),
        expects=o.Load,
        prompt="Take supply units aboard.",
        rule="7.2",
        check=partial(_check_load, book, state),
        sample=partial(_sample_load, book, state),
        matches=lambda order: isinstance(order, o.Load),
    )


def _unload_question(book: Ruleset, state: State) -> Ask[o.Unload]:
    return Ask(
        label=f"turn-{state.turn}/{state.side}/naval/unload",
        topic="naval",
        seat=book.seat_of(state.side),
        expects=o.Unload,
        prompt="Land supply units.",
        rule="7.2",
        check=partial(_check_unload, book, state),
        sample=partial(_sample_unload, book, state),
        matches=lambda order: isinstance(order, o.Unload),
    )


# -- checks ----------------------------------------------------------------------------------------


def _check_load(book: Ruleset, state: State, order: o.Load) -> Sequence[Problem]:
    shape = list(check_static(book, order)) or list(check_kinds(book, state.side, "naval", order))
    if shape:
        return shape
    absent = [
        *check_in_play(state, order.unit, ("unit",)),
        *check_in_play(state, order.ship, ("ship",)),
    ]
    return absent or list(_check_loading(book, state, order))


def _check_loading(book: Ruleset, state: State, order: o.Load) -> Iterator[Problem]:
    """A supply unit goes aboard where it stands. (7.2, 7.11)"""
    unit, ship = state.units[order.unit], state.units[order.ship]
    if unit.aboard is not None:
        yield Problem(
            "aboard-already",
            f"{order.unit} is aboard {unit.aboard}",
            ("unit",),
            "7.2",
            hint="Leave the order out.",
        )
        return
    if order.unit in state.moved:
        yield _once(order.unit, ("unit",))
    if unit.at != ship.at:
        yield Problem(
            "no-ship-there",
            f"{order.ship} does not lie in {place(book, unit.at)}",
            ("ship",),
            "7.2",
            hint=f"It lies in {place(book, ship.at)}: supply units go aboard before ships sail.",
        )
        return
    most = book.charts.tables.limits.cargo
    if len(cargo_of(state, order.ship)) >= most:
        yield Problem(
            "ship-full",
            f"{order.ship} takes no more units",
            ("ship",),
            "7.11",
            hint=f"A ship carries {amount(most, 'unit')}.",
        )


def _once(unit: str, path: Path) -> Problem:
    return Problem(
        "moved-already",
        f"{unit} has moved in this phase",
        path,
        "7.2",
        hint="It takes a whole naval movement phase to take a supply unit aboard or ashore.",
    )


def _check_unload(book: Ruleset, state: State, order: o.Unload) -> Sequence[Problem]:
    shape = list(check_static(book, order)) or list(check_kinds(book, state.side, "naval", order))
    if shape:
        return shape
    absent = list(check_in_play(state, order.unit, ("unit",)))
    return absent or list(_check_unloading(book, state, order))


def _check_unloading(book: Ruleset, state: State, order: o.Unload) -> Iterator[Problem]:
    """A supply unit goes ashore where its ship may unload. (7.0, 7.2, 5.23)"""
    unit = state.units[order.unit]
    if order.unit in state.moved:
        yield _once(order.unit, ("unit",))
        return
    if unit.aboard is None:
        yield Problem(
            "not-aboard",
            f"{order.unit} is not aboard a ship",
            ("unit",),
            "7.2",
            hint="Leave the order out.",
        )
        return
    if unit.at != HOLDING_BOX and is_barred(book, state, state.side, book.hexes[unit.at]):
        yield Problem(
            "enemy-there",
            f"enemy units hold {place(book, unit.at)}: {order.unit} cannot go ashore",
            ("unit",),
            "15.15",
            hint="It stays aboard.",
        )
        return
    others = _others_ashore(book, state, unit.at)
    if others:
        yield stacks_with(book, unit.at, others, ("unit",))
    elif unloading_points(book, state, state.side, "amphibious", at=unit.at) is None:
        yield Problem(
            "no-harbour",
            f"{order.unit} cannot go ashore from {unit.aboard} in {place(book, unit.at)}",
            ("unit",),
            "7.0, ruling 4",
            hint="Amphibious units land supply units in ports that a land or air unit holds, at "
            "other supply units and in amphibious hexes.",
        )


def _others_ashore(book: Ruleset, state: State, at: str) -> list[str]:
    if at == HOLDING_BOX:
        return []
    return other_force_at(book, state, state.side, book.hexes[at])


# -- samples ---------------------------------------------------------------------------------------


def _sample_load(book: Ruleset, state: State, choose: Choose) -> o.Load | None:
    found = [
        o.Load(order="load", unit=unit, ship=ship)
        for unit in _own_supply(state)
        if state.units[unit].aboard is None
        for ship, one in state.units.items()
        if type_of(ship) == "amphibious"
        and side_of(ship) == state.side
        and one.at == state.units[unit].at
    ]
    return _one_of(found, partial(_check_load, book, state), choose)


def _sample_unload(book: Ruleset, state: State, choose: Choose) -> o.Unload | None:
    found = [
        o.Unload(order="unload", unit=unit)
        for unit in _own_supply(state)
        if state.units[unit].at == HOLDING_BOX
        or room_in(book, state, state.side, book.hexes[state.units[unit].at]) > 0
    ]
    return _one_of(found, partial(_check_unload, book, state), choose)


def supply_orders(book: Ruleset, state: State) -> tuple[o.Load | o.Unload, ...]:
    """Returns all legal orders to take supply units aboard and ashore, as things stand. (7.2)"""
    loads = [
        o.Load(order="load", unit=unit, ship=ship)
        for unit in _own_supply(state)
        for ship in state.units
        if type_of(ship) == "amphibious" and side_of(ship) == state.side
    ]
    unloads = [o.Unload(order="unload", unit=unit) for unit in _own_supply(state)]
    return (
        *(one for one in loads if not _check_load(book, state, one)),
        *(one for one in unloads if not _check_unload(book, state, one)),
    )


def _own_supply(state: State) -> list[str]:
    return [
        name
        for name in state.units
        if type_of(name) == "supply" and side_of(name) == state.side and name not in state.moved
    ]


def _one_of(
    found: Sequence[O], check: Callable[[O], Sequence[Problem]], choose: Choose
) -> O | None:
    """Returns one of the orders that are legal, or, as often as not, none."""
    legal = [order for order in found if not check(order)]
    is_wanted: bool = choose((True, False))
    return choose(legal) if legal and is_wanted else None

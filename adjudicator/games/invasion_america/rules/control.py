"""Control of hexes with victory points, what they are worth, and nations that they wake. (18.4)"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.game import Table
from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.events import HexesTaken, NationActivated
from adjudicator.games.invasion_america.rules.positions import ashore, controller
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.scenario_facts import Freeze
from adjudicator.games.invasion_america.state import Side, State, side_of

__all__ = ["activate_nations", "pass_through", "points_by_side", "still_frozen", "supply_hexes_of"]


def pass_through(book: Ruleset, table: Table[State], side: Side, path: Iterable[str]) -> None:
    """A land or air unit of a side has entered hexes: it controls them from now on. (18.4)

    Not those that units of another force occupy, through which it has passed. Rail units and ships
    control nothing. What that wakes, wakes at once. (Rulings 26, 31 and 64)

    Args:
        path: the hexes by number, in the order in which they were entered.
    """
    valued, state = book.valued, table.state
    entered = tuple(dict.fromkeys(path))
    taken = tuple(
        number
        for number in entered
        if number in valued
        and controller(book, state, number) != side
        and not _is_occupied(book, state, side, number)
    )
    if taken:
        table.record(HexesTaken(side=side, hexes=taken))
    activate_nations(book, table, entered if side == "esc" else ())


def _is_occupied(book: Ruleset, state: State, side: Side, number: str) -> bool:
    """Whether land or air units of another side stand in a hex. (18.4, 12.14)"""
    return any(
        side_of(name) != side and book.of(name).unit_class != "rail"
        for name in ashore(book, state, book.hexes[number])
    )


def points_by_side(book: Ruleset, state: State) -> dict[Side, int]:
    """Returns the victory points that each side controls. (18.4)"""
    found = dict.fromkeys(book.facts.sides, 0)
    for number, points in book.valued.items():
        side = controller(book, state, number)
        if side in found:
            found[side] += points
    return found


def supply_hexes_of(book: Ruleset, state: State, side: Side) -> tuple[str, ...]:
    """Returns the supply hexes that a side controls, by number. (8.23, 19.14)"""
    return tuple(
        number
        for hex_ in sorted(book.charts.supply_hexes)
        if controller(book, state, number := book.number_of(hex_)) == side
    )


def activate_nations(book: Ruleset, table: Table[State], entered: Iterable[str] = ()) -> None:
    """Nations that did not function do so as soon as the E.S.C. has won enough. (19.35)

    Args:
        entered: hexes that land or air units of the E.S.C. have just entered.
    """
    if not table.state.frozen:
        return
    hexes = tuple(entered)
    for freeze in book.facts.freezes:
        if freeze.nation in table.state.frozen and _is_over(book, table.state, freeze, hexes):
            table.record(NationActivated(nation=freeze.nation))


def still_frozen(book: Ruleset, state: State) -> tuple[Nation, ...]:
    """Returns the nations of those frozen that do not function in a position. (19.35)"""
    return tuple(
        freeze.nation
        for freeze in sorted(book.facts.freezes)
        if freeze.nation in state.frozen and not _is_over(book, state, freeze, ())
    )


def _is_over(book: Ruleset, state: State, freeze: Freeze, entered: tuple[str, ...]) -> bool:
    if points_by_side(book, state)["esc"] >= freeze.points:
        supply = supply_hexes_of(book, state, "esc")
        if sum(book.valued[number] for number in supply) >= freeze.supply_points:
            return True
    country = freeze.until_entered
    if country is None:
        return False
    stands = (
        unit.at
        for name, unit in state.units.items()
        if side_of(name) == "esc" and unit.aboard is None and _is_ashore(book, state, name)
    )
    return any(
        book.charts.country_of(hex_) == country
        for number in (*entered, *stands)
        if (hex_ := book.hexes.get(number)) is not None
    )


def _is_ashore(book: Ruleset, state: State, name: str) -> bool:
    """Whether a unit has landed, or lies where it is about to assault. (Ruling 49)"""
    if book.of(name).unit_class != "naval":
        return True
    hex_ = book.hexes.get(state.units[name].at)
    if hex_ is None:
        return False
    there = book.occupation(state).units[hex_]
    return any(side_of(other) == "us" for other in there)

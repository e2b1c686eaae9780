"""Random legal orders of movement: matches by chance come out of them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.boards.hexes import Hex, cheapest_way, costs_from
from adjudicator.core.game import Choose
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.rules.ground import Ground, graph_of
from adjudicator.games.invasion_america.rules.harbours import loading_points, unloading_points
from adjudicator.games.invasion_america.rules.kinds import MECHANISED
from adjudicator.games.invasion_america.rules.limits import room_in
from adjudicator.games.invasion_america.rules.own_units import check_able, check_in_play
from adjudicator.games.invasion_america.rules.placing import may_carry
from adjudicator.games.invasion_america.rules.positions import cargo_of, other_force_at, why_never
from adjudicator.games.invasion_america.rules.weather import movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    Side,
    State,
    mix_of,
    side_of,
    type_of,
)

__all__ = ["able_units", "named_path", "sample_move"]

_TRIES = 6


def able_units(book: Ruleset, state: State, classes: Sequence[str]) -> list[str]:
    """Returns the units of some classes that the phasing side may still move."""
    return [
        name
        for name in state.units
        if side_of(name) == state.side
        and book.of(name).unit_class in classes
        and not any(check_in_play(state, name, ()))
        and not any(check_able(state, name, ()))
    ]


def sample_move(book: Ruleset, state: State, ground: Ground, choose: Choose) -> o.Move | None:
    """Returns a random order to move that is legal and leaves no hex too full; None: stop."""
    units = able_units(book, state, ("land", "air"))
    if state.phase == "mechanised":
        units = [name for name in units if type_of(name) in MECHANISED]
    for _ in range(min(_TRIES, len(units))):
        order = _sample(book, state, ground, choose(units), choose=choose)
        if order is not None:
            return order
    return None


def _sample(
    book: Ruleset, state: State, ground: Ground, unit: str, *, choose: Choose
) -> o.Move | None:
    """Returns a random order for one unit: to another hex, ashore, or aboard."""
    here = state.units[unit]
    points = movement_points(book, state, unit)
    if here.aboard is not None:
        cost = unloading_points(book, state, state.side, type_of(here.aboard), at=here.at)
        if cost is None:
            return None
        points -= cost
    if points < 0:
        return None
    if here.at == HOLDING_BOX:
        return _sample_in_box(book, state, unit, choose)
    start, ends = book.hexes[here.at], ground.ends_for(state, unit)
    if here.aboard is not None and start in ground.closed:
        return None  # it must assault (15.15)
    if here.aboard is not None and why_never(book, mix_of(unit), start):
        return None  # hovercraft stay aboard (16.22)
    found = {start: 0}
    if here.aboard is None or start not in ends:
        found = costs_from(
            graph_of(book, mix_of(unit)), start, at_most=points, closed=ground.closed, ends=ends
        )
    goals = [
        hex_
        for hex_ in found
        if (hex_ != start or here.aboard is not None) and _may_end(book, state, unit, hex_)
    ]
    ships = [
        (ship, hex_)
        for hex_ in found
        if not (hex_ in ends and (hex_ != start or here.aboard is not None))
        for ship in _ships(book, state, unit, hex_, left=points - found[hex_])
    ]
    ship = None
    is_boarding: bool = choose((True, False))
    if ships and is_boarding:
        ship, goal = choose(ships)
    elif goals:
        goal = choose(goals)
    else:
        return None
    path = named_path(book, ground, unit, start, goal=goal, ends=ends)
    return o.Move(order="move", units=(unit,), path=path, aboard=ship)


def named_path(
    book: Ruleset, ground: Ground, unit: str, start: Hex, *, goal: Hex, ends: frozenset[Hex]
) -> tuple[str, ...]:
    """Returns how to name the cheapest way to a goal: beside the start, hex by hex."""
    if goal == start:
        return ()
    if goal not in book.charts.grid.neighbours[start]:
        return (book.number_of(goal),)
    graph = graph_of(book, mix_of(unit))
    way = cheapest_way(graph, start, goal, closed=ground.closed, ends=ends)
    assert way is not None
    return tuple(map(book.number_of, way[1:]))


def _may_end(book: Ruleset, state: State, unit: str, hex_: Hex) -> bool:
    if why_never(book, mix_of(unit), hex_) or room_in(book, state, state.side, hex_) < 1:
        return False
    return not other_force_at(book, state, state.side, hex_)


def _ships(book: Ruleset, state: State, unit: str, hex_: Hex, *, left: int) -> list[str]:
    """Returns the ships in a hex that a unit can go aboard of with the points that are left."""
    number, most = book.number_of(hex_), book.charts.tables.limits.cargo
    found = []
    for name in book.occupation(state).units.get(hex_, ()):
        if _takes(book, state, name, unit) and len(cargo_of(state, name)) < most:
            cost = loading_points(book, state, state.side, type_of(name), at=number)
            if cost is not None and cost <= left:
                found.append(name)
    return found


def _takes(book: Ruleset, state: State, ship: str, unit: str) -> bool:
    side: Side = state.side
    return (
        side_of(ship) == side
        and may_carry(book, type_of(ship), mix_of(unit))
        and state.units[unit].aboard != ship
    )


def _sample_in_box(book: Ruleset, state: State, unit: str, choose: Choose) -> o.Move | None:
    """Returns a random order aboard or ashore in the holding box."""
    most = book.charts.tables.limits.cargo
    ships = [
        name
        for name, one in state.units.items()
        if one.at == HOLDING_BOX
        and _takes(book, state, name, unit)
        and len(cargo_of(state, name)) < most
    ]
    points = movement_points(book, state, unit)
    cost = book.charts.tables.costs.loading
    aboard = state.units[unit].aboard is not None
    if ships and points >= cost * (2 if aboard else 1):
        return o.Move(order="move", units=(unit,), path=(), aboard=choose(ships))
    return o.Move(order="move", units=(unit,), path=()) if aboard else None

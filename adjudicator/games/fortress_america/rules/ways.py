"""Ways over the map: how far a unit is from a space, by which way it goes, and who is in supply.

A line of supply joins a space to a zone; who has none is cut off. (Action 7)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from adjudicator.boards.area import AreaTest
from adjudicator.games.fortress_america.in_force import spared_units
from adjudicator.games.fortress_america.ruleset import Ruleset, Supply
from adjudicator.games.fortress_america.state import Counts, Side, State, UnitKind, shifted

__all__ = ["cut_off", "distances", "shortest_path", "supply_of"]


def distances(
    book: Ruleset,
    state: State,
    side: Side,
    start: str,
    *,
    kind: UnitKind,
    within: int | None = None,
) -> dict[str, int]:
    """Returns how many spaces a unit in `start` moves to each other one, `within` at the most.

    Nearer ones come first; where it may end is another question.
    """
    may_pass = _passing(book, state, side, kind)
    return book.map.distances(start, may_pass=may_pass, within=within)


def shortest_path(
    book: Ruleset, state: State, side: Side, ends: tuple[str, str], *, kind: UnitKind
) -> tuple[str, ...]:
    """Returns a shortest way of a unit from the first to the second of `ends`.

    Of equal ones it is the one whose last spaces have the lower ids.
    """
    start, end = ends
    ahead = distances(book, state, side, start, kind=kind)
    may_pass = _passing(book, state, side, kind)
    path = [end]
    while path[-1] != start:
        here = path[-1]
        path.append(
            next(
                area
                for area in book.map.neighbours(here)
                if ahead.get(area) == ahead[here] - 1 and (area == start or may_pass(area))
            )
        )
    return tuple(reversed(path))


def _passing(book: Ruleset, state: State, side: Side, kind: UnitKind) -> AreaTest:
    """Returns which spaces a kind of unit may pass.

    Aircraft pass over all land, and over foreign zones in some editions only. Others pass only
    friendly spaces. (Actions 3 and 6, ruling 1)
    """
    if book.facts(kind).unit_class == "air":
        return partial(book.may_fly_over, side)
    return partial(book.is_friendly, state, side)


def cut_off(book: Ruleset, state: State) -> dict[str, Counts]:
    """Returns by space the units of the side to play that have no line to a zone of theirs.

    Without those that cards keep on the board. (Action 7, ruling 95)
    """
    connected = _joined(book, state, state.side)
    cut = {}
    for area, counts in state.spaces_of(state.side):
        if area not in connected:
            lost = counts
            for kind, count in spared_units(state, area).items():
                lost = shifted(lost, kind, -count)
            if lost:
                cut[area] = lost
    return cut


def supply_of(book: Ruleset, state: State, side: Side) -> Supply:
    """Returns the shortest ways of an invader's units to its zones, and who has none."""
    joined = _joined(book, state, side)
    ways: dict[str, str] = {}
    lost: list[str] = []
    for area, _ in state.spaces_of(side):
        if area not in joined:
            lost.append(area)
        here, there = area, joined.get(area)
        while there is not None and here not in ways:
            ways[here] = there
            here, there = there, joined[there]
    return Supply(ways=tuple(sorted(ways.items())), cut_off=tuple(lost))


def _joined(book: Ruleset, state: State, side: Side) -> Mapping[str, str | None]:
    """Returns the spaces that are joined to a zone of `side`, each with the next one towards it.

    The line leads through its own land and zones, and through open declared areas that hold a
    unit of its own. (Action 7)
    """

    def passable(area: str) -> bool:
        if state.enemy_in(area, side) is not None:
            return False
        if book.owner(state, area) == side:
            return True
        return side == state.side and area in state.declared and bool(state.units_in(area, side))

    return book.map.ways_to(book.sources_of(state, side), passable)

"""Lines of supply: who is joined to a zone, and who is cut off. (Action 7)"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.games.fortress_america.in_force import spared_units
from adjudicator.games.fortress_america.ruleset import Ruleset, Supply
from adjudicator.games.fortress_america.state import Counts, Side, State, shifted

__all__ = ["cut_off", "supply_of"]


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

"""Action 7: the supply check of the invaders."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.events import ActionBegun, UnitDestroyed
from adjudicator.games.fortress_america.state import Counts, Side, State

__all__ = ["cut_off", "supply_check"]


def supply_check(book: Book, table: Table[State]) -> None:
    """Units that are cut off from their invader's zones are destroyed. (Action 7)"""
    state = table.state
    for area, counts in cut_off(book, state).items():
        for kind, count in counts.items():
            table.record(
                UnitDestroyed(side=state.side, unit=kind, area=area, count=count, reason="supply")
            )
    table.record(ActionBegun(action="capture"))


def cut_off(book: Book, state: State) -> dict[str, Counts]:
    """Returns by space the units of the side to play that have no line to a zone of theirs."""
    connected = _supplied(book, state, state.side)
    return {area: counts for area, counts in state.spaces_of(state.side) if area not in connected}


def _supplied(book: Book, state: State, side: Side) -> frozenset[str]:
    """Returns the spaces that are joined to a zone of `side`.

    The line leads through its own land and zones, and through open declared areas that hold a
    unit of its own. (Action 7)
    """

    def passable(area: str) -> bool:
        if state.enemy_in(area, side) is not None:
            return False
        if book.owner(state, area) == side:
            return True
        return side == state.side and area in state.declared and bool(state.units_in(area, side))

    return frozenset(book.map.connected_to(book.zones_of(side), passable))

"""Action 7: the supply check of the invaders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.game import Table
from adjudicator.games.fortress_america.events import ActionBegun, UnitDestroyed
from adjudicator.games.fortress_america.in_force import spared_units
from adjudicator.games.fortress_america.ruleset import Book, Supply
from adjudicator.games.fortress_america.state import Counts, Side, State, shifted

__all__ = ["cut_off", "supply_check", "supply_of"]


def supply_check(book: Book, table: Table[State]) -> None:
    """Units that are cut off from their invader's zones are destroyed. (Action 7)"""
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import play_cards

        play_cards(book, table, ("supply",))
    state = table.state
    for area, counts in cut_off(book, state).items():
        for kind, count in counts.items():
            table.record(
                UnitDestroyed(side=state.side, unit=kind, area=area, count=count, reason="supply")
            )
    table.record(ActionBegun(action="capture"))


def cut_off(book: Book, state: State) -> dict[str, Counts]:
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


def supply_of(book: Book, state: State, side: Side) -> Supply:
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


def _joined(book: Book, state: State, side: Side) -> Mapping[str, str | None]:
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

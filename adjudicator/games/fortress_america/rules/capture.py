"""Action 8: the capture of areas, and the end of the player-turn."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.fortress_america.events import AreaTaken, ClaimDropped, LaserDestroyed
from adjudicator.games.fortress_america.rules.card_draw import lose_foothold
from adjudicator.games.fortress_america.rules.turns import end_of_turn
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, State

__all__ = ["capture", "take"]


def capture(book: Ruleset, table: Table[State]) -> None:
    """Declared areas that hold a unit are taken, the others stay with their holder. (Action 8)"""
    state = table.state
    for area in state.declared:
        if state.units_in(area, state.side) and not book.is_closed(state, area):
            take(book, table, area)
        else:
            table.record(ClaimDropped(area=area, side=state.side))
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import LAST, play_cards

        play_cards(book, table, LAST)
    end_of_turn(book, table)


def take(book: Ruleset, table: Table[State], area: str) -> None:
    """The side to play takes control of an area.

    A laser there is destroyed; a city that the USA retakes gives it a bonus card. (Actions 1
    and 8)
    """
    state = table.state
    lose_foothold(book, table, area)
    if area in state.lasers and state.side != USA:
        table.record(LaserDestroyed(area=area, side=state.side))
    table.record(
        AreaTaken(
            area=area,
            side=state.side,
            was=book.owner(state, area),
            city=book.is_city(area),
        )
    )

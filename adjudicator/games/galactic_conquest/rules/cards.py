"""Step 7: a card for whoever captured a planet; the turn ends."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.galactic_conquest.events import TurnEnded
from adjudicator.games.galactic_conquest.rules.count import count_troops
from adjudicator.games.galactic_conquest.rules.hands import draw_card
from adjudicator.games.galactic_conquest.rules.planets import next_turn
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["card_and_end"]


def card_and_end(book: Ruleset, table: Table[State]) -> None:
    """Who captured a planet in the turn, or several, draws one card. (Step 7, ruling 13)"""
    if table.state.has_captured:
        draw_card(table, table.state.seat)
    seat, turn = next_turn(table.state)
    table.record(TurnEnded(seat=seat, turn=turn))
    count_troops(book, table)

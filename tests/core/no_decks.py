"""For tables and dice of tests whose game has no sealed decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from adjudicator.core.decks import Deck

__all__ = ["NoDecks"]


class NoDecks:
    """Deals no deck and opens no card."""

    def deck(self, label: str, cards: Sequence[str]) -> NoReturn:
        """Never called."""
        raise AssertionError(f"{label}: this game has no sealed decks")

    def unseal(self, deck: Deck, position: int) -> NoReturn:
        """Never called."""
        raise AssertionError(f"{deck.label}: this game has no sealed decks")

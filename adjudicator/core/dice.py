"""Where dice and sealed decks come from: a port, and a source that refuses; others: `audit`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adjudicator.core.decks import Card, Deck

__all__ = ["Dice", "DiceRefused", "RefusingDice"]


class Dice(Protocol):
    """A source of chance. The label names the roll or deck and decides what it gives."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns `count` values from 1 to `sides`."""

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns cards, given in their stated order, as a sealed deck."""

    def unseal(self, deck: Deck, position: int) -> Card:
        """Returns the card at a position of a sealed deck, to be made public."""


class DiceRefused(BaseException):
    """In a dry run, the first die, shuffle or unknown card was reached. Never caught in rules."""


class RefusingDice:
    """Dice for a dry run: nothing may depend on them, nor on a card that the seat cannot know."""

    def __init__(self, *, is_view: bool = True) -> None:
        """Makes dice that refuse.

        Args:
            is_view: whether the state holds no more than one seat may know, so that a card that
                stands in it is known to that seat.
        """
        self._is_view = is_view

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Raises DiceRefused."""
        raise DiceRefused(label)

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Raises DiceRefused."""
        raise DiceRefused(label)

    def unseal(self, deck: Deck, position: int) -> Card:
        """Returns a card that the seat knows; raises DiceRefused for any other."""
        card = deck.order[position] if self._is_view else None
        if card is None:
            raise DiceRefused(deck.label)
        return card

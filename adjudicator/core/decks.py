"""Sealed decks: cards in an order that nobody can have chosen and only views let see.

Everybody knows who has drawn which position of a deck; what lies there, only who may look. So a
hand in a game's state is a tuple of positions, drawing the next card is position + 1 without dice,
and `view` shows a seat the positions of its own hand. The numbers in brackets are the paragraphs
of the TFD1 specification.

Dice and decks both come out of a source of chance, `Dice`; the real ones stand in `audit`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from adjudicator.core.values import Hex32, LogField, Value, canonical

__all__ = [
    "Card",
    "CardUnsealed",
    "Deck",
    "DeckSealed",
    "Dice",
    "DiceRefused",
    "RefusingDice",
    "decks_in",
]


class Card(Value):
    """A card of a sealed deck, with what proves to its owner that it lay there from the start."""

    value: LogField
    """The id of the card."""
    salt: Hex32
    """With the salt it makes the seal that stands in the log."""


class Deck(Value):
    """A sealed deck, as far as whoever sees it may know it."""

    label: LogField
    """The name under which it was shuffled."""
    n: int
    """The opening in which it was sealed."""
    cards: tuple[LogField, ...]
    """Its cards in their stated order, which is public and says nothing of where they lie."""
    order: tuple[Card | None, ...]
    """The cards as they lie, the top one first; null: not known here."""
    public: tuple[int, ...] = ()
    """The positions, from 0, that were unsealed: everybody knows them."""

    def __len__(self) -> int:
        return len(self.order)

    def card(self, position: int) -> str | None:
        """Returns which card lies at a position; None: that is not known here."""
        card = self.order[position]
        return None if card is None else card.value

    def shown(self, positions: Iterable[int]) -> "Deck":
        """Returns the deck as whoever may look at these positions sees it.

        What was unsealed stays open, what was not known stays unknown.
        """
        seen = {*positions, *self.public}
        order = (card if place in seen else None for place, card in enumerate(self.order))
        return self.model_copy(update={"order": tuple(order)})

    def unsealed(self, position: int) -> "Deck":
        """Returns the deck with one more position known to all; `Table.unseal` comes before."""
        return self.model_copy(update={"public": tuple(sorted({*self.public, position}))})

    def broken(self) -> Iterator[str]:
        """Yields what no shuffle can have made of it; `Rules.check_state` is asked about files."""
        known = Counter(card.value for card in self.order if card is not None)
        if len(self.order) != len(self.cards):
            yield f"the deck {self.label} has not as many places as cards"
        elif not known <= Counter(self.cards):
            yield f"a card lies in the deck {self.label} that it does not have, or too often"
        elif any(
            not 0 <= place < len(self.order) or self.order[place] is None for place in self.public
        ):
            yield f"a card of the deck {self.label} is public, and is not known"


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


class DeckSealed(Value):
    """A journal entry: a deck was shuffled and sealed."""

    t: Literal["deck"]
    """The kind of line."""
    label: LogField
    """The name of the deck."""
    deck: Deck
    """The whole deck: the journal lies with the referee."""


class CardUnsealed(Value):
    """A journal entry: a card of a sealed deck was made public."""

    t: Literal["unseal"]
    """The kind of line."""
    label: LogField
    """The name of the deck."""
    n: int
    """The opening in which the deck was sealed."""
    i: int
    """Which of its seals, from 1."""
    card: Card
    """The card."""


def decks_in(part: Any) -> Iterator[Deck]:
    """Yields the decks in a value or in JSON data, wherever they stand."""
    if isinstance(part, Deck):
        yield part
    elif isinstance(part, Value):
        for name in type(part).model_fields:
            yield from decks_in(getattr(part, name))
    elif isinstance(part, dict) and {*part} == {*Deck.model_fields}:
        yield Deck.model_validate_json(canonical(part))
    elif isinstance(part, Mapping):
        for one in part.values():
            yield from decks_in(one)
    elif isinstance(part, (list, tuple)):
        for one in part:
            yield from decks_in(one)

"""The recon cards as facts: the number of each, and which of a closed list of effects it has.

A card is obeyed at once or kept, as its effect says: there is no other mark of it.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.stratix.board import Kind

__all__ = [
    "CARDS_IN_DECK",
    "Airborne",
    "Airlift",
    "Ambush",
    "AtOnce",
    "BridgeDash",
    "CardFacts",
    "CardFile",
    "Ceasefire",
    "DigIn",
    "DrawAnother",
    "Effect",
    "Evacuation",
    "FallBack",
    "FurtherMove",
    "Kept",
    "Look",
    "MissTurn",
    "NightMarch",
    "Nothing",
    "Recall",
    "Recover",
    "Refit",
    "Relay",
    "Sabotage",
]

CARDS_IN_DECK = 36
Kinds: TypeAlias = Annotated[tuple[Kind, ...], Field(min_length=1, max_length=6)]


class Airborne(Value):
    """A piece may be lifted onto a battle-zone square of any quadrant, and strikes there."""

    op: Literal["airborne-assault"]
    """What it does."""
    kinds: Kinds
    """The kinds of piece that it lifts."""


class Ambush(Value):
    """The piece that drew the card is destroyed."""

    op: Literal["ambush"]
    """What it does."""


class Ceasefire(Value):
    """Nothing is struck in the quadrant until the next turn of who drew the card."""

    op: Literal["ceasefire"]
    """What it does."""


class DrawAnother(Value):
    """Another card is drawn."""

    op: Literal["draw"]
    """What it does."""


class Evacuation(Value):
    """An enemy piece of the quadrant goes back to its red squares."""

    op: Literal["evacuation"]
    """What it does."""


class FallBack(Value):
    """The piece that drew the card goes back to its red squares."""

    op: Literal["fall-back"]
    """What it does."""


class FurtherMove(Value):
    """Another piece makes a move, which does not end on a recon space."""

    op: Literal["further-move"]
    """What it does."""


class Look(Value):
    """The top cards of the deck are looked at and put back in any order."""

    op: Literal["look"]
    """What it does."""
    count: Annotated[int, Field(ge=2, le=5)]
    """How many cards."""


class MissTurn(Value):
    """Who drew the card misses the next turn; no piece has to leave its recon space in it."""

    op: Literal["miss-turn"]
    """What it does."""


class Nothing(Value):
    """Nothing happens."""

    op: Literal["nothing"]
    """What it does."""
    under_deck_from: Annotated[int, Field(ge=1, le=CARDS_IN_DECK)] | None = None
    """While so many cards are left, this one goes back under the deck; null: never."""


class Recover(Value):
    """A destroyed piece comes back."""

    op: Literal["recover"]
    """What it does."""
    kinds: Kinds
    """The kinds of piece that it brings back."""


class Relay(Value):
    """The piece that drew the card moves to another recon space."""

    op: Literal["relay"]
    """What it does."""
    draw: bool
    """Whether another card is drawn then."""


class Sabotage(Value):
    """An enemy piece of the quadrant is destroyed."""

    op: Literal["sabotage"]
    """What it does."""
    kinds: Kinds
    """The kinds of piece that it destroys."""


class Airlift(Value):
    """Instead of the move: lifts a piece into a quadrant beside its own, without a strike."""

    op: Literal["airlift"]
    """What it does."""
    kinds: Kinds
    """The kinds of piece that it lifts."""


class BridgeDash(Value):
    """Instead of the move: a piece goes from a bridge to any other."""

    op: Literal["bridge-dash"]
    """What it does."""
    kinds: Kinds
    """The kinds of piece that can go."""


class DigIn(Value):
    """Before the move: a piece need not leave its recon space in this turn."""

    op: Literal["dig-in"]
    """What it does."""


class NightMarch(Value):
    """Before the move: two different pieces make a move each in this turn."""

    op: Literal["night-march"]
    """What it does."""


class Recall(Value):
    """Before the move: a destroyed piece comes back."""

    op: Literal["recall"]
    """What it does."""
    kinds: Kinds
    """The kinds of piece that it brings back."""


class Refit(Value):
    """Instead of the move: a piece goes back to its red squares."""

    op: Literal["refit"]
    """What it does."""


AtOnce: TypeAlias = (
    Airborne
    | Ambush
    | Ceasefire
    | DrawAnother
    | Evacuation
    | FallBack
    | FurtherMove
    | Look
    | MissTurn
    | Nothing
    | Recover
    | Relay
    | Sabotage
)
"""What cards do that are obeyed when they are drawn."""
Kept: TypeAlias = Airlift | BridgeDash | DigIn | NightMarch | Recall | Refit
"""What cards do that are kept, unseen by the others, and played in a turn of their holder."""
Effect: TypeAlias = Annotated[AtOnce | Kept, Field(discriminator="op")]
"""What a card does."""


class CardFacts(Value):
    """One recon card."""

    number: Annotated[int, Field(ge=1, le=CARDS_IN_DECK)]
    """The small number on it, which says once who begins."""
    title: Annotated[str, Field(min_length=1, max_length=40)]
    """As players read it."""
    text: Annotated[str, Field(min_length=1, max_length=400)]
    """What it says to players."""
    effect: Effect
    """What it does."""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from; the map's README explains the marks."""

    @property
    def is_kept(self) -> bool:
        """Returns whether the card is kept when it is drawn, and not obeyed at once."""
        return isinstance(self.effect, Kept)

    @property
    def is_instead_of_move(self) -> bool:
        """Returns whether a kept card is played instead of the move, and not before it."""
        return isinstance(self.effect, Airlift | BridgeDash | Refit)


class CardFile(Value):
    """The recon cards of a map."""

    format: Literal[1]
    """The format of the file."""
    map: Id
    """The id of the map."""
    cards: FrozenMap[Id, CardFacts]
    """The cards by id."""

    @property
    def in_order(self) -> tuple[str, ...]:
        """Returns the ids in the order of their numbers, which is the stated order of the deck."""
        return tuple(sorted(self.cards, key=lambda card: self.cards[card].number))

"""The state of a match of Four Fronts, and how a start position is written down.

An army is a side and a seat at once: whoever leads the army of a corner sends its sheets.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from adjudicator.core import game
from adjudicator.core.decks import Deck
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.stratix.board import Kind
from adjudicator.games.stratix.conditions import Reply

__all__ = [
    "Breach",
    "Ceasefire",
    "Dealing",
    "Going",
    "Lost",
    "Made",
    "Natural",
    "Phase",
    "Piece",
    "Positive",
    "Result",
    "Start",
    "State",
]

Positive: TypeAlias = Annotated[int, Field(ge=1)]
Natural: TypeAlias = Annotated[int, Field(ge=0)]
Phase: TypeAlias = Literal["lot", "deal", "begin", "move", "over"]
"""What comes next: the lot for the first move, the shuffling of the deck, the beginning of a turn,
its move."""


class Piece(Value):
    """A piece; its square is its key in the state."""

    side: Id
    """The army to which it belongs."""
    kind: Kind
    """What it is."""


class Breach(Value):
    """A recon duty that was not kept; the other armies may catch it until one of them has moved."""

    side: Id
    """The army that kept its piece where it was."""
    square: Id
    """Where the piece stands."""


class Ceasefire(Value):
    """No strike may be made in a quadrant until the next turn of an army. (Card, ruling 28)"""

    side: Id
    """Whose next turn ends it."""
    quadrant: Id
    """The quadrant, by the army at home there."""


class Going(Value):
    """From where to where a piece went."""

    origin: Id
    """The square that it left."""
    target: Id
    """The square on which it ended."""


class Lost(Value):
    """A piece that left the board."""

    side: Id
    """Whose it was."""
    kind: Kind
    """What it was."""
    square: Id
    """Where it stood."""


class Made(Value):
    """What an army did in its latest turn, as replies and pictures look it up."""

    side: Id
    """The army."""
    moves: tuple[Going, ...] = ()
    """The moves of its pieces, in order; those that a card made among them."""
    lost: tuple[Lost, ...] = ()
    """The pieces that left the board in the turn, whoever owned them."""


class Result(Value):
    """How the match ended."""

    winner: Id | None
    """The army that has won; null: nobody, in a draw."""
    reason: Literal["last-army", "conceded", "draw", "dead-end"]
    """Why the match ended."""


class Dealing(Value):
    """The deck of a written position. (Ruling 39)"""

    deck: tuple[Id, ...] | None = None
    """The cards that are in the deck and in hands; null: all of the map."""
    kept: FrozenMap[Id, Positive] = FrozenMap()
    """By army, how many cards it is dealt."""
    cards: Natural | None = None
    """How many cards are left to draw; null: all that were not dealt."""


class State(game.State):
    """Everything true of a match. A view knows no card but those that its seat may know."""

    omitted_if_empty: ClassVar[tuple[str, ...]] = (
        *game.State.omitted_if_empty,
        "looked",
        "to_deal",
    )

    turn: Positive
    """The round; each army plays once in it."""
    side: Id
    """The army whose turn it is, or is about to be."""
    phase: Phase
    """What comes next."""
    ended: Id
    """The player-turn that ended last: "turn-3-south-west"; before the first one "lot"."""
    order: tuple[Id, ...]
    """The armies left, clockwise, the one that begins a round first."""
    pieces: FrozenMap[Id, Piece]
    """By square, the piece on it."""
    captured: FrozenMap[Id, FrozenMap[Id, Natural]]
    """By army and kind, its pieces off the board, which cards can recover."""
    due: tuple[Id, ...]
    """Squares of the pieces of the army to move that have to leave their recon space in this turn.
    (Rulings 22 and 28)"""
    breach: Breach | None
    """A duty not kept that may be caught now. (Ruling 21)"""
    decks: tuple[Deck, ...]
    """The sealed recon deck; none before the lot. (Ruling 29)"""
    pile: tuple[Natural, ...]
    """The positions of the deck that are still to be drawn, the top one first."""
    hands: FrozenMap[Id, tuple[Natural, ...]]
    """By army, the positions of the cards that it keeps, in the order in which they came."""
    removed: tuple[Natural, ...]
    """The positions of the cards that left the game, in that order."""
    looked: FrozenMap[Id, tuple[Natural, ...]] = FrozenMap()
    """By army, positions still in the pile that it has looked at."""
    to_deal: Dealing | None = None
    """What a written position has of the deck, until it is shuffled; null: all. (Ruling 39)"""
    ceasefire: Ceasefire | None
    """A cease-fire in force."""
    misses: tuple[Id, ...]
    """Armies that miss their next turn."""
    assault: bool
    """Whether the final assault has begun."""
    quiet: Natural
    """Turns in a row without a capture, a card and an elimination. (Ruling 27)"""
    is_loud: bool
    """Whether there was one in the turn being played."""
    made: tuple[Made, ...]
    """The latest turn of each army left, the last one last; during a turn its beginning."""
    replies: FrozenMap[Id, tuple[Reply, ...]]
    """By army, what it will answer to the moves of the others; only its own seat knows them."""
    fallen: tuple[Id, ...]
    """The armies that are out, the first one first."""
    result: Result | None
    """How the match ended; null: it goes on."""

    @property
    def due_left(self) -> tuple[str, ...]:
        """Returns the squares of which one still has to be left in this turn.

        None where no piece had to leave, or one of those that had to has moved. (Rulings 22, 46)
        """
        moves = self.made[-1].moves if self.made else ()
        return () if any(one.origin in self.due for one in moves) else self.due

    @property
    def consent_not_needed(self) -> tuple[str, ...]:
        """Returns the seats that need not agree to a draw: those that are out."""
        return tuple(dict.fromkeys((*self.conceded, *self.fallen)))


class Start(Value):
    """A start position: with no pieces the set-up of the book, the first move by lot."""

    turn: Annotated[int, Field(ge=1, le=9999)] = 1
    """The round in which the match begins."""
    side: Id | None = None
    """The army that moves first; null: the lot says."""
    pieces: FrozenMap[Id, FrozenMap[Id, Kind]] = FrozenMap()
    """By army and square, its pieces; empty: the set-up. An army without pieces is out."""
    captured: FrozenMap[Id, FrozenMap[Id, Natural]] = FrozenMap()
    """By army and kind, pieces destroyed before; absent: those that are not on the board."""
    breach: Breach | None = None
    """A duty not kept in the turn before, which may be caught."""
    deck: Annotated[tuple[Id, ...], Field(max_length=36)] | None = None
    """The cards that are in the deck and in hands; null: all of the map."""
    kept: FrozenMap[Id, Annotated[int, Field(ge=1, le=36)]] = FrozenMap()
    """By army, how many cards it is dealt that are kept, before the match begins. (Ruling 39)"""
    cards: Annotated[int, Field(ge=0, le=36)] | None = None
    """How many cards are left to draw, after the deck was shuffled and hands were dealt; null: all.
    The others have left the game, unseen."""
    assault: bool = False
    """Whether the final assault has begun: no cards are left."""
    quiet: Annotated[int, Field(ge=0, le=79)] = 0
    """Turns in a row without a capture, a card and an elimination."""

"""What a picture of a board of squares shows: a neutral value that a game fills from a view.

Nothing is worked out here or in the drawing: whose turn it is, what is safe, what a zone counts,
all of it is in the value. A square is named by its file and its rank: `a1` is at the lower left.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from adjudicator.boards.area import Point
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.render.shown import Natural, Picture, SideEntry
from adjudicator.render.words import SQUARES, called

__all__ = [
    "KINDS",
    "ArmyEntry",
    "Blast",
    "CardShown",
    "Corner",
    "Ground",
    "Kind",
    "Loss",
    "Manner",
    "MoveShown",
    "PieceEntry",
    "QuarterEntry",
    "Return",
    "SquareEntry",
    "SquarePicture",
    "cell_of",
]

Kind: TypeAlias = Literal["icbm", "jet", "helicopter", "artillery", "tank", "infantry"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of pieces, the rarest first."""
Ground: TypeAlias = Literal["battle", "recon", "dmz", "staging", "bridge", "water", "deck"]
Corner: TypeAlias = Literal["south-west", "north-west", "north-east", "south-east"]
"""The corner of the board in which a quarter lies."""
Manner: TypeAlias = Literal["ground", "flight", "card"]
"""Square by square; over whatever lies between; by a card."""


def cell_of(square: str) -> Point:
    """Returns a square's file and rank, both counted from 0.

    >>> cell_of("a1"), cell_of("s19")
    ((0, 0), (18, 18))
    """
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


class SquareEntry(Value):
    """A square, as the picture shows it."""

    ground: Ground
    quarter: Id | None = None
    """Null: the channel."""
    line: Natural = 0
    """Of red squares: 1 for the line nearest to the battle zone, then 2, 3 behind it."""
    words: str
    """What it says to whoever points at it."""


class QuarterEntry(Value):
    """A quarter of the board."""

    id: Id
    name: str
    corner: Corner
    army: Id | None = None
    """Whose home it is; null: nobody's in this match."""
    ceasefire: bool = False


class CardShown(Value):
    """A card that whoever looks may know."""

    number: Natural
    title: str


class ArmyEntry(SideEntry):
    """An army with its panel."""

    line: str = ""
    """A few words under its name."""
    pieces: FrozenMap[Kind, Natural]
    """In play, by kind."""
    captured: FrozenMap[Kind, Natural] = FrozenMap()
    """Lost, by kind."""
    removed: FrozenMap[Kind, Natural] = FrozenMap()
    """Off the board because the army is out, by kind."""
    cards: Natural = 0
    """How many cards it keeps."""
    faces: tuple[CardShown, ...] = ()
    """Those of its cards that the view shows."""
    own: Natural = 0
    """Its pieces in the battle zone of its home quarter."""
    foreign: Natural = 0
    """All others' pieces there."""
    margin: str = ""
    """What the count of the zone means, in a few words."""
    plays: bool = False
    is_out: bool = False


class PieceEntry(Value):
    """A piece, as the picture shows it."""

    army: Id
    kind: Kind
    duty: Literal["none", "safe", "due"] = "none"
    """On a recon space: safe from everybody, or to leave in this turn."""
    words: str
    """What it says to whoever points at it."""


class MoveShown(Value):
    """A piece that moved."""

    army: Id
    kind: Kind
    path: Annotated[tuple[Id, ...], Field(min_length=2)]
    """The squares from where it stood to where it came."""
    manner: Manner = "ground"
    words: str
    """What it says to whoever points at it."""


class Blast(Value):
    """A blast and the squares about it."""

    at: Id
    words: str


class Loss(Value):
    """A piece that was lost where it stood."""

    at: Id
    army: Id
    kind: Kind
    cause: Literal["strike", "blast", "other"] = "strike"
    words: str


class Return(Value):
    """A piece that came back to its own lines."""

    at: Id
    army: Id
    words: str


class SquarePicture(Picture):
    """A whole picture of a board of squares."""

    squares: FrozenMap[Id, SquareEntry]
    quarters: tuple[QuarterEntry, ...]
    """Clockwise."""
    armies: tuple[ArmyEntry, ...]
    """Clockwise."""
    pieces: FrozenMap[Id, PieceEntry]
    kinds: FrozenMap[Kind, str]
    """What the kinds are called."""
    deck: str
    """How many cards are left, in words."""
    deck_left: Natural
    banner: str = ""
    """What everybody has to know at once, such as a phase that has begun."""
    moves: tuple[MoveShown, ...] = ()
    """In the order in which they happened."""
    blasts: tuple[Blast, ...] = ()
    losses: tuple[Loss, ...] = ()
    returns: tuple[Return, ...] = ()
    terms: FrozenMap[Id, str] = FrozenMap()
    """What the game calls things, if not as usual: keys of `words.SQUARES`."""

    def called(self, key: str, number: int | None = None) -> str:
        """Returns what something is called; `#` stands for a number."""
        return called(self.terms, SQUARES, key, number)

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        """Refuses squares, armies and quarters that nobody could draw."""
        armies = {army.id for army in self.armies}
        quarters = {quarter.id for quarter in self.quarters}
        named = {facts.quarter for facts in self.squares.values() if facts.quarter}
        unknown = [
            *sorted({*self._squares_named()} - self.squares.keys()),
            *sorted({*self._armies_named()} - armies),
            *sorted(named - quarters),
        ]
        if unknown:
            raise ValueError(f"no such square, army or quarter: {', '.join(unknown)}")
        return self

    def _squares_named(self) -> Iterator[str]:
        yield from self.pieces
        for move in self.moves:
            yield from move.path
        yield from (blast.at for blast in self.blasts)
        yield from (loss.at for loss in self.losses)
        yield from (back.at for back in self.returns)

    def _armies_named(self) -> Iterator[str]:
        yield from (piece.army for piece in self.pieces.values())
        yield from (move.army for move in self.moves)
        yield from (loss.army for loss in self.losses)
        yield from (back.army for back in self.returns)
        yield from (quarter.army for quarter in self.quarters if quarter.army is not None)

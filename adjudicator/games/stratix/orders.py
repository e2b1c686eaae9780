"""The orders of Four Fronts: what a sheet may hold.

The docstrings stand in the published schema.

Topics in the order of play: `catch`, `play`, `move`, `lose`; the answers to cards: `card`; what is
answered to the moves of the others: `replies`; whether something is played without a sheet:
`automatic`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from adjudicator.core.game import Order, StandingOrder, example
from adjudicator.core.values import Id
from adjudicator.games.stratix.conditions import Path, Reply

__all__ = [
    "NOBODY",
    "STANDING",
    "TOPICS",
    "Arrange",
    "Automatic",
    "Catch",
    "Lift",
    "Lose",
    "Move",
    "Play",
    "Recover",
    "Relay",
    "Return",
    "StandingLose",
    "StandingReplies",
    "StandingSingle",
    "Target",
]

NOBODY = "nobody"
"""Who is caught where somebody is asked and calls no army."""


class Catch(Order):
    """Catches an army that kept a piece on a recon space and moved another one.

    When it is not your turn, give it as the answer to the question of the army's turn that follows
    the breach: `turn-3/north-east/catch/south-east`, if you are south-east and north-east moves.
    """

    model_config = example({"order": "catch", "side": "north-west"})
    order: Literal["catch"]
    side: Id
    """The army that is caught; as an answer also "nobody"."""


class Play(Order):
    """Plays a kept card; at most one a turn."""

    model_config = example({"order": "play", "card": "r01", "from": "d5", "to": "d12"})
    order: Literal["play"]
    card: Id
    """The card."""
    from_: Id | None = Field(default=None, alias="from")
    """The square of the piece that the card moves or lets stay."""
    to: Id | None = None
    """The square to which the card moves a piece, or on which one is recovered."""
    kind: Id | None = None
    """The kind of piece that is recovered."""
    discard: bool = False
    """When the last card has been drawn, as an answer: the card is discarded and not used."""


class Move(Order):
    """Moves a piece of yours; it strikes what stands where it ends."""

    model_config = example({"order": "move", "from": "d3", "to": "f6"})
    order: Literal["move"]
    from_: Id = Field(alias="from")
    """The square that it leaves."""
    to: Id
    """The square on which it ends."""
    path: Path | None = None
    """The squares between, in order; without them any legal way will do."""


class Lose(Order):
    """Says which piece you lose where no piece of yours can move."""

    model_config = example({"order": "lose", "at": "d3"})
    order: Literal["lose"]
    at: Id
    """The square of the piece."""


class Recover(Order):
    """Answers a card: brings a destroyed piece back to your red squares."""

    model_config = example({"order": "recover", "kind": "tank", "to": "d3"})
    order: Literal["recover"]
    kind: Id
    """The kind of the piece."""
    to: Id
    """The square: of your DMZ line, or of the first line behind it that has room."""


class Return(Order):
    """Answers a card: a piece of yours goes back to your red squares."""

    model_config = example({"order": "return", "to": "d3"})
    order: Literal["return"]
    to: Id
    """The square: of your DMZ line, or of the first line behind it that has room."""


class Target(Order):
    """Answers a card: which enemy piece is meant."""

    model_config = example({"order": "target", "at": "g8"})
    order: Literal["target"]
    at: Id
    """The square of the piece."""


class Relay(Order):
    """Answers a card: the piece that drew it moves to another recon space."""

    model_config = example({"order": "relay", "to": "h3"})
    order: Literal["relay"]
    to: Id
    """The recon space."""


class Lift(Order):
    """Answers a card: lifts a piece of yours; without squares none is lifted."""

    model_config = example({"order": "lift", "from": "f7", "to": "m12"})
    order: Literal["lift"]
    from_: Id | None = Field(default=None, alias="from")
    """The square of the piece."""
    to: Id | None = None
    """The square on which it is set; an enemy there is struck."""


class Arrange(Order):
    """Answers a card: in which order the cards that you looked at go back on the deck."""

    model_config = example({"order": "arrange", "cards": ["r12", "r05", "r30"]})
    order: Literal["arrange"]
    cards: Annotated[tuple[Id, ...], Field(max_length=5)]
    """All of them, the next one to be drawn first."""


class Automatic(Order):
    """Answers whether what waits is played without a sheet: your only legal move, or your reply."""

    model_config = example({"order": "automatic", "play": True})
    order: Literal["automatic"]
    play: bool
    """Whether it is."""


class StandingLose(StandingOrder):
    """Which piece you lose where no piece of yours can move.

    Without it: the foremost, of these the one on the lowest square.
    """

    model_config = example({"standing": "lose", "first": ["infantry", "tank"]})
    standing: Literal["lose"]
    first: tuple[Id, ...]
    """Kinds of pieces, the first to be lost first."""


class StandingSingle(StandingOrder):
    """Whether your only legal move is played without a sheet. Without it: no."""

    model_config = example({"standing": "single", "play": True})
    standing: Literal["single"]
    play: bool
    """Whether it is."""


class StandingReplies(StandingOrder):
    """Whether your replies are played. Without it: yes."""

    model_config = example({"standing": "reply", "play": False})
    standing: Literal["reply"]
    play: bool
    """Whether they are; false takes back those that wait."""


TOPICS: Mapping[str, tuple[type[Order], ...]] = {
    "catch": (Catch,),
    "play": (Play,),
    "move": (Move,),
    "lose": (Lose,),
    "card": (Recover, Return, Target, Relay, Lift, Arrange, Move, Play),
    "replies": (Reply,),
    "automatic": (Automatic,),
}
"""Every topic with its orders, in the order of play."""
STANDING: tuple[type[StandingOrder], ...] = (StandingLose, StandingSingle, StandingReplies)
"""Every kind of standing order."""

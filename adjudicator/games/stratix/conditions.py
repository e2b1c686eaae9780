"""Replies of a sheet: conditions on what the others do, and what is moved then. (Ruling 48)"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.game import Order, example
from adjudicator.core.values import Id, Value

__all__ = ["DEEPEST", "MOST_REPLIES", "Path", "Reply", "Way", "When", "count_of"]

DEEPEST = 8
"""How deep replies may be nested."""
MOST_REPLIES = 100
"""How many replies a sheet may hold, those inside others among them."""
Path: TypeAlias = Annotated[tuple[Id, ...], Field(max_length=20)]
"""The squares between the start and the end of a move."""


class When(Value):
    """What an army did in its latest turn; what is not said may be anything."""

    side: Id | None = None
    """The army; without it any of the others."""
    from_: Id | None = Field(default=None, alias="from")
    """The square that a piece of it left."""
    to: Id | None = None
    """The square on which it ended."""
    captured: Id | None = None
    """The kind of a piece that was lost in that turn, whoever owned it; "any" piece; or "none"."""


class Way(Value):
    """A move in a reply."""

    from_: Id = Field(alias="from")
    """The square that the piece leaves."""
    to: Id
    """The square on which it ends."""
    path: Path | None = None
    """The squares between, in order."""


class Reply(Order):
    """What you answer if the others do this: played without another mail.

    When your next turn comes, the first of your replies whose condition holds is played, and the
    replies inside it are those of the turn after. If none fits, or it is not legal then, you are
    asked for a sheet as usual.
    """

    model_config = example(
        {
            "order": "reply",
            "if": [{"side": "north-east", "from": "p16", "to": "p13"}],
            "move": {"from": "c4", "to": "f4"},
            "confirm": 1,
        }
    )
    order: Literal["reply"]
    if_: Literal["any"] | Annotated[tuple[When, ...], Field(min_length=1, max_length=3)] = Field(
        alias="if"
    )
    """What must hold, all of it; "any": whatever they do."""
    catch: Id | None = None
    """The army that you catch first."""
    move: Way
    """Your move."""
    then: "tuple[Reply, ...]" = ()
    """Your replies in the turn after."""
    confirm: Annotated[int, Field(ge=1, le=MOST_REPLIES)] | None = None
    """How many replies this one is with all those inside it: that you meant all of them. Needed in
    a reply that stands in no other."""


def count_of(reply: Reply) -> int:
    """Returns how many replies one is with all those inside it."""
    return 1 + sum(map(count_of, reply.then))

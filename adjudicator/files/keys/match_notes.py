"""match.json and key files: what lies beside the log of a match and is no part of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field as Limits

from adjudicator.core.limits import MAX_LINKS
from adjudicator.core.log import Field
from adjudicator.core.values import FrozenMap, Hex32, Id, Value

__all__ = ["MatchNotes", "SeatNotes", "Secret"]


class SeatNotes(Value):
    """Who sits on a seat; for mails, never hashed."""

    name: str = ""
    """The name of the person."""
    address: str = ""
    """Where the mails go."""
    plays: Literal["built-in"] | None = None
    """Who plays where nobody does: the built-in player; null: the person who is named."""


class MatchNotes(Value):
    """match.json: what people want to know of a match and no rule asks for."""

    format: Literal[1] = 1
    """The format of the file."""
    title: str
    """The title for people."""
    seats: FrozenMap[Id, SeatNotes]
    """By seat, who sits there."""


class Secret(Value):
    """A key file: one line to back up. Its owner's chain comes out of it.

    Whoever has the referee's (referee/secret.json) can foresee every die; the key of a seat makes
    its pledges.
    """

    t: Literal["secret"] = "secret"
    """What the file is."""
    format: Literal[1] = 1
    """The format of the file."""
    match: Field
    """The name of the match."""
    who: Field = "referee"
    """Whose it is: "referee", or the seat."""
    links: Annotated[int, Limits(ge=1, le=MAX_LINKS)]
    """How many values the chain has."""
    master: Hex32
    """32 random bytes, from which all values follow."""

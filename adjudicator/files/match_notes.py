"""match.json and referee/secret.json: what lies beside the log of a match and is no part of it."""

from __future__ import annotations

from typing import Literal

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

    format: int = 1
    """The format of the file."""
    title: str
    """The title for people."""
    seats: FrozenMap[Id, SeatNotes]
    """By seat, who sits there."""


class Secret(Value):
    """referee/secret.json: one line to back up. Whoever has it can foresee every die."""

    t: Literal["secret"] = "secret"
    format: int = 1
    match: str
    who: Literal["referee"] = "referee"
    links: int
    master: Hex32

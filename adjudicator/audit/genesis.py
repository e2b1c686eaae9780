"""Line 0 of a log as a value: the offer, the joins and the id of the match (3.3).

Whoever opens a match by its save reads no other line; those are in `audit/log_lines.py`. The
numbers in brackets are the paragraphs of the TFD1 specification.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    ConfigDict,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
)
from pydantic import Field as Limits

from adjudicator.audit.tfd1 import gid as gid_of
from adjudicator.core.values import MAX_INTEGER, Hex32, Value
from adjudicator.core.values import LogField as Field

__all__ = [
    "LOCKED_FIRST",
    "Days",
    "Field",
    "Genesis",
    "Join",
    "Leave",
    "Minute",
    "Mode",
    "Number",
    "Offer",
    "OmitsEmpty",
    "Rules",
]

Number = Annotated[int, Limits(ge=1, le=MAX_INTEGER)]
Minute = Annotated[
    str,
    StringConstraints(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]Z$"
    ),
]
"""A minute in UTC, as a clock note says it."""
Days = Annotated[int, Limits(ge=0, le=MAX_INTEGER)]
Mode: TypeAlias = Literal["referee", "sealed", "beacon", "mutual", "public", "external"]
"""How the dice are made safe (3.8); external: they are rolled elsewhere and taken on trust."""
LOCKED_FIRST: tuple[Mode, ...] = ("sealed", "mutual", "beacon")
"""Modes in which the lock of an opening is published before its secrets exist (3.8)."""


class Leave(Value):
    """Days in which the time of a seat stands still: turn, grace and bank."""

    begins: Minute
    """From when."""
    days: Annotated[int, Limits(ge=1, le=366)]
    """How many days of 24 hours."""


class OmitsEmpty(Value):
    """A value whose optional fields are left out of its JSON where they are None."""

    @model_serializer(mode="wrap")
    def _leave_out(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        optional = {
            name for name, info in type(self).model_fields.items() if not info.is_required()
        }
        written: dict[str, Any] = handler(self)
        return {
            key: value for key, value in written.items() if value is not None or key not in optional
        }


class Rules(Value):
    """Which rules are played, and the hash of everything that belongs to them."""

    id: str
    """The full name of the game."""
    sha256: Hex32
    """The hash of all that decides the rules of the match."""


class Offer(OmitsEmpty):
    """What the referee fixes before anybody joins; further fields are free, and hashed (3.3)."""

    model_config = ConfigDict(extra="allow")

    t: Literal["offer"] = "offer"
    v: Literal["tfd1"] = "tfd1"
    game: Field
    """The name of the match, new for each match."""
    rules: Rules
    """The rules of the match."""
    anchor: Hex32 | None
    """R[0] of the referee's chain."""
    links: Number
    """How many openings the chains last for."""
    hidden: Hex32 | None
    """C, the fingerprint of the hidden-draw secret."""
    start: Hex32
    """The hash of the start state."""
    mode: Mode | None = None
    """How the dice are made."""
    amended: Literal[1] | None = None
    """Whether the amended rules bind that older logs could not follow (3.10 [A2], [A8], [A11])."""

    def free(self, name: str) -> Any:
        """Returns what a free field says; None: it is not there."""
        return (self.__pydantic_extra__ or {}).get(name)

    @property
    def plays(self) -> tuple[str, ...]:
        """The seats of the built-in player: the free field `plays` (3.10 [A8])."""
        said = self.free("plays")
        if not self.amended or not isinstance(said, list):
            return ()
        return tuple(seat for seat in said if isinstance(seat, str))

    @property
    def has_clock(self) -> bool:
        """Whether a policy of the clock stands in it: the free field `clock` (post, 7)."""
        return self.amended is not None and self.free("clock") is not None

    @property
    def package(self) -> str:
        """The package that brought the game: the free field `package`; empty: the program did."""
        said = self.free("package")
        return said if isinstance(said, str) else ""

    @property
    def penalty(self) -> str:
        """What a pledge costs that is withheld after a lock: the free field `withheld_pledge`."""
        said = self.free("withheld_pledge")
        return said if isinstance(said, str) else ""


class Join(OmitsEmpty):
    """A seat's answer to the offer; further fields are free, and hashed (3.3)."""

    model_config = ConfigDict(extra="allow")

    t: Literal["join"] = "join"
    offer: Hex32
    """The hash of the offer."""
    player: Field
    """The seat."""
    salt: Hex32
    """Random bytes of the seat."""
    anchor: Hex32 | None
    """P[0] of the seat's own chain."""
    public_key: str | None = None
    """A key to sign mails with."""


class Genesis(Value):
    """Line 0: offer, joins and the match's id (3.3)."""

    t: Literal["genesis"] = "genesis"
    offer: Offer
    """What the referee fixes."""
    joins: tuple[Join, ...]
    """One for each seat, in order of their names."""
    gid: Hex32
    """The id of the match: the hash of offer and joins."""

    @property
    def mode(self) -> Mode:
        """The mode that the offer names, else the one that its anchors make (3.8)."""
        if self.offer.mode is not None:
            return self.offer.mode
        if self.offer.anchor is not None:
            return "referee"
        return "mutual" if any(join.anchor for join in self.joins) else "public"

    @classmethod
    def of(cls, offer: Offer, joins: Iterable[Join]) -> "Genesis":
        """Returns line 0 of a new match."""
        listed = tuple(sorted(joins, key=lambda join: join.player))
        gid = gid_of(offer.to_json(), [join.to_json() for join in listed])
        return cls(offer=offer, joins=listed, gid=gid)

    @property
    def hashed(self) -> str:
        """The hash of its offer and joins, which `gid` must be."""
        document = self.to_json()
        return gid_of(document["offer"], sorted(document["joins"], key=lambda join: join["player"]))

"""match.json, people.json and key files: what lies beside a match's log and is no part of it."""

from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import SerializerFunctionWrapHandler, model_serializer

from adjudicator.audit.log import Field
from adjudicator.core.limits import MAX_LINKS, MAX_NAME
from adjudicator.core.save import without_empty
from adjudicator.core.values import FrozenMap, Hex32, Id, Value

__all__ = ["MatchNotes", "People", "SeatNotes", "Secret"]


class SeatNotes(Value):
    """Who sits on a seat; for mails, never hashed."""

    name: str = ""
    """The name of the person."""
    address: str = ""
    """Where the mails go. It belongs in referee/people.json, as this file is public; the next
    command that writes moves it there."""
    plays: Literal["built-in"] | None = None
    """Who plays where nobody does: the built-in player; null: the person who is named."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """An address that is not there is not written."""
        return without_empty(write(self), "address")


class MatchNotes(Value):
    """match.json: what people want to know of a match and no rule asks for. It is public."""

    format: Literal[1] = 1
    """The format of the file."""
    title: str
    """The title for people."""
    seats: FrozenMap[Id, SeatNotes]
    """By seat, who sits there."""
    language: Literal["", "en", "de"] = ""
    """The language of reports, letters and maps, as far as the game speaks it; empty: English."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A language that nobody has named is not written."""
        return without_empty(write(self), "language")

    def without_addresses(self) -> "MatchNotes":
        """Returns what everybody may read of it."""
        seats = {seat: sits.model_copy(update={"address": ""}) for seat, sits in self.seats.items()}
        return self.model_copy(update={"seats": FrozenMap(seats)})


class People(Value):
    """referee/people.json: where the mails go, and to whom. Nobody but the referee reads it."""

    format: Literal[1] = 1
    """The format of the file."""
    addresses: FrozenMap[Id, str]
    """By seat, the address; empty: not known here."""
    names: FrozenMap[Id, Annotated[str, Limits(max_length=MAX_NAME)]] = FrozenMap()
    """By seat, what letters call its player, where match.json has an id alone, as in an event."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Names that there are not are not written."""
        return without_empty(write(self), "names")


class Secret(Value):
    """A key file: one line to back up. Its owner's chain and blinds come out of it.

    Whoever has the referee's (referee/secret.json) can foresee every die; the key of a seat makes
    its pledges and the blinds of its sheets. It serves one match.
    """

    t: Literal["secret"] = "secret"
    """What the file is."""
    format: Literal[1] = 1
    """The format of the file."""
    match: Field
    """The name of the match."""
    who: Field = "referee"
    """Whose it is: "referee", or the seat."""
    links: Annotated[int, Limits(ge=0, le=MAX_LINKS)]
    """How many values the chain has; 0: the seat has no chain, and the key makes its blinds."""
    master: Hex32
    """32 random bytes, from which all values follow."""
    offer: Hex32 | None = None
    """The hash of the offer that it serves; left out where it is not known."""
    game: Hex32 | None = None
    """The gid of the match that it serves; left out where it is not known."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What is not known is not written."""
        return without_empty(write(self), "offer", "game")

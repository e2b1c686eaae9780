"""players.json: who is entered. Names are for people alone: files and hashes know ids."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    ValidationError,
    model_serializer,
)

from adjudicator.api.named_files import pretty
from adjudicator.api.problems import Problem
from adjudicator.tournament.event import (
    Amount,
    Event,
    PlayerId,
    Seat,
    Shown,
    Team,
    Text,
    without_unused,
)

__all__ = [
    "PLAYERS",
    "REMEMBERED",
    "Address",
    "Change",
    "Player",
    "Players",
    "Withdrawal",
    "check_named",
    "check_players",
    "player_id",
    "public_players",
]

PLAYERS = "players.json"
"""Where it lies: at the top of the event's folder."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}", re.ASCII)


def _address(text: str) -> str:
    if text and not _ADDRESS.fullmatch(text):
        raise ValueError("one plain address belongs here, such as anna@example.org, or nothing")
    return text


Address = Annotated[str, StringConstraints(max_length=254), AfterValidator(_address)]
"""Where somebody's letters go; empty: nowhere."""
_Key = Annotated[str, StringConstraints(pattern=r"^$|^[a-z0-9@.-]{1,60} [A-Za-z0-9+/=]{16,2000}$")]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Withdrawal(_Part):
    """That somebody left."""

    day: date
    """When."""
    reason: Text | None = None
    """Why; null: nobody said."""


Remembered: TypeAlias = Literal[
    "key", "rating", "wishes", "bid", "team", "handicap", "role", "twice", "absent"
]
"""A field on which a pairing or a score may hang."""
REMEMBERED: tuple[Remembered, ...] = (
    "key", "rating", "wishes", "bid", "team", "handicap", "role", "twice", "absent",
)  # fmt: skip
"""All of them, in the order of the file."""


class Change(_Part):
    """That what a player's entry says was changed after the first round had started."""

    n: int = Field(ge=1)
    """Its number among the changes of all players, from 1."""
    day: date
    """When."""
    was: Annotated[dict[Remembered, Any], Field(min_length=1)]
    """By field, what stood there before: earlier rounds were paired from it."""


class Player(_Part):
    """Who is entered, or was."""

    id: PlayerId
    """`p001` and so on, in the order of the list."""
    name: Shown
    """What they are called where people read."""
    address: Address = ""
    """Where their letters go; no public copy has it."""
    key: _Key = ""
    """An OpenSSH public key, with which they sign; empty: none."""
    rating: int | None = Field(default=None, ge=0, le=100_000)
    """For seeding; null: not known."""
    wishes: Annotated[list[Seat], Field(max_length=5)] = []
    """Seats, the best first."""
    bid: int | None = Field(default=None, ge=-1_000_000, le=1_000_000)
    """What they bid for the strong side; null: nothing."""
    team: Team | None = None
    """Their team; null: none."""
    handicap: Amount = "0"
    """Points that are added to their score."""
    role: Literal["player", "eliminator", "standby"] = "player"
    """An eliminator fills a seat and does not score; a standby scores."""
    twice: bool = False
    """Whether they play a second match of a round where one is lacking; it does not count."""
    built_in: bool = False
    """Whether it is the built-in player."""
    absent: Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(max_length=60)] = []
    """The rounds for which they asked for a bye."""
    entered: date
    """When they entered."""
    withdrawn: Withdrawal | None = None
    """That they left; null: they are there."""
    changes: Annotated[list[Change], Field(max_length=500)] = []
    """What was changed after the first round had started, in order."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Changes that there are not are not written."""
        return without_unused(write(self), changes=[])

    def after_changes(self, count: int) -> Player:
        """Returns the player as they were after so many changes of all players.

        pydantic.ValidationError: a field cannot hold what a change says it was.
        """
        told: dict[str, Any] = {}
        for one in reversed(self.changes):
            if one.n > count:
                told |= dict(one.was.items())
        if not told:
            return self
        whole = self.model_dump(mode="json") | told
        return Player.model_validate_json(pretty(whole))

    @property
    def is_there(self) -> bool:
        """Whether they have not left."""
        return self.withdrawn is None


class Players(_Part):
    """All that players.json says."""

    schema_version: Literal[1] = 1
    """The format of the file."""
    players: Annotated[list[Player], Field(max_length=20_000)] = []
    """All who ever entered, in the order in which they did."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of all players, in order."""
        found = [change for one in self.players for change in one.changes]
        return tuple(sorted(found, key=lambda one: one.n))

    def named(self, id: str) -> Player | None:  # noqa: A002 - the word that files use
        """Returns a player; None: there is none of this id."""
        return next((one for one in self.players if one.id == id), None)


def player_id(number: int) -> str:
    """Returns the id of the player who entered in this place, from 1.

    >>> player_id(7), player_id(1234)
    ('p007', 'p1234')
    """
    return f"p{number:03d}"


def check_players(players: Sequence[Player], event: Event) -> Iterator[Problem]:
    """Yields what is wrong with a list of players of an event."""
    for place, one in enumerate(players):
        if one.id != player_id(place + 1):
            yield Problem(
                "player-misnumbered", f"{one.id} stands in place {place + 1}",
                ("players", place, "id"), "event", kind="invalid",
                hint=f"This one is {player_id(place + 1)}: who leaves stays in the list, withdrawn,"
                " and no id is used again.",
            )  # fmt: skip
        for wish, seat in enumerate(one.wishes):
            if seat not in event.all_seats:
                yield _no_seat(seat, ("players", place, "wishes", wish), event)
        try:
            one.after_changes(0)
        except ValidationError:
            yield _wrong_change("no entry can have said this", place)
    known: list[int] = []
    for place, one in enumerate(players):
        numbers = [change.n for change in one.changes]
        if numbers != sorted({*numbers} - {*known}):
            yield _wrong_change("two changes have one number, or they are out of order", place)
        known += numbers


def _wrong_change(message: str, place: int) -> Problem:
    hint = "Put the copy back: `tournament change` writes it."
    return Problem("changes-contradict", message, ("players", place, "changes"), "event",
                   hint=hint, kind="invalid")  # fmt: skip


def check_named(players: Sequence[Player], event: Event) -> Iterator[Problem]:
    """Yields which ids tournament.json names that nobody has: before entries close some may."""
    ids = {one.id for one in players}
    named: list[tuple[str, tuple[str | int, ...]]] = [
        (one, ("apart", pair, half))
        for pair, apart in enumerate(event.apart)
        for half, one in enumerate(apart)
    ]
    named += [
        (one.player, ("referees", place, "player"))
        for place, one in enumerate(event.referees)
        if one.player is not None
    ]
    for one, path in named:
        if one not in ids:
            hint = "Ids stand in players.json."
            yield Problem("no-such-player", f"there is no player {one}", path, "event", hint=hint,
                          kind="invalid")  # fmt: skip


def _no_seat(seat: str, path: tuple[str | int, ...], event: Event) -> Problem:
    hint = f"Seats: {', '.join(event.all_seats)}."
    return Problem("unknown-seat", f"this event has no seat {seat}", path, hint=hint,
                   kind="invalid")  # fmt: skip


def public_players(players: Players, paired: Collection[str]) -> dict[str, Any]:
    """Returns players.json as everybody may have it, without addresses.

    Bids are in it only once they have bought something: nobody bids knowing those of others.

    Args:
        paired: the ids of all who have had a match in a round that has started.
    """
    told = players.model_dump(mode="json", exclude_none=True)
    for place, one in enumerate(told["players"]):
        del one["address"]
        if one["id"] in paired:
            continue
        one.pop("bid", None)
        for change in one.get("changes", ()):
            change["was"].pop("bid", None)
        one["changes"] = [change for change in one.pop("changes", ()) if change["was"]]
        told["players"][place] = without_unused(one, changes=[])
    return told

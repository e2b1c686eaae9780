"""tournament.json: the rules of an event, fixed when its first round starts (tournaments.md 2)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
)

from adjudicator.api.named_files import pretty
from adjudicator.api.texts import visible

__all__ = [
    "EVENT",
    "FIXED",
    "FOR_TWO",
    "Amendment",
    "Amount",
    "Dates",
    "Dice",
    "DrawSize",
    "Event",
    "EventId",
    "Groups",
    "KnockOut",
    "Places",
    "PlayerId",
    "Referee",
    "RefereeId",
    "Rolling",
    "RulebookPoints",
    "Ruling",
    "Scoring",
    "Seat",
    "Shown",
    "Smaller",
    "SumOfSquares",
    "Swiss",
    "Tables",
    "Team",
    "Text",
    "TieBreak",
    "Unplayed",
    "WinDrawLoss",
    "amended",
    "amount",
    "without_unused",
]

EVENT = "tournament.json"
"""Where it lies: at the top of the event's folder."""

_AMOUNT = r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8})?$"


def _seen(text: str) -> str:
    if visible(text) != text or text != " ".join(text.split()):
        raise ValueError("only characters that are seen belong here, with single blanks between")
    return text


def _read(text: str) -> str:
    if visible(text, keep="\n") != text:
        raise ValueError("only characters that are seen belong here, and line feeds")
    return text


EventId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]([a-z0-9-]{0,11}[a-z0-9])?$")]
"""1 to 13 small letters, digits and hyphens: with `-01-03` behind it, a match is named."""
PlayerId = Annotated[str, StringConstraints(pattern=r"^p[0-9]{3,5}$")]
"""`p001` and so on; never used again."""
RefereeId = Annotated[str, StringConstraints(pattern=r"^r[0-9]{1,2}$")]
"""`r1` and so on."""
Seat = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
"""A seat, as the game names it."""
Team = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
"""A team's id."""
Amount = Annotated[str, StringConstraints(pattern=_AMOUNT)]
"""A whole number or an exact fraction: `1`, `1/2`, `-3`."""
Shown = Annotated[str, StringConstraints(min_length=1, max_length=120), AfterValidator(_seen)]
"""A line for people."""
Text = Annotated[str, StringConstraints(min_length=1, max_length=4000), AfterValidator(_read)]
"""Some lines for people: a reason, a claim, a ruling."""

TieBreak: TypeAlias = Literal[
    "direct-encounter",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-cut-2",
    "buchholz-median-1",
    "sonneborn-berger",
    "sonneborn-berger-cut-1",
    "progressive",
    "wins",
    "weaker-wins",
    "opponents",
    "points",
    "lot",
]
"""What parts players of equal score; down to `progressive` for two seats only (FIDE C.07)."""

FOR_TWO = (
    "direct-encounter", "buchholz", "buchholz-cut-1", "buchholz-cut-2", "buchholz-median-1",
    "sonneborn-berger", "sonneborn-berger-cut-1", "progressive",
)  # fmt: skip
"""Those that are for two seats only."""


def amount(text: str) -> Fraction:
    """Returns an exact number that stands in a file as `1/2`."""
    return Fraction(text)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


# -- formats ------------------------------------------------------------------------------------


class Swiss(_Part):
    """Two seats; nobody meets twice; who stand alike meet (tournaments.md 3)."""

    kind: Literal["swiss"] = "swiss"
    """This format."""
    rounds: int = Field(ge=1, le=30)
    """How many rounds there are."""


class Groups(_Part):
    """Two seats; everybody in a group meets everybody, all matches at once (Berger's tables)."""

    kind: Literal["groups"] = "groups"
    """This format."""
    size: int = Field(default=6, ge=3, le=24)
    """How many there are in a group, at most."""
    final: int = Field(default=0, ge=0, le=24)
    """How many of each group play on, as a knock-out; 0: nobody, the groups decide."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A final that there is not is not written."""
        return without_unused(write(self), final=0)


class KnockOut(_Part):
    """Two seats; who loses is out. The first seeds have byes; 1 and 2 meet only in the final."""

    kind: Literal["knock-out"] = "knock-out"
    """This format."""


class Rolling(_Part):
    """Two seats; who wait are paired at an hour that is published: leagues and ladders."""

    kind: Literal["rolling"] = "rolling"
    """This format."""
    waiting: int = Field(default=8, ge=2, le=64)
    """How many must wait before any are paired."""


class Tables(_Part):
    """Three to five seats (tournaments.md 4)."""

    kind: Literal["tables"] = "tables"
    """This format."""
    rounds: int = Field(ge=1, le=30)
    """How many rounds there are."""
    meeting_weight: int = Field(default=200, ge=0, le=1_000_000)
    """What it costs to sit two together who have met once before."""


Format: TypeAlias = Annotated[
    Swiss | Groups | KnockOut | Rolling | Tables, Field(discriminator="kind")
]
"""How it is found out who meets whom."""


# -- scores -------------------------------------------------------------------------------------


class WinDrawLoss(_Part):
    """A win, a draw, a loss. Whoever is first alone wins; who share the first place draw."""

    kind: Literal["win-draw-loss"] = "win-draw-loss"
    """This way of scoring."""
    win: Amount = "1"
    """Of whoever wins alone."""
    draw: Amount = "1/2"
    """Of each who shares the first place."""
    loss: Amount = "0"
    """Of the others."""


class RulebookPoints(_Part):
    """The points that the rulebook gives, as they are."""

    kind: Literal["rulebook-points"] = "rulebook-points"
    """This way of scoring."""


class Places(_Part):
    """Points by place; who share places share their points."""

    kind: Literal["places"] = "places"
    """This way of scoring."""
    points: Annotated[list[Amount], Field(min_length=1, max_length=5)]
    """Of the first place first: 10, 4, 1 say. Later places get nothing."""


class SumOfSquares(_Part):
    """A total, shared by the squares of the rulebook's points."""

    kind: Literal["sum-of-squares"] = "sum-of-squares"
    """This way of scoring."""
    total: Amount = "100"
    """What is shared."""


class DrawSize(_Part):
    """A total, shared evenly by all who share the first place."""

    kind: Literal["draw-size"] = "draw-size"
    """This way of scoring."""
    total: Amount = "100"
    """What is shared."""


Scoring: TypeAlias = Annotated[
    WinDrawLoss | RulebookPoints | Places | SumOfSquares | DrawSize, Field(discriminator="kind")
]
"""How a match gives points in the event."""


class Unplayed(_Part):
    """What is given where nobody met."""

    forfeit_win: Amount = "1"
    """To those who were there."""
    forfeit_loss: Amount = "0"
    """To those who were not."""
    bye_asked: Amount = "1/2"
    """To whoever asked for a bye."""
    bye_given: Amount = "1"
    """To whoever found no opponent."""


# -- the rest -----------------------------------------------------------------------------------


class Dates(_Part):
    """From when to when a round is played; the last day counts, by UTC."""

    starts: date
    """The first day."""
    ends: date
    """The last day."""


class Dice(_Part):
    """How the dice of all matches are made, and how seats come to their keys."""

    mode: Literal["referee", "public", "external", "sealed", "mutual", "beacon"] = "referee"
    """As for `adjudicator new --mode`."""
    joins: bool = False
    """Whether players join with keys of their own: then `start` makes offers."""
    age: bool = False
    """Whether sheets can be sealed to the referee."""
    penalty: Annotated[str, StringConstraints(max_length=500), AfterValidator(_seen)] = ""
    """What a pledge costs that is withheld after a lock."""


class Referee(_Part):
    """Who rules. Nobody rules in their own match."""

    id: RefereeId
    """`r1` and so on."""
    name: Shown
    """What they are called where people read."""
    player: PlayerId | None = None
    """Who they are as a player, where they play."""


class Ruling(_Part):
    """What was ruled for the whole event; a ruling for one match stands in results.jsonl."""

    n: int = Field(ge=1)
    """Its number, from 1."""
    day: date
    """When it was made."""
    by: RefereeId
    """Who made it."""
    text: Text
    """What it says."""


class Amendment(_Part):
    """A change of the event's rules after it has started, for all to see."""

    n: int = Field(ge=1)
    """Its number, from 1."""
    day: date
    """When it was made."""
    by: RefereeId
    """Who made it."""
    reason: Text
    """Why."""
    changes: Annotated[dict[str, Any], Field(min_length=1)]
    """By field of tournament.json, its new value."""


class Smaller(_Part):
    """What a table of one player fewer plays, where the players do not fill all tables."""

    scenario: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")]
    """A scenario of the same game that ships with it."""
    seats: Annotated[list[Seat], Field(min_length=2, max_length=4)]
    """Its seats, in the game's order: one fewer than the others have."""
    options: dict[str, Any] = {}
    """Departures from its own options."""


class Event(_Part):
    """All that tournament.json says."""

    schema_version: Literal[1] = 1
    """The format of the file."""
    id: EventId
    """The event, in names of matches."""
    title: Shown
    """The event, for people."""
    about: Annotated[str, StringConstraints(max_length=20_000), AfterValidator(_read)] = ""
    """Words for the front page: how to enter, special rules, what is done about mistakes."""
    game: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")]
    """The full name of the game."""
    scenario: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")]
    """A scenario that ships with the game."""
    options: dict[str, Any] = {}
    """Departures from the scenario's own options."""
    seats: Annotated[list[Seat], Field(min_length=2, max_length=5)]
    """The seats of a match in the game's order; of two, the first is White to pairing engines."""
    smaller: Smaller | None = None
    """What tables of one player fewer play; null: all tables are full, and `odd` says who is left.
    An amendment may name it where nothing stands here."""
    format: Format
    """How it is found out who meets whom."""
    dates: Annotated[list[Dates], Field(max_length=60)] = []
    """When rounds are played, the first round first; none: they have no dates."""
    scoring: Scoring = WinDrawLoss()
    """How a match gives points in the event."""
    unplayed: Unplayed = Unplayed()
    """What is given where nobody met."""
    tie_breaks: Annotated[list[TieBreak], Field(max_length=13)] = ["lot"]
    """In their order."""
    best: int | None = Field(default=None, ge=1, le=60)
    """How many of a player's match scores count, the best ones; null: all."""
    team_best: int | None = Field(default=None, ge=1, le=60)
    """How many members count for a team; null: all."""
    weaker: Annotated[list[Seat], Field(max_length=4)] = []
    """The seats that are called the weaker side."""
    top_board: Annotated[str, StringConstraints(pattern=r"^([0-9]{2}-[0-9]{2,3})?$")] = ""
    """The match whose places fix the first places of the event; empty: there is none."""
    clock: dict[str, Any] | None = None
    """The clock of every match, as schemas/clock.json says; null: none."""
    dice: Dice = Dice()
    """How dice are made in its matches."""
    odd: Literal["bye", "eliminator", "standby", "twice"] = "bye"
    """What is done where the number of players does not fit (tournaments.md 1)."""
    sides: Literal["seeded", "bid", "both"] = "seeded"
    """How sides are evened: by turns, by bids, or both are played."""
    unfinished: Annotated[
        list[Literal["agreed", "rulebook", "adjudicated"]], Field(min_length=1, max_length=3)
    ] = ["agreed", "adjudicated"]
    """What ends a match that is not over at its date (tournaments.md 6)."""
    replaced: Literal["replacement", "former"] = "replacement"
    """Who scores a seat that changed hands in play."""
    referees: Annotated[list[Referee], Field(min_length=1, max_length=20)]
    """Who may rule."""
    apart: Annotated[list[tuple[PlayerId, PlayerId]], Field(max_length=500)] = []
    """Two each who are kept apart."""
    rulings: Annotated[list[Ruling], Field(max_length=500)] = []
    """What was ruled for the whole event; they only grow."""
    amendments: Annotated[list[Amendment], Field(max_length=200)] = []
    """What changed after the start; they only grow."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A smaller table that there is not is not written."""
        return without_unused(write(self), smaller=None)

    @property
    def sizes(self) -> dict[int, tuple[str, ...]]:
        """The seats of a match by their number: of full tables first, then of smaller ones."""
        seats = [self.seats] if self.smaller is None else [self.seats, self.smaller.seats]
        return {len(one): tuple(one) for one in seats}

    def scenario_for(self, count: int) -> tuple[str, dict[str, Any]]:
        """Returns what a table of so many players plays: the scenario, and its options."""
        if self.smaller is not None and count == len(self.smaller.seats):
            return self.smaller.scenario, self.smaller.options
        return self.scenario, self.options

    @property
    def all_seats(self) -> tuple[str, ...]:
        """All seats that somebody can have, those of full tables first."""
        return tuple(dict.fromkeys(seat for seats in self.sizes.values() for seat in seats))

    @property
    def rounds(self) -> int | None:
        """How many rounds there are; None: it shows."""
        return self.format.rounds if isinstance(self.format, Swiss | Tables) else None

    def referee(self, id: str) -> Referee | None:  # noqa: A002 - the word that files use
        """Returns a referee; None: there is none of this id."""
        return next((one for one in self.referees if one.id == id), None)


FIXED = ("schema_version", "id", "game", "scenario", "options", "seats", "rulings", "amendments")
"""Fields that no amendment changes: matches hang on the first, the last two only grow."""


def without_unused(told: dict[str, Any], **unused: object) -> dict[str, Any]:
    """Returns what a file is to say, without fields that say nothing: older files lack them.

    Args:
        unused: by field, the value that says nothing.
    """
    return {name: value for name, value in told.items()
            if name not in unused or value != unused[name]}  # fmt: skip


def amended(event: Event) -> Event:
    """Returns an event as its amendments left it.

    Raises:
        pydantic.ValidationError: a new value cannot stand in its field.
    """
    whole = event.model_dump(mode="json")
    for one in event.amendments:
        whole |= {name: value for name, value in one.changes.items() if name not in FIXED}
    return Event.model_validate_json(pretty(whole))

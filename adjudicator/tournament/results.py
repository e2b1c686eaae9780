"""results.jsonl: what came of every match. It only grows; a correction names the line before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, RootModel, StringConstraints

from adjudicator.api.problems import Problem
from adjudicator.tournament.event import Amount, PlayerId, RefereeId, Seat, Text
from adjudicator.tournament.kinds import MET, Kind

__all__ = [
    "DECIDED",
    "MET",
    "RESULTS",
    "Advice",
    "Appeal",
    "AppealDecided",
    "ByHead",
    "ByRound",
    "ByRuling",
    "Claim",
    "Kind",
    "Line",
    "MatchLine",
    "Replacement",
    "Result",
    "ResultLine",
    "RoundStarted",
    "RulesNoted",
    "Scored",
    "check_results",
    "in_force",
    "matches_of",
    "upheld_in",
]

RESULTS = "results.jsonl"
"""Where they lie: at the top of the event's folder."""

DECIDED: tuple[Kind, ...] = ("agreed", "adjudicated", "forfeited", "double-forfeit", "void")
"""Those that a referee decides or writes down."""

_Named = Annotated[str, StringConstraints(pattern=r"^[0-9]{2}-([0-9]{2,4}|bye-p[0-9]{3,5})$")]
_Head = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
_File = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}\.[a-z]{1,10}$")]
_At = Annotated[datetime, Field(json_schema_extra={"format": "date-time"})]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Scored(_Part):
    """What a match came to for one player."""

    player: PlayerId
    """Who."""
    seat: Seat | None = None
    """null: a bye."""
    place: int = Field(default=1, ge=1, le=5)
    """1 for the first. Who share a place have the same, and the next is as if they did not."""
    points: Amount = "0"
    """The rulebook's points."""
    forfeits: bool = False
    """Whether they were not there."""
    awarded: Amount | None = None
    """Points in the event that a referee laid down; null: the scoring says."""
    scores: bool = True
    """False: it does not count for the player's score."""
    rated: bool = True
    """False: it does not count for ratings."""


class Advice(_Part):
    """What built-in players made of an unfinished match: advice, no result (tournaments.md 6)."""

    playouts: int = Field(ge=1, le=10_000)
    """How often they played it to the end."""
    seed: Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
    """The public seed: anybody can play them again."""
    head: _Head
    """The head of the log from which they were played."""
    wins: dict[Seat, int]
    """By seat, how often it won alone."""
    unfinished: int = Field(default=0, ge=0)
    """How many did not end."""
    share: dict[Seat, Annotated[str, StringConstraints(pattern=r"^[01]\.[0-9]{3}$")]]
    """By seat, the share of wins."""
    error: dict[Seat, Annotated[str, StringConstraints(pattern=r"^[01]\.[0-9]{3}$")]]
    """By seat, one standard error of it (Agresti and Coull)."""


class ByHead(_Part):
    """The log of the match says it."""

    by: Literal["head"] = "head"
    """This source."""
    head: _Head
    """The hash of its last line."""
    opening: int = Field(ge=0)
    """The last opening of the log."""


class ByRuling(_Part):
    """A referee says it."""

    by: Literal["referee"] = "referee"
    """This source."""
    referee: RefereeId
    """Who says it."""
    reason: Text
    """Why."""
    head: _Head | None = None
    """The head of the log that they saw; null: there was none."""
    claims: Annotated[list[int], Field(max_length=10)] = []
    """The lines of the claims that they read."""
    advice: Advice | None = None
    """What built-in players made of it; null: nobody asked them."""


class ByRound(_Part):
    """The pairing of the round says it: a bye."""

    by: Literal["pairing"] = "pairing"
    """This source."""


class _Line(_Part):
    n: int = Field(ge=1)
    """The number of the line, from 1."""
    at: _At
    """When it was written."""
    prev: _Head | None = None
    """The SHA-256 of the line before, as it stands in the file without its line feed; of the first,
    the hash of what tournament.json fixes. null: it is not written yet."""


class Result(_Line):
    """What a match, or a bye, came to."""

    line: Literal["result"] = "result"
    """This kind of line."""
    match: _Named
    """The match, or the bye."""
    kind: Kind
    """How it came about."""
    players: Annotated[list[Scored], Field(min_length=1, max_length=5)]
    """In the order of the seats."""
    source: Annotated[ByHead | ByRuling | ByRound, Field(discriminator="by")]
    """Who says so."""
    corrects: int | None = Field(default=None, ge=1)
    """The line whose place it takes; null: it is the first of its match."""


class Appeal(_Line):
    """Somebody asks for another referee's word on a result."""

    line: Literal["appeal"] = "appeal"
    """This kind of line."""
    against: int = Field(ge=1)
    """The line of the result."""
    player: PlayerId
    """Who appeals."""
    reason: Text
    """Why."""


class AppealDecided(_Line):
    """What another referee said of an appeal; a result that changes is a correction behind it."""

    line: Literal["appeal-decided"] = "appeal-decided"
    """This kind of line."""
    appeal: int = Field(ge=1)
    """The line of the appeal."""
    referee: RefereeId
    """Who decided."""
    upheld: bool
    """Whether the player was right."""
    reason: Text
    """Why."""


class Claim(_Line):
    """What a player says of an unfinished match, for the judge."""

    line: Literal["claim"] = "claim"
    """This kind of line."""
    match: _Named
    """The match."""
    player: PlayerId
    """Who claims."""
    text: Text
    """What they say."""


class Replacement(_Line):
    """A seat of a match under way changed hands."""

    line: Literal["replacement"] = "replacement"
    """This kind of line."""
    match: _Named
    """The match."""
    seat: Seat
    """The seat."""
    former: PlayerId
    """Who had it."""
    player: PlayerId
    """Who has it now."""
    referee: RefereeId
    """Who arranged it."""
    reason: Text
    """Why."""


class RoundStarted(_Line):
    """A round has started; its files stay as they are."""

    line: Literal["round"] = "round"
    """This kind of line."""
    round: int = Field(ge=1, le=99)
    """The round."""
    files: Annotated[dict[_File, _Head], Field(min_length=1, max_length=4)]
    """By name, the SHA-256 of each file in its folder."""
    about: _Head
    """The SHA-256 of the words about the event, with its special rules."""


class RulesNoted(_Line):
    """Amendments, rulings for the whole event and the words about it, as they stood by now."""

    line: Literal["rules"] = "rules"
    """This kind of line."""
    amendments: int = Field(ge=0)
    """How many amendments there were."""
    rulings: int = Field(ge=0)
    """How many rulings."""
    digest: _Head
    """The hash of these (`chain.rules_hash`)."""
    about: _Head
    """The SHA-256 of the words about the event, as the amendments left them."""


MatchLine: TypeAlias = Result | Appeal | AppealDecided | Claim | Replacement
"""A line of results.jsonl that is about one match, or a bye."""
Line: TypeAlias = MatchLine | RoundStarted | RulesNoted
"""A line of results.jsonl."""


class ResultLine(RootModel[Annotated[Line, Field(discriminator="line")]]):
    """One line of results.jsonl."""


def in_force(lines: Sequence[Line]) -> dict[str, Result]:
    """Returns by match the result that no later line corrects, in the order of the first lines."""
    found: dict[str, Result] = {}
    for one in lines:
        if isinstance(one, Result):
            found[one.match] = one
    return found


def matches_of(lines: Sequence[Line]) -> dict[int, str]:
    """Returns by the number of each line the match, or the bye, that it is about; empty: none."""
    found: dict[int, str] = {}
    for one in lines:
        if isinstance(one, Appeal):
            found[one.n] = found.get(one.against, "")
        elif isinstance(one, AppealDecided):
            found[one.n] = found.get(one.appeal, "")
        else:
            found[one.n] = "" if isinstance(one, RoundStarted | RulesNoted) else one.match
    return found


def upheld_in(lines: Sequence[Line]) -> dict[int, AppealDecided]:
    """Returns what was decided of appeals that were upheld and await their correction.

    By the line of the result that was appealed against: no line corrects it, so it is in force.
    """
    against = {one.n: one.against for one in lines if isinstance(one, Appeal)}
    corrected = {one.corrects for one in lines if isinstance(one, Result)}
    return {
        against[one.appeal]: one
        for one in lines
        if isinstance(one, AppealDecided) and one.upheld and against[one.appeal] not in corrected
    }


def check_results(lines: Sequence[Line], sat: Mapping[str, Mapping[str, str]]) -> Iterator[Problem]:
    """Yields what is wrong with the lines of an event; the first step of a path is the line.

    Args:
        sat: by match and bye, who sits where (of a bye, under an empty seat).
    """
    standing: dict[str, Result] = {}
    sitting = {
        match: {seat: [player] for seat, player in seats.items()} for match, seats in sat.items()
    }
    for place, one in enumerate(lines):
        if one.n != place + 1:
            yield _wrong(f"line {one.n} stands in place {place + 1}", (place, "n"))
        if isinstance(one, Result):
            yield from _check_result(one, place, standing.get(one.match), sitting)
            standing[one.match] = one
        elif isinstance(one, Appeal):
            if not any(isinstance(old, Result) and old.n == one.against for old in lines[:place]):
                yield _wrong(f"line {one.against} is no result before it", (place, "against"))
        elif isinstance(one, AppealDecided):
            if not any(isinstance(old, Appeal) and old.n == one.appeal for old in lines[:place]):
                yield _wrong(f"line {one.appeal} is no appeal before it", (place, "appeal"))
        elif isinstance(one, Claim):
            if one.match not in sitting:
                yield _wrong(f"there is no match {one.match}", (place, "match"))
        elif isinstance(one, RoundStarted):
            if any(isinstance(old, RoundStarted) and old.round == one.round
                   for old in lines[:place]):  # fmt: skip
                yield _wrong(f"round {one.round} started before", (place, "round"))
        elif isinstance(one, RulesNoted):
            continue  # tournament.json is held against it
        elif sitting.get(one.match, {}).get(one.seat, [""])[-1] != one.former:
            yield _wrong(f"{one.former} does not sit there", (place, "former"))
        else:
            sitting[one.match][one.seat].append(one.player)


def _check_result(
    one: Result, place: int, old: Result | None, sitting: Mapping[str, Mapping[str, list[str]]]
) -> Iterator[Problem]:
    if one.match not in sitting:
        yield _wrong(f"there is no match {one.match}", (place, "match"))
    else:
        there = sitting[one.match]
        fits = all(scored.player in there.get(scored.seat or "", ()) for scored in one.players)
        seats = {scored.seat or "" for scored in one.players}
        is_bye = one.kind in ("bye-asked", "bye-given")
        whole = len(one.players) == (1 if is_bye else len(there))
        if not fits or not whole or len(seats) < len(one.players):
            yield _wrong(f"others sit in {one.match}", (place, "players"))
    if (old.n if old else None) != one.corrects:
        message = f"line {old.n} is in force" if old else "there is no result to correct"
        yield _wrong(message, (place, "corrects") if one.corrects else (place,))


def _wrong(message: str, path: tuple[Any, ...]) -> Problem:
    return Problem(
        "results-contradict", message, path, "event", kind="invalid",
        hint="The file only grows, by `tournament result`: put the copy back.",
    )  # fmt: skip

"""An event as it was when a round was paired: later results and players have no part in a pairing.

What stood in the files on that day is known but for its hour: so there may be several such events,
and a pairing holds that follows from one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta
from functools import cached_property
from typing import Any

from adjudicator.api.named_files import read_json
from adjudicator.api.problems import RefusedFile
from adjudicator.tournament.event import Event, amended
from adjudicator.tournament.facts import entrants_of
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.players import Player, Players
from adjudicator.tournament.results import Line, Replacement, Result
from adjudicator.tournament.rounds import INPUT, RoundPairing, swapped

__all__ = ["SLACK", "PairedFrom", "days_of", "past_events", "proposed", "rules_on"]

SLACK = timedelta(days=1)
"""By so much the clocks of two referees may differ who keep one event."""


@dataclass(frozen=True)
class PairedFrom:
    """What the engine of a round got, as it stands in its file."""

    text: str
    """The file."""
    is_trf: bool
    """Whether it is a TRF; else JSON."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids that it names; of a TRF those of all who were entered."""
        if self.is_trf:
            return tuple(
                line[14:47].strip() for line in self.text.splitlines() if line.startswith("001")
            )
        return tuple(self.entrants)

    @cached_property
    def entrants(self) -> Mapping[str, tuple[int, str]]:
        """Of JSON: by id, lot and score; empty: it is none of ours."""
        try:
            return {
                str(one["id"]): (int(one["lot"]), str(one["score"])) for one in self._told()
            }  # fmt: skip
        except (RefusedFile, ValueError, KeyError, TypeError):
            return {}

    @cached_property
    def here(self) -> frozenset[str]:
        """Of JSON: the ids of those who were there, whether or not they were paired."""
        try:
            return frozenset(str(one["id"]) for one in self._told() if one["absent"] is False)
        except (RefusedFile, ValueError, KeyError, TypeError):
            return frozenset()

    def _told(self) -> Any:
        told: Any = read_json(self.text.encode(), source=INPUT).data
        return told["entrants"]


def proposed(paired: RoundPairing) -> RoundPairing:
    """Returns a pairing as it was before a referee changed it by hand; costs stay."""
    for swap in reversed(paired.swaps):
        one, two = swap.players
        paired = swapped(paired, {one: two, two: one})
    return paired


def rules_on(event: OpenEvent, since: date, until: date) -> Iterator[Event]:
    """Yields the rules of an event between two days, the newest first.

    Args:
        since: amendments of days before it were in force already.
        until: those of later days were not.
    """
    days = [one.day for one in event.written.amendments]
    least, most = sum(day < since for day in days), sum(day <= until for day in days)
    found: list[Event] = []
    for count in range(most, least - 1, -1):
        kept = event.written.model_copy(update={"amendments": event.written.amendments[:count]})
        with suppress(ValueError):  # a later amendment mended what this one left
            found.append(amended(kept))
    yield from found or [event.event]


def days_of(event: OpenEvent, number: int) -> tuple[date, date]:
    """Returns between which days a round that has started was paired, with the slack of clocks."""
    before = event.started[number - 2].started if number > 1 else None
    started = event.started[number - 1].started
    return (
        date.min if before is None else before - SLACK,
        date.max if started is None else started + SLACK,
    )


def past_events(event: OpenEvent, number: int, given: PairedFrom) -> Iterator[OpenEvent]:
    """Yields the event as it may have been when a started round was paired, the latest first.

    Args:
        given: what its engine got; events that cannot have given it are left out where that shows.
    """
    paired = event.started[number - 1]
    since, until = days_of(event, number)
    for rules in rules_on(event, since, until):
        for players in _players(event, proposed(paired), (since, until), given):
            for lines in _lines(event, number, since, until):
                past = replace(
                    event, event=rules, players=players, lines=lines,
                    rounds=event.rounds[: number - 1],
                )  # fmt: skip
                if given.is_trf or _fits(past, number, given):
                    yield past


def _fits(past: OpenEvent, number: int, given: PairedFrom) -> bool:
    """Whether the entrants of an event have the lots and scores that its engine got."""
    try:
        here = {one.id: (one.lot, str(one.score)) for one in entrants_of(past, number)}
    except ValueError:  # these lines cannot have stood there together
        return False
    return all(here.get(name) == told for name, told in given.entrants.items())


def _lines(event: OpenEvent, number: int, since: date, until: date) -> Iterator[tuple[Line, ...]]:
    """Yields the results of earlier rounds that may have been known, the most first."""
    days = [(one, one.at.astimezone(UTC).date()) for one in event.lines]
    known = [
        (one, day)
        for one, day in days
        if isinstance(one, Result | Replacement) and day <= until and int(one.match[:2]) < number
    ]
    for end in range(len(known), sum(day < since for _, day in known) - 1, -1):
        yield tuple(one for one, _ in known[:end])


def _players(
    event: OpenEvent, paired: RoundPairing, days: tuple[date, date], given: PairedFrom
) -> Iterator[Players]:
    """Yields players.json as it may have been, who entered last first."""
    since, until = days
    last = (paired.started or until) - SLACK
    everybody = event.players.players
    seated = {player for match in paired.matches for player in match.seats.values()}
    out = {bye.player for bye in paired.byes} | given.here
    named = seated | out | set(given.ids)
    least = max((n for n, one in enumerate(everybody, 1) if one.id in named), default=0)
    most = max(least, sum(one.entered <= until for one in everybody))
    counts: Sequence[int] = [least] if given.is_trf else range(most, least - 1, -1)
    for count in counts:
        then = [
            _then(one, last if one.id in seated else since if one.id in out else date.max, until)
            for one in everybody[:count]
        ]
        for known in _changes(event, since, until):
            yield Players(players=[one.after_changes(known) for one in then])


def _changes(event: OpenEvent, since: date, until: date) -> Iterator[int]:
    """Yields how many changes of entries may have been made, the most first."""
    days = [one.day for one in event.players.changes]
    for count in range(sum(day <= until for day in days), sum(day < since for day in days) - 1, -1):
        yield event.players.changes[count - 1].n if count else 0


def _then(one: Player, from_: date, until: date) -> Player:
    """Returns a player as they were: who left later was there still.

    Args:
        from_: they are in the pairing: who left on this day or later had not left before it.
        until: the day of the start.
    """
    left = one.withdrawn
    if left is None or (left.day < from_ and left.day <= until):
        return one
    return one.model_copy(update={"withdrawn": None})

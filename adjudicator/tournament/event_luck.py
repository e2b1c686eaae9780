"""The luck of an event from its logs: a story, not evidence (tournaments.md 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.luck import Chances, dice_of, throws_for
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.standings.luck import PlayerLuck, event_luck
from adjudicator.workers.driver import Driver
from adjudicator.workers.outcomes import Outcome

__all__ = ["EventLuck", "MatchThrows", "luck_of_event", "match_throws"]


class MatchThrows(NamedTuple):
    """What the throws of a match were for; it can be pickled."""

    by_seat: Mapping[str, tuple[tuple[Chances, int], ...]]
    """By seat, each throw of the openings that stand, turned so that more is better."""
    unknown: str
    """Why the purpose of some is not known; empty: it is."""


@dataclass(frozen=True, kw_only=True)
class EventLuck:
    """The luck of all players of an event."""

    players: tuple[PlayerLuck, ...]
    """By id; who threw nothing is left out."""
    unknown: Mapping[str, str]
    """By match, why not all of its throws are counted."""


def match_throws(folder: Path) -> MatchThrows:
    """Plays a match again to see what its dice were for: the job of a worker.

    Raises:
        RefusedFile, UnusableFile: as `api.luck.dice_of`.
    """
    found = dice_of(folder)
    seats = {side: seat for seat, sides in found.sides_by_seat.items() for side in sides}
    thrown: dict[str, list[tuple[Chances, int]]] = {seat: [] for seat in found.sides_by_seat}
    for trial in found.trials(found.standing):
        seat = seats.get(trial.side, trial.side)
        if seat in thrown:
            thrown[seat] += throws_for([trial])
    by_seat = {seat: tuple(throws) for seat, throws in thrown.items()}
    return MatchThrows(by_seat, found.unknown)


def luck_of_event(
    event: OpenEvent,
    driver: Driver,
    *,
    told: Callable[[Outcome[MatchThrows]], None] = lambda outcome: None,
) -> EventLuck:
    """Returns the luck of an event: of each player one exact sum over all their matches.

    The throws of a seat that changed hands are those of whoever has it now.

    Args:
        driver: who plays the matches again.
        told: is given each match as soon as its throws are known.
    """
    begun = [one for one in event.matches if (event.match_folder(one) / "log.jsonl").is_file()]
    outcomes = driver.run(match_throws, [event.match_folder(one) for one in begun], told=told)
    throws: dict[str, list[tuple[Chances, int]]] = {}
    unknown: dict[str, str] = {}
    for match, outcome in zip(begun, outcomes, strict=True):
        if outcome.kind != "done":
            problems = "; ".join(one.message for one in outcome.problems)
            unknown[match] = problems or f"its log was not read: {outcome.kind}"
            continue
        if outcome.done.unknown:
            unknown[match] = outcome.done.unknown
        for seat, player in event.seated(match).items():
            throws.setdefault(player, []).extend(outcome.done.by_seat.get(seat, ()))
    return EventLuck(players=event_luck(throws), unknown=unknown)

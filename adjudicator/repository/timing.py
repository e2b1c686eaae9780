"""The clock of a match that is played by git: who was asked since when, and what follows.

Times of commits prove nothing, for players write them. So the clock has one rule of its own: what
lies there when an opening is locked is in time. It runs from the lock of the opening before, and
against those alone of whom nothing is there. What it gives goes into the tag that locks, so that
whoever goes on with that lock tells the log the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pydantic import ValidationError

from adjudicator.api.clock import ClockFacts
from adjudicator.api.match import Match
from adjudicator.api.problems import Problem, Unusable
from adjudicator.clock.ruling import facts_of, rule_on
from adjudicator.clock.situation import Asked, Ruling, Situation, What
from adjudicator.repository.origin import LOG, TURNS, Fetched, Lock, Origin, log_at

__all__ = ["Ruled", "asked_since", "facts_in", "ruled"]

_KINDS: Mapping[str, What] = {"sheet": "turn", "answer": "answer", "pledge": "pledge"}


class Ruled(NamedTuple):
    """What the clock gives at a moment."""

    ruling: Ruling
    """Deadlines and steps."""
    facts: ClockFacts
    """What the log is told if the opening is made by it."""

    @property
    def deadlines(self) -> dict[str, str]:
        """By seat that is asked, when its sheet or pledge is due, in UTC."""
        return {seat: f"{at:%Y-%m-%dT%H:%MZ}" for seat, at in sorted(self.ruling.due.items())}


def asked_since(origin: Origin, fetched: Fetched, n: int, lock: Lock | None) -> datetime:
    """Returns since when an opening is awaited; of a locked one, since when its pledges are.

    That is when the lock before it was made, as its tag says; where lines came into the log by
    hand since, or no tag is there, it is the commit that brought them.

    Args:
        lock: the lock of its sheets, if pledges are awaited.
    """
    git = origin.git
    before = lock if lock is not None else origin.newest_lock(n - 1)
    if before is not None and lock is None:
        made = git.commit_named(f"{TURNS}n{n - 1:04d}")
        if made is None or log_at(git, made) != fetched.log:
            before = None
    if before is not None:
        return datetime.fromtimestamp(before.seconds, UTC)
    words = ("log", "-1", "--format=%ct", fetched.tip, "--", LOG)
    return datetime.fromtimestamp(int(git.run(*words).text or 0), UTC)


def ruled(
    match: Match, given: Iterable[str], since: datetime, now: datetime, *, lock: Lock | None
) -> Ruled | None:
    """Returns what the clock gives; None: the match has none, or awaits nobody it knows.

    Args:
        given: the seats whose sheets, or pledges, are there.
        since: since when they are asked.
        now: the moment, with a zone.
        lock: the lock of the sheets, where pledges are awaited.

    Raises:
        Unusable: `tag-false`, the lock says of the clock what cannot be.
    """
    if match.clock is None or match.is_over:
        return None
    plays, kinds = match.plays, _KINDS
    asked = {
        one.seat: Asked(one.seat, kinds[one.what], since)
        for one in match.awaited
        if one.seat is not None and one.seat not in plays and one.what in kinds
    }
    if not asked:
        return None
    situation = Situation(
        n=match.n + 1,
        asked=tuple(asked.values()),
        received={seat: since for seat in given if seat in asked},
        standing=match.clock_standing,
    )
    ruling = rule_on(match.clock, situation, max(now, since))
    locked = facts_in(lock.said["clock"]) if lock is not None and "clock" in lock.said else None
    return Ruled(ruling, facts_of(match.clock, situation, ruling, locked=locked))


def facts_in(said: Any) -> ClockFacts:
    """Returns the facts of the clock that the tag of a lock tells, from its JSON.

    Raises:
        Unusable: `tag-false`, they are none.
    """
    try:
        return ClockFacts.model_validate(said, strict=False)
    except ValidationError:
        message = "the tag of a lock says of the clock what no clock gives"
        hint = "Whoever may, takes it away; the next `git turn` locks anew."
        problem = Problem("tag-false", message, rule="repository 3", hint=hint, kind="unusable")
        raise Unusable([problem]) from None

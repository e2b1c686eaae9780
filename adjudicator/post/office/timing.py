"""The clock of one match: what the journal and the log say, as the pure clock wants it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from adjudicator.api.clock import ClockFacts
from adjudicator.api.match import Match, open_match
from adjudicator.clock.deadlines import granted, is_gap
from adjudicator.clock.local_time import minute_text
from adjudicator.clock.ruling import facts_of, may_send, rule_on
from adjudicator.clock.situation import (
    Asked,
    Extension,
    Gap,
    LeaveTaken,
    Ruling,
    Situation,
    What,
)
from adjudicator.post.office.book import Book, MatchBook
from adjudicator.post.office.people import Card, People

__all__ = ["due_if_sent", "facts", "has_clock", "is_settled", "leave_granted", "ruling", "takes"]

_KINDS: Mapping[str, What] = {"sheet": "turn", "answer": "answer", "pledge": "pledge"}


def has_clock(card: Card) -> bool:
    """Whether the offer of a match has a clock."""
    return not card.is_offered and open_match(card.folder, read_only=True).clock is not None


def leave_granted(
    people: People, card: Card, seat: str, *, days: int, at: datetime
) -> datetime | None:
    """Returns from when a seat is on leave that asks for it; None: it has not so many days."""
    match = open_match(card.folder, read_only=True)
    known = _situation(match, people.book.match(card.name), people.book, {})
    taken = granted(known, seat, days, at)
    return None if taken is None else taken.begins


def takes(match: Match, whole: Book, name: str, *, seat: str, at: datetime) -> bool:
    """Whether a sheet or pledge of a seat that comes at a moment is taken still."""
    if match.clock is None or match.is_over:
        return True
    known = _situation(match, whole.match(name), whole, {})
    if all(one.seat != seat for one in known.asked):
        return (
            True  # Nothing is asked of it, or its letter did not leave: what is wrong, rules say.
        )
    return may_send(match.clock, known, seat, at)


def ruling(match: Match, book: MatchBook, whole: Book, now: datetime) -> Ruling | None:
    """Returns what the clock says of a match now; None: it has none, or awaits nobody."""
    if match.clock is None or match.is_over:
        return None
    return rule_on(match.clock, _situation(match, book, whole, {}), now)


def facts(match: Match, book: MatchBook, whole: Book, rules: Ruling) -> ClockFacts | None:
    """Returns what the log is told of an opening that is made by a ruling."""
    assert match.clock is not None
    locked = None
    if match.is_locked:
        if book.facts is None or book.facts["opening"] != match.n + 1:
            return None  # It was locked by hand.
        locked = ClockFacts.model_validate(book.facts["said"], strict=False)
    return facts_of(match.clock, _situation(match, book, whole, {}), rules, locked=locked)


def due_if_sent(
    match: Match, book: MatchBook, whole: Book, *, seat: str, now: datetime
) -> datetime | None:
    """Returns when an answer of a seat is wanted if its letter leaves now."""
    assert match.clock is not None
    known = _situation(match, book, whole, {seat: now})
    return rule_on(match.clock, known, now).due.get(seat)


def is_settled(match: Match, book: MatchBook) -> bool:
    """Whether the letters of a stage have left, so that a clock runs for all who are reached."""
    return all(
        one.is_in or (match.head, one.seat) in book.sent
        for one in match.awaited
        if one.seat is not None and one.seat not in match.plays
    )


def _situation(
    match: Match, book: MatchBook, whole: Book, sent: Mapping[str, datetime]
) -> Situation:
    """Returns what the clock needs to know of a match that awaits mails.

    Args:
        sent: by seat, when its letter leaves that did not leave yet.
    """
    stage = match.head
    awaited = [one for one in match.awaited if one.seat and one.seat not in match.plays]
    asked: dict[str, Asked] = {}
    for one in awaited:
        assert one.seat is not None
        since = book.sent.get((stage, one.seat)) or sent.get(one.seat)
        came = book.stood.get(one.seat) if one.is_in else None
        if since is None and came is not None and came.stage == stage:
            since = came.at  # Its letter came back, and it answered all the same.
        if since is not None:
            asked.setdefault(one.seat, Asked(one.seat, _KINDS[one.what], since))
    inside = {one.seat for one in awaited if one.is_in}
    arrivals = {
        seat: one.at for seat, one in book.stood.items() if one.stage == stage and seat in inside
    }
    began = min((one.since for one in asked.values()), default=None)
    told = {
        seat: {leave.begins for leave in standing.leaves}
        for seat, standing in match.clock_standing.items()
    }
    gaps = [Gap(gap.begins, gap.ends) for gap in whole.gaps]
    return Situation(
        n=match.n + 1,
        asked=tuple(asked.values()),
        received=arrivals,
        standing=match.clock_standing,
        leaves=tuple(
            LeaveTaken(seat, one.begins, one.days)
            for seat, taken in sorted(book.leaves.items())
            for one in taken
            if minute_text(one.begins) not in told.get(seat, set())
        ),
        extensions=tuple(
            Extension(one.at, one.hours * 60, "agreed" if one.by == "all" else "referee")
            for one in book.extended
            if one.stage == stage
        ),
        gaps=tuple(gap for gap in gaps if is_gap(gap) and began is not None and gap.ends > began),
        unreachable=frozenset(seat for seat in asked if book.is_unreachable(seat, stage)),
    )

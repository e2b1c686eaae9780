"""The clock of one match: what the journal and the log say, as the pure clock wants it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.api.match import Match, open_match
from adjudicator.post.clock import Asked, Extension, Leave, Pause, Ruling, Situation, rule_on
from adjudicator.post.office.book import Book, MatchBook
from adjudicator.post.office.people import Card, People

if TYPE_CHECKING:
    from adjudicator.api.clock import ClockPolicy

__all__ = ["has_clock", "leave_left", "ruling", "situation"]

_KINDS = {"sheet": "turn", "answer": "answer", "pledge": "pledge"}


def has_clock(card: Card) -> bool:
    """Whether the offer of a match has a clock."""
    return not card.is_offered and open_match(card.folder, read_only=True).clock is not None


def leave_left(people: People, card: Card, seat: str) -> int | None:
    """Returns the days of leave that a seat has left; None: the match has no clock."""
    if card.is_offered:
        return None
    match = open_match(card.folder, read_only=True)
    if match.clock is None:
        return None
    asked = sum(days for _, days in people.book.match(card.name).leaves.get(seat, ()))
    return max(0, match.clock.leave_days - asked)


def situation(match: Match, book: MatchBook, whole: Book) -> Situation:
    """Returns what the clock needs to know of a match that awaits mails."""
    policy = match.clock
    assert policy is not None
    stage = match.head
    seats = [one for one in match.awaited if one.seat is not None and one.seat not in match.plays]
    asked, seen = [], set()
    for one in seats:
        assert one.seat is not None
        since = book.sent.get((stage, one.seat))
        if one.seat in seen or since is None:
            continue
        seen.add(one.seat)
        asked.append(Asked(one.seat, _KINDS[one.what], since))
    received = {
        seat: arrival.at for seat, arrival in book.stood.items() if arrival.stage == stage
    }
    inside = {one.seat for one in seats if one.is_in}
    return Situation(
        n=match.n + 1,
        asked=tuple(asked),
        received={seat: at for seat, at in received.items() if seat in inside},
        standing=match.clock_standing,
        leaves=tuple(
            Leave(seat, begin, days)
            for seat, taken in sorted(book.leaves.items())
            for begin, days in taken
        ),
        extensions=tuple(
            Extension(hours) for where, hours in book.extended if where == stage
        ),
        gaps=tuple(Pause(gap.begin, gap.end) for gap in whole.gaps),
        unreachable=frozenset(
            seat for seat in seen if book.is_unreachable(seat, stage)
        ),
    )


def ruling(match: Match, book: MatchBook, whole: Book, now: datetime) -> Ruling | None:
    """Returns what the clock says of a match now; None: it has none, or awaits nobody."""
    policy: ClockPolicy | None = match.clock
    if policy is None or match.is_over:
        return None
    return rule_on(policy, situation(match, book, whole), now)

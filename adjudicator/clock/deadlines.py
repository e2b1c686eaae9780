"""The deadlines of an opening: what time its seats have, with leave, extensions and gaps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.api.clock import ClockPolicy, Leave, minutes_in
from adjudicator.clock.local_time import (
    cut,
    deadline,
    minute_text,
    moment_of,
    moved_deadline,
    up,
)
from adjudicator.clock.situation import (
    Asked,
    Extension,
    Gap,
    LeaveTaken,
    MovedDue,
    Situation,
    What,
)

__all__ = ["Deadlines", "deadlines_of", "first_due", "granted", "is_gap", "leaves_of"]

_DAY = timedelta(days=1)


class Deadlines(NamedTuple):
    """When sheets are due, and which of these moments moved for all."""

    due: Mapping[str, datetime]
    """By seat that can be reached."""
    moved: tuple[MovedDue, ...]
    """Each once, in the order of their times."""


def first_due(policy: ClockPolicy, what: What, since: datetime) -> datetime:
    """Returns when something is due that is asked at a moment, before anything moves it."""
    return deadline(policy, since, minutes_in(getattr(policy, what)))


def is_gap(gap: Gap) -> bool:
    """Whether the office did not run for so long that deadlines move: a day."""
    return gap.ends - gap.begins >= _DAY


def leaves_of(situation: Situation, seat: str) -> tuple[Leave, ...]:
    """Returns the leaves of a seat, those in the log first."""
    standing = situation.standing.get(seat)
    told = () if standing is None else standing.leaves
    new = (
        Leave(begins=minute_text(cut(leave.begins)), days=leave.days)
        for leave in situation.leaves
        if leave.seat == seat
    )
    return (*told, *new)


def granted(situation: Situation, seat: str, days: int, at: datetime) -> LeaveTaken | None:
    """Returns the leave that a seat asks for at a moment; None: so many days are not left to it.

    It begins in that minute, or when the leave before it ends.
    """
    standing = situation.standing.get(seat)
    if standing is None or days < 1:
        return None
    new = sum(leave.days for leave in situation.leaves if leave.seat == seat)
    if new + days > standing.leave:
        return None
    ends = [moment_of(leave.begins) + leave.days * _DAY for leave in leaves_of(situation, seat)]
    return LeaveTaken(seat, max((cut(at), *ends)), days)


def deadlines_of(policy: ClockPolicy, situation: Situation) -> Deadlines:
    """Returns the deadlines of an opening, with all that moved them, in the order of their times.

    A leave that begins before its seat's deadline puts that off by its days; a later one stops
    what runs then, grace or bank. An extension is for all seats. A gap puts off the deadlines
    before its end of all seats of which nothing had come when it began.
    """
    reached = [asked for one in situation.asked if (asked := _reached(situation, one))]
    began = {asked.seat: _begins(situation, asked) for asked in reached}
    due = {
        asked.seat: deadline(policy, began[asked.seat], minutes_in(getattr(policy, asked.what)))
        for asked in reached
    }
    moved: set[MovedDue] = set()
    for event in _events(situation):
        if isinstance(event, LeaveTaken):
            seat = event.seat
            if seat in due and _counts(situation, event, began[seat], due[seat]):
                due[seat] = moved_deadline(policy, due[seat], _minutes(event.days * _DAY))
            continue
        for seat, was in due.items():
            minutes = _put_off(situation, event, seat, was)
            if minutes:
                due[seat] = moved_deadline(policy, was, minutes)
                why = event.why if isinstance(event, Extension) else "gap"
                moved.add(MovedDue(was, due[seat], why))
    return Deadlines(due, tuple(sorted(moved)))


def _reached(situation: Situation, asked: Asked) -> Asked | None:
    """Returns a seat with the moment from which its time runs; None: its letter bounced.

    One that sent something all the same has been reached then.
    """
    if asked.seat not in situation.unreachable:
        return asked
    came = situation.received.get(asked.seat)
    return None if came is None else asked._replace(since=max(came, asked.since))


def _begins(situation: Situation, asked: Asked) -> datetime:
    """Returns the minute from which the time of a seat runs: leave that runs then has ended."""
    since = up(asked.since)
    for leave in leaves_of(situation, asked.seat):
        begins = moment_of(leave.begins)
        if begins <= since < begins + leave.days * _DAY:
            since = begins + leave.days * _DAY
    return since


def _events(situation: Situation) -> list[LeaveTaken | Extension | Gap]:
    """Returns all that moves deadlines, by its time."""
    leaves = {asked.seat: leaves_of(situation, asked.seat) for asked in situation.asked}
    found: list[tuple[datetime, LeaveTaken | Extension | Gap]] = [
        (moment_of(leave.begins), LeaveTaken(seat, moment_of(leave.begins), leave.days))
        for seat, taken in sorted(leaves.items())
        for leave in taken
    ]
    found += [(extension.at, extension) for extension in situation.extensions]
    found += [(gap.begins, gap) for gap in situation.gaps if is_gap(gap)]
    return [event for _, event in sorted(found, key=lambda one: one[0])]


def _counts(situation: Situation, leave: LeaveTaken, began: datetime, due: datetime) -> bool:
    """Whether a leave puts off a deadline: it begins while the time runs, and nothing came."""
    came = situation.received.get(leave.seat)
    return began < leave.begins <= due and (came is None or cut(came) > leave.begins)


def _put_off(situation: Situation, event: Extension | Gap, seat: str, due: datetime) -> int:
    """Returns by how many minutes what is for all puts off the deadline of a seat."""
    if isinstance(event, Extension):
        return event.minutes
    came = situation.received.get(seat)
    is_open = due < event.ends and (came is None or came >= event.begins)
    return _minutes(event.ends - event.begins) if is_open else 0


def _minutes(time: timedelta) -> int:
    return -(-time // timedelta(minutes=1))

"""Deadlines on a calendar: days are those of the policy's zone, results are minutes in UTC.

A local time that does not exist is read with the offset before the gap (02:30 becomes 03:30); one
that exists twice is the first of the two: RFC 5545, 3.3.5.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from adjudicator.api.clock import DAY, ClockPolicy, checked_zone, minute_number

__all__ = ["cut", "deadline", "later", "minute_text", "moment_of", "moved_deadline", "up"]

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MINUTE = timedelta(minutes=1)


def cut(moment: datetime) -> datetime:
    """Returns the minute in which a moment lies, in UTC: what arrives is never noted later."""
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def up(moment: datetime) -> datetime:
    """Returns the minute that begins at a moment or next after it, in UTC."""
    whole = cut(moment)
    return whole if whole == moment else whole + _MINUTE


def minute_text(moment: datetime) -> str:
    """Returns a whole minute as a clock note says it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


def moment_of(minute: str) -> datetime:
    """Returns the moment of a minute that a clock note says.

    Raises:
        ValueError: there is no such minute.
    """
    minute_number(minute)
    return datetime.strptime(minute, "%Y-%m-%dT%H:%MZ").replace(tzinfo=UTC)


@lru_cache(maxsize=64)
def _zone(policy: ClockPolicy) -> ZoneInfo:
    return checked_zone(policy)


def later(policy: ClockPolicy, moment: datetime, minutes: int) -> datetime:
    """Returns the moment so many minutes later; each whole 24 hours is a day of the calendar.

    In ICCF's count they are 24 hours.
    """
    days, rest = divmod(minutes, DAY)
    if policy.count == "iccf" or not days:
        return moment.astimezone(UTC) + timedelta(minutes=minutes)
    zone = _zone(policy)
    wall = (moment.astimezone(zone) + timedelta(days=days)).replace(fold=0)
    return wall.astimezone(UTC) + timedelta(minutes=rest)


def _next_at(policy: ClockPolicy, moment: datetime) -> datetime:
    """Returns the first `at` of a day that is not skipped, at a moment or after it."""
    zone, at = _zone(policy), time.fromisoformat(policy.at)
    day = moment.astimezone(zone).date() - timedelta(days=1)
    while True:
        found = datetime.combine(day, at, zone).astimezone(UTC)
        if found >= moment and _WEEKDAYS[found.astimezone(zone).weekday()] not in policy.skip:
            return found
        day += timedelta(days=1)


def deadline(policy: ClockPolicy, since: datetime, minutes: int) -> datetime:
    """Returns when the time of a seat is over that was asked at a moment.

    Args:
        minutes: how much time it has at least. The deadline is the next `at` that is not skipped;
            in ICCF's count the very minute.
    """
    ends = up(later(policy, up(since), minutes))
    return ends if policy.count == "iccf" else _next_at(policy, ends)


def moved_deadline(policy: ClockPolicy, due: datetime, minutes: int) -> datetime:
    """Returns a deadline that is put off by so many minutes."""
    ends = up(later(policy, due, minutes))
    return ends if policy.count == "iccf" else _next_at(policy, ends)

"""Moments as the journal and the names of files have them: seconds, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["second", "time_of"]

_FORM = "%Y-%m-%dT%H:%M:%SZ"


def second(at: datetime) -> str:
    """Returns a moment as lines have it.

    >>> second(datetime(2026, 11, 27, 20, 1, 2, tzinfo=UTC))
    '2026-11-27T20:01:02Z'
    """
    return at.astimezone(UTC).strftime(_FORM)


def time_of(text: str) -> datetime:
    """Returns the moment that a line has.

    Raises:
        ValueError: it is none.
    """
    return datetime.strptime(text, _FORM).replace(tzinfo=UTC)

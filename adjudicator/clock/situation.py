"""What an office knows of the opening that it awaits: values only."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.api.clock import ClockStanding, Missed

__all__ = ["Asked", "Extension", "Gap", "LeaveTaken", "MovedDue", "Ruling", "Situation", "What"]

What: TypeAlias = Literal["turn", "answer", "pledge"]
"""What is asked: a sheet of one's own turn, one that answers in another's, a pledge."""


class Asked(NamedTuple):
    """A seat of which something is awaited."""

    seat: str
    """The seat."""
    what: What
    """What is awaited. Pledges are asked of all at once, when the lock was mailed."""
    since: datetime
    """When its letter was sent; with a new player, the letter to them."""


class LeaveTaken(NamedTuple):
    """A leave that a seat took since the last opening."""

    seat: str
    """The seat."""
    begins: datetime
    """From when: as `granted` says."""
    days: int
    """How many days of 24 hours."""


class Extension(NamedTuple):
    """Deadlines that are put off for all."""

    at: datetime
    """When it was agreed or said."""
    minutes: int
    """By how much."""
    why: Literal["agreed", "referee"]
    """All others agreed, or the referee said so."""


class Gap(NamedTuple):
    """A time in which the office did not run."""

    begins: datetime
    """Its last run before."""
    ends: datetime
    """Its first run after."""


class Situation(NamedTuple):
    """What is known of the opening that is awaited. All moments are aware of their zone."""

    n: int
    """Its number."""
    asked: tuple[Asked, ...]
    """All seats of which something is awaited, but for those of the built-in player."""
    received: Mapping[str, datetime]
    """By seat, when that sheet or pledge came that stands now."""
    standing: Mapping[str, ClockStanding]
    """By seat, as `Match.clock_standing` says it."""
    leaves: tuple[LeaveTaken, ...] = ()
    """Leaves of any seat that no note in the log tells of."""
    extensions: tuple[Extension, ...] = ()
    """In this opening."""
    gaps: tuple[Gap, ...] = ()
    """In this opening, of a day or more: `is_gap`."""
    unreachable: frozenset[str] = frozenset()
    """Seats whose letter bounced: no time of theirs runs."""


class MovedDue(NamedTuple):
    """A deadline that moved for all seats that had it."""

    was: datetime
    """The deadline before."""
    due: datetime
    """The deadline then."""
    why: Literal["gap", "agreed", "referee"]
    """Why."""


class Ruling(NamedTuple):
    """What the policy gives for a situation at a moment."""

    due: Mapping[str, datetime]
    """By seat that is asked and can be reached, its deadline in UTC, a whole minute."""
    late: tuple[str, ...]
    """Seats whose sheet came when none was taken any more: it must not be in the opening."""
    steps: Mapping[str, Missed]
    """By seat that was late, the step and which miss in a row it is. Of a seat without a sheet:
    `wait` and `replaced` need the referee, `bank` runs, the others are done when all is settled."""
    bank: Mapping[str, int]
    """By seat, the days left in its bank with that."""
    withheld: tuple[str, ...]
    """Seats whose pledges are given up."""
    remind: tuple[tuple[str, datetime], ...]
    """Seats without a sheet, and when each is to be reminded, past reminders too; in time."""
    opens: bool
    """Whether the opening is made now: all that is asked has come, or a step takes its place."""
    brake: bool
    """Whether too many were late: nothing is automatic, all are told, the referee is wanted."""
    next_at: datetime | None
    """When this changes though nothing comes in; None: it does not."""
    moved: tuple[MovedDue, ...]
    """Deadlines that moved for all."""
    silent: frozenset[str]
    """Seats of which nothing came that counts."""

    @property
    def needs_referee(self) -> tuple[str, ...]:
        """The seats without a sheet that wait for the referee, sorted."""
        waits = (seat for seat, one in self.steps.items() if one.step in ("wait", "replaced"))
        return tuple(sorted(seat for seat in waits if seat in self.silent))

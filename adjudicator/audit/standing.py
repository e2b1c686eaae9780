"""What the clock keeps of a seat between openings (post, 7): misses, days left, leave taken."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field as Limits
from pydantic import StringConstraints

from adjudicator.core.values import MAX_INTEGER, FrozenMap, Id, Value

__all__ = ["NO_STANDINGS", "ClockStanding", "Days", "Leave", "Minute", "Standings"]

Minute = Annotated[
    str,
    StringConstraints(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]Z$"
    ),
]
"""A minute in UTC, as a clock note says it."""
Days = Annotated[int, Limits(ge=0, le=MAX_INTEGER)]


class Leave(Value):
    """Days in which the time of a seat stands still: turn, grace and bank."""

    begins: Minute
    """From when."""
    days: Annotated[int, Limits(ge=1, le=366)]
    """How many days of 24 hours."""


class ClockStanding(Value):
    """How a seat stands with the clock after an opening."""

    misses: Days
    """How often in a row it sent no sheet in time."""
    bank: Days
    """The days left in its bank."""
    leave: Days
    """The days of leave left to it."""
    leaves: tuple[Leave, ...] = ()
    """The leaves that were taken, in their order."""
    latest: Minute | None = None
    """When its last sheet came, of those that notes tell of."""


Standings: TypeAlias = FrozenMap[Id, ClockStanding]
"""By seat; empty in a match without a clock."""
NO_STANDINGS: Standings = FrozenMap()

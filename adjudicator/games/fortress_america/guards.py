"""Guards: what must hold when a battle's turn comes, or else its attackers stay out. (Ruling 60)

They are fixed with the attacks, before the first die of the turn.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from adjudicator.core.values import Ratio, Value

__all__ = ["AtLeast", "Guard", "Until"]

Number: TypeAlias = Annotated[int, Field(ge=1, le=60)]


class AtLeast(Value):
    """What must be there for a battle to be fought; all that is given must hold."""

    units: Number | None = None
    """Attackers of any kind."""
    bomber: Number | None = None
    """Attacking bombers."""
    helicopter: Number | None = None
    """Attacking helicopters."""
    hovertank: Number | None = None
    """Attacking hovertanks."""
    mobile_unit: Number | None = Field(default=None, alias="mobile-unit")
    """Attacking mobile units."""
    infantry: Number | None = None
    """Attacking infantry."""
    partisan: Number | None = None
    """Attacking partisans."""
    ratio: Ratio | None = None
    """Attackers to defenders: "3/2" wants three attackers for two defenders."""
    chance: Ratio | None = None
    """The exact chance of winning, with the published defaults of both sides: "1/2"."""


class Until(Value):
    """What ends the attacks of a turn: the first of these that has come about."""

    lost: Number | None = None
    """So many own units were destroyed this turn."""
    won: Number | None = None
    """So many battles were won this turn."""


class Guard(Value):
    """The conditions of one battle."""

    at_least: AtLeast | None = None
    """What must be there."""
    until: Until | None = None
    """What must not have come about."""

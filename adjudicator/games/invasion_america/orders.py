"""The orders of Invasion: America: what a sheet may hold.

The docstrings stand in the published schema.

Topics in the order of play: `setup`; `naval`, `replacements`, `partisans`, `rail`, `movement`,
those of `combat_orders`, `mechanised`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.game import Order, StandingOrder, example
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.invasion_america.combat_orders import COMBAT_STANDING, COMBAT_TOPICS
from adjudicator.games.invasion_america.counter_mix import Nation, UnitType
from adjudicator.games.invasion_america.state import Positive, Side

__all__ = [
    "STANDING",
    "TOPICS",
    "Deploy",
    "Invoke",
    "Load",
    "Move",
    "Rail",
    "Replace",
    "Sail",
    "Unload",
]

Count: TypeAlias = Annotated[int, Field(ge=1, le=40)]
Units: TypeAlias = Annotated[tuple[Id, ...], Field(min_length=1, max_length=12)]
Path: TypeAlias = Annotated[tuple[Id, ...], Field(min_length=1, max_length=200)]


class Deploy(Order):
    """Set-up: puts units into a hex of your deployment area, or ships with units aboard."""

    model_config = example(
        {"order": "deploy", "nation": "us", "type": "armour", "count": 2, "in": "s2437"}
    )
    order: Literal["deploy"]
    nation: Nation
    """Whose units they are."""
    type: UnitType
    """What they are."""
    count: Count = 1
    """How many."""
    in_: Id = Field(alias="in")
    """The hex, or `holding-box`."""
    carrying: FrozenMap[UnitType, Positive] = FrozenMap()
    """Of one ship: what is aboard."""
    by: Id | None = None
    """Of ships in a hex that is cut by land: a hex beside it with the water where they lie."""
    beside: Side | None = None
    """Of U.S. and Canadian units that an aggressor sets up: beside whose units they stand. Only
    who leads several aggressors must say it."""


class Sail(Order):
    """Naval movement: moves ships that lie together, with all that is aboard, any distance."""

    model_config = example({"order": "sail", "units": ["esc-amphibious-01"], "to": "s3043"})
    order: Literal["sail"]
    units: Units
    """The ships."""
    to: Id
    """The hex, or `holding-box`."""
    by: Id | None = None
    """If the hex is cut by land: a hex beside it with the water by which they come."""


class Load(Order):
    """Naval movement: takes a supply unit aboard; the ship stays where it is for the phase."""

    model_config = example({"order": "load", "unit": "esc-supply-01", "ship": "esc-amphibious-01"})
    order: Literal["load"]
    unit: Id
    """The supply unit."""
    ship: Id
    """The amphibious unit in the same hex."""


class Unload(Order):
    """Naval movement: lands a supply unit; the ship stays where it is for the phase."""

    model_config = example({"order": "unload", "unit": "esc-supply-01"})
    order: Literal["unload"]
    unit: Id
    """The supply unit."""


class Replace(Order):
    """Brings units from a Destroyed Units Box back into play."""

    model_config = example(
        {"order": "replace", "nation": "us", "type": "infantry", "count": 2, "in": "s2437"}
    )
    order: Literal["replace"]
    nation: Nation
    """Whose units they are."""
    type: UnitType
    """What they are."""
    count: Count = 1
    """How many."""
    in_: Id = Field(alias="in")
    """The hex where they appear, or `holding-box`."""
    by: Id | None = None
    """Of ships in a hex that is cut by land: a hex beside it with the water where they lie."""


class Invoke(Order):
    """Campaign: invokes the partisan rules, for good."""

    model_config = example({"order": "invoke"})
    order: Literal["invoke"]


class Rail(Order):
    """Rail movement: moves a rail unit, empty or with one unit that it takes up where it is."""

    model_config = example(
        {"order": "rail", "unit": "us-rail-01", "carry": "us-armour-03", "path": ["s2437"]}
    )
    order: Literal["rail"]
    unit: Id
    """The rail unit."""
    carry: Id | None = None
    """The unit that it carries to the end of the path; it stands where the rail unit does."""
    path: Path
    """Hexes to go through, the last one to stop in. Between two that are not adjacent the cheapest
    way is taken."""


class Move(Order):
    """Land movement: moves land or air units that stand together, off and on ships as well."""

    model_config = example({"order": "move", "units": ["us-armour-03"], "path": ["s2437"]})
    order: Literal["move"]
    units: Units
    """The units; each spends its own movement points."""
    path: Annotated[tuple[Id, ...], Field(max_length=200)] = ()
    """Hexes to go through, the last one to stop in. Between two that are not adjacent the cheapest
    way is taken. Empty: they only go on board, or ashore."""
    aboard: Id | None = None
    """The ship at the end of the path that they go on board of."""
    if_won: Annotated[tuple[Id, ...], Field(max_length=20)] = ()
    """Hexes in none of which an enemy may stand when the order's turn comes."""
    unless_won: Annotated[tuple[Id, ...], Field(max_length=20)] = ()
    """Hexes in each of which an enemy must stand then."""


TOPICS: Mapping[str, tuple[type[Order], ...]] = {
    "setup": (Deploy,),
    "naval": (Sail, Load, Unload),
    "partisans": (Invoke,),
    "replacements": (Replace,),
    "rail": (Rail,),
    "movement": (Move,),
    **COMBAT_TOPICS,
    "mechanised": (Move,),
}
"""Every topic with its orders, in the order of play."""
STANDING: tuple[type[StandingOrder], ...] = COMBAT_STANDING
"""Every kind of standing order."""

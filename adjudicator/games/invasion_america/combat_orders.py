"""The orders of the combat phase: attacks, and what dice and enemies then ask.

The docstrings stand in the published schema. Topics: `combat`, which the phasing side orders;
`retreat`, `displace`, `exchange` and `advance`, in which either side may be asked, and which
standing orders and defaults answer.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.game import Order, StandingOrder, example
from adjudicator.core.values import Id, Value
from adjudicator.games.invasion_america.counter_mix import UnitType
from adjudicator.games.invasion_america.state import Side
from adjudicator.games.invasion_america.tables import Odds

__all__ = [
    "ASKED",
    "COMBAT_STANDING",
    "COMBAT_TOPICS",
    "Advance",
    "AdvanceTo",
    "Attack",
    "Criterion",
    "Displace",
    "Exchange",
    "Reach",
    "Retreat",
    "StandingAdvance",
    "StandingDisplace",
    "StandingExchange",
    "StandingRetreat",
]

Units: TypeAlias = Annotated[tuple[Id, ...], Field(min_length=1, max_length=60)]
Targets: TypeAlias = Annotated[tuple[Id, ...], Field(min_length=1, max_length=6)]
Reach: TypeAlias = Literal["target", "end"]
"""How far an advance goes: into the hex that was attacked, or as far as the path leads."""
Criterion: TypeAlias = Id
"""What speaks for a hex: `supply` (to be in supply there), `away` (far from the enemy), `terrain`
(a high multiple in defence), `city` (an urban or supply hex), or a hex that shall be near."""


class AdvanceTo(Value):
    """Units that advance after combat, and how far."""

    units: Units
    """Who advances; whoever was eliminated, or may not, stays behind."""
    to: Id = "target"
    """The hex that was attacked (`target`), the last one of the path of retreat (`end`), or a hex
    of the path by its number. Where there is no room they stop before it."""
    along: Id | None = None
    """If more than one hex was attacked: along whose path of retreat. Without it: that on which
    `to` lies, else the first."""


class Attack(Order):
    """Combat: units attack all that stands in one or more hexes, once the orders before are done.

    An amphibious assault is an attack that names the amphibious unit; what is aboard takes part.
    """

    model_config = example(
        {
            "order": "attack",
            "units": ["esc-armour-01", "esc-cas-02"],
            "hexes": ["s2437"],
            "at_least": "2-1",
            "advance": [{"units": ["esc-armour-01"], "to": "end"}],
        }
    )
    order: Literal["attack"]
    units: Units
    """Who attacks."""
    hexes: Targets
    """The hexes that are attacked together; all in them defend."""
    at_least: Odds | None = None
    """The worst column of the table at which the attack is made, when its turn comes; untried units
    count as printed on their backs. Without it: any."""
    if_won: Annotated[tuple[Id, ...], Field(max_length=20)] = ()
    """Hexes of earlier attacks, all of which must have left no enemy there."""
    unless_won: Annotated[tuple[Id, ...], Field(max_length=20)] = ()
    """Hexes of earlier attacks, none of which may have left the hex without enemies."""
    advance: Annotated[tuple[AdvanceTo, ...], Field(max_length=20)] | None = None
    """Who advances if the defenders leave, in this order; null: as standing orders say."""
    lose: Annotated[tuple[Id, ...], Field(max_length=60)] = ()
    """Which attackers go first in an exchange, where the rules leave a choice. Without it those of
    `advance` go last among units that cost as much."""


class Retreat(Order):
    """Answers where units retreat that stand together."""

    model_config = example({"order": "retreat", "from": "s2437", "path": ["s2537", "s2637"]})
    order: Literal["retreat"]
    from_: Id = Field(alias="from")
    """The hex that they leave."""
    path: Annotated[tuple[Id, ...], Field(min_length=1, max_length=3)]
    """Every hex that they enter."""


class Displace(Order):
    """Answers where units go that are displaced by others that retreat."""

    model_config = example({"order": "displace", "from": "s2537", "to": "s2538"})
    order: Literal["displace"]
    from_: Id = Field(alias="from")
    """The hex that they leave."""
    to: Id
    """The adjacent hex that they enter."""


class Exchange(Order):
    """Answers which units are lost in an exchange."""

    model_config = example({"order": "exchange", "units": ["us-infantry-04"]})
    order: Literal["exchange"]
    units: Units
    """The units, by name also among those that are alike; without any one of them it would be too
    little."""


class Advance(Order):
    """Answers who advances after combat."""

    model_config = example(
        {"order": "advance", "moves": [{"units": ["us-armour-03"], "to": "target"}]}
    )
    order: Literal["advance"]
    moves: Annotated[tuple[AdvanceTo, ...], Field(max_length=20)] = ()
    """Who advances; empty: nobody."""


class StandingRetreat(StandingOrder):
    """Where your units retreat, in attack and in defence.

    Without it: where they are in supply, then far from the enemy, then in good terrain.
    """

    model_config = example({"standing": "retreat", "prefer": ["supply", "terrain"]})
    standing: Literal["retreat"]
    prefer: Annotated[tuple[Criterion, ...], Field(min_length=1, max_length=8)]
    """What speaks for the hex where they end, the most important first: `supply`, `away`,
    `terrain`, `city`, or hexes to be near."""
    side: Side | None = None
    """Only units of this side; null: of all sides that the seat leads."""
    in_: Annotated[tuple[Id, ...], Field(max_length=40)] | None = Field(default=None, alias="in")
    """Only units that retreat from these hexes; null: from any."""


class StandingDisplace(StandingOrder):
    """Which of your units make way where a retreat must go through them, and where they go.

    Without it: as few as possible, the weakest, and as with retreats.
    """

    model_config = example({"standing": "displace", "first": ["militia"], "prefer": ["supply"]})
    standing: Literal["displace"]
    first: Annotated[tuple[UnitType, ...], Field(max_length=13)] = ()
    """Types that are displaced rather than others."""
    prefer: Annotated[tuple[Criterion, ...], Field(max_length=8)] = ()
    """What speaks for the hex where they go; empty: as with retreats."""
    side: Side | None = None
    """Only units of this side; null: of all sides that the seat leads."""


class StandingExchange(StandingOrder):
    """What you give in an exchange, in attack and in defence.

    Without it: as few strength points as possible.
    """

    model_config = example(
        {"standing": "exchange", "lose": ["us-infantry-04"], "first": ["militia", "infantry"]}
    )
    standing: Literal["exchange"]
    lose: Annotated[tuple[Id, ...], Field(max_length=60)] = ()
    """Units that are lost before all others, where the rules leave a choice: in defence what `lose`
    of an attack is for the attacker."""
    first: Annotated[tuple[UnitType, ...], Field(max_length=13)] = ()
    """Types that are lost before others."""
    side: Side | None = None
    """Only units of this side; null: of all sides that the seat leads."""


class StandingAdvance(StandingOrder):
    """Whether your units advance after combat where no attack of yours says it. Without it: not."""

    model_config = example({"standing": "advance", "types": ["armour"], "to": "target"})
    standing: Literal["advance"]
    types: Annotated[tuple[UnitType, ...], Field(min_length=1, max_length=13)]
    """Types that advance, as many as find room, the strongest first."""
    to: Reach = "target"
    """How far."""
    side: Side | None = None
    """Only units of this side; null: of all sides that the seat leads."""
    in_: Annotated[tuple[Id, ...], Field(max_length=40)] | None = Field(default=None, alias="in")
    """Only into these hexes; null: into any."""


ASKED: tuple[str, ...] = ("retreat", "displace", "exchange", "advance")
"""Topics in which both sides may be asked; standing orders and defaults answer."""
COMBAT_TOPICS: Mapping[str, tuple[type[Order], ...]] = {
    "combat": (Attack,),
    "retreat": (Retreat,),
    "displace": (Displace,),
    "exchange": (Exchange,),
    "advance": (Advance,),
}
"""The topics of the combat phase with their orders."""
COMBAT_STANDING: tuple[type[StandingOrder], ...] = (
    StandingRetreat,
    StandingDisplace,
    StandingExchange,
    StandingAdvance,
)
"""Every kind of standing order of the combat phase."""

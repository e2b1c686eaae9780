"""What the six scenarios and the campaign say, as values. (Chapter 19)

Rules ask the facts in force, never which scenario it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.games.invasion_america.counter_mix import Nation, UnitType
from adjudicator.games.invasion_america.state import SIDES, Side

__all__ = [
    "CAMPAIGN_STARTS",
    "GARRISON",
    "SCENARIOS",
    "Area",
    "Bonus",
    "Country",
    "Facts",
    "Forces",
    "Freeze",
    "NearPlaces",
    "NearSupply",
    "ScenarioName",
    "Variable",
    "Victory",
    "Within",
    "in_campaign",
]

ScenarioName: TypeAlias = Literal["one", "two", "three", "four", "five", "six"]
"""The scenarios by their numbers in the book, I to VI."""
Country: TypeAlias = Literal["us", "canada", "annexation", "cuba", "sau"]
"""Whose land a hex is."""
Forces: TypeAlias = Mapping[UnitType, int]


class Within(NamedTuple):
    """Units are deployed inside countries; ships in their coastal hexes. (19.12)"""

    countries: tuple[Country, ...]
    in_supply: bool = False
    """Whether they must be in supply. (19.42)"""


class NearSupply(NamedTuple):
    """Supply units stand in given hexes, other units no farther from them than so many hexes.

    Ships lie in the ports of the country, or in the holding box. (19.42)
    """

    hexes: tuple[str, ...]
    reach: int
    harbour: tuple[Country, ...]
    """The country whose ports the ships lie in; none: the holding box."""


class NearPlaces(NamedTuple):
    """Units stand no farther than so many hexes from an urban or supply hex. (19.62)"""

    reach: int
    countries: tuple[Country, ...]
    """Where those urban and supply hexes lie."""


Area: TypeAlias = Within | NearSupply | NearPlaces | None
"""Where units of a nation are deployed; none: in the holding box."""


class Variable(NamedTuple):
    """Replacements of the U.S. and Canada by the supply hexes that they control. (19.14)"""

    for_each: int
    """For so many supply hexes there is one unit of choice."""
    every: int = 1
    """On game-turns that this number divides."""
    countries: tuple[Country, ...] | None = None
    """Where these supply hexes lie; none: anywhere."""


class Bonus(NamedTuple):
    """Units of choice that each aggressor receives now and then. (19.64, 19.81)"""

    units: int
    first: int
    """On which game-turn it comes first."""
    every: int | None = None
    """After how many game-turns it comes again; none: never."""
    transports: int = 0
    """How many transports come beside them."""
    naval: bool = False
    """Whether naval units may be chosen."""

    def comes(self, turn: int) -> bool:
        """Whether it comes on a game-turn."""
        since = turn - self.first
        return since == 0 if self.every is None else since >= 0 and since % self.every == 0


class Freeze(NamedTuple):
    """A nation that does not function until the E.S.C. has won enough. (19.35)"""

    nation: Nation
    points: int
    """Until the E.S.C. controls so many victory points,"""
    supply_points: int
    """so many of them in supply hexes,"""
    until_entered: Country | None = None
    """or enters this country."""
    two_seats_only: bool = False
    """Whether the nation functions at once in matches of more than two seats."""


class Victory(NamedTuple):
    """How a scenario is decided. (19.16, 19.66, 19.84)"""

    us_keeps: int | None = None
    """The U.S. wins if it controls so many points at the end,"""
    aggressors_need: int | None = None
    """else if all aggressors together do not control so many,"""
    best_needs: int | None = None
    """or, among more than two seats, none of the aggressors has more than so many."""
    counts_resources: bool = True
    """Whether resource hexes bring points."""
    everything: bool = False
    """Whether the aggressors must control every urban and supply hex. (19.84)"""

    def at(self, points: int) -> Victory:
        """Returns the same with so many points to keep, or to win."""
        if self.us_keeps is not None:
            return self._replace(us_keeps=points)
        return self._replace(aggressors_need=points)


class Facts(NamedTuple):
    """All that a scenario says."""

    number: str
    """As in the book: "I"."""
    title: str
    chapter: str
    """The case of the book: "19.1"."""
    turns: int
    """Its length in game-turns. (4.3)"""
    sides: tuple[Side, ...]
    """The sides that take part, in the order of play. (4.1)"""
    forces: Mapping[Nation, Forces]
    """Initial orders of battle. (18.2)"""
    areas: Mapping[Nation, Area]
    """Initial deployment. (18.3)"""
    constant: Mapping[Nation, Forces]
    """Replacements of every game-turn. (8.28)"""
    variable: Variable | None
    """Replacements of the U.S. and Canada that supply hexes bring. (8.28)"""
    victory: Victory
    garrison: int | None = None
    """How many U.S. units must begin in Central America; none: the rule is not in effect. (17.1)"""
    freezes: tuple[Freeze, ...] = ()
    """Nations that do not function at first. (19.35)"""
    set_up_by: Mapping[Side, Mapping[Nation, Forces]] = {}
    """Units of other nations that an aggressor sets up beside their own. (19.61)"""
    idle_turns: tuple[int, ...] = ()
    """Game-turns in which aggressors have no player-turns. (19.65)"""
    partisans: bool = False
    """Whether all militia are partisans from the start. (19.65)"""
    partisans_below: int | None = None
    """Under how many points the U.S. may invoke the partisan rules; none: never. (19.83)"""
    militia_rise: int = 0
    """How many militia appear where militia pass through an unoccupied urban or supply hex of
    their country; one of them stays there. (19.64)"""
    boxed: tuple[UnitType, ...] | None = None
    """Types whose other counters begin in the Destroyed Units Boxes; none: all. (18.36, 19.65)"""
    may_stack: bool = True
    """Whether units of aggressors may be set up in one hex. (19.62)"""
    barred: tuple[tuple[Side, Nation, Country], ...] = ()
    """Units of a nation, set up by a side, that may not be set up in a country. (19.65)"""
    bonus: Bonus | None = None
    """Units of choice that each aggressor receives now and then. (19.64, 19.81)"""
    weather: bool = False
    """Whether there are weather game-turns. (17.3)"""


GARRISON = 8
"""How many U.S. units must begin in Central America. (17.1)"""
_ALL: tuple[Country, ...] = ("us", "canada")
_HOME: Mapping[Nation, Area] = {
    "us": Within(("us", "annexation")),
    "canada": Within(("canada",)),
    "esc": Within(("cuba",)),
    "sau": Within(("sau",)),
    "pal": None,
}
_BEACHHEADS: Mapping[Nation, tuple[tuple[str, ...], tuple[Country, ...], int]] = {
    "sau": (("s2437", "s2334", "s2129"), ("sau",), 3),
    "esc": (("s3043", "n0146", "n1037"), ("cuba",), 4),
    "pal": (("s3011", "s3410", "n0411"), (), 2),
}


def _inland(times: int) -> dict[Nation, Area]:
    """Returns where units of Scenarios IV and V are deployed; in V the reach is doubled."""
    areas: dict[Nation, Area] = {
        "us": Within(("us",), in_supply=True),
        "canada": Within(("canada",), in_supply=True),
    }
    for nation, (hexes, harbour, reach) in _BEACHHEADS.items():
        areas[nation] = NearSupply(hexes, reach * times, harbour)
    return areas


_ONE = Facts(
    number="I",
    title="Three Pronged Invasion",
    chapter="19.1",
    turns=8,
    sides=SIDES,
    forces={
        "us": {
            "armour": 10, "mechanised": 12, "infantry": 15, "militia": 15, "rail": 4,
            "cas": 6, "lrb": 6,
        },
        "canada": {
            "armour": 3, "mechanised": 4, "infantry": 4, "rail": 2, "cas": 2,
        },
        "esc": {
            "armour": 8, "mechanised": 10, "infantry": 10, "hovercraft": 6, "supply": 4,
            "cas": 6, "lrb": 2, "carrier": 6, "amphibious": 3, "transport": 6,
        },
        "sau": {
            "armour": 8, "mechanised": 12, "infantry": 15, "supply": 3, "cas": 6,
            "lrb": 2, "amphibious": 3, "transport": 4,
        },
        "pal": {
            "mechanised": 8, "infantry": 16, "special-infantry": 2, "hovercraft": 3, "supply": 3,
            "cas": 4, "lrb": 2, "carrier": 3, "amphibious": 3, "transport": 6,
        },
    },
    areas=_HOME,
    constant={
        "us": {"infantry": 1, "armour": 1, "militia": 1, "lrb": 1, "cas": 1},
        "canada": {"infantry": 1, "militia": 1, "cas": 1},
        "esc": {"infantry": 3, "lrb": 1, "cas": 1},
        "sau": {"infantry": 2, "armour": 2, "cas": 1},
        "pal": {"mechanised": 1, "infantry": 2, "cas": 1},
    },
    variable=Variable(5),
    victory=Victory(us_keeps=340),
    garrison=GARRISON,
)  # fmt: skip

_TWO = _ONE._replace(
    number="II",
    title="Early Assault",
    chapter="19.2",
    forces={
        "us": {
            "armour": 10, "mechanised": 12, "infantry": 15, "militia": 10, "rail": 4,
            "cas": 6, "lrb": 8,
        },
        "canada": {"armour": 3, "mechanised": 4, "infantry": 4, "cas": 2},
        "esc": {
            "armour": 6, "mechanised": 8, "infantry": 15, "hovercraft": 3, "supply": 3,
            "cas": 5, "lrb": 2, "carrier": 3, "amphibious": 3, "transport": 4,
        },
        "sau": {
            "armour": 6, "mechanised": 8, "infantry": 12, "supply": 2, "cas": 6,
            "lrb": 2, "amphibious": 2, "transport": 3,
        },
        "pal": {
            "mechanised": 6, "infantry": 10, "supply": 3, "cas": 4, "lrb": 2,
            "carrier": 2, "amphibious": 3, "transport": 4,
        },
    },
    constant={
        "us": {"infantry": 1, "armour": 1, "militia": 1, "lrb": 1, "cas": 1},
        "canada": {"infantry": 1, "militia": 1, "cas": 1},
        "esc": {"infantry": 1, "armour": 1, "cas": 1, "lrb": 1},
        "sau": {"infantry": 1, "armour": 1, "cas": 1},
        "pal": {"infantry": 1, "cas": 1},
    },
    variable=Variable(4, every=2),
    victory=Victory(us_keeps=400),
)  # fmt: skip

_THREE = _ONE._replace(
    number="III",
    title="European Invasion",
    chapter="19.3",
    sides=("sau", "esc", "us"),
    forces={
        "us": {
            "armour": 6, "mechanised": 6, "infantry": 10, "militia": 25, "rail": 6,
            "cas": 6, "lrb": 4,
        },
        "canada": {"armour": 2, "mechanised": 2, "infantry": 3, "cas": 2},
        "esc": {
            "armour": 10, "mechanised": 10, "infantry": 15, "hovercraft": 3, "supply": 3,
            "cas": 6, "lrb": 2, "carrier": 4, "amphibious": 3, "transport": 4,
        },
        "sau": {
            "armour": 6, "mechanised": 8, "infantry": 12, "supply": 2, "cas": 4,
            "lrb": 2, "amphibious": 3, "transport": 4,
        },
    },
    constant={
        "us": {"infantry": 1, "armour": 1, "militia": 1, "lrb": 1, "cas": 1},
        "canada": {"infantry": 1, "armour": 1, "militia": 1, "cas": 1},
        "esc": {"infantry": 2, "armour": 2, "cas": 1, "lrb": 1},
        "sau": {"infantry": 1, "armour": 1, "cas": 1},
    },
    variable=Variable(5, every=2),
    victory=Victory(us_keeps=400),
    freezes=(
        Freeze("sau", points=15, supply_points=5, two_seats_only=True),
        Freeze("canada", points=15, supply_points=5, until_entered="canada"),
    ),
)  # fmt: skip

_FOUR = _ONE._replace(
    number="IV",
    title="Inland Campaign",
    chapter="19.4",
    forces={
        "us": {
            "armour": 8, "mechanised": 12, "infantry": 12, "militia": 15, "rail": 4,
            "cas": 4, "lrb": 6,
        },
        "canada": {
            "armour": 3, "mechanised": 3, "infantry": 4, "militia": 8, "rail": 2,
            "cas": 2,
        },
        "esc": {
            "armour": 8, "mechanised": 9, "infantry": 16, "hovercraft": 4, "supply": 3,
            "cas": 4, "lrb": 2, "carrier": 4, "amphibious": 2, "transport": 4,
        },
        "sau": {
            "armour": 8, "mechanised": 10, "infantry": 18, "supply": 3, "cas": 4,
            "lrb": 2, "amphibious": 2, "transport": 4,
        },
        "pal": {
            "mechanised": 7, "infantry": 14, "special-infantry": 3, "hovercraft": 3, "supply": 3,
            "cas": 4, "lrb": 2, "carrier": 2, "amphibious": 3, "transport": 6,
        },
    },
    areas=_inland(1),
    constant={
        "us": {"infantry": 1, "armour": 1, "mechanised": 1, "militia": 1, "cas": 1},
        "canada": {"infantry": 1, "militia": 1, "cas": 1},
        # Ruling 1: the book gives the E.S.C. a militia, of which it has no counters.
        "esc": {"infantry": 1, "mechanised": 1, "armour": 1, "lrb": 1, "cas": 1},
        "sau": {"infantry": 1, "armour": 2, "cas": 1},
        "pal": {"mechanised": 1, "infantry": 1, "cas": 1},
    },
    variable=Variable(3, countries=("us",)),
    victory=Victory(us_keeps=240),
    garrison=None,
)  # fmt: skip

_FIVE = _FOUR._replace(
    number="V",
    title="Scenario V",
    chapter="19.5",
    forces={
        **_FOUR.forces,
        "us": {
            "armour": 14, "mechanised": 12, "infantry": 17, "militia": 5, "rail": 4,
            "cas": 4, "lrb": 4,
        },
    },
    areas=_inland(2),
    constant={
        "us": {"mechanised": 1, "infantry": 1, "cas": 1},
        "canada": {"infantry": 1, "cas": 1},
        "esc": {"infantry": 2, "mechanised": 1, "armour": 1, "lrb": 1, "cas": 1},
        "sau": {"infantry": 1, "mechanised": 1, "armour": 1, "cas": 1},
        "pal": {"mechanised": 1, "infantry": 2, "cas": 1},
    },
    variable=Variable(2),
    victory=Victory(us_keeps=80),
)  # fmt: skip

_SIX = _ONE._replace(
    number="VI",
    title="Partisan Revolt",
    chapter="19.6",
    forces={
        "us": {"militia": 10},
        "canada": {"militia": 3},
        "esc": {"armour": 2, "mechanised": 4, "infantry": 6, "cas": 2, "lrb": 1},
        "sau": {"armour": 2, "mechanised": 2, "infantry": 4},
        "pal": {"mechanised": 4, "infantry": 4},
    },
    areas={
        "us": Within(_ALL),
        "canada": Within(_ALL),
        "esc": NearPlaces(2, _ALL),
        "sau": NearPlaces(2, _ALL),
        "pal": NearPlaces(2, _ALL),
    },
    constant={
        "us": {"militia": 2},
        "canada": {"militia": 1},
        "esc": {"infantry": 1},
        "sau": {"infantry": 2},
        "pal": {"infantry": 1},
    },
    variable=None,
    victory=Victory(aggressors_need=50, best_needs=30, counts_resources=False),
    garrison=None,
    set_up_by={
        "esc": {
            "us": {"armour": 1, "mechanised": 1, "infantry": 2},
            "canada": {"mechanised": 1, "infantry": 1},
        },
        "sau": {"us": {"infantry": 2}},
        "pal": {"us": {"mechanised": 1, "infantry": 2}},
    },
    idle_turns=(1,),
    partisans=True,
    militia_rise=2,
    boxed=("militia",),
    may_stack=False,
    barred=(
        ("sau", "sau", "canada"), ("sau", "us", "canada"), ("pal", "pal", "canada"),
        ("pal", "us", "canada"), ("esc", "us", "canada"),
    ),
    bonus=Bonus(units=6, first=3, transports=3),
)  # fmt: skip

SCENARIOS: Mapping[ScenarioName, Facts] = {
    "one": _ONE,
    "two": _TWO,
    "three": _THREE,
    "four": _FOUR,
    "five": _FIVE,
    "six": _SIX,
}
"""The scenarios of chapter 19."""


CAMPAIGN_STARTS: tuple[ScenarioName, ...] = ("one", "two", "three")
"""The invasion scenarios, with which a campaign may begin. (19.8)"""


def in_campaign(facts: Facts) -> Facts:
    """Returns a scenario played as a campaign of five years. (19.8, ruling 28)"""
    return facts._replace(
        title=f"{facts.title}, campaign",
        turns=60,
        bonus=Bonus(units=5, first=13, every=12, naval=True),
        victory=Victory(everything=True),
        weather=True,
        partisans_below=100,
    )

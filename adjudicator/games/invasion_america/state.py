"""The state of a match of Invasion: America, and how a start position is written down.

Units are individuals, named by nation, type and number: `esc-armour-07`. A name says nothing about
strength. Hexes stand here by their numbers (`n0146`); the rules turn them into integers.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from adjudicator.core import game
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.invasion_america.counter_mix import TYPES, Force, Nation, UnitType

__all__ = [
    "HOLDING_BOX",
    "NATIONS_OF",
    "SIDES",
    "US",
    "Bag",
    "Natural",
    "Phase",
    "Positive",
    "Result",
    "Side",
    "Start",
    "State",
    "Unit",
    "Urns",
    "Written",
    "is_unit_name",
    "mix_of",
    "nation_of",
    "side_of",
    "type_of",
]

Positive: TypeAlias = Annotated[int, Field(ge=1)]
Natural: TypeAlias = Annotated[int, Field(ge=0)]

Side: TypeAlias = Force
"""Who fights: a national force. Canada belongs to the force of the United States. (4.1)"""
Phase: TypeAlias = Literal[
    "set-up",
    "naval",
    "replacement",
    "supply",
    "rail",
    "movement",
    "combat",
    "second-supply",
    "mechanised",
    "over",
]
"""The set-up, and the phases of a player-turn. (4.2)"""

SIDES: tuple[Side, ...] = ("sau", "esc", "pal", "us")
"""The sides in the order of play: three aggressors, then the United States with Canada. (4.2)"""
US: Side = "us"
"""The side that is invaded."""
NATIONS_OF: Mapping[Side, tuple[Nation, ...]] = MappingProxyType(
    {"sau": ("sau",), "esc": ("esc",), "pal": ("pal",), "us": ("us", "canada")}
)
"""The nations of each side."""
HOLDING_BOX = "holding-box"
"""Where units of the P.A.L. are that have not come on the map. (7.0, 19.12, ruling 30)"""

_OF: Mapping[str, tuple[Nation, UnitType, Side]] = {
    f"{nation}-{unit_type}": (nation, unit_type, side)
    for side, nations in NATIONS_OF.items()
    for nation in nations
    for unit_type in TYPES
}


def mix_of(unit: str) -> str:
    """Returns which counters a unit is one of: `esc-armour` of `esc-armour-07`."""
    return unit[:-3]


def type_of(unit: str) -> UnitType:
    """Returns the type of a unit."""
    return _OF[unit[:-3]][1]


def nation_of(unit: str) -> Nation:
    """Returns the nation of a unit."""
    return _OF[unit[:-3]][0]


def side_of(unit: str) -> Side:
    """Returns the side of a unit."""
    return _OF[unit[:-3]][2]


def is_unit_name(name: str) -> bool:
    """Whether a name is that of a unit, as far as its form goes."""
    return name[:-3] in _OF and name[-3] == "-" and name[-2:].isdecimal()


class Unit(Value):
    """A unit in play. What it shares with its nation and type stands in `Counters`."""

    at: Id
    """The hex where it stands, by its number, or `holding-box`."""
    aboard: Id | None = None
    """The ship, in the same place, that carries it. (7.0)"""
    strength: Natural | None = None
    """Its tried strength, where its counters differ and everybody knows it. (18.34)"""
    urn: Positive | None = None
    """The urn of its nation and type from which its strength would be drawn. (18.32)"""
    water: Natural | None = None
    """Of a ship in a hex that is cut by land: by which of its waters it came. (Ruling 39)"""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        document: dict[str, Any] = write(self)
        return {name: value for name, value in document.items() if value is not None}


class Bag(Value):
    """Chits, of which nobody knows which is drawn: strengths, and draws from other urns."""

    strengths: FrozenMap[Id, Positive] = FrozenMap()
    """By strength, how many chits are of it."""
    draws: FrozenMap[Id, Positive] = FrozenMap()
    """By number of an earlier urn, how many chits stand for one draw from it."""


class Urns(Value):
    """The untried counters of one nation and type. (Untried strengths)"""

    urns: FrozenMap[Id, Bag]
    """By number, the urns from which something may still be drawn; the first is the counter mix."""
    box: Bag = Bag()
    """The Destroyed Units Box: counters whose strength is known, and draws from urns. (8.12)"""


class Result(Value):
    """How the match ended."""

    winner: Id | None
    """The seat that has won; null: nobody, in a draw."""
    reason: Literal["points", "all-taken", "conceded", "draw"]
    """Why the match ended: points at the end of the last turn; every urban and supply hex in the
    aggressors' hands, or not (19.84); seats gave up."""
    points: FrozenMap[Side, Natural]
    """The victory points that each side controls. (18.4)"""


class State(game.State):
    """Everything true of a match. Nothing is hidden: what nobody knows is not stored."""

    turn: Positive
    """The game-turn. (4.1)"""
    side: Side
    """Whose player-turn it is; in the set-up the first side of the seat that sets up."""
    phase: Phase
    """The phase that comes next."""
    result: Result | None
    """How the match ended; null: it goes on."""
    units: FrozenMap[Id, Unit]
    """The units in play, by name."""
    urns: FrozenMap[Id, Urns]
    """By nation and type (`esc-armour`), where its counters differ, its untried counters and its
    part of the Destroyed Units Box."""
    setting_up: tuple[Id, ...] = ()
    """Seats that have still to set up, in their order. (19.91)"""
    destroyed: FrozenMap[Id, Positive] = FrozenMap()
    """By nation and type, where its counters are all alike, how many lie in the Destroyed Units
    Box. (8.11)"""
    control: FrozenMap[Id, Side] = FrozenMap()
    """Hexes with victory points that another side than their country's controls. (18.4, ruling
    26)"""
    out_of_supply: tuple[Id, ...] = ()
    """Units of the phasing side that were out of supply when it was last judged, sorted. (9.31)"""
    moved: FrozenMap[Id, Natural] = FrozenMap()
    """Units that have moved in this phase, with the movement points that they spent. (10.13)"""
    halted: tuple[Id, ...] = ()
    """Units that may not move in the coming land movement phase: replacements in an enemy zone,
    what came by rail; sorted. (8.26, 16.41)"""
    rooted: tuple[Id, ...] = ()
    """Partisans that must stay where they appeared, sorted. (19.64)"""
    landed: tuple[Id, ...] = ()
    """Supply units that were unloaded in this naval movement phase: they supply from the land
    movement phase on; sorted. (7.2, ruling 33)"""
    fought: tuple[Id, ...] = ()
    """Units that have attacked, were attacked or have advanced in this combat phase, sorted.
    (13.14, 13.76)"""
    assaulted: tuple[Id, ...] = ()
    """Land combat units that an amphibious unit carried into an assault: they have no zone of
    control for the rest of the player-turn; sorted. (15.16, ruling 121)"""
    attacks: Natural = 0
    """How many attacks were made in this combat phase. (13.0)"""
    frozen: tuple[Nation, ...] = ()
    """Nations that do not function yet. (19.35)"""
    annexation_cut: bool = False
    """Whether U.S. units in Central America are out of supply for good. (17.1)"""
    partisans: bool = False
    """Whether militia are partisans. (17.2, 19.65, 19.82)"""

    omitted_if_empty = (
        *game.State.omitted_if_empty,
        "setting_up", "destroyed", "control", "out_of_supply", "moved", "halted", "rooted",
        "landed", "fought", "assaulted", "attacks", "frozen", "annexation_cut", "partisans",
    )  # fmt: skip


class Written(Value):
    """Units of a start position that stand in one place."""

    nation: Nation
    """Whose they are."""
    type: UnitType
    """What they are."""
    count: Annotated[int, Field(ge=1, le=40)] = 1
    """How many."""
    in_: Id = Field(alias="in")
    """The hex, or `holding-box`."""
    strength: Natural | None = None
    """Their tried strength; null: they are untried, or all such counters are alike."""
    carrying: FrozenMap[UnitType, Positive] = FrozenMap()
    """Of one ship: what is aboard, untried."""
    by: Id | None = None
    """Of ships in a hex cut by land: a hex beside it with the water by which they came."""


class Start(Value):
    """A start position. Empty: the match begins with the set-up. (18.1)"""

    turn: Positive = 1
    """The game-turn with which it begins."""
    side: Side | None = None
    """Whose player-turn comes first; null: the first of the game-turn."""
    units: tuple[Written, ...] = ()
    """All units in play; all other counters lie in the Destroyed Units Boxes. (18.36)"""
    destroyed: FrozenMap[Id, FrozenMap[Id, Positive]] = FrozenMap()
    """By nation and type (`us-armour`), by strength, counters of known strength that lie in the
    boxes."""
    control: FrozenMap[Id, Side] = FrozenMap()
    """Hexes with victory points that another side than their country's has passed last. Where a
    unit stands, its side controls the hex."""
    frozen: tuple[Nation, ...] | None = None
    """Nations that do not function yet; null: those of the scenario. (19.35)"""
    annexation_cut: bool = False
    """Whether U.S. units in Central America are out of supply for good. (17.1)"""
    partisans: bool = False
    """Whether the partisan rules were invoked. (19.82)"""

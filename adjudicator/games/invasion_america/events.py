"""What can happen in Invasion: America, as facts in the past participle."""

from typing import Literal, TypeAlias

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.state import (
    Natural,
    Phase,
    Positive,
    Result,
    Side,
    Unit,
    Urns,
)

__all__ = [
    "AnnexationCut",
    "GameEnded",
    "GarrisonTested",
    "HexesTaken",
    "LossReason",
    "MoveUndone",
    "NationActivated",
    "PartisansInvoked",
    "PhaseBegun",
    "RailUsed",
    "SeatSetUp",
    "ShipsSailed",
    "SupplyChecked",
    "SupplyUnitLanded",
    "SupplyUnitLoaded",
    "TurnBegun",
    "UnitEliminated",
    "UnitMoved",
    "UnitRevealed",
    "UnitsDeployed",
    "UnitsReplaced",
]

LossReason: TypeAlias = Literal["combat", "retreat", "sea", "overrun", "sunk", "no-strength"]
"""Why a unit is eliminated: in combat or a retreat (13.42, 13.54), as hovercraft at sea (16.23), as
a rail unit alone (16.43), with its ship (6.25), as militia of strength zero (16.32)."""


class UnitsDeployed(Event):
    """Units were set up. (18.31)"""

    seat: Id
    units: FrozenMap[Id, Unit]


class SeatSetUp(Event):
    """A seat has set up; the next one follows, or the first game-turn. (19.91)"""

    seat: Id
    following: Side | None
    """The first side of the seat that sets up next; null: all have."""


class TurnBegun(Event):
    """A player-turn begins. (4.1)"""

    turn: Positive
    side: Side


class PhaseBegun(Event):
    """The next phase of the player-turn begins. (4.2)"""

    phase: Phase


class ShipsSailed(Event):
    """Ships moved with all that is aboard. (5.12)"""

    units: tuple[Id, ...]
    origin: Id
    to: Id
    water: Natural | None
    """If the hex is cut by land: by which of its waters they came. (Ruling 39)"""
    hexes: Natural
    """How many hexes the shortest way has."""


class SupplyUnitLoaded(Event):
    """An amphibious unit took a supply unit aboard. (7.2)"""

    unit: Id
    ship: Id


class SupplyUnitLanded(Event):
    """An amphibious unit landed a supply unit. (7.2)"""

    unit: Id
    ship: Id


class UnitsReplaced(Event):
    """Units came out of a Destroyed Units Box. (8.2)"""

    side: Side
    units: FrozenMap[Id, Unit]
    """All of one nation and type."""
    urns: Urns | None
    """Their urns afterwards; null: such counters are all alike."""
    from_box: bool = True
    """Whether they lay in the box; in Scenario VI some counters lie beside the map. (19.64)"""
    reason: Literal["constant", "variable", "bonus", "risen"]
    """What they came for: listed for every game-turn, by supply hexes, of choice now and then,
    risen as partisans. (8.28, 19.64, 19.81)"""
    halted: bool
    """Whether they appeared in an enemy zone, so that they may not move on. (8.26)"""


class SupplyChecked(Event):
    """Supply was checked. (9.31)"""

    side: Side
    out: tuple[Id, ...]
    """The units that are out of supply, sorted."""


class RailUsed(Event):
    """A rail unit moved, with a unit or empty. (16.41)"""

    unit: Id
    carried: Id | None
    path: tuple[Id, ...]
    """Every hex, from the first one on."""
    spent: Natural
    """All that it has spent in the phase so far. (16.45)"""
    left: Natural
    """What it has left."""


class UnitMoved(Event):
    """A land or air unit moved. (10.2)"""

    unit: Id
    path: tuple[Id, ...]
    """Every hex, from the first one on."""
    aboard: Id | None
    """The ship that it is aboard now."""
    spent: Natural
    """The movement points that it has spent in the phase so far."""
    left: Natural
    """Those that it has left."""
    in_zone: bool
    """Whether it stands ashore in an enemy zone of control."""


class MoveUndone(Event):
    """A unit went back to where it began the phase: it found no room. (Ruling 60)"""

    unit: Id
    to: Id
    aboard: Id | None
    """The ship that it is aboard again."""
    water: Natural | None
    """Of a ship, if the hex is cut by land: in which of its waters it lies again."""


class HexesTaken(Event):
    """Hexes with victory points changed hands. (18.4)"""

    side: Side
    hexes: tuple[Id, ...]


class UnitRevealed(Event):
    """The strength of an untried unit became known. (18.34)"""

    unit: Id
    strength: Natural
    passed: tuple[tuple[Positive, Natural | None, Positive | None], ...]
    """The urns through which the reveal went, each with what was drawn: a strength, or an urn."""


class UnitEliminated(Event):
    """A unit was destroyed; it lies in the Destroyed Units Box. (8.11)"""

    unit: Id
    at: Id
    reason: LossReason
    for_good: bool = False
    """Whether it leaves the game: destroyed in the weather, north of the line. (17.31)"""


class GarrisonTested(Event):
    """A die was rolled for the garrison of Central America. (17.1)"""

    units: Natural
    """How many U.S. units are there."""
    die: Positive


class AnnexationCut(Event):
    """All U.S. units in Central America are out of supply, for good. (17.1)"""


class NationActivated(Event):
    """A nation functions from now on. (19.35)"""

    nation: Nation


class PartisansInvoked(Event):
    """All militia are partisans from now on. (19.82)"""


class GameEnded(Event):
    """The match is over."""

    result: Result

"""What happens in Fortress America: facts in the past participle.

Only `evolve` reads them into the state; the report and the picture read them for people.
"""

from typing import Literal, TypeAlias

from adjudicator.core.decks import Deck
from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, Id, Label, Value
from adjudicator.games.fortress_america.state import (
    Action,
    Counts,
    Groups,
    Guard,
    InForce,
    Result,
    Side,
    UnitClass,
    UnitKind,
)

__all__ = [
    "ActionBegun",
    "AreaTaken",
    "AreasDeclared",
    "AttacksSet",
    "BattleBegun",
    "BattleCalledOff",
    "BattleEnded",
    "BattleOutcome",
    "CardCancelled",
    "CardDrawn",
    "CardPlayed",
    "ClaimDropped",
    "FootholdLost",
    "GameEnded",
    "InvaderCardDrawn",
    "InvaderCardPlayed",
    "InvaderDeckShuffled",
    "LaserDestroyed",
    "LaserFired",
    "LaserPlaced",
    "LaserThresholdSet",
    "LastRoundBegun",
    "MoveUndone",
    "Movement",
    "Placement",
    "Purpose",
    "TurnEnded",
    "UnitDestroyed",
    "UnitDisengaged",
    "UnitRetreated",
    "UnitsAirlifted",
    "UnitsFired",
    "UnitsMoved",
    "UnitsPlaced",
    "UnitsRecovered",
]

Purpose: TypeAlias = Literal["move", "land", "bomb", "ride"]
"""Why units moved: to stand in a friendly or open space, to land in a declared area, to bomb; or
they rode along with others."""


BattleOutcome: TypeAlias = Literal[
    "won", "held", "bombers-alone", "not-fought", "called-off", "emptied"
]
"""not-fought: nobody attacked; called-off: its guard was not met; emptied: lasers or a card left no
defender before the battle."""


class Placement(Value):
    """Units of one kind put into one space."""

    unit: UnitKind
    count: int
    area: Id


class Movement(Value):
    """Units of one kind that moved together."""

    unit: UnitKind
    count: int
    path: tuple[Id, ...]
    purpose: Purpose = "move"


class UnitsPlaced(Event):
    """Units came from the reserve to the board. (Set-up, action 1)"""

    side: Side
    placed: tuple[Placement, ...]
    reason: Literal["setup", "reinforcements", "card"]


class LaserPlaced(Event):
    """The USA placed a laser. (Action 1)"""

    area: Id


class CardDrawn(Event):
    """A partisan card was drawn for the US turn that comes or goes on. (Action 1, ruling 9)"""

    label: Label
    card: Id
    bonus: bool
    renewed: bool
    """The deck was empty: the discards became the deck first."""


class CardPlayed(Event):
    """A partisan card was carried out as far as it went. (Action 1)"""

    card: Id


class InvaderDeckShuffled(Event):
    """An invader's cards were shuffled into a sealed deck. (2012 variants)"""

    side: Side
    deck: Deck


class InvaderCardDrawn(Event):
    """An invader drew the next card of their deck, unseen by the others. (2012 variants)"""

    side: Side
    position: int


class InvaderCardPlayed(Event):
    """An invader showed a card of their hand and read it aloud. (2012 variants)"""

    side: Side
    position: int
    card: Id
    in_force: InForce | None = None
    """What of it goes on taking effect."""


class UnitsRecovered(Event):
    """A card brought destroyed units of an invader back into their reserve. (2012 variants)"""

    side: Side
    units: Counts


class CardCancelled(Event):
    """An invader card had a partisan card discarded unplayed. (2012 variants)"""

    card: Id
    by: Id
    """The invader card."""


class FootholdLost(Event):
    """A foothold was captured and its card discarded. (2012 variants)"""

    area: Id
    side: Side
    """Whose foothold it was."""
    card: Id


class LaserThresholdSet(Event):
    """A card made lasers hit with smaller numbers for this turn. (Actions 1 and 4)"""

    value: int


class UnitsAirlifted(Event):
    """A card carried all US units of one area into another. (Action 1)"""

    side: Side
    area: Id
    to: Id
    units: Counts


class AreasDeclared(Event):
    """A side declared where it means to attack or enter. (Action 2)"""

    side: Side
    areas: tuple[Id, ...]


class UnitsMoved(Event):
    """A side made all moves of one movement action. (Actions 3 and 6)"""

    side: Side
    action: Literal["maneuvers", "invasion"]
    moves: tuple[Movement, ...]


class MoveUndone(Event):
    """Units stayed where they were: more had been sent into a space than fit. (Ruling 4)"""

    side: Side
    unit: UnitKind
    count: int
    path: tuple[Id, ...]


class AttacksSet(Event):
    """It was fixed who attacks where and in which order battles are fought. (Ruling 15)"""

    side: Side
    attacks: FrozenMap[Id, Groups]
    battles: tuple[Id, ...]
    guards: FrozenMap[Id, Guard] = FrozenMap()
    """Conditions without which a battle is not fought. (Ruling 60)"""


class LaserFired(Event):
    """A laser fired at one unit. (Action 4)"""

    label: Label
    laser: Id
    at: Id
    side: Side
    unit: UnitKind
    value: int
    hit: bool


class BattleBegun(Event):
    """A battle began. (Action 5)"""

    area: Id
    attacker: Side
    defender: Side
    attackers: Groups
    defenders: Counts


class BattleCalledOff(Event):
    """A battle's guard was not met: the attackers that may stay out do. (Ruling 60)"""

    area: Id
    attacker: Side
    defender: Side
    guard: Id
    """What was not met: `units`, a kind of unit, `ratio`, `chance`, `lost` or `won`."""
    wanted: str
    """What the guard says: a number or a ratio."""
    found: str
    """What there was instead: a number or a ratio."""
    out: Groups
    """The attackers that stay out."""
    bombers: int
    """Bombers over their target: they must fight."""


class UnitsFired(Event):
    """All units of one kind on one side of a battle fired. (Action 5)"""

    label: Label
    area: Id
    side: Side
    role: Literal["attacker", "defender"]
    unit: UnitKind
    unit_class: UnitClass
    die: int
    values: tuple[int, ...]
    column: Literal[1, 2]
    hits: int
    ones: int
    """Results that disengage an attacker or drive a defender away."""


class UnitDestroyed(Event):
    """A unit was destroyed: an invader's for good; the USA's goes back to its reserve."""

    side: Side
    unit: UnitKind
    area: Id
    """The space in which it stood."""
    battle: Id | None = None
    """The space fought for, if it fell in a battle."""
    count: int = 1
    reason: Literal["combat", "laser", "card", "no-retreat", "no-landing", "supply"]


class UnitDisengaged(Event):
    """An attacker was put out of action until the end of the turn. (Action 5)"""

    side: Side
    unit: UnitKind
    area: Id
    battle: Id


class UnitRetreated(Event):
    """A unit was driven into a friendly space, in combat or by a card. (Actions 1 and 5)"""

    side: Side
    unit: UnitKind
    area: Id
    to: Id
    reason: Literal["combat", "card"]


class BattleEnded(Event):
    """A battle ended. (Action 5; bombers alone: action 6, ruling 5)"""

    area: Id
    attacker: Side
    outcome: BattleOutcome
    attackers: Counts = FrozenMap()
    """Attackers that are still in action."""
    defenders: Counts = FrozenMap()
    """Defenders that are left."""


class LaserDestroyed(Event):
    """An invader destroyed a laser. (Actions 1 and 6)"""

    area: Id
    side: Side


class AreaTaken(Event):
    """A side took control of an area. (Actions 1 and 8)"""

    area: Id
    side: Side
    was: Side
    city: bool


class ClaimDropped(Event):
    """A declared space was not taken: the marker is removed or turned back. (Action 8)"""

    area: Id
    side: Side


class ActionBegun(Event):
    """The next piece of the set-up or the sequence of actions began."""

    action: Action


class TurnEnded(Event):
    """A player-turn ended; the next side's began."""

    side: Side
    """The next side."""
    turn: int
    """The turn of the next side."""


class LastRoundBegun(Event):
    """The invaders hold enough cities; each plays once more. (Chapter 3)"""

    cities: int
    uncounted: FrozenMap[Side, int] = FrozenMap()
    """Lasers destroyed so far, where they count no points."""


class GameEnded(Event):
    """The match ended. (Chapter 3)"""

    result: Result

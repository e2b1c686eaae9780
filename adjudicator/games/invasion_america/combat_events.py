"""What can happen in the combat phase, as facts in the past participle.

Each tells from where its units acted and with what strength, so that a report or a picture needs
nothing else.
"""

from typing import Literal, TypeAlias

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.invasion_america.state import Natural, Positive, Side
from adjudicator.games.invasion_america.tables import Odds, Result

__all__ = [
    "AttackCalledOff",
    "AttackFailed",
    "AttackMade",
    "AttackResolved",
    "CallOffReason",
    "Fighting",
    "UnitsAdvanced",
    "UnitsDisplaced",
    "UnitsRetreated",
    "ZeroMilitiaRemoved",
]

CallOffReason: TypeAlias = Literal["at-least", "if-won", "unless-won"]
"""The condition of an attack that was not met."""


class Fighting(Value):
    """A unit in an attack."""

    at: Id
    """The hex from which it attacks, or where it is attacked."""
    printed: Natural | None
    """Its tried strength; null: it was not revealed yet."""
    counted: Natural
    """What it counts for: halved, rounded up; of defenders also multiplied by terrain."""


class AttackMade(Event):
    """Units were committed to an attack; no way leads back. (13.0, 18.34)"""

    label: str
    """What its dice are labelled with."""
    number: Positive
    """Which attack of the phase it is."""
    side: Side
    units: FrozenMap[Id, Id]
    """The attackers, each with the hex from which it attacks."""
    hexes: tuple[Id, ...]
    """The hexes that are attacked."""
    defenders: FrozenMap[Id, Id]
    """All that stands there, each with its hex."""
    assault: Id | None
    """The amphibious unit that assaults; null: it is no amphibious assault. (15.0)"""
    left_out: tuple[Id, ...] = ()
    """Units that were ordered to attack and cannot any more."""
    expected: Odds
    """The column as it was expected when the units were committed, untried ones as on their
    backs."""


class AttackResolved(Event):
    """The die of an attack was rolled. (13.4)"""

    label: str
    number: Positive
    side: Side
    hexes: tuple[Id, ...]
    """The hexes that were fought for."""
    attackers: FrozenMap[Id, Fighting]
    defenders: FrozenMap[Id, Fighting]
    multiples: FrozenMap[Id, Positive]
    """By hex, by what the strength in it was multiplied. (13.3)"""
    attack: Natural
    """The total of the attackers."""
    defence: Natural
    """The total of the defenders."""
    odds: Odds
    die: Positive
    result: Result


class AttackCalledOff(Event):
    """A condition of an attack was not met when its turn came; its units stay out."""

    side: Side
    hexes: tuple[Id, ...]
    reason: CallOffReason
    wanted: str
    """What the condition wants: a column, or hexes that were not won, or were and should not."""
    found: str
    """What there was: a column, or all hexes won."""


class AttackFailed(Event):
    """An attack was legal when the phase began; what came before it made it impossible."""

    side: Side
    hexes: tuple[Id, ...]
    code: Id
    message: str


class ZeroMilitiaRemoved(Event):
    """Militia turned out to have no strength; `unit-eliminated` events follow. (16.32)"""

    label: str
    units: FrozenMap[Id, Id]
    """The militia, each with its hex."""
    defending: bool
    """Whether they were attacked; then what stands with them retreats two hexes."""


class UnitsRetreated(Event):
    """Units that stood together retreated. (13.5)"""

    label: str
    side: Side
    units: tuple[Id, ...]
    """What moved on, what ships carry not named."""
    path: tuple[Id, ...]
    """Every hex, from the first one on."""
    obliged: Positive
    """How many hexes they had to go; if the path is shorter, they are eliminated. (13.54)"""
    water: Natural | None = None
    """Of ships that end in a hex cut by land: in which of its waters they are. (Ruling 39)"""


class UnitsDisplaced(Event):
    """Units made way for others that retreat. (13.6)"""

    label: str
    side: Side
    units: tuple[Id, ...]
    origin: Id
    to: Id
    water: Natural | None = None
    """Of ships in a hex cut by land: in which of its waters they are. (Ruling 39)"""


class UnitsAdvanced(Event):
    """Victorious units advanced along a path of retreat, or landed. (13.7, 15.16)"""

    label: str
    side: Side
    units: tuple[Id, ...]
    path: tuple[Id, ...]
    """Every hex, from that where they were; a single one: they landed where they were."""

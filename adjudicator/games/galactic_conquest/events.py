"""What can happen in Galactic Conquest, as facts in the past participle."""

from typing import Literal, TypeAlias

from adjudicator.core.decks import Deck
from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, Id, Label
from adjudicator.games.galactic_conquest.state import Held, Phase, Result

__all__ = [
    "BattleFought",
    "CardDrawn",
    "DeckShuffled",
    "GameEnded",
    "InvasionBegun",
    "InvasionSkipped",
    "InvasionStopped",
    "OrderOfPlayDrawn",
    "PhaseBegun",
    "PlacementFailed",
    "PlanetClaimed",
    "PlanetTaken",
    "PlanetsDealt",
    "SeatEliminated",
    "SeatWithdrawn",
    "SetTraded",
    "StopReason",
    "TroopsCounted",
    "TroopsFortified",
    "TroopsPlaced",
    "TurnEnded",
]

StopReason: TypeAlias = Literal[
    "one-battle", "own", "chance", "too-few-troops", "conceded", "called-off"
]
"""Why an invasion stopped: it was for one battle; a condition of `until`; no troop could go on; the
seat has conceded. What the order said is its seat's own business: the others hear of the first
three that the invasion was called off."""


class OrderOfPlayDrawn(Event):
    """The lot has said who begins; the others follow clockwise. (Set-up)"""

    order: tuple[Id, ...]


class PlanetsDealt(Event):
    """Planets were dealt, each with its first troops. (Set-up)"""

    owners: FrozenMap[Id, Id]
    troops: FrozenMap[Id, int]
    to_place: FrozenMap[Id, int]
    """By seat, the troops that are left to place."""


class PlanetClaimed(Event):
    """A seat claimed an empty planet with one troop. (Set-up)"""

    seat: Id
    planet: Id


class TroopsPlaced(Event):
    """New troops were placed on a planet. (Set-up, steps 3 and 5)"""

    seat: Id
    planet: Id
    count: int


class PlacementFailed(Event):
    """An order to place did nothing: the planet was not claimed, or no troops were left.

    (Ruling 30)
    """

    seat: Id
    planet: Id
    count: int


class TroopsCounted(Event):
    """The new troops of a turn were counted. (Step 1)"""

    seat: Id
    planets: int
    """How many planets the seat holds."""
    for_planets: int
    """What they bring."""
    regions: FrozenMap[Id, int]
    """The regions that it holds entirely, with what they bring."""
    troops: int
    """All of it."""


class DeckShuffled(Event):
    """The cards, or the discards, were shuffled into a new sealed deck. (Step 2, ruling 26)"""

    deck: Deck


class CardDrawn(Event):
    """A seat drew the next card of the deck, unseen by the others. (Step 7)"""

    seat: Id
    held: Held


class SetTraded(Event):
    """A set of cards was turned in; the cards are open and lie with the discards. (Step 2)"""

    seat: Id
    cards: tuple[Id, ...]
    held: tuple[Held, ...]
    """Where they lay."""
    troops: int
    """What the set brought."""


class InvasionBegun(Event):
    """An order to invade was taken up. (Step 4)"""

    seat: Id
    number: int
    """Which of this turn."""
    origin: Id
    target: Id


class BattleFought(Event):
    """One battle was fought: one roll. The last defenders fall with `PlanetTaken`. (Step 4)"""

    label: Label
    """What the labels of its dice begin with, before `/attacker` and `/defender`."""
    seat: Id
    """Who invades."""
    origin: Id
    target: Id
    defender: Id
    """Whose planet it was."""
    attack: tuple[int, ...]
    """The attacker's dice as they fell."""
    defence: tuple[int, ...]
    """The defender's dice."""
    attackers_lost: int
    defenders_lost: int


class PlanetTaken(Event):
    """A planet changed hands, and troops moved in from where it was attacked. (Step 4)"""

    seat: Id
    """Who took it."""
    origin: Id
    target: Id
    loser: Id
    """Who lost it."""
    moved: int
    """How many troops moved in."""
    wanted: int | None
    """How many were to move in, where that was not allowed. (Ruling 23)"""


class InvasionStopped(Event):
    """An invasion stopped before the planet was captured. (Ruling 23)"""

    seat: Id
    origin: Id
    target: Id
    reason: StopReason
    battles: int
    """How many battles were fought. Of none but the seat itself hears."""


class InvasionSkipped(Event):
    """An order under `then` or `else` could not be carried out. (Chapter 5)"""

    seat: Id
    origin: Id
    target: Id
    code: str
    message: str


class SeatEliminated(Event):
    """A seat lost its last troops; its cards pass to who took them. (Step 5)"""

    seat: Id
    by: Id
    held: tuple[Held, ...]
    """The cards that pass."""


class SeatWithdrawn(Event):
    """A seat that conceded is out: its planets are neutral, its cards out of play. (Ruling 31)"""

    seat: Id


class TroopsFortified(Event):
    """Troops moved along a path of own planets. (Step 6)"""

    seat: Id
    path: tuple[Id, ...]
    count: int


class PhaseBegun(Event):
    """The next piece of the set-up or of the turn begins."""

    phase: Phase


class TurnEnded(Event):
    """A player-turn ended."""

    seat: Id
    """Whose turn comes next."""
    turn: int
    """Its round."""


class GameEnded(Event):
    """The match is over."""

    result: Result

"""The state of a match of Galactic Conquest, and how a start position is written down."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core import game
from adjudicator.core.decks import Deck
from adjudicator.core.values import FrozenMap, Id, Value

__all__ = [
    "CARDS",
    "MOST_TO_BEGIN",
    "MOST_TROOPS",
    "NEUTRAL",
    "Garrison",
    "Held",
    "Natural",
    "Phase",
    "Positive",
    "Result",
    "Start",
    "State",
]

Positive: TypeAlias = Annotated[int, Field(ge=1)]
Natural: TypeAlias = Annotated[int, Field(ge=0)]
Phase: TypeAlias = Literal["deal", "set-up", "trade", "place", "invade", "fortify", "card", "over"]
"""The pieces of the set-up and of a turn, in the order of play."""

NEUTRAL = "neutral"
"""The owner of planets that no seat holds: it never acts and always defends. (Ruling 13)"""
CARDS: tuple[str, ...] = tuple(f"{of}{number}" for of in "fbc" for number in range(1, 28))
"""The cards in their stated order: 27 fighters, 27 bombers, 27 capital ships. (Ruling 19)"""


class Held(Value):
    """A card in a hand: a position of a sealed deck, which is all that the table sees of it."""

    deck: Natural
    """Which deck of the match, from 0; every reshuffle makes a new one."""
    position: Natural
    """The position in it, from 0."""


class Garrison(Value):
    """A planet as a start position writes it down."""

    seat: Id
    """Who holds it: a seat, or `neutral`."""
    troops: Positive
    """How many troops stand there."""


MOST_TO_BEGIN = 9_999
"""So many troops stand on the map of a start position at most: chances are counted exactly, and
nobody has more plastic."""
MOST_TROOPS = 99_999
"""More than so many troops no match brings on the map."""


class Result(Value):
    """How the match ended."""

    winner: Id | None
    """The seat that has won; null: nobody, in a draw."""
    reason: Literal["last-with-troops", "conceded", "draw"]
    """Why the match ended."""


class State(game.State):
    """Everything true of a match. A view knows no card but those of its seat."""

    turn: Positive
    """The round; each seat that has troops plays once in it."""
    seat: Id
    """The seat whose turn it is; in the set-up the first of the order of play."""
    phase: Phase
    """The piece of the set-up or of the turn that comes next."""
    order: tuple[Id, ...]
    """The seats in the order of play, those without troops left out."""
    owners: FrozenMap[Id, Id]
    """By planet, the seat that holds it, or `neutral`; a planet not claimed yet is absent."""
    troops: FrozenMap[Id, Positive]
    """By planet, the troops on it."""
    to_place: FrozenMap[Id, Positive]
    """By seat, new troops that must still be placed."""
    to_deal: FrozenMap[Id, Positive]
    """By seat, cards of a written position that are still to be dealt. (Ruling 33)"""
    hands: FrozenMap[Id, tuple[Held, ...]]
    """By seat, its cards, in the order in which they came."""
    decks: tuple[Deck, ...]
    """The sealed decks of the match, the present draw pile last. (Ruling 26)"""
    drawn: Natural
    """How many positions of the last deck were drawn."""
    discards: tuple[Id, ...]
    """Cards turned in since the last reshuffle, in that order."""
    sets_traded: Natural
    """Sets turned in so far in the match, which the rising values count. (Ruling 14)"""
    invasion: Natural
    """How many orders to invade were taken up in this turn. (Step 4)"""
    has_captured: bool
    """Whether the seat has captured a planet in this turn. (Step 7)"""
    fallen: tuple[Id, ...]
    """Seats that have no troops any more: eliminated, or withdrawn after they conceded; the first
    one first. (Step 5, ruling 31)"""
    result: Result | None
    """How the match ended; null: it goes on."""

    @property
    def consent_not_needed(self) -> tuple[str, ...]:
        """Returns the seats that need not agree to a draw. (Ruling 32)"""
        return (*self.conceded, *self.fallen)


class Start(Value):
    """A start position. Without planets the match begins with the set-up."""

    planets: FrozenMap[Id, Garrison] = FrozenMap()
    """Who holds which planet with how many troops."""
    others: Garrison | None = None
    """Who holds each of the planets that are not named; without it all are named, or none."""
    turn: Positive = 1
    """The round."""
    seat: Id | None = None
    """The seat whose turn begins; null: the first seat of the scenario."""
    cards: FrozenMap[Id, Annotated[int, Field(ge=1, le=81)]] = FrozenMap()
    """By seat, how many cards it is dealt from the sealed deck before the match begins."""
    sets_traded: Natural = 0
    """Sets turned in before. (Ruling 14)"""

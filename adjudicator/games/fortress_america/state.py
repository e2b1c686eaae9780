"""The state of a match of Fortress America, and how a start position is written down."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from adjudicator.core import game
from adjudicator.core.decks import Deck
from adjudicator.core.values import FrozenMap, Id, Ratio, Value

__all__ = [
    "CLASSES",
    "INVADERS",
    "KINDS",
    "SIDES",
    "USA",
    "Action",
    "AtLeast",
    "Counts",
    "Groups",
    "Guard",
    "InForce",
    "InvaderDeck",
    "Result",
    "Side",
    "Start",
    "State",
    "UnitClass",
    "UnitKind",
    "Units",
    "Until",
    "groups_of",
    "shifted",
    "shifted_group",
    "shifted_units",
    "total_of",
    "units_with",
]

UnitKind: TypeAlias = Literal[
    "bomber", "helicopter", "hovertank", "mobile-unit", "infantry", "partisan"
]
"""The kinds of unit, in the order in which they fire and in which equal ones are chosen."""
UnitClass: TypeAlias = Literal["air", "mechanized", "foot"]
"""The classes of unit, in firing order. (Action 5)"""
Side: TypeAlias = Literal["western", "southern", "eastern", "usa"]
"""Who fights, in the order of play."""
Action: TypeAlias = Literal[
    "setup-usa",
    "setup-invaders",
    "deal",
    "reinforcements",
    "cards",
    "declare",
    "maneuvers",
    "attacks",
    "lasers",
    "combat",
    "invasion",
    "supply",
    "capture",
]
"""The pieces of the set-up and of the sequence of actions, in the order of play."""

KINDS: tuple[UnitKind, ...] = get_args(UnitKind)
CLASSES: tuple[UnitClass, ...] = get_args(UnitClass)
SIDES: tuple[Side, ...] = get_args(Side)
USA: Side = "usa"
INVADERS: tuple[Side, ...] = ("western", "southern", "eastern")

Positive: TypeAlias = Annotated[int, Field(ge=1)]
Natural: TypeAlias = Annotated[int, Field(ge=0)]
Counts: TypeAlias = FrozenMap[UnitKind, Positive]
"""Units by kind; a kind that is absent has none."""
Groups: TypeAlias = FrozenMap[Id, Counts]
"""Units of one side by the space in which they stand."""
Units: TypeAlias = FrozenMap[Id, FrozenMap[Side, Counts]]
"""Units by space and side."""


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


class Result(Value):
    """How the match ended. (Chapter 3)"""

    winner: Id | None
    """The seat that has won; null: nobody, in a draw, or several together."""
    winners: tuple[Id, ...] = ()
    """The seats that have won together, where that is agreed."""
    reason: Literal[
        "invaders-destroyed", "cities-taken", "last-round", "turns-over", "conceded", "draw"
    ]
    """Why the match ended."""
    points: FrozenMap[Side, Natural] = FrozenMap()
    """Points of the invaders, where they decided between seats."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A single winner is written as ever."""
        document: dict[str, Any] = write(self)
        if not self.winners:
            del document["winners"]
        return document


class InvaderDeck(Value):
    """The sealed deck of an invader and their hand. (2012 variants)"""

    deck: Deck
    """The cards; those that are public were played."""
    drawn: Natural = 0
    """How many positions they have drawn, from the top."""

    @property
    def hand(self) -> tuple[int, ...]:
        """The positions of the cards in their hand."""
        return tuple(place for place in range(self.drawn) if place not in self.deck.public)

    def known(self) -> dict[str, int]:
        """Returns the cards of the hand with their positions, as far as they are known here."""
        found = {card: place for place in self.hand if (card := self.deck.card(place)) is not None}
        return dict(sorted(found.items()))


class InForce(Value):
    """A played card that goes on taking effect. (2012 variants)"""

    card: Id
    """The card."""
    side: Side
    """Who played it."""
    areas: tuple[Id, ...] = ()
    """Where it takes effect; none: everywhere."""
    spared: Groups = FrozenMap()
    """Units that it keeps on the board though they are cut off."""
    until: Side | None = None
    """At the end of whose turn it is discarded; null: it remains in play."""


class State(game.State):
    """Everything true of a match. Only what lies in the invaders' sealed decks is ever hidden."""

    omitted_if_empty: ClassVar[tuple[str, ...]] = (
        *game.State.omitted_if_empty,
        "lasers_uncounted",
        "invader_decks",
        "in_force",
        "to_deal",
        "card_drawn",
    )

    turn: Positive
    """The turn; each side has one player-turn in it. (Order of play)"""
    side: Side
    """The side to play; during the set-up `usa`, then the first invader. (Order of play)"""
    action: Action
    """The piece of the set-up or of the sequence of actions that comes next."""
    units: Units
    """Units on the board, by space, side and kind. A bomber that bombs stands in the space of its
    target, with the enemy. (Action 3)"""
    control: FrozenMap[Id, Side]
    """Land that an invader controls; all other land is the USA's. (Actions 1 and 8)"""
    lasers: tuple[Id, ...]
    """Cities with a laser, by id. (Action 1)"""
    lasers_left: Natural
    """Lasers that were not placed yet. (Action 1)"""
    lasers_destroyed: FrozenMap[Side, Positive]
    """Lasers that each invader destroyed; they never come back. (Actions 3 and 6)"""
    reserves: FrozenMap[Side, Counts]
    """Units not on the board that may still come: the invaders' later waves, the USA's partisans
    and destroyed units. (Action 1)"""
    destroyed: FrozenMap[Side, Counts]
    """Invading units out of the game for ever. (Action 5)"""
    deck: tuple[Id, ...]
    """Partisan cards not drawn yet, by id; a card is drawn by lot. (Action 1)"""
    discards: tuple[Id, ...]
    """Partisan cards played, the last one at the end; they become the deck when it is empty."""
    hand: tuple[Id, ...]
    """Partisan cards drawn for the next or present US turn and not played, in order of drawing."""
    bonus_cards: Natural
    """Cities that the USA retook and for which no bonus card was drawn yet. (Action 8, ruling 9)"""
    last_round: bool = False
    """The invaders hold enough cities and play their last round. (Chapter 3)"""
    lasers_uncounted: FrozenMap[Side, Positive] = FrozenMap()
    """Lasers that each invader destroyed before the last round, where those count no points.
    (2012 variants)"""

    invader_decks: FrozenMap[Side, InvaderDeck] = FrozenMap()
    """The sealed decks of the invaders. (2012 variants)"""
    in_force: tuple[InForce, ...] = ()
    """Invader cards that go on taking effect. (2012 variants)"""
    to_deal: FrozenMap[Side, Positive] = FrozenMap()
    """Invader cards of a written position that are still to be dealt. (Ruling 90)"""

    card_drawn: bool = False
    """The invader to play has drawn a card this turn, so fewer units come. (2012 variants)"""
    declared: tuple[Id, ...] = ()
    """Spaces that the side to play has declared, in that order. (Action 2)"""
    landed: FrozenMap[Id, Positive] = FrozenMap()
    """Helicopters that landed in declared land: they neither attack nor move. (Action 3)"""
    bombing: FrozenMap[Id, Positive] = FrozenMap()
    """Bombers over enemy-occupied land. (Action 3)"""
    attacks: FrozenMap[Id, Groups] = FrozenMap()
    """Units that attack and still fire, by declared space and the space in which they stand.
    (Actions 2 and 5, ruling 15)"""
    battles: tuple[Id, ...] = ()
    """Battles still to fight, the next one first. (Action 5)"""
    guards: FrozenMap[Id, Guard] = FrozenMap()
    """Conditions without which a battle is not fought. (Ruling 60)"""
    battles_won: Natural = 0
    """Battles that the side to play has won this turn. (Ruling 60)"""
    units_lost: Natural = 0
    """Units of the side to play that were destroyed this turn. (Ruling 60)"""
    called_off: tuple[Id, ...] = ()
    """Spaces whose battle was called off this turn. (Ruling 60)"""
    bombers_alone: tuple[Id, ...] = ()
    """Spaces won by bombers alone: nobody enters them. (Action 6, ruling 5)"""
    disengaged: Groups = FrozenMap()
    """Attackers out of action until the end of the turn. (Action 5)"""
    fired_on: tuple[Id, ...] = ()
    """Spaces that a laser has fired on this turn. (Action 4)"""
    laser_threshold: Positive | None = None
    """The smallest number with which lasers hit, if a card changed it for this turn."""
    result: Result | None = None
    """How the match ended; null: it goes on."""

    def units_in(self, area: str, side: Side) -> Counts:
        """Returns the units of `side` in `area`."""
        return self.units.get(area, _NO_UNITS).get(side, _NO_COUNTS)

    def spaces_of(self, side: Side) -> Iterator[tuple[str, Counts]]:
        """Yields each space in which `side` has units, in order of id, and those units."""
        for area, sides in self.units.items():
            if side in sides:
                yield area, sides[side]

    def enemy_in(self, area: str, side: Side) -> Side | None:
        """Returns the other side that has units in `area`, if any; never are there two."""
        return next((other for other in self.units.get(area, _NO_UNITS) if other != side), None)

    def has_units(self, side: Side) -> bool:
        """Says whether `side` has units on the board or in reserve."""
        return bool(self.reserves.get(side)) or any(side in sides for sides in self.units.values())


class Start(Value):
    """A start position. What is neither on the board nor said to be destroyed is in reserve."""

    side: Side | None = None
    """The side to play; null: the match begins with the set-up."""
    turn: Positive = 1
    """The turn; each side has one player-turn in it."""
    units: Units
    """Units on the board, by space, side and kind."""
    control: FrozenMap[Id, Side] = FrozenMap()
    """Land that invaders control; land with units of theirs need not be named."""
    lasers: tuple[Id, ...] = ()
    """Cities with a laser."""
    lasers_destroyed: FrozenMap[Side, Positive] = FrozenMap()
    """Lasers that each invader destroyed."""
    destroyed: FrozenMap[Side, Counts] = FrozenMap()
    """Invading units out of the game."""
    discards: tuple[Id, ...] = ()
    """Partisan cards played."""
    hand: tuple[Id, ...] = ()
    """Partisan cards drawn for the next US turn; drawn before it begins, so a start with the USA
    to play names them."""
    bonus_cards: Natural = 0
    """Cities retaken since the cards were drawn."""
    last_round: bool = False
    """The invaders play their last round."""
    invader_cards: FrozenMap[Side, Positive] = FrozenMap()
    """How many invader cards each invader is dealt before the match begins. (Ruling 90)"""
    lasers_uncounted: FrozenMap[Side, Positive] = FrozenMap()
    """Of the destroyed lasers, those before the last round, where they count no points."""


_NO_COUNTS: Counts = FrozenMap()
_NO_UNITS: FrozenMap[Side, Counts] = FrozenMap()


def total_of(counts: Mapping[UnitKind, int]) -> int:
    """Returns the number of units of all kinds."""
    return sum(counts.values())


def groups_of(groups: Mapping[str, Mapping[UnitKind, int]]) -> Counts:
    """Returns the units of all spaces together, by kind."""
    counts: dict[UnitKind, int] = {}
    for group in groups.values():
        for kind, count in group.items():
            counts[kind] = counts.get(kind, 0) + count
    return FrozenMap(counts)


def shifted(counts: Counts, kind: UnitKind, by: int) -> Counts:
    """Returns `counts` with `by` more (or fewer) units of `kind`."""
    count = counts.get(kind, 0) + by
    assert count >= 0, f"{count} units of kind {kind}"
    return counts.put(kind, count)


def shifted_group(groups: Groups, area: str, kind: UnitKind, by: int) -> Groups:
    """Returns `groups` with `by` more (or fewer) units of `kind` in `area`."""
    counts = shifted(groups.get(area, _NO_COUNTS), kind, by)
    return groups.put(area, counts)


def shifted_units(units: Units, area: str, side: Side, change: tuple[UnitKind, int]) -> Units:
    """Returns `units` with more (or fewer) units of one kind of `side` in `area`."""
    sides = units.get(area, _NO_UNITS)
    counts = shifted(sides.get(side, _NO_COUNTS), *change)
    return units.put(area, sides.put(side, counts))


def units_with(units: Units, side: Side, instead: Mapping[str, Mapping[UnitKind, int]]) -> Units:
    """Returns `units` with other units of `side` in some spaces; for many changes at once."""
    changed = dict(units)
    for area, counts in instead.items():
        standing = FrozenMap({kind: count for kind, count in counts.items() if count})
        sides = units.get(area, _NO_UNITS).put(side, standing)
        if sides:
            changed[area] = sides
        else:
            changed.pop(area, None)
    return FrozenMap(changed)

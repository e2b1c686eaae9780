"""The partisan cards as facts: what each does, and in which areas. (Appendix 1)"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field

from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.fortress_america.state import Counts, Side, UnitKind

__all__ = [
    "Airlift",
    "CardFacts",
    "CardFile",
    "DestroyUnits",
    "DriveAway",
    "Effect",
    "LaserThreshold",
    "PlaceUnits",
    "Where",
    "deck_of",
]

Count: TypeAlias = Annotated[int, Field(ge=1)]


class Where(Value):
    """The areas of which a card speaks."""

    kind: Literal[
        "area",
        "adjacent-to",
        "region",
        "mountain-in-region",
        "each-region",
        "resource",
        "mountain",
        "not-city",
        "city-enemy-occupied",
        "any-one-area",
        "target",
        "target-or-adjacent",
        "not-enemy-occupied",
    ]
    """How they are found; the fields below say of what."""
    areas: tuple[Id, ...] = ()
    """The areas themselves, or those beside which they lie."""
    region: Id | None = None
    """The region in which they lie."""
    regions: tuple[Id, ...] = ()
    """The regions of which each has some."""
    resource: Id | None = None
    """What is printed in them."""
    max_areas: int | None = None
    """How many of them the card may use; null: all."""
    including_enemy_controlled_cities: bool = False
    """Whether the card says that cities held by invaders are meant too."""


class PlaceUnits(Value):
    """Puts the card's units on the board."""

    op: Literal["place"]
    """What it does."""


class DestroyUnits(Value):
    """Destroys invading units; the USA chooses which."""

    op: Literal["destroy"]
    """What it does."""
    owner: Side | Literal["any-invader"]
    """Whose units."""
    kinds: tuple[UnitKind, ...] | Literal["any"]
    """Of which kinds."""
    amount: Count | Literal["all"]
    """How many in each of its areas."""
    up_to: bool = False
    """Whether the USA may destroy fewer."""
    per_area: bool = False
    """Whether the amount is for each area."""
    area_count: Count = 1
    """In how many areas."""
    in_: Where = Field(alias="in")
    """In which areas."""


class DriveAway(Value):
    """Drives all invading units out of areas, as a retreat in combat."""

    op: Literal["retreat"]
    """What it does."""
    owner: Literal["any-invader"]
    """Whose units."""
    amount: Literal["all", "all-remaining"]
    """How many; `all-remaining`: those that the card has not destroyed."""
    area_count: Count = 1
    """Out of how many areas."""
    in_: Where = Field(alias="in")
    """Out of which areas."""
    unable: Literal["destroy"]
    """What becomes of units that cannot go anywhere."""


class LaserThreshold(Value):
    """Lasers hit with smaller numbers for this turn."""

    op: Literal["laser-threshold"]
    """What it does."""
    value: Count
    """The smallest number that hits."""
    until: Literal["end-of-this-turn"]
    """How long."""


class Airlift(Value):
    """Carries all US units of one area into another."""

    op: Literal["move-units"]
    """What it does."""
    owner: Literal["usa"]
    """Whose units."""
    amount: Literal["all"]
    """How many."""
    from_: Where = Field(alias="from")
    """Where they stand."""
    to: Where
    """Where they go."""
    stack_limit: Count
    """How many units may stand there then."""


Effect: TypeAlias = Annotated[
    PlaceUnits | DestroyUnits | DriveAway | LaserThreshold | Airlift, Field(discriminator="op")
]
"""One thing that a card does."""
E = TypeVar("E", PlaceUnits, DestroyUnits, DriveAway, LaserThreshold, Airlift)


class CardFacts(Value):
    """One partisan card."""

    edition: Annotated[str, Field(max_length=40)]
    """The mark of the edition that it belongs to."""
    deck: Id
    """The deck that it belongs to."""
    title: Annotated[str, Field(min_length=1, max_length=80)]
    """As players read it."""
    count: int
    """How many of it there are."""
    units: Counts
    """The units that it brings, by kind."""
    where: Where | None
    """Where it puts its units."""
    placement: (
        Literal["any", "one-area", "one-or-two-areas", "separate-where-possible", "one-each"] | None
    )
    """How its units are spread over the areas; null: it brings none."""
    effects: tuple[Effect, ...]
    """What it does, in this order."""
    not_in_cities: bool
    """It puts no unit into an enemy city, which no card but the airlift does. (Ruling 7)"""
    source: FrozenMap[Id, str]
    """Where each fact comes from; the map's README explains the marks."""
    confidence: Annotated[str, Field(max_length=80)]
    """How sure the facts are."""
    note: Annotated[str, Field(max_length=1000)] = ""
    """Why, in words."""

    def effect(self, kind: type[E]) -> E | None:
        """Returns the card's effect of a kind; no card has two of one kind."""
        return next((effect for effect in self.effects if isinstance(effect, kind)), None)


class CardFile(Value):
    """The cards of a map, of all editions."""

    format: Literal[1]
    """The format of the file."""
    map: Id
    """The id of the map."""
    cards: FrozenMap[Id, CardFacts]
    """The cards by id."""


def deck_of(cards: Mapping[str, CardFacts], mark: str) -> FrozenMap[str, CardFacts]:
    """Returns the partisan deck with an edition's mark."""
    decks: dict[str, dict[str, CardFacts]] = {}
    for card, facts in cards.items():
        if facts.deck == "partisan":
            decks.setdefault(facts.edition, {})[card] = facts
    return FrozenMap(decks.get(mark, {}))

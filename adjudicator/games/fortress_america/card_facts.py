"""The partisan cards as facts: what each does, and in which areas. (Appendix 1)"""

from __future__ import annotations

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
        "city-enemy-occupied",
        "any-one-area",
        "target",
        "target-or-adjacent",
        "not-enemy-occupied",
    ]
    areas: tuple[Id, ...] = ()
    region: Id | None = None
    regions: tuple[Id, ...] = ()
    resource: Id | None = None
    max_areas: int | None = None
    including_enemy_controlled_cities: bool = False


class PlaceUnits(Value):
    """Puts the card's units on the board."""

    op: Literal["place"]


class DestroyUnits(Value):
    """Destroys invading units; the USA chooses which."""

    op: Literal["destroy"]
    owner: Side | Literal["any-invader"]
    kinds: tuple[UnitKind, ...] | Literal["any"]
    amount: Count | Literal["all"]
    """How many in each of its areas."""
    up_to: bool = False
    """Whether the USA may destroy fewer."""
    per_area: bool = False
    area_count: Count = 1
    in_: Where = Field(alias="in")


class DriveAway(Value):
    """Drives all invading units out of areas, as a retreat in combat."""

    op: Literal["retreat"]
    owner: Literal["any-invader"]
    amount: Literal["all", "all-remaining"]
    area_count: Count = 1
    in_: Where = Field(alias="in")
    unable: Literal["destroy"]


class LaserThreshold(Value):
    """Lasers hit with smaller numbers for this turn."""

    op: Literal["laser-threshold"]
    value: Count
    until: Literal["end-of-this-turn"]


class Airlift(Value):
    """Carries all US units of one area into another."""

    op: Literal["move-units"]
    owner: Literal["usa"]
    amount: Literal["all"]
    from_: Where = Field(alias="from")
    to: Where
    stack_limit: Count


Effect: TypeAlias = Annotated[
    PlaceUnits | DestroyUnits | DriveAway | LaserThreshold | Airlift, Field(discriminator="op")
]
"""One thing that a card does."""
E = TypeVar("E", PlaceUnits, DestroyUnits, DriveAway, LaserThreshold, Airlift)


class CardFacts(Value):
    """One partisan card."""

    edition: str
    deck: Id
    title: str
    count: int
    units: Counts
    where: Where | None
    """Where it puts its units."""
    placement: (
        Literal["any", "one-area", "one-or-two-areas", "separate-where-possible", "one-each"] | None
    )
    effects: tuple[Effect, ...]
    """What it does, in this order."""
    not_in_cities: bool
    """It puts no unit into an enemy city, which no card but the airlift does. (Ruling 7)"""
    source: FrozenMap[Id, str]
    confidence: str
    note: str = ""

    def effect(self, kind: type[E]) -> E | None:
        """Returns the card's effect of a kind; no card has two of one kind."""
        return next((effect for effect in self.effects if isinstance(effect, kind)), None)


class CardFile(Value):
    """The cards of a map, of all editions."""

    format: Literal[1]
    map: Id
    cards: FrozenMap[Id, CardFacts]


def deck_of(cards: Mapping[str, CardFacts], mark: str) -> FrozenMap[str, CardFacts]:
    """Returns the partisan deck with an edition's mark."""
    decks: dict[str, dict[str, CardFacts]] = {}
    for card, facts in cards.items():
        if facts.deck == "partisan":
            decks.setdefault(facts.edition, {})[card] = facts
    return FrozenMap(decks.get(mark, {}))

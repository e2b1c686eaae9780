"""The invader cards as facts: when each is played, what it asks for, what it does. (2012 variants)

Its words are those of the partisan cards as far as both do the same.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field

from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.fortress_america.card_facts import LaserThreshold
from adjudicator.games.fortress_america.state import UnitKind

__all__ = [
    "CancelCards",
    "CombinedArms",
    "DestroyLaser",
    "DestroyUsUnits",
    "ExtraMovement",
    "FewerCards",
    "Foothold",
    "IgnoreSupply",
    "InvaderCard",
    "InvaderCardFile",
    "InvaderEffect",
    "NoLasers",
    "RecoverUnits",
    "Requirement",
    "RerollMisses",
    "When",
    "invader_cards_of",
]

Count: TypeAlias = Annotated[int, Field(ge=1, le=60)]
Kinds: TypeAlias = Annotated[tuple[UnitKind, ...], Field(min_length=1)]
When: TypeAlias = Literal[
    "reinforcements",
    "declare",
    "maneuvers",
    "battle",
    "supply",
    "usa-reinforcements",
    "usa-lasers",
]
"""The moment at which a card is played: in an action of its owner's turn, or for the US turn that
comes, at the end of its owner's. (Ruling 92)"""


class Requirement(Value):
    """Land that an invader must control to play a card."""

    kind: Literal["area", "city", "oil", "mineral", "agricultural"]
    """One area that is named, or areas of a kind."""
    area: Id | None = None
    """The area that is named."""
    amount: Count = 1
    """How many areas of the kind."""


class Foothold(Value):
    """Makes a city one more invasion zone of its owner."""

    op: Literal["foothold"]
    """What it does."""
    area: Id
    """The city."""
    can_be_captured: bool
    """Whether another side can take it, and with it the foothold."""


class NoLasers(Value):
    """No laser fires in the coming US turn."""

    op: Literal["no-lasers"]
    """What it does."""


class RecoverUnits(Value):
    """Destroyed units go back to the reserve."""

    op: Literal["recover"]
    """What it does."""
    kinds: Kinds
    """Of which kinds."""
    amount: Count
    """How many at most."""


class CombinedArms(Value):
    """In one battle the attacker's combined faces hit without combined arms."""

    op: Literal["combined-arms"]
    """What it does."""


class RerollMisses(Value):
    """In one battle the attacker rolls dice that miss once more."""

    op: Literal["reroll-misses"]
    """What it does."""
    kinds: Kinds
    """The dice of which kinds."""
    only_in_cities: bool = False
    """Whether the battle must be for a city."""


class ExtraMovement(Value):
    """Units go farther in the maneuvers of the turn."""

    op: Literal["extra-movement"]
    """What it does."""
    kinds: Kinds
    """Of which kinds."""
    amount: Annotated[int, Field(ge=1, le=4)]
    """By how many spaces."""


class FewerCards(Value):
    """The USA draws fewer regular cards in its coming turn."""

    op: Literal["fewer-cards"]
    """What it does."""
    amount: Count
    """How many fewer."""


class CancelCards(Value):
    """The first cards that the USA draws for its coming turn are discarded."""

    op: Literal["cancel-cards"]
    """What it does."""
    amount: Count
    """How many."""


class DestroyLaser(Value):
    """A laser in a city beside own units is destroyed."""

    op: Literal["destroy-laser"]
    """What it does."""


class DestroyUsUnits(Value):
    """US units that defend in a battle beside an own invasion zone are destroyed before it."""

    op: Literal["destroy"]
    """What it does."""
    amount: Count
    """How many."""


class IgnoreSupply(Value):
    """Units that are cut off stay on the board in this supply check."""

    op: Literal["ignore-supply"]
    """What it does."""
    amount: Count
    """How many at most."""


InvaderEffect: TypeAlias = Annotated[
    Foothold
    | NoLasers
    | LaserThreshold
    | RecoverUnits
    | CombinedArms
    | RerollMisses
    | ExtraMovement
    | FewerCards
    | CancelCards
    | DestroyLaser
    | DestroyUsUnits
    | IgnoreSupply,
    Field(discriminator="op"),
]
"""What an invader card does."""
F = TypeVar(
    "F",
    Foothold,
    NoLasers,
    LaserThreshold,
    RecoverUnits,
    CombinedArms,
    RerollMisses,
    ExtraMovement,
    FewerCards,
    CancelCards,
    DestroyLaser,
    DestroyUsUnits,
    IgnoreSupply,
)


class InvaderCard(Value):
    """One invader card."""

    side: Literal["western", "southern", "eastern"]
    """Whose deck it belongs to."""
    title: Annotated[str, Field(min_length=1, max_length=80)]
    """As players read it."""
    when: When
    """When it is played."""
    requires: tuple[Requirement, ...]
    """What its owner must control."""
    effect: InvaderEffect
    """What it does."""
    remains: bool = False
    """Whether it remains in play."""
    stand_in: bool
    """Whether the printed card was not found, and this one stands in for it."""
    source: FrozenMap[Id, str]
    """Where each fact comes from; the map's README explains the marks."""
    confidence: Annotated[str, Field(max_length=80)]
    """How sure the facts are."""
    note: Annotated[str, Field(max_length=1000)] = ""
    """Why, in words."""

    @property
    def has_place(self) -> bool:
        """Whether an order may say for which space the card is: of a battle, a laser, units."""
        return self.when == "battle" or isinstance(self.effect, DestroyLaser | IgnoreSupply)

    @property
    def takes_units(self) -> bool:
        """Whether an order may say which units the card takes."""
        return isinstance(self.effect, RecoverUnits | DestroyUsUnits | IgnoreSupply)

    def effect_as(self, kind: type[F]) -> F | None:
        """Returns what the card does if it is of a kind."""
        return self.effect if isinstance(self.effect, kind) else None


class InvaderCardFile(Value):
    """The invader cards of a map."""

    format: Literal[1]
    """The format of the file."""
    map: Id
    """The id of the map."""
    cards: FrozenMap[Id, InvaderCard]
    """The cards by id."""


@lru_cache(maxsize=4)
def _file(raw: bytes) -> InvaderCardFile:
    return InvaderCardFile.model_validate_json(raw)


def invader_cards_of(files: Mapping[str, bytes], name: str | None) -> FrozenMap[str, InvaderCard]:
    """Returns the invader cards of a map's files, which were checked; none without such a file."""
    return FrozenMap() if name is None else _file(files[name]).cards

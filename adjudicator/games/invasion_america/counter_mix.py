"""The counters of the box: `counters.json`, and what the types of units are."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Literal, Self, TypeAlias, get_args

from pydantic import Field

from adjudicator.core.values import FrozenMap, Id, Value

__all__ = [
    "FORCES",
    "NATIONS",
    "TYPES",
    "TYPE_CODES",
    "TYPE_NAMES",
    "CounterMix",
    "CounterType",
    "Force",
    "ForceCounters",
    "Nation",
    "UnitClass",
    "UnitType",
    "class_of",
]

Nation: TypeAlias = Literal["canada", "esc", "pal", "sau", "us"]
"""Whose counter it is."""
NATIONS: tuple[Nation, ...] = get_args(Nation)
Force: TypeAlias = Literal["esc", "pal", "sau", "us"]
"""Who is friendly to each other: Canada belongs to the force of the United States. (4.1)"""
FORCES: tuple[Force, ...] = get_args(Force)
UnitType: TypeAlias = Literal[
    "armour", "mechanised", "infantry", "militia", "special-infantry", "hovercraft", "supply",
    "rail", "cas", "lrb", "carrier", "amphibious", "transport",
]  # fmt: skip
TYPES: tuple[UnitType, ...] = get_args(UnitType)
UnitClass: TypeAlias = Literal["land", "supply", "rail", "air", "naval"]
"""Land combat units; supply units; rail units; air units; naval units. (3.31, 3.36)"""

TYPE_NAMES: Mapping[UnitType, str] = MappingProxyType(
    {
        "armour": "armour",
        "mechanised": "mechanised infantry",
        "infantry": "infantry",
        "militia": "militia",
        "special-infantry": "special infantry",
        "hovercraft": "hovercraft",
        "supply": "supply unit",
        "rail": "rail unit",
        "cas": "close air support",
        "lrb": "long-range bomber",
        "carrier": "aircraft carrier",
        "amphibious": "amphibious unit",
        "transport": "transport",
    }
)
"""As players read them."""
TYPE_CODES: Mapping[UnitType, str] = MappingProxyType(
    {
        "armour": "a", "mechanised": "mi", "infantry": "i", "militia": "m",
        "special-infantry": "si", "hovercraft": "h", "supply": "s", "rail": "rr",
        "cas": "cas", "lrb": "lrb", "carrier": "cv", "amphibious": "am", "transport": "t",
    }
)  # fmt: skip
"""As the rulebook's orders of battle name them. (3.36)"""
_CLASSES: Mapping[UnitType, UnitClass] = MappingProxyType(
    {
        "supply": "supply", "rail": "rail", "cas": "air", "lrb": "air",
        "carrier": "naval", "amphibious": "naval", "transport": "naval",
    }
)  # fmt: skip


def class_of(unit_type: UnitType) -> UnitClass:
    """Returns what sort of unit a type is. (3.36)"""
    return _CLASSES.get(unit_type, "land")


Small = Annotated[int, Field(ge=0, le=99)]


class CounterType(Value):
    """All counters of one nation and type."""

    counters: Annotated[
        tuple[tuple[Small, Annotated[int, Field(ge=1, le=99)]], ...], Field(min_length=1)
    ]
    """Each tried strength with how many counters have it; rail units have none: 0."""
    movement: Small | None = None
    """Movement allowance; null: by sea without limit, or not at all."""
    range: Small | None = None
    """Over how many hexes it attacks; null: only adjacent units."""
    untried: Small | None = None
    """The strength on the back; null: the strength is always known. (3.37)"""
    defends_only: bool = False
    """Whether its strength is in parentheses. (3.37)"""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from; the map's README explains the marks."""

    @property
    def count(self) -> int:
        """Returns how many counters there are."""
        return sum(count for _, count in self.counters)

    @property
    def strengths(self) -> tuple[int, ...]:
        """Returns the tried strength of every counter, ascending."""
        return tuple(strength for strength, count in sorted(self.counters) for _ in range(count))


class ForceCounters(Value):
    """The counters of one nation."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """As players read it."""
    force: Force
    """The force to which it belongs. (4.1)"""
    units: FrozenMap[UnitType, CounterType]
    """Its counters by type."""


class CounterMix(Value):
    """All counters: `counters.json`."""

    format: Literal[1]
    nations: FrozenMap[Nation, ForceCounters]
    """The counters of each nation."""

    def __copy__(self) -> Self:
        copied = super().__copy__()
        copied.__dict__.pop("_types", None)
        return copied

    @cached_property
    def _types(self) -> Mapping[tuple[Nation, UnitType], CounterType]:
        return {
            (nation, unit_type): facts
            for nation, counters in self.nations.items()
            for unit_type, facts in counters.units.items()
        }

    def facts(self, nation: Nation, unit_type: UnitType) -> CounterType | None:
        """Returns the counters of a nation and type; None: it has none."""
        return self._types.get((nation, unit_type))

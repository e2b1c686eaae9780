"""A star chart: planets in regions, and the lanes between them.

Rules move on it and pictures are drawn from it. Classic world boards are charts too: territories
are planets, continents regions. Coordinates are integers in tenths of a unit, y grows downwards.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field

from adjudicator.boards.area import Point
from adjudicator.core.values import FrozenMap, Id, Value

__all__ = ["Chart", "Lane", "LaneKind", "Planet", "Region"]

LaneKind: TypeAlias = Literal["border", "hyperlane"]
"""Neighbours in space, or joined by a line through hyperspace; the rules make no difference."""


class Region(Value):
    """A group of planets that brings troops to who holds all of them."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """As players read it."""
    bonus: Annotated[int, Field(ge=0, le=99)]
    """Troops a turn for the seat that holds all its planets. (Step 1)"""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from; the map's README explains the marks."""


class Planet(Value):
    """One planet of the chart."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """As players read it."""
    region: Id
    """The region in which it lies."""
    at: Point
    """Where it is drawn."""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from."""


class Lane(Value):
    """Two planets that are adjacent."""

    between: tuple[Id, Id]
    """The lower id first."""
    kind: LaneKind
    """How it is drawn."""
    source: Id = "own"
    """Where the fact comes from."""


class _Tables(NamedTuple):
    """What `Chart` looks up; made once from its fields."""

    neighbours: Mapping[str, tuple[str, ...]]
    adjacent: Mapping[str, frozenset[str]]
    by_region: Mapping[str, tuple[str, ...]]


class Chart(Value):
    """The planets, the regions and the lanes of a map."""

    format: Literal[1]
    map: Id
    """The id of the map."""
    title: Annotated[str, Field(min_length=1, max_length=80)]
    """As players read it."""
    regions: FrozenMap[Id, Region]
    """The regions by id."""
    planets: FrozenMap[Id, Planet]
    """The planets by id."""
    lanes: tuple[Lane, ...]
    """Each pair of adjacent planets once."""

    def __copy__(self) -> Self:
        # `model_copy(update=...)` may give the copy other lanes: it makes its own tables.
        copied = super().__copy__()
        copied.__dict__.pop("_tables", None)
        return copied

    @cached_property
    def _tables(self) -> _Tables:
        neighbours: dict[str, set[str]] = {planet: set() for planet in self.planets}
        for lane in self.lanes:
            here, there = lane.between
            neighbours[here].add(there)
            neighbours[there].add(here)
        by_region: dict[str, list[str]] = {region: [] for region in self.regions}
        for planet, facts in self.planets.items():
            by_region[facts.region].append(planet)
        return _Tables(
            {planet: tuple(sorted(others)) for planet, others in neighbours.items()},
            {planet: frozenset(others) for planet, others in neighbours.items()},
            {region: tuple(planets) for region, planets in by_region.items()},
        )

    def neighbours(self, planet: str) -> tuple[str, ...]:
        """Returns the planets adjacent to a planet, by id."""
        return self._tables.neighbours[planet]

    def are_adjacent(self, here: str, there: str) -> bool:
        """Whether a lane joins two planets."""
        return there in self._tables.adjacent[here]

    def planets_in(self, region: str) -> tuple[str, ...]:
        """Returns the planets of a region, by id."""
        return self._tables.by_region[region]

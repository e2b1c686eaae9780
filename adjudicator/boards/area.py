"""Area maps: areas with names and traits, the borders between them, and their outlines.

`AreaMap` is the graph that rules move on; `Outlines` is the geometry that pictures are drawn from.
Everything is exact: coordinates are integers in tenths of a unit, y grows downwards.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field as Limits
from pydantic import field_validator, model_validator

from adjudicator.core.values import FrozenMap, Id, Value

__all__ = [
    "MAX_COORDINATE",
    "Area",
    "AreaMap",
    "AreaTest",
    "Border",
    "Coordinate",
    "Length",
    "Outline",
    "Outlines",
    "Point",
    "Region",
    "Ring",
    "Touch",
    "decor_kind",
]

MAX_COORDINATE = 100_000
"""How far from the corner something may be drawn, in tenths: pictures are laid out in memory."""
Coordinate = Annotated[int, Limits(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
"""A place on the sheet, in its units."""
Length = Annotated[int, Limits(ge=0, le=MAX_COORDINATE)]
"""An extent on the sheet, in its units."""
SheetLength = Annotated[int, Limits(ge=1, le=MAX_COORDINATE)]
"""Of a sheet: it has some extent."""
Point: TypeAlias = tuple[Coordinate, Coordinate]
"""x and y in tenths of a unit."""
Ring: TypeAlias = tuple[Point, ...]
"""A closed line; the last point is joined to the first."""
Name = Annotated[str, Limits(min_length=1, max_length=40)]
"""What players read: it must find room in an area."""
Border: TypeAlias = tuple[Id, Id]
"""Two adjacent areas, the lower id first."""
AreaTest: TypeAlias = Callable[[str], bool]
"""Says yes or no to an area."""


class Region(Value):
    """A named group of areas (a sector of the board)."""

    name: Name
    """As players read it."""


class Area(Value):
    """One area of the map."""

    name: Name
    """As players read it."""
    kind: Id
    """What sort of area it is: `land`, `zone`."""
    region: Id | None
    """The region that it lies in, if any."""
    traits: tuple[Id, ...]
    """What is printed in it: `city`, `mountain`, `oil`."""
    side: Id | None
    """The side that it belongs to for the whole match, if any."""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from; the map's README explains the marks."""


class _Tables(NamedTuple):
    """What `AreaMap` looks up; made once from its fields."""

    neighbours: Mapping[str, tuple[str, ...]]
    adjacent: Mapping[str, frozenset[str]]
    by_trait: Mapping[str, tuple[str, ...]]
    by_region: Mapping[str, tuple[str, ...]]
    by_kind: Mapping[str, tuple[str, ...]]


class AreaMap(Value):
    """The areas of a map and the borders between them."""

    format: Literal[1]
    """The format of the file."""
    map: Id
    """The id of the map."""
    title: Annotated[str, Limits(min_length=1, max_length=80)]
    """As players read it."""
    regions: FrozenMap[Id, Region]
    """The regions by id."""
    areas: FrozenMap[Id, Area]
    """The areas by id."""
    borders: tuple[Border, ...]
    """Each pair of adjacent areas once, the lower id first."""
    border_kinds: FrozenMap[Id, tuple[Border, ...]] = FrozenMap()
    """What some borders are, by kind: `river`, `wall`. Pictures draw them; rules may ask."""

    @model_validator(mode="after")
    def _borders_of_kinds_exist(self) -> Self:
        """Refuses a kind of what is no border."""
        borders = {*self.borders}
        for kind, pairs in self.border_kinds.items():
            for here, there in pairs:
                if (here, there) not in borders:
                    raise ValueError(f"border_kinds.{kind}: {here} and {there} are no border")
        return self

    def __copy__(self) -> Self:
        # `model_copy(update=...)` may give the copy other borders: it makes its own tables.
        copied = super().__copy__()
        copied.__dict__.pop("_tables", None)
        return copied

    @cached_property
    def _tables(self) -> _Tables:
        pairs = [*self.borders, *((there, here) for here, there in self.borders)]
        neighbours = _grouped(pairs)
        for area in self.areas:
            neighbours.setdefault(area, ())
        areas = self.areas.items()
        return _Tables(
            neighbours=neighbours,
            adjacent={area: frozenset(others) for area, others in neighbours.items()},
            by_trait=_grouped((trait, area) for area, facts in areas for trait in facts.traits),
            by_region=_grouped((facts.region, area) for area, facts in areas if facts.region),
            by_kind=_grouped((facts.kind, area) for area, facts in areas),
        )

    def neighbours(self, area: str) -> tuple[str, ...]:
        """Returns the areas that share a border with `area`, in order of id."""
        return self._tables.neighbours[area]

    def are_adjacent(self, here: str, there: str) -> bool:
        """Says whether two areas share a border; an unknown area has none."""
        return there in self._tables.adjacent.get(here, frozenset())

    def region_of(self, area: str) -> str | None:
        """Returns the region that `area` lies in."""
        return self.areas[area].region

    def has_trait(self, area: str, trait: str) -> bool:
        """Says whether `trait` is printed in `area`."""
        return trait in self.areas[area].traits

    def areas_with(self, trait: str) -> tuple[str, ...]:
        """Returns the areas in which `trait` is printed, in order of id."""
        return self._tables.by_trait.get(trait, ())

    def areas_in(self, region: str) -> tuple[str, ...]:
        """Returns the areas of `region`, in order of id."""
        return self._tables.by_region.get(region, ())

    def areas_of_kind(self, kind: str) -> tuple[str, ...]:
        """Returns the areas of `kind`, in order of id."""
        return self._tables.by_kind.get(kind, ())

    def distances(
        self, start: str, *, may_pass: AreaTest | None = None, within: int | None = None
    ) -> dict[str, int]:
        """Returns the number of borders to cross from `start` to each area that can be reached.

        Every area can be an end; only those that pass `may_pass` can be left again (`start`
        always can). Nearer areas come first, equally near ones in order of id; those farther
        away than `within` are left out.
        """
        reached = {start: 0}
        frontier = deque([start])
        while frontier:
            here = frontier.popleft()
            if reached[here] == within:
                break
            if here != start and may_pass is not None and not may_pass(here):
                continue
            for there in self.neighbours(here):
                if there not in reached:
                    reached[there] = reached[here] + 1
                    frontier.append(there)
        return dict(sorted(reached.items(), key=lambda item: (item[1], item[0])))

    def connected_to(self, starts: Iterable[str], passable: AreaTest) -> tuple[str, ...]:
        """Returns `starts` and all areas joined to them through passable areas, in order of id.

        The starts count without being asked.
        """
        return tuple(sorted(self.ways_to(starts, passable)))

    def ways_to(self, goals: Iterable[str], passable: AreaTest) -> dict[str, str | None]:
        """Returns `goals` and all areas joined to them through passable areas.

        With each stands the next area on a shortest way to a goal, the lowest id first; with a
        goal stands None. The goals count without being asked.
        """
        ways: dict[str, str | None] = dict.fromkeys(sorted(goals))
        frontier = deque(ways)
        while frontier:
            here = frontier.popleft()
            for there in self.neighbours(here):
                if there not in ways and passable(there):
                    ways[there] = here
                    frontier.append(there)
        return ways


class Outline(Value):
    """How one area is drawn."""

    polygon: Ring
    """Its one ring, not closed."""
    label: Point
    """The centre of its name."""
    label_width: Length
    """The level width that is free for the name, in tenths."""
    city: Point | None
    """The place of its city, if it has one."""
    units: Point
    """The centre of the largest circle inside: the counters' place."""
    radius: Length
    """The radius of that circle, in tenths."""
    icon: Point
    """The place of a resource's sign."""


class Touch(Value):
    """A point where areas meet that are not adjacent."""

    at: Point
    """The point."""
    areas: tuple[Id, ...]
    """All areas that meet there."""
    not_adjacent: tuple[Border, ...]
    """Those pairs of them between which there is no passage."""


class Outlines(Value):
    """How a map is drawn."""

    format: Literal[1]
    """The format of the file."""
    map: Id
    """The id of the map."""
    viewbox: tuple[SheetLength, SheetLength]
    """Width and height, in tenths."""
    areas: FrozenMap[Id, Outline]
    """The outline of each area, by id."""
    points: tuple[Touch, ...]
    """Places where outlines meet in a point only."""
    decor: FrozenMap[Id, tuple[Ring, ...]]
    """Scenery that is no area, by names of the author's. What is called `river` or `river-...` is
    drawn as open lines of water, `lake` or `lake-...` as water with a shore, anything else as
    foreign land: `canada`, `islands`."""

    @field_validator("decor")
    @classmethod
    def _decor_can_be_drawn(
        cls, decor: FrozenMap[str, tuple[Ring, ...]]
    ) -> FrozenMap[str, tuple[Ring, ...]]:
        """Refuses a line of fewer than two points, and a ring of fewer than three."""
        for name, rings in decor.items():
            least = 2 if decor_kind(name) == "river" else 3
            for place, ring in enumerate(rings):
                if len(ring) < least:
                    raise ValueError(f"decor.{name}[{place}] has {len(ring)} points, not {least}")
        return decor


def decor_kind(name: str) -> Literal["river", "lake", "land"]:
    """Returns what scenery is, by its name.

    >>> decor_kind("river-severn"), decor_kind("lake"), decor_kind("canada")
    ('river', 'lake', 'land')
    """
    first = name.partition("-")[0]
    return "river" if first == "river" else "lake" if first == "lake" else "land"


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Gathers the second members by the first; both come sorted, each once."""
    groups: dict[str, set[str]] = {}
    for key, member in pairs:
        groups.setdefault(key, set()).add(member)
    return {key: tuple(sorted(groups[key])) for key in sorted(groups)}

"""Hex grids: numbers of hexes, what lies beside what, distances, and ways through a graph of hexes.

A hex is an integer inside and a number such as `n0146` in files: the letter of the map's section,
its row in the section, counted from the south, and its column, counted from the west. Hexes stand
on a point; every second row (2, 4, ... counted through all sections) lies half a hex to the east.

Whatever moves on the grid moves on a graph: for each hex the hexes that can be reached from it in
one step, with what the step costs. Graphs are plain tuples, made once for a map; which hexes are
closed or end a move changes with the position and is passed as sets of hexes.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Annotated, Self, TypeAlias

from pydantic import Field, StringConstraints, WithJsonSchema

from adjudicator.core.values import Value

__all__ = [
    "DIRECTIONS",
    "NOWHERE",
    "Direction",
    "Graph",
    "Grid",
    "Hex",
    "HexNumber",
    "Hexside",
    "Links",
    "Section",
    "cheapest_way",
    "costs_from",
    "flood",
    "opposite",
    "way_from",
]

Hex: TypeAlias = int
"""A hex of a grid: 0 in its south-west corner, then along the row, then the next row."""
Hexside: TypeAlias = int
"""What lies between two hexes: three times the lower hex and the direction to the higher one."""
Direction: TypeAlias = int
"""0 to 5, as in `DIRECTIONS`."""
DIRECTIONS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
NOWHERE: Hex = -1
"""What lies beyond the edge of the grid."""

HexNumber = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z][0-9]{4}$"),
    WithJsonSchema({"type": "string", "pattern": r"^[a-z][0-9]{4}(?!\n)$"}),
]
"""A hex in a file: section letter, two digits of its row, two of its column."""

Links: TypeAlias = Sequence[Sequence[Hex]]
"""For each hex those that can be reached from it in one step."""
Graph: TypeAlias = Sequence[Sequence[tuple[Hex, int]]]
"""For each hex those that can be reached from it in one step, each with what the step costs."""


def opposite(direction: Direction) -> Direction:
    """Returns the direction in which one comes back."""
    return (direction + 3) % 6


class Section(Value):
    """A sheet of the map; the sections lie one above another."""

    letter: Annotated[
        str,
        StringConstraints(pattern="^[a-z]$"),
        WithJsonSchema({"type": "string", "pattern": r"^[a-z](?!\n)$"}),
    ]
    """What the numbers of its hexes begin with."""
    rows: Annotated[int, Field(ge=1, le=99)]
    """How many rows it has, numbered from 1 in its south."""


class Grid(Value):
    """The hexes of a map, whatever lies in them."""

    sections: Annotated[tuple[Section, ...], Field(min_length=1, max_length=9)]
    """From the south to the north."""
    columns: Annotated[int, Field(ge=1, le=99)]
    """How many hexes each row has, numbered from 1 in the west."""

    def __copy__(self) -> Self:
        # `model_copy(update=...)` may give the copy other rows: it makes its own tables.
        copied = super().__copy__()
        for table in ("rows", "size", "numbers", "around", "neighbours", "_hexes"):
            copied.__dict__.pop(table, None)
        return copied

    @cached_property
    def rows(self) -> int:
        """Returns how many rows all sections have together."""
        return sum(section.rows for section in self.sections)

    @cached_property
    def size(self) -> int:
        """Returns how many hexes the grid has."""
        return self.rows * self.columns

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Returns the number of each hex."""
        return tuple(
            f"{section.letter}{row:02}{column:02}"
            for section in self.sections
            for row in range(1, section.rows + 1)
            for column in range(1, self.columns + 1)
        )

    @cached_property
    def _hexes(self) -> dict[str, Hex]:
        """Returns the hex with each number."""
        return {number: hex_ for hex_, number in enumerate(self.numbers)}

    def hex_of(self, number: str) -> Hex:
        """Returns the hex with a number; NOWHERE if the grid has none."""
        return self._hexes.get(number, NOWHERE)

    def number_of(self, hex_: Hex) -> str:
        """Returns the number of a hex."""
        return self.numbers[hex_]

    def place_of(self, hex_: Hex) -> tuple[int, int]:
        """Returns the row and the column of a hex, both counted from 0."""
        return divmod(hex_, self.columns)

    def at(self, row: int, column: int) -> Hex:
        """Returns the hex in a row and a column, counted from 0; NOWHERE beyond the edge."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else NOWHERE

    @cached_property
    def around(self) -> tuple[tuple[Hex, ...], ...]:
        """Returns for each hex its six neighbours by direction, NOWHERE beyond the edge."""
        columns, last = self.columns, self.rows - 1
        found: list[tuple[Hex, ...]] = []
        for row in range(self.rows):
            first = row * columns
            # The hex to the north-east, or south-east, has the same column or the next one.
            shift = row % 2
            north, south = first + columns + shift, first - columns + shift
            for column in range(columns):
                to_east, to_west = column + shift < columns, column + shift > 0
                found.append(
                    (
                        first + column + 1 if column + 1 < columns else NOWHERE,
                        north + column if row < last and to_east else NOWHERE,
                        north + column - 1 if row < last and to_west else NOWHERE,
                        first + column - 1 if column else NOWHERE,
                        south + column - 1 if row and to_west else NOWHERE,
                        south + column if row and to_east else NOWHERE,
                    )
                )
        return tuple(found)

    @cached_property
    def neighbours(self) -> tuple[tuple[Hex, ...], ...]:
        """Returns for each hex its neighbours on the grid, from the east against the clock."""
        return tuple(tuple(other for other in others if other != NOWHERE) for others in self.around)

    def direction(self, here: Hex, there: Hex) -> Direction | None:
        """Returns in which direction a neighbour lies; None: they are no neighbours."""
        around = self.around[here]
        return around.index(there) if there != NOWHERE and there in around else None

    def hexside(self, here: Hex, there: Hex) -> Hexside | None:
        """Returns what lies between two hexes; None: they are no neighbours."""
        low, high = (here, there) if here < there else (there, here)
        direction = self.direction(low, high)
        return None if direction is None else 3 * low + direction

    def sides_of(self, hexside: Hexside) -> tuple[Hex, Hex]:
        """Returns the two hexes between which a hexside lies, the lower one first."""
        low, direction = divmod(hexside, 3)
        return low, self.around[low][direction]

    def hexsides(self) -> Iterator[Hexside]:
        """Yields every hexside between two hexes, in order."""
        for low, others in enumerate(self.around):
            yield from (3 * low + way for way in range(3) if others[way] != NOWHERE)

    def distance(self, here: Hex, there: Hex) -> int:
        """Returns how many hexes away another hex lies: 1 for a neighbour."""
        row, column = divmod(here, self.columns)
        other_row, other_column = divmod(there, self.columns)
        # Along the slanted axis that runs to the north-east, a step to the north costs nothing.
        north = other_row - row
        east = (other_column - other_row // 2) - (column - row // 2)
        return max(abs(north), abs(east), abs(north + east))

    def within(self, middle: Hex, reach: int) -> tuple[Hex, ...]:
        """Returns the hexes no farther than `reach` from a hex, itself included, in order."""
        row, column = divmod(middle, self.columns)
        slanted = column - row // 2
        found: list[Hex] = []
        for other in range(max(row - reach, 0), min(row + reach, self.rows - 1) + 1):
            north, first = other - row, other * self.columns
            west = slanted + other // 2 + max(-reach, -reach - north)
            east = slanted + other // 2 + min(reach, reach - north)
            found += range(first + max(west, 0), first + min(east, self.columns - 1) + 1)
        return tuple(found)


# -- ways through graphs ---------------------------------------------------------------------------


def costs_from(
    graph: Graph,
    start: Hex,
    *,
    at_most: int | None = None,
    closed: Container[Hex] = (),
    ends: Container[Hex] = (),
) -> dict[Hex, int]:
    """Returns what the cheapest way to each hex costs that can be reached, cheaper ones first.

    Args:
        at_most: what may be spent; None: any amount.
        closed: hexes that may not be entered.
        ends: hexes that may be entered, but not left again; the start can always be left.
    """
    return {
        hex_: cost for hex_, (cost, _) in _spread(graph, start, at_most, (closed, ends)).items()
    }


def cheapest_way(
    graph: Graph,
    start: Hex,
    goal: Hex,
    *,
    at_most: int | None = None,
    closed: Container[Hex] = (),
    ends: Container[Hex] = (),
) -> tuple[Hex, ...] | None:
    """Returns the hexes of a cheapest way, start and goal included; None: there is no way.

    Of several ways that cost the same it is always the same one. Arguments as `costs_from`.
    """
    found = _spread(graph, start, at_most, (closed, ends), goal=goal)
    if goal not in found:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(found[way[-1]][1])
    return tuple(way[::-1])


def _spread(
    graph: Graph,
    start: Hex,
    at_most: int | None,
    shut: tuple[Container[Hex], Container[Hex]],
    *,
    goal: Hex = NOWHERE,
) -> dict[Hex, tuple[int, Hex]]:
    """Returns the cost of each hex, and the hex before it, up to a goal. (Dijkstra)"""
    closed, ends = shut
    settled: dict[Hex, tuple[int, Hex]] = {}
    waiting = [(0, start, start)]
    while waiting:
        cost, here, before = heappop(waiting)
        if here in settled:
            continue
        settled[here] = (cost, before)
        if here == goal:
            break
        if here != start and here in ends:
            continue
        for there, step in graph[here]:
            total = cost + step
            if (
                (at_most is None or total <= at_most)
                and there not in settled
                and there not in closed
            ):
                heappush(waiting, (total, there, here))
    return settled


def flood(
    links: Links,
    starts: Iterable[Hex],
    *,
    closed: Iterable[Hex] = (),
    at_most: int | None = None,
) -> dict[Hex, Hex]:
    """Returns all hexes joined to the starts, each with the next hex on a shortest way to a start.

    A start itself, which counts even if it is closed, has NOWHERE. Nearer hexes come first.

    Args:
        closed: hexes that may not be entered.
        at_most: how many steps away a hex may lie; None: any number.
    """
    found = dict.fromkeys(starts, NOWHERE)
    out = {*closed, *found}  # One look in place of two: most hexes were found before.
    front, steps = list(found), 0
    while front and (at_most is None or steps < at_most):
        steps += 1
        reached: list[Hex] = []
        for here in front:
            for there in links[here]:
                if there not in out:
                    out.add(there)
                    found[there] = here
                    reached.append(there)
        front = reached
    return found


def way_from(flooded: Mapping[Hex, Hex], hex_: Hex) -> tuple[Hex, ...]:
    """Returns the way from a hex to the start from which the flood came, both included."""
    way = [hex_]
    while (following := flooded[way[-1]]) != NOWHERE:
        way.append(following)
    return tuple(way)

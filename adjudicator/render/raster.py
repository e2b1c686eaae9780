"""A grid of cells over an area, in which boxes find room.

A set of cells is one integer with a bit for each cell, so that "where does a box of this size fit"
takes a dozen shifts. Everything is exact and depends on nothing but the outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from adjudicator.boards.area import Point, Ring

__all__ = ["CELL", "Box", "Raster", "raster"]

CELL = 20
"""The side of a cell, in tenths of a unit."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in tenths of a unit."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def about(cls, at: Point, reach: int) -> Box:
        """Returns the square around a point."""
        return cls(at[0] - reach, at[1] - reach, 2 * reach, 2 * reach)

    @classmethod
    def of(cls, points: Iterable[Point]) -> Box:
        """Returns the smallest box with some points in it."""
        across, down = zip(*points, strict=True)
        return cls(min(across), min(down), max(across) - min(across), max(down) - min(down))

    @classmethod
    def around(cls, boxes: Sequence[Box]) -> Box:
        """Returns the smallest box with some others in it."""
        ends = [(box.x + box.width, box.y + box.height) for box in boxes]
        return cls.of([*((box.x, box.y) for box in boxes), *ends])

    @property
    def centre(self) -> Point:
        """Returns the middle of the box."""
        return self.x + self.width // 2, self.y + self.height // 2

    def grown(self, by: int) -> Box:
        """Returns the box with a margin around it."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def meets(self, other: Box) -> bool:
        """Whether two boxes have more than an edge in common."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def shared(self, other: Box) -> int:
        """Returns how large the part is that two boxes have in common."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(wide, 0) * max(high, 0)

    def has(self, at: Point) -> bool:
        """Whether a point lies in the box, and not on its edge."""
        return self.x < at[0] < self.x + self.width and self.y < at[1] < self.y + self.height


@dataclass(frozen=True, slots=True)
class Raster:
    """The cells of one area. The rightmost column is always empty: no box reaches around it."""

    x: int
    y: int
    columns: int
    rows: int
    inside: int
    """The cells that lie in the area, one cell or more from its border."""

    def fits(self, free: int, width: int, height: int) -> int:
        """Returns the cells that can be the top left corner of a box in `free`."""
        corners = free
        done, wanted = 1, -(-width // CELL)
        while done < wanted and corners:
            step = min(done, wanted - done)
            corners &= corners >> step
            done += step
        done, wanted = 1, -(-height // CELL)
        while done < wanted and corners:
            step = min(done, wanted - done)
            corners &= corners >> step * self.columns
            done += step
        return corners

    def nearest(self, cells: int, target: Point) -> tuple[int, Point] | None:
        """Returns the cell nearest to `target`, and the square of how far, in cells."""
        if not cells:
            return None
        column = min(max((target[0] - self.x) // CELL, 0), self.columns - 1)
        row = min(max((target[1] - self.y) // CELL, 0), self.rows - 1)
        first = ((cells & -cells).bit_length() - 1) // self.columns
        last = (cells.bit_length() - 1) // self.columns
        best: tuple[int, int, int] | None = None
        line_mask = (1 << self.columns) - 1
        for line in sorted(range(first, last + 1), key=lambda line: abs(line - row)):
            offset = (line - row) ** 2
            if best is not None and offset >= best[0]:
                break
            bits = cells >> line * self.columns & line_mask
            for found in _neighbours(bits, column):
                distance = (found - column) ** 2 + offset
                if best is None or distance < best[0]:
                    best = distance, found, line
        if best is None:
            return None
        return best[0], (self.x + best[1] * CELL, self.y + best[2] * CELL)

    def shrunk(self, cells: int) -> int:
        """Returns the cells of a set that are surrounded by it."""
        inner = cells
        for step in (1, self.columns, self.columns - 1, self.columns + 1):
            inner &= cells >> step & cells << step
        return inner

    def covered(self, box: Box) -> int:
        """Returns the cells that `box` touches."""
        left = max((box.x - self.x) // CELL, 0)
        right = min(-(-(box.x + box.width - self.x) // CELL), self.columns)
        top = max((box.y - self.y) // CELL, 0)
        bottom = min(-(-(box.y + box.height - self.y) // CELL), self.rows)
        if right <= left or bottom <= top:
            return 0
        line = (1 << right) - (1 << left)
        cells = 0
        for row in range(top, bottom):
            cells |= line << row * self.columns
        return cells

    def has(self, cells: int, at: Point) -> bool:
        """Says whether the cell at a point is one of `cells`."""
        column, row = (at[0] - self.x) // CELL, (at[1] - self.y) // CELL
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return False
        return bool(cells >> row * self.columns + column & 1)

    def lowest(self, cells: int) -> int | None:
        """Returns the y of the lowest row with a cell."""
        if not cells:
            return None
        return self.y + (cells.bit_length() - 1) // self.columns * CELL

    def highest(self, cells: int) -> int | None:
        """Returns the y of the highest row with a cell."""
        if not cells:
            return None
        return self.y + ((cells & -cells).bit_length() - 1) // self.columns * CELL


def _neighbours(bits: int, column: int) -> list[int]:
    """Returns the set bits next to `column`, on it or on either side."""
    found: list[int] = []
    left = bits & (1 << column + 1) - 1
    if left:
        found.append(left.bit_length() - 1)
    right = bits >> column
    if right:
        found.append(column + (right & -right).bit_length() - 1)
    return found


def raster(ring: Ring) -> Raster:
    """Lays a grid over `ring`."""
    left = min(x for x, _ in ring) // CELL * CELL - CELL
    top = min(y for _, y in ring) // CELL * CELL - CELL
    columns = (max(x for x, _ in ring) - left) // CELL + 3
    rows = (max(y for _, y in ring) - top) // CELL + 3
    crossings: list[list[int]] = [[] for _ in range(rows)]
    for ends in zip(ring, (*ring[1:], ring[0]), strict=True):
        (x1, y1), (x2, y2) = sorted(ends, key=lambda end: end[1])
        # The middle of row r lies at top + r * CELL + CELL / 2; borders are half open.
        first = -(-(y1 - top - CELL // 2) // CELL)
        last = -(-(y2 - top - CELL // 2) // CELL)
        for row in range(first, last):
            y = top + row * CELL + CELL // 2
            crossings[row].append(x1 + (x2 - x1) * (y - y1) // (y2 - y1))
    cells = 0
    for row, line in enumerate(crossings):
        line.sort()
        for start, end in zip(line[::2], line[1::2], strict=True):
            low = -(-(start - left - CELL // 2) // CELL)
            high = -(-(end - left - CELL // 2) // CELL)
            if high > low:
                cells |= ((1 << high) - (1 << low)) << row * columns
    grid = Raster(left, top, columns, rows, cells)
    return replace(grid, inside=grid.shrunk(cells))

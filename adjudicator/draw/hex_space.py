"""Where the hexes of a board lie on the sheet, in tenths: each is 1000 wide and 1154 high."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.boards.area import Point, Ring
from adjudicator.boards.hexes import Grid, Hex
from adjudicator.draw.hex_picture import Crop

__all__ = [
    "CODE",
    "HALF",
    "HIGH",
    "SIDE",
    "STEP",
    "WIDE",
    "Space",
    "clipped",
    "part_of",
    "space_of",
]

WIDE = 1000
HALF = WIDE // 2
SIDE = 577
"""How long a hexside is, and how far a corner is from the middle."""
STEP = 866
"""How far one row is from the next."""
HIGH = 2 * SIDE
_CORNERS = ((HALF, 289), (HALF, -289), (0, -SIDE), (-HALF, -289), (-HALF, 289), (0, SIDE))
"""The corners against the clock; side number n lies between corner n and the next one."""
_MARGIN = 60
"""How much of what lies beyond its hexes a picture shows."""
_NEAR = 5
"""Up to this radius a part shows all counters of a stack."""
_FAR = 240
"""Numbers and names of hexes are never larger."""
CODE = 98
"""How large the code of a force is that stands on its counters."""


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A part of a board, or all of it; `space_of` and `part_of` make each once."""

    grid: Grid
    left: int
    top: int
    width: int
    height: int
    hexes: tuple[Hex, ...]
    """All hexes of which something is seen."""
    whole: bool
    near: bool
    """Whether there is room to show all counters of a stack."""
    least: int = 0
    """The smallest lettering that can be read where it is shown; what would be smaller is made as
    large, or left out where there is no room for it."""

    @property
    def is_far(self) -> bool:
        """Whether hexes are so small that numbers and names of hexes find no room in them."""
        return self.least > _FAR

    @property
    def has_codes(self) -> bool:
        """Whether what stands on the top of counters can be read; else they are larger markers."""
        return self.least <= CODE

    @property
    def window(self) -> tuple[int, int, int, int]:
        """Returns left, top, width and height of what is seen."""
        return self.left, self.top, self.width, self.height

    def centre(self, hex_: Hex) -> Point:
        """Returns the middle of a hex."""
        row, column = divmod(hex_, self.grid.columns)
        return (
            column * WIDE + HALF + (HALF if row % 2 else 0),
            (self.grid.rows - 1 - row) * STEP + SIDE,
        )

    def ring(self, hex_: Hex) -> Ring:
        """Returns the corners of a hex."""
        x, y = self.centre(hex_)
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS)

    def side(self, hex_: Hex, direction: int) -> tuple[Point, Point]:
        """Returns the ends of a side of a hex."""
        x, y = self.centre(hex_)
        (dx, dy), (other_x, other_y) = _CORNERS[direction], _CORNERS[(direction + 1) % 6]
        return (x + dx, y + dy), (x + other_x, y + other_y)

    def between(self, here: Hex, there: Hex) -> tuple[Point, Point]:
        """Returns the ends of the hexside between two neighbours."""
        direction = self.grid.direction(here, there)
        assert direction is not None
        return self.side(here, direction)

    def shows(self, point: Point, margin: int = 0) -> bool:
        """Whether a point is in what is seen, or that close to it."""
        x, y = point[0] - self.left, point[1] - self.top
        return -margin <= x <= self.width + margin and -margin <= y <= self.height + margin


@lru_cache(maxsize=32)
def space_of(grid: Grid, crop: Crop | None, least: int = 0) -> Space:
    """Returns what of a board is seen: all of it, or the rectangle about the hexes near one.

    Args:
        least: the smallest lettering that can be read in it.
    """
    whole = Space(
        grid, 0, 0, grid.columns * WIDE + HALF, (grid.rows - 1) * STEP + HIGH,
        tuple(range(grid.size)), True, False, least,
    )  # fmt: skip
    if crop is None:
        return whole
    x, y = whole.centre(grid.hex_of(crop.around))
    reach = crop.radius
    left, right = x - reach * WIDE - HALF - _MARGIN, x + reach * WIDE + HALF + _MARGIN
    top, bottom = y - reach * STEP - SIDE - _MARGIN, y + reach * STEP + SIDE + _MARGIN
    # At the edge of the map the window is moved inside, if it is smaller than the map.
    left, right = _inside(left, right, whole.width)
    top, bottom = _inside(top, bottom, whole.height)
    seen = _hexes_in(whole, (left, top, right - left, bottom - top))
    near = reach <= _NEAR and least <= CODE
    return Space(grid, left, top, right - left, bottom - top, seen, False, near, least)


@lru_cache(maxsize=128)
def part_of(grid: Grid, window: tuple[int, int, int, int], least: int) -> Space:
    """Returns the rectangle of a board with this left, top, width and height."""
    seen = _hexes_in(space_of(grid, None), window)
    return Space(grid, *window, seen, False, False, least)


def _hexes_in(whole: Space, window: tuple[int, int, int, int]) -> tuple[Hex, ...]:
    left, top, width, height = window
    return tuple(
        hex_
        for hex_ in whole.hexes
        for x, y in (whole.centre(hex_),)
        if left - HALF < x < left + width + HALF and top - SIDE < y < top + height + SIDE
    )


def _inside(low: int, high: int, end: int) -> tuple[int, int]:
    """Returns a stretch moved and cut so that it lies between 0 and an end."""
    if high - low >= end:
        return 0, end
    shift = max(0, -low) or min(0, end - high)
    return low + shift, high + shift


def clipped(rings: Iterable[Ring], space: Space) -> list[Sequence[Point]]:
    """Returns the parts of closed rings that are seen, a little beyond the window."""
    if space.whole:
        return list(rings)
    low_x, low_y = space.left - HALF, space.top - HALF
    high_x, high_y = space.left + space.width + HALF, space.top + space.height + HALF
    found: list[Sequence[Point]] = []
    for ring in rings:
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        if max(xs) < low_x or min(xs) > high_x or max(ys) < low_y or min(ys) > high_y:
            continue
        cut: Sequence[Point] = ring
        for axis, limit, sign in ((0, low_x, 1), (0, high_x, -1), (1, low_y, 1), (1, high_y, -1)):
            cut = _cut(cut, axis, limit, sign)
        if len(cut) > 2:
            found.append(cut)
    return found


def _cut(ring: Sequence[Point], axis: int, limit: int, sign: int) -> list[Point]:
    """Cuts off what of a ring lies beyond a limit. (Sutherland and Hodgman)"""
    kept: list[Point] = []
    if not ring:
        return kept
    last = ring[-1]
    last_in = (last[axis] - limit) * sign >= 0
    for point in ring:
        is_in = (point[axis] - limit) * sign >= 0
        if is_in != last_in:
            share, whole = limit - last[axis], point[axis] - last[axis]
            other = last[1 - axis] + (point[1 - axis] - last[1 - axis]) * share // whole
            kept.append((limit, other) if axis == 0 else (other, limit))
        if is_in:
            kept.append(point)
        last, last_in = point, is_in
    return kept

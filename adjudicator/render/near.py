"""What lies near a place: boxes and points in a grid, so that no more is looked at than is near.

A chart of a thousand planets has two thousand lanes; each planet, lane and name looks at its
neighbours alone. Nothing here changes what is found, only how long it takes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from adjudicator.boards.area import Point
from adjudicator.render.raster import Box

__all__ = ["Boxes", "Points", "Rows"]

K = TypeVar("K", bound=Hashable)
_Cell = tuple[int, int]


class Boxes(Generic[K]):
    """Boxes by key, of which those that meet a box are found fast."""

    def __init__(self, side: int, boxes: Iterable[tuple[K, Box]] = ()) -> None:
        """Begins with boxes; `side` is that of a cell, about as long as what is looked for."""
        self._side = max(side, 1)
        self._cells: dict[_Cell, dict[K, Box]] = {}
        self._boxes: dict[K, Box] = {}
        for key, box in boxes:
            self[key] = box

    def __setitem__(self, key: K, box: Box) -> None:
        """Puts a box in place of the one of the same key, if there is one."""
        if key in self._boxes:
            for cell in _covered(self._boxes[key], self._side):
                del self._cells[cell][key]
        self._boxes[key] = box
        for cell in _covered(box, self._side):
            self._cells.setdefault(cell, {})[key] = box

    def met(self, box: Box) -> Iterator[tuple[K, Box]]:
        """Yields the boxes that have more than an edge in common with one, each once."""
        seen: set[K] = set()
        for cell in _covered(box, self._side):
            for key, other in self._cells.get(cell, {}).items():
                if key not in seen and other.meets(box):
                    seen.add(key)
                    yield key, other


def _covered(box: Box, side: int) -> Iterator[_Cell]:
    """Yields the cells of a side that a box covers."""
    for column in range(box.x // side, (box.x + box.width) // side + 1):
        for row in range(box.y // side, (box.y + box.height) // side + 1):
            yield column, row


class Rows:
    """Points in the order of their rows, of which those inside a box are counted fast."""

    def __init__(self, points: Iterable[Point]) -> None:
        found = sorted([(y, x) for x, y in points])
        self._rows = [y for y, _ in found]
        self._across = [x for _, x in found]

    def inside(self, box: Box) -> int:
        """Returns how many points lie in a box, and not on its edge."""
        left, right = box.x, box.x + box.width
        first = bisect_right(self._rows, box.y)
        last = bisect_left(self._rows, box.y + box.height, first)
        return len([x for x in self._across[first:last] if left < x < right])


class Points(Generic[K]):
    """Points with keys, of which those in a box are found fast. A key may have several."""

    def __init__(self, side: int, points: Iterable[tuple[K, Point]] = ()) -> None:
        """Begins with points; `side` is that of a cell, about as long as what is looked for."""
        self._side = max(side, 1)
        self._cells: dict[_Cell, list[tuple[K, Point]]] = {}
        for key, point in points:
            cell = (point[0] // self._side, point[1] // self._side)
            self._cells.setdefault(cell, []).append((key, point))

    def around(self, box: Box) -> Iterator[tuple[K, Point]]:
        """Yields the points in the cells that a box covers: all in it, and some near it."""
        for cell in _covered(box, self._side):
            yield from self._cells.get(cell, ())

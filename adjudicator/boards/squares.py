"""Square boards: squares by name and by number, lines of squares, and ways that turn.

A `Grid` knows no rules: it is the geometry that square boards share. Squares are numbered row by
row from the lower left corner, so that rules can walk on plain integers; names are a file's letter
and a rank's number ("a1", "s19"). Everything is made once for each size and never changes.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import StringConstraints

__all__ = ["DIAGONAL", "DIRECTIONS", "MAX_FILES", "MAX_RANKS", "STRAIGHT", "Grid", "SquareName"]

MAX_FILES = 26
"""Files are single letters."""
MAX_RANKS = 99
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Files and ranks to go for one step: north first, then clockwise."""
STRAIGHT = (0, 2, 4, 6)
"""The directions along ranks and files."""
DIAGONAL = (1, 3, 5, 7)

SquareName = Annotated[str, StringConstraints(pattern=r"^[a-z][1-9][0-9]?$")]
"""A square as players write it: the file's letter, then the rank's number."""

Way: TypeAlias = tuple[int, ...]
"""Squares one after the other, each beside the one before; the start is the first."""
MayStep: TypeAlias = Callable[[Way, int], bool]
"""Says whether a way may go on to a square."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of a board of so many files and ranks."""

    files: int
    ranks: int
    names: tuple[str, ...]
    """The name of each square."""
    numbers: Mapping[str, int]
    """The number of each square, by name."""
    steps: tuple[tuple[int | None, ...], ...]
    """The next square in each of the eight directions; None: the board ends."""
    near: tuple[tuple[int, ...], ...]
    """The squares around each square, in the order of directions."""
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """All squares from each square on to the edge, in each of the eight directions."""

    @staticmethod
    @functools.cache
    def of(files: int, ranks: int) -> Grid:
        """Returns the board of a size."""
        assert 1 <= files <= MAX_FILES, files
        assert 1 <= ranks <= MAX_RANKS, ranks
        size = range(files * ranks)
        names = tuple(f"{chr(ord('a') + one % files)}{one // files + 1}" for one in size)
        rays = tuple(
            tuple(_ray(one, direction, files, ranks) for direction in DIRECTIONS) for one in size
        )
        steps = tuple(tuple(ray[0] if ray else None for ray in eight) for eight in rays)
        near = tuple(tuple(one for one in eight if one is not None) for eight in steps)
        return Grid(
            files, ranks, names, {name: one for one, name in enumerate(names)}, steps, near, rays
        )

    def __len__(self) -> int:
        return self.files * self.ranks

    def number(self, name: str) -> int | None:
        """Returns the number of a square; None: the board has no such square."""
        return self.numbers.get(name)

    def at(self, square: int) -> tuple[int, int]:
        """Returns file and rank of a square, both counted from 0."""
        return square % self.files, square // self.files

    def turned(self, square: int) -> int:
        """Returns where a square comes to lie by a quarter turn of the board, clockwise.

        The board is as wide as it is high.
        """
        assert self.files == self.ranks, (self.files, self.ranks)
        file, rank = self.at(square)
        return (self.files - 1 - file) * self.files + rank

    def direction(self, origin: int, target: int) -> int | None:
        """Returns the direction of the straight line between two squares; None: there is none."""
        if origin == target:
            return None
        (file, rank), (to_file, to_rank) = self.at(origin), self.at(target)
        across, up = to_file - file, to_rank - rank
        if across and up and abs(across) != abs(up):
            return None
        far = max(abs(across), abs(up))
        return DIRECTIONS.index((across // far, up // far))

    def between(self, origin: int, target: int) -> tuple[int, ...]:
        """Returns the squares between two squares of one line, in order; of no line: none."""
        direction = self.direction(origin, target)
        if direction is None:
            return ()
        ray = self.rays[origin][direction]
        return ray[: ray.index(target)]

    def ways(self, start: int, length: int, may_step: MayStep) -> Iterator[Way]:
        """Yields all ways of so many steps that turn as they like and meet no square twice.

        They come in the order of their directions, the first step first.
        """
        yield from self._ways_on((start,), length, may_step)

    def _ways_on(self, way: Way, length: int, may_step: MayStep) -> Iterator[Way]:
        if length == 0:
            yield way
            return
        for there in self.near[way[-1]]:
            if there not in way and may_step(way, there):
                yield from self._ways_on((*way, there), length - 1, may_step)

    def in_order(self, names: Sequence[str]) -> list[str]:
        """Returns names of squares by file, then by rank; names of no square stand last."""
        return sorted(names, key=_by_file)


def _ray(square: int, direction: tuple[int, int], files: int, ranks: int) -> tuple[int, ...]:
    (across, up), (file, rank) = direction, (square % files, square // files)
    room = {1: files - 1 - file, -1: file, 0: MAX_RANKS}[across]
    room = min(room, {1: ranks - 1 - rank, -1: rank, 0: MAX_RANKS}[up])
    step = up * files + across
    return tuple(range(square + step, square + step * (room + 1), step))


def _by_file(name: str) -> tuple[bool, str, int]:
    found = _NAME.fullmatch(name)
    return (False, found[1], int(found[2])) if found else (True, name, 0)

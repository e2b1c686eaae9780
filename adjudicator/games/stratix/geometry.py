"""What the rules of movement walk on: the board as plain integers and tuples.

Squares are numbers 0 to 360, from a1 along the ranks; armies are 0 to 3, clockwise; kinds are 0
to 5, as `KINDS` lists them. What depends on the board alone is computed once: the lines of a
square at the first question for it, as a single sheet needs only a few of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from adjudicator.boards.squares import DIRECTIONS, Grid
from adjudicator.games.stratix.board import ARMIES, KINDS, Board, grid

__all__ = [
    "ARTILLERY",
    "FLIGHT_STEPS",
    "GROUND_STEPS",
    "HELICOPTER",
    "ICBM",
    "INFANTRY",
    "JET",
    "NOWHERE",
    "TANK",
    "Ends",
    "Geometry",
]

INFANTRY, TANK, ARTILLERY, HELICOPTER, JET, ICBM = range(len(KINDS))
NOWHERE = -1
"""The quadrant of the channel; no cease-fire."""
GROUND_STEPS = 3
"""Infantry and tanks go exactly so many steps."""
FLIGHT_STEPS = 3
"""A helicopter goes so many steps or fewer."""
_REMEMBERED_WALKS = 1 << 13

Flags: TypeAlias = Sequence[int]
"""One number for each square of the board."""


class Ends:
    """Squares on which a piece may end, if they are free for it; some are chosen at once."""

    __slots__ = ("_pick", "squares")

    def __init__(self, squares: tuple[int, ...]) -> None:
        self.squares = squares
        self._pick: Callable[[Flags], tuple[int, ...]] | None = None
        if len(squares) > 1:
            self._pick = itemgetter(*squares)

    def flags(self, board: Flags) -> tuple[int, ...]:
        """Returns what stands in `board` at each of the squares."""
        if self._pick is not None:
            return self._pick(board)
        return tuple(board[square] for square in self.squares)


class _Ground(NamedTuple):
    """The walks of three steps from one square."""

    window: int
    """All squares that one of them passes, as bits."""
    ends: tuple[tuple[int, tuple[int, ...]], ...]
    """Each square where one ends, with the pairs of squares passed on the way, as bits."""


class Geometry:
    """The squares of one board by number, and the ways between them. Nothing in it changes."""

    def __init__(self, board: Board) -> None:
        squares = grid()
        number = squares.numbers
        self.grid: Grid = squares
        size = len(squares)
        line, quadrant = [0] * size, [NOWHERE] * size
        zones, lines = [], []
        for army, name in enumerate(ARMIES):
            facts = board.quadrants[name]
            zone = tuple(number[square] for square in facts.zone)
            red = tuple(tuple(number[square] for square in row) for row in facts.lines)
            zones.append(zone)
            lines.append(red)
            for square in zone:
                quadrant[square] = army
            for distance, row in enumerate(red, start=1):
                for square in row:
                    line[square], quadrant[square] = distance, army
        self.line: tuple[int, ...] = tuple(line)
        """The line of a red triangle on which a square lies, 1 for the DMZ; 0: not red."""
        self.quadrant: tuple[int, ...] = tuple(quadrant)
        """The quadrant in which a square lies, red squares included; `NOWHERE` in the channel."""
        self.zones: tuple[tuple[int, ...], ...] = tuple(zones)
        """The battle zone of each quadrant."""
        self.lines: tuple[tuple[tuple[int, ...], ...], ...] = tuple(lines)
        """The red squares of each army, line by line."""
        self.recon: tuple[int, ...] = tuple(
            number[square] for name in ARMIES for square in board.quadrants[name].recon
        )
        """All recon spaces."""
        self.bridges: tuple[int, ...] = tuple(number[square] for square in board.bridges)
        self.joins: dict[int, tuple[int, ...]] = {
            number[square]: tuple(ARMIES.index(name) for name in bridge.joins)
            for square, bridge in board.bridges.items()
        }
        """The two quadrants that a bridge joins."""
        self.is_recon: bytes = self.marked(self.recon)
        self.is_bridge: bytes = self.marked(self.bridges)
        self.is_water: bytes = self.marked(number[square] for square in board.water)
        self._lines: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
        self._shots: dict[int, Ends] = {}
        self._flights: dict[int, Ends] = {}
        self._grounds: dict[int, _Ground] = {}
        self.walks = functools.lru_cache(maxsize=_REMEMBERED_WALKS)(self._walks)
        """`walks(origin, taken)`: where a ground piece can end that starts at `origin`, while
        nobody passes the squares `taken` (as bits, of its window only)."""

    def marked(self, squares: Iterable[int]) -> bytes:
        """Returns a 1 for each of the squares, a 0 for the others."""
        marks = bytearray(len(self.grid))
        for square in squares:
            marks[square] = 1
        return bytes(marks)

    def may_enter(self, here: int, there: int) -> bool:
        """Whether a piece may go from one square to the next as far as red squares go.

        A red square is entered from one that lies farther back only: outwards, and never from the
        battle zone. ("Red squares"; ruling 5)
        """
        return not self.line[there] or self.line[here] > self.line[there]

    # -- straight lines: artillery, jet, ICBM ---------------------------------------------------

    def lines_of(self, origin: int, directions: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Returns the spaces on which a straight move may end, line by line, the nearest first.

        Water is flown over; red squares that are left outwards, too; others end the line.
        """
        found = self._lines.get((origin, len(directions)))
        if found is None:
            lines = (self._line(origin, direction) for direction in directions)
            found = tuple(line for line in lines if line)
            self._lines[origin, len(directions)] = found
        return found

    def _line(self, origin: int, direction: int) -> tuple[int, ...]:
        line, here = [], origin
        for there in self.grid.rays[origin][direction]:
            if not self.may_enter(here, there):
                break
            if not self.line[there] and not self.is_water[there]:
                line.append(there)
            here = there
        return tuple(line)

    def shots_of(self, origin: int) -> Ends:
        """Returns the spaces on all eight lines: an ICBM passes over anything."""
        found = self._shots.get(origin)
        if found is None:
            lines = self.lines_of(origin, range(len(DIRECTIONS)))
            found = self._shots[origin] = Ends(tuple(sorted(chain.from_iterable(lines))))
        return found

    # -- flights that turn: helicopter ----------------------------------------------------------

    def flights_of(self, origin: int) -> Ends:
        """Returns the spaces that a helicopter reaches in three steps or fewer.

        It passes over anything, so that nothing but the board decides. (Rulings 19, 20 and 40)
        """
        found = self._flights.get(origin)
        if found is None:
            reached, last = {origin}, {origin}
            for _ in range(FLIGHT_STEPS):
                last = {end for here in sorted(last) for end in self.hops_of(here)} - reached
                reached |= last
            spaces = (end for end in sorted(reached - {origin}) if not self.line[end])
            found = self._flights[origin] = Ends(tuple(spaces))
        return found

    def hops_of(self, here: int) -> tuple[int, ...]:
        """Returns the spaces that are one step of a helicopter away.

        Channel squares that it crosses in a straight line are free, however many. (Ruling 19)
        """
        ends = []
        for ray in self.grid.rays[here]:
            for there in ray:
                in_channel = self.quadrant[there] == NOWHERE
                if self.may_enter(here, there) and not self.is_water[there]:
                    ends.append(there)
                if not in_channel:
                    break
        return tuple(ends)

    # -- walks of three steps: infantry, tank ---------------------------------------------------

    def ground_of(self, origin: int) -> _Ground:
        """Returns the walks from a square, whoever stands in the way."""
        found = self._grounds.get(origin)
        if found is None:
            found = self._grounds[origin] = self._ground(origin)
        return found

    def _ground(self, origin: int) -> _Ground:
        ways: dict[int, dict[int, None]] = {}
        window = 0
        for _, first, second, end in self.grid.ways(origin, GROUND_STEPS, self.may_walk):
            if not self.line[end]:
                passed = 1 << first | 1 << second
                ways.setdefault(end, {})[passed] = None
                window |= passed
        return _Ground(window, tuple((end, tuple(ways[end])) for end in sorted(ways)))

    def may_walk(self, way: Sequence[int], there: int) -> bool:
        """Whether a ground piece may go on to a square, were the board empty.

        Not into water, and to one bridge in a move, where it started included.
        ("Infantry and tank pieces may not move from bridge to bridge")
        """
        if self.is_water[there] or not self.may_enter(way[-1], there):
            return False
        return not self.is_bridge[there] or not any(self.is_bridge[square] for square in way)

    def _walks(self, origin: int, taken: int) -> Ends:
        ends = []
        for end, ways in self.ground_of(origin).ends:
            for passed in ways:
                if not passed & taken:
                    ends.append(end)
                    break
        return Ends(tuple(ends))

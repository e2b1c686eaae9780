"""A second generator of moves, slow and plain, written from the rules file alone.

It shares no code with the package: it reads the map's file, walks square by square, and asks each
rule in words. What the fast generator says is held against it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

__all__ = ["Slow", "SlowPosition", "shipped"]

MAP = Path(__file__).parents[3] / "maps/four-fronts/map.json"
FILES = "abcdefghijklmnopqrs"
EIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
FOUR = EIGHT[:4]

Way = tuple[str, ...]
"""The squares where a piece stands one after the other: its start, the ends of its steps."""


@dataclass(frozen=True)
class SlowPosition:
    """Who stands where."""

    pieces: Mapping[str, tuple[str, str]]
    """By square, army and kind."""
    order: tuple[str, ...]
    """The armies that play, clockwise."""
    assault: bool = False
    ceasefire: str | None = None


def shipped() -> Slow:
    """Returns the generator on the shipped board."""
    return Slow(json.loads(MAP.read_text()))


def beside(square: str, step: tuple[int, int]) -> str | None:
    """Returns the next square in a direction, if the board has one."""
    file, rank = FILES.index(square[0]) + step[0], int(square[1:]) + step[1]
    return f"{FILES[file]}{rank}" if 0 <= file < 19 and 1 <= rank <= 19 else None


class Slow:
    """The rules of movement on one board."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.red: dict[str, int] = {}
        self.home: dict[str, str] = {}
        self.recon: set[str] = set()
        for army, facts in board["quadrants"].items():
            for number, line in enumerate(facts["lines"]):
                for square in line:
                    self.red[square] = number + 1
            for square in facts["zone"]:
                self.home[square] = army
            self.recon.update(facts["recon"])
        self.bridges = set(board["bridges"])
        self.water = set(board["water"])

    # -- what a square is -----------------------------------------------------------------------

    def goes_outwards(self, here: str, there: str) -> bool:
        """A red square may be entered from one further back only; others always."""
        if there not in self.red:
            return True
        return here in self.red and self.red[there] < self.red[here]

    def is_safe(self, position: SlowPosition, square: str) -> bool:
        """Whether nobody may strike a piece on this square."""
        if square in self.red:
            return True
        if square in self.recon and not position.assault:
            return True
        return position.ceasefire is not None and self.home.get(square) == position.ceasefire

    def may_end(self, position: SlowPosition, way: Way) -> bool:
        """Whether the piece may end its move where the way ends."""
        start, end = way[0], way[-1]
        side = position.pieces[start][0]
        if end in self.red or end in self.water or end == start:
            return False
        if start in self.recon and end in self.recon and not position.assault:
            return False
        if end not in position.pieces:
            return True
        if position.pieces[end][0] == side or start in self.red:
            return False
        return not self.is_safe(position, end)

    # -- ways -----------------------------------------------------------------------------------

    def ways(self, position: SlowPosition, square: str) -> Iterator[Way]:
        """Yields all legal ways of the piece on a square."""
        kind = position.pieces[square][1]
        if kind in ("infantry", "tank"):
            found = self.walks(position, (square,))
        elif kind == "helicopter":
            found = self.flights((square,))
        else:
            found = self.lines(position, square, FOUR if kind == "artillery" else EIGHT)
        for way in found:
            if self.may_end(position, way):
                yield way

    def walks(self, position: SlowPosition, way: Way) -> Iterator[Way]:
        """Exactly three steps, no square twice, over nobody, to one bridge only, start included."""
        if len(way) == 4:
            yield way
            return
        if len(way) > 1 and way[-1] in position.pieces:
            return
        for step in EIGHT:
            there = beside(way[-1], step)
            if there is None or there in way or there in self.water:
                continue
            if not self.goes_outwards(way[-1], there):
                continue
            longer = (*way, there)
            if len([square for square in longer if square in self.bridges]) > 1:
                continue
            yield from self.walks(position, longer)

    def flights(self, way: Way) -> Iterator[Way]:
        """One to three steps over anything; the channel is crossed in a straight line for free."""
        if len(way) > 1:
            yield way
        if len(way) == 4:
            return
        for step in EIGHT:
            there = beside(way[-1], step)
            while there is not None:
                if self.goes_outwards(way[-1], there) and there not in self.water:
                    yield from self.flights((*way, there))
                if there not in self.water and there not in self.bridges:
                    break
                there = beside(there, step)

    def lines(
        self, position: SlowPosition, square: str, steps: list[tuple[int, int]]
    ) -> Iterator[Way]:
        """Straight on; all but the ICBM are stopped by the first enemy."""
        side, kind = position.pieces[square]
        for step in steps:
            here, there = square, beside(square, step)
            while there is not None and self.goes_outwards(here, there):
                yield (square, there)
                is_enemy = there in position.pieces and position.pieces[there][0] != side
                if is_enemy and kind != "icbm":
                    break
                here, there = there, beside(there, step)

    # -- moves ----------------------------------------------------------------------------------

    def moves(self, position: SlowPosition, side: str) -> set[tuple[str, str]]:
        """Returns all moves of an army."""
        return {
            (way[0], way[-1])
            for square, (owner, _) in position.pieces.items()
            if owner == side
            for way in self.ways(position, square)
        }

    def dead(self, position: SlowPosition, move: tuple[str, str]) -> set[str]:
        """Returns the squares whose pieces the move destroys."""
        origin, target = move
        if target not in position.pieces:
            return set()
        dead = {target}
        if position.pieces[origin][1] == "icbm":
            around = {beside(target, step) for step in EIGHT} - {None, origin}
            dead |= {
                square
                for square in around
                if square is not None
                and square in position.pieces
                and not self.is_safe(position, square)
            }
        return dead

    def played(self, position: SlowPosition, move: tuple[str, str]) -> SlowPosition:
        """Returns the position after a move; no card is drawn, nobody falls."""
        dead = self.dead(position, move)
        left = {
            square: piece
            for square, piece in position.pieces.items()
            if square != move[0] and square not in dead
        }
        return replace(position, pieces={**left, move[1]: position.pieces[move[0]]})

    def perft(self, position: SlowPosition, side: str, depth: int) -> int:
        """Returns how many sequences of so many moves there are, clockwise."""
        found = self.moves(position, side)
        if depth == 1:
            return len(found)
        order = position.order
        after = order[(order.index(side) + 1) % len(order)]
        return sum(self.perft(self.played(position, move), after, depth - 1) for move in found)

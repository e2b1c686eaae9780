"""A board with the cards, options and armies of one match: what rules look up and never change.

How many pieces stand in a battle zone at home is counted here: the final assault tests it, pictures
and reports show it at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from adjudicator.games.stratix.board import ARMIES, KINDS, Board, Kind
from adjudicator.games.stratix.cards import CardFile
from adjudicator.games.stratix.geometry import Geometry
from adjudicator.games.stratix.options import Options
from adjudicator.games.stratix.state import State

__all__ = [
    "COUNTS",
    "FEWEST_ARMIES",
    "ROUNDS_OF_DEAD_END",
    "Balance",
    "Ruleset",
    "balance",
    "clockwise",
]

COUNTS: Mapping[Kind, int] = {kind: len(KINDS) - place for place, kind in enumerate(KINDS)}
"""How many pieces of each kind an army has. (Pieces)"""
FEWEST_ARMIES = 2
ROUNDS_OF_DEAD_END = 20
"""After so many full rounds in which nothing happens there is a dead end. (Ruling 27)"""


def clockwise(first: str) -> tuple[str, ...]:
    """Returns all armies in clockwise order from one of them on."""
    place = ARMIES.index(first)
    return (*ARMIES[place:], *ARMIES[:place])


@dataclass(frozen=True)
class Ruleset:
    """The facts of one match."""

    board: Board
    cards: CardFile
    options: Options
    seats: tuple[str, ...]
    """The armies that play, clockwise; each is the seat that leads it."""

    @cached_property
    def geometry(self) -> Geometry:
        """Returns the board as rules of movement walk on it."""
        return Geometry(self.board)

    def number(self, square: str) -> int | None:
        """Returns the number of a square; None: there is no such square."""
        return self.geometry.grid.number(square)

    def name(self, square: int) -> str:
        """Returns the name of a square."""
        return self.geometry.grid.names[square]

    def set_up(self, side: str) -> dict[str, Kind]:
        """Returns by square the pieces with which an army begins: every line is full. (Set-up)"""
        lines = self.board.quadrants[side].lines
        return {square: kind for kind, line in zip(KINDS, lines, strict=True) for square in line}

    def line_of(self, square: str) -> int:
        """Returns the line of a red square, 1 for the DMZ; 0: it is not red."""
        number = self.number(square)
        return 0 if number is None else self.geometry.line[number]

    def is_recon(self, square: str) -> bool:
        """Whether a square is a recon space."""
        number = self.number(square)
        return number is not None and bool(self.geometry.is_recon[number])

    def zone_of(self, square: str) -> str | None:
        """Returns the army in whose battle zone a square lies, recon spaces included; else None."""
        number = self.number(square)
        if number is None or self.geometry.line[number]:
            return None
        quadrant = self.geometry.quadrant[number]
        return ARMIES[quadrant] if quadrant >= 0 else None


class Balance(NamedTuple):
    """The pieces in the battle zone of an army's home quadrant."""

    own: int
    foreign: int
    """Those of all other armies, added up. (Ruling 13)"""

    @property
    def is_outnumbered(self) -> bool:
        """Whether the army is out: the others have one piece more, or still more."""
        return self.foreign >= self.own + 1


def balance(book: Ruleset, state: State, side: str) -> Balance:
    """Returns who stands in the battle zone at home; red squares and bridges do not count.

    (Rulings 12 to 14)
    """
    here = [p.side for square, p in state.pieces.items() if book.zone_of(square) == side]
    own = here.count(side)
    return Balance(own, len(here) - own)

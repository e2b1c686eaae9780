"""Positions of pieces for tests of movement: set ones from a file, and any number by chance."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.games.stratix.board import ARMIES, KINDS, Board, grid
from adjudicator.games.stratix.geometry import NOWHERE, Geometry
from adjudicator.games.stratix.rules.generate import (
    Move,
    Position,
    after,
    kind_at,
    moves,
    placed,
    side_at,
)
from tests.games.stratix import slow
from tests.games.stratix.slow import SlowPosition

__all__ = [
    "Named",
    "SetPosition",
    "by_chance",
    "dice_of",
    "fast_of",
    "full_home",
    "geometry",
    "named",
    "numbered",
    "played_on",
    "set_positions",
    "set_up",
    "slow_of",
]

FILE = Path(__file__).parent / "perft.json"

Named = tuple[str, str]
"""From one square to another, by name."""


class SetPosition(NamedTuple):
    """A position of the file, with its counts."""

    name: str
    why: str
    side: str
    position: SlowPosition
    perft: tuple[int, ...]
    """The sequences of one move, of two, and so on."""


@cache
def geometry() -> Geometry:
    """Returns the shipped board."""
    return Geometry(Board.model_validate_json(slow.MAP.read_bytes()))


def set_up(order: Iterable[str]) -> SlowPosition:
    """Returns the set-up of some armies."""
    quadrants = json.loads(slow.MAP.read_text())["quadrants"]
    order = tuple(order)
    pieces = {
        square: (army, kind)
        for army in order
        for kind, line in zip(KINDS, quadrants[army]["lines"], strict=True)
        for square in line
    }
    return SlowPosition(pieces, order)


@cache
def set_positions() -> Mapping[str, SetPosition]:
    """Returns the positions of the file, by name."""
    return {one["name"]: _read(one) for one in json.loads(FILE.read_text())}


def _read(one: Mapping[str, Any]) -> SetPosition:
    order = tuple(one["armies"])
    position = SlowPosition(
        {
            square: (army, kind)
            for army, squares in one.get("pieces", {}).items()
            for square, kind in squares.items()
        },
        order,
        one.get("assault", False),
        one.get("ceasefire"),
    )
    if not position.pieces:
        position = set_up(order)
    return SetPosition(one["name"], one["why"], one["side"], position, tuple(one["perft"]))


# -- the same for either generator ----------------------------------------------------------------


def fast_of(position: SlowPosition) -> Position:
    """Returns a position as the package has it."""
    numbers = grid().numbers
    return placed(
        (
            (numbers[square], ARMIES.index(army), KINDS.index(kind))
            for square, (army, kind) in position.pieces.items()
        ),
        [ARMIES.index(army) for army in position.order],
        assault=position.assault,
        truce=NOWHERE if position.ceasefire is None else ARMIES.index(position.ceasefire),
        size=len(grid()),
    )


def slow_of(position: Position) -> SlowPosition:
    """Returns a position as the slow generator has it."""
    names = grid().names
    return SlowPosition(
        {
            names[square]: (ARMIES[side_at(position, square)], KINDS[kind_at(position, square)])
            for squares in position.squares
            for square in squares
        },
        tuple(ARMIES[army] for army in position.alive),
        position.assault,
        None if position.truce == NOWHERE else ARMIES[position.truce],
    )


def named(move: Move) -> Named:
    """Returns a move by the names of its squares."""
    return grid().names[move[0]], grid().names[move[1]]


def numbered(move: Named) -> Move:
    """Returns a move by the numbers of its squares."""
    return grid().numbers[move[0]], grid().numbers[move[1]]


# -- by chance ------------------------------------------------------------------------------------


def dice_of(seed: str) -> Callable[[int], int]:
    """Returns what throws: a number below the one it is given, by a seed alone."""
    count = 0

    def throw(sides: int) -> int:
        nonlocal count
        count += 1
        return int.from_bytes(sha256(f"{seed}/{count}".encode()).digest()[:6]) % sides

    return throw


def by_chance(seed: str) -> Position:
    """Returns pieces strewn over the board; more or fewer of them still on red squares.

    Now and then all pieces of an army stand at home, as in the set-up.
    """
    throw, board = dice_of(seed), geometry()
    spaces = [square for zone in board.zones for square in zone] + list(board.bridges)
    alive = ((0, 2), (0, 1, 2), (0, 1, 2, 3))[throw(3)]
    at_home, gone = throw(4), throw(3)
    pieces: dict[int, tuple[int, int]] = {}
    for army in alive:
        if throw(8) == 0:
            pieces |= full_home(army)
            continue
        red = [square for line in board.lines[army] for square in line]
        for kind in range(len(KINDS)):
            for _ in range(len(KINDS) - kind):
                where = red if throw(4) < at_home else spaces
                square = where[throw(len(where))]
                if throw(4) >= gone:
                    pieces.setdefault(square, (army, kind))
    return placed(
        ((square, army, kind) for square, (army, kind) in pieces.items()),
        alive,
        assault=throw(3) == 0,
        truce=throw(4) if throw(4) == 0 else NOWHERE,
        size=len(grid()),
    )


def full_home(army: int) -> dict[int, tuple[int, int]]:
    """Returns an army that stands on its red squares with all its pieces."""
    rows = zip(range(len(KINDS)), geometry().lines[army], strict=True)
    return {square: (army, kind) for kind, row in rows for square in row}


def played_on(seed: str, position: Position, count: int) -> tuple[Position, int]:
    """Returns the position after so many moves by chance, and the army to move."""
    throw, side = dice_of(seed), position.alive[0]
    for _ in range(count):
        found = sorted(moves(geometry(), position, side))
        if found:
            position = after(geometry(), position, found[throw(len(found))])
        side = position.alive[(position.alive.index(side) + 1) % len(position.alive)]
    return position, side

"""The moves of pieces: where each can end, by the rules of movement alone.

The rules ask this for every move, and so do the built-in player and perft; therefore a position is
bytes and tuples of integers. Cards, recon duty and who is out lie outside: the rules know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, repeat
from typing import NamedTuple, TypeAlias

from adjudicator.boards.squares import DIRECTIONS, STRAIGHT
from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.geometry import (
    ARTILLERY,
    HELICOPTER,
    ICBM,
    JET,
    NOWHERE,
    Geometry,
)

__all__ = [
    "EMPTY",
    "Move",
    "Placed",
    "Position",
    "after",
    "blast",
    "is_attackable",
    "kind_at",
    "leaves",
    "moves",
    "occupant",
    "perft",
    "placed",
    "reaches",
    "side_at",
]

Move: TypeAlias = tuple[int, int]
"""From one square to another."""
Placed: TypeAlias = tuple[int, int, int]
"""A square, an army, a kind."""

EMPTY = 0
"""What a square without a piece holds."""
_ALL = range(len(DIRECTIONS))

_FREE, _CLOSED, _ENEMY, _SAFE = range(4)
"""What a square is to the side that moves: empty; an own piece; a piece that it may strike; one
that it may not."""


def occupant(side: int, kind: int) -> int:
    """Returns the number that stands for a piece: eight for each army, from 8 on."""
    return (side + 1) * 8 + kind


_SEEN_BY = tuple(
    bytes(
        _FREE if number == EMPTY else _CLOSED if number // 8 == side + 1 else _ENEMY
        for number in range(256)
    )
    for side in range(len(ARMIES))
)
_OPEN = bytes(number in (_FREE, _ENEMY) for number in range(256))
_VACANT = bytes(number == _FREE for number in range(256))


class Position(NamedTuple):
    """Who stands where, and what of the rest the movement of pieces depends on."""

    board: bytes
    """The piece on each square, as `occupant` gives it; `EMPTY`: none."""
    squares: tuple[tuple[int, ...], ...]
    """The squares of each army's pieces, in no order that matters."""
    taken: int
    """All squares with a piece, as bits."""
    alive: tuple[int, ...]
    """The armies that still play, clockwise."""
    assault: bool = False
    """Whether the final assault has begun: recon spaces are as any other."""
    truce: int = NOWHERE
    """The quadrant in whose battle zone a cease-fire forbids strikes."""


def placed(
    pieces: Iterable[Placed],
    alive: Sequence[int],
    *,
    assault: bool = False,
    truce: int = NOWHERE,
    size: int,
) -> Position:
    """Returns the position in which pieces stand so, on a board of `size` squares."""
    board, taken = bytearray(size), 0
    squares: tuple[list[int], ...] = tuple([] for _ in ARMIES)
    for square, side, kind in pieces:
        board[square] = occupant(side, kind)
        squares[side].append(square)
        taken |= 1 << square
    return Position(
        bytes(board), tuple(tuple(own) for own in squares), taken, tuple(alive), assault, truce
    )


def side_at(position: Position, square: int) -> int:
    """Returns the army whose piece stands on a square; -1: nobody's."""
    return position.board[square] // 8 - 1


def kind_at(position: Position, square: int) -> int:
    """Returns the kind of the piece on a square that holds one."""
    return position.board[square] % 8


# -- the pieces -----------------------------------------------------------------------------------


class _Seen(NamedTuple):
    """The board as the side that moves sees it."""

    squares: bytes
    """What each square is to it."""
    open: bytes
    """1 where a piece that is out may end: the square is empty, or an enemy may be struck."""
    vacant: bytes
    """1 where a piece may end that leaves the red squares: it strikes nobody."""


def _seen(geometry: Geometry, position: Position, side: int) -> _Seen:
    squares = position.board.translate(_SEEN_BY[side])
    shielded = () if position.assault else geometry.recon
    if position.truce != NOWHERE:
        shielded = (*shielded, *geometry.zones[position.truce])
    if shielded:
        marked = bytearray(squares)
        for square in shielded:
            if marked[square] == _ENEMY:
                marked[square] = _SAFE
        squares = bytes(marked)
    return _Seen(squares, squares.translate(_OPEN), squares.translate(_VACANT))


def moves(geometry: Geometry, position: Position, side: int) -> list[Move]:
    """Returns all moves of an army, each pair of squares once."""
    seen = _seen(geometry, position, side)
    found: list[Move] = []
    for origin in position.squares[side]:
        found += zip(repeat(origin), _reaches(geometry, position, origin, seen), strict=False)
    return found


def reaches(geometry: Geometry, position: Position, origin: int) -> tuple[int, ...]:
    """Returns where the piece on a square can end."""
    seen = _seen(geometry, position, side_at(position, origin))
    return tuple(_reaches(geometry, position, origin, seen))


def _reaches(geometry: Geometry, position: Position, origin: int, seen: _Seen) -> Iterable[int]:
    """Yields the ends of one piece's moves.

    The exit from the red squares strikes nobody; from a recon space no move leads to another
    before the final assault. ("Red squares"; "Recon spaces")
    """
    kind = position.board[origin] % 8
    exits = geometry.line[origin] > 0
    if kind in (JET, ARTILLERY):
        lines = geometry.lines_of(origin, _ALL if kind == JET else STRAIGHT)
        ends: Iterable[int] = _straight(lines, seen.squares, exits=exits)
    else:
        if kind == ICBM:
            known = geometry.shots_of(origin)
        elif kind == HELICOPTER:
            known = geometry.flights_of(origin)
        else:
            window = geometry.ground_of(origin).window
            known = geometry.walks(origin, position.taken & window)
        ends = compress(known.squares, known.flags(seen.vacant if exits else seen.open))
    if geometry.is_recon[origin] and not position.assault:
        return [end for end in ends if not geometry.is_recon[end]]
    return ends


def _straight(lines: tuple[tuple[int, ...], ...], squares: bytes, *, exits: bool) -> list[int]:
    """Returns the ends on lines that pass over own pieces; the first enemy ends each.

    ("If striking a target the first target on its chosen path must be the objective")
    """
    ends = []
    for line in lines:
        for there in line:
            found = squares[there]
            if found == _FREE:
                ends.append(there)
            elif found != _CLOSED:
                if found == _ENEMY and not exits:
                    ends.append(there)
                break
    return ends


# -- strikes --------------------------------------------------------------------------------------


def is_attackable(geometry: Geometry, position: Position, square: int) -> bool:
    """Whether a piece on this square may be struck, or destroyed by a blast.

    Not on red squares; not on a recon space before the final assault; not in the battle zone that
    a cease-fire covers. (Rulings 15 and 28)
    """
    if geometry.line[square] or (geometry.is_recon[square] and not position.assault):
        return False
    return position.truce == NOWHERE or geometry.quadrant[square] != position.truce


def blast(geometry: Geometry, position: Position, move: Move) -> tuple[int, ...]:
    """Returns the squares whose pieces die around the target when an ICBM strikes.

    Whoever stands there, the striking army's own too, but for the missile itself if it started
    beside its target; not on red squares, safe recon spaces, or under a cease-fire. (Ruling 4)
    """
    origin, target = move
    return tuple(
        square
        for square in geometry.grid.near[target]
        if square != origin
        and position.board[square] != EMPTY
        and is_attackable(geometry, position, square)
    )


def after(geometry: Geometry, position: Position, move: Move) -> Position:
    """Returns the position behind a legal move: the piece moved, who was struck is gone.

    No card is drawn, and no army falls: that is not movement.
    """
    origin, target = move
    board, squares = position.board, position.squares
    piece, struck = board[origin], board[target]
    dead: tuple[int, ...] = ()
    if struck:
        dead = (target,)
        if piece % 8 == ICBM:
            dead += blast(geometry, position, move)
    made = bytearray(board)
    made[origin] = EMPTY
    taken = position.taken ^ (1 << origin)
    armies = list(squares)
    for square in dead:
        side = board[square] // 8 - 1
        own = armies[side]
        at = own.index(square)
        armies[side] = own[:at] + own[at + 1 :]
        made[square] = EMPTY
        taken ^= 1 << square
    made[target] = piece
    side = piece // 8 - 1
    own = armies[side]
    at = own.index(origin)
    armies[side] = (*own[:at], target, *own[at + 1 :])
    return Position(
        bytes(made), tuple(armies), taken | 1 << target,
        position.alive, position.assault, position.truce,
    )  # fmt: skip


# -- perft ----------------------------------------------------------------------------------------


def perft(geometry: Geometry, position: Position, side: int, depth: int) -> int:
    """Returns how many sequences of so many moves there are, the armies taking turns clockwise.

    Of the rules of movement only: cards are not drawn, recon duty is not counted, nobody falls
    but by strikes, and an army without a move ends its branch. With `depth` 0 it is 1.
    """
    if depth == 0:
        return 1
    found = moves(geometry, position, side)
    if depth == 1:
        return len(found)
    following = _next_side(position, side)
    return sum(
        perft(geometry, after(geometry, position, move), following, depth - 1) for move in found
    )


def leaves(geometry: Geometry, position: Position, side: int, depth: int) -> list[tuple[Move, int]]:
    """Returns each move with the `perft` of the position behind it: what a `divide` prints."""
    following = _next_side(position, side)
    return [
        (move, perft(geometry, after(geometry, position, move), following, depth - 1))
        for move in sorted(moves(geometry, position, side))
    ]


def _next_side(position: Position, side: int) -> int:
    alive = position.alive
    return alive[(alive.index(side) + 1) % len(alive)]

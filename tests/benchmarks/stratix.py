"""The generator of moves beside python-chess: python -m tests.benchmarks.stratix [ROUNDS]

Both are measured in one run, in turns, on positions of games by chance: how many legal moves a
second each finds, and how many leaves of perft a second. In perft both count the moves of the last
position instead of playing them, as python-chess's own perft does; and once more with each of them
played.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from time import process_time  # noqa: TID251 - a benchmark measures time
from typing import NamedTuple

import chess

from adjudicator.games.stratix.rules.generate import Move, Position, after, moves, perft
from tests.games.stratix.positions import fast_of, geometry, played_on, set_up

__all__ = ["LEAST", "Compared", "measure"]

LEAST = "0.5"
"""How many times as fast as python-chess it is at the least."""
ARMIES = (
    ("south-west", "north-east"),
    ("south-west", "north-west", "north-east"),
    ("south-west", "north-west", "north-east", "south-east"),
)
Ours = tuple[Position, int]
"""A position, and the army to move."""


class Compared(NamedTuple):
    """One figure of both, each a second, medians of all rounds."""

    what: str
    ours: int
    chess: int
    times: str
    """The median of the quotients of each round, with two decimals."""


def _our_positions(count: int) -> list[Ours]:
    """Returns positions of games by chance, from the set-up on."""
    starts = [fast_of(set_up(armies)) for armies in ARMIES]
    return [
        played_on(f"bench-{index}", starts[index % len(starts)], index * 3)
        for index in range(count)
    ]


def _chess_positions(count: int) -> list[chess.Board]:
    """Returns as many positions of chess, likewise."""
    boards = []
    for index in range(count):
        board = chess.Board()
        for ply in range(index):
            found = list(board.legal_moves)
            if not found:
                break
            throw = int.from_bytes(sha256(f"bench-{index}/{ply}".encode()).digest()[:6])
            board.push(found[throw % len(found)])
        boards.append(board)
    return boards


def _speed(work: Callable[[], int]) -> float:
    """Returns how much work was done a second of CPU."""
    began = process_time()
    done = work()
    return done / (process_time() - began)


def _our_moves(positions: Sequence[Ours]) -> int:
    """Every position once, nothing remembered of the round before."""
    board = geometry()
    board.walks.cache_clear()
    return sum(len(moves(board, *one)) for one in positions)


def _chess_moves(boards: Sequence[chess.Board], times: int) -> int:
    return sum(len(list(board.legal_moves)) for _ in range(times) for board in boards)


def _our_perft(positions: Sequence[Ours], depth: int) -> int:
    return sum(perft(geometry(), position, side, depth) for position, side in positions)


def _chess_perft(board: chess.Board, depth: int) -> int:
    """Counts as the example of python-chess does."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += _chess_perft(board, depth - 1)
        board.pop()
    return count


def _our_plays(positions: Sequence[Ours]) -> int:
    """Plays every move of each position."""
    board, count = geometry(), 0
    for position, side in positions:
        found: list[Move] = moves(board, position, side)
        for move in found:
            after(board, position, move)
        count += len(found)
    return count


def _chess_plays(boards: Sequence[chess.Board], times: int) -> int:
    """Plays every move of each position, and takes it back."""
    count = 0
    for _ in range(times):
        for board in boards:
            for move in list(board.legal_moves):
                board.push(move)
                board.pop()
                count += 1
    return count


def measure(rounds: int, positions: int = 96) -> list[Compared]:
    """Returns the figures; each round runs both, one after the other."""
    ours, boards = _our_positions(positions), _chess_positions(positions)
    # About as many moves and leaves of either: a position here has ten times the moves of chess.
    pairs: list[tuple[str, Callable[[], int], Callable[[], int]]] = [
        ("legal moves", lambda: _our_moves(ours), lambda: _chess_moves(boards, 10)),
        (
            "leaves of perft",
            lambda: _our_perft(ours[:40:10], 2),
            lambda: sum(_chess_perft(board, 3) for board in boards[1:40:5]),
        ),
        (
            "moves generated and played",
            lambda: _our_plays(ours),
            lambda: _chess_plays(boards, 10),
        ),
    ]
    found = []
    for what, our_work, chess_work in pairs:
        both = [(_speed(our_work), _speed(chess_work)) for _ in range(rounds)]
        times = statistics.median(one / other for one, other in both)
        here, there = (int(statistics.median(column)) for column in zip(*both, strict=True))
        found.append(Compared(what, here, there, f"{times:.2f}"))
    return found


def main(rounds: int) -> None:
    """Prints the figures."""
    for one in measure(rounds):
        print(
            f"{one.what}: {one.ours} a second, python-chess {chess.__version__} {one.chess} "
            f"a second: {one.times} x, at least {LEAST}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)

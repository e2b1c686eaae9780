"""Finds where two generators of moves part.

    python -m tests.games.stratix.divide NAME DEPTH [MOVE...]

tells for each move in a position of perft.json how many sequences of DEPTH moves begin with it, by
the fast generator and by the slow one; each MOVE ("d3-f6") is played first. A line that begins with
"!" shows a difference: play that move, take DEPTH down by one, and look again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.rules.generate import leaves
from tests.games.stratix.positions import Named, fast_of, geometry, set_positions
from tests.games.stratix.slow import SlowPosition, shipped

__all__ = ["divided", "reached"]


def reached(name: str, played: Sequence[str]) -> tuple[SlowPosition, str]:
    """Returns the position behind some moves, and the army to move."""
    found, slow = set_positions()[name], shipped()
    position, side = found.position, found.side
    for word in played:
        origin, _, target = word.partition("-")
        position = slow.played(position, (origin, target))
        side = _following(position, side)
    return position, side


def divided(
    position: SlowPosition, side: str, depth: int
) -> Iterator[tuple[Named, int | None, int | None]]:
    """Yields each move with both counts; None: that generator does not know the move."""
    slow, following = shipped(), _following(position, side)
    by_slow = {
        move: slow.perft(slow.played(position, move), following, depth - 1) if depth > 1 else 1
        for move in slow.moves(position, side)
    }
    by_fast = dict(_fast_leaves(position, side, depth))
    for move in sorted({*by_slow, *by_fast}):
        yield move, by_fast.get(move), by_slow.get(move)


def _fast_leaves(position: SlowPosition, side: str, depth: int) -> Iterator[tuple[Named, int]]:
    """Yields each move of the fast generator with its count."""
    names, fast = geometry().grid.names, fast_of(position)
    for (origin, target), count in leaves(geometry(), fast, ARMIES.index(side), depth):
        yield (names[origin], names[target]), count


def main() -> None:
    """Prints the table and both sums."""
    name, depth, *played = sys.argv[1:]
    position, side = reached(name, played)
    fast = slow = 0
    for (origin, target), by_fast, by_slow in divided(position, side, int(depth)):
        kind = position.pieces[origin][1]
        mark = " " if by_fast == by_slow else "!"
        print(f"{mark} {kind} {origin}-{target}: fast {by_fast}, slow {by_slow}")
        fast, slow = fast + (by_fast or 0), slow + (by_slow or 0)
    print(f"{side}: fast {fast}, slow {slow}")


def _following(position: SlowPosition, side: str) -> str:
    order = position.order
    return order[(order.index(side) + 1) % len(order)]


if __name__ == "__main__":
    main()

"""Who sits where at a table: every order is tried (tournaments.md 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from adjudicator.tournament.pairing.values import Entrant

__all__ = ["seated"]


def seated(
    table: Sequence[str], seats: Sequence[str], entrants: Mapping[str, Entrant]
) -> tuple[str, ...]:
    """Returns players in the order of seats: least squares of how often each had theirs.

    Then the wishes: the sum of their places, a seat that is not among them coming last. Of orders
    that are equal in both the first in the order in which the table is given, so by the draw.

    Args:
        table: ids, two to five of them, in the order of the draw.
        seats: as many seats, named as the game names them.

    Raises:
        ValueError: there are not as many seats as players.
    """
    if len(table) != len(seats):
        raise ValueError(f"{len(table)} players and {len(seats)} seats")
    price = {
        (player, seat): (
            entrants[player].had.count(seat) ** 2,
            _place(entrants[player].wishes, seat, len(seats)),
        )
        for player in table
        for seat in seats
    }

    def cost(order: Sequence[str]) -> tuple[int, int]:
        prices = [price[pair] for pair in zip(order, seats, strict=True)]
        return sum(squares for squares, _ in prices), sum(place for _, place in prices)

    return min(permutations(table), key=cost)


def _place(wishes: Sequence[str], seat: str, last: int) -> int:
    """Returns the place of a seat among wishes, from 0; who wishes nothing minds nothing."""
    if not wishes:
        return 0
    return wishes.index(seat) if seat in wishes else last

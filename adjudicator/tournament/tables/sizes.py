"""How many sit at each table: the game's seats, or one fewer at some (tournaments.md 4)."""

from __future__ import annotations

__all__ = ["lacking", "sizes_of"]


def sizes_of(players: int, seats: int, *, smaller: bool = True) -> tuple[int, ...] | None:
    """Returns the sizes of tables, full ones first, as few small ones as can be.

    26 by 4 is 4 4 4 4 4 3 3. None: there is no such division, and eliminators must fill up.

    Args:
        players: how many sit down.
        seats: how many the game has, 2 to 5.
        smaller: whether it may be played with a seat empty.
    """
    if players < 1:
        return None
    small = -players % seats
    if small and not smaller:
        return None
    full, rest = divmod(players - small * (seats - 1), seats)
    return None if full < 0 or rest else (seats,) * full + (seats - 1,) * small


def lacking(players: int, seats: int) -> int:
    """Returns how many eliminators fill all tables."""
    return -players % seats

"""Seeded dice for battles too large to be followed: the same seed gives the same dice everywhere.

They are no dice of any match: nothing is locked and nobody is bound by them.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from math import sqrt

__all__ = ["SeededDice", "standard_error"]


class SeededDice:
    """Dice out of SHA-256 over a seed and a counter."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._counter = 0
        self._bytes = b""
        self._next = 0

    def __call__(self, sides: int) -> int:
        """Returns a die of at most 256 sides; bytes that would favour some are passed over."""
        least = 256 - 256 % sides
        while True:
            if self._next == len(self._bytes):
                self._bytes = hashlib.sha256(b"%s/%d" % (self._seed, self._counter)).digest()
                self._counter, self._next = self._counter + 1, 0
            found = self._bytes[self._next]
            self._next += 1
            if found < least:
                return found % sides + 1


def standard_error(chance: Fraction, plays: int) -> float:
    """Returns the standard error of a share found in so many plays.

    As if it had come about once more, and once more not: what was never seen is not impossible.
    """
    likely = (chance * plays + 1) / (plays + 2)
    return sqrt(likely * (1 - likely) / plays)

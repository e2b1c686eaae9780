"""Seeded dice for battles too large to be followed: the same seed gives the same dice everywhere.

They are no dice of any match: nothing is locked and nobody is bound by them.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from math import sqrt

from adjudicator.odds.battles import Number

__all__ = ["SeededDice", "interval_of", "plays_within", "standard_error"]

_FEWEST, _MOST = 100, 10_000
"""So often, or so seldom, is played what is sampled, unless somebody says how often."""


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

    def below(self, limit: int) -> int:
        """Returns a number from 0 to `limit - 1`, all alike; `limit` is at most 2 ** 24."""
        least = (1 << 24) - (1 << 24) % limit
        while True:
            if self._next + 3 > len(self._bytes):
                self._bytes = hashlib.sha512(b"%s/%d" % (self._seed, self._counter)).digest()
                self._counter, self._next = self._counter + 1, 0
            found = int.from_bytes(self._bytes[self._next : self._next + 3])
            self._next += 3
            if found < least:
                return found % limit


def plays_within(work: int, rolls: int) -> int:
    """Returns how often to play what takes so many rolls, for so much work in all."""
    return max(_FEWEST, min(work // max(rolls, 1), _MOST))


def interval_of(chance: Number, error: float) -> tuple[float, float]:
    """Returns between what bounds a chance lies, in 95 of 100 samples."""
    return max(float(chance) - 1.96 * error, 0.0), min(float(chance) + 1.96 * error, 1.0)


def standard_error(chance: Fraction, plays: int) -> float:
    """Returns the standard error of a share found in so many plays.

    As if it had come about once more, and once more not: what was never seen is not impossible.
    """
    likely = (chance * plays + 1) / (plays + 2)
    return sqrt(likely * (1 - likely) / plays)

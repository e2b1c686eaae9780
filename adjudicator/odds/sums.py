"""Sums of independent throws: the chances of each sum, in whole numbers.

The chances of a spread are weights over one total. They are exact as long as the total has at most
`EXACT_BITS` bits. A longer one is cut to `KEPT_BITS` bits, every weight rounded down; so what the
weights lack of the total is all that can be wrong, and a chance is known between two bounds that
lie closer together than anybody can print.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import NamedTuple

__all__ = ["EXACT_BITS", "KEPT_BITS", "NOTHING", "Between", "Spread", "product"]

EXACT_BITS = 512
"""Up to here nothing is rounded: some 200 dice of six sides, some 320 that hit in a third."""
KEPT_BITS = 96
"""So many bits stay of what is longer: some 28 decimal places."""


class Between(NamedTuple):
    """A chance: it lies between these two, which are one where it is exact."""

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        """Whether the chance is this very number."""
        return self.low == self.high

    @property
    def about(self) -> float:
        """The chance as a float, to be shown."""
        return float(self.high)


class Spread(NamedTuple):
    """The chances of whole numbers from `low` on, as weights over a total."""

    low: int
    weights: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, chances: Iterable[tuple[int, int]]) -> Spread:
        """Returns the spread of one throw from its results and their weights."""
        by_result: dict[int, int] = {}
        for result, weight in chances:
            by_result[result] = by_result.get(result, 0) + weight
        part = gcd(*by_result.values())
        low, high = min(by_result), max(by_result)
        weights = tuple(by_result.get(result, 0) // part for result in range(low, high + 1))
        return cls(low, weights, sum(weights))

    @property
    def missing(self) -> int:
        """What rounding took away, over the same total; 0: the chances are exact."""
        return self.total - sum(self.weights)

    def plus(self, other: Spread) -> Spread:
        """Returns the spread of the sum of both, which are independent."""
        weights = product(self.weights, other.weights)
        return _shortened(Spread(self.low + other.low, weights, self.total * other.total))

    def times(self, count: int) -> Spread:
        """Returns the spread of the sum of so many throws like this one."""
        whole, power = NOTHING, self
        while count:
            if count & 1:
                whole = whole.plus(power)
            count >>= 1
            if count:
                power = power.plus(power)
        return whole

    def at_most(self, value: int) -> Between:
        """Returns the chance of `value` or less."""
        return self._between(sum(self.weights[: max(0, value - self.low + 1)]))

    def at_least(self, value: int) -> Between:
        """Returns the chance of `value` or more."""
        return self._between(sum(self.weights[max(0, value - self.low) :]))

    def _between(self, weight: int) -> Between:
        low = Fraction(weight, self.total)
        return Between(low, low + Fraction(self.missing, self.total))


NOTHING = Spread(0, (1,), 1)
"""The sum of no throws."""


def _shortened(spread: Spread) -> Spread:
    """Cuts a total that has grown too long; weights that become nothing at either end go."""
    bits = spread.total.bit_length()
    if bits <= KEPT_BITS + 1 or (bits <= EXACT_BITS and not spread.missing):
        return spread
    weights = [(weight << KEPT_BITS) // spread.total for weight in spread.weights]
    first = next(place for place, weight in enumerate(weights) if weight)
    last = next(place for place in reversed(range(len(weights))) if weights[place])
    return Spread(spread.low + first, tuple(weights[first : last + 1]), 1 << KEPT_BITS)


def product(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the product of two polynomials with whole coefficients of at least 0.

    All coefficients are written side by side into one long number, wide enough apart; Python
    multiplies long numbers faster than we can multiply many short ones.
    """
    most = max(left).bit_length() + max(right).bit_length()
    width = (most + min(len(left), len(right)).bit_length()) // 8 + 1
    packed = _packed(left, width)
    raw = packed * (packed if left is right else _packed(right, width))
    count = len(left) + len(right) - 1
    written = raw.to_bytes(width * count, "little")
    return tuple(
        int.from_bytes(written[place : place + width], "little")
        for place in range(0, width * count, width)
    )


def _packed(weights: tuple[int, ...], width: int) -> int:
    return int.from_bytes(b"".join(one.to_bytes(width, "little") for one in weights), "little")

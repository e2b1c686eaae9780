"""Luck: what was to be expected of throws, what came, and how often fair dice do so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from adjudicator.odds.sums import NOTHING, Between, Spread

__all__ = ["Chances", "Luck", "die", "luck_of", "mean_of", "variance_of"]

Chances: TypeAlias = tuple[tuple[int, int], ...]
"""Results of one throw, each with its weight."""


class Luck(NamedTuple):
    """Independent throws, added up. The chances are those of as many throws of fair dice."""

    throws: int
    """How many."""
    expected: Fraction
    """What as many throws give on average, exactly."""
    actual: int
    """What came."""
    at_most: Between
    """The chance of a sum as small as the actual one, or smaller."""
    at_least: Between
    """The chance of a sum as large as the actual one, or larger."""

    @property
    def either_way(self) -> Fraction:
        """The chance of something as rare as this, on either side, at most: twice the rarer one."""
        return min(Fraction(1), 2 * min(self.at_most.high, self.at_least.high))


def luck_of(throws: Iterable[tuple[Chances, int]]) -> Luck:
    """Returns the luck of throws, each given by its chances and by what came.

    Throws with the same chances are counted first and added up together.
    """
    counts: Counter[Chances] = Counter()
    actual = 0
    for chances, came in throws:
        counts[chances] += 1
        actual += came
    spread, expected = NOTHING, Fraction(0)
    for chances, count in counts.items():
        expected += count * mean_of(chances)
        spread = spread.plus(Spread.of(chances).times(count))
    return Luck(
        throws=counts.total(),
        expected=expected,
        actual=actual,
        at_most=spread.at_most(actual),
        at_least=spread.at_least(actual),
    )


def die(sides: int) -> Chances:
    """Returns the chances of a die."""
    return tuple((face, 1) for face in range(1, sides + 1))


def mean_of(chances: Chances) -> Fraction:
    """Returns what one throw gives on average."""
    total = sum(weight for _, weight in chances)
    return Fraction(sum(value * weight for value, weight in chances), total)


def variance_of(chances: Chances) -> Fraction:
    """Returns how far one throw strays from that: the average of the square."""
    squares = tuple((value * value, weight) for value, weight in chances)
    return mean_of(squares) - mean_of(chances) ** 2

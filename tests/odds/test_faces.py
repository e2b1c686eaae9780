"""The oddest face against all ways in which the dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial, prod

import pytest

from adjudicator.odds.faces import Oddest, oddest_face

NARROW = Fraction(1, 10**20)


def straying(counts: tuple[int, ...]) -> int:
    """How far the farthest face lies from its share, times the sides."""
    return max(abs(count * len(counts) - sum(counts)) for count in counts)


@pytest.mark.parametrize(
    ("dice", "sides"), [(1, 2), (2, 6), (3, 6), (5, 4), (6, 3), (7, 2), (4, 5), (5, 6), (1, 1)]
)
def test_the_chance_is_that_of_counting_every_way(dice: int, sides: int) -> None:
    ways = Counter(
        tuple(rolled.count(face) for face in range(sides))
        for rolled in product(range(sides), repeat=dice)
    )
    for counts in ways:
        far = straying(counts)
        strayed = sum(number for other, number in ways.items() if straying(other) >= far)
        truth = Fraction(strayed, sides**dice)
        found = oddest_face(counts)
        assert found.chance.low <= truth <= found.chance.high
        assert found.chance.high - found.chance.low < NARROW
        assert found.times == counts[found.face - 1]
        assert abs(found.times * sides - dice) == far
        assert found.expected == Fraction(dice, sides)


def compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    """All counts of so many faces with this sum."""
    if parts == 1:
        return [(total,)]
    return [
        (first, *rest)
        for first in range(total + 1)
        for rest in compositions(total - first, parts - 1)
    ]


def test_forty_dice_by_the_multinomial_itself() -> None:
    """By sums over all counts of four faces."""
    counts = (4, 12, 11, 13)
    truth = Fraction(
        sum(
            factorial(40) // prod(map(factorial, other))
            for other in compositions(40, 4)
            if straying(other) >= straying(counts)
        ),
        4**40,
    )
    found = oddest_face(counts)
    assert (found.face, found.times) == (1, 4)
    assert found.chance.low <= truth <= found.chance.high
    assert found.chance.high - found.chance.low < NARROW


def test_one_face_alone_is_next_to_impossible() -> None:
    found = oddest_face((0, 0, 20, 0, 0, 0))
    assert found.face == 3
    assert found.chance.low <= Fraction(6, 6**20) <= found.chance.high
    assert oddest_face((2000, 0, 0, 0, 0, 0)).chance.high < NARROW


def test_evenly_spread_faces_are_certain() -> None:
    found = oddest_face((5, 5, 5, 5))
    assert found == Oddest(1, 5, Fraction(5), found.chance)
    assert found.chance.low == found.chance.high == 1

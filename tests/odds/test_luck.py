"""Fair dice are not found odd more often than a chance says: the dice of many keys, in one go."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from adjudicator.audit import tfd1
from adjudicator.odds.faces import oddest_face
from adjudicator.odds.luck import die, luck_of

KEYS = [tfd1.digest(f"luck {number}".encode()) for number in range(600)]


def dice(key: str, count: int, sides: int) -> tuple[int, ...]:
    return tfd1.roll(key, "fair", count, sides)


def low_sum(key: str) -> Fraction:
    return luck_of((die(6), value) for value in dice(key, 25, 6)).at_most.high


def high_sum(key: str) -> Fraction:
    return luck_of((die(6), value) for value in dice(key, 25, 6)).at_least.high


def few_hits(key: str) -> Fraction:
    hit = ((0, 4), (1, 4))
    return luck_of((hit, int(value >= 5)) for value in dice(key, 30, 8)).at_most.high


def odd_face(key: str) -> Fraction:
    rolled = dice(key, 40, 6)
    return oddest_face([rolled.count(face) for face in range(1, 7)]).chance.high


def either_way(key: str) -> Fraction:
    return luck_of((die(10), value) for value in dice(key, 12, 10)).either_way


@pytest.mark.parametrize("chance_of", [low_sum, high_sum, few_hits, odd_face, either_way])
def test_fair_dice_are_rarely_found_rare(chance_of: Callable[[str], Fraction]) -> None:
    """Of 600 matches at most as many lie under p as 600 p and four standard deviations."""
    chances = [chance_of(key) for key in KEYS]
    for parts in (2, 4, 10, 20, 100):
        found = sum(chance * parts <= 1 for chance in chances)
        over = found - Fraction(len(KEYS), parts)
        assert over <= 0 or over**2 <= 16 * Fraction(len(KEYS) * (parts - 1), parts**2), parts
    assert sum(chance * 4 <= 3 for chance in chances) > len(KEYS) // 4  # nor is all called ordinary

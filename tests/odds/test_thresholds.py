"""The fewest attackers for a chance, against the exact chances of every state."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from adjudicator.games.galactic_conquest.rules.chances import chance_to_capture, roll_table
from adjudicator.odds.thresholds import MOST_LIKELY, Fewest

MOST = 24
CHANCES = [
    *(Fraction(*pair) for pair in ((1, 2), (9, 10), (1, 999), (998, 999), (2, 3))),
    # Those of 1 against 1, 3 against 2 and 7 against 5 themselves: what is equal is not under.
    *(chance_to_capture(own + 1, enemy) for own, enemy in ((1, 1), (3, 2), (7, 5))),
]


@pytest.mark.parametrize("defence", [1, 2])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_fewest_are_those_of_the_exact_chances(dice: int, defence: int) -> None:
    for chance in CHANCES:
        found = Fewest(roll_table(dice, defence), chance)
        for enemy in range(1, MOST + 1):
            fewest = found.against(enemy)
            reached = chance_to_capture(fewest + 1, enemy, dice=dice, defence=defence)
            assert reached >= chance
            if fewest > 1:
                before = chance_to_capture(fewest, enemy, dice=dice, defence=defence)
                assert before < chance


@pytest.mark.parametrize("defence", [1, 2])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_chance_grows_with_every_attacker_and_falls_with_every_defender(
    dice: int, defence: int
) -> None:
    chances = [
        [chance_to_capture(own + 1, enemy, dice=dice, defence=defence) for enemy in range(1, 25)]
        for own in range(1, 41)
    ]
    for fewer, more in itertools.pairwise(chances):
        assert all(a < b for a, b in zip(fewer, more, strict=True))
    for row in chances:
        assert all(a >= b for a, b in itertools.pairwise(row))


def test_large_armies_and_chances_near_one() -> None:
    even = Fewest(roll_table(), Fraction(1, 2))
    found = [even.against(enemy) for enemy in range(301)]
    assert sorted(found) == found
    # Three dice against two favour the attacker: fewer than the defenders will do.
    assert 250 < found[300] < 270
    assert Fewest(roll_table(), MOST_LIKELY).against(3) > found[3]


def test_what_was_asked_before_makes_no_difference() -> None:
    asked = Fewest(roll_table(), Fraction(9, 10))
    backward = [asked.against(enemy) for enemy in range(60, 0, -1)]
    assert backward[::-1] == [
        Fewest(roll_table(), Fraction(9, 10)).against(enemy) for enemy in range(1, 61)
    ]

"""Seeded dice: the same everywhere, and fair enough."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from adjudicator.odds.sampling import SeededDice, standard_error


def test_the_same_seed_gives_the_same_dice() -> None:
    first, second, other = SeededDice("a"), SeededDice("a"), SeededDice("b")
    rolled = [first(6) for _ in range(200)]
    assert rolled == [second(6) for _ in range(200)]
    assert rolled != [other(6) for _ in range(200)]
    assert rolled[:12] == [6, 6, 6, 2, 6, 4, 1, 5, 6, 3, 1, 2]


def test_every_face_comes_about_as_often_as_it_should() -> None:
    for sides in (6, 8, 10):
        die = SeededDice(f"faces/{sides}")
        found = Counter(die(sides) for _ in range(12_000))
        assert sorted(found) == list(range(1, sides + 1))
        error = standard_error(Fraction(1, sides), 12_000)
        assert all(abs(count / 12_000 - 1 / sides) < 4 * error for count in found.values())


def test_the_standard_error_of_an_even_chance() -> None:
    assert standard_error(Fraction(1, 2), 10_000) == 0.005
    never = standard_error(Fraction(0), 10_000)
    assert 0.00009 < never < 0.00011, "never seen is not impossible"

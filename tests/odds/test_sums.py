"""Sums of throws against every way the dice can fall, and against tails counted otherwise."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from adjudicator.odds import sums
from adjudicator.odds.luck import Luck, die, luck_of, mean_of, variance_of
from adjudicator.odds.sums import NOTHING, Between, Spread

HIT_OF_THREE = ((0, 2), (1, 1))
THREE_ON_TWO = ((0, 2890), (1, 2611), (2, 2275))


def every_sum(*throws: tuple[tuple[int, int], ...]) -> dict[int, Fraction]:
    """The chance of each sum, way by way."""
    chances: dict[int, Fraction] = {}
    for way in product(*throws):
        share = Fraction(1)
        for (_, weight), throw in zip(way, throws, strict=True):
            share *= Fraction(weight, sum(one for _, one in throw))
        total = sum(value for value, _ in way)
        chances[total] = chances.get(total, Fraction(0)) + share
    return chances


@pytest.mark.parametrize(
    "throws",
    [
        (die(6),),
        (die(6), die(6), die(6)),
        (die(4), die(8), die(6), die(4)),
        (HIT_OF_THREE,) * 9,
        (THREE_ON_TWO, THREE_ON_TWO, HIT_OF_THREE, die(6)),
        (((-2, 1), (3, 4)), ((7, 5),), ((-1, 1), (0, 0), (4, 2))),
    ],
)
def test_every_sum_has_the_chance_that_counting_gives(
    throws: tuple[tuple[tuple[int, int], ...], ...],
) -> None:
    chances = every_sum(*throws)
    for actual in range(min(chances) - 1, max(chances) + 2):
        came = [throw[0][0] for throw in throws]
        came[0] += actual - sum(came)
        luck = luck_of(zip(throws, came, strict=True))
        at_most = sum((part for total, part in chances.items() if total <= actual), Fraction(0))
        at_least = sum((part for total, part in chances.items() if total >= actual), Fraction(0))
        assert luck.at_most == Between(at_most, at_most)
        assert luck.at_least == Between(at_least, at_least)
        assert luck.expected == sum(total * part for total, part in chances.items())
        assert (luck.throws, luck.actual) == (len(throws), actual)


def binomial_tail(count: int, chance: Fraction, most: int) -> Fraction:
    """The chance of at most so many successes, term by term."""
    good, bad = chance.numerator, chance.denominator - chance.numerator
    ways = sum(comb(count, k) * good**k * bad ** (count - k) for k in range(most + 1))
    return Fraction(ways, chance.denominator**count)


@pytest.mark.parametrize(("count", "most"), [(10, 3), (100, 25), (320, 120)])
def test_hits_are_binomial_and_exact(count: int, most: int) -> None:
    found = Spread.of(HIT_OF_THREE).times(count).at_most(most)
    assert found.is_exact
    assert found.low == binomial_tail(count, Fraction(1, 3), most)


@pytest.mark.parametrize(("count", "most"), [(1000, 300), (3000, 1043), (3000, 0), (3000, 2999)])
def test_many_throws_lie_between_bounds_that_hold(count: int, most: int) -> None:
    spread = Spread.of(HIT_OF_THREE).times(count)
    exact = binomial_tail(count, Fraction(1, 3), most)
    for found, truth in ((spread.at_most(most), exact), (spread.at_least(most + 1), 1 - exact)):
        assert not found.is_exact
        assert found.low <= truth <= found.high
        assert found.high - found.low < Fraction(1, 10**20)


def test_what_is_exact_stays_so_below_the_limit_and_the_limit_alone_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = Spread.of(die(6)).times(150)
    assert not exact.missing
    monkeypatch.setattr(sums, "EXACT_BITS", 100)
    rounded = Spread.of(die(6)).times(150)
    for value in range(400, 650, 10):
        bounds = rounded.at_most(value)
        assert bounds.low < exact.at_most(value).low < bounds.high


def test_no_throws_are_certain() -> None:
    sure = Between(Fraction(1), Fraction(1))
    assert luck_of([]) == Luck(0, Fraction(0), 0, sure, sure)
    assert NOTHING.plus(Spread.of(die(6))) == Spread.of(die(6))
    assert Spread.of(die(6)).times(0) == NOTHING


def test_either_way_is_twice_the_rarer_side_and_never_above_one() -> None:
    assert luck_of([(die(6), 6)]).either_way == Fraction(1, 3)
    assert luck_of([(die(6), 1), (die(6), 1)]).either_way == Fraction(1, 18)
    assert luck_of([(die(2), 1), (die(2), 2)]).either_way == 1
    assert luck_of([(HIT_OF_THREE, 1)] * 2).either_way == Fraction(2, 9)


def test_mean_and_variance_of_a_throw() -> None:
    assert (mean_of(die(6)), variance_of(die(6))) == (Fraction(7, 2), Fraction(35, 12))
    assert (mean_of(HIT_OF_THREE), variance_of(HIT_OF_THREE)) == (Fraction(1, 3), Fraction(2, 9))

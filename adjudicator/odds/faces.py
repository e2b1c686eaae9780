"""Whether all faces of a die come alike: the face that strays farthest from its share.

Of `n` dice with `s` sides each face is to be expected `n / s` times. The one number that is judged
is how far the farthest face lies from that. Its chance is counted out, not taken from the usual
approximation (chi-square), and it says what a player asks: do fair dice show a face that odd?
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from adjudicator.odds.sums import KEPT_BITS, Between, product

__all__ = ["Oddest", "oddest_face"]


class Oddest(NamedTuple):
    """The face that lies farthest from its share; of several the smallest."""

    face: int
    times: int
    """How often it came."""
    expected: Fraction
    """How often each face was to be expected."""
    chance: Between
    """The chance that fair dice show any face as far from its share as this one, or farther."""


def oddest_face(counts: Sequence[int]) -> Oddest:
    """Returns the oddest face of dice that showed each face, from 1 on, so often."""
    dice, sides = sum(counts), len(counts)
    far = max(abs(count * sides - dice) for count in counts)
    place = next(i for i, count in enumerate(counts) if abs(count * sides - dice) == far)
    chance = _chance_of_straying(dice, sides, far)
    return Oddest(place + 1, counts[place], Fraction(dice, sides), chance)


def _chance_of_straying(dice: int, sides: int, far: int) -> Between:
    """Returns the chance that sides * count - dice of any face is `far` or more, up or down.

    The ways in which no face strays are dice! times one coefficient of (the sum of x^c / c! over
    the counts c that do not stray) to the power of the sides. The terms are followed in numbers of
    limited length, once rounded down and once up, so that the truth lies between.
    """
    near = [count for count in range(dice + 1) if abs(count * sides - dice) < far]
    if not near:
        return Between(Fraction(1), Fraction(1))
    mean, rest = divmod(dice, sides)
    # With weights mean! / c! (dice / sides)^(c - mean) all counts together have this weight:
    all_ways = Fraction(
        factorial(mean) ** sides * dice**rest * sides ** (dice - rest), factorial(dice)
    )
    ways = [
        _coefficient(_weights(near, dice, sides, up=up), sides, dice - sides * near[0], up=up)
        for up in (False, True)
    ]
    low, high = (min(Fraction(1), one / all_ways) for one in ways)
    return Between(1 - high, 1 - low)


def _weights(near: Sequence[int], dice: int, sides: int, *, up: bool) -> tuple[int, ...]:
    """Returns mean! / c! (dice / sides)^(c - mean) for neighbouring counts c, in 2^-KEPT_BITS."""
    mean = dice // sides
    found = {mean: 1 << KEPT_BITS}
    for count in range(mean, near[-1]):
        found[count + 1] = _divided(found[count] * dice, sides * (count + 1), up=up)
    for count in range(mean, near[0], -1):
        found[count - 1] = _divided(found[count] * sides * count, dice, up=up)
    return tuple(found[count] for count in near)


def _coefficient(weights: tuple[int, ...], power: int, place: int, *, up: bool) -> Fraction:
    """Returns one coefficient of a power of a polynomial whose terms count in 2^-KEPT_BITS."""
    if not 0 <= place <= power * (len(weights) - 1):
        return Fraction(0)
    first = _power(weights, power // 2, up=up)
    second = _power(weights, power - power // 2, up=up)
    start, end = max(0, place - len(second) + 1), min(place + 1, len(first))
    total = sum(first[i] * second[place - i] for i in range(start, end))
    return Fraction(total, 1 << 2 * KEPT_BITS)


def _power(weights: tuple[int, ...], power: int, *, up: bool) -> tuple[int, ...]:
    whole: tuple[int, ...] = (1 << KEPT_BITS,)
    for bit in bin(power)[2:]:
        whole = _cut(product(whole, whole), up=up)
        if bit == "1":
            whole = _cut(product(whole, weights), up=up)
    return whole


def _cut(weights: tuple[int, ...], *, up: bool) -> tuple[int, ...]:
    return tuple(_divided(weight, 1 << KEPT_BITS, up=up) for weight in weights)


def _divided(number: int, by: int, *, up: bool) -> int:
    return -(-number // by) if up else number // by

"""Integers in the place of points, so that costs are exact."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

__all__ = ["scale_of"]


def scale_of(scores: Iterable[Fraction]) -> int:
    """Returns by what scores are multiplied to be whole; 1 if there are none."""
    return lcm(*(score.denominator for score in scores))

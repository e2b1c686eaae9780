"""Rolls in a log that need no second look: nearly all lines of a long log, read in one step.

A line that matches is what the slow way accepts without a problem; all else is left to it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["PlainRoll", "plain_roll"]

_PLAIN = re.compile(
    rb'\{"k":([1-9][0-9]*),"label":"([!#-\[\]-~]{1,200})","n":([1-9][0-9]{0,14}),'
    rb'"prev":"([0-9a-f]{64})","sides":([1-9][0-9]{0,8}),"t":"roll",'
    rb'"values":\[([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)\]\}'
)
"""A roll in canonical form (TFD1 3.6) whose numbers are small and whose label has no escape."""


class PlainRoll(NamedTuple):
    """What such a line says."""

    n: int
    label: str
    sides: int
    values: tuple[int, ...]


def plain_roll(piece: bytes, *, k: int, prev: str) -> PlainRoll | None:
    """Returns what a line says that is plainly a roll and stands in its place; None: look again."""
    match = _PLAIN.fullmatch(piece)
    if match is None:
        return None
    place, label, n, before, sides, values = match.groups()
    if place != b"%d" % k or before.decode() != prev:
        return None
    rolled = tuple(map(int, values.split(b",")))
    return PlainRoll(int(n), label.decode(), int(sides), rolled)

"""Rolls in a log that need no second look: nearly all lines of a long log, read in one step.

A line that matches is what the slow way accepts without a problem; all else is left to it.
"""

from __future__ import annotations

import re

__all__ = ["plain_roll"]

_PLAIN = re.compile(
    rb'\{"k":([1-9][0-9]*),"label":"([!#-\[\]-~]{1,200})","n":([1-9][0-9]{0,14}),'
    rb'"prev":"([0-9a-f]{64})","sides":([1-9][0-9]{0,8}),"t":"roll",'
    rb'"values":\[([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)\]\}'
)
"""A roll in canonical form (TFD1 3.6) whose numbers are small and whose label has no escape."""


def plain_roll(piece: bytes, *, k: int, prev: str) -> tuple[int, str, int, tuple[int, ...]] | None:
    """Returns n, label, sides and values of a line that is plainly a roll; None: look again.

    Args:
        k: the number that the line must have.
        prev: the hash that it must have of the line before.
    """
    match = _PLAIN.fullmatch(piece)
    if match is None:
        return None
    place, label, n, before, sides, values = match.groups()
    if place != b"%d" % k or before.decode() != prev:
        return None
    return int(n), label.decode(), int(sides), tuple(map(int, values.split(b",")))

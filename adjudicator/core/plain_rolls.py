"""Rolls in a log that need no second look: nearly all lines of a long log, read in one step.

A line that matches is what the slow way accepts without a problem; all else is left to it.
"""

from __future__ import annotations

import re

from adjudicator.core import tfd1

__all__ = ["is_rolled", "plain_roll"]

_PLAIN = re.compile(
    rb'\{"k":([0-9]+),"label":"([!#-\[\]-~]{1,200})","n":([1-9][0-9]{0,14}),'
    rb'"prev":"(.{64})","sides":([1-9][0-9]{0,8}),"t":"roll",'
    rb'"values":\[([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)\]\}'
)
"""A roll in canonical form (TFD1 3.6) whose numbers are small and whose label has no escape, once
its place and the hash of the line before are what they must be."""


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
    if place != b"%d" % k or before != prev.encode():
        return None
    return int(n), label.decode(), int(sides), tuple(map(int, values.split(b",")))


def is_rolled(piece: bytes, *, k: int, prev: str, n: int, key: str) -> tuple[str, int] | None:
    """Returns label and number of dice of a line that is, byte for byte, what a key makes of them.

    The line is written again with the dice of the key, and one comparison says that its form, its
    place in the chain and its dice are right (TFD1 3.6, 3.7 (1), (6)). None: look again.

    Args:
        n: the opening in which it stands.
        key: the turn key of that opening.
    """
    match = _PLAIN.fullmatch(piece)
    if match is None:
        return None
    _, label, _, _, sides, values = match.groups()
    name = label.decode()
    dice = tfd1.roll(key, name, values.count(b",") + 1, int(sides))
    made = (
        f'{{"k":{k},"label":"{name}","n":{n},"prev":"{prev}","sides":{int(sides)},"t":"roll",'
        f'"values":[{",".join(map(str, dice))}]}}'
    )
    return (name, len(dice)) if made.encode() == piece else None

"""The bytes of a log as lines, none of them larger than a line may be.

Nearly all lines of a long log are rolls that need no second look: those are read in one step. A
piece that matches is what the slow way accepts without a problem; all else is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.audit import tfd1
from adjudicator.core.limits import MAX_LOG, MAX_LOG_COMMAS, MAX_LOG_LINE
from adjudicator.core.problem import Problem, Unusable

__all__ = ["checked_size", "is_rolled", "lines_of", "plain_roll"]

_PLAIN = re.compile(
    rb'\{"k":([0-9]+),"label":"([!#-\[\]-~]{1,200})","n":([1-9][0-9]{0,14}),'
    rb'"prev":"(.{64})","sides":([1-9][0-9]{0,8}),"t":"roll",'
    rb'"values":\[([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)\]\}'
)
"""A roll in canonical form (TFD1 3.6) whose numbers are small and whose label has no escape, once
its place and the hash of the line before are what they must be."""


def lines_of(raw: bytes) -> Iterator[bytes]:
    """Yields the lines of a log as a file does, each with the line feed that ends it.

    Raises Unusable (`log-too-large`) where there are more bytes than a log may have.
    """
    if len(raw) > MAX_LOG:
        message = f"the log has more than {MAX_LOG} bytes"
        raise Unusable([Problem("log-too-large", message, kind="unusable")])
    start = 0
    while (end := raw.find(b"\n", start) + 1) > 0:
        yield raw[start:end]
        start = end
    if start < len(raw):
        yield raw[start:]


def checked_size(piece: bytes) -> bytes:
    """Returns a line that is no larger than a line may be; else raises ValueError."""
    if len(piece) > MAX_LOG_LINE or piece.count(b",") > MAX_LOG_COMMAS:
        raise ValueError(f"a line has at most {MAX_LOG_LINE} bytes and {MAX_LOG_COMMAS} commas")
    return piece


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

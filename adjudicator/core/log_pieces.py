"""The bytes of a log as pieces, none of them larger than a line may be.

Nearly all lines of a long log are rolls that need no second look: those are read in one step. A
piece that matches is what the slow way accepts without a problem; all else is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.core.limits import MAX_LOG, MAX_LOG_COMMAS, MAX_LOG_LINE
from adjudicator.core.problem import Problem, Unusable

__all__ = ["checked_size", "pieces_of", "plain_roll"]

_PLAIN = re.compile(
    rb'\{"k":([1-9][0-9]*),"label":"([!#-\[\]-~]{1,200})","n":([1-9][0-9]{0,14}),'
    rb'"prev":"([0-9a-f]{64})","sides":([1-9][0-9]{0,8}),"t":"roll",'
    rb'"values":\[([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)\]\}'
)
"""A roll in canonical form (TFD1 3.6) whose numbers are small and whose label has no escape."""


def pieces_of(raw: bytes) -> Iterator[bytes]:
    """Yields the lines of a log, each without the line feed that ends it.

    Raises Unusable (`log-too-large`) where there are more bytes than a log may have.
    """
    if len(raw) > MAX_LOG:
        message = f"the log has more than {MAX_LOG} bytes"
        raise Unusable([Problem("log-too-large", message, kind="unusable")])
    start = 0
    while (end := raw.find(b"\n", start)) >= 0:
        yield raw[start:end]
        start = end + 1


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
    if place != b"%d" % k or before.decode() != prev:
        return None
    return int(n), label.decode(), int(sides), tuple(map(int, values.split(b",")))

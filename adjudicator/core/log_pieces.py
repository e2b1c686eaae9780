"""The bytes of a log as lines, none of them larger than a line may be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.limits import MAX_LOG, MAX_LOG_COMMAS, MAX_LOG_LINE
from adjudicator.core.problem import Problem, Unusable

__all__ = ["checked_size", "lines_of"]


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

"""What a log says of itself, for whoever holds it against other files: an audited event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log
from adjudicator.audit.clock import is_by_hand
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.storage import read_bytes

__all__ = ["LogFacts", "amended_since", "facts_of", "terms_of"]

_SECRET = ("anchor", "hidden", "age")
"""Fields of an offer that follow from the referee's secret."""
_AMENDS = (log.Annul, log.Rewind, log.Correction)


class LogFacts(NamedTuple):
    """What a log says of itself; it can be pickled."""

    offer: Mapping[str, Any]
    """The offer, as JSON."""
    seats: tuple[str, ...]
    """Who joined."""
    heads: tuple[str, ...]
    """By line, its hash: what may be cited as the head of the log."""
    openings: tuple[tuple[int, int], ...]
    """Line and number of each opening, where it ends."""
    amended: tuple[int, ...]
    """The lines that take an opening back or correct the position."""
    rewinds: int
    """How often the match was taken back."""
    late: Mapping[str, int]
    """By seat, how often the clock notes that its sheet was not in time. What a referee writes by
    hand, without the clock, is none of it."""

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return self.heads[-1]

    def line_of(self, head: str) -> int | None:
        """Returns the last line of the log when this was its head; None: it never was."""
        return self.heads.index(head) if head in self.heads else None

    def opening_at(self, line: int) -> int:
        """Returns the last opening of the log when it ended with a line; 0: there was none."""
        return max((n for at, n in self.openings if at <= line), default=0)

    def amended_after(self, line: int) -> bool:
        """Whether anything was taken back or corrected behind a line."""
        return any(at > line for at in self.amended)


def facts_of(read: log.Log) -> LogFacts | None:
    """Returns what a log says of itself; None: its line 0 cannot be understood."""
    first = read.lines[0].payload if read.lines else None
    if not isinstance(first, log.Genesis):
        return None
    ends, amended, late, rewinds = [], [], Counter[str](), 0
    for line in read.lines:
        payload = line.payload
        if isinstance(payload, log.StateReached):
            ends.append((line.k, payload.n))
        elif isinstance(payload, log.Clock):
            if not is_by_hand(payload):
                late.update([*payload.missed])
        elif isinstance(payload, _AMENDS):
            amended.append(line.k)
            rewinds += isinstance(payload, log.Rewind)
    return LogFacts(
        offer=first.offer.to_json(), seats=tuple(join.player for join in first.joins),
        heads=tuple(line.hash for line in read.lines), openings=tuple(ends),
        amended=tuple(amended), rewinds=rewinds, late=dict(sorted(late.items())),
    )  # fmt: skip


def amended_since(folder: Path, head: str) -> bool:
    """Returns whether a match was taken back or corrected behind a head of its log.

    Raises:
        RefusedFile, UnusableFile: the log cannot be read.
    """
    facts = facts_of(log.parse_log(read_bytes(folder / "log.jsonl", limit=MAX_LOG)))
    at = None if facts is None else facts.line_of(head)
    return facts is not None and at is not None and facts.amended_after(at)


def terms_of(offer: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what an offer fixes but for the referee's secret.

    Of all matches on the same terms it is the same, but for `game`, the name.
    """
    return {name: value for name, value in offer.items() if name not in _SECRET}

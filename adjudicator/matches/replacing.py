"""A seat is replaced: a new join of it enters the log between two openings (TFD1 3.9)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.audit import log
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.joins import read_replacement
from adjudicator.documents.problems import unusable_file
from adjudicator.documents.storage import read_bytes
from adjudicator.matches.locked_opening import locked_seats
from adjudicator.matches.match import Match
from adjudicator.matches.moved_head import add_between

__all__ = ["SeatReplaced", "replace_seat"]


class SeatReplaced(NamedTuple):
    """What a new join of a seat brought about."""

    line: log.Seat
    set_aside: tuple[str, ...]
    """The seats whose sheets waited and answer an older log."""


def replace_seat(match: Match, raw: bytes, source: str) -> SeatReplaced:
    """Takes in a join that replaces that of its seat.

    The head of the log changes: what was mailed of the newest opening is written again, and sheets
    that wait are set aside. Whoever sends theirs anew has seen the new join.

    Raises:
        RefusedFile: the join has problems; nothing was changed.
        Unusable: the match is over, or the sheets of an opening are lost.
        TryAgain: another run holds the match, or the disk is full.
    """
    with match.held():
        saved = match.saved
        if saved.is_over:
            raise unusable_file(
                match.folder, "match-over", "the match is over", "No seat needs a chain."
            )
        if saved.locked is not None:
            raise locked_seats(match.folder, saved.n + 1)
        read = log.parse_log(read_bytes(match.folder / "log.jsonl", limit=MAX_LOG))
        line = read_replacement(read, saved.n, raw, source)
        moved = add_between(match, line)
    return SeatReplaced(line, moved.set_aside)

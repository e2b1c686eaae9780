"""A seat is replaced: a new join of it enters the log between two openings (TFD1 3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core import log
from adjudicator.core.limits import MAX_LOG
from adjudicator.files.matches.locked_opening import locked_seats
from adjudicator.files.matches.played_again import played_again
from adjudicator.files.matches.saves import sheet_keys
from adjudicator.files.matches.stored_sheets import orders_folder
from adjudicator.files.problems import unusable_file
from adjudicator.files.storage import REFEREE, append_durably, make_folder, move_file, read_bytes
from adjudicator.files.written.joins import read_replacement

if TYPE_CHECKING:  # a match imports this module where a run was killed that replaced a seat
    from adjudicator.core.replay import Replayed
    from adjudicator.files.matches.match import Match

__all__ = ["SeatReplaced", "replace_seat", "show_killed_seat"]


class SeatReplaced(NamedTuple):
    """What a new join of a seat brought about."""

    line: log.Seat
    set_aside: tuple[str, ...]
    """The seats whose sheets waited and answer an older log."""


def replace_seat(match: Match, raw: bytes, source: str) -> SeatReplaced:
    """Takes in a join that replaces that of its seat.

    The head of the log changes: what was mailed of the newest opening is written again, and sheets
    that wait are set aside. Whoever sends his anew has seen the new join.

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
        path = match.folder / "log.jsonl"
        old = read_bytes(path, limit=MAX_LOG)
        line = read_replacement(log.parse_log(old), saved.n, raw, source)
        match.waiting()  # What cannot be read is refused before anything is written.
        added, _ = log.append(saved.log_head, line)
        read = log.parse_log(old + added)
        replayed = _played_again(match, read)
        append_durably(path, added)
        match.saved, match.signing.keys = replayed.saved, sheet_keys(read.lines)
        set_aside = _show(match, replayed)
        match.write_save()
    return SeatReplaced(line, set_aside)


def _played_again(match: Match, read: log.Log) -> Replayed[Any]:
    """Returns a log that ends with a new join, made again.

    Raises:
        UnusableFile: the log is wrong, or withheld sheets are lost.
    """
    return played_again(match.folder, match.rules, read, "the match is to be played again")


def _show(match: Match, replayed: Replayed[Any]) -> tuple[str, ...]:
    """Writes the views of the newest opening under the new head; sets stale sheets aside.

    Returns the seats whose sheets answered an older log.
    """
    stale = []
    saved, files = match.saved, match.files
    folder = orders_folder(match.folder, saved.n + 1)
    for seat, (_, sheet) in match.waiting().items():
        if sheet.document["head"] != saved.head:
            stale.append(seat)
            aside = make_folder(match.folder, REFEREE, "orders", f"stale-{saved.k:04d}")
            move_file(folder / f"{seat}.json", aside)
    if saved.reached != saved.n:
        files.write_rewound(saved)
    elif not replayed.openings:
        files.write_start(saved)
    else:
        newest = replayed.openings[-1]
        done = newest.run
        files.write_views(
            newest.n, done.turns[0], saved,
            before=done.before, state=done.state, events=done.events,
        )  # fmt: skip
    return tuple(stale)


def show_killed_seat(match: Match, read: log.Log) -> None:
    """Does what a run left undone that was killed behind the new join."""
    _show(match, _played_again(match, read))

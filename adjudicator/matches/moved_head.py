"""Lines between two openings: they move the head of the log, which sheets must cite.

A seat is replaced (TFD1 3.9), or the round of the beacon is fixed (3.10 [A2]). What was mailed of
the newest opening is written again under the new head, and sheets that wait are set aside: whoever
sends theirs anew has seen the line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log
from adjudicator.audit.replay import Replayed
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.storage import (
    REFEREE,
    append_durably,
    make_folder,
    move_file,
    read_bytes,
    sync_names,
)
from adjudicator.matches.opened import OpenedMatch
from adjudicator.matches.played_again import played_again
from adjudicator.matches.saves import sheet_keys
from adjudicator.matches.stored_sheets import orders_folder

__all__ = ["HeadMoved", "add_between", "show_moved_head"]


class HeadMoved(NamedTuple):
    """What a line between two openings brought about."""

    written: tuple[Path, ...]
    """The views of the newest opening, under the new head."""
    set_aside: tuple[str, ...]
    """The seats whose sheets waited and answer an older log."""


def add_between(match: OpenedMatch, line: log.Payload) -> HeadMoved:
    """Adds such a line to the log of a match, which is held.

    Raises:
        Unusable: sheets that wait cannot be read, or those of an opening are lost.
        TryAgain: the disk is full; if the line stands in the log, the next command does the rest.
    """
    path = match.folder / "log.jsonl"
    old = read_bytes(path, limit=MAX_LOG)
    match.waiting()  # What cannot be read is refused before anything is written.
    added, _ = log.append(match.saved.log_head, line)
    read = log.parse_log(old + added)
    replayed = _played_again(match, read)
    append_durably(path, added)
    match.saved, match.signing.keys = replayed.saved, sheet_keys(read.lines)
    moved = _show(match, replayed)
    match.write_save()
    return moved


def show_moved_head(match: OpenedMatch, read: log.Log) -> None:
    """Does what a run left undone that was killed after adding such a line."""
    _show(match, _played_again(match, read))


def _played_again(match: OpenedMatch, read: log.Log) -> Replayed[Any]:
    return played_again(match.folder, match.rules, read, "the match is to be played again")


def _show(match: OpenedMatch, replayed: Replayed[Any]) -> HeadMoved:
    """Writes the views of the newest opening under the new head; sets stale sheets aside."""
    stale = []
    saved, files = match.saved, match.files
    folder = orders_folder(match.folder, saved.n + 1)
    for seat, (_, sheet) in match.waiting().items():
        if sheet.document["head"] != saved.head:
            stale.append(seat)
            parts = (REFEREE, "orders", f"stale-{saved.k:04d}")
            move_file(folder / f"{seat}.json", make_folder(match.folder, *parts, lasting=False))
    if stale:
        sync_names(folder)
    if saved.reached != saved.n:
        written = files.write_rewound(saved)
    elif not replayed.openings:
        written = files.write_start(saved)
    else:
        newest = replayed.openings[-1]
        done = newest.run
        written = files.write_views(
            newest.n, done.turns[0], saved,
            before=done.before, state=done.state, events=done.events,
        )  # fmt: skip
    return HeadMoved(tuple(written), tuple(stale))

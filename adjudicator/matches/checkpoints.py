"""Saves of earlier openings, from which later ones are told again: referee/checkpoints/0016.json.

Of every eighth opening at first; where that makes more than 32, of every sixteenth, and so on. So
an opening is told again from one a few before it, and a folder does not grow with its match. A
checkpoint counts for nothing by itself: it must lead to the state that the log names, and what is
made from it is compared with the log. Where there is none, the match is played from its start.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from adjudicator.audit import log
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Rules
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    is_referees,
    make_folder,
    write_atomically,
)
from adjudicator.matches.log_file import LogEnd
from adjudicator.matches.saves import load_save, save_bytes

__all__ = ["checkpoint_before", "keep_checkpoint"]

_FOLDER = "checkpoints"
_FIRST = 8
"""How many openings lie between two checkpoints of a short match."""
_MOST = 32
"""So many checkpoints a folder holds at most."""


def keep_checkpoint(folder: Path, saved: SavedMatch) -> None:
    """Keeps the save of an opening if its number is one of those; takes away what are too many.

    Args:
        saved: the match after the opening, at the end of its lines.
    """
    apart = _FIRST
    while saved.n > apart * _MOST:
        apart *= 2
    if saved.n % apart:
        return
    inside = make_folder(folder, REFEREE, _FOLDER, lasting=False)
    raw = save_bytes(saved, log_size=None, views=None, keys={})
    write_atomically(inside / f"{saved.n:04d}.json", raw, mode=PRIVATE, lasting=False)
    for path in inside.glob("*.json"):
        if not path.stem.isdecimal() or int(path.stem) % apart:
            with contextlib.suppress(OSError):
                path.unlink()


def checkpoint_before(folder: Path, rules: Rules[Any], read: log.Log, n: int) -> SavedMatch | None:
    """Returns the newest checkpoint before an opening that fits the log; None: there is none."""
    if not is_referees(folder):
        return None
    inside = folder / REFEREE / _FOLDER
    kept = {int(path.stem): path for path in inside.glob("*.json") if path.stem.isdecimal()}
    for number in sorted((number for number in kept if number < n), reverse=True):
        end = _end_of(read, number)
        loaded = None if end is None else load_save(kept[number], rules, end)
        if loaded is not None and loaded.saved.n == number:
            return loaded.saved
    return None


def _end_of(read: log.Log, n: int) -> LogEnd | None:
    """Returns how a log ended when an opening was made; None: it holds no such opening."""
    for line in reversed(read.lines):
        if isinstance(line.payload, log.StateReached) and line.payload.n == n:
            return LogEnd(read.genesis, line.head, line.payload.sha256, 0)
    return None

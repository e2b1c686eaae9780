"""Sheets and pledges that are taken in one by one, and wait: no opening is made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.audit.opening import NO_LOCK_OPTIONS, fixes_round_first
from adjudicator.matches.fixed_round import before_lock
from adjudicator.matches.locked_opening import take_while_locked
from adjudicator.matches.match import Match

__all__ = ["take_in"]


def take_in(match: Match, files: Sequence[tuple[str, bytes]]) -> tuple[Path, ...]:
    """Stores sheets for the next opening, or pledges for a locked one.

    Args:
        files: names and bytes.

    Raises:
        RefusedFile: one of them has problems; nothing was changed.
        UnusableFile: a sheet that waits has.
        Refused: the round of the beacon is to be fixed first.
        TryAgain: another run holds the match, or the disk is full.
    """
    with match.held():
        if match.saved.locked is not None:
            return take_while_locked(
                match.folder, match.rules, match.genesis, match.saved, files=files
            )
        if fixes_round_first(match.genesis):
            before_lock(match, files, NO_LOCK_OPTIONS)
        return match.store(files, match.accept(files))

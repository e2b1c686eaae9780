"""What a referee does when something went wrong, or before it does: for everybody to see."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.match import Match
from adjudicator.api.problems import TryAgain, Unusable
from adjudicator.api.texts import render_report
from adjudicator.core.limits import MAX_SHARES
from adjudicator.matches.amendments import corrected_text, rewound_text
from adjudicator.matches.match import Match as MatchFolder
from adjudicator.matches.referee.amending import (
    AmendedMatch,
    correct_match,
    read_patch,
    rewind_match,
)
from adjudicator.registry import by_name

__all__ = [
    "MAX_SHARES",
    "Amended",
    "SeatReplaced",
    "copy_secret",
    "correct",
    "replace_seat",
    "restore_secret",
    "rewind",
    "still_due",
]


class Amended(NamedTuple):
    """What a rewind or a correction led to."""

    text: str
    """What was done, in words that the log and all reports have."""
    written: tuple[Path, ...]
    """The files that were written."""
    stale: tuple[str, ...]
    """Seats whose sheets waited: they are stale now."""
    failure: TryAgain | Unusable | None
    """Why save, map or report were not written, though the lines stand in the log."""


class SeatReplaced(NamedTuple):
    """What a new join of a seat brought about."""

    seat: str
    """The seat that has a new player."""
    has_chain: bool
    """Whether the new player has pledges of their own."""
    set_aside: tuple[str, ...]
    """The seats whose sheets waited and answer an older log."""


def _amended(mended: AmendedMatch, text: str) -> Amended:
    return Amended(text, tuple(mended.written), tuple(mended.stale), mended.failure)


def rewind(match: Match, to: int, reason: str) -> Amended:
    """Takes back every opening after `to`; they stay in the log as annulled.

    Args:
        to: the opening from which play goes on; 0 is the start.
        reason: why, in one line; it stands in the log.

    Raises:
        Refused: there is nothing to take back, or the match is closed; nothing was changed.
        TryAgain: another run holds the match, or the disk is full.
    """
    mended = rewind_match(match.store, to, reason)
    return _amended(mended, rewound_text(mended.saved.rewinds[-1]))


def correct(match: Match, patch: bytes, reason: str, *, source: str = "patch") -> Amended:
    """Corrects the position by a JSON patch (RFC 6902) against everybody's state.

    Args:
        patch: the patch as JSON.
        reason: why, in one line; it stands in the log.
        source: what problems call the patch.

    Raises:
        RefusedFile: the patch has problems, or leads to no legal position.
        UnusableFile: the match is over or locked.
        TryAgain: another run holds the match, or the disk is full.
    """
    mended = correct_match(match.store, read_patch(patch, source), reason)
    return _amended(mended, corrected_text(mended.saved.corrections[-1]))


def replace_seat(match: Match, join: bytes, *, source: str = "join") -> SeatReplaced:
    """Enters a new join of a seat into the log: a chain was lost, or a player leaves.

    Args:
        join: what the player's `join` wrote, as it came.
        source: what problems call it.

    Raises:
        RefusedFile: the join has problems; nothing was changed.
        UnusableFile: the match is over, or an opening is locked.
        TryAgain: another run holds the match, or the disk is full.
    """
    from adjudicator.matches.referee.amending import replace_seat

    done = replace_seat(match.store, join, source)
    return SeatReplaced(done.line.join.player, done.line.join.anchor is not None, done.set_aside)


def still_due(folder: Path) -> tuple[str, ...]:
    """Returns what is undone in a match folder still, as another run may hold it."""
    return MatchFolder.open(folder, by_name(), render_report, reads=True).due


def copy_secret(
    match: Match, out: Path, *, to: Sequence[str] = (), shares: int = 0, force: bool = False
) -> tuple[Path, ...]:
    """Writes a copy of the referee's secret that only its owner may read; see `escrow`.

    Args:
        to: age or SSH public keys, or files that hold one; who has a private key reads the copy.
        shares: in so many files, which give the secret only all together.
        force: whether files that are there are overwritten.

    Raises:
        UnusableFile: a key cannot be read; a file is there already; the match has no secret.
    """
    from adjudicator.matches.referee.escrow import escrow_files

    return tuple(escrow_files(match.store, out, to=to, shares=shares, force=force))


def restore_secret(match: Match, files: Sequence[Path], identity: Path | None = None) -> Path:
    """Puts the secret back from a copy, or from all shares; it must fit the log.

    Raises:
        UnusableFile: it does not fit, or cannot be read.
    """
    from adjudicator.matches.referee.escrow import restore_secret

    return restore_secret(match.store, files, identity)

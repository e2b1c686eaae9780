"""A match folder that a killed run left, or in which something was lost: made whole again."""

from __future__ import annotations

from pathlib import Path

from adjudicator.audit import log
from adjudicator.core.problem import TryAgain
from adjudicator.documents.storage import is_referees, match_lock, remove_unfinished
from adjudicator.matches.log_file import WholeLog, repair_log
from adjudicator.matches.moved_head import show_moved_head
from adjudicator.matches.newest_views import are_there
from adjudicator.matches.opened import OpenedMatch
from adjudicator.matches.opening_files import views_missing
from adjudicator.matches.played_again import write_views_again

__all__ = ["due", "mend"]

_SAVE_DUE = "referee/save.json is lost, was changed, or is not of the end of the log"


def due(match: OpenedMatch, found: WholeLog, mended: str) -> tuple[str, ...]:
    """Returns what `mend` would do, for a command that only looks; nothing is written.

    In a clone nothing is made; of its log alone is told what does not count in it.
    """
    if not is_referees(match.folder):
        return tuple(filter(None, [found.due]))
    missing = views_missing(match.folder, match.saved, found.mailed_head)
    views = f"map and report of opening {missing} are lacking" if missing else ""
    left = "files lie about that were not finished" if _has_left(match.folder) else ""
    return tuple(filter(None, (found.due, _SAVE_DUE if mended else "", views, left)))


def mend(match: OpenedMatch, found: WholeLog, mended: str) -> None:
    """Writes again what was lost, or left undone by a run that was killed.

    If another run has the match, or has gone on with it, then that run writes it.

    Args:
        mended: what to tell of a save that has to be written; empty if there is one.
    """
    missing = views_missing(match.folder, match.saved, found.mailed_head)
    left = _has_left(match.folder)
    if found.notice or mended or missing or left:
        _make(match, found, mended, is_lacking=bool(missing))
    if not are_there(match.folder, match.saved, match.views):
        match.views = None  # They are there, but under another name than the save says.


def _make(match: OpenedMatch, found: WholeLog, mended: str, *, is_lacking: bool) -> None:
    """Makes what is lacking, unless another run has the match."""
    try:
        with match_lock(match.folder):
            if not repair_log(match.folder, found):
                return
            remove_unfinished(match.folder)
            match.notices += tuple(filter(None, (found.notice, mended)))
            if mended:
                if isinstance(found.log.lines[-1].payload, log.Seat | log.BeaconRound):
                    show_moved_head(match, found.log)
                match.write_save()
            # Now there may be a folder of the referee, in which those of seats are lacking.
            if is_lacking or views_missing(match.folder, match.saved, found.mailed_head):
                match.notices += write_views_again(match.files, match.saved, found.log)
                match.notices += match.files.taken_notices()
    except TryAgain as error:
        if error.problem.code == "disk-full":
            raise


def _has_left(folder: Path) -> bool:
    """Whether a run that was killed left something in the folder of a match."""
    return any(folder.rglob(".new-*"))

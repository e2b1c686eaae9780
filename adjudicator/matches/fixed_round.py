"""The round of the beacon, fixed before the sheets that must cite it (TFD1 3.10 [A2])."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.audit import log
from adjudicator.audit.lock_first import check_round, no_round
from adjudicator.audit.opening import LockOptions
from adjudicator.core.problem import Problem, Refused, TryAgain, Unusable
from adjudicator.documents.keys.referee_secret import chain_value
from adjudicator.documents.problems import unusable_file
from adjudicator.matches.moved_head import add_between
from adjudicator.matches.opened import OpenedMatch, Played

__all__ = ["before_lock"]


def before_lock(
    match: OpenedMatch, files: Sequence[tuple[str, bytes]], lock_options: LockOptions
) -> Played | None:
    """Fixes the round of the next opening, if the run is told one; None: sheets may be taken.

    Raises:
        Refused: sheets come without a round, or with one; or it is not later than all before.
        Unusable: the match is over, or the sheets of an opening are lost.
        TryAgain: the disk is full; nothing was changed.
    """
    if lock_options.round is None:
        if match.saved.round_in_force is None:
            raise Refused([no_round(match.genesis, match.saved.n + 1)])
        return None
    before, n = match.saved, match.saved.n + 1
    note = _note_of_round(match, lock_options.round, with_sheets=bool(files))
    chain_value(match.folder, match.genesis.offer, n)  # Nothing is fixed that could not be opened.
    try:
        moved = add_between(match, note)
    except (TryAgain, Unusable) as error:
        if match.saved == before:
            raise
        return Played(None, match.saved, (), (), error, has_fixed=True)
    notices = tuple(
        f"the sheet of {seat} answers the log before this note, and is void: ask for it anew"
        for seat in moved.set_aside
    )
    return Played(None, match.saved, moved.written, notices, has_fixed=True)


def _note_of_round(match: OpenedMatch, number: int, *, with_sheets: bool) -> log.BeaconRound:
    """Returns the note that fixes the round of the next opening."""
    n = match.saved.n + 1
    if match.saved.is_over:
        hint = "No opening follows that would need a round."
        raise unusable_file(match.folder, "match-over", "the match is over", hint)
    problems = list(check_round(match.genesis, match.saved, number))
    if with_sheets:
        problem = Problem(
            "round-before-sheets",
            f"a round for opening {n} is fixed before its sheets are written, not with them: who "
            "has them in hand could choose the round",
            rule="TFD1 3.10 [A2]",
            hint="Give --round or --deadline alone, and mail the new state.json; the sheets that "
            "answer it are then given without a round.",
        )
        problems.append(problem)
    if problems:
        raise Refused(problems)
    return log.BeaconRound(n=n, round=number)

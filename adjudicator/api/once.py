"""An opening that is made once, however often it is asked for: the job of a worker.

A worker can be killed behind its work and before its word, and two programs can look after one
folder. So a job says what it is about: the match, the opening, the head of the log, and the hashes
of the sheets that wait. All of it is held against the folder under the lock of the match; where
that opening stands in the log already, the job gives what it gave, and makes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.api.match import Match, open_match
from adjudicator.api.outcomes import Opened
from adjudicator.api.position import Pending
from adjudicator.api.problems import Problem, TryAgain
from adjudicator.audit import log
from adjudicator.audit.opening import is_locked_first
from adjudicator.documents.storage import waiting_lock

if TYPE_CHECKING:
    from adjudicator.api.clock import ClockFacts

__all__ = ["OpeningJob", "OpeningMade", "make_once", "opening_job"]

_SECONDS = 20
"""So long another run is waited for that holds the match."""
_TRIES = 3


class OpeningJob(NamedTuple):
    """An opening to be made; it can be pickled."""

    folder: Path
    """The match folder."""
    n: int
    """The opening."""
    head: str
    """The hash of the log's last line on which it was decided; what a lock added is one, too."""
    sheets: Mapping[str, str]
    """By seat, the hashes of the sheets that wait; empty where the opening is locked."""
    clock: ClockFacts | None = None
    """What the clock says of it; None: no clock has a part in it."""


class OpeningMade(NamedTuple):
    """What a job did, or had done before; it can be pickled."""

    n: int
    """The opening that was made; 0: none, for it was locked or the sheets lead to a question."""
    is_locked: bool = False
    """Whether its sheets were locked, and nothing else."""
    asked: tuple[Pending, ...] = ()
    """What stopped it, where nothing was made."""
    failure: str = ""
    """Why map, report or save were not written though it stands in the log; empty: they were."""


def opening_job(match: Match, clock: ClockFacts | None = None) -> OpeningJob:
    """Returns the job that makes the next opening of a match as it stands.

    Args:
        clock: what the clock says of it.
    """
    return OpeningJob(match.folder, match.n + 1, match.head, match.store.waiting_hashes(), clock)


def make_once(job: OpeningJob) -> OpeningMade:
    """Makes an opening, unless it is made already.

    Raises:
        Refused: its sheets, or what the clock says, have problems; nothing was changed.
        UnusableFile: there is no match here, or it cannot be used.
        TryAgain: `match-went-on`, something else was entered in the log, or other sheets wait:
            decide anew; `match-locked`, another run holds the match for long; the disk is full.
    """
    for _ in range(_TRIES):
        try:
            return _made(job)
        except TryAgain as error:
            if error.problem.code not in ("match-locked", "match-went-on"):
                raise
            met = error
        with waiting_lock(job.folder, seconds=_SECONDS):
            pass  # Whoever held it is done: what is there now decides.
    raise met


def _made(job: OpeningJob) -> OpeningMade:
    with open_match(job.folder) as match:
        if match.head != job.head:
            return _made_before(match, job)
        made = match.store.adjudicate((), clock=job.clock, only=job.sheets)
        opened = Opened(match.rules, made)
        if isinstance(opened.failure, TryAgain):
            raise opened.failure
        failure = "" if opened.failure is None else str(opened.failure)
        if match.head == job.head:
            return OpeningMade(0, asked=opened.pending, failure=failure)
        return OpeningMade(opened.n or 0, opened.is_locked, failure=failure)


def _made_before(match: Match, job: OpeningJob) -> OpeningMade:
    """Returns what a job did that is done.

    Raises:
        TryAgain: what follows the head on which it was decided is something else.
    """
    lines = match.log_near(()).lines
    at = next((place for place, line in enumerate(lines) if line.hash == job.head), None)
    following = lines[at + 1].payload if at is not None and at + 1 < len(lines) else None
    if isinstance(following, log.Open) and following.n == job.n:
        return OpeningMade(job.n)
    if isinstance(following, log.Lock) and following.n == job.n:
        named = following.orders
        if all(named.get(seat) == hash_ for seat, hash_ in job.sheets.items()):
            is_lock = is_locked_first(match.genesis)
            return OpeningMade(0, is_locked=True) if is_lock else OpeningMade(job.n)
    message = f"the match {job.folder} went on since opening {job.n} was decided on"
    hint = "Look at its status, then decide anew."
    raise TryAgain(Problem("match-went-on", message, hint=hint, kind="unusable"))

"""A job inside a worker: what it raises comes back as a value, whatever it is."""

from __future__ import annotations

import multiprocessing.connection
import os
import signal
import threading
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator import __version__
from adjudicator.api.problems import Located, Problem, Refused, RefusedFile, TryAgain
from adjudicator.workers.outcomes import Outcome

__all__ = ["VERSION", "carry", "not_done", "ready"]

Item = TypeVar("Item")
Result = TypeVar("Result")
VERSION = __version__
"""That of the program here; a worker of another one refuses all jobs."""


def carry(version: str, job: Callable[[Item], Result], place: int, item: Item) -> Outcome[Result]:
    """Does one job; returns what came of it.

    Args:
        version: that of the program which hands jobs out.
    """
    if version != VERSION:
        return Outcome(place, "refused", located=(Located(_other_version(version), ""),))
    try:
        return Outcome(place, "done", job(item))
    except Exception as error:
        return not_done(place, error)


def not_done(place: int, error: Exception) -> Outcome[Any]:
    """Returns what came of a job that raises something."""
    if isinstance(error, RefusedFile):
        return Outcome(place, "refused", located=tuple(error.located))
    if isinstance(error, Refused):
        return Outcome(place, "refused", located=tuple(Located(one, "") for one in error.problems))
    if isinstance(error, TryAgain):
        return Outcome(place, "late", located=(Located(error.problem, ""),))
    return Outcome(place, "failed", trace="".join(traceback.format_exception(error)))


def _other_version(version: str) -> Problem:
    return Problem(
        "other-worker", f"this worker has version {VERSION} of the program, the run {version}",
        hint="Install the same version on all machines.", kind="unusable",
    )  # fmt: skip


def ready(folder: str) -> None:
    """Begins a worker: Ctrl-C reaches all processes of a terminal, and whoever drives decides.

    Args:
        folder: where the run is: what it names is found there.
    """
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_driver, daemon=True).start()


def _end_with_driver() -> None:
    """Ends a worker whose driver was killed: it would wait for ever for its next job.

    What it had in hand is as after a kill: the next run does it.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)

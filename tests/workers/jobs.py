"""Jobs that a worker imports: it is another process, and knows tests by their modules alone."""

from __future__ import annotations

import os
import signal
import time  # noqa: TID251 - a job that lasts
from pathlib import Path
from typing import Any

from adjudicator.api.problems import Located, Problem, Refused, RefusedFile, TryAgain, Unusable

__all__ = [
    "PROBLEM",
    "dies",
    "dies_once",
    "raises",
    "squared",
    "unsendable",
    "waits",
]

PROBLEM = Problem("bad-thing", "it is bad", hint="Do better.")


def squared(number: int) -> int:
    """Returns a square, later for the first ones: they are not done in order."""
    if number < 3:
        time.sleep(0.02 * (3 - number))
    return number * number


def raises(what: str) -> str:
    """Raises what is asked for."""
    unusable = PROBLEM._replace(kind="unusable")
    errors: dict[str, Exception] = {
        "refused": Refused([PROBLEM]), "file": RefusedFile([Located(PROBLEM, "a.json")]),
        "unusable": Unusable([unusable]), "again": TryAgain(unusable),
        "fault": ZeroDivisionError("by nothing"),
    }  # fmt: skip
    if what in errors:
        raise errors[what]
    return what


def dies(number: int) -> int:
    """Kills its worker if it is asked for 13."""
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies_once(asked: tuple[int, str]) -> int:
    """Kills its worker the first time; a file says that it was there."""
    number, marker = asked
    if marker and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def unsendable(number: int) -> Any:
    """Returns what cannot be pickled."""
    return lambda: number


def waits(asked: tuple[str, float]) -> str:
    """Says in a file that it began, and lasts."""
    marker, seconds = asked
    Path(marker).touch()
    time.sleep(seconds)
    Path(marker).write_text("done")
    return marker

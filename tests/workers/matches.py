"""Matches of a cheap game, and workers that are killed on either side of a commit."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, NamedTuple

import adjudicator
from adjudicator.api.match import open_match
from adjudicator.api.once import OpeningJob, OpeningMade, make_once, opening_job
from adjudicator.matches import match as matches_match

__all__ = ["KillAt", "begun", "due", "killed_once", "lines_of"]


def begun(folder: Path) -> Path:
    """Makes a match of Nine Fields; returns its folder."""
    adjudicator.new_match(folder, "nine-fields", name=folder.name)
    return folder


def due(folder: Path, *, sends: bool = True) -> OpeningJob:
    """Returns the opening that is due, now that all have sent their sheets.

    Args:
        sends: whether they do that now.
    """
    with open_match(folder) as match:
        for one in match.awaited if sends else ():
            assert one.seat is not None
            receipt = match.submit(match.template(one.seat))
            assert receipt.accepted, receipt.problems
        return opening_job(match)


def lines_of(folder: Path) -> list[bytes]:
    """Returns the lines of a match's log."""
    return (folder / "log.jsonl").read_bytes().splitlines()


class KillAt(NamedTuple):
    """An opening whose worker is killed once."""

    job: OpeningJob
    at: str
    """"before" or "behind" the write that commits it."""
    marker: str
    """A file that says that it was killed."""


def killed_once(asked: KillAt) -> OpeningMade:
    """Makes an opening; the first worker is killed at its commit."""
    marker = Path(asked.marker)
    if marker.exists():
        return make_once(asked.job)
    marker.touch()
    matches: Any = matches_match
    append = matches.append_durably

    def killed(path: Path, content: bytes) -> None:
        if asked.at == "behind":
            append(path, content)
        os.kill(os.getpid(), signal.SIGKILL)

    matches.append_durably = killed
    return make_once(asked.job)

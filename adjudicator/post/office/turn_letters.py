"""The letters of a stage, written by a worker: the same match gives the same bytes.

A letter is put where it waits to be sent; only the journal's line, which the office writes, makes
it one that is sent. So a worker may be killed anywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.folders import PRIVATE
from adjudicator.api.match import open_match
from adjudicator.api.named_files import write_atomically
from adjudicator.api.problems import Problem, TryAgain
from adjudicator.post.letters.turn import TurnLetter, blank_sheet
from adjudicator.post.letters.way import Way
from adjudicator.post.office.outbox import own_hash, with_envelope
from adjudicator.post.reading.mail import Passage

__all__ = ["LettersJob", "WantedLetter", "write_letters"]


class WantedLetter(NamedTuple):
    """A letter to one seat; it can be pickled."""

    seat: str
    way: Way
    since: int
    """The opening of the letter before."""
    path: Path
    """Where it waits to be sent."""
    sender: str
    """The sender of its envelope."""


class LettersJob(NamedTuple):
    """The letters of one stage of a match; it can be pickled."""

    folder: Path
    """The match folder."""
    name: str
    """The name of the match in the office."""
    stage: str
    """The head of its log."""
    letters: tuple[WantedLetter, ...]
    passages: tuple[tuple[str, Passage], ...]
    """The words that players want passed on, each behind the seat that wrote them."""


def write_letters(job: LettersJob) -> tuple[dict[str, Any], ...]:
    """Writes letters; returns the lines of the journal that tell of them.

    Raises:
        TryAgain: `match-went-on`, the match is in another stage; the disk is full.
        UnusableFile: the match cannot be used.
    """
    with open_match(job.folder, read_only=True) as match:
        if match.head != job.stage:
            message = f"{job.name} went on while its letters were written"
            hint = "The next `tick` writes those of its new stage."
            raise TryAgain(Problem("match-went-on", message, hint=hint, kind="unusable"))
        entries = []
        for one in job.letters:
            made = TurnLetter(match, one.seat, one.way, passages=job.passages, since=one.since)
            raw = with_envelope(made.to_bytes(), one.sender)
            write_atomically(one.path, raw, mode=PRIVATE)
            own = own_hash(match, one.seat, blank_sheet(match, one.seat))
            more = {"template": own} if own else {}
            entries.append({
                "kind": "letter", "as": "turn", "file": one.path.name, "match": job.name,
                "seat": one.seat, "stage": job.stage, "n": match.n, "id": made.message_id, **more,
            })  # fmt: skip
    return tuple(entries)

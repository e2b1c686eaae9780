"""What an office writes: answers, notices, reminders; each in a file named after its cause.

A note is words without a form; the letters make a mail of it. Writing is idempotent: the same cause
gives the same file, and what the journal names is never written again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from adjudicator.post.office.folder import Office
from adjudicator.post.reading.mail import Mail

__all__ = ["Note", "file_of", "written"]

Kind = Literal[
    "answer", "ask", "call", "lock", "notice", "offer", "over-limit", "receipt", "reminder", "turn"
]


class Note(NamedTuple):
    """Words for one person."""

    kind: Kind
    """What sort of letter it is."""
    to: str
    """The address."""
    subject: str
    """The subject, without the name of the match."""
    text: str
    """The words, with line ends as they are to stand."""
    match: str = ""
    """The match that it is about; empty: none."""
    seat: str = ""
    """The seat to which it goes; empty: a person without one."""
    stage: str = ""
    """The stage of the match."""
    n: int = 0
    """The opening that it is about."""
    answers: Mail | None = None
    """The mail that it answers."""
    attached: Sequence[tuple[str, bytes]] = ()
    """Files that go with it."""
    no: int | None = None
    """The number of the mail that it answers."""
    once: tuple[str, ...] = ()
    """What makes it the only one of its sort; empty: nothing does."""
    cause: str = ""
    """What its file is named after, beside match, seat and kind."""


def file_of(note: Note) -> str:
    """Returns the name of a note's file: only words of ours and names that were judged."""
    parts = [
        note.match or "office",
        note.seat or "person",
        note.kind,
        note.stage[:12],
        f"{note.no:09d}" if note.no is not None else "",
        note.cause,
    ]
    return ".".join(part for part in parts if part) + ".eml"


def entry_of(note: Note, file: str, **more: Any) -> dict[str, Any]:
    """Returns the line of the journal that tells of a letter."""
    entry: dict[str, Any] = {"kind": "letter", "as": note.kind, "file": file}
    if note.match:
        entry["match"] = note.match
    if note.seat:
        entry["seat"] = note.seat
    if note.stage:
        entry["stage"] = note.stage
    if note.no is not None:
        entry["answers"] = note.no
    if note.once:
        entry["once"] = list(note.once)
    return {**entry, **more}


def written(
    office: Office, notes: Sequence[Note], at: datetime, tags: Mapping[tuple[str, str], Any]
) -> list[dict[str, Any]]:
    """Writes notes as mails and returns the lines of the journal that tell of them.

    Args:
        at: the moment, which stands in the mails as their Date.
        tags: by match and seat, what the letters to it bear.
    """
    from adjudicator.post.office.envelopes import note_mail

    entries = []
    for note in notes:
        file = file_of(note)
        office.write_letter(file, note_mail(office, note, at, tags.get((note.match, note.seat))))
        entries.append(entry_of(note, file))
    return entries

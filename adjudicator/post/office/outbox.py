"""What an office writes: answers, notices, reminders; each in a file named after its cause.

A note is words without a form; the letters make a mail of it. Writing is idempotent: the same cause
gives the same file, and what the journal names is never written again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.parser import BytesHeaderParser
from email.policy import SMTP
from typing import Any, Literal, NamedTuple

from adjudicator.api.match import Match
from adjudicator.api.problems import Refused
from adjudicator.api.sheet_text import said_hash
from adjudicator.post.letters.message import File
from adjudicator.post.letters.others import text_letter
from adjudicator.post.letters.way import Way, check_address
from adjudicator.post.office.people import Card, People
from adjudicator.post.office.settings import Mode
from adjudicator.post.office.standing import foot_of
from adjudicator.post.office.tokens import address_with, subject_mark
from adjudicator.post.reading.mail import Mail

__all__ = [
    "Note",
    "entry_of",
    "file_of",
    "note_mail",
    "own_hash",
    "way_to",
    "with_envelope",
    "without_envelope",
    "written",
]

Kind = Literal["answer", "ask", "call", "notice", "over-limit", "receipt", "reminder"]


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
    template: str = ""
    """The hash of a sheet that it brings to be filled in: quoted, that sheet is nothing."""


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


def own_hash(match: Match, seat: str, sheet: Mapping[str, Any] | None) -> str:
    """Returns the hash by which a sheet that a letter brings is known again; empty: it is not kept.

    One that is complete as it stands may come back unchanged, and counts.
    """
    is_complete = any(one.as_is for one in match.awaited if one.seat == seat)
    return "" if sheet is None or is_complete else said_hash(sheet)


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
    if note.template:
        entry["template"] = note.template
    return {**entry, **more}


def written(people: People, notes: Sequence[Note], at: datetime) -> list[dict[str, Any]]:
    """Writes notes as mails and returns the lines of the journal that tell of them.

    A note whose address is not known, or is none, is not written: the line says so.

    Args:
        at: the moment, which stands in the mails as their Date.
    """
    entries = []
    for note in notes:
        file = file_of(note)
        try:
            raw = note_mail(people, note, at)
        except Refused:
            entries.append({"kind": "unwritten", "match": note.match, "seat": note.seat})
            continue
        people.office.write_letter(file, raw)
        entries.append(entry_of(note, file))
    return entries


def note_mail(people: People, note: Note, at: datetime) -> bytes:
    """Returns a note as a mail, with the sender of its envelope in front.

    Raises:
        Refused: its address is not one plain address.
    """
    card = people.card(note.match)
    way = way_to(people, card, note.seat, to=note.to, at=at)
    cause = note.cause or note.stage[:12] or "letter"
    key: tuple[str | int, ...] = ("office", note.kind, note.no or 0, cause)
    if note.match:
        key = (
            note.match,
            note.n,
            note.seat,
            note.kind,
            note.no or 0,
            note.cause or note.stage[:12],
        )
    foot = foot_of(people, note.to, at)
    text = note.text.rstrip() + "\n" + (f"\n-- \n{foot}" if foot else "")
    files = tuple(File(name, _TYPES.get(name.rpartition(".")[2], _OTHER), raw)
                  for name, raw in note.attached)  # fmt: skip
    raw = text_letter(
        way, key=key, subject=note.subject, text=text, answers=note.answers, files=files
    )
    return with_envelope(raw, "")


_OTHER = "application/octet-stream"
_TYPES = {
    "html": "text/html", "svg": "image/svg+xml", "json": "application/json", "txt": "text/plain",
    "jsonl": _OTHER, "sig": _OTHER,
}  # fmt: skip


def way_to(people: People, card: Card | None, seat: str, *, to: str, at: datetime) -> Way:
    """Returns the way of a letter to a seat, or to a person without one.

    Raises:
        Refused: the address is not one plain address.
    """
    settings = people.office.settings
    tag = people.tag(card, seat) if card is not None and seat else None
    mark = "" if card is None else card.name
    reply_to = settings.address
    if tag is not None and settings.plus:
        reply_to = address_with(settings.address, tag)
    elif tag is not None:
        mark = subject_mark(tag)[1:-1]
    mode: Mode = "full"
    if card is not None:
        mode = settings.matches[card.name].letters.get(seat, "full")
        if seat in people.book.match(card.name).plain:
            mode = "plain"
    return Way(
        to=check_address(to), date=at, sender=settings.address, sender_name=settings.name,
        reply_to=reply_to, domain=settings.address.rpartition("@")[2], tag=mark or "office",
        letters=mode, pen=settings.pen, ask=settings.referee,
        players=() if card is None else card.players,
    )  # fmt: skip


def with_envelope(raw: bytes, sender: str) -> bytes:
    """Returns a mail with the sender of its envelope as Return-Path in front (RFC 5321 4.4)."""
    return b"Return-Path: <%s>\r\n%s" % (sender.encode(), raw)


def without_envelope(raw: bytes) -> tuple[str, str, bytes]:
    """Returns sender and recipient of a letter's envelope, and the letter as it is sent."""
    first, _, letter = raw.partition(b"\r\n")
    mail = BytesHeaderParser(policy=SMTP).parsebytes(letter)
    (recipient,) = mail["To"].addresses
    return first.decode().partition("<")[2].rstrip(">"), recipient.addr_spec, letter

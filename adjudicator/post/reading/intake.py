"""A mail from bytes to what it says: the one way in."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from adjudicator.api.problems import Problem
from adjudicator.post.reading import refusals
from adjudicator.post.reading.automatic import automatic_subject, bounce_in, why_automatic
from adjudicator.post.reading.headers import Head, head_and_body, identity_of
from adjudicator.post.reading.mail import Command, Found, Mail, Passage
from adjudicator.post.reading.parts import MOST_BYTES, Damaged, Part, TooLarge, parts_of
from adjudicator.post.reading.quoting import (
    JOINT,
    Whose,
    is_whole_mail,
    unflowed,
    unsigned,
    whose_words,
)
from adjudicator.post.reading.scan import GAP, hinted_kind
from adjudicator.post.reading.sheets import Sheets, is_words
from adjudicator.post.reading.words import command_in, passages_in

__all__ = ["read_mail"]

_MOST_TEXT = 256 * 1024
"""Characters of the words of a mail that are looked at: a letter quoted four times, and a sheet."""


class _Said(NamedTuple):
    """What a person says in a mail."""

    found: tuple[Found, ...] = ()
    command: Command | None = None
    passages: tuple[Passage, ...] = ()
    problems: tuple[Problem, ...] = ()


_NOTHING = _Said()


def read_mail(raw: bytes, *, own: Container[str] = (), by_hand: bool = False) -> Mail:
    """Returns what a mail says. It judges nothing but where a sheet begins and ends.

    Looked for, in this order: sheets, pledges and joins that are attached, or stand in the
    sender's own text as packed lines or JSON; the same repaired; else a command; else the same
    in what is answered, but not what the office itself mailed. It raises nothing: what cannot be
    read is a problem of the mail.

    Args:
        raw: the whole mail, as it came (RFC 5322).
        own: hashes of the templates that the office mailed, as `said_hash` gives them.
        by_hand: a person chose this mail, and nobody knows what was mailed: an automatic one, such
            as one of a mailing list, is looked into too; what is quoted is not taken.
    """
    raw = raw.replace(b"\r\n", b"\n") if b"\n" in raw else raw.replace(b"\r", b"\n")
    head, _ = head_and_body(raw)
    kind = head.get("content-type").partition(";")[0].strip().lower()
    parts, limit = _within_limits(raw)
    automatic = why_automatic(head, kind)
    bounce = bounce_in(head, parts) if automatic else None
    if not automatic and any(map(_answers_calendar, parts)):
        automatic = "it answers an entry of a calendar"
    said = _NOTHING
    if by_hand or not automatic:
        said = (
            _said(head, parts, own, by_hand=by_hand) if limit is None else _Said(problems=(limit,))
        )
    if not automatic and not said.found and (silent := automatic_subject(head.subject)):
        automatic, said = silent, _NOTHING
    return Mail(
        identity_of(raw),
        head.sender,
        head.recipients,
        head.subject,
        head.message_id,
        head.references,
        head.date,
        automatic,
        bounce,
        said.found,
        said.command,
        said.passages,
        said.problems,
        head.all("authentication-results"),
    )


def _within_limits(raw: bytes) -> tuple[Sequence[Part], Problem | None]:
    """Returns the parts of a mail, or why they are not looked at."""
    if len(raw) > MOST_BYTES:
        return (), refusals.too_large(f"it has more than {MOST_BYTES // 1024} kB")
    try:
        return tuple(parts_of(raw)), None
    except TooLarge as error:
        return (), refusals.too_large(str(error))
    except Damaged:
        return (), refusals.damaged()


def _answers_calendar(part: Part) -> bool:
    return part.kind == "text/calendar" and part.parameter("method").lower() in (
        "reply", "counter", "declinecounter", "refresh",
    )  # fmt: skip


def _said(head: Head, parts: Sequence[Part], own: Container[str], *, by_hand: bool) -> _Said:
    """Returns what the sender says in parts that are within the limits."""
    whose = _whose(head, parts)
    passed = passages_in(whose.own.replace(f" {JOINT}", " ").replace(JOINT, ""))
    text = passages_in(whose.own.replace(JOINT, "\n")).rest
    sheets = Sheets(own)
    sheets.take_files(parts)
    sheets.take_text(text)
    asked = command_in(passed.rest)
    is_check = asked.command is not None and asked.command.word == "check"
    if sheets.mailed and sheets.is_empty and asked.command is None and asked.problem is None:
        sheets.adopt_blank(text.replace(GAP, ""))
    quoted: tuple[Found, ...] = ()
    if sheets.is_empty and (is_check or (asked.command is None and asked.problem is None)):
        below = Sheets(own)
        below.take_text(whose.quoted.replace(JOINT, "\n"), where="quoted")
        quoted = below.found
        if not by_hand:
            sheets = below
    problems = list(sheets.problems)
    if quoted and by_hand:
        problems.append(refusals.quoted_sheet())
    if passed.problem is not None:
        problems.append(passed.problem)
    command = asked.command
    if sheets.found and command is not None and not is_check:
        problems.append(refusals.command_beside_sheet(command.word))
        command = None
    if not sheets.found and not problems and command is None and not passed.passages:
        if asked.problem is not None:
            problems.append(asked.problem)
        else:
            forwarded = whose.forwarded if hinted_kind(whose.forwarded) else ""
            words = whose.own.replace(GAP, "")
            problems += refusals.nothing_found(head, parts, words, forwarded)
    return _Said(sheets.found, command, passed.passages, tuple(dict.fromkeys(problems)))


def _whose(head: Head, parts: Sequence[Part]) -> Whose:
    """Returns the words of a mail, by whose they are."""
    texts: list[str] = []
    inside: list[str] = []
    for part in filter(is_words, parts):
        text = part.text.replace(JOINT, "\ufffd").replace(GAP, "\ufffd")
        if part.parameter("format").lower() == "flowed":
            text = unflowed(text, deletes_blank=part.parameter("delsp").lower() == "yes")
        text = unsigned(text)
        (inside if is_whole_mail(text) else texts).append(text)
    whose = whose_words(f"\n{GAP}\n".join(texts)[:_MOST_TEXT], head.subject)
    return whose._replace(forwarded="\n".join((whose.forwarded, *inside)))

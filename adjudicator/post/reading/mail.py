"""A mail as it was read: values only."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.api.problems import Problem

__all__ = ["Bounce", "Command", "Found", "Mail", "Passage", "Where"]

Where: TypeAlias = Literal["attachment", "line", "text", "repaired", "quoted"]
"""Where a sheet was found: a file that came along; a packed line; JSON in the own text; the same
after repair; the quoted part of an answer."""


class Found(NamedTuple):
    """A sheet, pledge or join in a mail, as it is to be judged by the strict reader."""

    kind: str
    """What it says that it is: "orders", "pledge", "join" or "seat"."""
    raw: bytes
    """Its bytes: of an attachment as it came, else the text in UTF-8."""
    source: str
    """What problems call it: the name of the file, or "the text of the mail"."""
    where: Where
    """Where it stood."""
    signature: bytes | None = None
    """The SSH signature that came with it, as `SheetFile` wants it."""
    repairs: tuple[str, ...] = ()
    """What was mended to read it, in words for its receipt."""


class Command(NamedTuple):
    """What a mail asks for in the first word of its first own line."""

    word: str
    """Its name, lower case: "status", "report" or another of `COMMANDS`."""
    arguments: tuple[str, ...] = ()
    """What follows on the line, judged by the grammar of the command."""


class Passage(NamedTuple):
    """Words of a player that are passed on with the next letter; never in log or hash."""

    to: str | None
    """The seat to which they go; None: all."""
    text: str
    """The words, each line as written, without what is not seen."""


class Bounce(NamedTuple):
    """What a mail server says of a letter that it could not deliver (RFC 3464)."""

    action: str
    """"failed", "delayed" or another of the standard's words."""
    recipient: str
    """Whose mailbox; empty: it does not say."""
    status: str
    """The code, such as 5.1.1; empty: none."""
    message_id: str
    """The Message-ID of the letter, if the report holds it; else empty."""


class Mail(NamedTuple):
    """A mail as it was read."""

    identity: str
    """SHA-256 of the mail without its trace headers: delivered twice, it is the same."""
    sender: str
    """The address of From, its domain in lower case; empty: there is none that can be used."""
    recipients: tuple[str, ...]
    """All addresses of To, Cc, Delivered-To, X-Original-To, Envelope-To, in this order."""
    subject: str
    """The subject, decoded, without what is not seen."""
    message_id: str
    """Its Message-ID with the brackets; empty: none."""
    references: tuple[str, ...]
    """The Message-IDs that it answers, the newest last."""
    date: datetime | None
    """What Date says, with its zone; None: nothing that can be read. It decides nothing."""
    automatic: str
    """Why it gets no answer and nothing of it is taken, in words; empty: a person wrote it."""
    bounce: Bounce | None
    """What a server says of a letter of ours."""
    found: tuple[Found, ...]
    """Sheets, pledges and joins, in the order found, each text once."""
    command: Command | None
    """What it asks for."""
    passages: tuple[Passage, ...]
    """Words to pass on."""
    problems: tuple[Problem, ...]
    """Why something in it could not be read, each with how to send it right."""
    authenticated: tuple[str, ...] = ()
    """Its Authentication-Results headers (RFC 8601), topmost first, unfolded."""

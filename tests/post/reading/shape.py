"""What shapes of mails are made of: one sheet, the letter that it answers, parts, and what is due.

No text of anybody else stands here: how programs write was read in collections of real mails (those
of `talon`, Crisp's `email-reply-parser`, Sisimai, CPython), and written anew.
"""

from __future__ import annotations

import base64
import json
import quopri
import textwrap
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.api.sheet_text import packed_sheet, said_hash

__all__ = [
    "ATTRIBUTION",
    "FILE",
    "GID",
    "GMAIL",
    "JOIN",
    "LETTER",
    "OFFER",
    "ONE_LINE",
    "OWN",
    "PLEDGE",
    "SEAT",
    "SHEET",
    "SHEET_LINE",
    "SHEET_TEXT",
    "SIGNATURE",
    "TEMPLATE",
    "TEMPLATE_TEXT",
    "Shape",
    "alternative",
    "attached",
    "base64_of",
    "dedented",
    "flowed",
    "head",
    "in_parts",
    "json_text",
    "letter_quoted",
    "mail",
    "of_parts",
    "other_sheet",
    "part",
    "quoted_printable",
    "typographic",
]

GID = "5e" * 32
OFFER = "0f" * 32
SHEET: Mapping[str, Any] = {
    "t": "orders",
    "game": GID,
    "n": 7,
    "head": "a1b2c3d4" * 8,
    "player": "western",
    "pledge": "9d" * 32,
    "orders": {
        "march": [
            {"order": "march", "unit": "west-3", "path": ["elm", "oak-ridge", "ford"], "count": 4},
            {"order": "march", "unit": "west-5", "path": ["mill"], "count": -1},
        ],
        "fire": [{"order": "fire", "at": "field/elm"}],
    },
    "standing": [{"standing": "ask", "topics": ["retreat"]}],
    "blind": "0123456789abcdef" * 4,
}
"""The sheet of all shapes."""
TEMPLATE: Mapping[str, Any] = {**SHEET, "orders": {"march": [], "fire": []}, "standing": []}
"""The draft that the office mailed: taken as a file, or alone in the sender's own text."""
OWN = frozenset({said_hash(TEMPLATE)})
"""What the office knows to be its own."""
PLEDGE: Mapping[str, Any] = {
    "t": "pledge", "game": GID, "n": 7, "player": "western", "lock": "77" * 32, "pledge": "9d" * 32,
}  # fmt: skip
JOIN: Mapping[str, Any] = {
    "t": "join", "offer": OFFER, "player": "western", "salt": "3c" * 32, "anchor": "4b" * 32,
    "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYsAmEqmJrKXn0O3y3mbgQx8RNvXy0kqkYcJzrlNFo",
}  # fmt: skip
SEAT: Mapping[str, Any] = {"t": "seat", "n": 6, "join": {**JOIN, "salt": "2d" * 32}}
SIGNATURE = (
    "-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg\n"
    "-----END SSH SIGNATURE-----\n"
)


def json_text(value: Mapping[str, Any]) -> str:
    """Returns a file as `template` writes it, without its last line end."""
    return json.dumps(value, indent=2)


def other_sheet(player: str = "western", **changed: Any) -> Mapping[str, Any]:
    """Returns another sheet, of a seat."""
    return {**SHEET, "player": player, "orders": {"fire": []}, **changed}


SHEET_TEXT = json_text(SHEET)
TEMPLATE_TEXT = json_text(TEMPLATE)
SHEET_LINE = packed_sheet(SHEET_TEXT.encode())
FILE = (SHEET_TEXT + "\n").encode()
"""The sheet as a file."""
ONE_LINE = SHEET_TEXT.replace("\n", " ")
GMAIL = "X-Google-Smtp-Source: AGHT+IF"
LETTER = f"""\
What is wanted by Sun 29 Nov 2026 20:00 CET (19:00 UTC): the sheet of western.

Turn 3 is over. You hold Elm and the ford.

To order, fill this in and send it back:

{TEMPLATE_TEXT}

--\x20
The office of spring
"""
"""The letter that is answered; its template stands in it."""
ATTRIBUTION = "On Fri, 27 Nov 2026 at 20:00, Spring <judge@play.test> wrote:"


def letter_quoted(mark: str = "> ") -> str:
    """Returns the letter with a mark before each line."""
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in LETTER.splitlines())


def head(program: str = "", *, subject: str = "Re: [spring] turn 3: your sheet") -> str:
    """Returns the first fields of a mail of the player.

    Args:
        program: the field that names their program, such as "X-Mailer: ...".
    """
    fields = [
        "Return-Path: <ann@example.org>",
        "Delivered-To: judge+spring.western.K7Q2A4B6C8D1E3F5@play.test",
        "Received: from mx.example.org by mx.play.test with ESMTPS id 4Zx; "
        "Fri, 27 Nov 2026 19:10:02 +0000",
        "From: Ann Example <ann@Example.org>",
        "To: Spring <judge+spring.western.K7Q2A4B6C8D1E3F5@play.test>",
        f"Subject: {subject}",
        "Date: Fri, 27 Nov 2026 20:10:00 +0100",
        "Message-ID: <one@example.org>",
        "In-Reply-To: <spring.7.western.turn@play.test>",
        "References: <spring.1.western.turn@play.test>\n <spring.7.western.turn@play.test>",
        "MIME-Version: 1.0",
    ]
    return "\n".join(one for one in (*fields, program) if one)


def mail(fields: str, body: str | bytes, *, kind: str = "text/plain; charset=utf-8") -> bytes:
    """Returns a mail of one part, as it travels: line ends CRLF."""
    raw = body if isinstance(body, bytes) else body.encode()
    started = f"{fields}\nContent-Type: {kind}\n".encode()
    if b"content-transfer-encoding" not in started.lower():
        started += f"Content-Transfer-Encoding: {'7bit' if raw.isascii() else '8bit'}\n".encode()
    return (started + b"\n" + raw).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def part(body: str | bytes, kind: str = "text/plain; charset=utf-8", *fields: str) -> bytes:
    """Returns a part of a mail."""
    raw = body if isinstance(body, bytes) else body.encode()
    return "\n".join((f"Content-Type: {kind}", *fields, "", "")).encode() + raw


def base64_of(raw: bytes, kind: str, *fields: str) -> bytes:
    """Returns a part in base64."""
    return part(base64.encodebytes(raw), kind, "Content-Transfer-Encoding: base64", *fields)


def quoted_printable(text: str | bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    """Returns a part in quoted-printable."""
    raw = text if isinstance(text, bytes) else text.encode()
    return part(quopri.encodestring(raw), kind, "Content-Transfer-Encoding: quoted-printable")


def attached(
    name: str = "western.json",
    raw: bytes | str = SHEET_TEXT + "\n",
    kind: str = "application/json",
    disposition: str = "attachment",
) -> bytes:
    """Returns a file as a part, in base64."""
    content = raw.encode() if isinstance(raw, str) else raw
    named = f'Content-Disposition: {disposition}; filename="{name}"'
    return base64_of(content, f'{kind}; name="{name}"', named)


def in_parts(*parts: bytes, kind: str = "mixed", mark: str = "=_mark_1", more: str = "") -> bytes:
    """Returns a part that holds parts."""
    between = b"\n--" + mark.encode() + b"\n"
    inner = between.join((b"This is a multi-part message in MIME format.", *parts))
    started = f'Content-Type: multipart/{kind}; boundary="{mark}"{more}\n\n'.encode()
    return started + inner + b"\n--" + mark.encode() + b"--\n"


def of_parts(fields: str, content: bytes) -> bytes:
    """Returns a mail whose content is one part, such as one that holds parts."""
    return (fields.encode() + b"\n" + content).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


class Shape(NamedTuple):
    """A mail as a program writes it, and what is to be read in it."""

    name: str
    program: str
    raw: bytes
    sheets: tuple[Mapping[str, Any], ...] = ()
    where: str = ""
    exact: bytes = b""
    """The very bytes of the only sheet; empty: its value counts."""
    repairs: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    automatic: str = ""
    """A piece of why nobody wrote it."""
    bounce: tuple[str, ...] = ()
    """Action, recipient, status, Message-ID."""
    passages: tuple[tuple[str | None, str], ...] = ()
    signed: bool = False


def dedented(text: str) -> str:
    """Returns a text written with an indent, without its first line end."""
    return textwrap.dedent(text).lstrip("\n")


def typographic(text: str) -> str:
    """Returns a text as word processors and phones write its quotation marks."""
    turned, opens = [], True
    for char in text:
        turned.append(("\u201c" if opens else "\u201d") if char == '"' else char)
        opens ^= char == '"'
    return "".join(turned)


def flowed(text: str, width: int, *, inside: bool) -> str:
    """Returns a text with lines parted as format=flowed does, inside of words too (DelSp)."""
    done = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > width:
            cut = width if inside else rest.rfind(" ", 1, width) + 1
            if cut <= 0:
                break
            done.append(rest[:cut] + (" " if inside else ""))
            rest = rest[cut:]
        done.append(rest)
    stuffed = (f" {line}" if line[:1] in (" ", ">") or line[:5] == "From " else line
               for line in done)  # fmt: skip
    return "\n".join(stuffed)


def alternative(text: str) -> bytes:
    """Returns a part that holds a text, and the same as HTML."""
    html = quoted_printable('<div dir="ltr">Here it is.</div>', "text/html; charset=utf-8")
    return in_parts(quoted_printable(text), html, kind="alternative", mark="=_alt_2")

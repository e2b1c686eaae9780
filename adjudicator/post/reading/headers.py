"""The head of a mail: fields unfolded, addresses and ids judged, and whether a person wrote it.

Nothing here raises: a field that cannot be read is as if it were not there.
"""

from __future__ import annotations

import binascii
import hashlib
import quopri
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from adjudicator.api.texts import visible
from adjudicator.post.reading.charsets import text_in

__all__ = ["Head", "addresses_in", "decoded_words", "head_and_body", "identity_of", "seen"]

_MOST_HEAD = 256 * 1024
"""Bytes of a head that are read; the longest seen have a tenth."""
_MOST_FIELD = 16 * 1024
"""Characters of a field that are read."""
_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:(.*)", re.DOTALL)
_WORD = re.compile(r"=\?([\w.:-]{1,40})(?:\*[\w-]*)?\?([BbQq])\?([^?\s]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(=\?)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*\\?(?:"|\Z)')
_COMMENT = re.compile(r"\((?:[^()\\]|\\.)*\\?(?:\)|\Z)")
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,128}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_IN_BRACKETS = re.compile(r"[^<>@]*<\s*([^<>\s]+)\s*>\s*")
_ID = re.compile(r"<[!-;=?-~]{1,500}>")
_TRACES = re.compile(
    rb"(?i)(?:received(?:-spf)?|x-received|return-path|delivered-to|x-original-to|(?:x-)?envelope-to"
    rb"|authentication-results|arc-[a-z-]+|x-spam-[a-z-]+|x-virus-[a-z-]+|x-mozilla-[a-z-]+"
    rb"|x-uid[a-z-]*|x-keywords|x?-?status)[ \t]*:"
)
_TO = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")


class Head(NamedTuple):
    """The fields of a mail, or of a part of one, in order; names in lower case."""

    fields: tuple[tuple[str, str], ...]

    def all(self, name: str) -> tuple[str, ...]:
        """Returns what all fields of this name say, topmost first."""
        return tuple(value for found, value in self.fields if found == name)

    def get(self, name: str) -> str:
        """Returns what the topmost field of this name says; empty: there is none."""
        return next((value for found, value in self.fields if found == name), "")

    @property
    def sender(self) -> str:
        """The one address of the one From; empty: there is none that can be used."""
        written = self.all("from")
        found = _mailboxes(written[0]) if len(written) == 1 else []
        return found[0] if len(found) == 1 else ""

    @property
    def recipients(self) -> tuple[str, ...]:
        """All addresses to which it went, as far as the head says."""
        found = (one for name in _TO for value in self.all(name) for one in addresses_in(value))
        return tuple(dict.fromkeys(found))

    @property
    def subject(self) -> str:
        """The subject, decoded, without what is not seen."""
        return seen(decoded_words(self.get("subject")))[:500].strip()

    @property
    def message_id(self) -> str:
        """Its Message-ID with the brackets; empty: none."""
        found = _ID.search(self.get("message-id"))
        return found[0] if found else ""

    @property
    def references(self) -> tuple[str, ...]:
        """The Message-IDs that it answers, the newest last."""
        found = _ID.findall(f"{self.get('references')} {self.get('in-reply-to')}")
        newest = dict.fromkeys(reversed(found[-100:]))
        return tuple(reversed(newest))

    @property
    def date(self) -> datetime | None:
        """What Date says, with its zone; None: nothing that can be read."""
        try:
            found = parsedate_to_datetime(self.get("date")[:100])
            found = found if found.tzinfo else found.replace(tzinfo=UTC)
            found.astimezone(UTC)
        except (IndexError, OverflowError, TypeError, ValueError):
            return None
        return found


def head_and_body(raw: bytes) -> tuple[Head, bytes]:
    """Splits a mail, or a part of one, with line ends LF, at the first empty line."""
    if raw.startswith(b"\n"):
        return Head(()), raw[1:]
    end = raw.find(b"\n\n")
    block, body = (raw, b"") if end < 0 else (raw[:end], raw[end + 2 :])
    return Head(tuple(_fields(block[:_MOST_HEAD]))), body


def _fields(block: bytes) -> Iterator[tuple[str, str]]:
    """Yields fields unfolded; lines that are none, such as From of an mbox, are passed over."""
    for line in re.split(rb"\n(?![ \t])", block):
        found = _FIELD.fullmatch(line)
        if found is None:
            continue
        value = b" ".join(part.strip() for part in found[2].split(b"\n"))
        yield found[1].decode().lower(), text_in(value[:_MOST_FIELD], "").strip()


def decoded_words(text: str) -> str:
    """Returns a text with its encoded words (RFC 2047) decoded, as far as they can be."""
    return _WORD.sub(_decoded_word, _BETWEEN_WORDS.sub(r"\1\2", text))


def _decoded_word(found: re.Match[str]) -> str:
    letters = found[3].encode("ascii", "replace")
    try:
        if found[2] in "Bb":
            raw = binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
        else:
            raw = quopri.decodestring(letters.replace(b"_", b" "))
    except binascii.Error:
        return found[0]
    return text_in(raw, found[1])


def addresses_in(value: str) -> tuple[str, ...]:
    """Returns the addresses of a field (RFC 5322), each with its domain in lower case.

    What stands in quotes or comments is no address, and neither is anything unusual: `"a b"@x`.
    """
    return tuple(one for one in _mailboxes(value) if one)


def _mailboxes(value: str) -> list[str]:
    """Returns the mailboxes of a field; empty for one that cannot be used."""
    bare = _COMMENT.sub(" ", _QUOTED.sub(" ", value))
    found = []
    for written in re.split(r"[,;]", bare):
        one = written.rpartition(":")[2]  # Before it stands the name of a group.
        inner = _IN_BRACKETS.fullmatch(one)
        address = inner[1] if inner else one.strip()
        if _ADDRESS.fullmatch(address):
            local, _, domain = address.rpartition("@")
            found.append(f"{local}@{domain.lower()}")
        elif "@" in one:
            found.append("")
    return found


def seen(text: str) -> str:
    """Returns a text without the characters that are not seen; tabs and line ends as blanks."""
    text = re.sub(r"[\t\r\n]", " ", text)
    return text if text.isprintable() and text.isascii() else "".join(
        char for char in text if visible(char) == char
    )  # fmt: skip


def identity_of(raw: bytes) -> str:
    """Returns the SHA-256 of a mail, with line ends LF, without what its carriers wrote on it."""
    end = raw.find(b"\n\n")
    block, body = (raw, b"") if end < 0 else (raw[:end], raw[end:])
    lines = re.split(rb"\n(?![ \t])", block)
    kept = [line for line in lines if not _TRACES.match(line) and not line.startswith(b"From ")]
    return hashlib.sha256(b"\n".join(kept) + body.rstrip(b"\n")).hexdigest()

"""The parts of a mail (RFC 2045 to 2049, 2183, 2231), within limits.

What is somebody else's is not entered: a mail inside a mail stays closed.
"""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from adjudicator.post.reading.charsets import text_in
from adjudicator.post.reading.headers import Head, decoded_words, head_and_body, seen

__all__ = ["MOST_BYTES", "MOST_DEEP", "MOST_PARTS", "Damaged", "Part", "TooLarge", "parts_of"]

MOST_BYTES = 1024 * 1024
"""Bytes that a mail may have to be looked into."""
MOST_PARTS = 50
"""Parts that it may have."""
MOST_DEEP = 10
"""In how many parts a part may lie."""
_BASE64 = re.compile(rb"[A-Za-z0-9+/]*={0,2}")
_TYPE = re.compile(r"([\w.+-]+/[\w.+-]+)", re.ASCII)


class TooLarge(Exception):
    """A mail goes beyond a limit, which it names."""


class Damaged(Exception):
    """A mail has several parts, and what parts them is missing."""


class Part(NamedTuple):
    """A part that holds no parts."""

    kind: str
    """Its type, in lower case: "text/plain"."""
    head: Head
    body: bytes
    """As it stands in the mail, its encoding not yet undone."""
    parameters: Message
    """Its Content-Type and Content-Disposition, for their parameters."""
    of: tuple[str, ...]
    """The types in which it lies, the outermost first."""

    @property
    def name(self) -> str:
        """The name of the file, without folders; empty: it has none."""
        found = self._said("filename", "content-disposition") or self._said("name", "content-type")
        return seen(re.split(r"[/\\]", decoded_words(found))[-1]).strip()[:80]

    @property
    def is_attached(self) -> bool:
        """Whether it came as a file, and not as words of the mail."""
        disposition = self.head.get("content-disposition").lower()
        return disposition.startswith("attachment") or bool(self.name)

    def parameter(self, name: str) -> str:
        """Returns a parameter of its Content-Type; empty: it has none that can be read."""
        return self._said(name, "content-type").strip()

    def _said(self, name: str, field: str) -> str:
        """Returns a parameter of a field, decoded (RFC 2231)."""
        try:
            found = self.parameters.get_param(name, "", field)
        except (LookupError, TypeError, ValueError):
            return ""
        if not isinstance(found, tuple):
            return str(found)
        charset, _, value = found
        return text_in(value.encode("latin-1", "replace"), charset or "")

    @property
    def content(self) -> bytes:
        """What it holds, its encoding undone as far as it can be."""
        encoding = self.head.get("content-transfer-encoding").lower().strip()
        if encoding == "base64":
            return _from_base64(self.body)
        if encoding == "quoted-printable":
            return quopri.decodestring(self.body)
        return self.body

    @property
    def text(self) -> str:
        """What it holds, as a text with line ends LF."""
        found = text_in(self.content, self.parameter("charset"))
        return found.replace("\r\n", "\n").replace("\r", "\n")


def parts_of(raw: bytes) -> Iterator[Part]:
    """Yields the parts of a mail with line ends LF that hold no parts.

    Raises:
        TooLarge: it has more parts than may be, or deeper ones.
        Damaged: what parts them is missing.
    """
    for count, part in enumerate(_parts(raw, ())):
        if count >= MOST_PARTS:
            raise TooLarge(f"it has more than {MOST_PARTS} parts")
        yield part


def _parts(raw: bytes, of: tuple[str, ...]) -> Iterator[Part]:
    if len(of) > MOST_DEEP:
        raise TooLarge(f"it has parts in parts, more than {MOST_DEEP} deep")
    head, body = head_and_body(raw)
    parameters = Message()
    for name in ("Content-Type", "Content-Disposition"):
        value = head.get(name.lower())
        if value and len(value) <= 4096:
            parameters[name] = value
    found = _TYPE.match(head.get("content-type"))
    usual = "message/rfc822" if of[-1:] == ("multipart/digest",) else "text/plain"
    kind = found[1].lower() if found else usual
    part = Part(kind, head, body, parameters, of)
    if not kind.startswith("multipart/"):
        yield part
        return
    for inner in _split(body, part.parameter("boundary")):
        yield from _parts(inner, (*of, kind))


def _split(body: bytes, boundary: str) -> list[bytes]:
    """Returns what stands between the lines that part a body (RFC 2046 5.1)."""
    mark = re.escape(boundary.encode("utf-8", "replace"))
    line = re.compile(rb"(?:^|\n)--" + mark + rb"(--)?[ \t]*(?=\n|\Z)")
    found = list(line.finditer(body)) if boundary else []
    if not found:
        raise Damaged
    last = next((place for place, one in enumerate(found) if one[1]), len(found))
    ends = [one.start() for one in found[1:]] + [len(body)]
    if len(found) > MOST_PARTS + 1:
        raise TooLarge(f"it has more than {MOST_PARTS} parts")
    return [body[one.end() + 1 : end] for one, end in zip(found[:last], ends, strict=False)]


def _from_base64(body: bytes) -> bytes:
    """Returns what lines of base64 hold, up to the first that is none: the foot of a list."""
    lines = []
    for line in map(bytes.strip, body.split(b"\n")):
        if not _BASE64.fullmatch(line):
            break
        lines.append(line)
        if line.endswith(b"="):
            break
    letters = b"".join(lines).rstrip(b"=")
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    except binascii.Error:
        return b""

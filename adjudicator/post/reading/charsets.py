"""From bytes to text: by mark, by what is named, by what can be."""

from __future__ import annotations

import codecs
import functools

__all__ = ["text_in"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ASCII = bytes(range(0x20, 0x7F))
_ONE_BYTE = ("iso8859", "cp125", "ascii", "latin", "koi8", "mac")
"""Charsets in which any bytes are a text: UTF-8 is tried before them."""


def text_in(raw: bytes, named: str) -> str:
    """Returns the text of bytes: by their mark, the charset named, UTF-8 or Windows-1252.

    Charsets in which ASCII is not itself (UTF-7, escapes of Python) are not believed, and UTF-16
    only of bytes that have a zero.

    Args:
        named: the charset that the mail names; empty or unknown: none.
    """
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return raw.decode(name, "replace").removeprefix("\ufeff")
    if raw.isascii() and b"\x1b" not in raw and b"\0" not in raw:
        return raw.decode()
    known = _codec(named)
    order = ["utf-8", known] if known.startswith(_ONE_BYTE) else [known, "utf-8"]
    for name in order:
        if not name or (name.startswith(("utf-16", "utf-32")) and b"\0" not in raw):
            continue
        try:
            return raw.decode(name)
        except UnicodeError:
            continue
    return raw.decode("cp1252", "replace")


@functools.lru_cache(maxsize=64)
def _codec(named: str) -> str:
    """Returns Python's name of a charset that a mail may name; empty: it has none."""
    try:
        found = codecs.lookup(named.strip()[:40])
        name = found.name
        if "escape" in name:
            return ""
        if name.startswith(("utf-16", "utf-32")) or _ASCII.decode(name) == _ASCII.decode():
            return name
    except (LookupError, TypeError, ValueError):
        pass
    return ""

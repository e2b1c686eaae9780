"""Text that can be shown to people: what a screen would hide or obey becomes its escape.

Control characters move the cursor of a terminal, bidirectional ones turn names around, characters
without width make two names look alike, and XML forbids some. None of them reaches a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["in_json", "visible"]

_BLANK_LETTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that count as printable and show nothing."""


def visible(text: str, *, keep: str = "") -> str:
    r"""Returns `text` with every character that is not seen replaced by its escape.

    Args:
        keep: characters that stay as they are, such as the line feed.

    >>> visible("Zo\u00eb \u202egnirts\x1b[2J")
    'Zoë \\u202egnirts\\u001b[2J'
    """
    return _replaced(text, _escaped, keep)


def in_json(text: str) -> str:
    r"""Returns JSON text that says the same and holds nothing that is not seen but line feeds.

    >>> in_json('{"name": "\u202ex\U000e0001"}')
    '{"name": "\\u202ex\\udb40\\udc01"}'
    """
    return _replaced(text, _escaped_in_json, "\n")


def _replaced(text: str, escape: Callable[[str], str], keep: str) -> str:
    if text.isascii() and text.isprintable():  # as nearly all that is shown
        return text
    bare = text
    for char in keep:
        bare = bare.replace(char, "")
    if bare.isascii() and bare.isprintable():
        return text
    if bare.isprintable() and not _BLANK_LETTERS.search(bare):
        return text
    return "".join(
        char if char in keep or (char.isprintable() and not _BLANK_LETTERS.match(char))
        else escape(char)
        for char in text
    )  # fmt: skip


def _escaped(char: str) -> str:
    number = ord(char)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _escaped_in_json(char: str) -> str:
    number = ord(char)
    if number <= 0xFFFF:
        return f"\\u{number:04x}"
    high, low = divmod(number - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"

"""Where sheets begin and end in a text. What is inside, the strict reader judges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = [
    "GAP",
    "KINDS",
    "MOST_SHEET",
    "Spot",
    "hinted_kind",
    "mended",
    "object_in",
    "repaired",
    "repaired_spots",
    "repairs_of",
    "spots_in",
]

GAP = "\ue001"
"""Where lines of somebody else stood in a text; nothing that is looked for goes over it."""
KINDS = ("orders", "pledge", "join", "seat")
"""What a file may say that it is, under "t", to be looked for in a mail."""
MOST_SHEET = 64 * 1024
"""Bytes that a sheet may have."""
_MOST_STARTS = 12
"""How often something that begins like a file, and does not end, is passed over."""
_START = re.compile(r'\{\s*"')
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|[{}\[\]"\ue001]')
_BROKEN_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]"\ue001]', re.DOTALL)
"""The same, where a string may go over lines."""
_VALUE = re.compile(r'\s*:\s*"([^"\\\n]*)"')
_KEY = re.compile(r"\s*:")
_HINT = re.compile(r'"t"\s*:\s*"(orders|pledge|join|seat)"')
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02"
_BLANKS = (
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_NO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FRENCH = re.compile("\u00ab([ \u00a0\u202f])|([ \u00a0\u202f])\u00bb")
_FILL = "\u2060"
_AS_TYPED = str.maketrans(
    {**dict.fromkeys(_QUOTES, '"'), **dict.fromkeys(_BLANKS, " "), **dict.fromkeys(_NO_WIDTH, "")}
)
_KEY_BREAK = re.compile(r"((?:sk-)?(?:ssh|ecdsa)-[a-z0-9@.-]+)[ \t]*\n(?=AAAA)")
_BREAK = re.compile(r'(?<=[\w/"-])\n(?=[\w/"-])', re.ASCII)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Spot(NamedTuple):
    """Where a JSON object stands in a text, and what it says that it is."""

    start: int
    end: int
    kind: str
    """What stands under "t"; empty: nothing, but it has orders."""


def spots_in(text: str) -> Iterator[Spot]:
    """Yields the objects of a text that say that they are a sheet, pledge or join.

    An object inside another one is none, whatever it says.
    """
    at, starts = 0, 0
    while (found := _START.search(text, at)) is not None and starts < _MOST_STARTS:
        spot = _object_at(text, found.start(), _TOKEN)
        if spot is None:
            starts += 1
            at = found.start() + 1
            continue
        at = spot.end
        if spot.kind in KINDS:
            yield spot


def _object_at(text: str, start: int, token: re.Pattern[str]) -> Spot | None:
    """Returns the object that begins at a place; None: it does not end."""
    depth, kind, orders = 0, "", False
    for found in token.finditer(text, start, start + 2 * MOST_SHEET):
        word = found[0]
        if word in ('"', GAP):
            return None
        if word[0] == '"':
            if depth == 1 and word == '"t"' and not kind:
                value = _VALUE.match(text, found.end())
                kind = value[1] if value else ""
            elif depth == 1 and word == '"orders"' and _KEY.match(text, found.end()):
                orders = True
            continue
        depth += 1 if word in "{[" else -1
        if depth == 0:
            kind = kind or ("orders" if orders else "")
            return Spot(start, found.end(), kind)
    return None


def object_in(text: str) -> Spot | None:
    """Returns the object with which a text begins; None: it does not end."""
    return _object_at(text, 0, _TOKEN)


def hinted_kind(text: str) -> str:
    """Returns as what something in a text was meant, sheet, pledge or join; empty: nothing was."""
    found = _HINT.search(repaired(text))
    return found[1] if found else ""


def repaired(text: str) -> str:
    """Returns a text with what programs put in taken out again.

    No file that is looked for has free text, so nothing that somebody said is changed.
    """
    return _levelled(text).translate(_AS_TYPED)


def _levelled(text: str) -> str:
    """Returns a text of the same length, with what stands for one character of JSON as that.

    French quotation marks have blanks inside; some gateways write HTML into texts.
    """
    if "\u00ab" in text or "&quot;" in text:
        text = _FRENCH.sub(lambda found: found[0].replace(found[1] or found[2], _FILL), text)
        text = text.replace("&quot;", '"' + 5 * _FILL)
    return text


def repairs_of(text: str) -> tuple[str, ...]:
    """Returns what `repaired` takes out of a text, in words."""
    kinds = ((_QUOTES, "typographic quotes"), (_BLANKS, "blanks that are none"),
             (_NO_WIDTH, "characters that are not seen"))  # fmt: skip
    found = [words for chars, words in kinds if any(char in text for char in chars)]
    return (*found, "HTML in the text") if "&quot;" in text else tuple(found)


def repaired_spots(text: str) -> Iterator[tuple[Spot, str]]:
    """Yields the objects of a text once it is repaired: where each stood, and its text now."""
    level = _levelled(text)
    left = level.translate(_AS_TYPED)
    kept = [place for place, char in enumerate(level) if char not in _NO_WIDTH]
    for spot in spots_in(left):
        start, end = kept[spot.start], kept[spot.end - 1] + 1
        yield Spot(start, end, spot.kind), left[spot.start : spot.end]


def mended(text: str) -> Iterator[tuple[Spot, str]]:
    """Yields objects in which lines end inside words: where each stands, and its text before that.

    A break is taken out between two characters of an id or a number in hex, and nowhere else.
    """
    at, starts = 0, 0
    while (found := _START.search(text, at)) is not None and starts < _MOST_STARTS:
        spot = _object_at(text, found.start(), _BROKEN_TOKEN)
        starts += 1
        at = found.start() + 1 if spot is None else spot.end
        if spot is None or spot.kind not in KINDS:
            continue
        whole = _STRING.sub(_without_breaks, text[spot.start : spot.end])
        again = _object_at(whole, 0, _TOKEN)
        if again is not None and again.end == len(whole):
            yield spot, whole


def _without_breaks(found: re.Match[str]) -> str:
    if "\n" not in found[0]:
        return found[0]
    return _BREAK.sub("", _KEY_BREAK.sub(r"\1 ", found[0]))

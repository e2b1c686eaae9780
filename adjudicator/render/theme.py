"""Colours, type and line widths: everything about a picture that is a matter of taste.

The four looks of sides differ in hue, in lightness, in hatch and in the shape of their counters, so
that they are told apart by the colour-blind and on a grey printer. Lengths are in tenths of a unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from adjudicator.core.visible import visible

__all__ = [
    "LOOKS",
    "REGION_TINTS",
    "SANS",
    "SERIF",
    "Look",
    "LookId",
    "TintId",
    "greyed",
    "mixed",
    "text_width",
]

LookId = Literal["yellow", "blue", "red", "green"]
"""Which look a side wears."""
TintId = Literal["straw", "clay", "peach", "spring", "sage"]
"""The ground colour of a region."""

SANS = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif"

SEA = "#cfe1ea"
SEA_DEEP = "#b9d2df"
WATER_LINE = "#8fb4c6"
SEA_INK = "#38596c"
FOREIGN = "#ece8dc"
FOREIGN_COAST = "#a59d89"
FOREIGN_INK = "#6a624f"
COAST = "#43535c"
BORDER = "#6f6554"
REGION_BORDER = "#7a2f23"
INK = "#2b2620"
SOFT_INK = "#5d5445"
PAPER = "#fbf8ef"
PAPER_EDGE = "#8a7d63"
PAPER_SHADE = "#d9cfb6"
ROCK_LIGHT = "#b9a383"
ROCK_DARK = "#7d6647"
MOUNTAIN_TINT = "#b89d78"
HIT = "#a3138f"
SET_UP_LINE, SET_UP_CASING, SET_UP_DASHES = 62, 84, "3 3"
"""The line about an area in which units are set up: its width, that of its casing, its dashes."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a side is shown."""

    face: str
    """The face of its counters."""
    ink: str
    """Silhouettes and numbers on the face."""
    edge: str
    """The rim of its counters, its hatch, its lines."""
    rim: str
    """A second line inside the rim; the face's colour where there is none."""
    corner: int
    """The size of its counters' corners, of 100 parts of their height."""
    cut: bool
    """Whether the corners are cut off straight; else they are round."""
    wash: str
    """The ground of areas that it controls."""
    hatch: str
    """The path of its hatch in a tile of 10 by 10 units."""
    turn: str
    """How far the hatch is turned, in degrees."""
    strength: str
    """The opacity of the hatch."""
    line: str
    """The dashes about an area in which it has declared a battle."""
    casing: str
    """What shows between the dashes."""


LOOKS: Mapping[LookId, Look] = MappingProxyType(
    {
        "yellow": Look(
            face="#f5c518", ink="#2a2103", edge="#7a5a00", rim="#f5c518", corner=50, cut=False,
            wash="#f7d654", hatch="M0 5H10", turn="-45", strength=".55",
            line="#f5c518", casing="#5f4600",
        ),
        "blue": Look(
            face="#1d4f91", ink="#ffffff", edge="#0c2a55", rim="#1d4f91", corner=0, cut=False,
            wash="#8fb3e0", hatch="M0 5H10", turn="0", strength=".5",
            line="#1d4f91", casing="#ffffff",
        ),
        "red": Look(
            face="#c4342d", ink="#ffffff", edge="#6f1511", rim="#ffffff", corner=24, cut=True,
            wash="#e9938a", hatch="M0 5H10", turn="45", strength=".5",
            line="#c4342d", casing="#ffffff",
        ),
        "green": Look(
            face="#f3f6ec", ink="#26402f", edge="#26402f", rim="#f3f6ec", corner=18, cut=False,
            wash="#dfe7d3", hatch="M5 4.2a.8.8 0 1 0 .01 0z", turn="45", strength=".4",
            line="#2f7d52", casing="#ffffff",
        ),
    }
)  # fmt: skip

REGION_TINTS: Mapping[TintId, str] = MappingProxyType(
    {
        "straw": "#f4ecd0",
        "clay": "#ebdfcd",
        "peach": "#f6e5d6",
        "spring": "#edf1d8",
        "sage": "#dfebd9",
    }
)

_WIDTHS: Mapping[str, int] = MappingProxyType(
    {
        char: width
        for width, chars in (
            (222, "ijl'|"),
            (278, " !,./:;I[]\\ft"),
            (333, '()-`r"'),
            (500, "Jckszvxy"),
            (556, "?#$0123456789abdeghnopquL_"),
            (611, "FTZ"),
            (667, "&ABEKPSVXY"),
            (722, "CDHNRUw"),
            (778, "GOQ+<=>~"),
            (833, "Mm"),
            (944, "W@%"),
        )
        for char in chars
    }
)
"""Widths in thousandths of the size: those of Helvetica and of its many equals."""


_FOREIGN_WIDTHS: Mapping[str, int] = MappingProxyType(
    {"\u2e3a": 2000, "\u2e3b": 3000, "\ufdfd": 10_000}
)
"""Signs that are wider than any letter."""
_FULL_WIDTH = (
    (0x1100, 0x115F), (0x2E80, 0xA4CF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE4F),
    (0xFF00, 0xFF60), (0xFFE0, 0xFFE6), (0x20000, 0x3FFFD),
)  # fmt: skip
"""From where to where letters fill a square: those of Chinese, Japanese, Korean."""
_SYMBOLS = 0x1F000
"""From here on there are symbols, which are drawn wider than a square."""
_MARKS = ((0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x64B, 0x65F), (0x1AB0, 0x1AFF),
          (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))  # fmt: skip
"""From where to where marks stand over or under the letter before them."""


def _width_of(char: str) -> int:
    """Returns how wide a letter is, in thousandths of its size."""
    if char in _WIDTHS or char < "\u0300":
        return _WIDTHS.get(char, 700)
    number = ord(char)
    if char in _FOREIGN_WIDTHS:
        return _FOREIGN_WIDTHS[char]
    if any(first <= number <= last for first, last in _MARKS):
        return 0
    if any(first <= number <= last for first, last in _FULL_WIDTH):
        return 1000
    return 1400 if number >= _SYMBOLS else 700


@lru_cache(maxsize=4096)
def text_width(text: str, size: int, *, bold: bool = False, spacing: int = 0) -> int:
    """Returns about how wide `text` is, in tenths, in a sans-serif type of `size` tenths.

    It is one tenth wide at least: whoever fits a text into a room divides by it.
    """
    shown = visible(text, keep="\n")
    thousandths = sum(map(_width_of, shown))
    width = thousandths * size * (108 if bold else 100) // 100_000
    return max(width + spacing * len(shown), 1)


@lru_cache(maxsize=4096)
def mixed(first: str, second: str, percent: int) -> str:
    """Returns `first` with `percent` of `second` in it; both are `#rrggbb`."""
    channels = [
        (int(first[at : at + 2], 16) * (100 - percent) + int(second[at : at + 2], 16) * percent)
        // 100
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in channels)


_PAINT = re.compile('((?:fill|stroke|stop-color)="#)([0-9a-f]{6}|[0-9a-f]{3})"')
_GREYS: Mapping[str, str] = MappingProxyType(
    {
        "1d4f91": "1c1c1c",
        "c4342d": "5c5c5c",
        "6f1511": "2e2e2e",
        "f5c518": "dedede",
        "7a2f23": "3a3a3a",
        "7a5a00": "1c1c1c",
        "2f7d52": "4a4a4a",
        "cfe1ea": "ffffff",
        "b9d2df": "ffffff",
    }
)
"""Colours that are not to become the grey of their lightness, so that sides stay apart."""


def greyed(markup: str) -> str:
    """Returns a picture in black, white and greys, for a printer: grounds nearly white."""
    return _PAINT.sub(lambda found: f'{found[1]}{_grey(found[2])}"', markup)


@lru_cache(maxsize=512)
def _grey(colour: str) -> str:
    if colour in _GREYS:
        return _GREYS[colour]
    whole = colour if len(colour) == 6 else "".join(char * 2 for char in colour)
    red, green, blue = (int(whole[at : at + 2], 16) for at in (0, 2, 4))
    light = (299 * red + 587 * green + 114 * blue) // 1000
    # What is light is ground and becomes paper; what is dark is ink and becomes darker.
    shade = 255 - (255 - light) * 35 // 100 if light >= 150 else light * 70 // 100
    return f"{shade:02x}" * 3

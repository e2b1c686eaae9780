"""Colours, type and line widths: everything about a picture that is a matter of taste.

How sides look stands in `looks.py`. Lengths are in tenths of a unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from adjudicator.core.values import FrozenMap
from adjudicator.core.visible import visible
from adjudicator.render.looks import GREYS

__all__ = [
    "SANS",
    "SELECTABLE",
    "SERIF",
    "TINTS",
    "grey_of",
    "greyed",
    "lightness",
    "mixed",
    "text_width",
    "tints_of",
]

SANS = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif"

SELECTABLE = "user-select:text"
"""The style of lettering that people copy: names of places, as orders call them or nearly so."""

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
RIVER = "#3f86ad"
SET_UP_LINE, SET_UP_CASING, SET_UP_DASHES = 62, 84, "3 3"
"""The line about an area in which units are set up: its width, that of its casing, its dashes."""


TINTS: Mapping[str, str] = MappingProxyType(
    {
        "straw": "#f4ecd0",
        "clay": "#ebdfcd",
        "peach": "#f6e5d6",
        "spring": "#edf1d8",
        "sage": "#dfebd9",
        "sand": "#efe0b8",
        "rose": "#f4e0e0",
        "stone": "#e4e2dc",
        "lilac": "#e9e2ee",
        "mist": "#dde7e6",
    }
)
"""Ground colours of regions by name, in the order in which regions that name none get them."""


@lru_cache(maxsize=32)
def tints_of(regions: tuple[str, ...], named: FrozenMap[str, str]) -> Mapping[str, str]:
    """Returns the ground colour of each region, `#rrggbb`.

    Args:
        named: keys of `TINTS` by region. Others get the one of their place in the table; beyond
            the table its colours come again, each time darker.
    """
    names = tuple(TINTS)
    found: dict[str, str] = {}
    for place, region in enumerate(regions):
        turn, index = divmod(place, len(names))
        usual = mixed(TINTS[names[index]], _DARKER, min(12 * turn, 48))
        found[region] = TINTS[named[region]] if region in named else usual
    return MappingProxyType(found)


_DARKER = "#8a7550"
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
        **GREYS,
        "7a2f23": "3a3a3a",
        **dict.fromkeys(("cfe1ea", "b9d2df", "c4dbe6"), "ffffff"),
    }
)
"""Colours that are not to become the grey of their lightness: sides stay apart, seas are paper."""


def greyed(markup: str) -> str:
    """Returns a picture in black, white and greys, for a printer: grounds nearly white."""
    return _PAINT.sub(lambda found: f'{found[1]}{_grey(found[2])}"', markup)


def grey_of(colour: str) -> str:
    """Returns what a grey printer makes of a colour; both are `#rrggbb`."""
    return f"#{_grey(colour[1:])}"


def lightness(colour: str) -> int:
    """Returns how light a colour, `#rrggbb`, is: from 0 to 255."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (299 * red + 587 * green + 114 * blue) // 1000


@lru_cache(maxsize=512)
def _grey(colour: str) -> str:
    if colour in _GREYS:
        return _GREYS[colour]
    light = lightness("#" + (colour if len(colour) == 6 else "".join(char * 2 for char in colour)))
    # What is light is ground and becomes paper; what is dark is ink and becomes darker.
    shade = 255 - (255 - light) * 35 // 100 if light >= 150 else light * 70 // 100
    return f"{shade:02x}" * 3

"""The colours of a hex map: on a screen, on paper, and in greys for a printer.

Kinds of terrain differ by their signs, too, and forces by the shape of their counters: so they are
told apart in greys and by whoever sees few colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.core.report import Style
from adjudicator.draw.hex_picture import Ground, HexLook

__all__ = ["CounterLook", "CounterShape", "HexPalette", "hex_palette"]

CounterShape: TypeAlias = Literal["square", "round", "cut", "roof", "waist"]
"""The outline of counters: a square; one with round corners; one with its corners cut off; one with
a peak on top; one that is narrower in its middle."""


@dataclass(frozen=True, slots=True)
class CounterLook:
    """How the counters of a force are shown."""

    face: str
    ink: str
    edge: str
    rim: str
    """A line inside the edge; the colour of the face where there is none."""
    line: str
    """Its arrows, its lines and its wash on the map."""
    shape: CounterShape
    """The outline of its counters."""


@dataclass(frozen=True, slots=True, eq=False)
class HexPalette:
    """The colours of a picture; there is one of each, so it is told by being it."""

    sea: str
    wave: str
    """Lines along the shore."""
    bare: str
    """Land in hexes that count as sea."""
    lake: str
    shore: str
    grounds: Mapping[Ground, str]
    signs: Mapping[Ground, str]
    """The ink of the signs that fill a kind of terrain; those without have none."""
    sign_strength: str
    closed: str
    """Lines over hexes that nobody may enter."""
    grid: str
    river: str
    blocked: str
    border: str
    rail: str
    weather: str
    ink: str
    soft: str
    number: str
    halo: str
    water_ink: str
    port: str
    resource: str
    landing: str
    city: str
    depot: str
    warning: str
    paper: str
    plate: str
    plate_edge: str
    looks: Mapping[HexLook, CounterLook]


# For whoever sees no red or no green, too, faces and lines differ by 25 at least (CIE 1976).
_LOOKS: Mapping[HexLook, CounterLook] = {
    "blue": CounterLook("#24529c", "#ffffff", "#10264d", "#24529c", "#1b4690", "square"),
    "sky": CounterLook("#bcd7f2", "#12315f", "#2c5c96", "#ffffff", "#5b9bdc", "round"),
    "red": CounterLook("#c22a24", "#ffffff", "#5e100d", "#c22a24", "#a3201a", "cut"),
    "green": CounterLook("#1d8b70", "#ffffff", "#0b4234", "#1d8b70", "#1d8b70", "roof"),
    "gold": CounterLook("#f2c230", "#2b2103", "#7a5a00", "#f2c230", "#c08e00", "waist"),
}
_COLOUR = HexPalette(
    sea="#c4dbe6", wave="#9fc2d3", bare="#e4e0d2", lake="#b3d3e2", shore="#4f7185",
    grounds={
        "clear": "#f1eacb", "forest": "#c3d6a4", "wilderness": "#9dbd92", "broken": "#e3c796",
        "rough": "#c7a67d", "tundra": "#eceeea", "urban": "#d8b4b0", "supply": "#d2655a",
        "lake": "#b3d3e2",
    },
    signs={
        "forest": "#5c8147", "wilderness": "#2f5d3c", "broken": "#8f6a34", "rough": "#5f4023",
        "tundra": "#7f9aa3", "urban": "#8a4c4c",
    },
    sign_strength=".5", closed="#7b7b74", grid="#5b5340", river="#3c7fb1", blocked="#3a2317",
    border="#8c1d4f", rail="#4b3a8f", weather="#0d7f8f", ink="#221d15", soft="#5d5445",
    number="#4a4231", halo="#fffdf4", water_ink="#4b7f9b", port="#14324f", resource="#7a4a00",
    landing="#0b3c73", city="#4b1717", depot="#ffffff", warning="#d0021b", paper="#ffffff",
    plate="#fbf8ef", plate_edge="#8a7d63", looks=_LOOKS,
)  # fmt: skip
_GREY = HexPalette(
    sea="#ffffff", wave="#b4b4b4", bare="#f4f4f4", lake="#dedede", shore="#1e1e1e",
    grounds={
        "clear": "#fdfdfd", "forest": "#f0f0f0", "wilderness": "#dcdcdc", "broken": "#ededed",
        "rough": "#cfcfcf", "tundra": "#fafafa", "urban": "#c4c4c4", "supply": "#6e6e6e",
        "lake": "#dedede",
    },
    signs={
        "forest": "#4c4c4c", "wilderness": "#1e1e1e", "broken": "#505050", "rough": "#202020",
        "tundra": "#606060", "urban": "#404040",
    },
    sign_strength=".55", closed="#606060", grid="#8a8a8a", river="#3a3a3a", blocked="#000000",
    border="#000000", rail="#000000", weather="#000000", ink="#000000", soft="#404040",
    number="#303030", halo="#ffffff", water_ink="#707070", port="#000000", resource="#000000",
    landing="#000000", city="#000000", depot="#ffffff", warning="#000000", paper="#ffffff",
    plate="#ffffff", plate_edge="#606060",
    looks={
        "blue": CounterLook("#1c1c1c", "#ffffff", "#000000", "#1c1c1c", "#000000", "square"),
        "sky": CounterLook("#ffffff", "#000000", "#000000", "#ffffff", "#303030", "round"),
        "red": CounterLook("#5c5c5c", "#ffffff", "#000000", "#ffffff", "#404040", "cut"),
        "green": CounterLook("#b8b8b8", "#000000", "#000000", "#ffffff", "#505050", "roof"),
        "gold": CounterLook("#e6e6e6", "#000000", "#000000", "#000000", "#606060", "waist"),
    },
)  # fmt: skip


def hex_palette(style: Style) -> HexPalette:
    """Returns the colours of a style."""
    return _GREY if style.theme == "grey" else _COLOUR

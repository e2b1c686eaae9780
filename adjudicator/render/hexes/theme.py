"""The colours of a hex map: on a screen, on paper, and in greys for a printer.

Kinds of terrain differ by their signs, too: so they are told apart in greys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from adjudicator.render.hexes.picture import Force, Ground, HexPicture
from adjudicator.render.palette import Palette, dressed, in_greys

__all__ = ["HexPalette", "hex_palette"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HexPalette(Palette):
    """The colours of a picture."""

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
    number: str
    water_ink: str
    port: str
    resource: str
    landing: str
    city: str
    depot: str
    warning: str
    paper: str


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
    plate="#fbf8ef", edge="#8a7d63",
)  # fmt: skip
_GREYS = in_greys(_COLOUR)
_GREY = replace(
    _GREYS, lake="#d6d6d6", grounds={**_GREYS.grounds, "urban": "#cacaca", "lake": "#d6d6d6"}
)
"""Lakes are darker than land there, and what is built up darker than what is not."""


def hex_palette(picture: HexPicture) -> HexPalette:
    """Returns the colours of a picture."""
    return _dressed(picture.forces, grey=picture.style.theme == "grey")


@lru_cache(maxsize=16)
def _dressed(forces: tuple[Force, ...], *, grey: bool) -> HexPalette:
    """Returns the same palette for the same forces: what is drawn with it is kept by it."""
    return dressed(_GREY if grey else _COLOUR, forces, grey=grey)

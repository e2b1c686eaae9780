"""Colours of boards of squares: on a table on a screen, on paper, and in greys.

The looks of armies differ in hue, in lightness and in the shape of their pieces, so that they are
told apart by the colour-blind and on a grey printer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from adjudicator.core.report import Style
from adjudicator.render.squares.picture import SquareLookId

__all__ = ["SquareLook", "SquarePalette", "square_palette"]


@dataclass(frozen=True, slots=True)
class SquareLook:
    """How the pieces of an army are shown."""

    face: str
    ink: str
    """The silhouettes on them."""
    edge: str
    line: str
    """Arrows, and what else it draws on the board."""
    shape: str
    """The outline of its pieces, about 0, 0, within 50 units to each side."""
    rim: str = ""
    """A second line within the outline; empty: there is none."""


@dataclass(frozen=True, slots=True)
class SquarePalette:
    """All colours of a picture."""

    table: str
    plate: str
    plate_edge: str
    ink: str
    soft: str
    strong: str
    """Banners, and who is to move."""
    on_strong: str
    frame: str
    """The wood around the board."""
    on_frame: str
    open: str
    """The strip along a quarter that is nobody's."""
    ink_on_open: str
    battle: tuple[str, str]
    """The ground, in two shades by turns."""
    on_square: str
    """The names of squares in them."""
    on_red: str
    grid: str
    staging: tuple[str, str]
    """The lines of a staging area, by turns."""
    dmz: str
    dmz_stripe: str
    red_edge: str
    recon: str
    recon_ink: str
    bridge: str
    bridge_ink: str
    water: str
    wave: str
    shore: str
    card: str
    card_ink: str
    halo: str
    """What lies around pieces and arrows."""
    burst: str
    burst_edge: str
    lost: str
    """The cross over a lost piece."""
    gain: str
    foreign: str
    """Other armies in a home zone."""
    on_foreign: str
    safe: str
    due: str
    looks: Mapping[SquareLookId, SquareLook]


_SQUARE = (
    "M-31-42H31A11 11 0 0 1 42-31V31A11 11 0 0 1 31 42H-31A11 11 0 0 1-42 31V-31A11 11 0 0 1-31-42z"
)
_ROUND = "M0-46A46 46 0 1 1-.01-46z"
_HEXAGON = "M0-50L44-25V25L0 50-44 25V-25z"
_SHIELD = "M0-47C14-40 28-38 42-39V6C42 28 22 42 0 50-22 42-42 28-42 6V-39C-28-38-14-40 0-47z"


def _looks(*rows: tuple[str, str, str, str, str]) -> Mapping[SquareLookId, SquareLook]:
    """Returns the looks from face, ink, edge, line and rim of each."""
    shapes = (_SQUARE, _HEXAGON, _ROUND, _SHIELD)
    names: tuple[SquareLookId, ...] = ("cobalt", "jade", "amber", "ivory")
    return MappingProxyType(
        {
            name: SquareLook(face, ink, edge, line, shape, rim)
            for name, shape, (face, ink, edge, line, rim) in zip(names, shapes, rows, strict=True)
        }
    )


_COLOUR_LOOKS = _looks(
    ("#1d4f9e", "#ffffff", "#0b2452", "#1d4f9e", ""),
    ("#23805a", "#ffffff", "#0c3b28", "#1b6e4b", ""),
    ("#f3ab1e", "#2c1c00", "#5c3a00", "#b86f00", ""),
    ("#fdfbf3", "#2b2b33", "#2b2b33", "#45454f", "#8d8d98"),
)
_GREY_LOOKS = _looks(
    ("#1a1a1a", "#ffffff", "#000000", "#000000", ""),
    ("#757575", "#ffffff", "#000000", "#3c3c3c", ""),
    ("#cccccc", "#000000", "#000000", "#5a5a5a", ""),
    ("#ffffff", "#000000", "#000000", "#000000", "#000000"),
)
_TABLE = SquarePalette(
    table="#222d31", plate="#2e3b40", plate_edge="#4a5b61", ink="#f3f1e8", soft="#b4c0be",
    strong="#f3b63a", on_strong="#2a1c00", frame="#4a3a2c", on_frame="#efe3cf", open="#8c8475",
    ink_on_open="#1f1a12", battle=("#efe7d2", "#e6dcc2"), on_square="#5a4a2c", on_red="#ffffff",
    grid="#b7a888", staging=("#dd9a8a", "#d58b7a"), dmz="#b9483b", dmz_stripe="#d0705f",
    red_edge="#7d2118", recon="#fbe27c", recon_ink="#8a6400", bridge="#b08a5e",
    bridge_ink="#5d4223", water="#86bad0", wave="#b6dae6", shore="#4b8199",
    card="#7d2118", card_ink="#fdf6e3",
    halo="#fffdf5", burst="#ff8c1a", burst_edge="#9d2a00", lost="#c3141b", gain="#1a7f4b",
    foreign="#b9483b", on_foreign="#ffffff",
    safe="#1a7f4b", due="#c3141b", looks=_COLOUR_LOOKS,
)  # fmt: skip
_PAPER = SquarePalette(
    table="#ffffff", plate="#fbf9f2", plate_edge="#b9ad92", ink="#231f19", soft="#5f5747",
    strong="#b9483b", on_strong="#ffffff", frame="#efe8d6", on_frame="#3d3428", open="#c9c1ae",
    ink_on_open="#1f1a12", battle=("#fbf7ea", "#f4eedc"), on_square="#5a4a2c", on_red="#ffffff",
    grid="#b7a888", staging=("#e9b6aa", "#e2a799"), dmz="#c65a4c", dmz_stripe="#da8273",
    red_edge="#7d2118", recon="#fde992", recon_ink="#8a6400", bridge="#c7a67c",
    bridge_ink="#5d4223", water="#a9d2e2", wave="#d3e9f1", shore="#4b8199",
    card="#7d2118", card_ink="#fdf6e3",
    halo="#ffffff", burst="#ff8c1a", burst_edge="#9d2a00", lost="#c3141b", gain="#1a7f4b",
    foreign="#b9483b", on_foreign="#ffffff",
    safe="#1a7f4b", due="#c3141b", looks=_COLOUR_LOOKS,
)  # fmt: skip
_GREY = SquarePalette(
    table="#ffffff", plate="#ffffff", plate_edge="#8a8a8a", ink="#000000", soft="#404040",
    strong="#1a1a1a", on_strong="#ffffff", frame="#f2f2f2", on_frame="#000000", open="#dedede",
    ink_on_open="#000000", battle=("#ffffff", "#f7f7f7"), on_square="#404040", on_red="#000000",
    grid="#a6a6a6", staging=("#dcdcdc", "#d2d2d2"), dmz="#a8a8a8", dmz_stripe="#cfcfcf",
    red_edge="#303030", recon="#ffffff", recon_ink="#000000", bridge="#e4e4e4",
    bridge_ink="#404040", water="#c4c4c4", wave="#f0f0f0", shore="#5a5a5a",
    card="#303030", card_ink="#ffffff",
    halo="#ffffff", burst="#e8e8e8", burst_edge="#000000", lost="#000000", gain="#000000",
    foreign="#ececec", on_foreign="#000000",
    safe="#000000", due="#000000", looks=_GREY_LOOKS,
)  # fmt: skip


def square_palette(style: Style) -> SquarePalette:
    """Returns the colours of a style: a table on a screen, paper, greys where wanted."""
    if style.theme == "grey":
        return _GREY
    return _PAPER if style.layout == "print" else _TABLE

"""Colours of boards of squares: on a table on a screen, on paper, and in greys."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.render.palette import Palette, dressed, in_greys
from adjudicator.render.squares.picture import SquarePicture

__all__ = ["SquarePalette", "square_palette"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SquarePalette(Palette):
    """All colours of a picture."""

    table: str
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


_TABLE = SquarePalette(
    table="#222d31", plate="#2e3b40", edge="#4a5b61", ink="#f3f1e8", soft="#b4c0be",
    strong="#f3b63a", on_strong="#2a1c00", frame="#4a3a2c", on_frame="#efe3cf", open="#8c8475",
    ink_on_open="#1f1a12", battle=("#efe7d2", "#e6dcc2"), on_square="#5a4a2c", on_red="#ffffff",
    grid="#b7a888", staging=("#dd9a8a", "#d58b7a"), dmz="#b9483b", dmz_stripe="#d0705f",
    red_edge="#7d2118", recon="#fbe27c", recon_ink="#8a6400", bridge="#b08a5e",
    bridge_ink="#5d4223", water="#86bad0", wave="#b6dae6", shore="#4b8199",
    card="#7d2118", card_ink="#fdf6e3",
    halo="#fffdf5", burst="#ff8c1a", burst_edge="#9d2a00", lost="#c3141b", gain="#1a7f4b",
    foreign="#b9483b", on_foreign="#ffffff",
    safe="#1a7f4b", due="#c3141b",
)  # fmt: skip
_PAPER = replace(
    _TABLE, table="#ffffff", plate="#fbf9f2", edge="#b9ad92", ink="#231f19", soft="#5f5747",
    strong="#b9483b", on_strong="#ffffff", frame="#efe8d6", on_frame="#3d3428", open="#c9c1ae",
    battle=("#fbf7ea", "#f4eedc"), staging=("#e9b6aa", "#e2a799"), dmz="#c65a4c",
    dmz_stripe="#da8273", recon="#fde992", bridge="#c7a67c", water="#a9d2e2", wave="#d3e9f1",
    halo="#ffffff",
)  # fmt: skip
_GREY = replace(
    in_greys(_PAPER), edge="#8a8a8a", strong="#1a1a1a", grid="#a6a6a6", dmz="#a8a8a8",
    dmz_stripe="#cfcfcf", on_red="#000000", staging=("#dcdcdc", "#d2d2d2"), water="#c4c4c4",
    bridge="#e4e4e4", foreign="#ececec", on_foreign="#000000",
)  # fmt: skip
"""What is not to become the grey of its lightness stands here: red squares and water."""


def square_palette(picture: SquarePicture) -> SquarePalette:
    """Returns the colours of a picture: a table on a screen, paper, greys where wanted."""
    grey = picture.style.theme == "grey"
    paper = _PAPER if picture.style.layout == "print" else _TABLE
    return dressed(_GREY if grey else paper, picture.armies, grey=grey)

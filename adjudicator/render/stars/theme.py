"""Colours of star charts: by night on a screen, by day on paper, and in greys."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.render.looks import Greys, Look
from adjudicator.render.palette import Palette, dressed, in_greys, seen_on
from adjudicator.render.stars.picture import StarPicture

__all__ = ["StarPalette", "star_palette"]

_NOBODY = Look(
    "nobody", "#9aa2b5", "#10162b", "#4a5268", "#9aa2b5", "#9aa2b5", 74, "#9aa2b5", "#ffffff",
    "pill", "grid", Greys("#f2f2f2", "#404040", "#404040"),
)  # fmt: skip
"""Planets that no seat holds."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StarPalette(Palette):
    """All colours of a picture."""

    nobody: Look = _NOBODY
    """How planets are shown that no seat holds."""
    space: tuple[str, str]
    """The ground in the middle of the map, and at its rim."""
    core: str
    """The glow of the galaxy's core."""
    stars: tuple[str, ...] = ()
    """Empty: paper has none."""
    lane: str
    front: str
    """Lanes between planets of different holders."""
    hyper: str
    gain: str
    tints: tuple[str, ...] = (
        "#4f7fe0", "#27b3a4", "#b36ae0", "#e07b4f", "#d4b64a", "#e0568f", "#7fbf4a",
    )  # fmt: skip
    """The regions, neighbours in different ones."""
    tint_strength: str = ".2"
    glow: tuple[tuple[str, str], ...] = ()
    """How the glow of a seat's planets fades; empty: there is none."""

    def look(self, seat: str | None) -> Look:
        """Returns the look of a seat, or that of nobody."""
        return self.nobody if seat is None else self.looks[seat]


_NIGHT = StarPalette(
    space=("#1d2c66", "#070b1c"), core="#c8b6ff",
    stars=("#ffffff", "#cfe0ff", "#ffe9c4"),
    ink="#f2f5ff", soft="#aab6d6", halo="#070c1d", plate="#0e1733", edge="#33457c",
    lane="#9db2de", front="#fff6d8", hyper="#6ee7ff", gain="#9bf0b4",
    glow=(("0", ".55"), (".4", ".5"), (".7", ".18"), ("1", "0")),
)  # fmt: skip
_DAY = StarPalette(
    space=("#ffffff", "#ffffff"), core="#ffffff",
    ink="#141b33", soft="#4c5674", halo="#ffffff", plate="#f6f8fd", edge="#9aa6c6",
    lane="#5a678a", front="#141b33", hyper="#0b7f9c", gain="#1f7a45",
)  # fmt: skip
_GREY = replace(
    in_greys(_DAY), edge="#707070", tint_strength=".42",
    tints=("#8a8a8a", "#cfcfcf", "#adadad", "#e6e6e6", "#9c9c9c", "#dadada", "#bdbdbd"),
)  # fmt: skip


def star_palette(picture: StarPicture) -> StarPalette:
    """Returns the colours of a picture: night on a screen, day on paper, greys where wanted."""
    grey = picture.style.theme == "grey"
    paper = _DAY if picture.style.layout == "print" else _NIGHT
    palette = dressed(_GREY if grey else paper, picture.seats, grey=grey)
    return replace(palette, nobody=seen_on(_NOBODY, palette.halo, grey=grey))

"""Colours of star charts: by night on a screen, by day on paper, and in greys.

The looks of seats differ in hue, in lightness, in the pattern on their planets and in the frame
around them, so that they are told apart by the colour-blind and on a grey printer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from adjudicator.core.report import Style
from adjudicator.render.stars.picture import StarLookId

__all__ = ["Palette", "Shape", "StarLook", "palette_of"]

Shape: TypeAlias = Literal["ring", "square", "diamond", "hexagon", "triangle", "dashes"]
"""The frame around a planet."""


@dataclass(frozen=True, slots=True)
class StarLook:
    """How the planets of a seat are shown."""

    face: str
    """Its planets."""
    ink: str
    """Numbers on them."""
    line: str
    """The frame, arrows, and what else it draws on the ground."""
    shape: Shape
    pattern: str
    """The path of the pattern on its planets, in a tile of 10 by 10 units; empty: none."""
    strength: str = ".3"
    """The opacity of the pattern."""


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a picture."""

    space: tuple[str, str]
    """The ground in the middle of the map, and at its rim."""
    core: str
    """The glow of the galaxy's core."""
    stars: tuple[str, ...]
    ink: str
    soft: str
    halo: str
    """What lies around lettering on the map."""
    plate: str
    edge: str
    lane: str
    hyper: str
    lost: str
    """Numbers of losses."""
    gain: str
    tints: tuple[str, ...]
    """The regions, neighbours in different ones."""
    tint_strength: str
    glow: tuple[tuple[str, str], ...]
    """How the glow around a seat's planets fades: offsets and opacities; empty: there is none."""
    looks: Mapping[StarLookId, StarLook]
    nobody: StarLook


_BANDS = "M0 2.5H10M0 7.5H10"
_SLANTS = "M-1 3.5L3.5 -1M-1 8.5L8.5 -1M1.5 11L11 1.5M6.5 11L11 6.5"
_DOTS = "M2.5 1.3a1.2 1.2 0 1 0 .01 0zM7.5 6.3a1.2 1.2 0 1 0 .01 0z"
_GRID = "M0 5H10M5 0V10"
_UPRIGHTS = "M2.5 0V10M7.5 0V10"

_NIGHT_LOOKS: Mapping[StarLookId, StarLook] = MappingProxyType(
    {
        "amber": StarLook("#ffc145", "#2b1d00", "#ffc145", "ring", ""),
        "azure": StarLook("#1f6fd6", "#ffffff", "#58a6ff", "square", _BANDS),
        "crimson": StarLook("#d8402f", "#ffffff", "#ff6a55", "diamond", _SLANTS),
        "jade": StarLook("#c9f2d3", "#06301a", "#5fd68b", "hexagon", _DOTS),
        "violet": StarLook("#a55fd0", "#ffffff", "#cf93f2", "triangle", _UPRIGHTS),
    }
)
_DAY_LOOKS: Mapping[StarLookId, StarLook] = MappingProxyType(
    {
        "amber": StarLook("#f5b521", "#2b1d00", "#9a6a00", "ring", ""),
        "azure": StarLook("#1f62bf", "#ffffff", "#174a91", "square", _BANDS),
        "crimson": StarLook("#cf3a2b", "#ffffff", "#9d2317", "diamond", _SLANTS),
        "jade": StarLook("#cfeed5", "#06301a", "#1f7a45", "hexagon", _DOTS),
        "violet": StarLook("#9a55c4", "#ffffff", "#6d2f93", "triangle", _UPRIGHTS),
    }
)
_GREY_LOOKS: Mapping[StarLookId, StarLook] = MappingProxyType(
    {
        "amber": StarLook("#d2d2d2", "#000000", "#000000", "ring", ""),
        "azure": StarLook("#1c1c1c", "#ffffff", "#000000", "square", _BANDS),
        "crimson": StarLook("#6a6a6a", "#ffffff", "#000000", "diamond", _SLANTS, ".5"),
        "jade": StarLook("#ffffff", "#000000", "#000000", "hexagon", _DOTS, ".45"),
        "violet": StarLook("#a9a9a9", "#000000", "#000000", "triangle", _UPRIGHTS, ".45"),
    }
)

_NIGHT = Palette(
    space=("#1d2c66", "#070b1c"), core="#c8b6ff",
    stars=("#ffffff", "#cfe0ff", "#ffe9c4"),
    ink="#f2f5ff", soft="#aab6d6", halo="#070c1d", plate="#0e1733", edge="#33457c",
    lane="#9db2de", hyper="#6ee7ff", lost="#ffffff", gain="#9bf0b4",
    tints=("#4f7fe0", "#27b3a4", "#b36ae0", "#e07b4f", "#d4b64a", "#e0568f", "#7fbf4a"),
    tint_strength=".2", glow=(("0", ".55"), (".4", ".5"), (".7", ".18"), ("1", "0")),
    looks=_NIGHT_LOOKS,
    nobody=StarLook("#8b93a8", "#0a0f1e", "#b9c1d6", "dashes", _GRID),
)  # fmt: skip
_DAY = Palette(
    space=("#ffffff", "#ffffff"), core="#ffffff",
    stars=("#c9d3e8",),
    ink="#141b33", soft="#4c5674", halo="#ffffff", plate="#f6f8fd", edge="#9aa6c6",
    lane="#5a678a", hyper="#0b7f9c", lost="#ffffff", gain="#1f7a45",
    tints=("#4f7fe0", "#27b3a4", "#b36ae0", "#e07b4f", "#d4b64a", "#e0568f", "#7fbf4a"),
    tint_strength=".2", glow=(),
    looks=_DAY_LOOKS,
    nobody=StarLook("#d5d9e3", "#141b33", "#5a6274", "dashes", _GRID),
)  # fmt: skip
_GREY = Palette(
    space=("#ffffff", "#ffffff"), core="#ffffff",
    stars=("#d0d0d0",),
    ink="#000000", soft="#404040", halo="#ffffff", plate="#ffffff", edge="#707070",
    lane="#606060", hyper="#000000", lost="#ffffff", gain="#000000",
    tints=("#8a8a8a", "#cfcfcf", "#adadad", "#e6e6e6", "#9c9c9c", "#dadada", "#bdbdbd"),
    tint_strength=".42", glow=(),
    looks=_GREY_LOOKS,
    nobody=StarLook("#f2f2f2", "#000000", "#404040", "dashes", _GRID, ".4"),
)  # fmt: skip


def palette_of(style: Style) -> Palette:
    """Returns the colours of a style: night on a screen, day on paper, greys where wanted."""
    if style.theme == "grey":
        return _GREY
    return _DAY if style.layout == "print" else _NIGHT

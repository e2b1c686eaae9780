"""Colours of star charts: by night on a screen, by day on paper, and in greys.

The looks of seats differ in hue, in lightness, in the pattern on their planets and in the frame
around them, so that they are told apart by the colour-blind and on a grey printer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.core.report import Style

__all__ = ["Hue", "Palette", "Shape", "StarLook", "palette_of"]

Shape: TypeAlias = Literal[
    "ring", "square", "diamond", "hexagon", "triangle", "star", "wedge", "cross", "dashes"
]
"""The frame around a planet."""


class Hue(NamedTuple):
    """The colours of a look."""

    face: str
    """Its planets."""
    ink: str
    """Numbers on them."""
    line: str
    """The frame, arrows, and what else it draws on the ground."""
    strength: str = ".3"
    """The opacity of the pattern on its planets."""


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


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a picture."""

    space: tuple[str, str]
    """The ground in the middle of the map, and at its rim."""
    core: str
    """The glow of the galaxy's core."""
    stars: tuple[str, ...]
    """Empty: paper has none."""
    ink: str
    soft: str
    halo: str
    """What lies around lettering on the map."""
    plate: str
    edge: str
    lane: str
    front: str
    """Lanes between planets of different holders."""
    hyper: str
    gain: str
    tints: tuple[str, ...]
    """The regions, neighbours in different ones."""
    tint_strength: str
    glow: tuple[tuple[str, str], ...]
    """How the glow around a seat's planets fades: offsets and opacities; empty: there is none."""
    hues: tuple[Hue, ...]
    nobody: StarLook

    def look(self, number: int) -> StarLook:
        """Returns a look: the first eight differ in all, the next in the shape of a colour."""
        turn, place = divmod(number, len(self.hues))
        hue = self.hues[place]
        shape = _SHAPES[(place + turn) % len(_SHAPES)]
        return StarLook(hue.face, hue.ink, hue.line, shape, _PATTERNS[place], hue.strength)


_BANDS = "M0 2.5H10M0 7.5H10"
_SLANTS = "M-1 3.5L3.5 -1M-1 8.5L8.5 -1M1.5 11L11 1.5M6.5 11L11 6.5"
_DOTS = "M2.5 1.3a1.2 1.2 0 1 0 .01 0zM7.5 6.3a1.2 1.2 0 1 0 .01 0z"
_GRID = "M0 5H10M5 0V10"
_UPRIGHTS = "M2.5 0V10M7.5 0V10"

_CROSSES = "M1 2.5H4M2.5 1V4M6 7.5H9M7.5 6V9"
_CHEVRONS = "M0 3.5L5 1 10 3.5M0 8.5L5 6 10 8.5"
_FALLING = "M-1 6.5L3.5 11M-1 1.5L8.5 11M1.5 -1L11 8.5M6.5 -1L11 3.5"

_SHAPES: tuple[Shape, ...] = (
    "ring", "square", "diamond", "hexagon", "triangle", "star", "wedge", "cross",
)  # fmt: skip
_PATTERNS = ("", _BANDS, _SLANTS, _DOTS, _UPRIGHTS, _CROSSES, _CHEVRONS, _FALLING)

_NIGHT_HUES = (
    Hue("#ffc145", "#2b1d00", "#ffc145"),
    Hue("#1f6fd6", "#ffffff", "#58a6ff"),
    Hue("#d8402f", "#ffffff", "#ff6a55"),
    Hue("#c9f2d3", "#06301a", "#5fd68b"),
    Hue("#a55fd0", "#ffffff", "#cf93f2"),
    Hue("#0d7f74", "#ffffff", "#35c9b8"),
    Hue("#ff9ec6", "#3a0a22", "#ff9ec6"),
    Hue("#15181f", "#ffffff", "#dfe5f2"),
)
_DAY_HUES = (
    Hue("#f5b521", "#2b1d00", "#9a6a00"),
    Hue("#1f62bf", "#ffffff", "#174a91"),
    Hue("#cf3a2b", "#ffffff", "#9d2317"),
    Hue("#aee6bf", "#06301a", "#1f7a45"),
    Hue("#9a55c4", "#ffffff", "#6d2f93"),
    Hue("#0d7f74", "#ffffff", "#085a52"),
    Hue("#ffa9cc", "#3a0a22", "#b02f6b"),
    Hue("#2b2f3a", "#ffffff", "#2b2f3a"),
)
_GREY_HUES = (
    Hue("#d2d2d2", "#000000", "#000000"),
    Hue("#1c1c1c", "#ffffff", "#000000"),
    Hue("#6a6a6a", "#ffffff", "#000000", ".5"),
    Hue("#ffffff", "#000000", "#000000", ".45"),
    Hue("#a9a9a9", "#000000", "#000000", ".45"),
    Hue("#404040", "#ffffff", "#000000", ".5"),
    Hue("#bebebe", "#000000", "#000000", ".45"),
    Hue("#000000", "#ffffff", "#000000", ".5"),
)

_NIGHT = Palette(
    space=("#1d2c66", "#070b1c"), core="#c8b6ff",
    stars=("#ffffff", "#cfe0ff", "#ffe9c4"),
    ink="#f2f5ff", soft="#aab6d6", halo="#070c1d", plate="#0e1733", edge="#33457c",
    lane="#9db2de", front="#fff6d8", hyper="#6ee7ff", gain="#9bf0b4",
    tints=("#4f7fe0", "#27b3a4", "#b36ae0", "#e07b4f", "#d4b64a", "#e0568f", "#7fbf4a"),
    tint_strength=".2", glow=(("0", ".55"), (".4", ".5"), (".7", ".18"), ("1", "0")),
    hues=_NIGHT_HUES,
    nobody=StarLook("#8b93a8", "#0a0f1e", "#b9c1d6", "dashes", _GRID),
)  # fmt: skip
_DAY = Palette(
    space=("#ffffff", "#ffffff"), core="#ffffff",
    stars=(),
    ink="#141b33", soft="#4c5674", halo="#ffffff", plate="#f6f8fd", edge="#9aa6c6",
    lane="#5a678a", front="#141b33", hyper="#0b7f9c", gain="#1f7a45",
    tints=("#4f7fe0", "#27b3a4", "#b36ae0", "#e07b4f", "#d4b64a", "#e0568f", "#7fbf4a"),
    tint_strength=".2", glow=(),
    hues=_DAY_HUES,
    nobody=StarLook("#d5d9e3", "#141b33", "#5a6274", "dashes", _GRID),
)  # fmt: skip
_GREY = Palette(
    space=("#ffffff", "#ffffff"), core="#ffffff",
    stars=(),
    ink="#000000", soft="#404040", halo="#ffffff", plate="#ffffff", edge="#707070",
    lane="#606060", front="#000000", hyper="#000000", gain="#000000",
    tints=("#8a8a8a", "#cfcfcf", "#adadad", "#e6e6e6", "#9c9c9c", "#dadada", "#bdbdbd"),
    tint_strength=".42", glow=(),
    hues=_GREY_HUES,
    nobody=StarLook("#f2f2f2", "#000000", "#404040", "dashes", _GRID, ".4"),
)  # fmt: skip


def palette_of(style: Style) -> Palette:
    """Returns the colours of a style: night on a screen, day on paper, greys where wanted."""
    if style.theme == "grey":
        return _GREY
    return _DAY if style.layout == "print" else _NIGHT

"""Looks of sides: one table that serves any number of sides, in every kind of picture.

A look is a colour, the outline of its counters and a hatch for the ground: sides are told apart by
one of them by the colour-blind and on a grey printer too. Beyond the table looks are derived from
it: the colours again, with other outlines and hatches. Lengths are in tenths of a unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path, number

__all__ = ["GREYS", "HATCHES", "LOOKS", "SHAPES", "Greys", "Hatch", "Look", "Shape", "add_hatch",
           "look_at", "looks_of", "outline_path"]  # fmt: skip

Shape: TypeAlias = Literal[
    "pill", "square", "octagon", "soft", "hexagon", "ticket", "arch", "slant", "bowl", "ribbon",
    "roof", "shield",
]  # fmt: skip
"""The outline of a counter."""
SHAPES: tuple[Shape, ...] = get_args(Shape)
"""All of them."""


class Hatch(NamedTuple):
    """Lines over the ground that a side holds."""

    path: str
    """Its path in a tile of 10 by 10 units."""
    turn: int = 0
    """How far it is turned, in degrees."""
    filled: bool = False
    """Whether the path is filled; else it is a line."""


HATCHES: Mapping[str, Hatch] = MappingProxyType(
    {
        "rising": Hatch("M0 5H10", -45),
        "level": Hatch("M0 5H10"),
        "falling": Hatch("M0 5H10", 45),
        "dots": Hatch("M5 4.2a.8.8 0 1 0 .01 0z", 45, filled=True),
        "upright": Hatch("M0 5H10", 90),
        "net": Hatch("M0 5H10M5 0V10", 45),
        "dashes": Hatch("M1 5H7"),
        "double": Hatch("M0 3.5H10M0 6.5H10", -45),
        "waves": Hatch("M0 5Q2.5 2 5 5T10 5"),
        "crosses": Hatch("M3 5H7M5 3V7"),
        "grid": Hatch("M0 5H10M5 0V10"),
        "rain": Hatch("M1 5H7", 60),
    }
)
"""By name."""


class Greys(NamedTuple):
    """What a grey printer makes of a look, each as `#rrggbb`."""

    face: str
    edge: str
    line: str


@dataclass(frozen=True, slots=True)
class Look:
    """How a side is shown. Colours are `#rrggbb`."""

    id: str
    """Its name: `yellow`; that of a derived one has a number, `yellow-2`."""
    face: str
    """The face of its counters."""
    ink: str
    """Silhouettes and numbers on the face."""
    edge: str
    """The rim of its counters, its hatch, the casing of its arrows."""
    rim: str
    """A second line inside the rim; the face's colour where there is none."""
    wash: str
    """What is laid over the ground that it holds."""
    share: int
    """How much of the wash lies there, in percent."""
    line: str
    """Its arrows, and lines about areas: declared, taken."""
    casing: str
    """What sets off such a line about an area."""
    shape: Shape
    """The outline of its counters."""
    hatch: str
    """Its hatch, a key of `HATCHES`."""
    greys: Greys
    """Its face, edge and line on a grey printer."""


def _look(
    name: str, colours: tuple[str, str, str, str], marks: tuple[Shape, str], greys: Greys,
    *, rim: str = "", share: int = 74, line: str = "", casing: str = "#ffffff",
) -> Look:  # fmt: skip
    face, ink, edge, wash = colours
    shape, hatch = marks
    return Look(name, face, ink, edge, rim or face, wash, share, line or face, casing, shape,
                hatch, greys)  # fmt: skip


_TABLE = (
    _look("yellow", ("#f5c518", "#2a2103", "#6b4f00", "#f7d654"), ("pill", "rising"),
          Greys("#dedede", "#1c1c1c", "#dedede"), casing="#5f4600"),
    _look("blue", ("#1d4f91", "#ffffff", "#0c2a55", "#8fb3e0"), ("square", "level"),
          Greys("#1c1c1c", "#1d1d1d", "#1c1c1c")),
    _look("red", ("#c4342d", "#ffffff", "#6f1511", "#e9938a"), ("octagon", "falling"),
          Greys("#5c5c5c", "#2e2e2e", "#5c5c5c"), rim="#ffffff"),
    _look("green", ("#f3f6ec", "#26402f", "#26402f", "#9ccb86"), ("soft", "dots"),
          Greys("#fbfbfb", "#272727", "#4a4a4a"), share=38, line="#2f7d52"),
    _look("violet", ("#8e5bd0", "#ffffff", "#3f2170", "#c5a8e8"), ("hexagon", "upright"),
          Greys("#444444", "#2a2a2a", "#444444")),
    _look("teal", ("#0f9d94", "#021e1c", "#04423e", "#7fcfc6"), ("ticket", "net"),
          Greys("#9a9a9a", "#222222", "#3c3c3c")),
    _look("orange", ("#f08a24", "#2b1500", "#7a3c00", "#f5b877"), ("arch", "double"),
          Greys("#c4c4c4", "#262626", "#c4c4c4"), casing="#6b3500"),
    _look("black", ("#2d2d2d", "#ffffff", "#000000", "#b4b2ae"), ("slant", "dashes"),
          Greys("#000000", "#000000", "#000000"), rim="#bdbdbd"),
    _look("pink", ("#f5a6c8", "#3a0a20", "#8c1f55", "#f2b7d0"), ("bowl", "waves"),
          Greys("#e9e9e9", "#343434", "#4e4e4e"), line="#c93b80"),
    _look("brown", ("#7b4b26", "#ffffff", "#3d2109", "#c9a582"), ("ribbon", "crosses"),
          Greys("#6e6e6e", "#1f1f1f", "#6e6e6e"), rim="#f0d9bf"),
    _look("sky", ("#86c5f0", "#06263c", "#0e5180", "#a9d6f5"), ("roof", "grid"),
          Greys("#d2d2d2", "#303030", "#585858"), line="#5b9bdc"),
    _look("lime", ("#a8cf3a", "#1c2600", "#4a5f06", "#d3e58a"), ("shield", "rain"),
          Greys("#b2b2b2", "#2c2c2c", "#525252"), line="#7a9c14"),
)  # fmt: skip
LOOKS: Mapping[str, Look] = MappingProxyType({look.id: look for look in _TABLE})
"""By name, in the order in which sides that name none get them."""
GREYS: Mapping[str, str] = MappingProxyType(
    {
        colour.removeprefix("#"): grey.removeprefix("#")
        for look in _TABLE
        for colour, grey in (
            (look.line, look.greys.line),
            (look.edge, look.greys.edge),
            (look.face, look.greys.face),
        )
    }
)
"""What a grey printer makes of the colours of looks, both as six hexadecimal digits."""


def look_at(index: int) -> Look:
    """Returns the look of a number, counted from nought; beyond the table they are derived.

    >>> look_at(0).id, look_at(12).id, look_at(12).shape
    ('yellow', 'yellow-2', 'square')
    """
    turn, place = divmod(index, len(_TABLE))
    return _varied(_TABLE[place], turn)


def _varied(look: Look, turn: int) -> Look:
    """Returns the turn-th variant of a look: its colours with another outline and hatch."""
    if not turn:
        return look
    shape = SHAPES[(SHAPES.index(look.shape) + turn) % len(SHAPES)]
    names = tuple(HATCHES)
    # Once all outlines have had their turn, the hatch differs.
    hatch = names[(names.index(look.hatch) + turn + turn // len(SHAPES)) % len(names)]
    return replace(look, id=f"{look.id}-{turn + 1}", shape=shape, hatch=hatch)


@lru_cache(maxsize=64)
def looks_of(named: Sequence[str | None]) -> tuple[Look, ...]:
    """Returns a look for each side, no two alike.

    Args:
        named: for each side a key of `LOOKS`, or None: the look of its place in the table, or
            the next one that nobody has. Sides that name the same one share its colours.

    Raises:
        ValueError: there is no such look.
    """
    if unknown := sorted({name for name in named if name is not None} - LOOKS.keys()):
        raise ValueError(f"no such look: {', '.join(unknown)}; looks: {', '.join(LOOKS)}")
    times_worn: dict[str, int] = {}
    found: list[Look | None] = []
    for name in named:
        found.append(None if name is None else _varied(LOOKS[name], times_worn.get(name, 0)))
        if name is not None:
            times_worn[name] = times_worn.get(name, 0) + 1
    taken = {look.id for look in found if look is not None}
    for place, look in enumerate(found):
        if look is None:
            index = place
            while look_at(index).id in taken:
                index += 1
            found[place] = look_at(index)
            taken.add(look_at(index).id)
    return tuple(look for look in found if look is not None)


def add_hatch(
    canvas: Canvas, element_id: str, look: Look, *, side: int = 70, ink: str = ""
) -> None:
    """Adds the pattern of a look's hatch to definitions.

    Args:
        side: how wide its tile is.
        ink: its colour; usually that of the look's edge.
    """
    hatch, ink = HATCHES[look.hatch], ink or look.edge
    pattern = canvas.pattern(
        id=element_id, width=side, height=side, patternUnits="userSpaceOnUse", viewBox="0 0 10 10",
        patternTransform=f"rotate({hatch.turn})",
    )  # fmt: skip
    if hatch.filled:
        pattern.path(hatch.path, fill=ink, fill_opacity=".5")
    else:
        pattern.path(hatch.path, fill="none", stroke=ink, stroke_width=14, stroke_opacity=".5")


@lru_cache(maxsize=1024)
def outline_path(shape: Shape, box: Box, corner: int = 0) -> str:
    """Returns an outline in a box as path text.

    Args:
        corner: what its corners are a part of: usually the height of the box; less, where things
            stand near the corners.
    """
    x, y, wide, high = box.x, box.y, box.width, box.height
    right, bottom, middle = x + wide, y + high, y + high // 2
    corner = corner or high
    small, far = corner * 20 // 100, corner * 24 // 100
    if shape in _CORNERS:
        return _cornered(shape, box, corner)
    points: Mapping[str, tuple[tuple[int, int], ...]] = {
        "square": ((x, y), (right, y), (right, bottom), (x, bottom)),
        "hexagon": (
            (x + far, y), (right - far, y), (right, middle), (right - far, bottom),
            (x + far, bottom), (x, middle),
        ),
        "slant": ((x + small, y), (right, y), (right - small // 2, bottom), (x, bottom)),
        "ribbon": ((x, y), (right, y), (right, bottom), (x, bottom), (x + small, middle)),
        "roof": (
            (x + wide // 2, y), (right, y + small), (right, bottom), (x, bottom), (x, y + small),
        ),
        "shield": (
            (x, y), (right, y), (right, bottom - far), (x + wide // 2, bottom), (x, bottom - far),
        ),
    }  # fmt: skip
    return line_path(points[shape], closed=True)


_CORNERS: Mapping[str, tuple[int, int, str]] = {
    "pill": (50, 50, "1"),
    "octagon": (24, 24, ""),
    "soft": (18, 18, "1"),
    "ticket": (22, 22, "0"),
    "arch": (48, 0, "1"),
    "bowl": (0, 48, "1"),
}
"""How large the upper and lower corners are, in percent of a whole, and how they run: round,
hollow, or straight."""


def _cornered(shape: Shape, box: Box, whole: int) -> str:
    """Returns a rectangle with its corners rounded, hollowed out or cut off, as path text."""
    upper, lower, sweep = _CORNERS[shape]
    x, y, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    high, low = whole * upper // 100, whole * lower // 100

    def corner(reach: int, to_x: int, to_y: int) -> str:
        if not sweep or not reach:
            return f"L{number(to_x)} {number(to_y)}"
        return f"A{number(reach)} {number(reach)} 0 0 {sweep} {number(to_x)} {number(to_y)}"

    return "".join(
        (
            f"M{number(x + high)} {number(y)}L{number(right - high)} {number(y)}",
            corner(high, right, y + high),
            f"L{number(right)} {number(bottom - low)}",
            corner(low, right - low, bottom),
            f"L{number(x + low)} {number(bottom)}",
            corner(low, x, bottom - low),
            f"L{number(x)} {number(y + high)}",
            corner(high, x + high, y),
            "z",
        )
    )

"""What stands on a star chart: planets in the looks of their seats, arrows, chips and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.boards.area import Point
from adjudicator.render.looks import Look, Shape, add_hatch, outline_path
from adjudicator.render.raster import Box
from adjudicator.render.stars.theme import StarPalette
from adjudicator.render.strokes import arrow, card, distance, growing, shifted, star
from adjudicator.render.svg import Canvas, line_path, number
from adjudicator.render.theme import mixed, text_width

__all__ = [
    "attack_arrow",
    "burst",
    "card_back",
    "card_face",
    "chip",
    "chip_width",
    "count_on",
    "lane_line",
    "minus",
    "planet_token",
    "star_symbols",
    "thin_line",
    "trimmed",
]

_POINTED: Mapping[Shape, tuple[Point, ...]] = {
    "octagon": ((0, -150), (150, 0), (0, 150), (-150, 0)),
    "hexagon": ((-66, -116), (66, -116), (132, 0), (66, 116), (-66, 116), (-132, 0)),
    "roof": ((0, -164), (144, 86), (-144, 86)),
    "soft": (
        (0, -154), (45, -109), (109, -109), (109, -45), (154, 0), (109, 45), (109, 109), (45, 109),
        (0, 154), (-45, 109), (-109, 109), (-109, 45), (-154, 0), (-109, -45), (-109, -109),
        (-45, -109),
    ),
    "shield": ((0, 164), (144, -86), (-144, -86)),
    "ticket": (
        (-62, -146), (62, -146), (62, -62), (146, -62), (146, 62), (62, 62), (62, 146), (-62, 146),
        (-62, 62), (-146, 62), (-146, -62), (-62, -62),
    ),
}  # fmt: skip
"""Frames that stand out around a round planet where an outline of counters would not: their
corners, in hundredths of the radius."""
_REACH = 122
"""How far the frames of other outlines reach from the middle of a planet, in hundredths."""
_CLASSES = {
    "fighter": "M0-46L14-8 44 26 12 20 0 42-12 20-44 26-14-8z",
    "bomber": "M0-30L16-10 50 4 50 22 16 18 8 36H-8L-16 18-50 22-50 4-16-10z",
    "capital": "M-8-50H8L16-22V10L30 34V46H-30V34L-16 10V-22z",
}
"""The silhouettes of the classes of ships, in hundredths of half their size."""


def star_symbols(canvas: Canvas, palette: StarPalette, radius: int) -> None:
    """Defines what planets share: light and shade, glows, and the hatches of the looks."""
    defs = canvas.definitions()
    defs.gradient(
        (("0", "#ffffff", ".45"), (".45", "#ffffff", "0"), ("1", "#000000", ".45")),
        radial=True, id="sphere", cx=".36", cy=".3", r=".78",
    )  # fmt: skip
    for look in (*palette.looks.values(), palette.nobody):
        if palette.glow:
            defs.gradient(
                [(offset, look.line, share) for offset, share in palette.glow],
                radial=True, id=f"glow-{look.id}",
            )  # fmt: skip
        add_hatch(defs, f"surface-{look.id}", look, side=radius * 40 // 100, ink=look.ink)
    for kind, path in _CLASSES.items():
        defs.symbol(id=f"class-{kind}", viewBox="-52 -52 104 104").path(path)


def _frame_path(shape: Shape, at: Point, radius: int) -> str:
    """Writes the frame of a look."""
    if shape in _POINTED:
        x, y = at
        corners = [(x + dx * radius // 100, y + dy * radius // 100) for dx, dy in _POINTED[shape]]
        return line_path(corners, closed=True)
    return outline_path(shape, Box.about(at, radius * _REACH // 100))


def planet_token(canvas: Canvas, look: Look, *, at: Point, radius: int, halo: str) -> None:
    """Draws a planet with the frame of its seat; that of nobody's is dashed."""
    x, y = at
    width = max(radius // 9, 8)
    line = {"fill": halo, "stroke": look.line, "stroke_linejoin": "round"}
    if look.id == "nobody":
        canvas.circle(
            x, y, radius * 112 // 100, stroke_width=width * 7 // 10,
            stroke_dasharray=f"{number(radius // 4)} {number(radius // 5)}", **line,
        )  # fmt: skip
        radius = radius * 94 // 100
    else:
        canvas.path(_frame_path(look.shape, at, radius), stroke_width=width, **line)
    canvas.circle(x, y, radius, fill=look.face)
    canvas.circle(x, y, radius, fill=f"url(#surface-{look.id})")
    canvas.circle(x, y, radius, fill="url(#sphere)", stroke=halo, stroke_width=width // 3)


def count_on(canvas: Canvas, look: Look, count: int, *, at: Point, radius: int, least: int) -> None:
    """Writes how many troops stand on a planet, no smaller than `least`."""
    words = str(count)
    size = max(radius * (112, 104, 82, 64)[min(len(words), 4) - 1] // 100, least)
    canvas.text(
        at[0], at[1] + size * 36 // 100, (words,), font_size=size, fill=look.ink,
        stroke=mixed(look.face, "#000000", 30) if look.ink == "#ffffff" else look.face,
        stroke_width=size * 18 // 100,
    )  # fmt: skip


def burst(canvas: Canvas, look: Look, at: Point, *, radius: int, halo: str) -> None:
    """Draws the star around a planet that was captured."""
    star(canvas, at, radius * 17 // 10, fill=look.line, line=halo, wide=radius // 10)


def trimmed(line: Sequence[Point], first: int, last: int) -> list[Point]:
    """Returns a line without so much of its beginning and its end."""
    whole = sum(distance(one, other) for one, other in pairwise(line))
    if first + last >= whole * 9 // 10:
        first = last = max(whole * 3 // 10, 0)
    start, end = first * 100 // max(whole, 1), 100 - last * 100 // max(whole, 1)
    inside = [start + (end - start) * step // 12 for step in range(13)]
    return [shifted(line, part, 0) for part in inside]


def attack_arrow(
    canvas: Canvas, line: Sequence[Point], look: Look, *, wide: int, hollow: str
) -> None:
    """Draws the arrow of an attack: full, or in a colour that makes it hollow."""
    course = [shifted(line, part, 0) for part in range(0, 101, 5)]
    step = max(distance(*course[:2]), 1)
    shape = growing(
        course, (wide * 45 // 200, wide // 2, wide * 136 // 100), wide * 22 // 10 // step
    )
    canvas.path(
        shape, fill=hollow or look.face, stroke=look.line, stroke_width=max(wide // 4, 10),
        stroke_linejoin="round",
    )  # fmt: skip


def thin_line(canvas: Canvas, line: Sequence[Point], look: Look, *, wide: int, casing: str) -> None:
    """Draws the thin arrow of a fortification."""
    whole = sum(distance(one, other) for one, other in pairwise(line))
    neck = max(100 - wide * 600 // max(whole, 1), 30)
    shaft = [shifted(line, part, 0) for part in range(0, neck + 1, 5)]
    arrow(
        canvas, line_path(shaft), (shaft[-1], line[-1]), line=look.line, halo=casing,
        wide=(wide * 14 // 10, wide * 3), dashes=f"{wide / 5:g} {wide / 7:g}",
    )  # fmt: skip


def lane_line(
    canvas: Canvas, d: str, palette: StarPalette, *, radius: int, hyper: bool, front: bool
) -> None:
    """Draws a lane: solid, or dashes; bright where two holders meet, else it recedes.

    Args:
        radius: that of a planet; a lane is as wide as a part of it.
        front: whether different holders have its ends.
    """
    colour = palette.hyper if hyper else palette.front if front else palette.lane
    wide = max(radius * (18 if front else 10) // 100, 4)
    dashes = {"stroke_dasharray": f"{radius * 45 / 1000:g} {radius * 3 / 100:g}"} if hyper else {}
    if front:
        canvas.path(d, stroke=colour, stroke_width=wide * 3, fill="none", opacity=".2")
    canvas.path(
        d, stroke=colour, stroke_width=wide, fill="none", opacity="1" if front else ".55", **dashes
    )


def chip_width(words: str, high: int) -> int:
    """Returns how wide a chip of a height is."""
    return text_width(words, high * 78 // 100, bold=True) + high * 55 // 100


def minus(lost: int) -> str:
    """Returns what a chip says of losses."""
    return f"\N{MINUS SIGN}{lost}" if lost else "0"


def chip(canvas: Canvas, words: str, box: Box, *, fill: str, ink: str, line: str) -> None:
    """Draws a small plate with a number."""
    canvas.rect(
        box.x, box.y, box.width, box.height, rx=box.height * 3 // 10, fill=fill, stroke=line,
        stroke_width=max(box.height // 12, 6),
    )  # fmt: skip
    size = box.height * 78 // 100
    canvas.text(
        box.x + box.width // 2, box.y + box.height // 2 + size * 36 // 100, (words,),
        font_size=size, fill=ink, font_weight="bold", text_anchor="middle",
    )  # fmt: skip


def card_back(canvas: Canvas, box: Box, palette: StarPalette) -> None:
    """Draws the back of a card."""
    card(canvas, box, fill=palette.edge, line=palette.ink)
    x, y = box.centre
    long = box.width * 3 // 10
    thin = long // 3
    upright = ((x, y - long), (x + thin, y), (x, y + long), (x - thin, y))
    across = ((x - long, y), (x, y - thin), (x + long, y), (x, y + thin))
    star = line_path(upright, closed=True) + line_path(across, closed=True)
    canvas.path(star, fill=palette.ink, opacity=".85")


def card_face(canvas: Canvas, box: Box, *, kind: str, words: str, seen: int) -> None:
    """Draws the face of a card: its class and its id, where no card after it lies on it.

    Args:
        seen: how much of its width is seen.
    """
    card(canvas, box, fill="#ffffff", line="#1a1a1a")
    side = min(box.width * 74 // 100, seen * 9 // 10)
    canvas.use(
        f"class-{kind}", x=box.x + (seen - side) // 2, y=box.y + box.height * 7 // 100,
        width=side, height=side, fill="#1a1a1a",
    )  # fmt: skip
    canvas.text(
        box.x + seen // 2, box.y + box.height * 92 // 100, (words,),
        font_size=min(box.width // 2, seen * 56 // 100), fill="#1a1a1a", font_weight="bold",
        text_anchor="middle",
    )  # fmt: skip

"""A map of hexes on paper: one sheet that shows it all, and numbered sheets that can be read.

A sheet of A4 has room for lettering of eight points where it shows few hexes. So a map that is
wider comes on several: the first is for finding one's way, the others are parts of equal size,
numbered from the north-west, without those in which there is only sea.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adjudicator.boards.area import Point
from adjudicator.render.hexes.ground import cells_of
from adjudicator.render.hexes.picture import HexPicture
from adjudicator.render.hexes.space import HALF, STEP, WIDE, Space
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.lettering import fitted_size
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, SERIF, text_width

__all__ = [
    "WIDEST",
    "Part",
    "equal_parts",
    "frames",
    "head",
    "hexes_named",
    "sheets",
]

WIDEST = 14 * WIDE + HALF
"""How wide a part may be that is printed on one sheet."""
_HIGHEST = 25 * STEP
"""How high it may be, so that it is as high as a sheet."""

Part = tuple[int, int, int, int]
"""Left, top, width and height of a part of a map."""


def sheets(picture: HexPicture, space: Space) -> list[Part]:
    """Returns the parts that the numbered sheets show; none where one sheet shows all."""
    if space.width <= WIDEST:
        return []
    hex_of = space.grid.hex_of
    there = [space.centre(hex_) for hex_ in cells_of(picture.board)]
    there += [space.centre(hex_of(stack.at)) for stack in picture.stacks]
    return equal_parts(space, (WIDEST, _HIGHEST), there)


def equal_parts(space: Space, most: tuple[int, int], there: Sequence[Point]) -> list[Part]:
    """Returns parts of equal size, no larger than a size, in which one of some points lies."""
    columns, rows = -(-space.width // most[0]), -(-space.height // most[1])
    wide, high = -(-space.width // columns), -(-space.height // rows)
    parts = [
        (space.left + column * wide, space.top + row * high, wide, high)
        for row in range(rows)
        for column in range(columns)
    ]
    return [
        part
        for part in parts
        if any(part[0] <= x < part[0] + wide and part[1] <= y < part[1] + high for x, y in there)
    ]


def frames(parts: Sequence[Part], space: Space, palette: HexPalette, at: tuple[int, int]) -> str:
    """Draws over a map what each numbered sheet shows.

    Args:
        at: where the map begins on its sheet, from above, and the size of lettering there.
    """
    top, unit = at
    canvas = Canvas()
    group = canvas.group(id="sheets", font_family=SANS, font_weight="bold", text_anchor="middle")
    size = unit * 12 // 10
    for number, (left, high, wide, deep) in enumerate(parts, start=1):
        x, y = left - space.left, high - space.top + top
        one = group.group(title=f"Sheet {number}", data_sheet=str(number))
        one.rect(x, y, wide, deep, fill="none", stroke=palette.ink, stroke_width=unit // 8,
                 stroke_dasharray=f"{unit / 25:g} {unit / 40:g}")  # fmt: skip
        one.circle(x + unit * 11 // 10, y + unit * 11 // 10, unit * 9 // 10, fill=palette.paper,
                   stroke=palette.ink, stroke_width=unit // 10)  # fmt: skip
        one.text(x + unit * 11 // 10, y + unit * 11 // 10 + size * 36 // 100, (str(number),),
                 font_size=size, fill=palette.ink)  # fmt: skip
    return canvas.markup()


def head(
    canvas: Canvas, words: tuple[str, str, str], room: tuple[int, int], palette: HexPalette
) -> None:
    """Writes one line above a numbered sheet: title, moment; at the right, which sheet it is."""
    wide, unit = room
    title, moment, sheet = words
    group = canvas.group(id="title", font_family=SERIF, fill=palette.ink)
    size = unit * 12 // 10
    right = text_width(sheet, size, bold=True) + unit
    group.text(
        wide, unit * 15 // 10, (sheet,), font_size=size, font_weight="bold", text_anchor="end"
    )
    large = fitted_size([title], unit * 15 // 10, (wide - right) * 5 // 10, bold=True)
    group.text(0, unit * 15 // 10, (title,), font_size=large, font_weight="bold")
    left = text_width(title, large, bold=True) + unit
    fitted = fitted_size([moment], size, wide - right - left)
    if moment and fitted > unit * 8 // 10:
        group.text(left, unit * 15 // 10, (moment,), font_size=fitted, fill=palette.soft)


@lru_cache(maxsize=1024)
def hexes_named(part: Space, to: str) -> str:
    """Returns what a part is called: its hexes in the north-west and in the south-east.

    Args:
        to: the word between them.
    """
    left, top, wide, high = part.window
    inside = [
        hex_
        for hex_ in part.hexes
        for x, y in (part.centre(hex_),)
        if left <= x < left + wide and top <= y < top + high
    ]
    last_row = max(inside) // part.grid.columns
    first = min(hex_ for hex_ in inside if hex_ // part.grid.columns == last_row)
    first_row = min(inside) // part.grid.columns
    last = max(hex_ for hex_ in inside if hex_ // part.grid.columns == first_row)
    return f"{part.grid.number_of(first)} {to} {part.grid.number_of(last)}"

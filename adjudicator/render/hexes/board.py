"""Draws a hex map from a `HexPicture`, as one SVG file that stands alone.

Whatever shows a piece of the board is a window on a drawing in the board's own measure, in which
`data-grid` of the root says where each hex lies; see `grid_words`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from adjudicator.boards.area import Point
from adjudicator.boards.hexes import Grid
from adjudicator.core.report import Style
from adjudicator.render.hexes.ground import cells_of, define_ground, ground
from adjudicator.render.hexes.marks import define_marks, marks, names, pointed_at
from adjudicator.render.hexes.moves import battlefields, define_zones, fights, holdings, marches
from adjudicator.render.hexes.panels import footer, header
from adjudicator.render.hexes.picture import HexPicture
from adjudicator.render.hexes.space import HALF, STEP, WIDE, Space, part_of, space_of
from adjudicator.render.hexes.theme import HexPalette, hex_palette
from adjudicator.render.hexes.units import define_counters, stacks
from adjudicator.render.panels import Sizing
from adjudicator.render.svg import Canvas, Sheet, document, enclosed, number, window
from adjudicator.render.theme import SANS

__all__ = ["grid_words", "hex_map"]

PHONE = 3900
"""How wide a column for a phone is."""
_PART = (10 * WIDE, 11 * STEP)
"""How large the parts of a wider map are that a column shows below it."""
_LOWEST = 5 * STEP
"""How high they are at least."""
_AS_GOOD = 14
"""Up to how many times as wide as a part, in tenths, a map does without parts below it."""
_LEAST = 7
"""The smallest lettering that people read on a screen, in pixels."""
_SCREEN, _COLUMN, _PAGE = 1400, 390, 516
"""How many pixels wide a map is shown as a rule: on a screen, on a phone; across a page of A4 with
margins of 14 mm, in points, where letters of eight points are the smallest."""
_LEAST_ON_PAPER = 8
_SHEET = 14 * WIDE
"""How wide a map may be that is printed with such letters on one page."""
_TITLE = re.compile("<title>[^<]*</title>")
_ID = re.compile(r' id="([^"]+)"')
_LINK = re.compile(r'(href="#|url\(#)([^")]+)')


def hex_map(picture: HexPicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    style = picture.style
    palette = hex_palette(picture)
    narrow = style.layout == "phone"
    space = _space(picture)
    frame = _frame(space, narrow=narrow)
    definitions = _definitions(picture, palette)
    if style.alone:
        shown, height = _sheet(picture, space, palette, top=0)
        layers = [definitions, *shown]
    else:
        head, top = header(picture, palette, frame)
        draw = _column if narrow else _sheet
        shown, low = draw(picture, space, palette, top=top)
        foot, height = footer(picture, space, palette, frame=frame, top=low)
        layers = [definitions, head, *shown, foot]
    words = _root_words(picture.board.grid)
    sheet = Sheet((0, 0, frame.width, height), ids=style.beside, layout=style.layout, data=words)
    if style.layout == "print":
        sheet = replace(_paper(frame.width, height), data=words)
    under = Canvas()
    under.rect(*sheet.window, fill=palette.paper if style.layout == "print" else palette.plate)
    markup = "".join([under.markup(), *layers])
    if style.beside:
        markup = _with_own_ids(markup, style.beside)
    return document(sheet, picture.words, [markup])


def grid_words(grid: Grid) -> str:
    """Returns where hexes lie, and how they are numbered, as `data-grid` of the root says it.

    First five lengths in the measure of the windows, which are the `svg` elements in the picture:
    x and y of the middle of the hex in the south-west; how far the next hex of a row is to the
    east; how far the next row is to the north; how far every second row, the one above the first
    being one, is shifted to the east. Then the number of columns, and for each section from the
    south its letter with the number of its rows. So the hex under a point is found without an
    element for each; its number is the letter, the row in its section and the column, each of two
    digits and counted from 1.

    >>> from adjudicator.boards.hexes import Section
    >>> grid_words(Grid(sections=(Section(letter="s", rows=38),), columns=56))
    '50 3261.9 100 86.6 50 56 s38'
    """
    x, y = space_of(grid, None).centre(0)
    lengths = map(number, (x, y, WIDE, STEP, HALF))
    sections = (f"{section.letter}{section.rows}" for section in grid.sections)
    return " ".join([*lengths, str(grid.columns), *sections])


def _root_words(grid: Grid) -> tuple[tuple[str, str], ...]:
    return ("data-geometry", "hex"), ("data-grid", grid_words(grid))


def _with_own_ids(markup: str, word: str) -> str:
    """Returns markup whose ids begin with a word, with its links to them."""
    own = frozenset(_ID.findall(markup))
    markup = _ID.sub(rf' id="{word}\1"', markup)
    return _LINK.sub(lambda found: f"{found[1]}{word if found[2] in own else ''}{found[2]}", markup)


def _space(picture: HexPicture) -> Space:
    """Returns what is seen in the first place, with the lettering that can be read there."""
    style, grid = picture.style, picture.board.grid
    width = space_of(grid, picture.crop).width
    if style.layout == "phone":
        return space_of(grid, picture.crop, _LEAST * width // _COLUMN)
    if style.alone or (style.layout == "print" and width <= _SHEET):
        return space_of(grid, picture.crop, _LEAST_ON_PAPER * width // _PAGE)
    return space_of(grid, picture.crop, _LEAST * width // _SCREEN)


def _frame(space: Space, *, narrow: bool) -> Sizing:
    """Returns the sheet: as wide as the map, or as a phone."""
    width, unit = (PHONE, 125) if narrow else (space.width, max(space.width // 74, 170))
    # Small crops have letters of the size of the map's, large maps larger ones.
    is_column = narrow or width < 9 * WIDE
    return Sizing(
        width, unit, unit, title=unit * 22 // 10, line=unit * 12 // 10, is_column=is_column
    )


def _definitions(picture: HexPicture, palette: HexPalette) -> str:
    """Returns what all drawings of the board share."""
    canvas = Canvas()
    inner = canvas.definitions()
    define_counters(inner, picture, palette)
    define_zones(inner, picture, palette)
    define_marks(inner, palette)
    define_ground(inner, picture.board.grid, palette)
    return canvas.markup()


def _board(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws what of the map lies in a part of it, and nothing else, in the map's own measure."""
    below, printed, named = _printed(picture, space, palette)
    # Below its counter a name is read even where a sign reaches into its hex; large markers leave
    # it no room.
    upper = [stacks(picture, space, palette), fights(picture, space, palette)]
    upper.insert(0 if space.is_far else 1, named)
    layers = (
        below,
        holdings(picture, space, palette),
        printed,
        battlefields(picture, space, palette),
        marches(picture, space, palette),
        *upper,
    )
    return enclosed("".join(layers), id="board")


def _printed(picture: HexPicture, space: Space, palette: HexPalette) -> tuple[str, str, str]:
    """Returns what never changes: the ground, what is printed in hexes, their names.

    Beside a picture of the same part it is what that one shows.
    """
    board = picture.board
    if _is_shared(picture.style):
        below, printed, named = (
            f'<use xlink:href="#{picture.style.shares}{name}" />'
            for name in ("ground", "marks", "names")
        )
        return below, printed, named
    return (
        enclosed(ground(board, space, palette), id="ground"),
        enclosed(marks(board, space, palette), id="marks"),
        names(board, space, palette),
    )


def _is_shared(style: Style) -> bool:
    return style.shares is not None and style.layout == "board" and not style.alone


def _sheet(
    picture: HexPicture, space: Space, palette: HexPalette, *, top: int
) -> tuple[list[str], int]:
    """Returns the map in one piece below `top`, and where it ends."""
    board = _board(picture, space, palette)
    # In a page with others, hexes do without: their words are a third of all.
    if not space.whole and not picture.style.alone and not picture.style.beside:
        board += pointed_at(picture.board, space)
    rim = Canvas()
    rim.rect(0, top, space.width, space.height, fill="none", stroke=palette.ink, stroke_width=20)
    return [
        window((0, top, space.width, space.height), space.window, board), rim.markup()
    ], top + space.height  # fmt: skip


def _column(
    picture: HexPicture, space: Space, palette: HexPalette, *, top: int
) -> tuple[list[str], int]:
    """Returns the map as wide as a phone, then its parts where something is; and their end."""
    high = space.height * PHONE // space.width
    board = _untitled(_board(picture, space, palette))
    shown = [window((0, top, PHONE, high), space.window, board)]
    top += high + 60
    if space.width <= _PART[0] * _AS_GOOD // 10:
        return shown, top
    for index, part in enumerate(_parts(picture, space), start=1):
        _, _, wide, deep = part
        words = Canvas()
        words.text(60, top + 190, (_named(picture, space, part),), font_family=SANS, font_size=150,
                   font_weight="bold")  # fmt: skip
        high = deep * PHONE // wide
        place = (0, top + 260, PHONE, high)
        seen = part_of(space.grid, part, _LEAST * wide // _COLUMN)
        drawn = _with_own_ids(_untitled(_board(picture, seen, palette)), f"part-{index}-")
        shown += [words.markup(), window(place, part, drawn)]
        top += 260 + high + 60
    return shown, top


def _untitled(markup: str) -> str:
    """Returns markup without what is said to whoever points at something: a finger cannot."""
    return _TITLE.sub("", markup)


Part = tuple[int, int, int, int]
"""Left, top, width and height of a part of a map."""


def _parts(picture: HexPicture, space: Space) -> list[Part]:
    """Returns parts of a map, from the north-west, in which everything stands, uncut at the rims.

    Of a map on which nothing stands: equal parts with all its land.
    """
    hex_of = space.grid.hex_of
    left = [space.centre(hex_of(stack.at)) for stack in picture.stacks]
    left = [point for point in left if space.shows(point)]
    if not left:
        return _equal_parts(picture, space)
    wide, deep = min(_PART[0], space.width), min(_PART[1], space.height)
    parts: list[Part] = []
    while left:
        # The northernmost that is left, with all that stands in as many rows, from the west.
        north = min(y for _, y in left)
        band = [(x, y) for x, y in left if y < north + deep - STEP]
        west = min(x for x, _ in band)
        shown = [(x, y) for x, y in band if x < west + wide - WIDE]
        high = max(y for _, y in shown) - north + 3 * STEP
        high = min(max(high, _LOWEST), deep)
        parts.append((*_about(shown, (wide, high), space), wide, high))
        left = [point for point in left if point not in shown]
    return parts


def _about(points: list[Point], size: tuple[int, int], space: Space) -> Point:
    """Returns where a part begins that has points in its middle and lies on the map."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = (min(xs) + max(xs) - size[0]) // 2, (min(ys) + max(ys) - size[1]) // 2
    right, low = space.left + space.width - size[0], space.top + space.height - size[1]
    return min(max(x, space.left), right), min(max(y, space.top), low)


def _equal_parts(picture: HexPicture, space: Space) -> list[Part]:
    wide, deep = _PART
    columns = -(-space.width // wide)
    rows = -(-space.height // deep)
    wide, deep = -(-space.width // columns), -(-space.height // rows)
    there = [space.centre(hex_) for hex_ in cells_of(picture.board)]
    parts = [
        (space.left + column * wide, space.top + row * deep, wide, deep)
        for row in range(rows)
        for column in range(columns)
    ]
    return [
        part
        for part in parts
        if any(part[0] <= x < part[0] + wide and part[1] <= y < part[1] + deep for x, y in there)
    ]


@lru_cache(maxsize=1024)
def _named(picture: HexPicture, space: Space, part: Part) -> str:
    """Returns what a part is called: its hexes in the north-west and in the south-east."""
    left, top, wide, deep = part
    inside = [
        hex_
        for hex_ in space.hexes
        if left <= space.centre(hex_)[0] < left + wide and top <= space.centre(hex_)[1] < top + deep
    ]
    last_row = max(inside) // space.grid.columns
    first = min(hex_ for hex_ in inside if hex_ // space.grid.columns == last_row)
    first_row = min(inside) // space.grid.columns
    last = max(hex_ for hex_ in inside if hex_ // space.grid.columns == first_row)
    ends = space.grid.number_of(first), space.grid.number_of(last)
    return f" {picture.called('to')} ".join(ends)


def _paper(width: int, height: int) -> Sheet:
    """Returns a sheet of A4 paper, upright or across; A3 and larger ones have the same shape."""
    upright = height > width
    sides = (210, 297) if upright else (297, 210)
    inner = (sides[0] - 16, sides[1] - 16)
    wide = max(width * sides[0] // inner[0], height * sides[0] // inner[1])
    high = wide * sides[1] // sides[0]
    size = (f"{sides[0]}mm", f"{sides[1]}mm")
    return Sheet(((width - wide) // 2, (height - high) // 2, wide, high), size=size)

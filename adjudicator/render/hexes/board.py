"""Draws a hex map from a `HexPicture`, as one SVG file that stands alone.

Whatever shows a piece of the board is a window on a drawing in the board's own measure, in which
`data-grid` of the root says where each hex lies; see `grid_words`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.boards.area import Point
from adjudicator.boards.hexes import Grid
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.report import Style
from adjudicator.render.hexes.ground import cells_of, define_ground, ground
from adjudicator.render.hexes.marks import define_marks, marks, names, pointed_at
from adjudicator.render.hexes.moves import battlefields, define_zones, fights, holdings, marches
from adjudicator.render.hexes.panels import Frame, explained, footer, header, listed_fights
from adjudicator.render.hexes.picture import HexPicture
from adjudicator.render.hexes.sheets import (
    WIDEST,
    Part,
    equal_parts,
    frames,
    head,
    hexes_named,
    sheets,
)
from adjudicator.render.hexes.space import HALF, STEP, WIDE, Space, part_of, space_of
from adjudicator.render.hexes.theme import HexPalette, hex_palette
from adjudicator.render.hexes.units import define_counters, stacks
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
_FEWEST = 20
"""So many times at least its lettering is a sheet wide."""
_SMALLER = 85
"""How large the smallest lettering about a map is, in hundredths of the size of the usual one."""
_TITLE = re.compile("<title>[^<]*</title>")
_ID = re.compile(r' id="([^"]+)"')
_LINK = re.compile(r'(href="#|url\(#)([^")]+)')


def hex_map(picture: HexPicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    style = picture.style
    palette = hex_palette(picture)
    narrow = style.layout == "phone"
    space = _space(picture)
    is_overview = style.layout == "print" and not style.alone and space.width > WIDEST
    # A report shows parts of its own.
    parts = sheets(picture, space) if is_overview and not style.beside else []
    if style.sheet:
        return _numbered(picture, space, palette, parts)
    frame = _frame(space, style)
    if is_overview:
        space, frame = _first_sheet(picture, space, palette)
    definitions = _definitions(picture, palette)
    if style.alone:
        shown, height = _sheet(picture, space, palette, top=0)
        layers = [definitions, *shown]
    else:
        above, top = header(picture, palette, frame)
        draw = _column if narrow else _sheet
        shown, low = draw(picture, space, palette, top=top)
        foot, height = "", low
        if parts:
            shown.append(frames(parts, space, palette, (top, frame.unit)))
        else:
            foot, height = footer(
                picture, space, palette, frame=frame, top=low, has_legend=not is_overview
            )
        layers = [definitions, above, *shown, foot]
    words = _root_words(picture.board.grid)
    words += (("data-sheets", str(_behind(picture, space, parts))),) if parts else ()
    sheet = Sheet((0, 0, frame.width, height), ids=style.beside, layout=style.layout, data=words)
    if style.layout == "print":
        sheet = replace(_paper(frame.width, height), ids=style.beside, data=words)
    return _finished(picture, palette, sheet, layers)


def _numbered(picture: HexPicture, space: Space, palette: HexPalette, parts: Sequence[Part]) -> str:
    """Draws the numbered sheet that the style names: a part, what happened, or the legend."""
    number, count = picture.style.sheet, _behind(picture, space, parts)
    if not 1 <= number <= count:
        raise Refused([_no_such_sheet(number, count)])
    canvas = Canvas()
    if number <= len(parts):
        _, _, wide, high = part = parts[number - 1]
        unit = wide // 50
        low = unit * 22 // 10
        sheet = _paper(wide, low + high)
        seen = part_of(space.grid, part, _least_on(sheet))
        board = _board(picture, seen, palette)
        rim = Canvas()
        rim.rect(0, low, wide, high, fill="none", stroke=palette.ink, stroke_width=20)
        shown = window((0, low, wide, high), seen.window, board) + rim.markup()
        named = hexes_named(seen, picture.called("to"))
        told = f": {named}"
    else:
        wide, unit, told = WIDEST, WIDEST // 40, ""
        shown, low = _explained(picture, space, palette, is_last=number == count)
        sheet = _paper(wide, max(low, wide * 14 // 10))
    title, *lines = picture.title
    words = (title, lines[0] if lines else "", f"{number}/{count}{told}")
    head(canvas, words, (wide, unit), palette)
    sheet = replace(sheet, data=(*_root_words(picture.board.grid), ("data-sheet", str(number))))
    return _finished(
        picture, palette, sheet, [_definitions(picture, palette), canvas.markup(), shown]
    )


def _behind(picture: HexPicture, space: Space, parts: Sequence[Part]) -> int:
    """Returns how many numbered sheets there are: parts, what happened if anything, the legend."""
    if not parts:
        return 0
    told = picture.shows_fights and bool(listed_fights(picture, space))
    return len(parts) + 1 + (told or bool(picture.boxes))


def _explained(
    picture: HexPicture, space: Space, palette: HexPalette, *, is_last: bool
) -> tuple[str, int]:
    """Draws what stands on no map: attacks and units off it, or last of all the legend."""
    top = WIDEST // 18
    if is_last:
        return explained(picture, palette, _sized(WIDEST, WIDEST // 32), top)
    frame = _sized(WIDEST, WIDEST // 40, fills_page=True)
    return footer(picture, space, palette, frame=frame, top=top, has_legend=False)


def _no_such_sheet(number: int, count: int) -> Problem:
    there = f"1 to {count} are there" if count else "one sheet shows it all"
    return Problem(
        "no-such-sheet",
        f"there is no numbered sheet {number}: {there}",
        hint="Sheet 0 shows the whole map, and where the others lie.",
        kind="invalid",
    )


def _finished(picture: HexPicture, palette: HexPalette, sheet: Sheet, layers: Sequence[str]) -> str:
    """Returns the file of a picture."""
    style = picture.style
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
    if style.alone or style.layout == "print":
        return space_of(grid, picture.crop, _LEAST_ON_PAPER * width // _PAGE)
    return space_of(grid, picture.crop, _LEAST * width // _SCREEN)


def _first_sheet(picture: HexPicture, space: Space, palette: HexPalette) -> tuple[Space, Frame]:
    """Returns what the first of several sheets shows and how large lettering is there.

    The larger it is, the higher is what stands around the map, and the smaller all of it on paper.
    """
    frame = _sized(space.width, space.width // 50, fills_page=True)
    for _ in range(12):
        _, top = header(picture, palette, frame)
        least = _least_on(_paper(frame.width, top + space.height))
        if frame.unit * _SMALLER >= least * 100:
            break
        unit = min(-(-least * 100 // _SMALLER), space.width // _FEWEST)
        frame = _sized(frame.width, unit, fills_page=True)
    return space_of(picture.board.grid, picture.crop, least), frame


def _frame(space: Space, style: Style) -> Frame:
    """Returns the sheet: as wide as the map, or as a phone."""
    if style.layout == "phone":
        return _sized(PHONE, 125, is_column=True)
    # Small crops have letters of the size of the map's, large maps larger ones.
    return _sized(space.width, max(space.width // 74, 170), is_column=space.width < 9 * WIDE)


def _sized(width: int, unit: int, *, is_column: bool = False, fills_page: bool = False) -> Frame:
    """Returns a sheet by its width and the size of its lettering."""
    title, line = unit * 22 // 10, unit * 12 // 10
    return Frame(width, unit, unit, title, line, is_column, fills_page)


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
    # In a page with others, hexes say nothing: their words are a third of all.
    tells = not space.whole and not picture.style.alone and not picture.style.beside
    layers = (
        below,
        pointed_at(picture.board, space) if tells and picture.style.layout != "phone" else "",
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
        named = hexes_named(part_of(space.grid, part, 0), picture.called("to"))
        words.text(60, top + 190, (named,), font_family=SANS, font_size=150, font_weight="bold")
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
    there = [space.centre(hex_) for hex_ in cells_of(picture.board)]
    return equal_parts(space, (wide, deep), there)


def _least_on(paper: Sheet) -> int:
    """Returns how large lettering of eight points is on a sheet of paper."""
    assert paper.size is not None, "paper has a size"
    wide_mm = int(paper.size[0].removesuffix("mm"))
    return _LEAST_ON_PAPER * paper.window[2] * 262 // (wide_mm * 720)


def _paper(width: int, height: int) -> Sheet:
    """Returns a sheet of A4 paper, upright or across; A3 and larger ones have the same shape."""
    upright = height > width
    sides = (210, 297) if upright else (297, 210)
    inner = (sides[0] - 16, sides[1] - 16)
    wide = max(width * sides[0] // inner[0], height * sides[0] // inner[1])
    high = wide * sides[1] // sides[0]
    size = (f"{sides[0]}mm", f"{sides[1]}mm")
    return Sheet(((width - wide) // 2, (height - high) // 2, wide, high), size=size)

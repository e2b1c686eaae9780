"""What is printed in hexes: numbers, cities, ports, resources, landings, names. It is kept, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from adjudicator.boards.area import Point
from adjudicator.boards.hexes import Hex
from adjudicator.render.hexes.ground import cells_of
from adjudicator.render.hexes.picture import Cell, HexBoard
from adjudicator.render.hexes.space import HALF, Space
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.lettering import balanced, fitted_size
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, SELECTABLE, text_width

__all__ = [
    "define_marks",
    "landing_sign",
    "marks",
    "name_boxes",
    "names",
    "pointed_at",
]

NUMBER = 118
"""The size of hex numbers."""
NUMBER_RISE = 375
"""How far above the middle of a hex the foot of its number is."""
NAME = 150
LONGEST_NAME = 1500
"""How wide a line of a name may be: a hex and a half."""
RESOURCE_NAME = 104
LANDING = 128
LARGEST_LANDING = 210
"""How large what is printed in amphibious hexes may be made so that it is read."""
NAME_DROP = 420
"""How far below the middle the foot of a name is."""
_DOTS = 480
"""Where lettering would have to be larger than this, counters are dots and there is none."""
_SIDEWAYS = 405
"""How far from the middle signs stand that counters must not hide."""


def define_marks(canvas: Canvas, palette: HexPalette) -> None:
    """Defines the signs that many hexes share; each is drawn about its middle."""
    city = canvas.group(id="city", stroke=palette.city, stroke_width=9, stroke_linejoin="round")
    city.path("M-17 15V-3H-8V15M-8 15V-15H5V15M5 15V-7H17V15z", fill=palette.halo)
    depot = canvas.group(id="depot", stroke_linejoin="round")
    depot.path("M0-21L5-7 20-7 8 2 13 17 0 8-13 17-8 2-20-7-5-7z", fill=palette.depot,
               stroke=palette.city, stroke_width=16)  # fmt: skip
    port = canvas.group(id="port", fill="none", stroke_linecap="round", stroke_linejoin="round")
    anchor = "M0-8V11M-5-3H5M-9 4Q-8 11 0 12 8 11 9 4"
    for colour, width in ((palette.halo, 52), (palette.port, 22)):
        port.path(f"{anchor}M0-8a2.6 2.6 0 1 1 .1 0", stroke=colour, stroke_width=width)
    resource = canvas.group(id="resource", stroke=palette.halo, stroke_width=14)
    resource.path("M-10 9L0-11 10 9z", fill=palette.resource, stroke_linejoin="round")


def landing_sign(
    canvas: Canvas, at: Point, words: str, palette: HexPalette, *, least: int = 0
) -> None:
    """Draws what is printed in an amphibious hex, on a plate; too small words are left out.

    Args:
        least: the smallest lettering that can be read.
    """
    x, y = at
    size = max(LANDING, least)
    half = 125 * size // LANDING if size <= LARGEST_LANDING else 125
    high = half * 82 // 125
    canvas.rect(x - half, y - high, 2 * half, 2 * high, rx=half // 3, fill=palette.landing,
                stroke=palette.halo, stroke_width=12)  # fmt: skip
    if size <= LARGEST_LANDING:
        canvas.text(x, y + size * 36 // 100, (words,), font_family=SANS, font_size=size,
                    font_weight="bold", fill=palette.halo, text_anchor="middle")  # fmt: skip


@lru_cache(maxsize=128)
def marks(board: HexBoard, space: Space, palette: HexPalette) -> str:
    """Returns what is printed in the hexes of a board, or of a part of it, but for names."""
    cells = cells_of(board)
    canvas = Canvas()
    if space.is_far:
        _rulers(canvas, space, palette)
    else:
        _numbers(canvas, space, palette)
    seen = [(hex_, cells[hex_]) for hex_ in space.hexes if hex_ in cells]
    _signs(canvas, space, seen, palette)
    return canvas.markup()


@lru_cache(maxsize=128)
def names(board: HexBoard, space: Space, palette: HexPalette) -> str:
    """Returns the names of cities, ports and resources of a board, or of a part of it.

    Where hexes are small, those of the largest cities alone; where they are dots, none.
    """
    cells = cells_of(board)
    canvas = Canvas()
    seen = [(hex_, cells[hex_]) for hex_ in space.hexes if hex_ in cells]
    if space.is_far:
        seen = [(hex_, cell) for hex_, cell in seen if cell.ground == "supply"]
    if space.least <= _DOTS:
        _names(canvas, space, seen, palette)
    return canvas.markup()


def name_boxes(board: HexBoard, space: Space) -> Iterator[tuple[Hex, Box]]:
    """Yields about where the names of cities stand, by hex."""
    if space.is_far:
        return
    size = max(NAME, space.least)
    cells = cells_of(board)
    for hex_ in space.hexes:
        if hex_ in cells and cells[hex_].name:
            x, y = space.centre(hex_)
            half = min(text_width(cells[hex_].name, size), LONGEST_NAME) // 2
            high = size * 72 // 100
            yield hex_, Box(x - half, y + NAME_DROP - high, 2 * half, high)


@lru_cache(maxsize=32)
def pointed_at(board: HexBoard, space: Space) -> str:
    """Returns what cannot be seen over the hexes of a part, for whoever points at them."""
    cells = cells_of(board)
    canvas = Canvas()
    _pointed_at(canvas, space, [(hex_, cells[hex_]) for hex_ in space.hexes if hex_ in cells])
    return canvas.markup()


def _numbers(canvas: Canvas, space: Space, palette: HexPalette) -> None:
    """Writes the number of every hex."""
    numbers = canvas.group(
        id="numbers", font_family=SANS, font_size=max(NUMBER, space.least), fill=palette.number,
        fill_opacity=".8", text_anchor="middle", style=SELECTABLE,
    )  # fmt: skip
    for hex_ in space.hexes:
        x, y = space.centre(hex_)
        if space.shows((x, y - NUMBER_RISE)):
            numbers.text(x, y - NUMBER_RISE, (space.grid.number_of(hex_),))


def _rulers(canvas: Canvas, space: Space, palette: HexPalette) -> None:
    """Writes rows and columns along the rim, where numbers find no room in hexes."""
    if space.least > _DOTS:
        return
    size, grid = space.least, space.grid
    rulers = canvas.group(
        id="rulers", font_family=SANS, font_size=size, fill=palette.number, stroke=palette.halo,
        stroke_width=50, stroke_opacity=".7", paint_order="stroke", pointer_events="none",
    )  # fmt: skip
    right, low = space.left + space.width, space.top + space.height
    rows = sorted({hex_ // grid.columns for hex_ in space.hexes})
    for row in rows[::2]:
        y = space.centre(row * grid.columns)[1] + size * 36 // 100
        if space.top + 3 * size < y < low - 2 * size:
            words = (grid.number_of(row * grid.columns)[:3],)
            rulers.text(space.left + size // 3, y, words)
            rulers.text(right - size // 3, y, words, text_anchor="end")
    for column in sorted({hex_ % grid.columns for hex_ in space.hexes})[1:-1:2]:
        x = space.centre(rows[-1] * grid.columns + column)[0]
        if space.left + 2 * size < x < right - 2 * size:
            words = (grid.number_of(column)[3:],)
            rulers.text(x, space.top + size, words, text_anchor="middle")
            rulers.text(x, low - size // 3, words, text_anchor="middle")


def _signs(canvas: Canvas, space: Space, seen: list[tuple[Hex, Cell]], palette: HexPalette) -> None:
    group = canvas.group(id="signs")
    for hex_, cell in seen:
        x, y = space.centre(hex_)
        if not space.shows((x, y), HALF):
            continue
        if cell.ground in ("urban", "supply"):
            group.use("depot" if cell.ground == "supply" else "city", x=x, y=y)
        if cell.port and not space.is_far:
            group.use("port", x=x - _SIDEWAYS, y=y)
        if cell.landing and space.least <= _DOTS:
            aside = bool(cell.name or cell.resource)
            at = (x - 400, y + 250) if aside else (x, y + NAME_DROP)
            landing_sign(group, at, cell.landing, palette, least=space.least)
        if cell.resource and space.least <= _DOTS:
            group.use("resource", x=x + _SIDEWAYS, y=y)


def _names(canvas: Canvas, space: Space, seen: list[tuple[Hex, Cell]], palette: HexPalette) -> None:
    group = canvas.group(
        id="names", font_family=SANS, text_anchor="middle", stroke=palette.halo,
        stroke_opacity=".85", stroke_width=36, stroke_linejoin="round", paint_order="stroke",
        style=SELECTABLE,
    )  # fmt: skip
    for hex_, cell in seen:
        x, y = space.centre(hex_)
        if not space.shows((x, y), HALF):
            continue
        if cell.name:
            weight = "bold" if cell.ground == "supply" else "normal"
            lines = tuple(_lines(cell.name, NAME, room=1080))
            size = NAME if len(lines) == 1 else 126
            lines, size = _fitted(lines, size, cell.name, bold=weight == "bold")
            larger = max(size, space.least)
            lift = (len(lines) - 1) * 40 - (larger - size) * 36 // 100
            group.text(
                x, y + NAME_DROP - lift, lines, font_size=larger, font_weight=weight,
                fill=palette.ink, leading=118 * larger // size,
            )  # fmt: skip
        elif cell.resource and space.least <= RESOURCE_NAME * 3 // 2:
            lines = tuple(_lines(cell.resource, RESOURCE_NAME, room=720))
            lines, size = _fitted(lines, RESOURCE_NAME, cell.resource, bold=False)
            size = max(size, space.least)
            group.text(
                x, y + NAME_DROP - (len(lines) - 1) * 60, lines, font_size=size,
                font_style="italic", fill=palette.resource, leading=100,
            )  # fmt: skip


def _lines(name: str, size: int, *, room: int) -> Iterator[str]:
    """Yields a name in one line, or in two if it is too wide for a hex."""
    words = name.split()
    if len(words) < 2 or text_width(name, size) <= room:
        yield name
        return
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    yield from min(splits, key=lambda pair: max(map(len, pair)))


def _fitted(
    lines: tuple[str, ...], size: int, name: str, *, bold: bool
) -> tuple[tuple[str, ...], int]:
    """Returns a name in lines that reach into the hexes beside its own, but not across them."""
    if max(text_width(line, size, bold=bold) for line in lines) <= LONGEST_NAME:
        return lines, size
    lines = balanced(name, 3)
    return lines, fitted_size(lines, min(size, 126), LONGEST_NAME, bold=bold)


_GROUND_WORDS: Mapping[str, str] = {"supply": "supply hex", "urban": "urban hex"}


def _pointed_at(canvas: Canvas, space: Space, seen: list[tuple[Hex, Cell]]) -> None:
    """Lays something that cannot be seen over hexes, for whoever points at them."""
    group = canvas.group(id="hexes", fill_opacity="0")
    for hex_, cell in seen:
        x, y = space.centre(hex_)
        if space.shows((x, y)):
            number = space.grid.number_of(hex_)
            one = group.group(id=f"hex-{number}", title=_words(number, cell))
            one.use("cell", x=x, y=y)


def _words(number: str, cell: Cell) -> str:
    what = [_GROUND_WORDS.get(cell.ground, cell.ground)]
    what += ["coast"] * cell.coast + ["port"] * cell.port + ["nobody may enter"] * cell.closed
    if cell.landing:
        what.append(f"amphibious hex {cell.landing}")
    if cell.resource:
        what.append(f"resource: {cell.resource}")
    head = f"{number} {cell.name}".strip()
    return "\n".join([f"{head}: {', '.join(what)}", *([cell.words] if cell.words else [])])

"""What is printed in hexes: numbers, cities, ports, resources, landings, names. It is kept, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from adjudicator.boards.area import Point
from adjudicator.boards.hexes import Hex
from adjudicator.render.hexes.ground import cells_of
from adjudicator.render.hexes.picture import Cell, Crop, HexBoard
from adjudicator.render.hexes.space import HALF, Space, space_of
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.lettering import balanced, fitted_size
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, text_width

__all__ = [
    "city_sign",
    "define_marks",
    "landing_sign",
    "marks",
    "names",
    "port_sign",
    "resource_sign",
]

NUMBER = 118
"""The size of hex numbers."""
NUMBER_RISE = 375
"""How far above the middle of a hex the foot of its number is."""
NAME = 150
LONGEST_NAME = 1500
"""How wide a line of a name may be: a hex and a half."""
RESOURCE_NAME = 104
NAME_DROP = 420
"""How far below the middle the foot of a name is."""
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


def city_sign(canvas: Canvas, at: Point, *, depot: bool) -> None:
    """Draws the sign of an urban hex, or of a supply hex."""
    canvas.use("depot" if depot else "city", x=at[0], y=at[1])


def port_sign(canvas: Canvas, at: Point) -> None:
    """Draws an anchor."""
    canvas.use("port", x=at[0], y=at[1])


def resource_sign(canvas: Canvas, at: Point) -> None:
    """Draws the sign of a resource hex."""
    canvas.use("resource", x=at[0], y=at[1])


def landing_sign(canvas: Canvas, at: Point, words: str, palette: HexPalette) -> None:
    """Draws what is printed in an amphibious hex, on a plate."""
    x, y = at
    canvas.rect(x - 125, y - 82, 250, 164, rx=40, fill=palette.landing, stroke=palette.halo,
                stroke_width=12)  # fmt: skip
    canvas.text(x, y + 46, (words,), font_family=SANS, font_size=128, font_weight="bold",
                fill=palette.halo, text_anchor="middle")  # fmt: skip


@lru_cache(maxsize=16)
def marks(board: HexBoard, crop: Crop | None, palette: HexPalette) -> str:
    """Returns what is printed in the hexes of a board, or of a part of it, but for names."""
    space, cells = space_of(board.grid, crop), cells_of(board)
    canvas = Canvas()
    numbers = canvas.group(
        id="numbers", font_family=SANS, font_size=NUMBER, fill=palette.number, fill_opacity=".8",
        text_anchor="middle", pointer_events="none",
    )  # fmt: skip
    if space.whole:
        _all_numbers(numbers, space)
    else:
        for hex_ in space.hexes:
            x, y = space.centre(hex_)
            if space.shows((x, y - NUMBER_RISE)):
                numbers.text(x, y - NUMBER_RISE, (board.grid.number_of(hex_),))
    seen = [(hex_, cells[hex_]) for hex_ in space.hexes if hex_ in cells]
    _signs(canvas, space, seen, palette)
    if not space.whole:
        _pointed_at(canvas, space, seen)
    return canvas.markup()


@lru_cache(maxsize=16)
def names(board: HexBoard, crop: Crop | None, palette: HexPalette) -> str:
    """Returns the names of cities, ports and resources of a board, or of a part of it."""
    space, cells = space_of(board.grid, crop), cells_of(board)
    canvas = Canvas()
    seen = [(hex_, cells[hex_]) for hex_ in space.hexes if hex_ in cells]
    _names(canvas, space, seen, palette)
    return canvas.markup()


def _all_numbers(canvas: Canvas, space: Space) -> None:
    """Writes the number of every hex: its row, once for all columns, and its column.

    The rows stand once in a group that is used for each column, and the columns likewise.
    """
    grid = space.grid
    rows = canvas.group(id="row-numbers", text_anchor="end")
    for row in range(grid.rows):
        x, y = space.centre(row * grid.columns)
        rows.text(x + 15, y - NUMBER_RISE, (grid.number_of(row * grid.columns)[:3],))
    for column in range(1, grid.columns):
        canvas.use("row-numbers", x=column * 2 * HALF, y=0)
    columns = canvas.group(id="column-numbers", text_anchor="start")
    foot = space.centre(0)[1] - NUMBER_RISE
    for column in range(grid.columns):
        x, _ = space.centre(column)
        columns.text(x + 18, foot, (grid.number_of(column)[3:],))
    for row in range(1, grid.rows):
        x, y = space.centre(row * grid.columns)
        canvas.use("column-numbers", x=x - HALF, y=y - NUMBER_RISE - foot)


def _signs(canvas: Canvas, space: Space, seen: list[tuple[Hex, Cell]], palette: HexPalette) -> None:
    group = canvas.group(id="signs")
    for hex_, cell in seen:
        x, y = space.centre(hex_)
        if not space.shows((x, y), HALF):
            continue
        if cell.ground in ("urban", "supply"):
            city_sign(group, (x, y), depot=cell.ground == "supply")
        if cell.port:
            port_sign(group, (x - _SIDEWAYS, y))
        if cell.landing:
            aside = bool(cell.name or cell.resource)
            at = (x - 400, y + 250) if aside else (x, y + NAME_DROP)
            landing_sign(group, at, cell.landing, palette)
        if cell.resource:
            resource_sign(group, (x + _SIDEWAYS, y))


def _names(canvas: Canvas, space: Space, seen: list[tuple[Hex, Cell]], palette: HexPalette) -> None:
    group = canvas.group(
        id="names", font_family=SANS, text_anchor="middle", stroke=palette.halo,
        stroke_opacity=".85", stroke_width=36, stroke_linejoin="round", paint_order="stroke",
        pointer_events="none",
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
            lift = (len(lines) - 1) * 40
            group.text(
                x, y + NAME_DROP - lift, lines, font_size=size, font_weight=weight,
                fill=palette.ink, leading=118,
            )  # fmt: skip
        elif cell.resource:
            lines = tuple(_lines(cell.resource, RESOURCE_NAME, room=720))
            lines, size = _fitted(lines, RESOURCE_NAME, cell.resource, bold=False)
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

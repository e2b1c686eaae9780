"""The board itself: squares, channel, red triangles, coordinates and the frame around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from adjudicator.boards.area import Point
from adjudicator.core.values import FrozenMap
from adjudicator.render.lettering import fitted_size
from adjudicator.render.outlines import rim
from adjudicator.render.raster import Box
from adjudicator.render.squares.picture import SquareEntry, SquarePicture, cell_of
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.svg import Canvas, line_path, number, ring_path
from adjudicator.render.theme import SANS, SELECTABLE

__all__ = ["LEAST_TYPE", "Table", "ground", "ground_symbols", "names_over", "sample_square"]

_Squares: TypeAlias = FrozenMap[str, SquareEntry]
_Corners: TypeAlias = tuple[tuple[str, str], ...]
"""The quarters, each with its corner."""

LEAST_TYPE = 90
"""The least size of lettering about a board on a phone: 9 pixels."""
_STRIPES = {
    "falling": "M0 0L100 100M0 50L50 100M50 0L100 50",
    "rising": "M0 100L100 0M0 50L50 0M50 100L100 50",
}
"""The stripes of the DMZ in a square: they run along the line."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where the squares of a board lie, in tenths of a unit."""

    left: int
    """The left edge of the first file."""
    top: int
    """The upper edge of the last rank."""
    cell: int
    files: int
    ranks: int
    band: int
    """How wide the strip with the coordinates is."""
    rim: int
    """How wide the strip in the colours of the armies is."""
    is_column: bool = False
    """Whether it is as wide as a phone: then each square has its name in it."""

    def corner(self, square: str) -> Point:
        """Returns the upper left corner of a square."""
        file, rank = cell_of(square)
        return self.left + file * self.cell, self.top + (self.ranks - 1 - rank) * self.cell

    def middle(self, square: str) -> Point:
        """Returns the middle of a square."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2

    @property
    def box(self) -> Box:
        """Returns the squares' part of the sheet."""
        return Box(self.left, self.top, self.files * self.cell, self.ranks * self.cell)

    @property
    def framed(self) -> Box:
        """Returns the board with its frame."""
        inner, edge = self.box, self.band + self.rim
        return Box(inner.x - edge, inner.y - edge, inner.width + 2 * edge, inner.height + 2 * edge)


def ground_symbols(canvas: Canvas, palette: SquarePalette) -> None:
    """Defines a square of every kind, each 100 units wide."""
    defs = canvas.definitions()
    for shade, fill in enumerate(palette.battle):
        _square(defs, f"battle-{shade}", fill)
    for shade, fill in enumerate(palette.staging):
        _square(defs, f"staging-{shade}", fill)
    for name, stripes in _STRIPES.items():
        dmz = _square(defs, f"dmz-{name}", palette.dmz)
        dmz.path(stripes, stroke=palette.dmz_stripe, stroke_width=90)
    recon = _square(defs, "recon", palette.recon)
    recon.path(
        "M8 30V8H30M70 8H92V30M92 70V92H70M30 92H8V70", fill="none", stroke=palette.recon_ink,
        stroke_width=60,
    )  # fmt: skip
    recon.path(
        "M24 50C34 34 66 34 76 50 66 66 34 66 24 50zM50 41A9 9 0 1 0 50.01 41z",
        fill="none", stroke=palette.recon_ink, stroke_width=45,
    )  # fmt: skip
    water = _square(defs, "water", palette.water)
    for y in (20, 45, 70, 95):
        shift = 6 if y in (45, 95) else 20
        water.path(
            f"M{shift} {y - 6}q9-9 18 0t18 0 18 0 18 0", fill="none", stroke=palette.wave,
            stroke_width=38, stroke_linecap="round",
        )  # fmt: skip
    _bridge(defs, palette)


def _square(defs: Canvas, name: str, fill: str) -> Canvas:
    symbol = defs.symbol(id=f"square-of-{name}", viewBox="0 0 100 100")
    symbol.rect(0, 0, 1000, 1000, fill=fill)
    return symbol


def _bridge(defs: Canvas, palette: SquarePalette) -> None:
    """Defines a bridge from side to side, and one from top to bottom."""
    for name, turn in (("across", ""), ("upright", "rotate(90 50 50)")):
        symbol = _square(defs, f"bridge-{name}", palette.water)
        deck = symbol.group(**({"transform": turn} if turn else {}))
        deck.rect(0, 80, 1000, 840, fill=palette.bridge)
        planks = "".join(f"M{x} 12V88" for x in (14, 32, 50, 68, 86))
        deck.path(planks, stroke=palette.bridge_ink, stroke_width=20, stroke_opacity=".45")
        deck.path("M0 9H100M0 91H100", stroke=palette.bridge_ink, stroke_width=90)


def _symbol_of(squares: _Squares, corners: _Corners, square: str) -> str:
    """Returns which symbol shows a square."""
    facts = squares[square]
    file, rank = cell_of(square)
    match facts.ground:
        case "battle":
            return f"battle-{(file + rank) % 2}"
        case "staging":
            return f"staging-{facts.line % 2}"
        case "dmz":
            corner = dict(corners).get(facts.quarter or "")
            return "dmz-falling" if corner in ("south-west", "north-east") else "dmz-rising"
        case "bridge":
            beside = squares.get(f"{chr(ord(square[0]) - 1)}{square[1:]}")
            is_land = beside is not None and beside.quarter is not None
            return "bridge-across" if is_land else "bridge-upright"
        case "deck":
            return "water"
        case _:
            return facts.ground


def sample_square(canvas: Canvas, name: str, box: Box) -> None:
    """Draws an example of a square."""
    canvas.use(f"square-of-{name}", x=box.x, y=box.y, width=box.width, height=box.height)


def names_over(picture: SquarePicture, palette: SquarePalette, table: Table) -> str:
    """Writes over the corner of each piece on a phone where it stands."""
    canvas = Canvas()
    if not table.is_column:
        return ""
    size = table.cell * 36 // 100
    layer = canvas.group(
        id="names-of-pieces", font_family=SANS, font_size=size, font_weight="bold",
        fill=palette.on_square, stroke=palette.halo, stroke_width=size // 4, paint_order="stroke",
        stroke_linejoin="round", style=SELECTABLE,
    )  # fmt: skip
    for square in picture.pieces:
        x, y = table.corner(square)
        layer.text(x + size // 8, y + size * 78 // 100, (square,))
    return canvas.markup()


def _names(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    """Writes the name of each empty square at its foot: on a phone its edge is far away."""
    size = table.cell * 43 // 100
    layer = canvas.group(
        id="names-of-squares", font_family=SANS, font_size=size, text_anchor="middle",
        fill=palette.on_square, fill_opacity=".8", style=SELECTABLE,
    )  # fmt: skip
    for square, facts in picture.squares.items():
        if facts.ground not in ("water", "deck") and square not in picture.pieces:
            x, y = table.corner(square)
            ink = {"fill": palette.on_red} if facts.ground in ("dmz", "bridge") else {}
            layer.text(x + table.cell // 2, y + table.cell - size // 5, (square,), **ink)


def ground(picture: SquarePicture, palette: SquarePalette, table: Table) -> str:
    """Draws the board under its pieces."""
    canvas = Canvas()
    _frame(canvas, picture, palette, table)
    _squares(canvas, picture, palette, table)
    if table.is_column:
        _names(canvas, picture, palette, table)
    _coordinates(canvas, palette, table)
    return canvas.markup()


def _squares(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    """Draws the squares: the bridges last, for they lie over the shores."""
    corners = tuple((quarter.id, quarter.corner) for quarter in picture.quarters)
    ink = _Ink(palette.grid, palette.shore, palette.red_edge)
    canvas.add(_written(picture.squares, corners, ink, table))


class _Ink(NamedTuple):
    """The colours of lines."""

    grid: str
    shore: str
    red_edge: str


@lru_cache(maxsize=8)
def _written(squares: _Squares, corners: _Corners, ink: _Ink, table: Table) -> str:
    """Returns the squares with their lines as text: in one match they are always the same."""
    canvas = Canvas()
    layer = canvas.group(id="squares")
    bridges = Canvas()
    for square, facts in squares.items():
        x, y = table.corner(square)
        canvas_ = bridges if facts.ground == "bridge" else layer
        one = canvas_.group(
            id=f"square-{square}", title=f"{square}: {facts.words}", data_place=square
        )
        one.use(
            f"square-of-{_symbol_of(squares, corners, square)}", x=x, y=y, width=table.cell,
            height=table.cell,
        )  # fmt: skip
    _grid(layer, squares, [quarter for quarter, _ in corners], ink=ink, table=table)
    layer.add(bridges)
    return canvas.markup()


def _grid(
    canvas: Canvas, squares: _Squares, quarters: Sequence[str], *, ink: _Ink, table: Table
) -> None:
    """Draws the lines between squares, the shores, and what sets the red squares apart."""
    cell = table.cell
    lines = canvas.group(id="lines", fill="none", stroke_linejoin="round", pointer_events="none")
    land = [square for square, facts in squares.items() if facts.quarter is not None]
    d = "".join(
        f"M{number(x)} {number(y)}h{number(cell)}v{number(cell)}"
        for x, y in map(table.corner, land)
    )
    lines.path(d, stroke=ink.grid, stroke_width=max(cell // 44, 5))
    for quarter in quarters:
        inside = [square for square, facts in squares.items() if facts.quarter == quarter]
        red = [square for square in inside if squares[square].line]
        behind = [square for square in red if squares[square].ground == "staging"]
        lines.path(
            _outline(inside, table), id=f"shore-{quarter}", stroke=ink.shore,
            stroke_width=cell // 11,
        )  # fmt: skip
        lines.path(
            _outline(behind, table), stroke=ink.red_edge, stroke_width=cell // 30,
            stroke_opacity=".7",
        )  # fmt: skip
        lines.path(_outline(red, table), stroke=ink.red_edge, stroke_width=cell // 13)


def _outline(squares: Sequence[str], table: Table) -> str:
    """Returns the outline of several squares taken together."""
    cell = table.cell
    rings = [
        ((x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell))
        for x, y in map(table.corner, squares)
    ]
    return ring_path(line[:-1] for line in rim(rings))


def _frame(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    """Draws the frame; along each quarter it has the colours of the army at home there."""
    whole, inner = table.framed, table.box
    frame = canvas.group(id="frame", font_family=SANS, font_weight="bold")
    frame.rect(
        whole.x, whole.y, whole.width, whole.height, rx=table.rim // 2, fill=palette.frame,
        stroke=palette.edge, stroke_width=max(table.rim // 12, 6),
    )  # fmt: skip
    out = {army.id for army in picture.armies if army.is_out}
    for quarter in picture.quarters:
        look = palette.looks.get(quarter.army or "")
        if quarter.army in out:
            look = None
        fill = palette.open if look is None else look.face
        one = frame.group(id=f"rim-{quarter.id}", title=quarter.name)
        one.path(_strip(quarter.corner, table), fill=fill, stroke=look.edge if look else fill,
                 stroke_width=max(table.rim // 14, 4))  # fmt: skip
        words = quarter.name.upper() + (" \N{MIDDLE DOT} CEASE-FIRE" if quarter.ceasefire else "")
        size = fitted_size(
            [words], table.rim * 66 // 100, inner.width * 49 // 100, bold=True, spacing=13
        )
        x = inner.x + inner.width * (1 if quarter.corner.endswith("west") else 3) // 4
        y = whole.y if quarter.corner.startswith("north") else whole.y + whole.height - table.rim
        spacing = size // 8
        one.text(
            x, y + table.rim // 2 + size * 36 // 100, (words,), font_size=size,
            text_anchor="middle", letter_spacing=spacing,
            fill=look.ink if look else palette.ink_on_open,
        )  # fmt: skip
    frame.rect(
        inner.x, inner.y, inner.width, inner.height, fill="none", stroke=palette.shore,
        stroke_width=table.cell // 6,
    )  # fmt: skip


def _strip(corner: str, table: Table) -> str:
    """Returns the part of the rim that belongs to a corner, as a closed shape."""
    whole, inner, rim_ = table.framed, table.box, table.rim
    gap = table.cell * 3 // 4
    middle = inner.centre
    inset = max(rim_ // 12, 6) // 2
    west, north = corner.endswith("west"), corner.startswith("north")
    dx, dy = (1 if west else -1), (1 if north else -1)
    x = whole.x + inset if west else whole.x + whole.width - inset
    y = whole.y + inset if north else whole.y + whole.height - inset
    end_x, end_y = middle[0] - dx * gap, middle[1] - dy * gap
    deep_x, deep_y = x + dx * (rim_ - inset), y + dy * (rim_ - inset)
    points = ((x, y), (end_x, y), (end_x, deep_y), (deep_x, deep_y), (deep_x, end_y), (x, end_y))
    return line_path(points, closed=True)


def _coordinates(canvas: Canvas, palette: SquarePalette, table: Table) -> None:
    """Writes files and ranks on all four sides."""
    size = min(table.band * 72 // 100, table.cell * 60 // 100)
    if table.is_column:
        size = max(size, LEAST_TYPE)
    layer = canvas.group(
        id="coordinates", font_family=SANS, font_size=size, font_weight="bold",
        fill=palette.on_frame, text_anchor="middle", style=SELECTABLE,
    )  # fmt: skip
    inner, half, drop = table.box, table.band // 2, size * 36 // 100
    for file in range(table.files):
        x = inner.x + file * table.cell + table.cell // 2
        for y in (inner.y - half, inner.y + inner.height + half):
            layer.text(x, y + drop, (chr(ord("a") + file),))
    for rank in range(table.ranks):
        y = inner.y + inner.height - rank * table.cell - table.cell // 2 + drop
        for x in (inner.x - half, inner.x + inner.width + half):
            layer.text(x, y, (str(rank + 1),))

"""What happened on a board of squares: moves, strikes, blasts, losses and returns.

Arrows lie under the pieces and signs over them, so that no piece is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.boards.area import Point
from adjudicator.render import strokes
from adjudicator.render.looks import Look
from adjudicator.render.raster import Box
from adjudicator.render.squares.ground import LEAST_TYPE, Table
from adjudicator.render.squares.picture import Loss, MoveShown, SquarePicture
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.squares.tokens import badge, burst, cross, ghost, piece
from adjudicator.render.strokes import towards
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS

__all__ = ["arrow", "blast_at", "ceasefire_line", "marks_over", "marks_under"]

_DASHES = {"ground": (), "flight": (36, 22), "card": (6, 22)}
"""The dashes of arrows by how a piece moves, in percent of a square."""


def marks_under(picture: SquarePicture, palette: SquarePalette, table: Table) -> str:
    """Draws what lies between the squares and the pieces."""
    canvas = Canvas()
    _ceasefires(canvas, picture, palette, table)
    if picture.shows_fights:
        _blasts(canvas, picture, palette, table)
    if picture.shows_moves:
        _moves(canvas, picture, palette, table)
    if picture.shows_fights:
        _bursts(canvas, picture, palette, table)
    return canvas.markup()


def marks_over(picture: SquarePicture, palette: SquarePalette, table: Table) -> str:
    """Draws what lies over the pieces."""
    canvas = Canvas()
    cell = table.cell
    if picture.shows_fights:
        losses = canvas.group(id="losses")
        for index, loss in enumerate(picture.losses, start=1):
            one = losses.group(
                id=f"loss-{index}", title=loss.words, data_mark="lost", data_place=loss.at,
                data_side=loss.army, data_kind=loss.kind,
            )  # fmt: skip
            _lost(one, loss, palette, table, is_covered=loss.at in picture.pieces)
    signs = canvas.group(id="signs")
    for square, facts in picture.pieces.items():
        if facts.duty != "none":
            x, y = table.middle(square)
            at = x + cell * 33 // 100, y + cell * 33 // 100
            badge(signs, palette, facts.duty, at=at, size=cell * 34 // 100)
    if picture.shows_moves:
        returns = canvas.group(id="returns")
        for index, back in enumerate(picture.returns, start=1):
            x, y = table.middle(back.at)
            one = returns.group(id=f"return-{index}", title=back.words)
            at = x - cell * 33 // 100, y - cell * 33 // 100
            badge(one, palette, "gain", at=at, size=cell * 34 // 100)
        _numbers(canvas, picture, palette, table)
    return canvas.markup()


def _ceasefires(
    canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table
) -> None:
    """Draws a line within each quarter in which nobody may strike."""
    cell = table.cell
    for quarter in picture.quarters:
        if not quarter.ceasefire:
            continue
        corners = [
            table.corner(square)
            for square, facts in picture.squares.items()
            if facts.quarter == quarter.id
        ]
        (left, right), (top, bottom) = ((min(at), max(at)) for at in zip(*corners, strict=True))
        inset = cell * 12 // 100
        box = Box(
            left + inset, top + inset, right - left + cell - 2 * inset,
            bottom - top + cell - 2 * inset,
        )  # fmt: skip
        group = canvas.group(
            id=f"ceasefire-{quarter.id}",
            title=f"{picture.called('cease-fire')}: {quarter.name}",
            fill="none",
        )
        ceasefire_line(group, box, palette, cell=cell)


def ceasefire_line(canvas: Canvas, box: Box, palette: SquarePalette, *, cell: int) -> None:
    """Draws the line about a cease-fire."""
    place = (box.x, box.y, box.width, box.height)
    canvas.rect(
        *place, rx=cell // 5, fill=palette.halo, fill_opacity=".22", stroke=palette.halo,
        stroke_width=cell * 20 // 100,
    )  # fmt: skip
    canvas.rect(
        *place, rx=cell // 5, fill="none", stroke=palette.safe, stroke_width=cell * 9 // 100,
        stroke_dasharray=f"{cell * 3 / 100:g} {cell * 15 / 1000:g}",
    )  # fmt: skip


# -- moves ----------------------------------------------------------------------------------------


def _moves(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    layer = canvas.group(id="moves")
    for index, move in enumerate(picture.moves, start=1):
        look = palette.looks[move.army]
        one = layer.group(
            id=f"move-{index}", title=move.words, data_mark="moved", data_place=move.path[-1],
            data_from=move.path[0], data_side=move.army, data_kind=move.kind,
        )  # fmt: skip
        x, y = table.corner(move.path[-1])
        edge = table.cell // 14
        one.rect(
            x + edge, y + edge, table.cell - 2 * edge, table.cell - 2 * edge, fill="none",
            stroke=look.line, stroke_width=table.cell // 12,
        )  # fmt: skip
        start = table.middle(move.path[0])
        if move.path[0] not in picture.pieces:
            ghost(one, look, at=start, size=table.cell * 80 // 100, halo=palette.halo)
        points = [table.middle(square) for square in move.path]
        arrow(one, points, look, palette, cell=table.cell, manner=move.manner)


def arrow(
    canvas: Canvas,
    points: Sequence[Point],
    look: Look,
    palette: SquarePalette,
    *,
    cell: int,
    manner: str = "ground",
) -> None:
    """Draws an arrow through the middles of squares; it ends at the edge of the last piece."""
    *before, last, end = points
    # Its head ends where the piece begins.
    tip, neck = (towards(end, last, cell * share // 100) for share in (40, 62))
    strokes.arrow(
        canvas, line_path((*before, last, neck)), (neck, tip), line=look.line, halo=palette.halo,
        wide=(cell * 13 // 100, cell * 20 // 100),
        dashes=" ".join(f"{part * cell / 1000:g}" for part in _DASHES[manner]),
    )  # fmt: skip


def _numbers(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    """Numbers the moves where there are several."""
    if len(picture.moves) < 2:
        return
    size = max(table.cell * 40 // 100, LEAST_TYPE * 9 // 8 if table.is_column else 0)
    layer = canvas.group(
        id="move-numbers", font_family=SANS, font_weight="bold", font_size=size * 9 // 10,
        text_anchor="middle", pointer_events="none",
    )  # fmt: skip
    for index, move in enumerate(picture.moves, start=1):
        look = palette.looks[move.army]
        x, y = _number_at(move, picture, table)
        layer.circle(x, y, size * 62 // 100, fill=look.face, stroke=palette.halo,
                     stroke_width=size // 8)  # fmt: skip
        layer.text(x, y + size * 32 // 100, (str(index),), fill=look.ink)


def _number_at(move: MoveShown, picture: SquarePicture, table: Table) -> Point:
    """Returns where a move's number stands: where it began, beside a piece that stands there."""
    x, y = table.middle(move.path[0])
    if move.path[0] in picture.pieces:
        reach = table.cell * 36 // 100
        return x - reach, y - reach
    return x, y


# -- what was destroyed ---------------------------------------------------------------------------


def _blasts(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    layer = canvas.group(id="blasts")
    cell, inner = table.cell, table.box
    for index, blast in enumerate(picture.blasts, start=1):
        x, y = table.corner(blast.at)
        left, top = max(x - cell, inner.x), max(y - cell, inner.y)
        right = min(x + 2 * cell, inner.x + inner.width)
        bottom = min(y + 2 * cell, inner.y + inner.height)
        one = layer.group(
            id=f"blast-{index}", title=blast.words, data_mark="fought", data_place=blast.at
        )
        blast_at(one, Box(left, top, right - left, bottom - top), palette, cell=cell)


def blast_at(canvas: Canvas, box: Box, palette: SquarePalette, *, cell: int) -> None:
    """Draws the reach of a blast."""
    canvas.rect(
        box.x, box.y, box.width, box.height, rx=cell // 3, fill=palette.burst_edge,
        fill_opacity=".16", stroke=palette.burst_edge, stroke_width=cell // 14,
        stroke_dasharray=f"{cell / 50:g} {cell / 80:g}",
    )  # fmt: skip


def _bursts(canvas: Canvas, picture: SquarePicture, palette: SquarePalette, table: Table) -> None:
    layer = canvas.group(id="bursts", pointer_events="none")
    for square in _struck(picture):
        one = layer.group(data_mark="fought", data_place=square)
        burst(one, palette, at=table.middle(square), radius=table.cell * 68 // 100)


def _struck(picture: SquarePicture) -> Iterator[str]:
    """Yields the squares on which something was struck, each once."""
    struck = [loss.at for loss in picture.losses if loss.cause != "other"]
    yield from dict.fromkeys(struck)


def _lost(
    canvas: Canvas, loss: Loss, palette: SquarePalette, table: Table, *, is_covered: bool
) -> None:
    """Draws a lost piece with a cross: small beside the piece that stands there now."""
    cell = table.cell
    x, y = table.middle(loss.at)
    if is_covered:
        at = x + cell * 34 // 100, y - cell * 34 // 100
        piece(canvas, loss.army, loss.kind, at=at, size=cell * 56 // 100)
        cross(canvas, palette, at=at, reach=cell * 17 // 100)
        return
    faded = canvas.group(opacity=".75")
    piece(faded, loss.army, loss.kind, at=(x, y), size=cell * 88 // 100)
    cross(canvas, palette, at=(x, y), reach=cell * 30 // 100)

"""The legend of a board of squares: whatever occurs in the picture, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.render.raster import Box
from adjudicator.render.squares.ground import sample_square
from adjudicator.render.squares.marks import arrow, ceasefire_line, shows_fights, shows_moves
from adjudicator.render.squares.panels import Sizing
from adjudicator.render.squares.picture import MoveShown, SquarePicture
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.squares.tokens import badge, burst, cross, ghost, piece
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, text_width

__all__ = ["legend"]

_Sample = Callable[[Canvas, int, int], None]
"""Draws an example with its middle at a point."""
_Entry = tuple[str, _Sample, int]
"""Words, an example, and how wide both are."""


def legend(
    picture: SquarePicture, palette: SquarePalette, sizing: Sizing, top: int
) -> tuple[str, int]:
    """Draws the legend from `top`: whatever occurs in the picture; returns where it ends, too."""
    canvas = Canvas()
    unit = sizing.unit
    group = canvas.group(id="legend", font_family=SANS, fill=palette.ink)
    entries = [
        (words, sample, unit * 40 // 10 + text_width(words, unit))
        for words, sample in _entries(picture, palette, unit)
    ]
    room = sizing.width - 2 * sizing.margin + unit * 14 // 10
    rows = _rows(entries, room)
    # As even as they can be: the narrowest room in which there are no more rows.
    if not sizing.is_column:
        narrower = range(room, unit, -unit)
        tried = [_rows(entries, wide) for wide in narrower]
        rows = [one for one in tried if len(one) == len(rows)][-1]
    y = top + unit
    for row in rows:
        whole = sum(wide for _, _, wide in row) - unit * 14 // 10
        # In a column the entries stand under one another; else each row is in the middle.
        x = sizing.margin if sizing.is_column else (sizing.width - whole) // 2
        for words, sample, wide in row:
            entry = group.group()
            sample(entry, x + unit * 10 // 10, y)
            entry.text(x + unit * 26 // 10, y + unit * 36 // 100, (words,), font_size=unit)
            x += wide
        y += unit * 25 // 10
    return canvas.markup(), y - unit


def _rows(entries: Sequence[_Entry], room: int) -> list[list[_Entry]]:
    """Returns the entries of a legend in rows of a width; each row has one at least."""
    rows: list[list[_Entry]] = []
    left = 0
    for entry in entries:
        if not rows or entry[2] > left:
            rows.append([])
            left = room
        rows[-1].append(entry)
        left -= entry[2]
    return rows


def _entries(
    picture: SquarePicture, palette: SquarePalette, unit: int
) -> list[tuple[str, _Sample]]:
    grounds = {facts.ground for facts in picture.squares.values()}
    names = (
        ("battle", "battle-0", "Battle zone"),
        ("recon", "recon", "Recon space"),
        ("dmz", "dmz-falling", "DMZ line"),
        ("staging", "staging-0", "Staging area"),
        ("bridge", "bridge-across", "Bridge"),
        ("water", "water", "Water"),
    )
    entries = [
        (words, _square(symbol, palette, unit))
        for ground, symbol, words in names
        if ground in grounds
    ]
    duties = {facts.duty for facts in picture.pieces.values()}
    if "safe" in duties:
        entries.append(("Safe from strikes", _badge("safe", palette, unit)))
    if "due" in duties:
        entries.append(("Must leave this turn", _badge("due", palette, unit)))
    if any(quarter.ceasefire for quarter in picture.quarters):
        entries.append(("Cease-fire", _ceasefire(palette, unit)))
    if shows_moves(picture):
        entries += _move_entries(picture, palette, unit)
    if shows_fights(picture):
        entries += _fight_entries(picture, palette, unit)
    return entries


def _move_entries(
    picture: SquarePicture, palette: SquarePalette, unit: int
) -> list[tuple[str, _Sample]]:
    entries: list[tuple[str, _Sample]] = []
    manners = {"ground": "Move", "flight": "Flight", "card": "Moved by a card"}
    for manner, words in manners.items():
        found = [move for move in picture.moves if move.manner == manner]
        if found:
            entries.append((words, _arrow(picture, found[0], palette, unit)))
    if picture.moves:
        entries.append(("Where it stood", _ghost(picture, palette, unit)))
    if picture.returns:
        entries.append(("Recovered", _badge("gain", palette, unit)))
    return entries


def _fight_entries(
    picture: SquarePicture, palette: SquarePalette, unit: int
) -> list[tuple[str, _Sample]]:
    entries: list[tuple[str, _Sample]] = []
    if any(loss.cause != "other" for loss in picture.losses):
        entries.append(("Strike", _burst(palette, unit)))
    if picture.blasts:
        entries.append(("Blast", _blast(palette, unit)))
    if picture.losses:
        entries.append(("Lost", _lost(picture, palette, unit)))
    return entries


def _square(symbol: str, palette: SquarePalette, unit: int) -> _Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 19 // 10
        box = Box(x - side // 2, y - side // 2, side, side)
        sample_square(canvas, symbol, box)
        canvas.rect(box.x, box.y, side, side, fill="none", stroke=palette.grid,
                    stroke_width=unit // 12)  # fmt: skip

    return draw


def _ground_under(canvas: Canvas, x: int, y: int, unit: int) -> None:
    """Draws a square under an example."""
    side = unit * 20 // 10
    sample_square(canvas, "battle-0", Box(x - side // 2, y - side // 2, side, side))


def _ceasefire(palette: SquarePalette, unit: int) -> _Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 16 // 10
        _ground_under(canvas, x, y, unit)
        box = (x - side // 2, y - side // 2, side, side)
        ceasefire_line(canvas, box, palette, cell=unit * 19 // 10)

    return draw


def _badge(sign: str, palette: SquarePalette, unit: int) -> _Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        badge(canvas, palette, sign, at=(x, y), size=unit * 16 // 10)

    return draw


def _arrow(picture: SquarePicture, move: MoveShown, palette: SquarePalette, unit: int) -> _Sample:
    look = palette.looks[next(one.look for one in picture.armies if one.id == move.army)]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        cell = unit * 22 // 10
        points = ((x - unit * 11 // 10, y), (x + unit * 18 // 10, y))
        arrow(canvas, points, look, palette, cell=cell, manner=move.manner)

    return draw


def _ghost(picture: SquarePicture, palette: SquarePalette, unit: int) -> _Sample:
    army = picture.moves[0].army
    look = palette.looks[next(one.look for one in picture.armies if one.id == army)]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        ghost(canvas, look, at=(x, y), size=unit * 19 // 10, halo=palette.halo)

    return draw


def _burst(palette: SquarePalette, unit: int) -> _Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        burst(canvas, palette, at=(x, y), radius=unit)

    return draw


def _blast(palette: SquarePalette, unit: int) -> _Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 19 // 10
        _ground_under(canvas, x, y, unit)
        canvas.rect(
            x - side // 2, y - side // 2, side, side, rx=unit // 2, fill=palette.burst_edge,
            fill_opacity=".16", stroke=palette.burst_edge, stroke_width=unit // 8,
            stroke_dasharray=f"{unit / 25:g} {unit / 40:g}",
        )  # fmt: skip

    return draw


def _lost(picture: SquarePicture, palette: SquarePalette, unit: int) -> _Sample:
    loss = picture.losses[0]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        faded = canvas.group(opacity=".75")
        piece(faded, loss.army, loss.kind, at=(x, y), size=unit * 21 // 10)
        cross(canvas, palette, at=(x, y), reach=unit * 6 // 10)

    return draw

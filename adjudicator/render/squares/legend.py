"""What the legend of a board of squares explains: whatever occurs in the picture, nothing else."""

from __future__ import annotations

from adjudicator.render.legend import Entry, Sample
from adjudicator.render.raster import Box
from adjudicator.render.squares.ground import sample_square
from adjudicator.render.squares.marks import arrow, ceasefire_line
from adjudicator.render.squares.picture import MoveShown, SquarePicture
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.squares.tokens import badge, burst, cross, ghost, piece
from adjudicator.render.svg import Canvas

__all__ = ["entries"]


def entries(picture: SquarePicture, palette: SquarePalette, unit: int) -> list[Entry]:
    """Returns the entries of the legend: whatever occurs in the picture."""
    grounds = {facts.ground for facts in picture.squares.values()}
    names = (
        ("battle", "battle-0", "Battle zone"),
        ("recon", "recon", "Recon space"),
        ("dmz", "dmz-falling", "DMZ line"),
        ("staging", "staging-0", "Staging area"),
        ("bridge", "bridge-across", "Bridge"),
        ("water", "water", "Water"),
    )
    found = [
        Entry(words, _square(symbol, palette, unit))
        for ground, symbol, words in names
        if ground in grounds
    ]
    duties = {facts.duty for facts in picture.pieces.values()}
    if "safe" in duties:
        found.append(Entry("Safe from strikes", _badge("safe", palette, unit)))
    if "due" in duties:
        found.append(Entry("Must leave this turn", _badge("due", palette, unit)))
    if any(quarter.ceasefire for quarter in picture.quarters):
        found.append(Entry("Cease-fire", _ceasefire(palette, unit)))
    if picture.shows_moves:
        found += _move_entries(picture, palette, unit)
    if picture.shows_fights:
        found += _fight_entries(picture, palette, unit)
    return found


def _move_entries(picture: SquarePicture, palette: SquarePalette, unit: int) -> list[Entry]:
    found: list[Entry] = []
    manners = {"ground": "Move", "flight": "Flight", "card": "Moved by a card"}
    for manner, words in manners.items():
        of_manner = [move for move in picture.moves if move.manner == manner]
        if of_manner:
            found.append(Entry(words, _arrow(of_manner[0], palette, unit)))
    if picture.moves:
        found.append(Entry("Where it stood", _ghost(picture, palette, unit)))
    if picture.returns:
        found.append(Entry("Recovered", _badge("gain", palette, unit)))
    return found


def _fight_entries(picture: SquarePicture, palette: SquarePalette, unit: int) -> list[Entry]:
    found: list[Entry] = []
    if any(loss.cause != "other" for loss in picture.losses):
        found.append(Entry("Strike", _burst(palette, unit)))
    if picture.blasts:
        found.append(Entry("Blast", _blast(palette, unit)))
    if picture.losses:
        found.append(Entry("Lost", _lost(picture, palette, unit)))
    return found


def _square(symbol: str, palette: SquarePalette, unit: int) -> Sample:
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


def _ceasefire(palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 16 // 10
        _ground_under(canvas, x, y, unit)
        box = (x - side // 2, y - side // 2, side, side)
        ceasefire_line(canvas, box, palette, cell=unit * 19 // 10)

    return draw


def _badge(sign: str, palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        badge(canvas, palette, sign, at=(x, y), size=unit * 16 // 10)

    return draw


def _arrow(move: MoveShown, palette: SquarePalette, unit: int) -> Sample:
    look = palette.looks[move.army]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        cell = unit * 22 // 10
        points = ((x - unit * 11 // 10, y), (x + unit * 18 // 10, y))
        arrow(canvas, points, look, palette, cell=cell, manner=move.manner)

    return draw


def _ghost(picture: SquarePicture, palette: SquarePalette, unit: int) -> Sample:
    look = palette.looks[picture.moves[0].army]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        ghost(canvas, look, at=(x, y), size=unit * 19 // 10, halo=palette.halo)

    return draw


def _burst(palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        burst(canvas, palette, at=(x, y), radius=unit)

    return draw


def _blast(palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 19 // 10
        _ground_under(canvas, x, y, unit)
        canvas.rect(
            x - side // 2, y - side // 2, side, side, rx=unit // 2, fill=palette.burst_edge,
            fill_opacity=".16", stroke=palette.burst_edge, stroke_width=unit // 8,
            stroke_dasharray=f"{unit / 25:g} {unit / 40:g}",
        )  # fmt: skip

    return draw


def _lost(picture: SquarePicture, palette: SquarePalette, unit: int) -> Sample:
    loss = picture.losses[0]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        faded = canvas.group(opacity=".75")
        piece(faded, loss.army, loss.kind, at=(x, y), size=unit * 21 // 10)
        cross(canvas, palette, at=(x, y), reach=unit * 6 // 10)

    return draw

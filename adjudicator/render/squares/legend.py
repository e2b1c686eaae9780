"""What the legend of a board of squares explains: whatever occurs in the picture, nothing else."""

from __future__ import annotations

from adjudicator.render.legend import Key
from adjudicator.render.raster import Box
from adjudicator.render.squares.ground import sample_square
from adjudicator.render.squares.marks import arrow, blast_at, ceasefire_line
from adjudicator.render.squares.picture import SquarePicture
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.squares.tokens import badge, burst, cross, ghost, piece
from adjudicator.render.svg import Canvas

__all__ = ["key_of"]

_GROUNDS = (
    ("battle", "battle-0"),
    ("recon", "recon"),
    ("dmz", "dmz-falling"),
    ("staging", "staging-0"),
    ("bridge", "bridge-across"),
    ("water", "water"),
)
"""Kinds of squares with their symbols."""
_MANNERS = ("ground", "flight", "card")
_MIDDLE = (0, 0)


def key_of(picture: SquarePicture, palette: SquarePalette, unit: int) -> Key:
    """Returns the entries of the legend: whatever occurs in the picture."""
    key = Key()
    grounds = {facts.ground for facts in picture.squares.values()}
    for ground, symbol in _GROUNDS:
        if ground in grounds:
            box, sample = _about(unit * 19 // 10), key.add(picture.called(ground))
            sample_square(sample, symbol, box)
            sample.rect(box.x, box.y, box.width, box.height, fill="none", stroke=palette.grid,
                        stroke_width=unit // 12)  # fmt: skip
    duties = {facts.duty for facts in picture.pieces.values()}
    for duty in ("safe", "due"):
        if duty in duties:
            badge(key.add(picture.called(duty)), palette, duty, at=_MIDDLE, size=unit * 16 // 10)
    if any(quarter.ceasefire for quarter in picture.quarters):
        box = _about(unit * 16 // 10)
        ceasefire_line(
            _on_ground(key, picture.called("cease-fire"), unit), box, palette, cell=unit * 19 // 10
        )
    if picture.shows_moves:
        _add_moves(key, picture, palette, unit)
    if picture.shows_fights:
        _add_fights(key, picture, palette, unit)
    return key


def _about(side: int) -> Box:
    return Box(-side // 2, -side // 2, side, side)


def _on_ground(key: Key, words: str, unit: int) -> Canvas:
    """Adds an entry whose sample lies on a square."""
    sample = key.add(words)
    sample_square(sample, "battle-0", _about(unit * 20 // 10))
    return sample


def _add_moves(key: Key, picture: SquarePicture, palette: SquarePalette, unit: int) -> None:
    for manner in _MANNERS:
        move = next((move for move in picture.moves if move.manner == manner), None)
        if move is not None:
            points, look = ((-unit * 11 // 10, 0), (unit * 18 // 10, 0)), palette.looks[move.army]
            arrow(
                key.add(picture.called(manner)),
                points,
                look,
                palette,
                cell=unit * 22 // 10,
                manner=manner,
            )
    if picture.moves:
        look, sample = (
            palette.looks[picture.moves[0].army],
            _on_ground(key, picture.called("stood"), unit),
        )
        ghost(sample, look, at=_MIDDLE, size=unit * 19 // 10, halo=palette.halo)
    if picture.returns:
        badge(
            key.add(picture.called("recovered")), palette, "gain", at=_MIDDLE, size=unit * 16 // 10
        )


def _add_fights(key: Key, picture: SquarePicture, palette: SquarePalette, unit: int) -> None:
    if any(loss.cause != "other" for loss in picture.losses):
        burst(_on_ground(key, picture.called("strike"), unit), palette, at=_MIDDLE, radius=unit)
    if picture.blasts:
        sample = _on_ground(key, picture.called("blast"), unit)
        blast_at(sample, _about(unit * 19 // 10), palette, cell=unit * 18 // 10)
    if picture.losses:
        loss, sample = picture.losses[0], _on_ground(key, picture.called("lost"), unit)
        faded = sample.group(opacity=".75")
        piece(faded, loss.army, loss.kind, at=_MIDDLE, size=unit * 21 // 10)
        cross(sample, palette, at=_MIDDLE, reach=unit * 6 // 10)

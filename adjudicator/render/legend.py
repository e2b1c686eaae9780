"""The legend of a picture: whatever occurs in it, in rows as even as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.boards.area import Point
from adjudicator.render.lettering import fitted_size
from adjudicator.render.panels import Sizing
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS, text_width

__all__ = ["Entry", "Key", "legend", "lines", "placed"]


class Entry(NamedTuple):
    """A line of a legend."""

    words: str
    sample: Canvas | None
    """What it explains, drawn about the origin; None: the line is a heading."""


class Key:
    """The entries of a legend, as they are gathered."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, words: str) -> Canvas:
        """Adds an entry; returns what its sample is to be drawn on, about the origin."""
        sample = Canvas()
        self.entries.append(Entry(words, sample))
        return sample

    def head(self, words: str) -> None:
        """Adds a heading."""
        self.entries.append(Entry(words, None))


def lines(canvas: Canvas, reach: int, *strokes: tuple[str, int, str]) -> None:
    """Draws level lines over each other about the origin: colour, width and dashes of each."""
    path = line_path(((-reach, 0), (reach, 0)))
    for colour, wide, dashes in strokes:
        dashed = {"stroke_dasharray": dashes} if dashes else {}
        canvas.path(path, fill="none", stroke=colour, stroke_width=wide, **dashed)


def placed(canvas: Canvas, sample: Canvas | None, at: Point, scale: str = "") -> None:
    """Puts a sample at a point; `scale` is how much larger it is to be, if it is."""
    if sample is not None:
        scale = f" scale({scale})" if scale else ""
        canvas.group(transform=f"translate({at[0] / 10:g} {at[1] / 10:g}){scale}").add(sample)


def legend(
    entries: Sequence[Entry], sizing: Sizing, top: int, *, ink: str, reach: int, scale: str = ""
) -> tuple[str, int]:
    """Draws a legend from `top`; returns where it ends, too.

    Args:
        reach: how far an example reaches from its middle, in tenths of the unit.
        scale: how much larger examples are to be than they are drawn.
    """
    canvas = Canvas()
    unit = sizing.unit
    group = canvas.group(id="legend", font_family=SANS, fill=ink)
    before, gap = unit * reach // 10, unit * 14 // 10
    beside = before + unit * (reach + 6) // 10
    room = sizing.width - 2 * sizing.margin + gap
    sizes = [fitted_size([entry.words], unit, room - gap - beside) for entry in entries]
    wides = [
        beside + text_width(entry.words, size) + gap
        for entry, size in zip(entries, sizes, strict=True)
    ]
    rows = _rows(wides, room)
    if not sizing.is_column:
        # As even as they can be: the narrowest room in which there are no more rows.
        tried = [_rows(wides, narrower) for narrower in range(room, unit, -unit)]
        rows = [one for one in tried if len(one) == len(rows)][-1]
    y = top + unit
    for row in rows:
        whole = sum(wides[place] for place in row) - gap
        x = sizing.margin if sizing.is_column else (sizing.width - whole) // 2
        for place in row:
            one, (words, sample) = group.group(), entries[place]
            placed(one, sample, (x + before, y), scale)
            one.text(x + beside, y + unit * 36 // 100, (words,), font_size=sizes[place])
            x += wides[place]
        y += unit * 25 // 10
    return canvas.markup(), y - unit


def _rows(wides: Sequence[int], room: int) -> list[list[int]]:
    """Returns the places of entries in rows of a width; each row has one at least."""
    rows: list[list[int]] = []
    left = 0
    for place, wide in enumerate(wides):
        if not rows or wide > left:
            rows.append([])
            left = room
        rows[-1].append(place)
        left -= wide
    return rows

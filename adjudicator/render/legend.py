"""The legend under a map: whatever occurs in the picture, in rows as even as they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.render.panels import Sizing
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, text_width

__all__ = ["Entry", "Sample", "legend"]

Sample: TypeAlias = Callable[[Canvas, int, int], None]
"""Draws an example with its middle at a point."""


class Entry(NamedTuple):
    """A line of a legend."""

    words: str
    sample: Sample


def legend(
    entries: Sequence[Entry], sizing: Sizing, top: int, *, ink: str, reach: int
) -> tuple[str, int]:
    """Draws a legend from `top`; returns where it ends, too.

    Args:
        reach: how far an example reaches from its middle, in tenths of the unit.
    """
    canvas = Canvas()
    unit = sizing.unit
    group = canvas.group(id="legend", font_family=SANS, fill=ink)
    before, gap = unit * reach // 10, unit * 14 // 10
    beside = before + unit * (reach + 6) // 10
    wides = [beside + text_width(entry.words, unit) + gap for entry in entries]
    room = sizing.width - 2 * sizing.margin + gap
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
            one = group.group()
            entries[place].sample(one, x + before, y)
            one.text(x + beside, y + unit * 36 // 100, (entries[place].words,), font_size=unit)
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

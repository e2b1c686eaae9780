"""Lines with a length, arrows, stars and cards: what is drawn alike on every map.

Lengths are in tenths of a unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from adjudicator.boards.area import Point
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path

__all__ = ["BURST", "arrow", "between", "card", "distance", "growing", "shifted",
           "star", "towards"]  # fmt: skip

BURST = (
    "M12 .4L14 4.6L17.6 1.6L17.8 6.2L22.4 6.4L19.4 10L23.6 12L19.4 14L22.4 17.6L17.8 17.8"
    "L17.6 22.4L14 19.4L12 23.6L10 19.4L6.4 22.4L6.2 17.8L1.6 17.6L4.6 14L.4 12L4.6 10"
    "L1.6 6.4L6.2 6.2L6.4 1.6L10 4.6Z"
)
"""A star of a battle, in a box of 24 by 24."""
_BURST_REACH = 116
"""How far it reaches from its middle."""


def distance(one: Point, other: Point) -> int:
    """Returns how far apart two points are."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def between(one: Point, other: Point, part: int, whole: int) -> Point:
    """Returns the point at part/whole of the way from one point to another."""
    return (
        one[0] + (other[0] - one[0]) * part // whole,
        one[1] + (other[1] - one[1]) * part // whole,
    )


def towards(point: Point, other: Point, reach: int) -> Point:
    """Returns the place at a distance from a point on the way to another."""
    return between(point, other, reach, max(distance(point, other), 1))


def shifted(line: Sequence[Point], part: int, aside: int) -> Point:
    """Returns the point at so many hundredths of a line, `aside` to its right."""
    lengths = [distance(one, other) for one, other in pairwise(line)]
    left = sum(lengths) * part // 100
    for (one, other), length in zip(pairwise(line), lengths, strict=True):
        if left <= length and length:
            x, y = between(one, other, left, length)
            return (
                x - (other[1] - one[1]) * aside // length,
                y + (other[0] - one[0]) * aside // length,
            )
        left -= length
    return line[-1]


def arrow(
    canvas: Canvas, shaft: str, head: tuple[Point, Point], *, line: str, halo: str,
    wide: tuple[int, int], dashes: str = "", hollow: bool = False,
) -> None:  # fmt: skip
    """Draws an arrow in a colour, with a halo.

    Args:
        shaft: its way to the neck, as path text.
        head: where its head begins, and its tip.
        wide: how wide the shaft is, and half of the head.
        dashes: of the shaft; empty: it is solid.
        hollow: whether the head is.
    """
    thick, flank = wide
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    canvas.path(shaft, fill="none", stroke=halo, stroke_width=thick + min(thick, 44),
                stroke_linejoin="round", stroke_opacity=".85")  # fmt: skip
    canvas.path(shaft, fill="none", stroke=line, stroke_width=thick, stroke_linejoin="round",
                **dashed)  # fmt: skip
    wings = shifted(head, 0, flank), head[1], shifted(head, 0, -flank)
    canvas.path(
        line_path(wings, closed=True), fill=halo if hollow else line,
        stroke=line if hollow else halo, stroke_width=min(thick // 2, 22), stroke_linejoin="round",
    )  # fmt: skip


def growing(
    course: Sequence[Point], widths: tuple[int, int, int], head: int, *,
    gaps: tuple[int, int] | None = None,
) -> str:  # fmt: skip
    """Returns the outline of an arrow: a shaft that widens, in pieces if it has gaps; a head.

    Args:
        course: its way, in steps of the same length.
        widths: half of those of its tail, its neck and its head.
        head: how many steps long its head is.
        gaps: how many steps are drawn, and how many left out.
    """
    tail, end, wing = widths
    head = min(max(head, 1), max(len(course) - 2, 1))
    neck = len(course) - 1 - head
    pieces: list[list[int]] = []
    if gaps is None:
        # Every second point is enough for a smooth line.
        pieces = [[*range(0, neck, 2), neck]] if neck > 0 else []
    else:
        drawn, left_out = gaps
        begins = neck
        while begins > 0:
            pieces.append([max(begins - drawn, 0), begins])
            begins -= drawn + left_out
    paths: list[str] = []
    for piece in pieces:
        left: list[Point] = []
        right: list[Point] = []
        for place in piece:
            one, other = _beside(course, place, tail + (end - tail) * place // max(neck, 1))
            left.append(one)
            right.append(other)
        if piece[-1] == neck:
            one, other = _beside(course, neck, wing)
            left += (one, course[-1], other)
        right.reverse()
        paths.append(line_path(left + right, closed=True))
    if not pieces:
        one, other = _beside(course, 0, wing)
        paths.append(line_path((one, course[-1], other), closed=True))
    return "".join(paths)


def _beside(course: Sequence[Point], place: int, reach: int) -> tuple[Point, Point]:
    """Returns the points so far to the left and to the right of the course."""
    x, y = course[place - 1 if place else 0]
    to_x, to_y = course[place + 1 if place + 1 < len(course) else place]
    far = distance((x, y), (to_x, to_y)) or 1
    aside_x, aside_y = (to_y - y) * reach // far, (to_x - x) * reach // far
    at_x, at_y = course[place]
    return (at_x + aside_x, at_y - aside_y), (at_x - aside_x, at_y + aside_y)


def star(canvas: Canvas, at: Point, reach: int, *, fill: str, line: str, wide: int) -> None:
    """Draws a star of a battle about a point; `wide` is the width of its line."""
    canvas.path(
        BURST, fill=fill, stroke=line, stroke_width=wide * _BURST_REACH // reach,
        stroke_linejoin="round",
        transform=f"translate({at[0] / 10:g} {at[1] / 10:g}) scale({reach / _BURST_REACH:.3g})"
        " translate(-12 -12)",
    )  # fmt: skip


def card(canvas: Canvas, box: Box, *, fill: str, line: str) -> None:
    """Draws a card with nothing on it."""
    canvas.rect(
        box.x, box.y, box.width, box.height, rx=box.width // 8, fill=fill, stroke=line,
        stroke_width=max(box.width // 15, 4),
    )  # fmt: skip

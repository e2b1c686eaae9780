"""Sheets of paper beside a board, to be written on."""

from __future__ import annotations

from adjudicator.render.areas.picture import Rectangle
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import PAPER, PAPER_EDGE, SANS

__all__ = ["plate", "roomy"]

_WHOLE = 1_000_000
"""Into how many parts the size of a panel is cut."""


def roomy(canvas: Canvas, place: Rectangle, least: tuple[int, int]) -> tuple[Canvas, Rectangle]:
    """Returns where to draw a panel that needs a width and a height, and its place there.

    Where its place is smaller, what is drawn is made smaller as a whole.
    """
    x, y, width, height = place
    needed_width, needed_height = least
    if width >= needed_width and height >= needed_height:
        return canvas, place
    share = max(min(width * _WHOLE // needed_width, height * _WHOLE // needed_height), 1)
    moved = f"translate({x / 10:g} {y / 10:g}) scale({share / _WHOLE:g})"
    return canvas.group(transform=moved), (0, 0, width * _WHOLE // share, height * _WHOLE // share)


def plate(canvas: Canvas, place: Rectangle, element_id: str) -> Canvas:
    """Adds a sheet of paper with a double rim, to be written on."""
    x, y, width, height = place
    group = canvas.group(id=element_id, font_family=SANS)
    group.rect(x + 20, y + 25, width, height, rx=50, fill="#22333b", fill_opacity=".22")
    group.rect(x, y, width, height, rx=50, fill=PAPER, stroke=PAPER_EDGE, stroke_width=12)
    group.rect(
        x + 30, y + 30, width - 60, height - 60, rx=30, fill="none", stroke=PAPER_EDGE,
        stroke_width=5,
    )  # fmt: skip
    return group

"""What stands around maps of stars and of squares: titles, panels, and cards in a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.render.lettering import fitted_size, wrapped
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, text_width

__all__ = ["Sizing", "fan", "listed", "plate", "titles"]


@dataclass(frozen=True, slots=True)
class Sizing:
    """How wide a sheet is, and how large its lettering."""

    width: int
    margin: int
    unit: int
    """The size of lettering in panels; all else follows from it."""
    title: int
    """The size of the title, and of the lines under it."""
    line: int
    is_column: bool = False
    """Whether everything stands one under another."""


def titles(
    canvas: Canvas, lines: Sequence[str], sizing: Sizing, room: int, *, ink: str, soft: str
) -> int:
    """Draws a title and the lines under it, none wider than a room; returns the last base line."""
    group = canvas.group(id="title", font_family=SANS)
    title, *others = (*lines, "")
    left, top = sizing.margin, sizing.margin + sizing.title
    large = fitted_size([title.upper()], sizing.title, room, bold=True, spacing=15)
    group.text(
        left, top, (title.upper(),), font_size=large, font_weight="bold", fill=ink,
        letter_spacing=large * 15 // 100,
    )  # fmt: skip
    for line in filter(None, others):
        top += sizing.line * 15 // 10
        size = fitted_size([line], sizing.line, room)
        group.text(left, top, (line,), font_size=size, fill=soft)
    return top


def plate(canvas: Canvas, box: Box, unit: int, *, fill: str, edge: str, strong: str = "") -> None:
    """Draws what a panel stands on; `strong` is the colour of a broad rim, if it has one."""
    canvas.rect(
        box.x, box.y, box.width, box.height, rx=unit // 2, fill=fill, stroke=strong or edge,
        stroke_width=unit // 4 if strong else unit // 11,
    )  # fmt: skip


def fan(count: int, room: int, wide: int, step: int) -> Iterator[tuple[int, int]]:
    """Yields how far to the right each card of a hand lies, and how much of its width is seen.

    Where there is no room for all they lie on one another; no more are shown than can be told
    apart.
    """
    step = max(min(step, (room - wide) // max(count - 1, 1)), wide // 9)
    count = min(count, 1 + max(room - wide, 0) // step)
    for index in range(count):
        yield index * step, wide if index == count - 1 else min(wide, step)


def listed(names: Sequence[str], size: int, room: int) -> tuple[str, ...]:
    """Returns names with commas between them, in lines no wider than a room."""
    lines: list[str] = []
    for index, name in enumerate(names):
        words = name + ("," if index < len(names) - 1 else "")
        if lines and text_width(f"{lines[-1]} {words}", size) <= room:
            lines[-1] += f" {words}"
        elif text_width(words, size) <= room:
            lines.append(words)
        else:
            lines += wrapped(words, size, room)
    return tuple(lines)

"""What stands around maps: titles, panels, bars, and cards in a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from adjudicator.boards.area import Point
from adjudicator.render.lettering import fitted_size, wrapped
from adjudicator.render.palette import Palette
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS, text_width

__all__ = ["Panel", "Part", "Sizing", "bar", "fan", "listed", "tagged", "titles"]


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


@dataclass(frozen=True, slots=True)
class Panel:
    """Lettering on a plate. Places and sizes are in hundredths of the unit."""

    canvas: Canvas
    box: Box
    unit: int
    palette: Palette

    def plate(self, strong: str = "") -> None:
        """Draws what all stands on; `strong` is the colour of a broad rim, if it has one."""
        box, unit = self.box, self.unit
        self.canvas.rect(
            box.x, box.y, box.width, box.height, rx=unit // 2, fill=self.palette.plate,
            stroke=strong or self.palette.edge, stroke_width=unit // 4 if strong else unit // 11,
        )  # fmt: skip

    def on(self, canvas: Canvas) -> Panel:
        """Returns the panel for what is drawn on another canvas."""
        return replace(self, canvas=canvas)

    def at(self, x: int, y: int) -> Point:
        """Returns a place on the sheet; a negative `x` is measured from the right rim."""
        left = self.box.x if x >= 0 else self.box.x + self.box.width
        return left + x * self.unit // 100, self.box.y + y * self.unit // 100

    def write(
        self, x: int, y: int, words: str | Sequence[str], size: int = 100, *, ink: str = "",
        bold: bool = False, room: int | None = None, anchor: str = "", element_id: str = "",
        leading: int = 120,
    ) -> None:  # fmt: skip
        """Writes words, usually in the ink of the palette; those at the right rim end there.

        Args:
            room: how wide they may be: then they are smaller, if need be.
            leading: how far apart lines are, in hundredths of their size.
        """
        lines = (words,) if isinstance(words, str) else tuple(words)
        large = size * self.unit // 100
        if room is not None:
            large = fitted_size(lines, large, room * self.unit // 100, bold=bold)
        anchor = anchor or ("" if x >= 0 else "end")
        told = {"id": element_id, "font_weight": "bold" if bold else "", "text_anchor": anchor}
        left, top = self.at(x, y)
        self.canvas.text(
            left, top, lines, font_size=large, leading=large * leading // 100,
            fill=ink or self.palette.ink, **{name: value for name, value in told.items() if value},
        )  # fmt: skip

    def rule(self, y: int) -> None:
        """Draws a line across the panel."""
        self.canvas.path(
            line_path((self.at(80, y), self.at(-80, y))), stroke=self.palette.edge,
            stroke_width=self.unit // 12,
        )  # fmt: skip

    def heading(self, name: str, line: str, tag: str, *, strong: tuple[str, str]) -> None:
        """Writes a name beside the token at (180, 180), a line under it, and a tag at the right.

        Args:
            strong: the colours of the tag, ground and ink.
        """
        room = self.box.width * 100 // self.unit - 460
        if tag:
            size = 90 * self.unit // 100
            tagged(self.canvas, tag, self.at(-70, 110), size, colours=strong, anchor="end")
            room -= 130 + text_width(tag, 90, bold=True)
        self.write(350, 180 if line else 230, name, 140, bold=True, room=room)
        if line:
            self.write(350, 302, line, 90, ink=self.palette.soft)
        self.rule(350)

    def hand(
        self, y: int, words: str, count: int, draw: Callable[[int, Box, int], None], *,
        element_id: str,
    ) -> None:  # fmt: skip
        """Says how many cards there are, and draws them in a row that ends at the right.

        Args:
            draw: draws the card of an index in a box, of whose width so much is seen.
        """
        ink = self.palette.ink if count else self.palette.soft
        self.write(90, y + 150, words, ink=ink, element_id=element_id)
        wide, high = self.unit * 19 // 10, self.unit * 26 // 10
        (right, top), (left, _) = self.at(-90, y), self.at(150, y)
        left += text_width(words, self.unit)
        laid = list(fan(count, right - left, wide, wide + self.unit // 4))
        for index, (aside, seen) in enumerate(laid):
            draw(index, Box(right - wide - laid[-1][0] + aside, top, wide, high), seen)


def tagged(
    canvas: Canvas, words: str, at: Point, size: int, *, colours: tuple[str, str], anchor: str,
) -> None:  # fmt: skip
    """Writes bold words on a plate whose upper left, or right, corner is at a place."""
    wide = text_width(words, size, bold=True) + size * 12 // 10
    left = at[0] - (wide if anchor == "end" else 0)
    canvas.rect(left, at[1], wide, size * 16 // 10, rx=size // 2, fill=colours[0])
    canvas.text(
        left + wide // 2, at[1] + size * 113 // 100, (words,), font_size=size, font_weight="bold",
        fill=colours[1], text_anchor="middle",
    )  # fmt: skip


class Part(NamedTuple):
    """A part of a bar."""

    share: int
    """How long it is, compared with the others."""
    words: tuple[str, ...]
    """What stands in it; where there is no room for the first, the next."""
    fill: str
    ink: str
    hatch: str = ""
    """The id of the hatch that lies over it, if any."""
    title: str = ""
    """What it says to whoever points at it."""


def bar(
    canvas: Canvas, box: Box, parts: Sequence[Part], *, line: str, cuts: Sequence[int] = ()
) -> None:
    """Draws parts beside each other; their words avoid lines across the bar."""
    whole, done, size = max(sum(part.share for part in parts), 1), 0, box.height * 64 // 100
    for part in parts:
        left = box.x + box.width * done // whole
        done += part.share
        right = box.x + box.width * done // whole
        one = canvas.group(title=part.title)
        place = (left, box.y, right - left, box.height)
        one.rect(*place, fill=part.fill, stroke=line, stroke_width=max(size // 12, 4))
        if part.hatch:
            one.rect(*place, fill=f"url(#{part.hatch})")
        sizes = [size] * len(part.words) + [size * 78 // 100]
        for told, fitted in zip((*part.words, *part.words[-1:]), sizes, strict=False):
            half = text_width(told, fitted, bold=True) // 2
            middle = _beside(left, right, cuts, half + size // 8)
            if middle is not None:
                one.text(
                    middle, box.y + box.height // 2 + fitted * 36 // 100, (told,),
                    font_size=fitted, font_weight="bold", text_anchor="middle", fill=part.ink,
                    stroke=part.fill, stroke_width=fitted // 6, paint_order="stroke",
                )  # fmt: skip
                break


def _beside(start: int, end: int, cuts: Sequence[int], half: int) -> int | None:
    """Returns the middle of words between two ends, off all lines; None: there is no room.

    Args:
        half: half of what the words need.
    """
    middle = (start + end) // 2
    inside = sorted(cut for cut in cuts if start < cut < end)
    rooms = [(start, end)]
    if any(abs(middle - cut) < half for cut in inside):
        rooms = sorted(pairwise([start, *inside, end]), key=lambda room: room[0] - room[1])
    low, high = rooms[0]
    return (low + high) // 2 if high - low >= 2 * half else None


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

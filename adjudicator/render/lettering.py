"""Texts that are made to fit: smaller, in several lines, and at last cut short.

Whatever a game's files let somebody write as a name must find room: how long it is, and in which
letters it is written, nobody knows beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.core.visible import visible
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import text_width

__all__ = ["ELLIPSIS", "Lettered", "balanced", "cut", "fitted_size", "wrapped"]


@dataclass(frozen=True, slots=True)
class Lettered:
    """Lettering with its place: the lines, their size, and the box around them."""

    lines: tuple[str, ...]
    size: int
    box: Box

    def write(self, canvas: Canvas, *, foot: int, leading: int, **attributes: str | int) -> None:
        """Writes it in the middle of its box.

        Args:
            foot: how far below the top of the box the first line stands, in hundredths of the size.
            leading: how far apart lines are, in hundredths of the size.
        """
        canvas.text(
            self.box.x + self.box.width // 2, self.box.y + self.size * foot // 100, self.lines,
            leading=self.size * leading // 100, **attributes,
        )  # fmt: skip


ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def fitted_size(
    texts: Iterable[str], size: int, room: int, *, bold: bool = False, spacing: int = 0
) -> int:
    """Returns the greatest size up to `size` in which each text is no wider than a room.

    It is never less than a tenth, however little room there is.

    Args:
        spacing: between letters, in hundredths of the size.
    """
    wide = max(
        (text_width(text, size, bold=bold, spacing=size * spacing // 100) for text in texts),
        default=0,
    )
    return size if wide <= room else max(size * max(room, 0) // wide, 1)


@lru_cache(maxsize=512)
def cut(text: str, size: int, room: int, *, bold: bool = False) -> str:
    """Returns as much of a text as fits into a room, with an ellipsis where letters lack."""
    if text_width(text, size, bold=bold) <= room:
        return text
    left = len(text)
    while left and text_width(text[:left].rstrip() + ELLIPSIS, size, bold=bold) > room:
        left -= 1
    return text[:left].rstrip() + ELLIPSIS


def balanced(text: str, count: int) -> tuple[str, ...]:
    """Returns a text in so many lines that are about equally wide, broken at blanks if it can be.

    A word that is wider than its share of the lines is broken.
    """
    room = -(-text_width(text, 1000) // max(count, 1))
    for share in (100, 115, 130, 150, 175):
        lines = wrapped(text, 1000, room * share // 100)
        if len(lines) <= count:
            return lines
    return wrapped(text, 1000, room * 2)


def wrapped(text: str, size: int, room: int, *, bold: bool = False) -> tuple[str, ...]:
    """Returns a text in lines no wider than a room, broken at blanks if it can be.

    A word that is wider than the room is broken; each line holds a letter at least.
    """
    lines: list[str] = []
    for word in visible(text, keep="\n").split():
        longer = f"{lines[-1]} {word}" if lines else word
        if text_width(longer, size, bold=bold) <= room:
            lines[-1:] = [longer]
        elif text_width(word, size, bold=bold) <= room:
            lines.append(word)
        else:
            lines[-1:] = _broken(lines[-1:], word, size, room, bold=bold)
    return tuple(lines) or (text,)


def _broken(before: Sequence[str], word: str, size: int, room: int, *, bold: bool) -> Sequence[str]:
    """Returns a word in pieces no wider than a room; the first stands in the line before it."""
    lines = [f"{before[0]} " if before else ""]
    for char in word:
        if lines[-1].strip() and text_width(lines[-1] + char, size, bold=bold) > room:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += char
    return lines

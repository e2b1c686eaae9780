"""A chart of luck: for each side a line that rises with good dice and falls with bad ones.

Around zero lies a fan: so far fair dice stray by one and by two standard deviations. The chart is
as wide as a phone, and needs no colours to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.render import theme
from adjudicator.render.plot import write
from adjudicator.render.svg import Canvas, Sheet, document, line_path, paper

__all__ = ["Panel", "luck_plot"]

WIDTH = 3900
MARGIN = 150
LEFT = 480
"""Where the lines begin, right of the figures."""
RIGHT = WIDTH - 420
"""Where they end, left of the last figure."""
HALF = 420
"""From zero to the top of a panel."""
HEAD = 330
"""What stands over a panel."""
NOTE = (
    "Up: better than expected, throw by throw.",
    "Dark and light: one and two standard deviations of fair dice.",
)


@dataclass(frozen=True, slots=True)
class Panel:
    """The luck of one side, added up from opening to opening."""

    title: str
    good: tuple[int, ...]
    """How much better it did than expected, in hundredths, after each opening."""
    deviation: tuple[int, ...]
    """The standard deviation of that, in hundredths."""


def luck_plot(title: str, panels: Sequence[Panel], openings: Sequence[int]) -> str:
    """Returns a chart as SVG text; `openings` are those of the panels, at least one."""
    canvas = Canvas()
    y = MARGIN + 130
    write(canvas, (WIDTH // 2, y), title, min(150, 150 * 3600 // _wide(title)), bold=True)
    for note in NOTE:
        y += 150
        write(canvas, (WIDTH // 2, y), note, 105)
    for number, panel in enumerate(panels, start=1):
        y += HEAD
        write(canvas, (MARGIN, y - 90), panel.title, 125, bold=True, anchor="start")
        _panel(canvas.group(id=f"luck-{number}", title=panel.title), y + HALF, panel)
        y += 2 * HALF
    y += 150
    for x, n, anchor in ((LEFT, openings[0], "start"), (RIGHT, openings[-1], "end")):
        write(canvas, (x, y), f"opening {n}", 105, anchor=anchor)
    sheet = Sheet((0, 0, WIDTH, y + MARGIN))
    return document(sheet, (title, " ".join(NOTE)), (paper(sheet), canvas.markup()))


def _wide(title: str) -> int:
    return max(3600, theme.text_width(title, 150, bold=True))


def _panel(canvas: Canvas, zero: int, panel: Panel) -> None:
    """Draws the fan, the line of zero, and the line of luck with its last figure."""
    largest = max(map(abs, (*panel.good, *(2 * one for one in panel.deviation), 100)))
    steps = len(panel.good)

    def line(values: Sequence[int]) -> list[tuple[int, int]]:
        """The way of a value from opening to opening; before the first it is zero."""
        return [
            (LEFT + (RIGHT - LEFT) * place // steps, zero - HALF * value // largest)
            for place, value in enumerate((0, *values))
        ]

    for times, colour in ((2, theme.PAPER_SHADE), (1, theme.PAPER_EDGE)):
        above = line([times * one for one in panel.deviation])
        below = line([-times * one for one in panel.deviation])
        fan = line_path([*above, *reversed(below)], closed=True)
        canvas.path(fan, fill=colour, fill_opacity=".6")
    canvas.path(line_path([(LEFT, zero), (RIGHT, zero)]), stroke=theme.INK, stroke_width=8)
    canvas.path(
        line_path(line(panel.good)), fill="none", stroke=theme.INK, stroke_width=28,
        stroke_linejoin="round",
    )  # fmt: skip
    for value in (largest, -largest):
        at = (LEFT - 50, zero - HALF * value // largest + 35)
        write(canvas, at, _figure(value), 105, anchor="end")
    x, end = line(panel.good)[-1]
    canvas.circle(x, end, 38, fill=theme.INK)
    write(canvas, (x + 70, end + 40), _figure(panel.good[-1]), 120, anchor="start")


def _figure(hundredths: int) -> str:
    """Writes a difference with its sign and one decimal."""
    tenths = (abs(hundredths) + 5) // 10
    sign = "+" if hundredths > 0 else "−" if hundredths < 0 else ""  # noqa: RUF001 - a true minus
    return f"{sign}{tenths // 10}.{tenths % 10}"

"""A chart of who is left: the attacker's bars on one side, the defender's on the other.

It is as wide as a phone, and drawn for a grey printer too: one side is dark and plain, the other
light and hatched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.boards.area import Point
from adjudicator.render import theme
from adjudicator.render.lettering import wrapped
from adjudicator.render.looks import LOOKS
from adjudicator.render.svg import Canvas, Sheet, document, paper

__all__ = ["Bar", "Plot", "plot", "ranged", "write"]

WIDTH = 3900
MARGIN = 120
ROW = 190
AXIS = 520
"""The column between the two sides, where the numbers left stand."""
FIGURE = 400
"""Room for a figure at the end of a bar."""
MOST_ROWS = 32
LEAST = 1000
"""What is rarer than this many millionths is not drawn."""
DARK = LOOKS["red"].edge
LIGHT = LOOKS["blue"].wash
LIGHT_EDGE = LOOKS["blue"].edge


@dataclass(frozen=True, slots=True)
class Bar:
    """How likely it is that so many are left, in millionths."""

    left: int
    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class Plot:
    """What a chart shows."""

    title: str
    notes: tuple[str, ...]
    attacker: str
    """What stands over the attacker's side: "captured 87.3 %"."""
    defender: str
    """What stands over the defender's side."""
    bars: tuple[Bar, ...]
    """The most left first."""


def ranged(bars: Sequence[Bar]) -> tuple[tuple[str, int, int], ...]:
    """Returns rows of at most as many as can be read: equal steps of numbers taken together."""
    if not bars:
        return ()
    most = max(bar.left for bar in bars)
    span = most - min(bar.left for bar in bars) + 1
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10_000) if
                span <= step * MOST_ROWS or step == 10_000)  # fmt: skip
    rows: dict[int, tuple[int, int]] = {}
    for bar in bars:
        place = (bar.left - 1) // step
        attacker, defender = rows.get(place, (0, 0))
        rows[place] = (attacker + bar.attacker, defender + bar.defender)
    places = range(max(rows), min(rows) - 1, -1)
    return tuple((_range(place, step), *rows.get(place, (0, 0))) for place in places)


def _range(place: int, step: int) -> str:
    first = place * step + 1
    return str(first) if step == 1 else f"{first}-{first + step - 1}"


def plot(shown: Plot) -> str:
    """Returns a chart as SVG text."""
    canvas = Canvas()
    _hatch(canvas)
    y, room = MARGIN + 170, WIDTH - 2 * MARGIN
    for line in wrapped(shown.title, 160, room, bold=True):
        write(canvas, (WIDTH // 2, y), line, 160, bold=True)
        y += 200
    for note in shown.notes:
        for line in wrapped(note, 115, room):
            write(canvas, (WIDTH // 2, y), line, 115, ink=theme.SOFT_INK)
            y += 150
    y += 130
    left, right = (WIDTH - AXIS) // 2, (WIDTH + AXIS) // 2
    write(canvas, (left, y), shown.attacker, 130, bold=True, anchor="end")
    write(canvas, (right, y), shown.defender, 130, bold=True, anchor="start")
    write(canvas, (WIDTH // 2, y), "left", 115, ink=theme.SOFT_INK)
    y += 70
    bars = [bar for bar in shown.bars if max(bar.attacker, bar.defender) >= LEAST]
    rows = ranged(bars)
    most = max((max(here, there) for _, here, there in rows), default=0) or 1
    room = left - MARGIN - FIGURE
    for label, here, there in rows:
        _row(canvas, y, label, (here * room // most, here), there=(there * room // most, there))
        y += ROW
    for x in (left, right):
        canvas.rect(x - 4, y - ROW * len(rows), 8, ROW * len(rows), fill=theme.INK)
    if len(bars) < len(shown.bars):
        y += 170
        note = "What is rarer than 0.1 % is not drawn."
        write(canvas, (WIDTH // 2, y), note, 115, ink=theme.SOFT_INK)
    sheet = Sheet((0, 0, WIDTH, y + MARGIN))
    words = (shown.title, f"{shown.attacker}; {shown.defender}")
    return document(sheet, words, (paper(sheet), canvas.markup()))


def _hatch(canvas: Canvas) -> None:
    tile = canvas.definitions().pattern(
        id="plot-hatch", width=50, height=50, patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )  # fmt: skip
    tile.rect(0, 0, 50, 50, fill=LIGHT)
    tile.rect(0, 0, 12, 50, fill=LIGHT_EDGE)


def _row(
    canvas: Canvas, y: int, label: str, here: tuple[int, int], *, there: tuple[int, int]
) -> None:
    left, right = (WIDTH - AXIS) // 2, (WIDTH + AXIS) // 2
    base = y + ROW * 70 // 100
    row = canvas.group(id=f"left-{label}")
    write(row, (WIDTH // 2, base), label, 120)
    long, chance = here
    if chance >= LEAST:
        row.rect(left - long, y + 15, long, ROW - 30, fill=DARK)
        write(row, (left - long - 30, base), _percent(chance), 110, anchor="end")
    long, chance = there
    if chance >= LEAST:
        row.rect(right, y + 15, long, ROW - 30, fill="url(#plot-hatch)", stroke=LIGHT_EDGE,
                 stroke_width=8)  # fmt: skip
        write(row, (right + long + 30, base), _percent(chance), 110, anchor="start")


def _percent(millionths: int) -> str:
    tenths = (millionths + 500) // 1000
    return f"{tenths // 10}.{tenths % 10} %"


def write(
    canvas: Canvas, at: Point, line: str, size: int, *, bold: bool = False, anchor: str = "middle",
    ink: str = theme.INK,
) -> None:  # fmt: skip
    """Writes a line of a chart."""
    x, y = at
    canvas.text(
        x, y, [line], font_family=theme.SANS, font_size=size, text_anchor=anchor, fill=ink,
        font_weight="bold" if bold else "normal",
    )  # fmt: skip

"""What stands around a board: title, tracks, legend, reserves, compass, frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from adjudicator.render.areas.layout import counter_width
from adjudicator.render.areas.legend import legend, legend_height
from adjudicator.render.areas.panels import plate, roomy
from adjudicator.render.areas.picture import (
    AreaPicture,
    Places,
    Rectangle,
    Reserve,
    Track,
    side_looks,
)
from adjudicator.render.areas.tokens import counter, counter_title, round_counter
from adjudicator.render.areas.words import word
from adjudicator.render.lettering import fitted_size, wrapped
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import (
    COAST,
    INK,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    REGION_BORDER,
    SERIF,
    SOFT_INK,
    mixed,
    text_width,
)

__all__ = ["MARGINS", "Margin", "column_panels", "column_title", "marginalia"]

LEAST_CELL = 190
"""The least width of a cell of a track."""
_TITLES = (300, 165, 145, 130, 130)
"""The sizes of the lines of a title; further ones are like the last."""
_WORDS, _LEADING = 108, 132
"""The size of what stands under a track, and how far apart its lines are."""
_NOTE = 150
"""How far apart notes are."""


class Margin(NamedTuple):
    """A panel beside the board."""

    id: str
    """Its name in the picture, and its field in `Places`."""
    height: Callable[[AreaPicture, int], int]
    """How high it is in a width; 0: the picture has nothing for it."""
    draw: Callable[[Canvas, Rectangle, AreaPicture], None]
    """Draws it in a place."""


def marginalia(picture: AreaPicture, page: Rectangle) -> str:
    """Draws everything around the board that the picture has a place for; `page` is all of it."""
    canvas = Canvas()
    places = picture.places or Places()
    for margin in MARGINS:
        place = getattr(places, margin.id)
        if place is not None and margin.height(picture, place[2]):
            margin.draw(canvas, place, picture)
    return _fixed(page, places.compass) + canvas.markup()


@lru_cache(maxsize=8)
def _fixed(page: Rectangle, compass: tuple[int, int] | None) -> str:
    """Draws what is the same on every picture of a board."""
    canvas = Canvas()
    _frame(canvas, page)
    if compass is not None:
        _compass(canvas, compass)
    return canvas.markup()


def column_title(picture: AreaPicture, width: int) -> tuple[str, int]:
    """Draws the title for a column of a width; returns it and how high it is."""
    canvas, high = Canvas(), _title_height(picture, width)
    if not high:
        return "", 0
    high = max(high + 60, 700)
    _title(canvas, (60, 60, width - 120, high), picture)
    return canvas.markup(), high + 140


def column_panels(picture: AreaPicture, width: int) -> tuple[str, int]:
    """Draws all other panels one under another; returns them and how high they are."""
    canvas = Canvas()
    top, wide = 60, width - 120
    for margin in MARGINS[1:]:
        high = margin.height(picture, wide)
        if high:
            margin.draw(canvas, (60, top, wide, high), picture)
            top += high + 100
    return canvas.markup(), top - 40


def _title_height(picture: AreaPicture, _: int) -> int:
    """Returns how high the panel of a title is."""
    count = len(picture.title)
    total = sum(_TITLES[min(index, 4)] * 125 // 100 for index in range(count))
    return total + (170 if count > 1 else 120) if count else 0


def _tracks_height(picture: AreaPicture, width: int) -> int:
    """Returns how high the panel of tracks and notes is in a width."""
    if not picture.tracks and not picture.notes:
        return 0
    wide = width - 180
    cells = sum(240 * _rows(track, _room(wide, picture, track))[1] for track in picture.tracks)
    return cells + _fixed_height(picture, wide)


def _frame(canvas: Canvas, page: Rectangle) -> None:
    x, y, width, height = page
    frame = canvas.group(id="frame", fill="none", stroke=COAST)
    for inset, colour, stroke in (
        (30, "#fff", 60), (5, COAST, 10), (60, COAST, 16), (35, COAST, 5),
    ):  # fmt: skip
        frame.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, stroke=colour,
                   stroke_width=stroke)  # fmt: skip


def _title(canvas: Canvas, place: Rectangle, picture: AreaPicture) -> None:
    lines, needed = picture.title, _title_height(picture, 0)
    canvas, place = roomy(canvas, place, (1000, needed))
    x, y, width, height = place
    sheet = plate(canvas, place, "title")
    words = sheet.group(text_anchor="middle", font_family=SERIF, fill=INK)
    bottom = y + (height - needed + 120) // 2
    for index, line in enumerate(lines):
        size = _TITLES[min(index, 4)]
        bottom += size * 125 // 100
        # Georgia is a sixth wider than the sans-serif type that is measured.
        wide = text_width(line, size, bold=index == 0) * 7 // 6
        size = max(min(size, size * (width - 160) // max(wide, 1)), 1)
        words.text(
            x + width // 2, bottom - size * 30 // 100, (line,), id=f"title-{index + 1}",
            font_size=size, font_weight="bold" if index == 0 else "normal",
            fill=INK if index == 0 else SOFT_INK,
        )  # fmt: skip
        if index == 0 and len(lines) > 1:
            _rule(sheet, (x + width // 2, bottom + 12), width // 3)
            bottom += 50


def _rule(canvas: Canvas, at: tuple[int, int], reach: int) -> None:
    """Draws a line with a lozenge in its middle."""
    x, y = at
    for side in (-1, 1):
        line = ((x + side * 70, y), (x + side * reach, y))
        canvas.path(line_path(line), stroke=PAPER_EDGE, stroke_width=8)
    lozenge = ((x - 40, y), (x, y - 28), (x + 40, y), (x, y + 28))
    canvas.path(line_path(lozenge, closed=True), fill=REGION_BORDER)


def _beside(picture: AreaPicture, wide: int) -> bool:
    """Whether notes stand beside the first track; else they stand under the last one."""
    return wide > 5000 and bool(picture.tracks)


def _room(wide: int, picture: AreaPicture, track: Track) -> int:
    """Returns how wide a track is: beside the first one there may be notes."""
    first = track is picture.tracks[0] and bool(picture.notes) and _beside(picture, wide)
    return wide * 58 // 100 if first else wide


def _lines(track: Track, wide: int) -> list[str]:
    """Returns the lines under a track."""
    return [line for words in track.words for line in wrapped(words, _WORDS, wide)]


def _fixed_height(picture: AreaPicture, wide: int) -> int:
    """Returns how high a panel of tracks is without their cells."""
    below = 0 if _beside(picture, wide) else len(picture.notes) * _NOTE
    words = sum(len(_lines(track, wide)) for track in picture.tracks)
    return 100 + below + 240 * len(picture.tracks) + words * _LEADING


def _tracks(canvas: Canvas, place: Rectangle, picture: AreaPicture) -> None:
    wide = max(place[2], 1500) - 180
    cells = sum(90 * _rows(track, _room(wide, picture, track))[1] for track in picture.tracks)
    canvas, place = roomy(canvas, place, (1500, _fixed_height(picture, wide) + cells))
    x, y, width, height = place
    panel = plate(canvas, place, "tracks")
    wide = width - 180
    rows = [_rows(track, _room(wide, picture, track))[1] for track in picture.tracks]
    line = min((height - _fixed_height(picture, wide)) // max(sum(rows), 1), 300)
    top = y + 60
    for track, count in zip(picture.tracks, rows, strict=True):
        _track(panel, track, (x + 90, top, _room(wide, picture, track), line), picture)
        top += 175 + count * line
        for text in _lines(track, wide):
            size = fitted_size([text], _WORDS, wide)
            panel.text(x + 90, top + 102, (text,), font_size=size, fill=INK)
            top += _LEADING
        top += 65
    beside = _beside(picture, wide)
    at = (x + 90, top + (60 if picture.tracks else 95))
    if beside:
        at = (x + 90 + wide * 61 // 100, y + 190)
    for index, note in enumerate(picture.notes):
        size = fitted_size([note], 112, wide * 39 // 100 if beside else wide)
        panel.text(at[0], at[1] + index * _NOTE, (note,), id=f"note-{index + 1}", font_size=size,
                   fill=INK)  # fmt: skip


def _rows(track: Track, width: int) -> tuple[int, int]:
    """Returns how many cells stand in a row, and how many rows they need."""
    cells = max(len(track.cells), 1)
    rows = -(-cells * LEAST_CELL // width)
    return -(-cells // rows), rows


def _track(canvas: Canvas, track: Track, place: Rectangle, picture: AreaPicture) -> None:
    x, y, width, line = place
    look = side_looks(picture.sides)[track.side].look if track.side else None
    shade = mixed(PAPER, look.wash, 70) if look else PAPER_SHADE
    group = canvas.group(id=f"track-{track.id}", title=track.title)
    size = fitted_size([track.title], 115, width, bold=True)
    group.text(x, y + 130, (track.title,), font_size=size, font_weight="bold", fill=INK)
    in_row, _ = _rows(track, width)
    side, high = min(width // in_row, 300), min(line - 20, 220)
    size = fitted_size(track.cells, min(110, side * 55 // 100, high), side - 20, bold=True)
    cells = group.group(text_anchor="middle", font_size=size, fill=INK)
    for index, cell in enumerate(track.cells):
        left, top = x + index % in_row * side, y + 175 + index // in_row * line
        past = track.marker is not None and index <= track.marker
        goal = index == track.goal
        cells.rect(
            left, top, side, high, stroke=PAPER_EDGE, stroke_width=6,
            fill=shade if past else "#fff",
        )  # fmt: skip
        if goal:
            cells.rect(
                left + 12, top + 12, side - 24, high - 24, fill="none", stroke=REGION_BORDER,
                stroke_width=18,
            )  # fmt: skip
        if index == track.marker:
            marker = cells.group(id=f"marker-{track.id}", title=f"{track.title}: {cell}")
            marker.circle(left + side // 2, top + high // 2, min(side, high) * 56 // 100,
                          fill=look.face if look else INK,
                          stroke=look.edge if look else PAPER, stroke_width=14)  # fmt: skip
            marker.text(left + side // 2, top + high * 68 // 100, (cell,),
                        fill=look.ink if look else PAPER,
                        font_weight="bold")  # fmt: skip
        else:
            cells.text(left + side // 2, top + high * 68 // 100, (cell,),
                       font_weight="bold" if goal else "normal")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Forces:
    """A panel of units that are not on the map."""

    id: str
    row: str
    """What the ids of its rows and counters begin with."""
    rows: Callable[[AreaPicture], tuple[Reserve, ...]]
    """What it shows."""

    def height(self, picture: AreaPicture, _: int) -> int:
        """Returns how high it is."""
        rows = self.rows(picture)
        return 260 + 230 * len(rows) if any(row.stacks for row in rows) else 0

    def draw(self, canvas: Canvas, place: Rectangle, picture: AreaPicture) -> None:
        """Draws it in a place."""
        _forces(canvas, place, picture, self)


def _forces(canvas: Canvas, place: Rectangle, picture: AreaPicture, forces: _Forces) -> None:
    rows = forces.rows(picture)
    title = word(picture.terms, forces.id)
    title = title[:1].upper() + title[1:]
    names = max(text_width(row.title, 112) for row in rows) + 160
    most = max((len(row.stacks) for row in rows), default=0)
    needed = 70 + names + most * (25 + counter_width(50))
    needed = max(needed, text_width(title, 130, bold=True) + 160)
    canvas, place = roomy(canvas, place, (needed, 240 + 90 * len(rows)))
    x, y, width, height = place
    panel = plate(canvas, place, forces.id)
    sides = side_looks(picture.sides)
    panel.text(x + 80, y + 175, (title,), font_size=130, font_weight="bold", fill=INK)
    room = (height - 240) // len(rows)
    # As high as a row, and as wide as the fullest row allows.
    tall = min(190, room - 30, ((width - 70 - names) // max(most, 1) - 25) * 5 // 8)
    for index, reserve in enumerate(rows):
        top = y + 195 + index * room
        row = panel.group(id=f"{forces.row}-{reserve.id}", title=reserve.title)
        row.text(
            x + 80, top + room // 2 + 40, (reserve.title,), font_size=112, fill=INK,
        )  # fmt: skip
        units = row.group(font_weight="bold", text_anchor="middle")
        if not reserve.stacks:
            row.text(x + width - 95, top + room // 2 + 40, (word(picture.terms, "none"),),
                     font_size=112, fill=SOFT_INK, text_anchor="end")  # fmt: skip
        left = x + width - 70 - len(reserve.stacks) * (counter_width(tall) + 25)
        for stack in reserve.stacks:
            is_round = stack.kind in picture.round
            put = round_counter if is_round else counter
            wide = tall if is_round else counter_width(tall)
            put(
                units, "-".join((forces.row, reserve.id, stack.side, stack.kind, *stack.marks)),
                stack, title=counter_title(stack, sides[stack.side], picture.terms),
                side=sides[stack.side],
                box=Box(left, top + (room - tall) // 2, wide, tall),
            )  # fmt: skip
            left += counter_width(tall) + 25


def _compass(canvas: Canvas, at: tuple[int, int]) -> None:
    x, y = at
    rose = canvas.group(id="compass", stroke=COAST, stroke_width=6, stroke_linejoin="round")
    rose.circle(x, y, 330, fill="none", stroke_opacity=".6")
    rose.circle(x, y, 300, fill=PAPER, fill_opacity=".35", stroke_opacity=".6")
    for long, short, turned in ((270, 55, True), (400, 75, False)):
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if turned:
                tip = ((dx - dy) * long * 7 // 10, (dx + dy) * long * 7 // 10)
                left = (dx * short * 14 // 10, dy * short * 14 // 10)
                right = (-dy * short * 14 // 10, dx * short * 14 // 10)
            else:
                tip = (dx * long, dy * long)
                left = ((dx + dy) * short, (dy - dx) * short)
                right = ((dx - dy) * short, (dx + dy) * short)
            for flank, fill in ((left, PAPER), (right, COAST)):
                points = ((x, y), (x + flank[0], y + flank[1]), (x + tip[0], y + tip[1]))
                rose.path(line_path(points, closed=True), fill=fill)
    rose.text(
        x, y - 430, ("N",), font_family=SERIF, font_size=190, font_weight="bold", fill=COAST,
        stroke="none", text_anchor="middle",
    )  # fmt: skip


_RESERVES = _Forces("reserves", "reserve", lambda picture: picture.reserves)
_LOST = _Forces("lost", "lost", lambda picture: picture.lost)
MARGINS = (
    Margin("title", _title_height, _title),
    Margin("tracks", _tracks_height, _tracks),
    Margin("reserves", _RESERVES.height, _RESERVES.draw),
    Margin("lost", _LOST.height, _LOST.draw),
    Margin("legend", legend_height, legend),
)
"""All panels, from the top of a column."""

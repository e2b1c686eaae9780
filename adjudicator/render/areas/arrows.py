"""What happened, over the ground and under the counters: moves, shots, lines of supply.

An arrow leaves the counters of its side, and ends in front of whatever lies in the area that it
goes to: it never hides a counter or a name. Integer arithmetic throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.boards.area import Point
from adjudicator.render.areas.layout import raster_of
from adjudicator.render.areas.picture import (
    AreaPicture,
    Arrow,
    Manner,
    Shot,
    SupplyLines,
    side_looks,
)
from adjudicator.render.looks import Look
from adjudicator.render.raster import Box, Raster
from adjudicator.render.strokes import distance, growing, star
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import HIT, SANS, mixed

__all__ = [
    "Occupied",
    "arrow_sample",
    "arrows",
    "riders_sample",
    "shot_sample",
    "supply_sample",
]

STEP = 40
"""How far apart the points of a course are, in tenths."""
CASING = 24
"""How wide the dark line about an arrow is: half of it lies outside, and the arrow covers the rest.
It sets arrows off from ground in their own colour."""
HALO = 44
"""How wide the light line about that is."""
STUB = (7, 3)
"""How many steps of a shot are drawn where it leaves, and how many where it comes in."""


@dataclass(frozen=True, slots=True)
class Occupied:
    """What lies in an area, and may not be drawn over."""

    boxes: tuple[Box, ...] = ()
    homes: tuple[tuple[str, Point], ...] = ()
    """The middle of the counters of each side, and of the first token."""

    def home(self, whose: str) -> Point | None:
        """Returns the middle of the counters of a side, if there are any."""
        return next((at for side, at in self.homes if side == whose), None)


@dataclass(frozen=True, slots=True)
class _Form:
    """How arrows of one kind look."""

    tail: int
    """Half the width of the shaft at its beginning, and behind the head."""
    neck: int
    wing: int
    """Half the width of the head."""
    head: int
    """Its length."""
    bow: int
    """How far it swings out, in percent of its length."""
    pale: int
    """How much white is in its colour, in percent."""


_FORMS: Mapping[Manner, _Form] = {
    "first": _Form(tail=11, neck=18, wing=46, head=80, bow=7, pale=66),
    "second": _Form(tail=18, neck=34, wing=70, head=120, bow=11, pale=0),
    "airlift": _Form(tail=14, neck=24, wing=60, head=80, bow=12, pale=35),
    "retreat": _Form(tail=13, neck=13, wing=40, head=80, bow=-9, pale=0),
}
_FLIGHT = (3, 2)
"""How many steps of a flight are drawn, and how many left out."""
_RETREAT = (1, 1)


def arrows(picture: AreaPicture, occupied: Mapping[str, Occupied]) -> str:
    """Draws the lines of supply, the moves, the shots, and the numbers of those that moved."""
    canvas = Canvas()
    for lines in picture.supply:
        _supply(canvas, lines, picture, occupied)
    courses = [(arrow, _course(picture, arrow, occupied)) for arrow in picture.arrows]
    # The long ones first, so that the short ones lie on them.
    courses.sort(key=lambda drawn: -len(drawn[1]))
    if courses:
        _arrows(canvas, picture, courses)
    if picture.shots:
        group = canvas.group(id="shots", fill="none", stroke_linejoin="round")
        for number, shot in enumerate(picture.shots, start=1):
            _shot(group, shot, _ray(picture, shot, occupied), number)
    if courses:
        boxes = [box for area in occupied.values() for box in area.boxes]
        _numbers(canvas, picture, courses, boxes)
    return canvas.markup()


_Courses = Sequence[tuple[Arrow, Sequence[Point]]]
"""Arrows with their visible ways."""


def _arrows(canvas: Canvas, picture: AreaPicture, courses: _Courses) -> None:
    group = canvas.group(
        id="arrows", stroke_width=CASING, stroke_linejoin="round", paint_order="stroke"
    )
    shapes = [_arrow_path(course, _FORMS[arrow.manner], _gaps(arrow)) for arrow, course in courses]
    group.path("".join(shapes), id="arrow-rims", fill="none", stroke="#fff", stroke_width=HALO)
    for number, ((arrow, _), shape) in enumerate(zip(courses, shapes, strict=True), start=1):
        look = _look(picture, arrow.side)
        group.path(
            shape, title=arrow.words, id=f"arrow-{number}", stroke=look.edge,
            fill=mixed(look.line, "#ffffff", _FORMS[arrow.manner].pale),
            data_side=arrow.side, data_kind=arrow.manner, data_count=str(arrow.count),
            data_place=arrow.path[0], data_to=arrow.path[-1],
        )  # fmt: skip


def _numbers(canvas: Canvas, picture: AreaPicture, courses: _Courses, boxes: list[Box]) -> None:
    """Draws how many moved, where it hides nothing that lies in `boxes`."""
    group = canvas.group(
        id="arrow-numbers", font_family=SANS, font_weight="bold", text_anchor="middle",
        pointer_events="none",
    )  # fmt: skip
    for number, (arrow, course) in enumerate(courses, start=1):
        if arrow.count > 1 or arrow.riders:
            x, y = _free(course, boxes)
            boxes.append(Box.about((x, y), 55))
            edge = _look(picture, arrow.side).edge
            if arrow.riders:
                _riders(group, f"arrow-{number}-count", (x, y), (arrow, edge))
                continue
            group.circle(
                x, y, 52, id=f"arrow-{number}-count", fill="#fff", stroke=edge, stroke_width=12
            )
            group.text(x, y + 29, (str(arrow.count),), font_size=82, fill="#1d1d1d")


def _riders(canvas: Canvas, id_: str, at: Point, drawn: tuple[Arrow, str]) -> None:
    """Draws how many moved and how many they carried along: "2+1"."""
    (x, y), (arrow, edge) = at, drawn
    canvas.rect(x - 95, y - 52, 190, 104, rx=52, id=id_, fill="#fff", stroke=edge, stroke_width=12)
    canvas.text(x, y + 29, (f"{arrow.count}+{arrow.riders}",), font_size=82, fill="#1d1d1d")


def _look(picture: AreaPicture, side_id: str) -> Look:
    return side_looks(picture.sides)[side_id].look


# -- where arrows run -----------------------------------------------------------------------------


def _at(picture: AreaPicture, area: str, whose: str, occupied: Mapping[str, Occupied]) -> Point:
    return occupied[area].home(whose) or picture.outlines.areas[area].units


def _course(picture: AreaPicture, arrow: Arrow, occupied: Mapping[str, Occupied]) -> list[Point]:
    """Returns the visible way of an arrow, in steps of the same length."""
    first, *between, last = arrow.path
    start = _at(picture, first, arrow.side, occupied)
    end = _at(picture, last, arrow.side, occupied)
    form = _FORMS[arrow.manner]
    if between and not arrow.flies:
        middles = [picture.outlines.areas[area].units for area in between]
        stops = _rounded(_rounded([start, *middles, end]))
    else:
        stops = _arc(start, end, form.bow + 9 if arrow.flies else form.bow)
    steps = list(_steps(stops))
    grid = raster_of(picture.outlines.areas[last])
    return _trimmed(steps, occupied[first], occupied[last], (grid, form.wing))


def _arc(start: Point, end: Point, bow: int) -> list[Point]:
    """Returns an arc that swings out to the left; there and back lie side by side."""
    (x, y), (to_x, to_y) = start, end
    over_x = (x + to_x) // 2 + (to_y - y) * bow // 50
    over_y = (y + to_y) // 2 - (to_x - x) * bow // 50
    return [
        (
            (x * (10 - t) ** 2 + 2 * over_x * t * (10 - t) + to_x * t * t) // 100,
            (y * (10 - t) ** 2 + 2 * over_y * t * (10 - t) + to_y * t * t) // 100,
        )
        for t in range(11)
    ]


def _rounded(stops: Sequence[Point]) -> list[Point]:
    """Cuts the corners of a line."""
    cut = [stops[0]]
    for (x, y), (to_x, to_y) in pairwise(stops):
        cut += [
            ((3 * x + to_x) // 4, (3 * y + to_y) // 4),
            ((x + 3 * to_x) // 4, (y + 3 * to_y) // 4),
        ]
    return [*cut, stops[-1]]


def _steps(stops: Sequence[Point]) -> Iterator[Point]:
    """Yields points along a line."""
    yield stops[0]
    left = STEP
    for (x, y), (to_x, to_y) in pairwise(stops):
        far = distance((x, y), (to_x, to_y))
        while left <= far:
            yield x + (to_x - x) * left // far, y + (to_y - y) * left // far
            left += STEP
        left -= far


def _covered(boxes: Sequence[Box], at: Point, air: int) -> bool:
    x, y = at
    for box in boxes:
        if box.x - air < x < box.x + box.width + air and box.y - air < y < box.y + box.height + air:
            return True
    return False


def _trimmed(
    steps: list[Point], start: Occupied, end: Occupied, goal: tuple[Raster, int]
) -> list[Point]:
    """Leaves out what would lie under counters: at the start, and in the area of the end."""
    grid, wing = goal
    first = 0
    while first < len(steps) - 4 and _covered(start.boxes, steps[first], 10):
        first += 1
    last = len(steps) - 1
    while last - 1 > first and grid.has(grid.inside, steps[last - 1]):
        last -= 1
    while last + 1 < len(steps) and not _covered(end.boxes, steps[last + 1], wing * 2 // 3):
        last += 1
    last = max(last, min(first + 3, len(steps) - 1))
    return steps[max(0, min(first, last - 3)) : last + 1]


def _free(course: Sequence[Point], boxes: Sequence[Box]) -> Point:
    """Returns where on its course an arrow's number hides nothing, as near to its middle."""
    room = Box.of(course).grown(60)
    near = [box for box in boxes if box.meets(room)]
    middle = len(course) * 2 // 5
    places = sorted(range(len(course)), key=lambda place: abs(place - middle))
    free = (course[place] for place in places if not _covered(near, course[place], 60))
    return next(free, course[0])


# -- how they look --------------------------------------------------------------------------------


def _arrow_path(course: Sequence[Point], form: _Form, gaps: tuple[int, int] | None) -> str:
    return growing(course, (form.tail, form.neck, form.wing), form.head // STEP, gaps=gaps)


def _gaps(arrow: Arrow) -> tuple[int, int] | None:
    if arrow.manner == "retreat":
        return _RETREAT
    return _FLIGHT if arrow.flies else None


def _ray(picture: AreaPicture, shot: Shot, occupied: Mapping[str, Occupied]) -> list[Point]:
    start = _at(picture, shot.start, "token", occupied)
    end = picture.outlines.areas[shot.end].units
    steps = list(_steps([start, end]))
    ray = _trimmed(steps, occupied[shot.start], occupied[shot.end],
                   (raster_of(picture.outlines.areas[shot.end]), 60))  # fmt: skip
    # It is seen where it leaves: behind the counters that stand in its way.
    boxes, leaves = occupied[shot.start].boxes, STUB[0]
    hidden = [_covered(boxes, step, 10) for step in ray]
    clear = (at for at in range(len(ray) - leaves) if not any(hidden[at : at + leaves]))
    return ray[next(clear, 0) :]


def _shot(canvas: Canvas, shot: Shot, ray: Sequence[Point], number: int) -> None:
    group = canvas.group(
        id=f"shot-{number}", title=shot.words, data_side=shot.side, data_place=shot.start,
        data_to=shot.end,
    )  # fmt: skip
    leaves, comes = STUB
    if len(ray) <= sum(STUB) + 2:
        path = line_path((ray[0], ray[-1]))
    else:
        path = line_path((ray[0], ray[leaves])) + line_path((ray[-1 - comes], ray[-1]))
    group.path(path, stroke="#fff", stroke_width=42)
    group.path(path, stroke=HIT, stroke_width=19, stroke_dasharray="none" if shot.hit else "4 3")
    _impact(group, ray[-1], hit=shot.hit)


def _impact(canvas: Canvas, at: Point, *, hit: bool) -> None:
    x, y = at
    if not hit:
        canvas.circle(x, y, 40, fill="#fff", stroke=HIT, stroke_width=17)
        return
    star(canvas, at, 92, fill=HIT, line="#fff", wide=8)


def _supply(
    canvas: Canvas, lines: SupplyLines, picture: AreaPicture, occupied: Mapping[str, Occupied]
) -> None:
    """Draws the ways to the source as one net; ways that meet go on together."""
    look = _look(picture, lines.side)
    at = {area: _at(picture, area, lines.side, occupied) for way in lines.ways for area in way}
    path = "".join(line_path((at[here], at[there])) for here, there in lines.ways)
    group = canvas.group(
        id=f"supply-{lines.side}", fill="none", stroke_linecap="round", pointer_events="none"
    )
    if path:
        group.path(path, stroke="#fff", stroke_width=46, stroke_opacity=".9")
        group.path(path, stroke=look.edge, stroke_width=22, stroke_dasharray="0 4.4")
    for area, (x, y) in at.items():
        if all(area != here for here, _ in lines.ways):
            group.circle(x, y, 70, stroke=look.edge, stroke_width=22, fill="#fff")


# -- for the legend -------------------------------------------------------------------------------


def arrow_sample(canvas: Canvas, arrow: Arrow, look: Look) -> None:
    """Draws a short arrow of the same kind about the origin."""
    course = [(at, 0) for at in range(-130, 131, 37)]
    form = _FORMS[arrow.manner]
    gaps = (2, 1) if arrow.flies and arrow.manner != "retreat" else _gaps(arrow)
    canvas.path(
        _arrow_path(course, form, gaps), fill=mixed(look.line, "#ffffff", form.pale),
        stroke=look.edge, stroke_width=CASING, stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def riders_sample(canvas: Canvas, arrow: Arrow, look: Look) -> None:
    """Draws the number of an arrow that carries others about the origin."""
    letters = canvas.group(font_weight="bold", text_anchor="middle")
    _riders(letters, "legend-riders", (0, 0), (arrow, look.edge))


def shot_sample(canvas: Canvas, *, hit: bool) -> None:
    """Draws a short shot about the origin."""
    canvas.path(line_path(((-130, 0), (30, 0))), stroke=HIT, stroke_width=17,
                stroke_dasharray="none" if hit else "4 3")  # fmt: skip
    _impact(canvas, (45, 0), hit=hit)


def supply_sample(canvas: Canvas, look: Look) -> None:
    """Draws a line of supply about the origin."""
    canvas.path(line_path(((-110, 0), (60, 0))), stroke=look.edge, stroke_width=22,
                stroke_dasharray="0 4.4", stroke_linecap="round")  # fmt: skip
    canvas.circle(85, 0, 45, fill="#fff", stroke=look.edge, stroke_width=18)

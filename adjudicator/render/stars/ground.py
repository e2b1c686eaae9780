"""The ground of a star chart: space with its stars, and the regions with their names.

A region is everything that is near its planets and the lanes between them, and nearer to them than
to those of others: a contour on a grid, drawn as a smooth line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from adjudicator.boards.area import Point
from adjudicator.render.lettering import Lettered, balanced, fitted_size
from adjudicator.render.near import Boxes, Rows
from adjudicator.render.outlines import chained
from adjudicator.render.raster import Box
from adjudicator.render.stars.picture import StarPicture
from adjudicator.render.stars.places import Places
from adjudicator.render.stars.theme import StarPalette
from adjudicator.render.strokes import between
from adjudicator.render.svg import Canvas, line_path, number
from adjudicator.render.theme import text_width

__all__ = ["SPACING", "TINTS", "Region", "regions", "smooth_path", "starfield"]

TINTS = 7
"""How many tints a palette has."""

_FAR = 1 << 20
_COLUMNS = 84
"""Into how many columns the grid of a map is cut."""
_SMALLER = 40
"""What a smaller size of a region's name costs."""
_STACKED = (0, 12, 16, 24)
"""What it costs to write it in several lines, by the way in which that is done."""
_OUTSIDE, _AWAY, _ASTRAY = 40, 200, 260
"""What it costs that a corner of it lies outside the region, further from it, or in another."""
_HALF_OUT = 90
"""What it costs to lie across the edge of the region."""
_COVERED, _ACROSS, _ON = 2000, 1300, 20
"""What it costs to lie on a planet or a name, across lanes, and for each point of them."""
_MAGNITUDES = (8, 8, 8, 8, 11, 11, 15, 22)
"""The sizes of stars, as often as they occur."""
SPACING = 16
"""Between the letters of regions' names, in hundredths of their size."""


@dataclass(frozen=True, slots=True)
class Region:
    """Where a region lies, and where its name stands."""

    rings: tuple[tuple[Point, ...], ...]
    name: Lettered
    tint: int
    """Which of the tints it has."""


Field = dict[tuple[int, int], int]
"""How deep the corners of a grid lie in a region; those outside are negative or absent."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """The grid that lies over a map."""

    step: int
    origin: Point
    fields: Mapping[str, Field]
    held: Mapping[tuple[int, int], str]
    """In which region a corner lies; absent: in none."""

    def at(self, corner: tuple[int, int]) -> Point:
        """Returns where a corner lies."""
        return self.origin[0] + corner[0] * self.step, self.origin[1] + corner[1] * self.step

    def strays(self, region: str, at: Point) -> int:
        """Returns what it costs that a region's name reaches to a point."""
        corner = ((at[0] - self.origin[0]) // self.step, (at[1] - self.origin[1]) // self.step)
        held = self.held.get(corner)
        if held is not None:
            return 0 if held == region else _ASTRAY
        return _OUTSIDE if corner in self.fields[region] else _AWAY


def starfield(picture: StarPicture, palette: StarPalette, box: Box, within: Box) -> str:
    """Draws stars whose places follow from the map's id alone, the bright ones on the map."""
    canvas = Canvas()
    if not palette.stars:
        return ""
    group = canvas.group(id="stars", fill="none", stroke_linecap="round", pointer_events="none")
    dots: dict[tuple[str, int], list[str]] = {}
    rays: list[str] = []
    for index in range(box.width // 100 * (box.height // 100) // 45):
        digest = hashlib.sha256(f"{picture.map}/{index}".encode()).digest()
        x = box.x + int.from_bytes(digest[:4], "big") % box.width
        y = box.y + int.from_bytes(digest[4:8], "big") % box.height
        colour = palette.stars[digest[8] % len(palette.stars)]
        size = _MAGNITUDES[digest[9] % len(_MAGNITUDES)]
        dots.setdefault((colour, size), []).append(f"M{number(x)} {number(y)}h0")
        if digest[10] < 5 and within.y < y < within.y + within.height:
            long = 40 + digest[11] // 6
            rays.append(line_path(((x - long, y), (x + long, y))))
            rays.append(line_path(((x, y - long), (x, y + long))))
    for (colour, size), places in sorted(dots.items()):
        group.path(
            "".join(places), stroke=colour, stroke_width=size, opacity=f".{35 + size * 2}"
        )  # fmt: skip
    if rays:
        group.path("".join(rays), stroke=palette.stars[0], stroke_width=5, opacity=".6")
    return canvas.markup()


def _ground(picture: StarPicture, places: Places) -> _Grid:
    """Lays a grid over the map and finds which corners lie in which region."""
    box = places.frame.box
    step = max(box.width, box.height) // _COLUMNS
    near = places.frame.near
    distances = {
        region: _distances(picture, places, region, step=step, near=near)
        for region in picture.regions
    }
    fields: dict[str, Field] = {}
    gap = places.frame.radius // 7
    for region, field in distances.items():
        others = [other for name, other in distances.items() if name != region]
        fields[region] = {
            corner: min(
                [
                    near - far,
                    _from_edge(corner, step, box) - gap,
                    *((other.get(corner, _FAR) - far) // 2 - gap for other in others),
                ]
            )
            for corner, far in field.items()
        }
    held = {
        corner: region
        for region, field in fields.items()
        for corner, depth in field.items()
        if depth >= 0
    }
    return _Grid(step, (box.x, box.y), fields, held)


def _from_edge(corner: tuple[int, int], step: int, box: Box) -> int:
    """Returns how far a corner of the grid is from the edges of the map."""
    x, y = corner[0] * step, corner[1] * step
    return min(x, y, box.width - x, box.height - y)


def _distances(picture: StarPicture, places: Places, region: str, *, step: int, near: int) -> Field:
    """Returns how far the corners of the grid are from a region's planets and lanes."""
    inside = {planet for planet, facts in picture.planets.items() if facts.region == region}
    lines = [(places.at[planet],) * 2 for planet in sorted(inside)]
    for lane in picture.lanes:
        if inside.issuperset(lane.between):
            route = places.route(*lane.between)
            lines += [pair for line in route.lines for pair in pairwise((*line[::4], line[-1]))]
    reach = near * 12 // 10 + 2 * step
    field: Field = {}
    for one, other in lines:
        _spread_from(one, other, field, step=step, reach=reach, origin=places.frame.box)
    return {corner: isqrt(far) for corner, far in field.items()}


def _spread_from(
    one: Point, other: Point, field: Field, *, step: int, reach: int, origin: Box
) -> None:
    """Enters in a field of squares how far its corners are from a stretch of a line."""
    x, y = one[0] - origin.x, one[1] - origin.y
    dx, dy = other[0] - one[0], other[1] - one[1]
    whole, beyond = dx * dx + dy * dy, _FAR * _FAR
    rows = range((min(y, y + dy) - reach) // step, (max(y, y + dy) + reach) // step + 2)
    for column in range((min(x, x + dx) - reach) // step, (max(x, x + dx) + reach) // step + 2):
        east = column * step - x
        for row in rows:
            south = row * step - y
            part = east * dx + south * dy
            if part <= 0:
                far = east * east + south * south
            elif part >= whole:
                far = (east - dx) ** 2 + (south - dy) ** 2
            else:
                far = (east - dx * part // whole) ** 2 + (south - dy * part // whole) ** 2
            corner = (column, row)
            if far < field.get(corner, beyond):
                field[corner] = far


def _contour(grid: _Grid, region: str) -> tuple[tuple[Point, ...], ...]:
    """Returns the lines on which a region's field is nought."""
    field = grid.fields[region]
    segments: list[tuple[Point, Point]] = []
    for column, row in sorted(field):
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        depths = [field.get(corner, -grid.step) for corner in corners]
        cuts = [
            _cut(corners[side], corners[(side + 1) % 4], grid, field)
            for side in range(4)
            if (depths[side] > 0) != (depths[(side + 1) % 4] > 0)
        ]
        pairs = zip(cuts[::2], cuts[1::2], strict=True)
        segments += [(one, other) for one, other in pairs if one != other]
    return tuple(_calmed(line[:-1]) for line in chained(segments) if len(line) > 6)


def _calmed(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    """Returns a ring without the small waves of its grid."""
    count = len(ring)
    for _ in range(4):
        ring = tuple(
            (
                sum(ring[(index + step) % count][0] for step in (-2, -1, 0, 1, 2)) // 5,
                sum(ring[(index + step) % count][1] for step in (-2, -1, 0, 1, 2)) // 5,
            )
            for index in range(count)
        )
    return ring[::2] if count > 16 else ring


def _cut(one: tuple[int, int], other: tuple[int, int], grid: _Grid, field: Field) -> Point:
    """Returns where the contour cuts the side of a cell, the same from both of its cells."""
    one, other = min(one, other), max(one, other)
    a, b = (max(field.get(corner, -grid.step), -3 * grid.step) for corner in (one, other))
    return between(grid.at(one), grid.at(other), a, a - b)


def smooth_path(ring: Sequence[Point]) -> str:
    """Writes a closed curve that passes between the points of a ring."""
    middles = [between(one, other, 1, 2) for one, other in pairwise((*ring, ring[0]))]
    start = middles[-1]
    words = [f"M{number(start[0])} {number(start[1])}"]
    for (x, y), (u, v) in zip(ring, middles, strict=True):
        words.append(f"Q{number(x)} {number(y)} {number(u)} {number(v)}")
    return "".join(words) + "z"


def regions(picture: StarPicture, places: Places) -> dict[str, Region]:
    """Finds the regions' outlines, tints and the places of their names."""
    grid = _ground(picture, places)
    tints = _tints(picture)
    reach = places.frame.radius * 125 // 100
    taken = [Box.about(place, reach) for place in places.at.values()]
    taken += [name.box for name in places.names.values()]
    found: dict[str, Region] = {}
    for region, facts in picture.regions.items():
        rings = _contour(grid, region)
        name = _region_name(
            f"{facts.name.upper()} +{facts.bonus}", grid, region, places, taken=taken
        )
        taken.append(name.box)
        found[region] = Region(rings, name, tints[region])
    return found


def _region_name(
    words: str, grid: _Grid, region: str, places: Places, *, taken: Sequence[Box]
) -> Lettered:
    """Returns where a region's name disturbs least; it lies in the region if it can.

    A name that is too long for its region is broken, and at last lies anywhere on the map.
    """
    size, edge = places.frame.region, places.frame.box
    corners = [corner for corner, depth in grid.fields[region].items() if depth > -grid.step]
    near = Box.of(map(grid.at, corners)).grown(size * 2) if corners else edge
    for room, write in ((near, _writings), (near, _broken), (edge, _broken)):
        writings = write(words, size, places.frame.floor)
        found = _best_spot(writings, room, grid, region, places=places, taken=taken)
        if found is not None:
            return found
    return _anyhow(words, size, near, edge)


def _best_spot(
    writings: Iterator[tuple[int, tuple[str, ...], int]],
    near: Box,
    grid: _Grid,
    region: str,
    *,
    places: Places,
    taken: Sequence[Box],
) -> Lettered | None:
    """Returns where one of several ways to write a name disturbs least; None: there is no room."""
    inside = (box for box in taken if box.meets(near))
    boxes = Boxes(places.frame.reach * 2, enumerate(inside))
    points = Rows(_lane_points(places, near))
    room = places.frame.floor // 6
    best: tuple[int, Lettered] | None = None
    for loss, lines, size in writings:
        if best is not None and best[0] < loss:
            continue
        for box in _spots(lines, size, near, places.frame.box):
            cost = loss + (box.y - near.y) * 20 // near.height
            if best is not None and cost >= best[0]:
                continue
            left, top, right, low = box.x, box.y, box.x + box.width, box.y + box.height
            probes = [(x, y) for x in (left, (left + right) // 2, right) for y in (top, low)]
            strays = [grid.strays(region, probe) for probe in probes]
            cost += sum(strays) + _HALF_OUT * (min(strays) == 0 < max(strays))
            if best is not None and cost >= best[0]:
                continue
            for _ in boxes.met(box):
                cost += _COVERED
                if best is not None and cost >= best[0]:
                    break
            if best is not None and cost >= best[0]:
                continue
            on = points.inside(box.grown(room))
            cost += _ACROSS * (on > 0) + _ON * on
            if best is None or cost < best[0]:
                best = cost, Lettered(lines, size, box)
    return None if best is None else best[1]


def _lane_points(places: Places, near: Box) -> Iterator[Point]:
    """Yields points of the lanes in a box, so dense that no lettering lies between two of them."""
    step = max(places.frame.floor // 3, 1)
    right, low = near.x + near.width, near.y + near.height
    for route in places.routes.values():
        for line in route.lines:
            for one, other in pairwise(line):
                (x, y), (u, v) = one, other
                if max(x, u) < near.x or min(x, u) > right or max(y, v) < near.y or min(y, v) > low:
                    continue
                parts = max(abs(u - x), abs(v - y)) // step + 1
                yield from (between(one, other, part, parts) for part in range(parts))


def _anyhow(words: str, size: int, near: Box, edge: Box) -> Lettered:
    """Returns a name as small as it must be, in the middle of a place."""
    lines = balanced(words, 4)
    size = fitted_size(lines, size, edge.width - size, bold=True, spacing=SPACING)
    wide = max(text_width(one, size, bold=True, spacing=size * SPACING // 100) for one in lines)
    high = size * 105 * len(lines) // 100
    x, y = near.centre
    left = min(max(x - wide // 2, edge.x), edge.x + edge.width - wide)
    top = min(max(y - high // 2, edge.y), edge.y + edge.height - high)
    return Lettered(lines, size, Box(left, top, wide, high))


def _writings(words: str, size: int, floor: int) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """Yields ways to write a region's name, each with what it costs."""
    name, _, bonus = words.rpartition(" ")
    first, *rest = words.split(" ")
    stacked = ((words,), (first, " ".join(rest)), (name, bonus), (*name.split(" "), bonus))
    # A name of one word is broken in one way only, one of many words in no more than three lines.
    ways = dict(zip(stacked[::-1], _STACKED[::-1], strict=True))
    sizes = [max(size * share // 100, min(size, floor)) for share in (100, 86, 74, 64)]
    for step, smaller in enumerate(dict.fromkeys(sizes)):
        for lines, cost in sorted(ways.items(), key=lambda way: way[1]):
            if len(lines) <= 3:
                yield step * _SMALLER + cost, lines, smaller


def _broken(words: str, size: int, floor: int) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """Yields ways to write a name that is too long for its region, each with what it costs."""
    sizes = [max(size * share // 100, floor) for share in (64, 54, 45, 38, 32)]
    for step, smaller in enumerate(dict.fromkeys(sizes)):
        for count in (2, 3, 4):
            lines = balanced(words, count)
            if len(lines) <= count:
                yield (3 * step + count - 2) * _SMALLER, lines, max(smaller, 1)


def _spots(lines: Sequence[str], size: int, near: Box, edge: Box) -> Iterator[Box]:
    """Yields boxes for lettering, all over a place."""
    spacing = size * SPACING // 100
    wide = max(text_width(line, size, bold=True, spacing=spacing) for line in lines)
    high = size * 105 * len(lines) // 100
    across, down = max(size * 2 // 5, near.width // 40), max(size // 3, near.height // 40)
    for y in range(max(near.y, edge.y + size // 3), near.y + near.height - high, down):
        for x in range(max(near.x, edge.x + size // 2), near.x + near.width - wide, across):
            if x + wide < edge.x + edge.width - size // 2 and y + high < edge.y + edge.height:
                yield Box(x, y, wide, high)


def _tints(picture: StarPicture) -> dict[str, int]:
    """Gives each region a tint that none of its neighbours has, as far as there are enough."""
    neighbours: dict[str, set[str]] = {region: set() for region in picture.regions}
    for lane in picture.lanes:
        here, there = (picture.planets[planet].region for planet in lane.between)
        neighbours[here].add(there)
        neighbours[there].add(here)
    tints: dict[str, int] = {}
    used = [0] * TINTS
    for region in picture.regions:
        near = {tints[other] for other in neighbours[region] if other in tints}
        tint = min(range(TINTS), key=lambda tint: (tint in near, used[tint], tint))
        used[tint] += 1
        tints[region] = tint
    return tints

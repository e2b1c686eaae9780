"""Finds where the planets, lanes and names of a star chart stand.

Everything follows from the coordinates of the planets, whatever their unit: they are spread over
the frame, pushed apart where they lie too close, and lanes bend around what they would run into.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import isqrt

from adjudicator.boards.area import Point
from adjudicator.render.lettering import Lettered, balanced, fitted_size
from adjudicator.render.near import Boxes, Points, Rows
from adjudicator.render.raster import Box
from adjudicator.render.stars.picture import LaneEntry, StarPicture
from adjudicator.render.stars.places import (
    Frame,
    Places,
    Route,
    Scale,
    route_of,
)
from adjudicator.render.strokes import between, distance
from adjudicator.render.theme import text_width

__all__ = ["choices", "places"]

_BENDS = (0, 10, -10, 18, -18, 28, -28, 40, -40, 54, -54)
"""How far the middle of a lane may lie off the straight line, in hundredths of its length."""
_LONGEST = 9
"""How many times the radius of a planet its name may be wide before it is broken anywhere."""


def places(picture: StarPicture, scale: Scale) -> Places:
    """Finds the places of a chart on its map, which begins at the origin."""
    box = Box.of(facts.at for facts in picture.planets.values())
    turned = scale.turned and box.width > box.height
    if turned:
        box = Box(box.x, box.y, box.height, box.width)
    words = {planet: facts.name for planet, facts in picture.planets.items()}
    frame = _fitted(box, scale, names=words.values())
    at = _spread(picture, frame, turned=turned)
    routes = _routes(picture, frame, at)
    return Places(frame, at, routes, _placed_names(words, frame, at, routes))


def _from_stretch(place: Point, one: Point, other: Point) -> int:
    """Returns the square of how far a point is from a stretch of a line."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    east, south = place[0] - one[0], place[1] - one[1]
    whole, part = dx * dx + dy * dy, east * dx + south * dy
    if part <= 0:
        return east * east + south * south
    part = min(part, whole)
    return (east - dx * part // whole) ** 2 + (south - dy * part // whole) ** 2


def _fitted(bounds: Box, scale: Scale, *, names: Collection[str]) -> Frame:
    """Returns the frame for a chart of these bounds, with room for planets of such names.

    It is as high as the chart is, within limits; higher only where so many planets need it.
    """
    high = scale.width * bounds.height // max(bounds.width, 1)
    height = min(max(high, scale.width * scale.least // 100), scale.width * scale.most // 100)
    least = scale.floor * 8 // 10
    needed = sum(_room(name, scale.floor, least) for name in names)
    height = max(height, needed * scale.slack // (100 * scale.width))
    spacing = isqrt(scale.width * height // max(len(names), 1))
    radius = min(scale.radius, max(spacing * scale.share // 100, least))
    return Frame(
        Box(0, 0, scale.width, height),
        radius,
        spacing,
        name=max(radius * scale.name // 100, min(scale.least_name, spacing * 30 // 100)),
        region=max(radius * scale.region // 100, scale.least_name * 5 // 4),
        floor=scale.floor,
    )


def _room(name: str, size: int, radius: int) -> int:
    """Returns how much room a planet needs at least, with its name under it."""
    wide = max(min(text_width(name, size, bold=True), radius * _LONGEST), radius * 3)
    return (wide + size // 2) * (size * 5 + radius * 10) // 4


def _spread(picture: StarPicture, frame: Frame, *, turned: bool) -> dict[str, Point]:
    """Returns where the planets stand: spread over the frame, none too close to another."""
    raw = {planet: facts.at for planet, facts in picture.planets.items()}
    if turned:
        raw = {planet: (-y, x) for planet, (x, y) in raw.items()}
    bounds = Box.of(raw.values())
    aside = max(frame.reach * 14 // 10, frame.near * 9 // 10)
    above = max(aside * 9 // 10, frame.radius * 16 // 10 + frame.name * 15 // 10)
    below = max(aside, frame.reach + frame.name * 17 // 10)
    inner = Box(
        frame.box.x + aside,
        frame.box.y + above,
        frame.box.width - 2 * aside,
        frame.box.height - above - below,
    )
    at = {
        planet: (
            inner.x + _share(x - bounds.x, bounds.width, inner.width),
            inner.y + _share(y - bounds.y, bounds.height, inner.height),
        )
        for planet, (x, y) in raw.items()
    }
    return _apart(at, inner, frame.reach * 2 + frame.name * 12 // 10)


def _share(part: int, whole: int, length: int) -> int:
    return part * length // whole if whole else length // 2


def _apart(at: dict[str, Point], inner: Box, least: int) -> dict[str, Point]:
    """Pushes planets apart that are closer than `least`: each from those behind it, in order."""
    names = list(at)
    cells = _Cells([at[name] for name in names], least)
    for _ in range(40):
        moved = False
        for index in range(len(names)):
            moved = _pushed(cells, index, inner) or moved
        if not moved:
            break
    return dict(zip(names, cells.at, strict=True))


def _pushed(cells: _Cells, index: int, inner: Box) -> bool:
    """Pushes a place and each behind it apart that is too close; returns whether one was."""
    moved, least = False, cells.least
    near = iter(cells.near(index, index))
    while (other := next(near, None)) is not None:
        (x, y), (u, v) = cells.at[index], cells.at[other]
        far = distance((x, y), (u, v))
        if far >= least:
            continue
        moved = True
        dx, dy = (u - x, v - y) if far else (index % 3 - 1, 1)
        far = max(far, 1)
        push = (least - far) // 2 + 1
        cells.move(other, _kept(u + dx * push // far, v + dy * push // far, inner))
        if cells.move(index, _kept(x - dx * push // far, y - dy * push // far, inner)):
            near = iter(cells.near(index, other))
    return moved


class _Cells:
    """Places that move, by number, in cells as wide as the least distance between two."""

    def __init__(self, at: list[Point], least: int) -> None:
        self.at, self.least = at, least
        self._side = max(least, 1)
        self._cells: dict[tuple[int, int], set[int]] = {}
        for number, place in enumerate(at):
            self._cells.setdefault(self._cell(place), set()).add(number)

    def _cell(self, place: Point) -> tuple[int, int]:
        return place[0] // self._side, place[1] // self._side

    def move(self, number: int, place: Point) -> bool:
        """Puts a place elsewhere; returns whether others may be near it now."""
        before, now = self._cell(self.at[number]), self._cell(place)
        if before != now:
            self._cells[before].remove(number)
            self._cells.setdefault(now, set()).add(number)
        self.at[number] = place
        return before != now

    def near(self, number: int, behind: int) -> list[int]:
        """Returns the places behind a number that may be too close to a place, in order."""
        column, row = self._cell(self.at[number])
        found: list[int] = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                here = self._cells.get((column + dx, row + dy), ())
                found += [other for other in here if other > behind]
        return sorted(found)


def _kept(x: int, y: int, inner: Box) -> Point:
    return (
        min(max(x, inner.x), inner.x + inner.width),
        min(max(y, inner.y), inner.y + inner.height),
    )


def _routes(
    picture: StarPicture, frame: Frame, at: Mapping[str, Point]
) -> dict[tuple[str, str], Route]:
    """Returns how each lane runs: short ones first, the others around them."""

    def order(lane: LaneEntry) -> tuple[bool, int, tuple[str, str]]:
        here, there = lane.between
        return lane.hyper, distance(at[here], at[there]), lane.between

    ground = _Ground(at, frame)
    for lane in sorted(picture.lanes, key=order):
        ground.add(lane.between, _route(lane, frame, at, ground))
    return ground.routes


class _Ground:
    """The planets, and the lanes that run already, by where they lie."""

    def __init__(self, at: Mapping[str, Point], frame: Frame) -> None:
        side = max(frame.spacing * 2, frame.reach * 4)
        self.planets = Points(side, at.items())
        self.routes: dict[tuple[str, str], Route] = {}
        self._lines: Boxes[tuple[tuple[str, str], int]] = Boxes(side)

    def add(self, pair: tuple[str, str], route: Route) -> None:
        """Adds a lane."""
        self.routes[pair] = route
        for number, line in enumerate(route.lines):
            self._lines[pair, number] = Box.of(line)

    def lines_near(self, box: Box, besides: tuple[str, str]) -> list[tuple[Box, tuple[Point, ...]]]:
        """Returns the lines that meet a box, but for those of lanes to the same planets."""
        return [
            (its, self.routes[pair].lines[number])
            for (pair, number), its in self._lines.met(box)
            if not {*pair} & {*besides}
        ]


def _route(lane: LaneEntry, frame: Frame, at: Mapping[str, Point], ground: _Ground) -> Route:
    here, there = (at[planet] for planet in lane.between)
    # However much a lane bends, it lies in this box.
    room = frame.reach * 2 + distance(here, there) * 6 // 10
    near = Box.of((here, there)).grown(room + 1)
    others = [
        place
        for planet, place in ground.planets.around(near)
        if planet not in lane.between and near.has(place)
    ]
    crossed = ground.lines_near(near, lane.between)
    calm = frame.box.grown(1 - frame.radius // 2)
    usual = 14 if lane.hyper else 0
    best: tuple[int, Route] | None = None
    for bend in sorted(_BENDS, key=lambda bend: abs(abs(bend) - usual)):
        cost = abs(abs(bend) - usual) * 6
        if best is not None and cost >= best[0]:
            break
        route = _bent(here, there, bend)
        line = route.lines[0]
        mine = Box.of(line)
        for place in others:
            cost += 4000 * _hits(line, place, frame)
            if best is not None and cost >= best[0]:
                break
        if best is not None and cost >= best[0]:
            continue
        cost += 160 * sum(mine.meets(its) and _crosses(line, other) for its, other in crossed)
        cost += 3000 * sum(not calm.has(point) for point in line)
        if best is None or cost < best[0]:
            best = cost, route
    assert best is not None
    found = best[1]
    return found if best[0] < 3000 else _around_the_world(lane, frame, at, found) or found


def _around_the_world(
    lane: LaneEntry, frame: Frame, at: Mapping[str, Point], found: Route
) -> Route | None:
    """Returns a lane for which there is no room as one that goes on at the other side.

    None, if it is no better there: what lies outside the map is worse than what lies in the way.
    """
    here, there = (at[planet] for planet in lane.between)
    others = [place for planet, place in at.items() if planet not in lane.between]

    def hits(route: Route) -> int:
        return sum(_hits(line, place, frame) for line in route.lines for place in others)

    for axis, side, across in (
        (0, frame.box.width, frame.box.height),
        (1, frame.box.height, frame.box.width),
    ):
        along, aside = (abs(here[one] - there[one]) for one in (axis, 1 - axis))
        if along * 10 > side * 6 and aside * 10 < across * 3:
            around = _over_the_edge(here, there, frame.box, axis)
            inside = all(map(frame.box.grown(1).has, found.points))
            return around if not inside or hits(around) < hits(found) else None
    return None


def _bent(here: Point, there: Point, bend: int) -> Route:
    if not bend:
        return route_of(here, there)
    x, y = between(here, there, 1, 2)
    # The curve passes half as far from the straight line as its control point lies.
    aside = bend * 2
    dx, dy = there[0] - here[0], there[1] - here[1]
    return route_of(here, there, [(x - dy * aside // 100, y + dx * aside // 100)])


def _over_the_edge(here: Point, there: Point, box: Box, axis: int) -> Route:
    """Returns a lane that leaves the map at one side and comes back at the other.

    Args:
        axis: 0 if it leaves at the left or at the right, else 1.
    """
    first, last = ((box.x, box.x + box.width), (box.y, box.y + box.height))[axis]
    out, back = (first, last) if here[axis] < there[axis] else (last, first)
    middle = (here[1 - axis] + there[1 - axis]) // 2

    def edge(at: int, near: Point) -> Point:
        along = (near[1 - axis] * 3 + middle) // 4
        return (along, at) if axis else (at, along)

    return route_of(here, there, [edge(out, here), edge(back, there)])


def _hits(line: Sequence[Point], place: Point, frame: Frame) -> int:
    """Returns how far a line runs into a planet, in tenths of the room that it needs."""
    room = frame.reach * 115 // 100
    at_x, at_y = place
    nearest = min([abs(x - at_x) + abs(y - at_y) for x, y in line])
    if nearest > 2 * room + frame.spacing:
        return 0
    closest = isqrt(min([_from_stretch(place, one, other) for one, other in pairwise(line)]))
    return max(0, room - closest) * 10 // room + (closest < room)


def _crosses(line: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two lines cross; every fourth point is looked at."""
    mine, its = list(pairwise(line[::4])), list(pairwise(other[::4]))
    return any(
        _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0
        for a, b in mine
        for c, d in its
    )


def _side(a: Point, b: Point, c: Point) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _placed_names(
    words: Mapping[str, str],
    frame: Frame,
    at: Mapping[str, Point],
    routes: Mapping[tuple[str, str], Route],
) -> dict[str, Lettered]:
    """Returns where the names stand: under their planets, or wherever there is more room."""
    side = frame.reach * 8
    on_lanes = Points(side, ((None, point) for one in routes.values() for point in one.points))
    discs = {planet: Box.about(place, frame.radius * 122 // 100) for planet, place in at.items()}
    planets, named = Boxes(side, discs.items()), Boxes[str](side)
    names: dict[str, Lettered] = {}
    fixed: dict[str, tuple[list[Box], Rows]] = {}
    # The second time every name knows where the others stand.
    for planet in (*words, *words):
        near = Box.about(at[planet], frame.reach * 4)
        if planet not in fixed:
            points = Rows(point for _, point in on_lanes.around(near) if near.has(point))
            fixed[planet] = [box for other, box in planets.met(near) if other != planet], points
        beside, points = fixed[planet]
        taken = [*beside, *(box for other, box in named.met(near) if other != planet)]
        best: tuple[int, Lettered] | None = None
        for place, name in enumerate(choices(words[planet], at[planet], frame)):
            if best is not None and place * 3 >= best[0]:
                break  # No later one can be better.
            cost = _name_cost(name.box, taken, frame) + place * 3
            if best is not None and cost >= best[0]:
                continue
            cost += 12 * points.inside(name.box)
            if best is None or cost < best[0]:
                best = cost, name
        assert best is not None
        names[planet] = best[1]
        named[planet] = names[planet].box
    return names


def choices(name: str, at: Point, frame: Frame) -> Iterator[Lettered]:
    """Yields ways to write a name by its planet, the best first."""
    blank = _middle_blank(name)
    written = [(name,)] if blank < 0 else [(name,), (name[:blank], name[blank + 1 :])]
    sizes = _sizes(frame, 100, 88, 76)
    room = frame.radius * _LONGEST
    if min(_wide(lines, sizes[-1]) for lines in written) > room:
        written = [balanced(name, count) for count in (2, 3, 4)]
        sizes = _sizes(frame, 76, 66, 57)
        sizes.append(fitted_size(written[-1], sizes[-1], room, bold=True))
        yield from (_inside(one, frame.box) for one in _around_planet(written, sizes, at, frame))
    else:
        yield from _around_planet(written, sizes, at, frame)


def _sizes(frame: Frame, *shares: int) -> list[int]:
    """Returns the sizes of names, in hundredths of the usual one, none below the least."""
    sizes = [max(frame.name * share // 100, frame.floor) for share in shares]
    return list(dict.fromkeys(sizes))


def _around_planet(
    written: Sequence[tuple[str, ...]], sizes: Sequence[int], at: Point, frame: Frame
) -> Iterator[Lettered]:
    """Yields places about a planet for a name as it may be written."""
    x, y = at
    gap = frame.reach - frame.radius // 12
    # The frames of some looks are pointed, and their points are at the top.
    above = frame.radius * 160 // 100
    for size in sizes:
        for lines in written:
            wide = _wide(lines, size)
            high = size * 11 * len(lines) // 10
            yield Lettered(lines, size, Box(x - wide // 2, y + gap, wide, high))
            yield Lettered(lines, size, Box(x - wide // 2, y - above - high, wide, high))
            yield Lettered(lines, size, Box(x + gap, y - high // 2, wide, high))
            yield Lettered(lines, size, Box(x - gap - wide, y - high // 2, wide, high))
            for dx in (-1, 1):
                left = x - wide // 2 + dx * wide * 3 // 8
                yield Lettered(lines, size, Box(left, y + gap, wide, high))
                yield Lettered(lines, size, Box(left, y - above - high, wide, high))


def _wide(lines: Sequence[str], size: int) -> int:
    return max(text_width(line, size, bold=True) for line in lines) + size // 3


def _inside(name: Lettered, edge: Box) -> Lettered:
    """Returns a name moved into the map, where it would lie across its edge."""
    box, aside = name.box, name.box.width // 10  # Some types are wider than the one measured.
    if edge.x <= box.x and box.x + box.width <= edge.x + edge.width:
        aside = 0
    x = min(max(box.x, edge.x + aside), edge.x + edge.width - box.width - aside)
    y = min(max(box.y, edge.y), edge.y + edge.height - box.height)
    return name if (x, y) == (box.x, box.y) else replace(name, box=replace(box, x=x, y=y))


def _middle_blank(name: str) -> int:
    blanks = [place for place, char in enumerate(name) if char == " "]
    return min(blanks, key=lambda place: abs(2 * place - len(name)), default=-1)


def _name_cost(box: Box, taken: Sequence[Box], frame: Frame) -> int:
    """Returns what speaks against a place for a name, but for the lanes that it lies on."""
    left, top, right, low = box.x, box.y, box.x + box.width, box.y + box.height
    cost = 0
    for other in taken:  # As `Box.meets` does, for hundreds of thousands of places.
        if (
            other.x < right
            and left < other.x + other.width
            and other.y < low
            and top < other.y + other.height
        ):
            cost += 1000
    edge = frame.box
    if left < edge.x + 40 or right > edge.x + edge.width - 40:
        cost += 3000
    if top < edge.y + 40 or low > edge.y + edge.height - 40:
        cost += 3000
    return cost

"""Finds room in one area for its name, counters, tokens, signs and mountains.

Integer arithmetic on a `Raster` throughout: the same content always lies in the same place. Larger
counters are tried first; the name moves, and the counters shrink, only as far as they must.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from adjudicator.boards.area import Outline, Point
from adjudicator.render.lettering import Lettered
from adjudicator.render.raster import CELL, Box, Raster, raster
from adjudicator.render.theme import text_width

__all__ = [
    "FIGHT",
    "HEIGHTS",
    "SIZES",
    "Arrangement",
    "Lettering",
    "Needs",
    "Sizes",
    "arrange",
    "counter_width",
    "raster_of",
]

HEIGHTS = (200, 185, 170, 155, 140, 128, 116, 106, 96, 90)
"""The heights that counters may have, the best first."""
FIGHT = 236
"""How wide the mark of a battle with its losses is, in percent of its height."""
GAP = 8
"""The room between two counters of one side."""
CITY_ROOM = 52
"""Half the side of the square that counters leave to a city."""
SIGN_RADIUS = 78
NAME_AIR = 14
"""What a name keeps free about itself in an area without counters."""
MOUNTAIN = (150, 100)
"""Width and height of a mountain, with the air around it."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large counters and names may be, the best size first."""

    heights: tuple[int, ...]
    zones: tuple[int, ...]
    cities: tuple[int, ...]
    land: tuple[int, ...]


SIZES: Mapping[str, Sizes] = {
    "board": Sizes(HEIGHTS, zones=(230, 150), cities=(96, 78), land=(84, 78)),
    "print": Sizes(HEIGHTS, zones=(230, 150), cities=(110, 94, 78), land=(98, 88, 78)),
    "phone": Sizes(
        (290, 265, 240, 220, *HEIGHTS), zones=(300, 230, 150), cities=(150, 132, 114, 96, 78),
        land=(132, 120, 108, 96, 84),
    ),
}  # fmt: skip
"""By layout."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a name is set."""

    text: str
    sizes: tuple[int, ...]
    """The sizes that it may have, the best first."""
    bold: bool
    spacing: int = 0


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to lie in an area."""

    lettering: Lettering
    groups: tuple[int, ...] = ()
    """The number of counters of each side."""
    tokens: int = 0
    battle: int = 0
    """The width of the mark of a battle, in percent of its height; 0: none."""
    lined: bool = False
    """Whether a line runs within the border."""
    signs: int = 0
    mountains: bool = False
    heights: tuple[int, ...] = HEIGHTS
    """The heights that counters may have, the best first."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where everything in an area lies."""

    name: Lettered
    height: int
    """The height of the counters."""
    groups: tuple[tuple[Box, ...], ...] = ()
    tokens: tuple[Box, ...] = ()
    battle: Box | None = None
    signs: tuple[Point, ...] = ()
    mountains: tuple[Point, ...] = ()


def counter_width(height: int) -> int:
    """Returns how wide a counter of a height is."""
    return height * 8 // 5


@lru_cache(maxsize=1024)
def raster_of(outline: Outline) -> Raster:
    """Returns the cells of an area."""
    return raster(outline.polygon)


@lru_cache(maxsize=4096)
def arrange(outline: Outline, needs: Needs) -> Arrangement:
    """Finds a place for everything in an area."""
    grid = raster_of(outline)
    settings = _settings(outline, needs.lettering)
    # The line about a declared battle lies within the area: off it, then in need on it.
    grids = [grid]
    if needs.lined:
        grids.insert(0, replace(grid, inside=grid.shrunk(grid.inside)))
    for inner in grids:
        site = _Site(outline, inner, needs)
        room = _name_room(outline, inner, needs)
        usual = _usual(inner, room, settings)
        found = site.attempt(needs.heights[0], usual)
        if found is None:
            trials = _trials(needs.heights, (usual, *_moved(outline, inner, room, settings)))
            found = next(filter(None, (site.attempt(*trial) for trial in trials)), None)
        if found is not None:
            return replace(found, mountains=site.mountains(found) if needs.mountains else ())
    return _Site(outline, grid, needs).squeezed(usual)


def _trials(heights: Sequence[int], names: Sequence[Lettered]) -> list[tuple[int, Lettered]]:
    """Returns heights of counters with names, the best first: a name moves rather unwillingly."""
    ranked: list[tuple[int, int, int]] = []
    for rank, place in product(range(len(heights)), range(len(names))):
        loss = 0 if place == 0 else 2 if names[place].size == names[0].size else 3
        ranked.append((rank + loss, rank, place))
    return [(heights[rank], names[place]) for _, rank, place in sorted(ranked)]


def _splits(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yields a name in one line, then in two lines, the most even first."""
    yield (" ".join(words),)
    pairs = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    yield from sorted(pairs, key=lambda pair: (max(map(len, pair)), pair))[:1]


def _settings(outline: Outline, lettering: Lettering) -> tuple[Lettered, ...]:
    """Returns the ways to set a name about its place, the best first."""
    settings: list[Lettered] = []
    for size in lettering.sizes:
        for lines in _splits(lettering.text.split()):
            width = max(
                text_width(line, size, bold=lettering.bold, spacing=lettering.spacing)
                for line in lines
            )
            leading = size * 108 // 100
            # Capitals and figures have no descenders.
            line_height = 76 if lettering.text.isupper() else 98
            height = size * line_height // 100 + leading * (len(lines) - 1)
            x, y = outline.label
            box = Box(x - width // 2, y - height // 2, width, height)
            settings.append(Lettered(lines, size, box))
    return tuple(settings)


def _name_room(outline: Outline, grid: Raster, needs: Needs) -> int:
    """Returns where a name may stand: not on the city, nor on the line about a battle."""
    room = grid.inside
    if needs.lined:
        room = grid.shrunk(room)
    if outline.city is not None:
        room &= ~grid.covered(Box.about(outline.city, CITY_ROOM))
    return room


def _moved(
    outline: Outline, grid: Raster, room: int, settings: Sequence[Lettered]
) -> list[Lettered]:
    """Returns a name set at the upper and at the lower end of an area."""
    moved: list[Lettered] = []
    for name in settings:
        box = name.box
        cells = grid.fits(room, box.width, box.height)
        for level in (grid.highest(cells), grid.lowest(cells)):
            if level is None:
                continue
            # The nearest place to the middle among the two outermost rows.
            found = grid.nearest(
                cells & grid.covered(Box(grid.x, level, grid.columns * 20, 20)),
                (outline.units[0] - box.width // 2, level),
            )
            if found is not None:
                moved.append(replace(name, box=replace(box, x=found[1][0], y=found[1][1])))
    return moved


def _usual(grid: Raster, room: int, settings: Sequence[Lettered]) -> Lettered:
    """Returns how a name is set where nothing is in its way: at its place, or next to it."""
    near: list[tuple[int, int, Lettered]] = []
    close = 20
    for rank, name in enumerate(settings):
        box = name.box
        wide = box.grown(NAME_AIR)
        if grid.covered(wide) & ~room == 0:
            return name
        found = grid.nearest(grid.fits(room, wide.width, wide.height), (wide.x, wide.y))
        if found is not None:
            moved = replace(box, x=found[1][0] + NAME_AIR, y=found[1][1] + NAME_AIR)
            if found[0] <= close:
                return replace(name, box=moved)
            near.append((found[0], rank, replace(name, box=moved)))
    return min(near)[2] if near else settings[-1]


@lru_cache(maxsize=64)
def _shapes(count: int) -> tuple[tuple[int, int, int], ...]:
    """Returns columns and rows for `count` counters, each with how ill it looks, the best first."""
    shapes: list[tuple[int, int, int]] = []
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        if -(-count // rows) == columns:
            lopsided = abs(8 * columns - 5 * rows) + (columns * rows - count) * 3
            shapes.append((lopsided * lopsided, columns, rows))
    return tuple(sorted(shapes))


@dataclass(frozen=True, slots=True)
class _Site:
    """An area about to be filled."""

    outline: Outline
    grid: Raster
    needs: Needs

    def attempt(self, height: int, name: Lettered) -> Arrangement | None:
        """Fills the area with counters of a height, if everything finds room."""
        if self.grid.inside.bit_count() * CELL * CELL < self._least(height, name):
            return None
        free = self.grid.inside & ~self.grid.covered(name.box.grown(16))
        if self.outline.city is not None:
            free &= ~self.grid.covered(Box.about(self.outline.city, CITY_ROOM))
        needs = self.needs
        for anchors in self._anchors():
            left = free
            groups: list[tuple[Box, ...]] = []
            for count, anchor in zip(needs.groups, anchors, strict=True):
                group = self._block(left, count, height, anchor)
                if group is None:
                    break
                groups.append(group)
                left = self._without(left, group, air=height // 14)
            if len(groups) < len(needs.groups):
                continue
            arranged = self._extras(left, height, name, groups)
            if arranged is not None:
                return arranged
        return None

    def _least(self, height: int, name: Lettered) -> int:
        """Returns the room below which a trial is a waste of time: no packing is that tight."""
        needs = self.needs
        counters = sum(needs.groups) * (counter_width(height) + GAP) * (height + GAP)
        tokens = (needs.tokens * 100 + needs.battle) * height * height // 100
        signs = needs.signs * 4 * SIGN_RADIUS * SIGN_RADIUS
        return (counters + tokens + signs + name.box.width * name.box.height) * 5 // 4

    def _anchors(self) -> Iterator[tuple[Point, ...]]:
        """Yields where the groups would like to be: one at the middle; more, one above another."""
        x, y = self.outline.units
        count = len(self.needs.groups)
        if count < 2:
            yield ((x, y),) * count
            return
        reach = self.outline.radius * 55 // 100
        step = 2 * reach // (count - 1)
        yield tuple((x, y - reach + at * step) for at in range(count))
        yield tuple((x - reach + at * step, y) for at in range(count))
        far = 3 * self.outline.radius
        for dx, dy in ((0, -far), (0, far), (-far, 0), (far, 0)):
            yield ((x + dx, y + dy), *((x - dx, y - dy),) * (count - 1))

    def _extras(
        self, free: int, height: int, name: Lettered, groups: Sequence[tuple[Box, ...]]
    ) -> Arrangement | None:
        """Finds room for what lies about the counters."""
        token = height * 108 // 100
        tokens: list[Box] = []
        for _ in range(self.needs.tokens):
            box = self._single(free, (token, token), self.outline.units)
            if box is None:
                return None
            tokens.append(box)
            free = self._without(free, (box,))
        battle = None
        if self.needs.battle:
            near = groups[0][0].centre if groups else self.outline.units
            battle = self._single(free, (token * self.needs.battle // 100, token), near)
            if battle is None:
                return None
            free = self._without(free, (battle,))
        signs: list[Point] = []
        for _ in range(self.needs.signs):
            side = 2 * SIGN_RADIUS
            box = self._single(free, (side, side), self.outline.icon)
            if box is None:
                return None
            signs.append(box.centre)
            free = self._without(free, (box,))
        return Arrangement(name, height, tuple(groups), tuple(tokens), battle, tuple(signs))

    def _without(self, free: int, boxes: Sequence[Box], *, air: int = 4) -> int:
        for box in boxes:
            free &= ~self.grid.covered(box.grown(air))
        return free

    def _single(self, free: int, size: tuple[int, int], target: Point) -> Box | None:
        """Finds room for one box, as near to `target` as may be."""
        width, height = size
        corner = (target[0] - width // 2, target[1] - height // 2)
        found = self.grid.nearest(self.grid.fits(free, width, height), corner)
        if found is None:
            return None
        return Box(found[1][0], found[1][1], width, height)

    def _block(self, free: int, count: int, height: int, anchor: Point) -> tuple[Box, ...] | None:
        """Finds room for the counters of one side, in rows and columns."""
        width = counter_width(height)
        best: tuple[int, tuple[Box, ...]] | None = None
        for lopsided, columns, rows in _shapes(count):
            if best is not None and lopsided >= best[0]:
                break
            wide = columns * (width + GAP) - GAP
            high = rows * (height + GAP) - GAP
            corner = (anchor[0] - wide // 2, anchor[1] - high // 2)
            found = self.grid.nearest(self.grid.fits(free, wide, high), corner)
            if found is None:
                continue
            cost = found[0] + lopsided
            if best is None or cost < best[0]:
                best = cost, _cells(found[1], (columns, rows), count, height)
        return best[1] if best else None

    def squeezed(self, name: Lettered) -> Arrangement:
        """Fills an area that is too full: counter by counter, in the last resort over the name."""
        height = self.needs.heights[-1]
        size = (counter_width(height), height)
        grid = self.grid
        x, y = self.outline.units
        free = grid.inside & ~grid.covered(name.box)
        groups: list[tuple[Box, ...]] = []
        for count in self.needs.groups:
            group: list[Box] = []
            for _ in range(count):
                box = self._single(free, size, (x, y))
                if box is None:
                    box = Box(x - size[0] // 2, y - size[1] // 2, *size)
                group.append(box)
                free = self._without(free, (box,))
            groups.append(tuple(group))
        tokens: list[Box] = []
        token = (height, height)
        for _ in range(self.needs.tokens):
            tokens.append(self._single(free, token, (x, y)) or Box(x, y, *token))
            free = self._without(free, tokens[-1:])
        battle = None
        if self.needs.battle:
            wide = (height * self.needs.battle // 100, height)
            battle = self._single(free, wide, (x, y)) or Box(x - height, y, *wide)
        signs = (self.outline.icon,) * self.needs.signs
        return Arrangement(name, height, tuple(groups), tuple(tokens), battle, signs)

    def mountains(self, arranged: Arrangement) -> tuple[Point, ...]:
        """Returns the feet of the mountains that find room between everything else."""
        free = self.grid.inside & ~self.grid.covered(arranged.name.box.grown(20))
        taken = [box for group in (*arranged.groups, arranged.tokens) for box in group]
        if arranged.battle is not None:
            taken.append(arranged.battle)
        if self.outline.city is not None:
            taken.append(Box.about(self.outline.city, CITY_ROOM))
        taken += [Box.about(sign, SIGN_RADIUS + 10) for sign in arranged.signs]
        free = self._without(free, taken)
        width, height = MOUNTAIN
        corners = self.grid.fits(free, width, height)
        found: list[Point] = []
        grid = self.grid
        step_x, step_y = 185, 118
        for row in range(grid.rows * 20 // step_y + 1):
            for column in range(grid.columns * 20 // step_x + 1):
                wobble = (row * 7919 + column * 104_729 + grid.x * 31 + grid.y * 17) % 1009
                at = (
                    grid.x + column * step_x + row % 2 * step_x // 2 + wobble % 41 - 20,
                    grid.y + row * step_y + wobble % 29 - 14,
                )
                if grid.has(corners, at):
                    found.append((at[0] + width // 2, at[1] + height - 10))
        return tuple(found)


def _cells(corner: Point, shape: tuple[int, int], count: int, height: int) -> tuple[Box, ...]:
    """Returns the boxes of counters in rows; a short last row stands in the middle."""
    columns, rows = shape
    width = counter_width(height)
    boxes: list[Box] = []
    for index in range(count):
        row, column = divmod(index, columns)
        short = columns * rows - count if row == rows - 1 else 0
        x = corner[0] + column * (width + GAP) + short * (width + GAP) // 2
        boxes.append(Box(x, corner[1] + row * (height + GAP), width, height))
    return tuple(boxes)

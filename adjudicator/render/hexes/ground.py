"""The ground of a hex map: sea, shores, terrain, rivers, hexsides. It never changes, so it is kept.

What many hexes share is drawn once: one path for each kind of terrain, one pattern for its signs,
one zigzag for all rows of the grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from adjudicator.boards.area import Point, Ring
from adjudicator.boards.hexes import NOWHERE, Grid, Hex
from adjudicator.render.hexes.picture import GROUNDS, Cell, Edge, Ground, HexBoard
from adjudicator.render.hexes.space import HALF, HIGH, SIDE, STEP, WIDE, Space, clipped
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.outlines import chained, rim
from adjudicator.render.svg import Canvas, number, ring_path
from adjudicator.render.theme import SERIF, mixed

__all__ = ["cells_of", "define_ground", "edge_strokes", "flowing", "ground", "line_along",
           "outline_of"]  # fmt: skip

RIVER_NAME = 128
"""The size of the names of rivers; they are left out where half as much again is not read."""
WAVES = ((420, 12), (300, 22), (190, 34), (100, 52))
"""Lines along the shore: how wide a stroke makes them, and how strong they are, in percent."""
_SIGNS: Mapping[Ground, str] = {
    # In units of which a hex is 100 wide.
    "forest": "M0-7a6 6 0 1 1-.1 0zM0 5v4",
    "wilderness": "M0-10L5.5-1H2.5L7 6H-7L-2.5-1H-5.5zM0 6v4",
    "broken": "M-10 5Q-4-6 0-4T10 5",
    "rough": "M-13 7L-3-9 2-1 5-5 13 7M-3-9L-1 2-5 7",
    "tundra": "M-7 3H7M-3 3L-5-3M0 3V-5M3 3L5-3",
    "urban": "M-7 6V-3H-2V6M-2 1H3V6M3-6H8V6H-7",
}
_SPOTS = ((-31, -24), (31, -24), (-34, 20), (34, 20))
"""Where signs stand in a hex: around its middle, which counters take."""
_FILLED = ("forest", "wilderness")


@lru_cache(maxsize=8)
def cells_of(board: HexBoard) -> dict[Hex, Cell]:
    """Returns what is printed in each hex that is not all sea."""
    return {board.grid.hex_of(number): cell for number, cell in board.cells.items()}


@lru_cache(maxsize=128)
def ground(board: HexBoard, space: Space, palette: HexPalette) -> str:
    """Returns the ground of a board, or of a part of it: what lies in the part, and nothing else.

    What `define_ground` defines must stand in the same page.
    """
    cells = cells_of(board)
    land = clipped(_land(board, space), space)
    lakes = clipped(board.shores.lakes if board.shores else (), space)
    canvas = Canvas()
    shapes = canvas.definitions()
    shapes.path(ring_path(land), id="land")
    shapes.clip(id="ashore").use("land")
    canvas.rect(*space.window, fill=palette.sea)
    waves = canvas.group(id="waves", fill="none", stroke=palette.wave, stroke_linejoin="round")
    for width, strength in WAVES:
        waves.use("land", stroke_width=width, stroke_opacity=f".{strength}")
    canvas.use("land", fill=palette.bare)
    _terrain(canvas, cells, space, palette)
    if lakes:
        canvas.path(
            ring_path(lakes), id="lakes", fill=palette.lake, stroke=palette.shore, stroke_width=8,
            stroke_linejoin="round",
        )  # fmt: skip
    _grid(canvas, space, palette)
    canvas.use("land", fill="none", stroke=palette.shore, stroke_width=14, stroke_linejoin="round")
    _edges(canvas, board, space, palette)
    _exits(canvas, board, space, palette)
    _letterings(canvas, board, space, palette)
    return canvas.markup()


# -- shores and terrain ----------------------------------------------------------------------------


def _land(board: HexBoard, space: Space) -> Sequence[Ring]:
    """Returns the rings of the land: as drawn for the map, else as the hexes say."""
    if board.shores is not None:
        return board.shores.land
    cells = cells_of(board)
    return [_shore(hex_, space, cells) for hex_ in space.hexes if hex_ in cells]


def _shore(hex_: Hex, space: Space, cells: Mapping[Hex, Cell]) -> Ring:
    """Returns the land of a hex: corners at the sea are drawn in."""
    x, y = space.centre(hex_)
    around = space.grid.around[hex_]
    points: list[Point] = []
    for index, (corner_x, corner_y) in enumerate(space.ring(hex_)):
        # A corner lies between the sides before and after it.
        beside = around[index - 1], around[index]
        wet = sum(other != NOWHERE and other not in cells for other in beside)
        kept = (100, 84, 70)[wet] if cells[hex_].coast else 100
        points.append((x + (corner_x - x) * kept // 100, y + (corner_y - y) * kept // 100))
    return tuple(points)


def define_ground(canvas: Canvas, grid: Grid, palette: HexPalette) -> None:
    """Defines a hex, and the pattern of each kind of terrain that has signs."""
    cell = ring_path([tuple((x - HALF, y - SIDE) for x, y in _first_ring())])
    canvas.path(cell, id="cell")
    shift = 0 if grid.rows % 2 else HALF
    for kind, sign in _SIGNS.items():
        ink = palette.signs[kind]
        signs = canvas.group(
            id=f"signs-{kind}", stroke=ink, stroke_width=11, stroke_linecap="round",
            stroke_linejoin="round", fill=ink if kind in _FILLED else "none",
        )  # fmt: skip
        for x, y in _SPOTS:
            signs.path(sign, transform=f"translate({x} {y})")
        pattern = canvas.pattern(
            id=f"ground-{kind}", x=shift, y=0, width=WIDE, height=2 * STEP,
            patternUnits="userSpaceOnUse",
        )  # fmt: skip
        pattern.use(f"signs-{kind}", x=HALF, y=SIDE)
        for x in (0, WIDE):
            for y in (SIDE + STEP, SIDE - STEP):
                pattern.use(f"signs-{kind}", x=x, y=y)


def _first_ring() -> Ring:
    return ((WIDE, SIDE + 289), (WIDE, SIDE - 289), (HALF, 0), (0, SIDE - 289), (0, SIDE + 289),
            (HALF, HIGH))  # fmt: skip


def outline_of(hexes: Iterable[Hex], space: Space) -> str:
    """Returns the outline of several hexes as path text; those not seen are left out."""
    seen = frozenset(space.hexes)
    rings = [space.ring(hex_) for hex_ in hexes if hex_ in seen]
    return ring_path(line[:-1] for line in rim(rings))


def _terrain(canvas: Canvas, cells: Mapping[Hex, Cell], space: Space, palette: HexPalette) -> None:
    kinds: dict[tuple[bool, Ground], list[Hex]] = {}
    closed: list[Hex] = []
    for hex_ in space.hexes:
        cell = cells.get(hex_)
        if cell is None:
            continue
        if cell.closed:
            closed.append(hex_)
        kinds.setdefault((cell.coast, cell.ground), []).append(hex_)
    shapes = canvas.definitions()
    for coast in (True, False):
        group = canvas.group(
            id="coast" if coast else "terrain", stroke_width=8, stroke_linejoin="round",
            **({"clip_path": "url(#ashore)"} if coast else {}),
        )  # fmt: skip
        for kind in GROUNDS:
            hexes = kinds.get((coast, kind))
            if hexes:
                colour = palette.grounds[kind]
                name = f"{'coast' if coast else 'land'}-{kind}"
                shapes.path(outline_of(hexes, space), id=name)
                group.use(name, fill=colour, stroke=colour)
                if kind in _SIGNS:
                    group.use(name, fill=f"url(#ground-{kind})", opacity=palette.sign_strength)
    if closed:
        shut = canvas.group(id="closed", clip_path="url(#ashore)")
        shut.path(outline_of(closed, space), fill=palette.closed, fill_opacity=".45")


def _grid(canvas: Canvas, space: Space, palette: HexPalette) -> None:
    """Draws all sides of hexes: one zigzag, used for every row."""
    grid = space.grid
    rows = sorted({hex_ // grid.columns for hex_ in space.hexes})
    columns = [hex_ % grid.columns for hex_ in space.hexes]
    first, last = min(columns), max(columns)
    group = canvas.group(
        id="grid", fill="none", stroke=palette.grid, stroke_width=6, stroke_opacity=".38"
    )
    teeth = "".join("l50-28.8 50 28.8v57.8m0-57.8" for _ in range(first, last + 1))
    group.path(f"M0 0v-57.8{teeth}", id="row-of-hexes")
    for row in rows[:-1]:
        x, y = space.centre(row * grid.columns + first)
        group.use("row-of-hexes", x=x - HALF, y=y + 289)
    x, y = space.centre(rows[-1] * grid.columns + first)
    group.use("row-of-hexes", x=x - HALF, y=y + 289)
    x, y = space.centre(rows[0] * grid.columns + first)
    south = "l50 28.8 50-28.8" * (last + 1 - first)
    group.path(f"M{number(x - HALF)} {number(y + 289)}{south}")


# -- hexsides --------------------------------------------------------------------------------------


def flowing(points: Sequence[Point]) -> str:
    """Writes a line whose corners are rounded off, in whole units and in steps."""
    words: list[str] = []
    here = _whole(points[0])
    start = here
    for index in range(1, len(points)):
        corner = _whole(points[index])
        if index == len(points) - 1:
            words.append(f"l{corner[0] - here[0]} {corner[1] - here[1]}")
            break
        before = _part(points[index], points[index - 1])
        after = _part(points[index], points[index + 1])
        words.append(f"l{before[0] - here[0]} {before[1] - here[1]}")
        words.append(
            f"q{corner[0] - before[0]} {corner[1] - before[1]}"
            f" {after[0] - before[0]} {after[1] - before[1]}"
        )
        here = after
    return f"M{start[0]} {start[1]}{''.join(words)}".replace(" -", "-")


def _whole(point: Point) -> Point:
    return (point[0] + 5) // 10, (point[1] + 5) // 10


def _part(corner: Point, other: Point) -> Point:
    """Returns where a line begins to turn."""
    x, y = corner
    return _whole((x + (other[0] - x) * 4 // 10, y + (other[1] - y) * 4 // 10))


def line_along(pairs: Iterable[tuple[str, str]], space: Space) -> list[tuple[Point, ...]]:
    """Returns the lines along hexsides that are seen, each as long as it goes."""
    hex_of = space.grid.hex_of
    segments = []
    for one, other in pairs:
        start, end = space.between(hex_of(one), hex_of(other))
        if space.shows(start, WIDE) or space.shows(end, WIDE):
            segments.append((start, end))
    return list(chained(segments))


def edge_strokes(palette: HexPalette) -> Mapping[Edge, tuple[Stroke, ...]]:
    """Returns the lines of what lies along hexsides, upon one another."""
    water = (mixed(palette.river, palette.lake, 35), 44, "", "round")
    return {
        "lake": (water,),
        "sea": (water,),
        "border": ((palette.border, 22, "11 5 1 5", "round"),),
        "rail-net": ((palette.rail, 14, "", "round"), (palette.rail, 60, "1.6 8", "butt")),
        "weather-line": ((palette.weather, 30, "0 7", "round"),),
        "blocked": ((palette.blocked, 52, "", "round"), (palette.blocked, 130, "1.7 4.5", "butt")),
    }


Stroke = tuple[str, int, str, str]
"""Colour, width, dashes and ends of a line."""
_CASED: tuple[Edge, ...] = ("border", "rail-net", "weather-line")
"""What has a light line under it."""


def _edges(canvas: Canvas, board: HexBoard, space: Space, palette: HexPalette) -> None:
    """Draws rivers and all else that lies along hexsides."""
    group = canvas.group(id="sides", fill="none", stroke_linejoin="round", stroke_linecap="round")
    for kind, strokes in edge_strokes(palette).items():
        if kind == "border":
            _rivers(group, board, space, palette)
        d = "".join(map(flowing, line_along(board.edges.get(kind, ()), space)))
        if not d:
            continue
        if kind in _CASED:
            group.path(d, stroke=palette.halo, stroke_width=56, stroke_opacity=".55")
        (colour, wide, dashes, _), *more = strokes
        dashed = {"stroke_dasharray": dashes} if dashes else {}
        group.path(d, id=f"{kind}-sides", stroke=colour, stroke_width=wide, **dashed)
        for colour, wide, dashes, ends in more:
            group.path(d, stroke=colour, stroke_width=wide, stroke_dasharray=dashes,
                       stroke_linecap=ends)  # fmt: skip
    _line_names(canvas, board, space, palette)


def _rivers(canvas: Canvas, board: HexBoard, space: Space, palette: HexPalette) -> None:
    for great in (False, True):
        lines = [
            line
            for river in board.rivers
            if river.great is great
            for line in line_along(river.sides, space)
        ]
        if not lines:
            continue
        d = "".join(map(flowing, lines))
        name = "great-rivers" if great else "rivers"
        canvas.path(d, stroke=palette.halo, stroke_width=86 if great else 44, stroke_opacity=".5")
        canvas.path(d, id=name, stroke=palette.river, stroke_width=64 if great else 24)
        if great:
            canvas.path(d, stroke=palette.lake, stroke_width=20)
    _river_names(canvas, board, space, palette)


def _river_names(canvas: Canvas, board: HexBoard, space: Space, palette: HexPalette) -> None:
    """Writes the name of each river along a stretch of it where no other name stands."""
    if space.least > RIVER_NAME * 3 // 2:
        return
    group = canvas.group(
        id="river-names", font_family=SERIF, font_style="italic",
        font_size=max(RIVER_NAME, space.least),
        text_anchor="middle", fill=palette.river, stroke=palette.halo, stroke_width=34,
        paint_order="stroke",
    )  # fmt: skip
    taken: list[Point] = []
    named = _name_places(cells_of(board), space)
    for river in board.rivers:
        for line in line_along(river.sides, space):
            at = _stretch(space, line, taken, named)
            if at is None:
                continue
            (x, y), (other_x, other_y) = at
            taken.append((x, y))
            turn = 0 if y == other_y else 60 if y < other_y else -60
            middle = (x + other_x) // 2, (y + other_y) // 2
            group.text(
                *middle, (river.name,),
                transform=f"rotate({turn} {number(middle[0])} {number(middle[1])})", dy="-5.5",
            )  # fmt: skip
            break


def _stretch(
    space: Space, line: Sequence[Point], taken: Sequence[Point], named: Sequence[Point]
) -> tuple[Point, Point] | None:
    """Returns two ends of a stretch for a name, from the west to the east, near the middle."""
    middle = len(line) // 2
    # Level stretches come last: numbers of hexes stand there.
    places = sorted(
        range(len(line) - 2),
        key=lambda place: (line[place][1] == line[place + 2][1], abs(place + 1 - middle), place),
    )
    for place in places:
        start, end = sorted((line[place], line[place + 2]))
        x, y = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        near = any(
            abs(x - other_x) < WIDE * 2 and abs(y - other_y) < WIDE for other_x, other_y in taken
        )
        if not near and space.shows((x, y), -HALF) and not _is_near(named, (x, y)):
            return start, end
    return None


def _exits(canvas: Canvas, board: HexBoard, space: Space, palette: HexPalette) -> None:
    """Marks the hexes that lead off the map, and says where they lead."""
    hexes = [board.grid.hex_of(one) for one in board.exits]
    size = max(230, space.least)
    d = outline_of(hexes, space)
    if not d:
        return
    group = canvas.group(id="exits", font_family=SERIF, text_anchor="middle", font_style="italic")
    group.path(d, fill=palette.halo, fill_opacity=".35", stroke=palette.water_ink, stroke_width=12,
               stroke_dasharray="6 5")  # fmt: skip
    for hex_ in hexes[6::12]:
        x, y = space.centre(hex_)
        if space.shows((x, y)) and size <= 330:
            group.text(
                x, y, (board.exit_words,), font_size=size, fill=palette.water_ink,
                letter_spacing=30, dy="-28", transform=f"rotate(-90 {number(x)} {number(y)})",
            )  # fmt: skip


_LINE_NAMES_APART = 30
"""How many hexsides lie between two names of a line."""


def _line_names(canvas: Canvas, board: HexBoard, space: Space, palette: HexPalette) -> None:
    """Says beside the two long lines what they are."""
    if space.is_far:
        return
    colours = {"rail-net": palette.rail, "weather-line": palette.weather}
    group = canvas.group(
        id="line-names", font_family=SERIF, font_weight="bold", text_anchor="middle",
        font_size=max(135, space.least), letter_spacing=18, stroke=palette.halo, stroke_width=40,
        stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip
    named = _name_places(cells_of(board), space)
    for kind, words in board.line_words.items():
        for line in line_along(board.edges.get(kind, ()), space):
            last = -_LINE_NAMES_APART // 2
            for index, (x, y) in enumerate(line):
                near = index - last < _LINE_NAMES_APART
                if near or not space.shows((x, y), -WIDE) or _is_near(named, (x, y)):
                    continue
                last = index
                group.text(x, y - 60, (words,), fill=colours[kind])


def _is_near(names: Sequence[Point], at: Point) -> bool:
    """Whether a name stands near a point."""
    x, y = at
    return any(abs(other_x - x) < 2 * WIDE and abs(other_y - y) < 600 for other_x, other_y in names)


def _name_places(cells: Mapping[Hex, Cell], space: Space) -> list[Point]:
    """Returns where names of cities and resources stand."""
    named = [
        space.centre(hex_)
        for hex_ in space.hexes
        if hex_ in cells and (cells[hex_].name or cells[hex_].resource)
    ]
    return [(x, y + 300) for x, y in named]


def _letterings(canvas: Canvas, board: HexBoard, space: Space, palette: HexPalette) -> None:
    """Writes the names of oceans and countries."""
    if board.shores is None:
        return
    group = canvas.group(
        id="letterings", font_family=SERIF, font_style="italic", text_anchor="middle",
        pointer_events="none",
    )  # fmt: skip
    for one in board.shores.letterings:
        if not space.shows(one.at, one.size) or one.size < space.least:
            continue
        x, y = one.at
        turned = {"transform": f"rotate({one.turn} {number(x)} {number(y)})"} if one.turn else {}
        group.text(
            x, y, (one.text,), font_size=one.size, letter_spacing=one.size * 3 // 10,
            fill=palette.water_ink if one.water else palette.soft,
            fill_opacity=(".75" if one.water else ".32") if space.whole else ".2", **turned,
        )  # fmt: skip

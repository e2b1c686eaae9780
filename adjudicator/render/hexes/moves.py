"""What lies over the ground of a hex map: who holds what, zones of control, supply, moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from adjudicator.boards.area import Point
from adjudicator.boards.hexes import NOWHERE, Hex, Hexside
from adjudicator.render import strokes
from adjudicator.render.hexes.ground import cells_of, flowing, outline_of
from adjudicator.render.hexes.marks import name_boxes
from adjudicator.render.hexes.picture import Fight, HexBoard, HexPicture, Manner
from adjudicator.render.hexes.space import HALF, WIDE, Space
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.hexes.units import figure_boxes, half_of_counter
from adjudicator.render.looks import Look
from adjudicator.render.outlines import chained
from adjudicator.render.raster import Box
from adjudicator.render.strokes import between, star, towards
from adjudicator.render.svg import Canvas, line_path, ring_path
from adjudicator.render.theme import SANS

__all__ = [
    "arrow",
    "battlefields",
    "burst",
    "define_zones",
    "fights",
    "holdings",
    "marches",
]

_BURST = 60
"""How large the number of an attack is at least, in percent."""
NUMBER = 370
"""The size of its lettering as it is drawn."""
_WASH = ".28"
"""How strong the colour of its holder lies over land."""
_BAND = 20
"""How far the band along the front reaches into a hex, in percent of the way to its middle."""
_DASHES: dict[Manner, str] = {
    "land": "", "rail": "5 3", "sea": "16 7", "air": "2 6", "retreat": "9 5", "advance": "",
}  # fmt: skip


def holdings(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws what forces hold of others' land, their zones of control and their lines of supply."""
    canvas = Canvas()
    hex_of = space.grid.hex_of
    _control(canvas, picture, space, palette)
    zones = canvas.group(id="zones")
    for zone in picture.zones:
        d = outline_of(map(hex_of, zone.hexes), space)
        if d:
            look = palette.looks[zone.force]
            zones.path(d, fill=f"url(#zone-{zone.force})", stroke=look.line, stroke_width=18,
                       stroke_dasharray="4 4")  # fmt: skip
    supply = canvas.group(id="supply", fill="none", stroke_linecap="round")
    for force, look in palette.looks.items():
        steps = {
            tuple(sorted((space.centre(hex_of(here)), space.centre(hex_of(there)))))
            for way in picture.supply
            if way.force == force
            for here, there in pairwise(way.path)
        }
        seen = [(one, other) for one, other in sorted(steps) if space.shows(one, WIDE)]
        if seen:
            d = "".join(line_path(line) for line in chained(seen))
            wide = 90 if space.is_far else 44
            supply.path(d, stroke=palette.halo, stroke_width=wide + 36, stroke_opacity=".8")
            supply.path(d, id=f"supply-{force}", stroke=look.line, stroke_width=wide,
                        stroke_dasharray=f"0 {wide // 6}")  # fmt: skip
    return canvas.markup()


def _control(canvas: Canvas, picture: HexPicture, space: Space, palette: HexPalette) -> None:
    """Washes what each force holds with its colour, and draws the front where others' land begins.

    Along the front each holder has a band of its colour on its own side.
    """
    seen = frozenset(space.hexes)
    camp_of = {force.id: force.camp or force.id for force in picture.forces}
    cells, around = cells_of(picture.board), space.grid.around
    water = _waters(picture.board)
    held = canvas.group(id="control", clip_path="url(#ashore)")
    fronts: list[tuple[Point, Point]] = []
    camps = {hex_: camp_of[zone.force] for zone in picture.control
             for hex_ in map(space.grid.hex_of, zone.hexes)}  # fmt: skip
    for zone in picture.control:
        hexes = dict.fromkeys(
            hex_ for one in zone.hexes if (hex_ := space.grid.hex_of(one)) in seen
        )
        bands: list[list[Point]] = []
        for hex_ in hexes:
            middle = space.centre(hex_)
            for direction, there in enumerate(around[hex_]):
                camp = camps.get(there)
                if there not in cells or there in hexes or camp == camp_of[zone.force]:
                    continue
                if space.grid.hexside(hex_, there) not in water:
                    start, end = space.side(hex_, direction)
                    inner = [between(point, middle, _BAND, 100) for point in (end, start)]
                    bands.append([start, end, *inner])
                    fronts.append((start, end) if start < end else (end, start))
        if hexes:
            look = palette.looks[zone.force]
            one = held.group(id=f"held-{zone.force}", fill=look.line)
            one.path(outline_of(hexes, space), fill_opacity=_WASH)
            if bands:
                one.path(ring_path(bands), fill_opacity=".85")
    if fronts:
        d = "".join(line_path(line) for line in chained(sorted({*fronts})))
        front = canvas.group(id="front", fill="none", stroke_linejoin="round",
                             stroke_linecap="round")  # fmt: skip
        wide = 70 if space.is_far else 40
        front.path(d, stroke=palette.halo, stroke_width=wide + 36)
        front.path(d, stroke=palette.ink, stroke_width=wide)


@lru_cache(maxsize=8)
def _waters(board: HexBoard) -> frozenset[Hexside | None]:
    """Returns the hexsides that water covers: no front runs there."""
    grid = board.grid
    return frozenset(
        grid.hexside(grid.hex_of(one), grid.hex_of(other))
        for kind in ("lake", "sea")
        for one, other in board.edges.get(kind, ())
    )


def define_zones(canvas: Canvas, picture: HexPicture, palette: HexPalette) -> None:
    """Defines the hatch of each force whose zones of control are shown."""
    for force in dict.fromkeys(zone.force for zone in picture.zones):
        look = palette.looks[force]
        turn = 30 + 30 * [one.id for one in picture.forces].index(force)
        hatch = canvas.pattern(
            id=f"zone-{force}", width=140, height=140, patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({turn})",
        )  # fmt: skip
        hatch.rect(0, 0, 24, 140, fill=look.line, fill_opacity=".3")


def marches(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws the moves of the turn as arrows from hex to hex."""
    if not picture.shows_moves:
        return ""
    canvas = Canvas()
    group = canvas.group(id="marches", fill="none", stroke_linejoin="round")
    for index, march in enumerate(picture.marches, start=1):
        line = [space.centre(space.grid.hex_of(number)) for number in march.path]
        if not any(space.shows(point, HALF) for point in line):
            continue
        look = palette.looks[march.force]
        one = group.group(id=f"march-{index}", title=march.words)
        arrow(one, line, look, manner=march.manner, count=march.count, halo=palette.halo,
              clear=half_of_counter(space) + 20)  # fmt: skip
    return canvas.markup()


def battlefields(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Frames the hexes that were attacked, and points into them from where it was done."""
    if not picture.shows_fights:
        return ""
    canvas = Canvas()
    group = canvas.group(id="battlefields", fill="none", stroke_linejoin="round")
    for fight in picture.fights:
        d = outline_of(map(space.grid.hex_of, fight.at), space)
        if d:
            look = palette.looks[fight.force]
            group.path(d, stroke=palette.halo, stroke_width=64)
            group.path(d, stroke=look.line, stroke_width=36, stroke_dasharray="9 4")
            _wedges(group, fight, space, look=look, halo=palette.halo)
    return canvas.markup()


def fights(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws the number of each attack on the hexsides over which it was made.

    The list of attacks says the rest. A number covers the figures of no counter that is seen.
    """
    if not picture.shows_fights or not picture.fights:
        return ""
    canvas = Canvas()
    group = canvas.group(id="fights", font_family=SANS, font_weight="bold", text_anchor="middle")
    boxes = figure_boxes(picture, space)
    for hex_, box in name_boxes(picture.board, space):
        boxes.setdefault(hex_, []).append(box)
    taken: list[Point] = []
    percent = max(_BURST, space.least * 100 // NUMBER)
    for index, fight in enumerate(picture.fights, start=1):
        look = palette.looks[fight.force]
        hexes = [space.grid.hex_of(at) for at in fight.at]
        shown = [hex_ for hex_ in hexes if space.shows(space.centre(hex_), HALF)]
        if not shown:
            continue
        one = group.group(
            id=f"fight-{index}", title=fight.words, data_place=" ".join(fight.at),
            data_side=fight.force, data_kind="attack", data_count=str(fight.number),
        )  # fmt: skip
        for hex_ in shown:
            sides = _attacked_sides(fight, space, hex_)
            at = _free_place(
                sides, space, hex_, boxes=boxes, taken=taken, reach=percent * 265 // 100
            )
            taken.append(at)
            place = f"translate({at[0] / 10:g} {at[1] / 10:g}) scale({percent / 100:g})"
            burst(one.group(transform=place), look, fight.number)
    return canvas.markup()


def _attacked_sides(fight: Fight, space: Space, hex_: Hex) -> list[int]:
    """Returns the sides of an attacked hex over which it was attacked, by direction.

    Of an attack from afar the sides that look there; of one whose origin nobody knows all.
    """
    around = space.grid.around[hex_]
    origins = [space.grid.hex_of(one) for one in fight.origins]
    beside = [direction for direction, there in enumerate(around) if there in origins]
    if beside:
        return beside
    ways = [
        (space.grid.distance(there, origin), direction)
        for origin in origins
        if origin != hex_
        for direction, there in enumerate(around)
        if there != NOWHERE
    ]
    nearest = min(ways, default=(0, 0))[0]
    return [direction for far, direction in ways if far == nearest] or list(range(6))


def _free_place(
    sides: Sequence[int], space: Space, hex_: Hex, *, boxes: dict[Hex, list[Box]],
    taken: Sequence[Point], reach: int,
) -> Point:  # fmt: skip
    """Returns the place on some sides of a hex where a burst covers least of what must be read."""
    near = [one for there in (hex_, *space.grid.neighbours[hex_]) for one in boxes.get(there, ())]

    def covered(place: Point) -> int:
        x, y = place
        over = sum(map(Box.about(place, reach).shared, near))
        crowd = sum(abs(x - one) < 2 * reach and abs(y - other) < 2 * reach for one, other in taken)
        outside = 0 if space.shows(place, -reach) else 1
        return over + (crowd + outside) * WIDE * WIDE

    found: list[tuple[int, int, Point]] = []
    for side in sides:
        start, end = space.side(hex_, side)
        for rank, percent in enumerate((50, 35, 65, 20, 80, 5, 95)):
            place = between(start, end, percent, 100)
            found.append((covered(place), rank, place))
    return min(found)[2]


def _wedges(canvas: Canvas, fight: Fight, space: Space, *, look: Look, halo: str) -> None:
    """Points from hexes into those beside them that were attacked from there."""
    hex_of = space.grid.hex_of
    rings = []
    for origin in fight.origins:
        for at in fight.at:
            if hex_of(at) not in space.grid.neighbours[hex_of(origin)]:
                continue
            here, there = space.centre(hex_of(origin)), space.centre(hex_of(at))
            tip, foot = towards(there, here, 385), towards(here, there, 385)
            dx, dy = (there[0] - here[0]) * 14 // 100, (there[1] - here[1]) * 14 // 100
            rings.append(((foot[0] - dy, foot[1] + dx), tip, (foot[0] + dy, foot[1] - dx)))
    if rings:
        d = "".join(line_path(ring, closed=True) for ring in rings)
        canvas.path(d, fill=look.line, stroke=halo, stroke_width=24,
                    stroke_linejoin="round")  # fmt: skip


def burst(canvas: Canvas, look: Look, number: int) -> None:
    """Draws a star with the number of an attack about the origin."""
    star(canvas, (0, 0), 265, fill=look.line, line="#ffffff", wide=26)
    size = NUMBER if number < 10 else 270
    canvas.text(0, size * 36 // 100, (str(number),), font_size=size, fill="#ffffff")


def arrow(
    canvas: Canvas, line: Sequence[Point], look: Look, *, manner: Manner, count: int,
    halo: str, clear: int,
) -> None:  # fmt: skip
    """Draws one arrow from hex to hex.

    Args:
        clear: how far from the middle of the last hex it ends, so that no counter hides its tip.
    """
    wide = 50 + 18 * min(count - 1, 4)
    start = towards(line[0], line[1], 150)
    neck = towards(line[-1], line[-2], clear + 190)
    tip = towards(line[-1], line[-2], clear)
    strokes.arrow(
        canvas, flowing((start, *line[1:-1], neck)), (neck, tip), line=look.line, halo=halo,
        wide=(wide, wide + 60), dashes=_DASHES[manner], hollow=manner == "retreat",
    )  # fmt: skip

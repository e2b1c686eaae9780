"""What lies over the ground of a hex map: who holds what, zones of control, supply, moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from adjudicator.boards.area import Point
from adjudicator.draw.geometry import chained
from adjudicator.draw.hex_ground import flowing, outline_of
from adjudicator.draw.hex_picture import Force, HexPicture, Manner
from adjudicator.draw.hex_space import HALF, WIDE, Space
from adjudicator.draw.hex_theme import CounterLook, HexPalette
from adjudicator.draw.svg import Canvas, line_path
from adjudicator.draw.theme import SANS

__all__ = ["arrow", "burst", "define_zones", "fights", "holdings", "marches"]

_DASHES: dict[Manner, str] = {
    "land": "", "rail": "5 3", "sea": "16 7", "air": "2 6", "retreat": "9 5", "advance": "",
}  # fmt: skip


def _looks(picture: HexPicture, palette: HexPalette) -> dict[str, tuple[Force, CounterLook]]:
    return {force.id: (force, palette.looks[force.look]) for force in picture.forces}


def holdings(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws what forces hold of others' land, their zones of control and their lines of supply."""
    canvas = Canvas()
    looks = _looks(picture, palette)
    hex_of = space.grid.hex_of
    held = canvas.group(id="control", stroke_linejoin="round")
    for zone in picture.control:
        d = outline_of(map(hex_of, zone.hexes), space)
        if d:
            _, look = looks[zone.force]
            held.path(d, fill=look.line, fill_opacity=".2", stroke=palette.halo, stroke_width=64)
            held.path(d, fill="none", stroke=look.line, stroke_width=38)
    zones = canvas.group(id="zones")
    for zone in picture.zones:
        d = outline_of(map(hex_of, zone.hexes), space)
        if d:
            _, look = looks[zone.force]
            zones.path(d, fill=f"url(#zone-{zone.force})", stroke=look.line, stroke_width=18,
                       stroke_dasharray="4 4")  # fmt: skip
    supply = canvas.group(id="supply", fill="none", stroke_linecap="round")
    for force, (_, look) in looks.items():
        steps = {
            tuple(sorted((space.centre(hex_of(here)), space.centre(hex_of(there)))))
            for way in picture.supply
            if way.force == force
            for here, there in pairwise(way.path)
        }
        seen = [(one, other) for one, other in sorted(steps) if space.shows(one, WIDE)]
        if seen:
            d = "".join(line_path(line) for line in chained(seen))
            supply.path(d, stroke=palette.halo, stroke_width=52, stroke_opacity=".7")
            supply.path(d, id=f"supply-{force}", stroke=look.line, stroke_width=30,
                        stroke_dasharray="0 6")  # fmt: skip
    return canvas.markup()


def define_zones(canvas: Canvas, picture: HexPicture, palette: HexPalette) -> None:
    """Defines the hatch of each force whose zones of control are shown."""
    for force in dict.fromkeys(zone.force for zone in picture.zones):
        _, look = _looks(picture, palette)[force]
        turn = 30 + 30 * [one.id for one in picture.forces].index(force)
        hatch = canvas.pattern(
            id=f"zone-{force}", width=140, height=140, patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({turn})",
        )  # fmt: skip
        hatch.rect(0, 0, 36, 140, fill=look.line, fill_opacity=".5")


def marches(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws the moves of the turn as arrows from hex to hex."""
    if picture.style.arrows not in ("moves", "all"):
        return ""
    canvas = Canvas()
    looks = _looks(picture, palette)
    group = canvas.group(id="marches", fill="none", stroke_linejoin="round")
    for index, march in enumerate(picture.marches, start=1):
        line = [space.centre(space.grid.hex_of(number)) for number in march.path]
        if not any(space.shows(point, HALF) for point in line):
            continue
        _, look = looks[march.force]
        one = group.group(id=f"march-{index}", title=march.words)
        arrow(one, line, look, manner=march.manner, count=march.count, halo=palette.halo)
    return canvas.markup()


def fights(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws the attacks of the turn: a star with odds and result at each hex attacked."""
    if picture.style.arrows not in ("battles", "all"):
        return ""
    canvas = Canvas()
    looks = _looks(picture, palette)
    group = canvas.group(id="fights", font_family=SANS, font_weight="bold", text_anchor="middle")
    for index, fight in enumerate(picture.fights, start=1):
        x, y = space.centre(space.grid.hex_of(fight.at))
        if space.shows((x, y), HALF):
            _, look = looks[fight.force]
            one = group.group(
                id=f"fight-{index}", title=fight.words,
                transform=f"translate({(x - 310) / 10:g} {(y - 250) / 10:g})",
            )  # fmt: skip
            burst(one, look, fight.odds, fight.result)
    return canvas.markup()


def burst(canvas: Canvas, look: CounterLook, odds: str, result: str) -> None:
    """Draws the star of an attack about the origin."""
    canvas.path(_STAR, fill=look.line, stroke=look.ink, stroke_width=14, stroke_linejoin="round")
    canvas.text(0, 0 if result else 40, (odds,), font_size=120, fill=look.ink)
    if result:
        canvas.text(0, 112, (result,), font_size=130, fill=look.ink)


_STAR = line_path(
    [
        (260, 0), (190, 60), (240, 140), (140, 130), (110, 215), (40, 150), (-40, 215),
        (-80, 140), (-180, 190), (-170, 95), (-260, 90), (-205, 15), (-265, -60), (-175, -75),
        (-190, -170), (-95, -135), (-50, -215), (20, -145), (105, -210), (125, -115),
        (225, -130), (185, -45),
    ],
    closed=True,
)  # fmt: skip


def arrow(
    canvas: Canvas, line: Sequence[Point], look: CounterLook, *, manner: Manner, count: int,
    halo: str,
) -> None:  # fmt: skip
    """Draws one arrow, a little short of the middles of its first and its last hex."""
    wide = 50 + 18 * min(count - 1, 4)
    start = _towards(line[0], line[1], 150)
    neck, tip = _towards(line[-1], line[-2], 430), _towards(line[-1], line[-2], 190)
    d = flowing((start, *line[1:-1], neck))
    dashes = {"stroke_dasharray": _DASHES[manner]} if _DASHES[manner] else {}
    canvas.path(d, stroke=halo, stroke_width=wide + 44, stroke_opacity=".85")
    canvas.path(d, stroke=look.line, stroke_width=wide, **dashes)
    flank = wide + 60
    dx, dy = tip[0] - neck[0], tip[1] - neck[1]
    long = max(isqrt(dx * dx + dy * dy), 1)
    side = (-dy * flank // long, dx * flank // long)
    head = ((neck[0] + side[0], neck[1] + side[1]), tip, (neck[0] - side[0], neck[1] - side[1]))
    hollow = manner == "retreat"
    canvas.path(line_path(head, closed=True), fill=halo if hollow else look.line,
                stroke=look.line if hollow else halo, stroke_width=22)  # fmt: skip


def _towards(point: Point, other: Point, reach: int) -> Point:
    """Returns the place at a distance from a point on the way to another."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    long = max(isqrt(dx * dx + dy * dy), 1)
    return point[0] + dx * reach // long, point[1] + dy * reach // long

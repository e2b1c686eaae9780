"""What lies over the ground of a hex map: who holds what, zones of control, supply, moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from adjudicator.boards.area import Point
from adjudicator.render.areas.outlines import chained
from adjudicator.render.hexes.ground import flowing, outline_of
from adjudicator.render.hexes.picture import Fight, Force, HexPicture, Manner
from adjudicator.render.hexes.space import HALF, WIDE, Space
from adjudicator.render.hexes.theme import CounterLook, HexPalette
from adjudicator.render.hexes.units import half_of_counter
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS, text_width

__all__ = [
    "arrow",
    "attack_sign",
    "battlefields",
    "burst",
    "define_zones",
    "fights",
    "holdings",
    "marches",
]

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
            wide = 90 if space.whole else 44
            supply.path(d, stroke=palette.halo, stroke_width=wide + 36, stroke_opacity=".8")
            supply.path(d, id=f"supply-{force}", stroke=look.line, stroke_width=wide,
                        stroke_dasharray=f"0 {wide // 6}")  # fmt: skip
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
        hatch.rect(0, 0, 32, 140, fill=look.line, fill_opacity=".42")


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
        arrow(one, line, look, manner=march.manner, count=march.count, halo=palette.halo,
              clear=half_of_counter(whole=space.whole) + 20)  # fmt: skip
    return canvas.markup()


def battlefields(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Frames the hexes that were attacked, and points into them from where it was done."""
    if picture.style.arrows not in ("battles", "all"):
        return ""
    canvas = Canvas()
    looks = _looks(picture, palette)
    group = canvas.group(id="battlefields", fill="none", stroke_linejoin="round")
    for fight in picture.fights:
        d = outline_of(map(space.grid.hex_of, fight.at), space)
        if d:
            _, look = looks[fight.force]
            group.path(d, stroke=palette.halo, stroke_width=76)
            group.path(d, stroke=look.line, stroke_width=46, stroke_dasharray="9 4")
            _wedges(group, fight, space, look=look, halo=palette.halo)
    return canvas.markup()


def fights(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws a sign for each attack of the turn at the hexes attacked: number, odds and result.

    The whole map shows the number alone; the list of attacks says the rest.
    """
    if picture.style.arrows not in ("battles", "all"):
        return ""
    canvas = Canvas()
    looks = _looks(picture, palette)
    group = canvas.group(id="fights", font_family=SANS, font_weight="bold", text_anchor="middle")
    used: dict[str, int] = {}
    for index, fight in enumerate(picture.fights, start=1):
        _, look = looks[fight.force]
        centres = {at: space.centre(space.grid.hex_of(at)) for at in fight.at}
        shown = {at: place for at, place in centres.items() if space.shows(place, HALF)}
        if not shown:
            continue
        one = group.group(id=f"fight-{index}", title=fight.words)
        aside = -400 if space.whole else _SIGN_END - _sign_width(fight) // 2
        for at, (x, y) in shown.items():
            # A hex is attacked once in a turn, as a rule; else the signs stand above each other.
            above = 200 * used.get(at, 0) + (400 if space.whole else 385)
            used[at] = used.get(at, 0) + 1
            place = one.group(transform=f"translate({(x + aside) / 10:g} {(y - above) / 10:g})")
            if space.whole:
                burst(place, look, fight.number)
            else:
                attack_sign(place, look, fight)
    return canvas.markup()


def _wedges(canvas: Canvas, fight: Fight, space: Space, *, look: CounterLook, halo: str) -> None:
    """Points from hexes into those beside them that were attacked from there."""
    hex_of = space.grid.hex_of
    rings = []
    for origin in fight.origins:
        for at in fight.at:
            if hex_of(at) not in space.grid.neighbours[hex_of(origin)]:
                continue
            here, there = space.centre(hex_of(origin)), space.centre(hex_of(at))
            tip, foot = _towards(there, here, 385), _towards(here, there, 385)
            dx, dy = (there[0] - here[0]) * 14 // 100, (there[1] - here[1]) * 14 // 100
            rings.append(((foot[0] - dy, foot[1] + dx), tip, (foot[0] + dy, foot[1] - dx)))
    if rings:
        d = "".join(line_path(ring, closed=True) for ring in rings)
        canvas.path(d, fill=look.line, stroke=halo, stroke_width=24,
                    stroke_linejoin="round")  # fmt: skip


_SIGN_END = 165
"""How far to the right of the middle of its hex the sign of an attack ends: counts stand there."""
_SIGN_SIZE = 138


def _sign_words(fight: Fight) -> str:
    return f"{fight.odds} {fight.result}".strip()


def _sign_width(fight: Fight) -> int:
    """Returns how wide the sign of an attack is: the star, then odds and result."""
    return 250 + text_width(_sign_words(fight), _SIGN_SIZE, bold=True)


def attack_sign(canvas: Canvas, look: CounterLook, fight: Fight) -> None:
    """Draws number, odds and result of an attack about the origin."""
    wide = _sign_width(fight)
    left = -wide // 2
    canvas.rect(left + 90, -96, wide - 90, 192, rx=50, fill="#ffffff", stroke=look.line,
                stroke_width=24)  # fmt: skip
    canvas.text(left + 234 + (wide - 250) // 2, 50, (_sign_words(fight),), font_size=_SIGN_SIZE,
                fill="#000000")  # fmt: skip
    star = canvas.group(transform=f"translate({(left + 115) / 10:g} 0) scale(.5)")
    burst(star, look, fight.number)


def burst(canvas: Canvas, look: CounterLook, number: int) -> None:
    """Draws a star with the number of an attack about the origin."""
    canvas.path(_STAR, fill=look.line, stroke="#ffffff", stroke_width=26, stroke_linejoin="round")
    size = 290 if number < 10 else 240
    canvas.text(-5, size * 36 // 100, (str(number),), font_size=size, fill="#ffffff")


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
    halo: str, clear: int,
) -> None:  # fmt: skip
    """Draws one arrow from hex to hex.

    Args:
        clear: how far from the middle of the last hex it ends, so that no counter hides its tip.
    """
    wide = 50 + 18 * min(count - 1, 4)
    start = _towards(line[0], line[1], 150)
    neck = _towards(line[-1], line[-2], clear + 190)
    tip = _towards(line[-1], line[-2], clear)
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

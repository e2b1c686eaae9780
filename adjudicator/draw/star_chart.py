"""Draws a star chart from a `StarPicture`, as one SVG file that stands alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.boards.area import Point
from adjudicator.core.values import FrozenMap, Id
from adjudicator.draw.raster import Box
from adjudicator.draw.star_ground import SPACING, Region, regions, smooth_path, starfield
from adjudicator.draw.star_panels import (
    Sizing,
    attack_arrow,
    header,
    lane_line,
    legend,
    panels,
    thin_line,
)
from adjudicator.draw.star_picture import (
    Attack,
    LaneEntry,
    PlanetEntry,
    RegionEntry,
    SeatEntry,
    StarPicture,
)
from adjudicator.draw.star_places import (
    Lettered,
    Places,
    Route,
    Scale,
    meeting,
    places,
    shifted,
)
from adjudicator.draw.star_theme import Palette, StarLook, palette_of
from adjudicator.draw.star_tokens import (
    burst,
    chip,
    chip_width,
    count_on,
    planet_token,
    star_symbols,
    trimmed,
)
from adjudicator.draw.svg import Canvas, Sheet, document, enclosed, line_path, number
from adjudicator.draw.theme import SANS, mixed

__all__ = ["star_chart"]

_BOARD = Scale(width=16000, least=44, most=66, radius=290, name=185, region=270)
_PHONE = Scale(
    width=3900, least=110, most=215, radius=150, name=108, region=130, turned=True
)
_SIZINGS = {
    "board": Sizing(16000, 165, 5),
    "print": Sizing(16000, 165, 5),
    "phone": Sizing(3900, 108, 2),
}
_FADING = (("0", "1"), (".2", ".84"), (".4", ".52"), (".6", ".24"), (".8", ".07"), ("1", "0"))
"""How glows fade towards their rim, without an edge."""
_IDS = re.compile(r'( id="|href="#|url\(#)')


@dataclass(frozen=True, slots=True)
class _Sky:
    """Where everything stands that no position changes."""

    places: Places
    regions: Mapping[str, Region]


class _Chart(StarPicture):
    """The part of a picture that no position changes, to find its sky only once."""


def star_chart(picture: StarPicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    style = picture.style
    palette, sizing = palette_of(style), _SIZINGS[style.layout]
    head, top = header(picture, palette, sizing)
    scale = _PHONE if style.layout == "phone" else _BOARD
    sky = _sky(_bare(picture), scale, top)
    frame = sky.places.frame
    below = frame.box.y + frame.box.height + sizing.unit
    seats, below = panels(picture, palette, sizing, below)
    key, height = legend(picture, palette, sizing, below)
    definitions = Canvas()
    star_symbols(definitions, palette, frame.radius)
    layers = [
        definitions.markup(),
        _space(picture, palette, (sizing.width, height), frame.box),
        enclosed(_map_layers(picture, palette, sky), id="chart"),
        head, seats, key,
    ]  # fmt: skip
    sheet = Sheet((0, 0, sizing.width, height), ids=style.beside)
    if style.layout == "print":
        sheet = _paper(sizing.width, height)
    markup = "".join(layers)
    if style.beside:
        markup = _IDS.sub(lambda found: found[1] + style.beside, markup)
    return document(sheet, (" - ".join(picture.title), picture.description), [markup])


def _paper(width: int, height: int) -> Sheet:
    """Returns a sheet of A4 paper, across, with margins of a centimetre; A3 has the same shape."""
    wide = max(width * 297 // 277, height * 297 // 190)
    high = wide * 210 // 297
    return Sheet(((width - wide) // 2, (height - high) // 2, wide, high), size=("297mm", "210mm"))


def _bare(picture: StarPicture) -> StarPicture:
    """Returns a picture of the chart alone, with nobody on it."""
    return StarPicture(
        map=picture.map,
        title=(),
        description="",
        regions=FrozenMap(
            (region, RegionEntry(name=facts.name, bonus=facts.bonus))
            for region, facts in picture.regions.items()
        ),
        planets=FrozenMap(
            (planet, PlanetEntry(name=facts.name, region=facts.region, at=facts.at))
            for planet, facts in picture.planets.items()
        ),
        lanes=picture.lanes,
        seats=(),
    )


@lru_cache(maxsize=16)
def _sky(chart: StarPicture, scale: Scale, top: int) -> _Sky:
    found = places(chart, scale, top)
    return _Sky(found, regions(chart, found))


def _space(picture: StarPicture, palette: Palette, size: tuple[int, int], box: Box) -> str:
    """Draws the ground: space, the glow of the galaxy across the map, and the stars."""
    canvas = Canvas()
    width, height = size
    inner, outer = palette.space
    definitions = canvas.definitions()
    definitions.gradient(
        [(offset, inner, share) for offset, share in _FADING], radial=True, id="space"
    )
    definitions.gradient(
        [(offset, palette.core, share) for offset, share in _FADING], radial=True, id="core"
    )
    canvas.rect(0, 0, width, height, fill=outer)
    if inner != outer:
        x, y = box.centre
        wide = max(box.width, box.height) * 7 // 10
        flat = min(box.width, box.height) * 10 // max(box.width, box.height) + 2
        turn = -24 if box.width > box.height else 66
        galaxy = canvas.group(
            id="galaxy", pointer_events="none",
            transform=f"translate({number(x)} {number(y)}) rotate({turn}) scale(1 .{flat})",
        )  # fmt: skip
        galaxy.circle(0, 0, wide, fill="url(#space)")
        galaxy.circle(0, 0, wide * 6 // 10, fill="url(#core)", opacity=".25")
    return canvas.markup() + starfield(picture, Box(0, 0, width, height), palette)


def _map_layers(picture: StarPicture, palette: Palette, sky: _Sky) -> str:
    """Returns the map from its regions to what stands beside the planets."""
    looks = {seat.id: (seat.look, palette.looks[seat.look]) for seat in picture.seats}
    board = _Board(picture, palette, sky.places, looks)
    chips = Canvas()
    return "".join(
        (
            _regions(picture, palette, sky),
            _glows(board),
            _lanes(board),
            _movements(board, sky, chips),
            _planets(board),
            _names(board),
            chips.markup(),
        )
    )


@dataclass(frozen=True, slots=True)
class _Board:
    """What all layers of a map have in common."""

    picture: StarPicture
    palette: Palette
    places: Places
    looks: Mapping[str, tuple[str, StarLook]]

    def look(self, seat: str | None) -> tuple[str, StarLook]:
        """Returns the look of a seat, or that of nobody."""
        return self.looks[seat] if seat is not None else ("nobody", self.palette.nobody)

    @property
    def radius(self) -> int:
        """Returns how large planets are."""
        return self.places.frame.radius


def _regions(picture: StarPicture, palette: Palette, sky: _Sky) -> str:
    canvas = Canvas()
    looks = {seat.id: palette.looks[seat.look] for seat in picture.seats}
    group = canvas.group(id="regions", stroke_linejoin="round")
    radius = sky.places.frame.radius
    for region, found in sky.regions.items():
        facts = picture.regions[region]
        tint = palette.tints[found.tint]
        d = "".join(smooth_path(ring) for ring in found.rings)
        title = f"{facts.name}\nIn orders: {region}\n+{facts.bonus} troops for who holds all of it"
        one = group.group(id=f"region-{region}", title=title)
        one.path(d, fill=tint, fill_opacity=palette.tint_strength, fill_rule="evenodd",
                 stroke=tint, stroke_width=radius // 12, stroke_opacity=".75")  # fmt: skip
        if facts.holder is not None:
            one.path(d, fill="none", stroke=looks[facts.holder].line, stroke_width=radius // 7,
                     stroke_dasharray=f"{radius / 14:g} {radius / 22:g}")  # fmt: skip
    names = canvas.group(
        id="region-names", font_family=SANS, font_weight="bold", text_anchor="middle",
        pointer_events="none",
    )  # fmt: skip
    for region, found in sky.regions.items():
        _lettering(
            names, found.name, id=f"region-name-{region}",
            fill=_readable(palette, found.tint), opacity=".95",
            letter_spacing=found.name.size * SPACING // 100,
        )  # fmt: skip
    return canvas.markup()


def _readable(palette: Palette, tint: int) -> str:
    """Returns the colour of a region's name: between its tint and the ink."""
    return mixed(palette.tints[tint], palette.ink, 55)


def _lettering(canvas: Canvas, name: Lettered, **attributes: str | int) -> None:
    x = name.box.x + name.box.width // 2
    canvas.text(
        x, name.box.y + name.size * 85 // 100, name.lines, font_size=name.size,
        leading=name.size * 105 // 100, **attributes,
    )  # fmt: skip


def _glows(board: _Board) -> str:
    canvas = Canvas()
    group = canvas.group(id="glows", pointer_events="none")
    if board.palette.glow != "0":
        for planet, facts in board.picture.planets.items():
            if facts.seat is not None:
                look_id, _ = board.look(facts.seat)
                group.circle(
                    *board.places.at[planet], board.radius * 26 // 10, fill=f"url(#glow-{look_id})"
                )
    return canvas.markup()


def _lanes(board: _Board) -> str:
    canvas = Canvas()
    group = canvas.group(id="lanes", stroke_linecap="butt")
    names = {planet: facts.name for planet, facts in board.picture.planets.items()}
    for lane in sorted(board.picture.lanes, key=lambda lane: lane.hyper):
        route = board.places.routes[lane.between]
        here, there = lane.between
        kind = "Hyperlane" if lane.hyper else "Border"
        one = group.group(
            id=f"lane-{here}-to-{there}", title=f"{kind}: {names[here]} - {names[there]}"
        )
        lane_line(
            one, _route_path(route), board.palette, width=board.radius * 15 // 100,
            hyper=lane.hyper,
        )  # fmt: skip
        if len(route.lines) == 2:
            _edge_words(one, board, route, (names[there], names[here]))
    return canvas.markup()


def _edge_words(
    canvas: Canvas, board: _Board, route: Route, words: tuple[str, str]
) -> None:
    """Says at both sides of the map where a lane leads that goes over the edge."""
    size = board.places.frame.name * 85 // 100
    middle = board.places.frame.box.width // 2
    for (x, y), name in zip((route.lines[0][-1], route.lines[1][0]), words, strict=True):
        canvas.text(
            x + (size // 2 if x < middle else -size // 2), y - size // 2, (f"to {name}",),
            font_size=size, font_family=SANS, fill=board.palette.soft,
            text_anchor="start" if x < middle else "end",
        )  # fmt: skip


def _route_path(route: Route) -> str:
    if route.control is None:
        return "".join(line_path((line[0], line[-1])) for line in route.lines)
    start, end = route.lines[0][0], route.lines[0][-1]
    x, y = route.control
    return (
        f"M{number(start[0])} {number(start[1])}Q{number(x)} {number(y)}"
        f" {number(end[0])} {number(end[1])}"
    )


def _movements(board: _Board, sky: _Sky, chips: Canvas) -> str:
    """Draws the arrows; what they say goes to `chips`, which lie over the planets."""
    canvas = Canvas()
    taken = _taken_boxes(board, sky)
    shown = board.picture.style.arrows
    if shown in ("moves", "all"):
        _fortifications(canvas, chips, board, taken)
        _placed(chips, board, taken)
    if shown in ("battles", "all"):
        _attacks(canvas, chips, board, taken)
    return canvas.markup()


def _taken_boxes(board: _Board, sky: _Sky) -> list[Box]:
    reach = board.radius
    boxes = [Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in board.places.at.values()]
    boxes += [name.box for name in board.places.names.values()]
    boxes += [region.name.box for region in sky.regions.values()]
    return boxes


def _attacks(canvas: Canvas, chips: Canvas, board: _Board, taken: list[Box]) -> None:
    group = canvas.group(id="attacks")
    losses = chips.group(id="losses", font_family=SANS)
    pairs = {(attack.start, attack.end) for attack in board.picture.attacks}
    for attack in board.picture.attacks:
        _, look = board.look(attack.seat)
        one = group.group(id=f"attack-{attack.start}-to-{attack.end}", title=attack.words)
        route = board.places.route(attack.start, attack.end)
        both_ways = (attack.end, attack.start) in pairs
        for line in _arrow_lines(board, route, aside=board.radius // 3 if both_ways else 0):
            attack_arrow(one, line, look, board.palette, wide=board.radius * 44 // 100,
                         captured=attack.captured)  # fmt: skip
        _loss_chips(losses, board, attack, route, taken)


def _arrow_lines(board: _Board, route: Route, *, aside: int = 0) -> Iterator[Sequence[Point]]:
    """Yields the lines of a route without what lies under the planets."""
    out, into = board.radius * 11 // 10, board.radius * 128 // 100
    last = len(route.lines) - 1
    for index, line in enumerate(route.lines):
        inner = trimmed(line, out if index == 0 else 0, into if index == last else 0)
        yield [shifted(inner, part, aside) for part in range(0, 101, 10)] if aside else inner


def _loss_chips(
    canvas: Canvas, board: _Board, attack: Attack, route: Route, taken: list[Box]
) -> None:
    """Draws the losses of both sides by the arrow, the attacker's first."""
    high = board.radius * 78 // 100
    words = [_minus(lost) for lost in (attack.attackers_lost, attack.defenders_lost)]
    wides = [chip_width(text, high) for text in words]
    line = next(iter(_arrow_lines(board, route)))
    thick = board.radius * 4 // 10
    own = [Box(x - thick // 2, y - thick // 2, thick, thick) for x, y in line[len(line) // 2 :]]
    box = _free_box(line, (sum(wides), high), [*taken, *own])
    taken.append(box)
    left = box.x
    group = canvas.group(
        id=f"losses-{attack.start}-to-{attack.end}", title=attack.words
    )
    for seat, text, wide in zip((attack.seat, attack.defender), words, wides, strict=True):
        _, look = board.look(seat)
        chip(group, text, Box(left, box.y, wide, high), fill=look.face, ink=look.ink,
             line=board.palette.halo if look.line == look.face else look.line)  # fmt: skip
        left += wide


def _minus(lost: int) -> str:
    return f"\N{MINUS SIGN}{lost}" if lost else "0"


def _free_box(line: Sequence[Point], size: tuple[int, int], taken: Sequence[Box]) -> Box:
    """Returns a box by a line that lies on as little as possible."""
    wide, high = size
    choices = [
        (abs(part - 50) // 10 + abs(aside) // 40, shifted(line, part, aside))
        for part in (50, 35, 65, 20, 80)
        for share in (0, 10, -10, 14, -14, 19, -19, 26, -26)
        for aside in (high * share // 10,)
    ]
    boxes = [(cost, Box(x - wide // 2, y - high // 2, wide, high)) for cost, (x, y) in choices]
    return min(
        boxes, key=lambda choice: choice[0] + sum(_overlap(choice[1], box) for box in taken)
    )[1]


def _overlap(one: Box, other: Box) -> int:
    """Returns how much two boxes have in common, as hundredths of the first."""
    if not meeting(one, other):
        return 0
    wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return 10 + 200 * wide * high // (one.width * one.height)


def _fortifications(canvas: Canvas, chips: Canvas, board: _Board, taken: list[Box]) -> None:
    group = canvas.group(id="fortifications")
    counts = chips.group(id="fortified", font_family=SANS)
    for index, move in enumerate(board.picture.fortifications, start=1):
        _, look = board.look(move.seat)
        one = group.group(id=f"fortification-{index}", title=move.words)
        line: list[Point] = []
        for here, there in zip(move.path, move.path[1:], strict=False):
            for part in board.places.route(here, there).lines:
                line += part[1:] if line else part
        inner = trimmed(line, board.radius * 11 // 10, board.radius * 13 // 10)
        thin_line(one, inner, look, wide=board.radius * 13 // 100)
        high = board.radius * 78 // 100
        box = _free_box(inner, (chip_width(str(move.count), high), high), taken)
        taken.append(box)
        chip(counts, str(move.count), box, fill=board.palette.plate, ink=board.palette.ink,
             line=look.line)  # fmt: skip


def _placed(chips: Canvas, board: _Board, taken: list[Box]) -> None:
    group = chips.group(id="placed", font_family=SANS)
    high = board.radius * 72 // 100
    for planet, facts in board.picture.planets.items():
        if not facts.placed:
            continue
        words = f"+{facts.placed}"
        wide = chip_width(words, high)
        x, y = board.places.at[planet]
        near = board.radius * 95 // 100
        boxes = [
            Box(x + dx * near - (wide if dx < 0 else 0), y + dy * near - high // 2, wide, high)
            for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1))
        ]
        box = min(boxes, key=lambda box: sum(_overlap(box, other) for other in taken))
        taken.append(box)
        chip(group, words, box, fill=board.palette.plate, ink=board.palette.gain,
             line=board.palette.gain)  # fmt: skip


def _planets(board: _Board) -> str:
    canvas = Canvas()
    layer = canvas.group(
        id="planets", font_family=SANS, font_weight="bold", text_anchor="middle",
        paint_order="stroke", stroke_linejoin="round",
    )  # fmt: skip
    names = {seat.id: seat.name for seat in board.picture.seats}
    for planet, facts in board.picture.planets.items():
        look_id, look = board.look(facts.seat)
        at = board.places.at[planet]
        group = layer.group(id=f"planet-{planet}", title=_words(board, planet, facts, names))
        if facts.taken:
            burst(group, look, at, board.radius)
        planet_token(group, look_id, look, at=at, radius=board.radius, halo=board.palette.halo)
        if facts.troops:
            count_on(group, look, facts.troops, at=at, radius=board.radius)
    return canvas.markup()


def _words(
    board: _Board, planet: str, facts: PlanetEntry, names: Mapping[str, str]
) -> str:
    """Returns what a planet says to whoever points at it."""
    region = board.picture.regions[facts.region].name
    owner = names[facts.seat] if facts.seat is not None else board.picture.nobody
    troops = "1 troop" if facts.troops == 1 else f"{facts.troops} troops"
    lines = [f"{facts.name} ({region})", f"In orders: {planet}", f"{owner}: {troops}"]
    if facts.taken:
        lines[-1] += ", newly captured"
    if facts.placed:
        lines.append(f"Placed here: {facts.placed}")
    return "\n".join((*lines, *facts.notes))


def _names(board: _Board) -> str:
    canvas = Canvas()
    layer = canvas.group(
        id="names", font_family=SANS, font_weight="bold", text_anchor="middle",
        fill=board.palette.ink, stroke=board.palette.halo, stroke_width=board.radius // 8,
        stroke_linejoin="round", paint_order="stroke", pointer_events="none",
    )  # fmt: skip
    for planet, name in board.places.names.items():
        _lettering(layer, name, id=f"name-{planet}")
    return canvas.markup()

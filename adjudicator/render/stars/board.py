"""Draws a star chart from a `StarPicture`, as one SVG file that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from adjudicator.boards.area import Point
from adjudicator.core.english import amount
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.render.legend import legend
from adjudicator.render.lettering import fitted_size
from adjudicator.render.panels import Sizing
from adjudicator.render.raster import Box
from adjudicator.render.stars.ground import SPACING, regions, smooth_path, starfield
from adjudicator.render.stars.kept import Sky, kept_sky, written_layout
from adjudicator.render.stars.layout import places
from adjudicator.render.stars.panels import header, key_of, panels
from adjudicator.render.stars.picture import (
    Attack,
    Fortification,
    PlanetEntry,
    RegionEntry,
    StarPicture,
)
from adjudicator.render.stars.places import Places, Route, Scale
from adjudicator.render.stars.theme import StarPalette, star_palette
from adjudicator.render.stars.tokens import (
    attack_arrow,
    burst,
    chip,
    chip_width,
    count_on,
    lane_line,
    minus,
    planet_token,
    star_symbols,
    thin_line,
    trimmed,
)
from adjudicator.render.strokes import shifted
from adjudicator.render.svg import Canvas, enclosed, line_path, number, page
from adjudicator.render.theme import SANS, SELECTABLE, mixed, text_width

__all__ = ["BOARD", "PHONE", "Sky", "bare_of", "laid_out", "layout_of", "sky_of", "star_chart"]

BOARD = Scale(
    width=16000, least=44, most=62, radius=400, share=16, name=64, region=92, least_name=140,
    floor=105, slack=160,
)  # fmt: skip
"""The sizes of a whole board, on a screen or on paper."""
PHONE = Scale(
    width=3900, least=110, most=205, radius=190, share=18, name=73, region=88, least_name=90,
    floor=90, slack=110, turned=True,
)  # fmt: skip
"""The sizes of a column for a phone."""
_SIZINGS = {
    "board": Sizing(16000, 165, 165, title=343, line=214),
    "print": Sizing(16000, 165, 165, title=343, line=214),
    "phone": Sizing(3900, 108, 108, title=225, line=140, is_column=True),
}
_FADING = (("0", "1"), (".2", ".84"), (".4", ".52"), (".6", ".24"), (".8", ".07"), ("1", "0"))
"""How glows fade towards their rim, without an edge."""


def star_chart(picture: StarPicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    style = picture.style
    palette, sizing = star_palette(picture), _SIZINGS[style.layout]
    head, top = header(picture, palette, sizing)
    scale = PHONE if style.layout == "phone" else BOARD
    chart = bare_of(picture)
    found = sky_of(chart, scale).places
    map_box = replace(found.frame.box, y=top)
    below = top + map_box.height + sizing.unit
    seats, below = panels(picture, palette, sizing, below)
    told = key_of(picture, palette, sizing.unit).entries
    key, height = legend(told, sizing, below, ink=palette.ink, reach=16)
    definitions = Canvas()
    star_symbols(definitions, palette, found.frame.radius)
    layers = [
        definitions.markup(),
        _space(chart, style, (sizing.width, height), map_box),
        enclosed(
            _map_layers(_without_cards(picture), scale), id="chart",
            transform=f"translate(0 {number(top)})",
        ),
        head, seats, key,
    ]  # fmt: skip
    root = _root(found, top)
    return page(style, (sizing.width, height), picture.words, "".join(layers), data=root)


def _root(found: Places, top: int) -> tuple[tuple[str, str], ...]:
    """Returns what the root tells a page: `data-at` is "planet x y radius;..." in user units."""
    at = ";".join(
        f"{planet} {number(x)} {number(top + y)} {number(found.frame.radius)}"
        for planet, (x, y) in found.at.items()
    )
    return ("data-geometry", "star"), ("data-at", at)


def bare_of(picture: StarPicture) -> StarPicture:
    """Returns a picture of the chart alone, with nobody on it."""
    return StarPicture(
        map=picture.map,
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
        layout=picture.layout,
    )


def layout_of(picture: StarPicture) -> str:
    """Returns where everything of a chart stands, as text; empty: the chart is a shipped one."""
    chart = bare_of(picture)
    return written_layout(chart, {scale: sky_of(chart, scale) for scale in (BOARD, PHONE)})


def _without_cards(picture: StarPicture) -> StarPicture:
    """Returns a picture without what is in hands: its map is the same for every seat."""
    seats = tuple(seat.model_copy(update={"faces": ()}) for seat in picture.seats)
    return picture.model_copy(update={"seats": seats, "description": ""})


@lru_cache(maxsize=8)
def sky_of(chart: StarPicture, scale: Scale) -> Sky:
    """Returns where everything of a chart stands on its map, which begins at the origin."""
    return kept_sky(chart, scale) or laid_out(chart, scale)


def laid_out(chart: StarPicture, scale: Scale) -> Sky:
    """Returns the same by searching, as for any chart that is not shipped."""
    found = places(chart, scale)
    return Sky(found, regions(chart, found))


@lru_cache(maxsize=8)
def _space(chart: StarPicture, style: Style, size: tuple[int, int], box: Box) -> str:
    """Draws the ground: space, the glow of the galaxy across the map, and the stars."""
    palette = star_palette(chart.model_copy(update={"style": style}))
    canvas = Canvas()
    width, height = size
    (inner, outer), core = palette.space, palette.core
    canvas.rect(0, 0, width, height, fill=outer)
    if inner != outer:
        x, y = box.centre
        long, short = max(box.width, box.height), min(box.width, box.height)
        turn, flat = (-24 if long == box.width else 66), short / long + 0.2
        definitions = canvas.definitions()
        galaxy = canvas.group(
            id="galaxy", pointer_events="none",
            transform=f"translate({number(x)} {number(y)}) rotate({turn}) scale(1 {flat:.2f})",
        )  # fmt: skip
        for name, colour, opacity, tenths in (("space", inner, "1", 7), ("core", core, ".25", 4)):
            radius = long * tenths // 10
            definitions.gradient(
                [(offset, colour, share) for offset, share in _FADING], radial=True, id=name,
                gradientUnits="userSpaceOnUse", cx=0, cy=0, r=radius,
            )  # fmt: skip
            galaxy.circle(0, 0, radius, fill=f"url(#{name})", opacity=opacity)
    return canvas.markup() + starfield(chart, palette, Box(0, 0, width, height), box)


@lru_cache(maxsize=6)
def _map_layers(picture: StarPicture, scale: Scale) -> str:
    """Returns the map from its regions to what stands beside the planets."""
    palette, sky = star_palette(picture), sky_of(bare_of(picture), scale)
    board = _Board(picture, palette, sky.places, _taken_boxes(sky))
    chips = Canvas()
    return "".join(
        (
            _regions(picture, palette, sky),
            _glows(board),
            _lanes(board),
            _region_names(board, sky),
            _movements(board, chips),
            _planets(board),
            _names(board),
            chips.markup(),
        )
    )


@dataclass(frozen=True, slots=True)
class _Board:
    """What all layers of a map have in common."""

    picture: StarPicture
    palette: StarPalette
    places: Places
    taken: list[Box]
    """What lettering must not lie on; whatever is placed adds to it."""

    @property
    def radius(self) -> int:
        """Returns how large planets are."""
        return self.places.frame.radius

    @property
    def chip(self) -> int:
        """Returns how high a plate with a number is."""
        return max(self.radius * 78 // 100, self.places.frame.floor * 130 // 100)


def _regions(picture: StarPicture, palette: StarPalette, sky: Sky) -> str:
    canvas = Canvas()
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
            look = palette.looks[facts.holder]
            one.path(d, fill="none", stroke=look.line, stroke_width=radius // 7,
                     stroke_dasharray=f"{radius / 14:g} {radius / 22:g}")  # fmt: skip
    return canvas.markup()


def _region_names(board: _Board, sky: Sky) -> str:
    canvas = Canvas()
    names = canvas.group(
        id="region-names", font_family=SANS, font_weight="bold", text_anchor="middle",
        style=SELECTABLE, stroke=board.palette.halo, stroke_opacity=".55",
        stroke_width=board.radius // 9, stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip
    for region, found in sky.regions.items():
        found.name.write(
            names, foot=85, leading=105, id=f"region-name-{region}",
            fill=_readable(board.palette, found.tint), font_size=found.name.size,
            letter_spacing=found.name.size * SPACING // 100,
        )  # fmt: skip
    return canvas.markup()


def _readable(palette: StarPalette, tint: int) -> str:
    """Returns the colour of a region's name: between its tint and the ink."""
    return mixed(palette.tints[tint], palette.ink, 55)


def _glows(board: _Board) -> str:
    canvas = Canvas()
    group = canvas.group(id="glows", pointer_events="none")
    if board.palette.glow:
        for planet, facts in board.picture.planets.items():
            if facts.seat is not None:
                glow = f"url(#glow-{board.palette.look(facts.seat).id})"
                group.circle(*board.places.at[planet], board.radius * 26 // 10, fill=glow)
    return canvas.markup()


def _lanes(board: _Board) -> str:
    canvas = Canvas()
    group = canvas.group(id="lanes", stroke_linecap="butt")
    names = {planet: facts.name for planet, facts in board.picture.planets.items()}
    fronts = board.picture.fronts
    order = sorted(board.picture.lanes, key=lambda lane: (lane.between in fronts, lane.hyper))
    for lane in order:
        route = board.places.routes[lane.between]
        here, there = lane.between
        kind = "Hyperlane" if lane.hyper else "Border"
        one = group.group(
            id=f"lane-{here}-to-{there}", title=f"{kind}: {names[here]} - {names[there]}"
        )
        lane_line(
            one, _route_path(route), board.palette, radius=board.radius, hyper=lane.hyper,
            front=lane.between in fronts,
        )  # fmt: skip
        if len(route.lines) == 2:
            _edge_words(one, board, route, (names[there], names[here]))
    return canvas.markup()


def _edge_words(canvas: Canvas, board: _Board, route: Route, words: tuple[str, str]) -> None:
    """Says at both sides of the map where a lane leads that goes over the edge."""
    usual = max(board.places.frame.name * 88 // 100, board.places.frame.floor)
    edge, reach = board.places.frame.box, board.radius * 14 // 10
    taken = [Box.about(place, reach) for place in board.places.at.values()]
    for (x, y), name in zip((route.lines[0][-1], route.lines[1][0]), words, strict=True):
        told = f"to {name}"
        size = fitted_size([told], usual, edge.width * 45 // 100)
        wide = text_width(told, size) + size // 2
        lefts = [
            min(max(left, edge.x), edge.x + edge.width - wide)
            for left in (x - wide // 2, x - wide - size // 2, x + size // 2)
        ]
        boxes = [
            (abs(top + size // 2 - y) // size + place, Box(left, top, wide, size))
            for top in (y + size * step // 2 for step in range(-10, 9))
            for place, left in enumerate(lefts)
            if edge.y <= top <= edge.y + edge.height - size
            and not (top - size // 4 < y < top + size and left < x < left + wide)
        ]
        box = _freest(boxes, [*board.taken, *taken])
        board.taken.append(box)
        canvas.text(
            box.x + wide // 2, box.y + size * 85 // 100, (told,), font_size=size,
            font_family=SANS, fill=board.palette.hyper, text_anchor="middle",
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


def _movements(board: _Board, chips: Canvas) -> str:
    """Draws the arrows; what they say goes to `chips`, which lie over the planets."""
    canvas = Canvas()
    picture = board.picture
    attacks = picture.attacks if picture.shows_fights else ()
    moves = picture.fortifications if picture.shows_moves else ()
    pairs = {(attack.start, attack.end) for attack in attacks}
    fought = [
        tuple(_arrow_lines(board, attack, both_ways=(attack.end, attack.start) in pairs))
        for attack in attacks
    ]
    moved = [_moved_line(board, move) for move in moves]
    thick = board.radius * 4 // 10
    for line in (*(line for lines in fought for line in lines), *moved):
        inner = line[len(line) // 3 :]
        board.taken.extend(Box.about(point, thick // 2) for point in inner)
    _fortifications(canvas, chips, board, moved)
    _attacks(canvas, chips, board, list(zip(attacks, fought, strict=True)))
    if picture.shows_moves:
        _placed(chips, board)
    return canvas.markup()


def _taken_boxes(sky: Sky) -> list[Box]:
    reach = sky.places.frame.radius
    boxes = [Box.about(place, reach) for place in sky.places.at.values()]
    boxes += [name.box for name in sky.places.names.values()]
    boxes += [region.name.box for region in sky.regions.values()]
    return boxes


def _attacks(
    canvas: Canvas,
    chips: Canvas,
    board: _Board,
    attacks: Sequence[tuple[Attack, Sequence[Sequence[Point]]]],
) -> None:
    """Draws attacks along their lines."""
    group = canvas.group(id="attacks")
    losses = chips.group(id="losses", font_family=SANS)
    for index, (attack, lines) in enumerate(attacks, start=1):
        look = board.palette.look(attack.seat)
        one = group.group(
            id=f"attack-{index}", title=attack.words, data_mark="fought", data_place=attack.end,
            data_from=attack.start, data_side=attack.seat,
        )  # fmt: skip
        for line in lines:
            attack_arrow(one, line, look, wide=board.radius * 44 // 100,
                         hollow="" if attack.captured else board.palette.halo)  # fmt: skip
        told = losses.group(
            id=f"losses-{index}", title=attack.words, data_mark="lost", data_place=attack.end
        )
        _loss_chips(told, board, attack, lines[0])


def _arrow_lines(board: _Board, attack: Attack, *, both_ways: bool) -> Iterator[Sequence[Point]]:
    """Yields the lines of an attack without what lies under the planets."""
    route = board.places.route(attack.start, attack.end)
    out, into = board.radius * 11 // 10, board.radius * 128 // 100
    aside = board.radius // 3 if both_ways else 0
    last = len(route.lines) - 1
    for index, line in enumerate(route.lines):
        inner = trimmed(line, out if index == 0 else 0, into if index == last else 0)
        yield [shifted(inner, part, aside) for part in range(0, 101, 10)] if aside else inner


def _loss_chips(group: Canvas, board: _Board, attack: Attack, line: Sequence[Point]) -> None:
    """Draws the losses of both sides by the arrow, the attacker's first."""
    high = board.chip
    words = [minus(lost) for lost in (attack.attackers_lost, attack.defenders_lost)]
    wides = [chip_width(text, high) for text in words]
    box = _free_box(line, (sum(wides), high), board.taken)
    board.taken.append(box)
    left = box.x
    for seat, text, wide in zip((attack.seat, attack.defender), words, wides, strict=True):
        look = board.palette.look(seat)
        chip(group, text, Box(left, box.y, wide, high), fill=look.face, ink=look.ink,
             line=board.palette.halo if look.line == look.face else look.line)  # fmt: skip
        left += wide


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
    return _freest(boxes, taken)


def _freest(boxes: Sequence[tuple[int, Box]], taken: Sequence[Box]) -> Box:
    """Returns the box that lies on least of what is taken; each comes with what else it costs."""
    around = Box.around([box for _, box in boxes])
    near = [box for box in taken if box.meets(around)]
    return min(boxes, key=lambda one: one[0] + sum(_overlap(one[1], other) for other in near))[1]


def _overlap(one: Box, other: Box) -> int:
    """Returns how much two boxes have in common, as hundredths of the first."""
    both = one.shared(other)
    return 10 + 200 * both // (one.width * one.height) if both else 0


def _moved_line(board: _Board, move: Fortification) -> Sequence[Point]:
    """Returns the line of a fortification without what lies under its first and last planet."""
    line: list[Point] = []
    for here, there in pairwise(move.path):
        for part in board.places.route(here, there).lines:
            line += part[1:] if line else part
    return trimmed(line, board.radius * 11 // 10, board.radius * 13 // 10)


def _fortifications(
    canvas: Canvas, chips: Canvas, board: _Board, lines: Sequence[Sequence[Point]]
) -> None:
    """Draws fortifications along their lines."""
    group = canvas.group(id="fortifications")
    counts = chips.group(id="fortified", font_family=SANS)
    high = board.chip
    moved = zip(board.picture.fortifications, lines, strict=False)
    for index, (move, line) in enumerate(moved, start=1):
        look = board.palette.look(move.seat)
        one = group.group(
            id=f"fortification-{index}", title=move.words, data_mark="moved",
            data_place=move.path[-1], data_from=move.path[0], data_side=move.seat,
            data_count=str(move.count),
        )  # fmt: skip
        thin_line(one, line, look, wide=board.radius * 13 // 100, casing=board.palette.halo)
        box = _free_box(line, (chip_width(str(move.count), high), high), board.taken)
        board.taken.append(box)
        chip(counts, str(move.count), box, fill=board.palette.plate, ink=board.palette.ink,
             line=look.line)  # fmt: skip


def _placed(chips: Canvas, board: _Board) -> None:
    group = chips.group(id="placed", font_family=SANS)
    high = board.chip
    for planet, facts in board.picture.planets.items():
        if not facts.placed:
            continue
        words = f"+{facts.placed}"
        wide = chip_width(words, high)
        x, y = board.places.at[planet]
        near = board.radius * 95 // 100
        boxes = [
            (0, Box(x + dx * near - (wide if dx < 0 else 0), y + dy * near - high // 2, wide, high))
            for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1))
        ]
        box = _freest(boxes, board.taken)
        board.taken.append(box)
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
        look = board.palette.look(facts.seat)
        at = board.places.at[planet]
        held = {"data_side": facts.seat} if facts.seat is not None else {}
        group = layer.group(
            id=f"planet-{planet}", title=_words(board, planet, facts, names),
            data_place=planet, data_kind="troops", data_count=str(facts.troops), **held,
        )  # fmt: skip
        if facts.taken:
            taken = group.group(data_mark="taken", data_place=planet)
            burst(taken, look, at, radius=board.radius, halo=board.palette.halo)
        planet_token(group, look, at=at, radius=board.radius, halo=board.palette.halo)
        if facts.troops:
            count_on(
                group, look, facts.troops, at=at, radius=board.radius,
                least=board.places.frame.floor,
            )  # fmt: skip
    return canvas.markup()


def _words(board: _Board, planet: str, facts: PlanetEntry, names: Mapping[str, str]) -> str:
    """Returns what a planet says to whoever points at it."""
    region = board.picture.regions[facts.region].name
    owner = names[facts.seat] if facts.seat is not None else board.picture.nobody
    troops = amount(facts.troops, "troop")
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
        stroke_linejoin="round", paint_order="stroke", style=SELECTABLE,
    )  # fmt: skip
    for planet, name in board.places.names.items():
        name.write(
            layer, foot=85, leading=105, id=f"name-{planet}", data_place=planet, font_size=name.size
        )
    return canvas.markup()

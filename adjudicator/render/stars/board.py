"""Draws a star chart from a `StarPicture`, as one SVG file that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from adjudicator.boards.area import Point
from adjudicator.core.english import amount
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.render.legend import legend
from adjudicator.render.lettering import fitted_size
from adjudicator.render.near import meeting
from adjudicator.render.panels import Sizing
from adjudicator.render.raster import Box
from adjudicator.render.stars.ground import SPACING, regions, smooth_path, starfield
from adjudicator.render.stars.kept import Sky, kept_sky, lowered, written_layout
from adjudicator.render.stars.layout import places
from adjudicator.render.stars.panels import entries, header, panels
from adjudicator.render.stars.picture import (
    Attack,
    Fortification,
    PlanetEntry,
    RegionEntry,
    StarPicture,
)
from adjudicator.render.stars.places import Lettered, Places, Route, Scale, shifted
from adjudicator.render.stars.theme import Palette, StarLook, palette_of
from adjudicator.render.stars.tokens import (
    attack_arrow,
    burst,
    chip,
    chip_width,
    count_on,
    lane_line,
    planet_token,
    star_symbols,
    thin_line,
    trimmed,
)
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
    palette, sizing = palette_of(style), _SIZINGS[style.layout]
    head, top = header(picture, palette, sizing)
    scale = PHONE if style.layout == "phone" else BOARD
    chart = bare_of(picture)
    frame = sky_of(chart, scale, top).places.frame
    below = frame.box.y + frame.box.height + sizing.unit
    seats, below = panels(picture, palette, sizing, below)
    told = entries(picture, palette, sizing.unit)
    key, height = legend(told, sizing, below, ink=palette.ink, reach=16)
    definitions = Canvas()
    star_symbols(definitions, palette, sorted({seat.look for seat in picture.seats}), frame.radius)
    layers = [
        definitions.markup(),
        _space(chart, style, (sizing.width, height), frame.box),
        enclosed(_map_layers(_without_cards(picture), scale, top), id="chart"),
        head, seats, key,
    ]  # fmt: skip
    words = " - ".join(picture.title), picture.description
    sky = sky_of(chart, scale, top)
    return page(style, (sizing.width, height), words, "".join(layers), data=_root(sky.places))


def _root(found: Places) -> tuple[tuple[str, str], ...]:
    """Returns what the root tells a page: `data-at` is "planet x y radius;..." in user units."""
    at = ";".join(
        f"{planet} {number(x)} {number(y)} {number(found.frame.radius)}"
        for planet, (x, y) in found.at.items()
    )
    return ("data-geometry", "star"), ("data-at", at)


def bare_of(picture: StarPicture) -> StarPicture:
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
        layout=picture.layout,
    )


def layout_of(picture: StarPicture) -> str:
    """Returns where everything of a chart stands, as text; empty: the chart is a shipped one."""
    chart = bare_of(picture)
    skies = {scale: _from_the_edge(chart, scale) for scale in (BOARD, PHONE)}
    return written_layout(chart, skies)


def _without_cards(picture: StarPicture) -> StarPicture:
    """Returns a picture without what is in hands: its map is the same for every seat."""
    seats = tuple(seat.model_copy(update={"faces": ()}) for seat in picture.seats)
    return picture.model_copy(update={"seats": seats, "description": ""})


@lru_cache(maxsize=16)
def sky_of(chart: StarPicture, scale: Scale, top: int) -> Sky:
    """Returns where everything of a chart stands whose map begins at `top` on the sheet."""
    return lowered(_from_the_edge(chart, scale), top)


@lru_cache(maxsize=8)
def _from_the_edge(chart: StarPicture, scale: Scale) -> Sky:
    """Returns it of a map that begins at the edge: all others are this one, further down."""
    return kept_sky(chart, scale, 0) or laid_out(chart, scale, 0)


def laid_out(chart: StarPicture, scale: Scale, top: int) -> Sky:
    """Returns the same by searching, as for any chart that is not shipped."""
    found = places(chart, scale, top)
    return Sky(found, regions(chart, found))


@lru_cache(maxsize=8)
def _space(chart: StarPicture, style: Style, size: tuple[int, int], box: Box) -> str:
    """Draws the ground: space, the glow of the galaxy across the map, and the stars."""
    palette = palette_of(style)
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
def _map_layers(picture: StarPicture, scale: Scale, top: int) -> str:
    """Returns the map from its regions to what stands beside the planets."""
    palette, sky = palette_of(picture.style), sky_of(bare_of(picture), scale, top)
    looks = {seat.id: (str(seat.look), palette.look(seat.look)) for seat in picture.seats}
    board = _Board(picture, palette, sky.places, looks, _taken_boxes(sky))
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
    palette: Palette
    places: Places
    looks: Mapping[str, tuple[str, StarLook]]
    taken: list[Box]
    """What lettering must not lie on; whatever is placed adds to it."""

    def look(self, seat: str | None) -> tuple[str, StarLook]:
        """Returns the look of a seat, or that of nobody."""
        return self.looks[seat] if seat is not None else ("nobody", self.palette.nobody)

    @property
    def radius(self) -> int:
        """Returns how large planets are."""
        return self.places.frame.radius

    @property
    def chip(self) -> int:
        """Returns how high a plate with a number is."""
        return max(self.radius * 78 // 100, self.places.frame.floor * 130 // 100)


def _regions(picture: StarPicture, palette: Palette, sky: Sky) -> str:
    canvas = Canvas()
    looks = {seat.id: palette.look(seat.look) for seat in picture.seats}
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
    return canvas.markup()


def _region_names(board: _Board, sky: Sky) -> str:
    canvas = Canvas()
    names = canvas.group(
        id="region-names", font_family=SANS, font_weight="bold", text_anchor="middle",
        style=SELECTABLE, stroke=board.palette.halo, stroke_opacity=".55",
        stroke_width=board.radius // 9, stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip
    for region, found in sky.regions.items():
        _lettering(
            names, found.name, id=f"region-name-{region}",
            fill=_readable(board.palette, found.tint),
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
    if board.palette.glow:
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
    taken = [Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in board.places.at.values()]
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
        _, box = min(
            boxes,
            key=lambda choice: (
                choice[0] + sum(_overlap(choice[1], other) for other in (*board.taken, *taken))
            ),
        )
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
    shown = picture.style.arrows
    attacks = picture.attacks if shown in ("battles", "all") else ()
    moves = picture.fortifications if shown in ("moves", "all") else ()
    pairs = {(attack.start, attack.end) for attack in attacks}
    fought = [
        tuple(_arrow_lines(board, attack, both_ways=(attack.end, attack.start) in pairs))
        for attack in attacks
    ]
    moved = [_moved_line(board, move) for move in moves]
    thick = board.radius * 4 // 10
    for line in (*(line for lines in fought for line in lines), *moved):
        inner = line[len(line) // 3 :]
        board.taken.extend(Box(x - thick // 2, y - thick // 2, thick, thick) for x, y in inner)
    _fortifications(canvas, chips, board, moved)
    _attacks(canvas, chips, board, list(zip(attacks, fought, strict=True)))
    if shown in ("moves", "all"):
        _placed(chips, board)
    return canvas.markup()


def _taken_boxes(sky: Sky) -> list[Box]:
    reach = sky.places.frame.radius
    boxes = [Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in sky.places.at.values()]
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
        _, look = board.look(attack.seat)
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
    words = [_minus(lost) for lost in (attack.attackers_lost, attack.defenders_lost)]
    wides = [chip_width(text, high) for text in words]
    box = _free_box(line, (sum(wides), high), board.taken)
    board.taken.append(box)
    left = box.x
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
    left, above = min(box.x for _, box in boxes), min(box.y for _, box in boxes)
    right, below = max(box.x for _, box in boxes) + wide, max(box.y for _, box in boxes) + high
    around = Box(left, above, right - left, below - above)
    near = [box for box in taken if meeting(around, box)]
    return min(boxes, key=lambda choice: choice[0] + sum(_overlap(choice[1], box) for box in near))[
        1
    ]


def _overlap(one: Box, other: Box) -> int:
    """Returns how much two boxes have in common, as hundredths of the first."""
    if not meeting(one, other):
        return 0
    wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return 10 + 200 * wide * high // (one.width * one.height)


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
        _, look = board.look(move.seat)
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
            Box(x + dx * near - (wide if dx < 0 else 0), y + dy * near - high // 2, wide, high)
            for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1))
        ]
        box = min(boxes, key=lambda box: sum(_overlap(box, other) for other in board.taken))
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
        look_id, look = board.look(facts.seat)
        at = board.places.at[planet]
        held = {"data_side": facts.seat} if facts.seat is not None else {}
        group = layer.group(
            id=f"planet-{planet}", title=_words(board, planet, facts, names),
            data_place=planet, data_kind="troops", data_count=str(facts.troops), **held,
        )  # fmt: skip
        if facts.taken:
            burst(group.group(data_mark="taken", data_place=planet), look, at, board.radius)
        planet_token(group, look_id, look, at=at, radius=board.radius, halo=board.palette.halo)
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
        _lettering(layer, name, id=f"name-{planet}", data_place=planet)
    return canvas.markup()

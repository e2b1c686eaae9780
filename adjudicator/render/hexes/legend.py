"""The legend of a hex map: an example of whatever occurs in the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.core.english import sentence
from adjudicator.render.hexes.ground import cells_of
from adjudicator.render.hexes.marks import city_sign, landing_sign, port_sign, resource_sign
from adjudicator.render.hexes.moves import arrow, burst
from adjudicator.render.hexes.picture import (
    GROUNDS,
    Edge,
    Fight,
    Force,
    Ground,
    HexPicture,
    Manner,
    Symbol,
    Unit,
)
from adjudicator.render.hexes.space import HALF, HIGH, WIDE, Space, space_of
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.hexes.units import counter
from adjudicator.render.lettering import fitted_size
from adjudicator.render.looks import Look
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS, mixed, text_width

__all__ = ["legend"]

Sample = Callable[[Canvas], None]
"""Draws an example about the origin, as large as a hex."""


def legend(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, *, room: tuple[int, int], top: int
) -> int:
    """Draws examples of whatever occurs in the picture; returns where they end.

    Args:
        room: the width of the sheet, and the size of its lettering.
    """
    width, unit = room[0], room[1] * 85 // 100
    group = canvas.group(id="legend", font_family=SANS, fill=palette.ink)
    size = unit * 24 // 10
    left, y = unit, top + unit * 16 // 10
    for words, sample in _entries(picture, palette):
        type_ = fitted_size([words], unit, width - 2 * unit - size - unit * 5 // 10)
        wide = size + unit * 5 // 10 + text_width(words, type_) + unit
        if left + wide > width and left > unit:
            left, y = unit, y + unit * 26 // 10
        entry = group.group()
        sample(
            entry.group(
                transform=f"translate({(left + size // 2) / 10:g} {y / 10:g})"
                f" scale({size / HIGH:.3f})"
            )
        )
        entry.text(left + size + unit * 5 // 10, y + unit * 36 // 100, (words,), font_size=type_)
        left += wide
    return y + unit * 2


Entry = tuple[str, Sample]
_GROUND_NAMES: Mapping[Ground, str] = {"urban": "Urban (3)", "supply": "Supply (5)", "lake": "Lake"}
_EDGE_NAMES: Mapping[Edge, str] = {
    "lake": "Lake or sea hexside", "blocked": "Blocked hexside", "border": "Border",
    "rail-net": "Rail net boundary", "weather-line": "Weather line",
}  # fmt: skip
_MANNERS: Mapping[Manner, str] = {
    "land": "Move", "rail": "By rail", "sea": "By sea", "air": "By air", "retreat": "Retreat",
    "advance": "Advance",
}  # fmt: skip


def _entries(picture: HexPicture, palette: HexPalette) -> list[Entry]:
    space = space_of(picture.board.grid, picture.crop)
    return [
        *_ground_entries(picture, space, palette),
        *_edge_entries(picture, space, palette),
        *_unit_entries(picture, space, palette),
        *_event_entries(picture, palette),
    ]


def _ground_entries(picture: HexPicture, space: Space, palette: HexPalette) -> Iterator[Entry]:
    cells = cells_of(picture.board)
    seen = [cells[hex_] for hex_ in space.hexes if hex_ in cells]
    for kind in GROUNDS:
        if any(cell.ground == kind for cell in seen):
            yield _GROUND_NAMES.get(kind, sentence(kind)), _hex(kind, palette)
    landing = next((cell.landing for cell in seen if cell.landing), "")
    signs: list[tuple[bool, str, Sample]] = [
        (any(cell.port for cell in seen), "Port", lambda canvas: port_sign(canvas, (0, 0))),
        (
            bool(landing),
            "Amphibious hex: cost, multiple",
            lambda canvas: landing_sign(canvas, (0, 0), landing, palette),
        ),
        (
            any(cell.resource for cell in seen),
            "Resource (5)",
            lambda canvas: resource_sign(canvas, (0, 0)),
        ),
    ]
    yield from ((words, _larger(sample)) for there, words, sample in signs if there)


def _hex(kind: Ground, palette: HexPalette) -> Sample:
    def draw(canvas: Canvas) -> None:
        canvas.use("cell", fill=palette.grounds[kind], stroke=palette.grid, stroke_width=16)
        if kind in palette.signs:
            canvas.use(f"signs-{kind}", opacity=palette.sign_strength)
        if kind in ("urban", "supply"):
            city_sign(canvas, (0, 0), depot=kind == "supply")

    return draw


def _larger(sample: Sample) -> Sample:
    return lambda canvas: sample(canvas.group(transform="scale(2.4)"))


def _edge_entries(picture: HexPicture, space: Space, palette: HexPalette) -> Iterator[Entry]:
    hex_of = space.grid.hex_of
    seen = frozenset(space.hexes)

    def is_seen(pairs: tuple[tuple[str, str], ...]) -> bool:
        return any(hex_of(one) in seen and hex_of(other) in seen for one, other in pairs)

    rivers = [(river.great, is_seen(river.sides)) for river in picture.board.rivers]
    if (False, True) in rivers:
        yield "River", _line((palette.river, 30, ""))
    if (True, True) in rivers:
        yield "Great river", _line((palette.river, 80, ""), (palette.lake, 26, ""))
    water = mixed(palette.river, palette.lake, 35)
    samples: Mapping[Edge, Sample] = {
        "lake": _line((water, 60, "")),
        "border": _line((palette.border, 30, "11 5 1 5")),
        "rail-net": _line((palette.rail, 16, ""), (palette.rail, 80, "1.6 8")),
        "weather-line": _line((palette.weather, 40, "4 5")),
        "blocked": _line((palette.blocked, 150, "1.7 4.5"), (palette.blocked, 60, "")),
    }
    for kind, sample in samples.items():
        pairs = picture.board.edges.get(kind, ())
        if kind == "lake":
            pairs += picture.board.edges.get("sea", ())
        if is_seen(pairs):
            yield _EDGE_NAMES[kind], sample


def _line(*strokes: tuple[str, int, str]) -> Sample:
    """Returns a sample that lays lines over each other: colour, width, dashes."""

    def draw(canvas: Canvas) -> None:
        for colour, wide, dashes in strokes:
            dashed = {"stroke_dasharray": dashes} if dashes else {}
            canvas.path(line_path(((-HALF, 0), (HALF, 0))), stroke=colour,
                        stroke_width=wide * 16 // 10, fill="none", **dashed)  # fmt: skip

    return draw


def _unit_entries(picture: HexPicture, space: Space, palette: HexPalette) -> Iterator[Entry]:
    """One counter of each force, then one of each type, as far as they are seen."""
    hex_of, seen = space.grid.hex_of, frozenset(space.hexes)
    units = [unit for stack in picture.stacks if hex_of(stack.at) in seen for unit in stack.units]
    units += [unit for box in picture.boxes for unit, _ in box.units]
    for force in picture.forces:
        first = next((unit for unit in units if unit.force == force.id), None)
        if first is not None:
            plain = first.model_copy(update={"marks": ()})
            yield force.name, _counter(plain, force, palette)
    symbols: dict[Symbol, str] = {unit.symbol: unit.name for unit in units}
    for symbol, name in symbols.items():
        yield sentence(name), _sign(symbol, palette)
    for mark, words in (("out-of-supply", "Out of supply"), ("new", "Replacement")):
        marked = next((unit for unit in units if mark in unit.marks), None)
        if marked is not None:
            force = next(one for one in picture.forces if one.id == marked.force)
            yield words, _counter(marked.model_copy(update={"marks": (mark,)}), force, palette)
    if any(not unit.tried for unit in units):
        yield "Untried: about 6, moves 8; tried: 6-8", _untried(palette)


def _untried(palette: HexPalette) -> Sample:
    return lambda canvas: canvas.text(
        0, 170, ("6?8",), font_size=520, font_weight="bold", text_anchor="middle", fill=palette.ink
    )


def _counter(unit: Unit, force: Force, palette: HexPalette) -> Sample:
    def draw(canvas: Canvas) -> None:
        inner = canvas.group(transform="scale(1.6)", font_weight="bold", text_anchor="middle")
        counter(inner, unit, force, palette, code="partisan" in unit.marks, badge=200)

    return draw


def _sign(symbol: Symbol, palette: HexPalette) -> Sample:
    return lambda canvas: canvas.use(f"sign-{symbol}", transform="scale(2.2)", fill=palette.ink)


def _event_entries(picture: HexPicture, palette: HexPalette) -> Iterator[Entry]:
    looks = palette.looks

    def zone(colour: str) -> Sample:
        return lambda canvas: canvas.use(
            "cell", fill=colour, fill_opacity=".2", stroke=colour, stroke_width=60,
            stroke_dasharray="8 8",
        )  # fmt: skip

    if picture.control:
        yield picture.control_words, _front(looks[picture.control[0].force], palette)
    if picture.zones:
        yield picture.zones_words, zone(looks[picture.zones[0].force].line)
    if picture.supply:
        yield "Line of supply", _line((looks[picture.supply[0].force].line, 60, "6 6"))
    if picture.shows_moves:
        firsts = {march.manner: march for march in reversed(picture.marches)}
        for manner, words in _MANNERS.items():
            if manner in firsts:
                yield words, _arrow(picture, palette, manner)
    if picture.fights and picture.shows_fights:
        fight = picture.fights[0]
        yield "Attack: its number in the list", _attack(fight, looks[fight.force])


def _front(look: Look, palette: HexPalette) -> Sample:
    def draw(canvas: Canvas) -> None:
        canvas.use("cell", fill=look.line, fill_opacity=".34")
        canvas.path(line_path(((HALF, -289), (HALF, 289))), stroke=look.line, stroke_width=200,
                    stroke_opacity=".85", fill="none", transform="translate(-10 0)")  # fmt: skip
        canvas.path(line_path(((HALF, -330), (HALF, 330))), stroke=palette.ink, stroke_width=90,
                    fill="none")  # fmt: skip

    return draw


def _attack(fight: Fight, look: Look) -> Sample:
    def draw(canvas: Canvas) -> None:
        group = canvas.group(
            transform="scale(1.9)", font_family=SANS, font_weight="bold", text_anchor="middle",
        )  # fmt: skip
        burst(group, look, fight.number)

    return draw


def _arrow(picture: HexPicture, palette: HexPalette, manner: Manner) -> Sample:
    first = next(march for march in picture.marches if march.manner == manner)
    look = palette.looks[first.force]
    line = ((-WIDE * 7 // 10, 0), (WIDE * 8 // 10, 0))
    return lambda canvas: arrow(
        canvas, line, look, manner=manner, count=2, halo=palette.halo, clear=190
    )

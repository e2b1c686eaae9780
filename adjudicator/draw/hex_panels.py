"""What stands around a hex map: title, turns, victory points, units off the map, a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.boards.area import Point
from adjudicator.core.english import sentence
from adjudicator.draw.hex_ground import cells_of
from adjudicator.draw.hex_marks import city_sign, landing_sign, port_sign, resource_sign
from adjudicator.draw.hex_moves import arrow, burst
from adjudicator.draw.hex_picture import (
    GROUNDS,
    Box,
    Edge,
    Force,
    Ground,
    HexPicture,
    Manner,
    Symbol,
    Unit,
)
from adjudicator.draw.hex_space import HALF, HIGH, WIDE, Space, space_of
from adjudicator.draw.hex_theme import HexPalette
from adjudicator.draw.hex_units import COUNTER, counter
from adjudicator.draw.svg import Canvas, line_path, ring_path
from adjudicator.draw.theme import SANS, SERIF, mixed, text_width

__all__ = ["Frame", "footer", "header"]

Sample = Callable[[Canvas], None]
"""Draws an example about the origin, as large as a hex."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How wide a sheet is, and how large its lettering."""

    width: int
    unit: int
    """The size of lettering; all else follows from it."""
    narrow: bool
    """Whether everything stands in one column."""


# -- above the map ---------------------------------------------------------------------------------


def header(picture: HexPicture, palette: HexPalette, frame: Frame) -> tuple[str, int]:
    """Draws title, victory points and turns; returns how high they are, too."""
    canvas = Canvas()
    unit = frame.unit
    wide = frame.width - 2 * unit if frame.narrow else frame.width * 44 // 100
    group = canvas.group(id="title", font_family=SERIF, fill=palette.ink)
    name, *lines = picture.title
    large = unit * 26 // 10
    large = min(large, large * wide * 6 // 7 // max(text_width(name, large, bold=True), 1))
    top = unit + large * 8 // 10
    group.text(unit, top, (name,), font_size=large, font_weight="bold")
    for line in lines:
        size = unit * 12 // 10
        size = min(size, size * wide * 6 // 7 // max(text_width(line, size), 1))
        top += unit * 17 // 10
        group.text(unit, top, (line,), font_size=size, fill=palette.soft)
    low = top + unit
    left = unit if frame.narrow else frame.width - wide - unit
    high = low if frame.narrow else unit * 6 // 10
    if picture.crop is not None and not frame.narrow:
        room = low - unit if low > unit * 5 else unit * 5
        shift = _locator(canvas, picture, palette, (frame.width - unit, unit // 2, room))
        wide -= shift + unit
        low = max(low, room + unit)
    if picture.progress.points:
        high = _points(canvas, picture, palette, (left, high, wide, unit))
    if picture.progress.turns:
        high = _turns(canvas, picture, palette, (left, high, wide, unit))
    return canvas.markup(), max(low, high)


Strip = tuple[int, int, int, int]
"""Left, top, width, and the size of lettering."""


def _points(canvas: Canvas, picture: HexPicture, palette: HexPalette, place: Strip) -> int:
    """Draws a bar of all victory points, with the threshold on it; returns where it ends."""
    left, top, wide, unit = place
    progress = picture.progress
    forces = {force.id: force for force in picture.forces}
    total = max(sum(points for _, points in progress.points), progress.goal or 0, 1)
    group = canvas.group(
        id="points", font_family=SANS, text_anchor="middle", title="Victory points"
    )
    group.text(left, top + unit, ("Victory points",), font_size=unit * 95 // 100, fill=palette.ink,
               font_weight="bold", text_anchor="start")  # fmt: skip
    if progress.goal_words:
        group.text(
            left + wide, top + unit, (progress.goal_words,), font_size=unit * 85 // 100,
            fill=palette.soft, text_anchor="end",
        )  # fmt: skip
    y, high = top + unit * 17 // 10, unit * 15 // 10
    done = 0
    for name, points in progress.points:
        force, start = forces[name], left + wide * done // total
        look = palette.looks[force.look]
        done += points
        end = left + wide * done // total
        words = f"{force.code} {points}"
        one = group.group(title=f"{force.name}: {points} victory points")
        one.rect(start, y, end - start, high, fill=look.face, stroke=palette.paper,
                 stroke_width=unit // 12)  # fmt: skip
        size = unit * 9 // 10
        if text_width(words, size, bold=True) > end - start:
            words = str(points)
        if points and text_width(words, size, bold=True) < end - start:
            one.text((start + end) // 2, y + high // 2 + size * 36 // 100, (words,),
                     font_size=size, font_weight="bold", fill=look.ink)  # fmt: skip
    if progress.goal is not None:
        x = left + wide * progress.goal // total
        group.path(
            line_path(((x, y - unit // 4), (x, y + high + unit // 4))), stroke=palette.warning,
            stroke_width=unit // 5, fill="none",
        )  # fmt: skip
        group.text(x, y + high + unit * 12 // 10, (str(progress.goal),), font_size=unit * 9 // 10,
                   font_weight="bold", fill=palette.warning)  # fmt: skip
    return y + high + unit * 14 // 10


def _turns(canvas: Canvas, picture: HexPicture, palette: HexPalette, place: Strip) -> int:
    """Draws the turns, the present one full; returns where they end."""
    left, top, wide, unit = place
    progress = picture.progress
    count = len(progress.turns)
    in_row = min(count, max(wide // (unit * 2), 8), 12 if count > 12 else count)
    side = wide // in_row
    high = unit * 14 // 10
    group = canvas.group(id="turns", font_family=SANS, text_anchor="middle", title="Game-turns")
    for index, words in enumerate(progress.turns):
        x, y = left + index % in_row * side, top + unit // 3 + index // in_row * high
        now = index == progress.turn
        past = progress.turn is not None and index < progress.turn
        group.rect(
            x, y, side, high, stroke=palette.plate_edge, stroke_width=unit // 14,
            fill=palette.ink if now else mixed(palette.plate, palette.plate_edge, 40 * past),
        )  # fmt: skip
        size = min(unit * 85 // 100, unit * 85 // 100 * side * 9 // 10 // text_width(words, unit))
        group.text(
            x + side // 2, y + high // 2 + size * 36 // 100, (words,), font_size=size,
            fill=palette.paper if now else palette.ink, font_weight="bold" if now else "normal",
        )  # fmt: skip
    return top + unit // 3 + -(-count // in_row) * high + unit // 2


def _locator(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, corner: tuple[int, int, int]
) -> int:
    """Draws the whole map small with the part that is seen; returns how wide it is."""
    right, top, high = corner
    whole, part = space_of(picture.board.grid, None), space_of(picture.board.grid, picture.crop)
    wide = whole.width * high // whole.height
    place, scale = f"{(right - wide) / 10:g} {top / 10:g}", f"{high / whole.height:.5f}"
    inner = canvas.group(
        id="locator", title="The part of the map that is shown",
        transform=f"translate({place}) scale({scale})",
    )  # fmt: skip
    inner.rect(*whole.window, fill=palette.sea, stroke=palette.shore, stroke_width=300)
    shores = picture.board.shores
    rings = [ring[::6] for ring in shores.land if len(ring) > 60] if shores is not None else []
    if rings:
        inner.path(ring_path(rings), fill=palette.grounds["clear"], stroke=palette.shore,
                   stroke_width=120)  # fmt: skip
    inner.rect(*part.window, fill=palette.warning, fill_opacity=".25", stroke=palette.warning,
               stroke_width=900)  # fmt: skip
    return wide


# -- below the map ---------------------------------------------------------------------------------


def footer(picture: HexPicture, palette: HexPalette, frame: Frame, top: int) -> tuple[str, int]:
    """Draws units off the map and the legend from `top`; returns where they end, too."""
    canvas = Canvas()
    if picture.boxes:
        top = _boxes(canvas, picture, palette, frame=frame, top=top)
    top = _legend(canvas, picture, palette, frame=frame, top=top)
    return canvas.markup(), top


def _boxes(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, *, frame: Frame, top: int
) -> int:
    """Draws a panel for each box, beside each other as far as there is room."""
    unit = frame.unit
    forces = {force.id: force for force in picture.forces}
    size = unit * 32 // 10
    step = size + unit * 24 // 10
    left = unit
    low = top + unit
    for box in picture.boxes:
        wide = max(
            step * max(len(box.units), 1) + unit,
            text_width(box.title, unit, bold=True) + unit * 2,
        )
        in_row = max((min(wide, frame.width - 2 * unit) - unit) // step, 1)
        rows = -(-max(len(box.units), 1) // in_row)
        wide = min(wide, frame.width - 2 * unit)
        high = unit * 24 // 10 + rows * (size + unit * 4 // 10) + unit // 4
        if left > unit and left + wide > frame.width - unit:
            left, top = unit, low + unit // 2
        group = canvas.group(id=f"box-{box.id}", font_family=SANS)
        look = palette.looks[forces[box.force].look]
        group.rect(left, top + unit // 2, wide, high, rx=unit // 2, fill=palette.plate,
                   stroke=look.edge, stroke_width=unit // 8)  # fmt: skip
        group.text(left + unit * 6 // 10, top + unit * 2, (box.title,), font_size=unit,
                   font_weight="bold", fill=palette.ink)  # fmt: skip
        if not box.units:
            group.text(left + unit * 6 // 10, top + unit * 4, ("none",), font_size=unit,
                       fill=palette.soft)  # fmt: skip
        at = (left + unit * 6 // 10 + size // 2, top + unit * 26 // 10 + size // 2)
        _box_units(group, box, forces, palette=palette, at=at, steps=(step, in_row, size))
        left += wide + unit // 2
        low = max(low, top + unit // 2 + high)
    return low + unit // 2


def _box_units(
    canvas: Canvas, box: Box, forces: Mapping[str, Force], *, palette: HexPalette, at: Point,
    steps: tuple[int, int, int],
) -> None:  # fmt: skip
    """Draws the counters of a box, each with how many there are."""
    step, in_row, size = steps
    counters = canvas.group(font_weight="bold", text_anchor="middle")
    for index, (unit, count) in enumerate(box.units):
        x = at[0] + index % in_row * step
        y = at[1] + index // in_row * (size + size // 8)
        one = counters.group(
            transform=f"translate({x / 10:g} {y / 10:g}) scale({size / COUNTER:.3f})",
            title=f"{count} {unit.name}",
        )  # fmt: skip
        counter(one, unit, forces[unit.force], palette)
        one.text(COUNTER // 2 + 30, 90, (f"\N{MULTIPLICATION SIGN}{count}",), font_size=220,
                 text_anchor="start", fill=palette.ink)  # fmt: skip


def _legend(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, *, frame: Frame, top: int
) -> int:
    """Draws examples of whatever occurs in the picture; returns where they end."""
    unit = frame.unit * 85 // 100
    group = canvas.group(id="legend", font_family=SANS, fill=palette.ink)
    size = unit * 24 // 10
    left, y = unit, top + unit * 16 // 10
    for words, sample in _entries(picture, palette):
        wide = size + unit * 5 // 10 + text_width(words, unit) + unit
        if left + wide > frame.width and left > unit:
            left, y = unit, y + unit * 26 // 10
        entry = group.group()
        sample(
            entry.group(
                transform=f"translate({(left + size // 2) / 10:g} {y / 10:g})"
                f" scale({size / HIGH:.3f})"
            )
        )
        entry.text(left + size + unit * 5 // 10, y + unit * 36 // 100, (words,), font_size=unit)
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
        counter(inner, unit, force, palette)

    return draw


def _sign(symbol: Symbol, palette: HexPalette) -> Sample:
    return lambda canvas: canvas.use(f"sign-{symbol}", transform="scale(2.2)", fill=palette.ink)


def _event_entries(picture: HexPicture, palette: HexPalette) -> Iterator[Entry]:
    looks = {force.id: palette.looks[force.look] for force in picture.forces}

    def hexes(colour: str, dashes: str) -> Sample:
        dashed = {"stroke_dasharray": dashes} if dashes else {}
        return lambda canvas: canvas.use(
            "cell", fill=colour, fill_opacity=".2", stroke=colour, stroke_width=60, **dashed
        )

    if picture.control:
        yield "Held by the enemy", hexes(looks[picture.control[0].force].line, "")
    if picture.zones:
        yield "Zone of control", hexes(looks[picture.zones[0].force].line, "8 8")
    if picture.supply:
        yield "Line of supply", _line((looks[picture.supply[0].force].line, 60, "6 6"))
    if picture.style.arrows in ("moves", "all"):
        firsts = {march.manner: march for march in reversed(picture.marches)}
        for manner, words in _MANNERS.items():
            if manner in firsts:
                yield words, _arrow(picture, palette, manner)
    if picture.fights and picture.style.arrows in ("battles", "all"):
        look = looks[picture.fights[0].force]
        yield "Attack: odds, result", lambda canvas: burst(
            canvas.group(
                transform="scale(2.2)", font_family=SANS, font_weight="bold", text_anchor="middle"
            ),
            look, "3-1", "DE",
        )  # fmt: skip


def _arrow(picture: HexPicture, palette: HexPalette, manner: Manner) -> Sample:
    first = next(march for march in picture.marches if march.manner == manner)
    look = next(palette.looks[force.look] for force in picture.forces if force.id == first.force)
    line = ((-WIDE * 7 // 10, 0), (WIDE * 8 // 10, 0))
    return lambda canvas: arrow(canvas, line, look, manner=manner, count=2, halo=palette.halo)

"""The legend of a hex map: an example of whatever occurs in the picture."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.english import sentence
from adjudicator.render.hexes.ground import cells_of, edge_strokes
from adjudicator.render.hexes.marks import landing_sign
from adjudicator.render.hexes.moves import arrow, burst
from adjudicator.render.hexes.picture import (
    GROUNDS,
    Edge,
    Force,
    HexPicture,
    Manner,
    Symbol,
    Unit,
)
from adjudicator.render.hexes.space import HALF, WIDE, Space, space_of
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.hexes.units import counter
from adjudicator.render.legend import Key, lines
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS

__all__ = ["key_of"]

_EDGE_TERMS: Mapping[Edge, str] = {
    "lake": "lake-side", "border": "border", "rail-net": "rail-net", "weather-line": "weather-line",
    "blocked": "blocked",
}  # fmt: skip
_MANNERS: tuple[Manner, ...] = ("land", "rail", "sea", "air", "retreat", "advance")


def key_of(picture: HexPicture, palette: HexPalette) -> Key:
    """Returns examples, as large as a hex, of whatever occurs in the picture."""
    key, space = Key(), space_of(picture.board.grid, picture.crop)
    _add_grounds(key, picture, space, palette)
    _add_edges(key, picture, space, palette)
    _add_units(key, picture, space, palette)
    _add_events(key, picture, palette)
    return key


def _add_grounds(key: Key, picture: HexPicture, space: Space, palette: HexPalette) -> None:
    cells = cells_of(picture.board)
    seen = [cells[hex_] for hex_ in space.hexes if hex_ in cells]
    for kind in GROUNDS:
        if not any(cell.ground == kind for cell in seen):
            continue
        sample = key.add(picture.called(kind))
        sample.use("cell", fill=palette.grounds[kind], stroke=palette.grid, stroke_width=16)
        if kind in palette.signs:
            sample.use(f"signs-{kind}", opacity=palette.sign_strength)
        if kind in ("urban", "supply"):
            sample.use("depot" if kind == "supply" else "city")
    if any(cell.port for cell in seen):
        _larger(key, picture.called("port")).use("port")
    landing = next((cell.landing for cell in seen if cell.landing), "")
    if landing:
        sample = _larger(key, picture.called("landing"))
        landing_sign(sample, (0, 0), landing, palette)
    if any(cell.resource for cell in seen):
        _larger(key, picture.called("resource")).use("resource")


def _larger(key: Key, words: str, scale: str = "2.4") -> Canvas:
    """Adds an entry whose sample is drawn larger than on the map."""
    return key.add(words).group(transform=f"scale({scale})")


def _add_edges(key: Key, picture: HexPicture, space: Space, palette: HexPalette) -> None:
    hex_of = space.grid.hex_of
    seen = frozenset(space.hexes)

    def is_seen(pairs: tuple[tuple[str, str], ...]) -> bool:
        return any(hex_of(one) in seen and hex_of(other) in seen for one, other in pairs)

    rivers = [(river.great, is_seen(river.sides)) for river in picture.board.rivers]
    if (False, True) in rivers:
        lines(key.add(picture.called("river")), HALF, (palette.river, 48, ""))
    if (True, True) in rivers:
        lines(
            key.add(picture.called("great-river")),
            HALF,
            (palette.river, 128, ""),
            (palette.lake, 41, ""),
        )
    strokes = edge_strokes(palette)
    for kind, term in _EDGE_TERMS.items():
        pairs = picture.board.edges.get(kind, ())
        if kind == "lake":
            pairs += picture.board.edges.get("sea", ())
        if is_seen(pairs):
            sample = key.add(picture.called(term))
            for colour, wide, dashes, ends in strokes[kind]:
                lines(sample.group(stroke_linecap=ends), HALF, (colour, wide * 16 // 10, dashes))


def _add_units(key: Key, picture: HexPicture, space: Space, palette: HexPalette) -> None:
    """Adds one counter of each force, then one of each type, as far as they are seen."""
    hex_of, seen = space.grid.hex_of, frozenset(space.hexes)
    forces = {force.id: force for force in picture.forces}
    units = [unit for stack in picture.stacks if hex_of(stack.at) in seen for unit in stack.units]
    units += [unit for box in picture.boxes for unit, _ in box.units]
    for force in picture.forces:
        first = next((unit for unit in units if unit.force == force.id), None)
        if first is not None:
            _add_counter(key, force.name, (first.model_copy(update={"marks": ()}), force), palette)
    symbols: dict[Symbol, str] = {unit.symbol: unit.name for unit in units}
    for symbol, name in symbols.items():
        _larger(key, sentence(name), "2.2").use(f"sign-{symbol}", fill=palette.ink)
    for mark in ("out-of-supply", "new"):
        marked = next((unit for unit in units if mark in unit.marks), None)
        if marked is not None:
            marked = marked.model_copy(update={"marks": (mark,)})
            _add_counter(key, picture.called(mark), (marked, forces[marked.force]), palette)
    if any(not unit.tried for unit in units):
        key.add(picture.called("untried")).text(
            0, 170, ("6?8",), font_size=520, font_weight="bold", text_anchor="middle",
            fill=palette.ink,
        )  # fmt: skip


def _add_counter(key: Key, words: str, drawn: tuple[Unit, Force], palette: HexPalette) -> None:
    unit, force = drawn
    inner = _larger(key, words, "1.6").group(font_weight="bold", text_anchor="middle")
    counter(inner, unit, force, palette, code="partisan" in unit.marks, badge=200)


def _add_events(key: Key, picture: HexPicture, palette: HexPalette) -> None:
    looks = palette.looks
    if picture.control:
        look, sample = looks[picture.control[0].force], key.add(picture.control_words)
        sample.use("cell", fill=look.line, fill_opacity=".34")
        edge = line_path(((HALF, -330), (HALF, 330)))
        sample.path(edge, stroke=look.line, stroke_width=200, stroke_opacity=".85", fill="none",
                    transform="translate(-10 0)")  # fmt: skip
        sample.path(edge, stroke=palette.ink, stroke_width=90, fill="none")
    if picture.zones:
        colour = looks[picture.zones[0].force].line
        key.add(picture.zones_words).use(
            "cell", fill=colour, fill_opacity=".2", stroke=colour, stroke_width=60,
            stroke_dasharray="8 8",
        )  # fmt: skip
    if picture.supply:
        line = (looks[picture.supply[0].force].line, 96, "6 6")
        lines(key.add(picture.called("supply-line")), HALF, line)
    if picture.shows_moves:
        firsts = {march.manner: march for march in reversed(picture.marches)}
        way = ((-WIDE * 7 // 10, 0), (WIDE * 8 // 10, 0))
        for manner in _MANNERS:
            if manner in firsts:
                look = looks[firsts[manner].force]
                arrow(key.add(picture.called(manner)), way, look, manner=manner, count=2,
                      halo=palette.halo, clear=190)  # fmt: skip
    if picture.fights and picture.shows_fights:
        fight = picture.fights[0]
        star = _larger(key, picture.called("attack"), "1.9").group(
            font_family=SANS, font_weight="bold", text_anchor="middle"
        )
        burst(star, looks[fight.force], fight.number)

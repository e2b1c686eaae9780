"""The map as it is drawn: what is printed on it, made once for each map."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from adjudicator.boards.hexes import Hexside
from adjudicator.boards.shores import Shores
from adjudicator.core.values import FrozenMap
from adjudicator.draw.hex_picture import Cell, Edge, HexBoard, Pair, River
from adjudicator.games.invasion_america.board import HexFacts, Line
from adjudicator.games.invasion_america.charts import Charts

__all__ = ["board_picture"]


@lru_cache(maxsize=4)
def board_picture(charts: Charts, raw_shores: bytes) -> HexBoard:
    """Returns what is printed on a map.

    Args:
        raw_shores: the file `shores.json`; the shores of another map are not used.
    """
    shores = Shores.model_validate_json(raw_shores)
    hex_map = charts.map
    return HexBoard(
        grid=hex_map.grid,
        cells=FrozenMap(
            (number, _cell(charts, number, facts)) for number, facts in hex_map.hexes.items()
        ),
        rivers=tuple(
            River(name=river.name, great=river.great, sides=river.sides)
            for river in hex_map.rivers.values()
        ),
        edges=FrozenMap(_edges(charts)),
        shores=shores if shores.map == hex_map.map else None,
        landfalls=hex_map.holding_box,
    )


def _cell(charts: Charts, number: str, facts: HexFacts) -> Cell:
    landing = ""
    if facts.amphibious is not None:
        effect = charts.tables.amphibious[facts.amphibious]
        landing = f"{effect.cost}/{effect.defence}"
    words = [charts.map.countries[facts.country].name] if facts.country is not None else []
    words += [f"north of the {line.replace('-', ' ')}" for line in facts.north_of]
    return Cell(
        ground=facts.terrain or "lake",
        coast=facts.kind == "coast",
        closed=facts.prohibited,
        name=facts.name or "",
        port=charts.grid.hex_of(number) in charts.ports,
        resource=facts.resource or "",
        landing=landing,
        words=", ".join(words),
    )


def _edges(charts: Charts) -> dict[Edge, tuple[Pair, ...]]:
    """Returns the hexsides with a meaning; borders and lines run where hexes differ."""
    sides = charts.map.sides

    def differ(line: Line) -> Callable[[Hexside], bool]:
        def test(side: Hexside) -> bool:
            here, there = charts.grid.sides_of(side)
            return charts.is_north_of(here, line) != charts.is_north_of(there, line)

        return test

    return {
        "blocked": sides.blocked,
        "lake": sides.lake,
        "sea": sides.sea,
        "border": _between(charts, charts.is_border),
        "rail-net": _between(charts, differ("rail-net")),
        "weather-line": _between(charts, differ("weather-line")),
    }


def _between(charts: Charts, test: Callable[[Hexside], bool]) -> tuple[Pair, ...]:
    """Returns the hexsides on land that pass a test."""
    number_of = charts.grid.number_of
    water = charts.sea_sides | charts.lake_sides
    found: list[Pair] = []
    for side in charts.grid.hexsides():
        here, there = charts.grid.sides_of(side)
        if charts.facts[here] is None or charts.facts[there] is None or side in water:
            continue
        if test(side):
            found.append((number_of(here), number_of(there)))
    return tuple(found)

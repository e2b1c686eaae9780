"""The map as it is drawn: what is printed on it, made once for each map."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.boards.shores import Shores
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.board import LINES, HexFacts
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.narrate.language import Language
from adjudicator.render.hexes.picture import Cell, Edge, HexBoard, Pair, River

__all__ = ["board_picture"]

_LINES_NAMED: tuple[Edge, ...] = ("rail-net", "weather-line")
"""The lines along which it is lettered what they are."""


@lru_cache(maxsize=4)
def board_picture(charts: Charts, raw_shores: bytes, language: Language) -> HexBoard:
    """Returns what is printed on a map.

    Args:
        raw_shores: the file `shores.json`; the shores of another map are not used.
        language: what is lettered on it.
    """
    shores = Shores.model_validate_json(raw_shores)
    hex_map = charts.map
    return HexBoard(
        grid=hex_map.grid,
        cells=FrozenMap(
            (number, _cell(charts, number, facts, language))
            for number, facts in hex_map.hexes.items()
        ),
        rivers=tuple(
            River(name=river.name, great=river.great, sides=river.sides)
            for river in hex_map.rivers.values()
        ),
        edges=FrozenMap(_edges(charts)),
        shores=shores if shores.map == hex_map.map else None,
        exits=hex_map.holding_box,
        exit_words=language.say("exits"),
        line_words=FrozenMap((line, language.say(f"line-{line}")) for line in _LINES_NAMED),
    )


def _cell(charts: Charts, number: str, facts: HexFacts, language: Language) -> Cell:
    landing = ""
    if facts.amphibious is not None:
        effect = charts.tables.amphibious[facts.amphibious]
        landing = f"{effect.cost}/{effect.defence}"
    words = [charts.map.countries[facts.country].name] if facts.country is not None else []
    words += [language.say(f"north-of-{line}") for line in facts.north_of]
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
    """Returns the hexsides with a meaning; borders and lines run on land where hexes differ."""
    sides = charts.map.sides
    borders: dict[Edge, list[Pair]] = {"border": [], "rail-net": [], "weather-line": []}
    water = charts.sea_sides | charts.lake_sides
    for side in charts.grid.hexsides():
        low, high = charts.grid.sides_of(side)
        here, there = charts.facts[low], charts.facts[high]
        if here is None or there is None or side in water:
            continue
        pair = charts.grid.number_of(low), charts.grid.number_of(high)
        if here.country != there.country:
            borders["border"].append(pair)
        if here.north_of != there.north_of:
            for line in LINES:
                if (line in here.north_of) is not (line in there.north_of):
                    borders[line].append(pair)
    lines: dict[Edge, tuple[Pair, ...]] = {kind: tuple(found) for kind, found in borders.items()}
    return lines | {"blocked": sides.blocked, "lake": sides.lake, "sea": sides.sea}

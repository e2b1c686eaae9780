"""The shipped files, and a small map that every check accepts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.core.values import Value
from adjudicator.games.invasion_america.board import HexMap
from adjudicator.games.invasion_america.charts import Charts, charts_of
from adjudicator.games.invasion_america.counter_mix import CounterMix
from adjudicator.games.invasion_america.tables import Tables

__all__ = [
    "FILES",
    "FOLDER",
    "Document",
    "shipped",
    "shipped_charts",
    "shipped_map",
    "small",
    "values",
]

Document = dict[str, Any]

FOLDER = Path(__file__).parents[3] / "maps/invasion-america"
FILES: Mapping[str, type[Value]] = {
    "map.json": HexMap,
    "counters.json": CounterMix,
    "tables.json": Tables,
}


@cache
def _raw(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def shipped(name: str) -> Document:
    """Returns what a shipped file holds, to be changed at will."""
    document: Document = json.loads(_raw(name))
    return document


def shipped_map() -> HexMap:
    """Returns the shipped map."""
    return shipped_charts().map


def shipped_charts() -> Charts:
    """Returns the charts of the shipped map; always the same ones."""
    return charts_of(_raw("map.json"), _raw("tables.json"))


def small() -> Document:
    """Returns a map of four rows and four columns.

    a04  .  C  L  .      C coast, L land, = lake, . all sea;
    a03 .  C  L  C       a0302 is cut: ships at its west do not get to its north-east
    a02  .  C  =  .
    a01 .  .  C  .
    """
    land = {"kind": "land", "terrain": "clear", "country": "home"}
    coast = {"kind": "coast", "terrain": "rough", "country": "home"}
    return {
        "format": 1,
        "map": "small",
        "title": "Small",
        "grid": {"sections": [{"letter": "a", "rows": 4}], "columns": 4},
        "countries": {"home": {"name": "Home", "nation": "us"}},
        "holding_box": ["a0101", "a0201"],
        "hexes": {
            "a0103": coast | {"amphibious": "3-2"},
            "a0202": coast | {"port": True, "name": "Haven"},
            "a0203": {"kind": "lake"},
            "a0302": coast | {"waters": [["w", "nw"], ["sw"]]},
            "a0303": land | {"resource": "Tin"},
            "a0304": coast | {"terrain": "urban", "name": "Town"},
            "a0402": coast | {"terrain": "forest", "north_of": ["rail-net"]},
            "a0403": land | {"north_of": ["rail-net", "weather-line"]},
        },
        "rivers": {
            "brook": {"name": "Brook", "great": False, "sides": [["a0302", "a0303"]]},
            "stream": {"name": "Stream", "great": True, "sides": [["a0303", "a0304"]]},
        },
        "sides": {
            "all_land": [["a0103", "a0202"], ["a0302", "a0402"]],
            "blocked": [["a0303", "a0403"]],
            "lake": [["a0103", "a0203"], ["a0203", "a0303"]],
            "sea": [["a0202", "a0302"]],
        },
    }


def values(documents: Mapping[str, Document]) -> dict[str, Value]:
    """Returns files as their models read them; what is not given is shipped."""
    return {
        name: model.model_validate_json(json.dumps(documents.get(name) or shipped(name)))
        for name, model in FILES.items()
    }

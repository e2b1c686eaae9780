"""Each check of a chart refuses its own mutation, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games.galactic_conquest.chart import Chart
from adjudicator.games.galactic_conquest.rules.chart_checks import check_chart

Document = dict[str, Any]
Found = list[tuple[str, tuple[str | int, ...]]]

MAP = Path(__file__).parents[3] / "maps/galactic-conquest/map.json"


@cache
def shipped() -> str:
    return MAP.read_text()


def ring() -> Document:
    """Six planets in a ring, three in each region."""
    ids = "abcdef"
    return {
        "format": 1,
        "map": "ring",
        "title": "Ring",
        "regions": {"east": {"name": "East", "bonus": 2}, "west": {"name": "West", "bonus": 2}},
        "planets": {
            planet: {
                "name": planet.upper(),
                "region": "east" if index < 3 else "west",
                "at": [index * 10, index * index],
            }
            for index, planet in enumerate(ids)
        },
        "lanes": [
            {"between": sorted((here, there)), "kind": "border"}
            for here, there in zip(ids, ids[1:] + ids[0], strict=True)
        ],
    }


def found(document: Document) -> Found:
    chart = Chart.model_validate_json(json.dumps(document))
    return [(problem.code, problem.path) for problem in check_chart(chart)]


def test_the_shipped_map_is_sound() -> None:
    assert found(json.loads(shipped())) == []


def test_the_ring_is_sound() -> None:
    assert found(ring()) == []


def _lose_a_planet(chart: Document) -> None:
    chart["planets"].pop("f")
    chart["lanes"] = [lane for lane in chart["lanes"] if "f" not in lane["between"]]


def _rename(chart: Document, old: str, new: str) -> None:
    text = json.dumps({"planets": chart["planets"], "lanes": chart["lanes"]})
    chart |= json.loads(text.replace(f'"{old}"', f'"{new}"'))
    for lane in chart["lanes"]:
        lane["between"].sort()


@pytest.mark.parametrize(
    ("mutate", "code", "path"),
    [
        (_lose_a_planet, "too-few-planets", ("planets",)),
        (
            lambda chart: chart["regions"].update({"north": {"name": "North", "bonus": 1}}),
            "region-without-planets",
            ("regions", "north"),
        ),
        (
            lambda chart: chart["planets"]["b"].update(region="south"),
            "unknown-region",
            ("planets", "b", "region"),
        ),
        (lambda chart: _rename(chart, "b", "captured"), "reserved-id", ("planets", "captured")),
        (
            lambda chart: chart["planets"]["c"].update(at=[10, 1]),
            "same-place",
            ("planets", "c", "at"),
        ),
        (
            lambda chart: chart["planets"]["c"].update(name=" b"),
            "same-name",
            ("planets", "c", "name"),
        ),
        (
            lambda chart: chart["regions"]["west"].update(name="EAST"),
            "same-name",
            ("regions", "west", "name"),
        ),
        (
            lambda chart: chart["lanes"].append({"between": ["a", "x"], "kind": "border"}),
            "unknown-planet",
            ("lanes", 6, "between", 1),
        ),
        (
            lambda chart: chart["lanes"].append({"between": ["a", "a"], "kind": "border"}),
            "lane-to-itself",
            ("lanes", 6, "between"),
        ),
        (
            lambda chart: chart["lanes"].append({"between": ["d", "a"], "kind": "hyperlane"}),
            "unsorted-lane",
            ("lanes", 6, "between"),
        ),
        (
            lambda chart: chart["lanes"].append({"between": ["a", "b"], "kind": "hyperlane"}),
            "doubled-lane",
            ("lanes", 6, "between"),
        ),
        (
            lambda chart: chart.update(lanes=chart["lanes"][:2] + chart["lanes"][3:5]),
            "chart-not-connected",
            ("planets", "d"),
        ),
    ],
)
def test_each_check_refuses_its_own_mutation(
    mutate: Callable[[Document], object], code: str, path: tuple[str | int, ...]
) -> None:
    document = ring()
    mutate(document)
    assert found(document) == [(code, path)]


def test_all_problems_at_once() -> None:
    document = ring()
    document["planets"]["b"]["region"] = "south"
    document["planets"]["c"]["at"] = [0, 0]
    document["lanes"] += [{"between": ["b", "a"], "kind": "border"}] * 2
    assert [code for code, _ in found(document)] == [
        "unknown-region", "same-place", *["unsorted-lane", "doubled-lane"] * 2,
    ]  # fmt: skip


def test_each_problem_says_what_to_do() -> None:
    document = ring() | {"lanes": []}
    problems = list(check_chart(Chart.model_validate_json(json.dumps(document))))
    assert len(problems) == 5
    assert all(problem.kind == "unusable" and problem.hint for problem in problems)
    assert problems[0].message == "no chain of lanes leads from a to b"

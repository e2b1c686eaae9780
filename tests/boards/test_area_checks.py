"""Each check of maps and outlines refuses its own mutation, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import SHORTEST_BORDER, check_area_map, check_outlines
from adjudicator.core.problem import Path, Problem

Document = dict[str, Any]
Mutation = Callable[[Document], object]
Found = list[tuple[str, Path]]

LAND: Document = {"kind": "land", "region": "mainland", "traits": [], "side": None}


def square(x: int, y: int) -> list[list[int]]:
    return [[x, y], [x + 1000, y], [x + 1000, y + 1000], [x, y + 1000]]


def outline(x: int, y: int) -> Document:
    middle = [x + 500, y + 500]
    return {
        "polygon": square(x, y),
        "label": middle,
        "label_width": 900,
        "city": None,
        "units": middle,
        "radius": 500,
        "icon": middle,
    }


def four() -> Document:
    """Four fields of a board: north-west, north-east, south-west, south-east."""
    return {
        "format": 1,
        "map": "four",
        "title": "Four",
        "regions": {"mainland": {"name": "Mainland"}},
        "areas": {name: LAND | {"name": name.upper()} for name in ("ne", "nw", "se", "sw")},
        "borders": [["ne", "nw"], ["ne", "se"], ["nw", "sw"], ["se", "sw"]],
    }


def four_outlines() -> Document:
    return {
        "format": 1,
        "map": "four",
        "viewbox": [2000, 2000],
        "areas": {
            "nw": outline(0, 0),
            "ne": outline(1000, 0),
            "sw": outline(0, 1000),
            "se": outline(1000, 1000),
        },
        "points": [
            {
                "at": [1000, 1000],
                "areas": ["ne", "nw", "se", "sw"],
                "not_adjacent": [["ne", "sw"], ["nw", "se"]],
            }
        ],
        "decor": {},
    }


def area_map_of(document: Document) -> AreaMap:
    return AreaMap.model_validate_json(json.dumps(document))


def map_problems(mutate: Mutation) -> list[Problem]:
    document = four()
    mutate(document)
    return list(check_area_map(area_map_of(document)))


def outline_problems(mutate: Mutation) -> list[Problem]:
    document = four_outlines()
    mutate(document)
    outlines = Outlines.model_validate_json(json.dumps(document))
    return list(check_outlines(area_map_of(four()), outlines))


def codes(problems: list[Problem]) -> Found:
    assert all(problem.kind == "unusable" and problem.message for problem in problems)
    return [(problem.code, problem.path) for problem in problems]


def test_a_good_map_has_no_problems() -> None:
    assert map_problems(lambda _: None) == []
    assert outline_problems(lambda _: None) == []


@pytest.mark.parametrize(
    ("mutate", "found"),
    [
        (
            lambda it: it["areas"]["ne"].update(region="island"),
            [("unknown-region", ("areas", "ne", "region"))],
        ),
        (
            lambda it: it["borders"].append(["ne", "north"]),
            [("unknown-area", ("borders", 4, 1))],
        ),
        (
            lambda it: it["borders"].append(["east", "north"]),
            [("unknown-area", ("borders", 4, 0)), ("unknown-area", ("borders", 4, 1))],
        ),
        (lambda it: it["borders"].append(["ne", "ne"]), [("border-to-itself", ("borders", 4))]),
        (lambda it: it["borders"][1].reverse(), [("unsorted-border", ("borders", 1))]),
        (lambda it: it["borders"].append(["ne", "nw"]), [("doubled-border", ("borders", 4))]),
        (
            lambda it: it["borders"].append(["nw", "ne"]),
            [("unsorted-border", ("borders", 4)), ("doubled-border", ("borders", 4))],
        ),
        (
            lambda it: it.update(borders=[["ne", "nw"], ["se", "sw"]]),
            [("map-not-connected", ("areas", "se"))],
        ),
        (
            lambda it: it.update(borders=[["ne", "nw"]]),
            [("map-not-connected", ("areas", "se")), ("map-not-connected", ("areas", "sw"))],
        ),
    ],
)
def test_map(mutate: Mutation, found: Found) -> None:
    assert codes(map_problems(mutate)) == found


def test_all_problems_come_at_once() -> None:
    def spoil(document: Document) -> None:
        document["areas"]["ne"]["region"] = "island"
        document["borders"] = [["ne", "ne"], ["nw", "ne"], ["nw", "sw"]]

    assert [problem.code for problem in map_problems(spoil)] == [
        "unknown-region",
        "border-to-itself",
        "unsorted-border",
        "map-not-connected",
    ]


def test_messages_say_what_to_do() -> None:
    (unsorted_border,) = map_problems(lambda it: it["borders"][0].reverse())
    assert unsorted_border.message == (
        "nw stands before ne; a border is crossed both ways, and the lower id comes first"
    )
    assert unsorted_border.hint == ('Write ["ne", "nw"], once; no border is crossed one way only')
    (apart,) = map_problems(lambda it: it.update(borders=[["ne", "nw"], ["se", "sw"]]))
    assert apart.message == "no chain of borders leads from ne to se and 1 more"
    (region,) = map_problems(lambda it: it["areas"]["ne"].update(region="island"))
    assert region.message == 'ne lies in "island", which is no region'
    assert region.hint == "Regions: mainland"


def reach_south(document: Document) -> None:
    """Draws the north-west so that it shares an edge with the south-east."""
    document["areas"]["nw"]["polygon"][2:3] = [[1000, 1000], [1000, 1300], [900, 1000]]


def keep_of_border(length: int) -> Mutation:
    """Bends the east side of the north-west so that only `length` of the border is left."""

    def mutate(document: Document) -> None:
        document["areas"]["nw"]["polygon"].insert(2, [1000, length])
        document["areas"]["nw"]["polygon"].insert(3, [950, length + 10])

    return mutate


@pytest.mark.parametrize(
    ("mutate", "found"),
    [
        (lambda it: it.update(map="five"), [("other-map", ("map",))]),
        (lambda it: it["areas"].pop("ne"), [("missing-outline", ("areas",))]),
        (
            lambda it: it["areas"].update(far=outline(5000, 5000)),
            [("extra-outline", ("areas", "far"))],
        ),
        (
            lambda it: it["areas"].update(far=outline(2000, 0)),
            [("extra-outline", ("areas", "far"))],
        ),
        (
            lambda it: it["areas"]["ne"].update(label=[500, 500]),
            [("anchor-outside", ("areas", "ne", "label"))],
        ),
        (
            lambda it: it["areas"]["ne"].update(city=[1000, 500]),
            [("anchor-outside", ("areas", "ne", "city"))],
        ),
        (
            lambda it: it["areas"]["ne"].update(units=[1500, 1000], icon=[0, 0]),
            [
                ("anchor-outside", ("areas", "ne", "units")),
                ("anchor-outside", ("areas", "ne", "icon")),
            ],
        ),
        (reach_south, [("edge-without-border", ("areas", "nw", "polygon"))]),
        (keep_of_border(SHORTEST_BORDER), []),
        (
            keep_of_border(SHORTEST_BORDER - 1),
            [("border-without-edge", ("areas", "ne", "polygon"))],
        ),
        (
            lambda it: it["points"][0]["areas"].append("north"),
            [("unknown-area", ("points", 0, "areas", 4))],
        ),
        (
            lambda it: it["points"][0]["areas"].pop(),
            [("unknown-area", ("points", 0, "not_adjacent", 0, 1))],
        ),
        (
            lambda it: it["points"][0].update(at=[1000, 0], areas=["ne", "nw"], not_adjacent=[]),
            [],
        ),
        (
            lambda it: it["points"][0].update(at=[1000, 0], areas=["nw", "se"], not_adjacent=[]),
            [("touch-elsewhere", ("points", 0, "areas", 1))],
        ),
        (
            lambda it: it["points"][0]["not_adjacent"].append(["ne", "nw"]),
            [("touch-adjacent", ("points", 0, "not_adjacent", 2))],
        ),
    ],
)
def test_outlines(mutate: Mutation, found: Found) -> None:
    assert codes(outline_problems(mutate)) == found


@pytest.mark.parametrize(
    ("polygon", "code"),
    [
        ([], "outline-too-short"),
        ([[1000, 0], [1000, 1000]], "outline-too-short"),
        ([[1000, 0], [1000, 1000], [1000, 500]], "outline-without-area"),
    ],
)
def test_degenerate_outlines(polygon: list[list[int]], code: str) -> None:
    problems = codes(outline_problems(lambda it: it["areas"]["ne"].update(polygon=polygon)))
    assert (code, ("areas", "ne", "polygon")) in problems
    assert "anchor-outside" not in [found for found, _ in problems]

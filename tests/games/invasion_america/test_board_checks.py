"""Each check of a map's files refuses its own mutation, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from adjudicator.games.invasion_america.board_checks import check_board
from tests.games.invasion_america.maps import Document, shipped, small, values

Found = list[tuple[str, str, tuple[str | int, ...]]]
Change = Callable[[Document], object]


def found(name: str, document: Document) -> Found:
    documents = {"map.json": small()} | {name: document}
    return [(file, problem.code, problem.path) for file, problem in check_board(values(documents))]


def _put(*path: str | int, value: Any) -> Change:
    """Returns a change that puts a value at a place."""

    def change(document: Document) -> None:
        inner: Any = document
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


def _add(*path: str | int, value: Any) -> Change:
    """Returns a change that puts a value at the end of a list."""

    def change(document: Document) -> None:
        inner: Any = document
        for step in path:
            inner = inner[step]
        inner.append(value)

    return change


def _shut_in(document: Document) -> None:
    """Makes a coast of a hex to which no ship can come."""
    document["hexes"]["a0303"]["kind"] = "coast"
    pairs = [["a0202", "a0303"], ["a0303", "a0304"], ["a0303", "a0402"]]
    document["sides"]["all_land"].extend(pairs)


def test_the_small_map_is_sound() -> None:
    assert found("map.json", small()) == []


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (
            _add("grid", "sections", value={"letter": "a", "rows": 2}),
            "doubled-section", ("grid", "sections", 1, "letter"),
        ),
        (
            _put("grid", value={
                "sections": [{"letter": one, "rows": 99} for one in "abc"], "columns": 99
            }),
            "too-many-hexes", ("grid",),
        ),
        (_put("hexes", "a0105", value={"kind": "lake"}), "unknown-hex", ("hexes", "a0105")),
        (_put("hexes", "a0000", value={"kind": "lake"}), "unknown-hex", ("hexes", "a0000")),
        (
            _put("hexes", "a0203", "terrain", value="clear"),
            "out-of-place", ("hexes", "a0203", "terrain"),
        ),
        (
            _put("hexes", "a0203", "prohibited", value=True),
            "out-of-place", ("hexes", "a0203", "prohibited"),
        ),
        (_put("hexes", "a0203", "port", value=True), "out-of-place", ("hexes", "a0203", "port")),
        (_put("hexes", "a0203", "amphibious", value="3-2"),
         "out-of-place", ("hexes", "a0203", "amphibious")),
        (_put("hexes", "a0303", "terrain", value=None), "terrain-missing", ("hexes", "a0303")),
        (_put("hexes", "a0303", "country", value=None), "country-missing", ("hexes", "a0303")),
        (
            _put("hexes", "a0303", "country", value="away"),
            "unknown-country", ("hexes", "a0303", "country"),
        ),
        (_put("hexes", "a0303", "port", value=True), "out-of-place", ("hexes", "a0303", "port")),
        (
            _put("hexes", "a0403", "prohibited", value=True),
            "out-of-place", ("hexes", "a0403", "country"),
        ),
        (
            _put("hexes", "a0304", value={
                "kind": "coast", "terrain": "supply", "prohibited": True
            }),
            "out-of-place", ("hexes", "a0304", "terrain"),
        ),
        (_put("hexes", "a0302", "waters", value=[["w"]]),
         "one-water", ("hexes", "a0302", "waters")),
        (
            _put("hexes", "a0302", "waters", value=[["w", "ne"], ["nw", "w"]]),
            "side-in-two-waters", ("hexes", "a0302", "waters", 1, 1),
        ),
        (
            _put("countries", "empty", value={"name": "Empty", "nation": "sau"}),
            "country-without-hexes", ("countries", "empty"),
        ),
        (_add("holding_box", value="a0501"), "unknown-hex", ("holding_box", 2)),
        (_add("holding_box", value="a0103"), "holding-box-inland", ("holding_box", 2)),
        (_add("holding_box", value="a0101"), "named-twice", ("holding_box", 2)),
        (
            _put("hexes", "a0302", "waters", value=[["w", "nw"], ["ne"]]),
            "no-way-by-sea", ("hexes", "a0302", "waters", 1),
        ),
        (
            _shut_in,
            "no-way-by-sea", ("hexes", "a0303"),
        ),
        (_add("sides", "blocked", value=["a0302", "a9902"]),
         "unknown-hex", ("sides", "blocked", 1, 1)),
        (_add("sides", "blocked", value=["a0201", "a0202"]), "all-sea", ("sides", "blocked", 1, 0)),
        (_add("sides", "blocked", value=["a0103", "a0402"]), "no-hexside", ("sides", "blocked", 1)),
        (_add("sides", "blocked", value=["a0303", "a0303"]), "no-hexside", ("sides", "blocked", 1)),
        (
            _add("sides", "blocked", value=["a0403", "a0402"]),
            "unsorted-hexside", ("sides", "blocked", 1),
        ),
        (
            _add("sides", "blocked", value=["a0303", "a0403"]),
            "doubled-hexside", ("sides", "blocked", 1),
        ),
        (_add("sides", "sea", value=["a0303", "a0403"]), "two-meanings", ("sides", "sea", 1)),
        (
            _add("sides", "all_land", value=["a0303", "a0304"]),
            "out-of-place", ("sides", "all_land", 2, 0),
        ),
        (
            _add("rivers", "brook", "sides", value=["a0203", "a0303"]),
            "two-meanings", ("rivers", "brook", "sides", 1),
        ),
        (
            _add("rivers", "brook", "sides", value=["a0302", "a0303"]),
            "doubled-hexside", ("rivers", "brook", "sides", 1),
        ),
    ],
)  # fmt: skip
def test_each_check_of_a_map_refuses_its_own_mutation(
    change: Change, code: str, path: tuple[str | int, ...]
) -> None:
    document = small()
    change(document)
    assert found("map.json", document) == [("map.json", code, path)]


def test_a_water_has_sides() -> None:
    document = small()
    document["hexes"]["a0302"]["waters"].append([])
    path = ("hexes", "a0302", "waters", 2)
    assert found("map.json", document) == [("map.json", "water-without-sides", path)]


def test_a_side_may_be_shut_to_ships_and_to_land_units() -> None:
    """Key West. (Ruling 40)"""
    document = small()
    document["sides"]["sea"].append(["a0302", "a0402"])
    assert found("map.json", document) == []


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda one: one["terrain"].pop("urban"), "entry-missing", ("terrain",)),
        (lambda one: one["amphibious"].pop("6-3"), "entry-missing", ("amphibious",)),
        (lambda one: one["combat"]["results"].pop("6"), "entry-missing", ("combat", "results")),
        (_put("terrain", "clear", "cost", value=0), "free-terrain", ("terrain", "clear", "cost")),
        (_add("seasons", "weather", value=11), "named-twice", ("seasons", "weather", 4)),
        (
            lambda one: one["combat"]["odds"].reverse(),
            "odds-out-of-order", ("combat", "odds"),
        ),
        (
            lambda one: one["combat"]["results"]["3"].pop(),
            "row-incomplete", ("combat", "results", "3"),
        ),
    ],
)  # fmt: skip
def test_each_check_of_tables_refuses_its_own_mutation(
    change: Change, code: str, path: tuple[str | int, ...]
) -> None:
    document = shipped("tables.json")
    change(document)
    assert found("tables.json", document) == [("tables.json", code, path)]


@pytest.mark.parametrize(
    ("nation", "unit_type", "change", "inside"),
    [
        ("us", "armour", lambda one: one.pop("movement"), ()),
        ("esc", "transport", _put("movement", value=4), ("movement",)),
        ("us", "cas", lambda one: one.pop("range"), ()),
        ("us", "armour", _put("range", value=2), ("range",)),
        ("esc", "supply", lambda one: one.pop("defends_only"), ()),
        ("esc", "carrier", _put("defends_only", value=True), ("defends_only",)),
        ("pal", "special-infantry", _put("untried", value=20), ("untried",)),
        ("us", "militia", lambda one: one.pop("untried"), ()),
        ("us", "rail", _put("counters", value=[[1, 4]]), ("counters", 0, 0)),
        ("us", "infantry", _add("counters", value=[0, 1]), ("counters", 3, 0)),
        ("us", "infantry", _add("counters", value=[4, 1]), ("counters", 3)),
        ("esc", "carrier", _add("counters", value=[7, 1]), ("counters",)),
    ],
)
def test_each_check_of_counters_refuses_its_own_mutation(
    nation: str, unit_type: str, change: Change, inside: tuple[str | int, ...]
) -> None:
    document = shipped("counters.json")
    change(document["nations"][nation]["units"][unit_type])
    path = ("nations", nation, "units", unit_type, *inside)
    assert found("counters.json", document) == [("counters.json", "unfit-counter", path)]


def test_types_stay_with_those_who_have_them() -> None:
    document = shipped("counters.json")
    units = document["nations"]["us"]["units"]
    units["transport"] = document["nations"]["esc"]["units"]["transport"]
    document["nations"]["sau"]["units"]["militia"] = units["militia"]
    assert found("counters.json", document) == [
        ("counters.json", "unfit-counter", ("nations", "sau", "units", "militia")),
        ("counters.json", "unfit-counter", ("nations", "us", "units", "transport")),
    ]


def test_a_nation_of_the_map_has_counters() -> None:
    document = shipped("counters.json")
    document["nations"].pop("us")
    assert found("counters.json", document) == [
        ("counters.json", "nation-without-counters", ("nations",))
    ]


def test_all_problems_at_once_each_with_a_hint() -> None:
    document = small()
    document["hexes"]["a0303"]["terrain"] = None
    document["holding_box"].append("b0101")
    document["sides"]["sea"].append(["a0101", "a0404"])
    problems = [problem for _, problem in check_board(values({"map.json": document}))]
    assert [problem.code for problem in problems] == [
        "terrain-missing", "all-sea", "all-sea", "unknown-hex",
    ]  # fmt: skip
    assert all(problem.kind == "unusable" and problem.hint for problem in problems)
    assert problems[-1].message == "b0101 lies off the grid"
    assert problems[-1].hint == "Rows are a01 to a04, columns 01 to 04."


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("map.json", _put("hexes", "north", value={"kind": "land"})),
        ("map.json", _put("hexes", "a0303", "terrain", value="swamp")),
        ("map.json", _put("grid", "columns", value=0)),
        ("map.json", _put("hexes", "a0302", "waters", value=[["west"], ["ne"]])),
        ("map.json", _put("countries", "home", "nation", value="mars")),
        ("tables.json", _put("costs", "rail", value=1.5)),
        ("tables.json", _put("combat", "results", "1", value=["d9"])),
        ("counters.json", _put("nations", "us", "units", "armour", "counters", value=[])),
        ("counters.json", _put("nations", "us", "units", "tank", value={"counters": [[1, 1]]})),
    ],
)
def test_what_no_model_understands_is_refused(name: str, change: Change) -> None:
    document = small() if name == "map.json" else shipped(name)
    change(document)
    with pytest.raises(ValidationError):
        values({name: document})

"""The shipped Fortress America map: what the rulebooks say about the board is true on it."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.boards.area_geometry import edges_of, is_inside, length_of, shared_edges
from adjudicator.documents.library import map_folder

FOLDER = map_folder("fortress-america")
MAP = AreaMap.model_validate_json((FOLDER / "map.json").read_bytes())
OUTLINES = Outlines.model_validate_json((FOLDER / "outlines.json").read_bytes())
CARDS: dict[str, Any] = json.loads((FOLDER / "cards.json").read_bytes())
CITIES = MAP.areas_with("city")
MOUNTAINS = MAP.areas_with("mountain")
ZONES = MAP.areas_of_kind("zone")
TRAITS = {"agricultural", "city", "mineral", "mountain", "oil"}
UNIT_KINDS = ("infantry", "partisan", "mobile-unit", "hovertank", "helicopter", "bomber")
SIDES = ("western", "southern", "eastern")


def test_the_checks_pass() -> None:
    assert list(check_area_map(MAP)) == []
    assert list(check_outlines(MAP, OUTLINES)) == []


# What the board holds


def test_counts() -> None:
    assert len(MAP.areas_of_kind("land")) == 96
    assert len(CITIES) == 30
    assert len(MOUNTAINS) == 31
    assert len(set(CITIES) & set(MOUNTAINS)) == 4
    assert len(MAP.areas_with("oil")) == 5
    assert len(MAP.areas_with("mineral")) == 6
    assert len(MAP.areas_with("agricultural")) == 17
    assert len(ZONES) == 18
    assert len(MAP.areas) == 96 + 18
    assert len(MAP.borders) == 238


def test_regions() -> None:
    assert {region: len(MAP.areas_in(region)) for region in MAP.regions} == {
        "western": 21,
        "rocky-mountains": 13,
        "southern": 20,
        "plains": 20,
        "eastern": 22,
    }


def test_land_has_a_region_and_zones_a_side() -> None:
    for area, facts in MAP.areas.items():
        assert facts.kind in {"land", "zone"}
        assert set(facts.traits) <= TRAITS
        assert (facts.region is None) is (area in ZONES)
        assert (facts.side is None) is (area not in ZONES)
        assert set(facts.source.values()) <= {"rulebook", "board", "reconstructed"}


def test_a_city_has_no_resource_and_no_area_has_two() -> None:
    for area in MAP.areas:
        resources = [
            trait for trait in ("oil", "mineral", "agricultural") if MAP.has_trait(area, trait)
        ]
        assert len(resources) <= (0 if area in CITIES else 1)


@pytest.mark.parametrize("side", SIDES)
def test_six_zones_in_a_chain(side: str) -> None:
    zones = [f"{side[0]}{number}" for number in range(1, 7)]
    assert [zone for zone in ZONES if MAP.areas[zone].side == side] == zones
    for here, there in combinations(zones, 2):
        assert MAP.are_adjacent(here, there) is (int(there[1]) - int(here[1]) == 1)
    for zone in zones:
        others = [area for area in MAP.neighbours(zone) if area in ZONES]
        assert all(MAP.areas[other].side == side for other in others)
        assert len(MAP.neighbours(zone)) > len(others)


# What the rulebooks state, row by row


@pytest.mark.parametrize("city", ["denver", "tampa", "boston", "phoenix", "milwaukee", "detroit"])
def test_named_cities(city: str) -> None:
    assert city in CITIES


def test_thirteen_areas_in_the_rocky_mountains() -> None:
    assert len(MAP.areas_in("rocky-mountains")) == 13
    assert "denver" in MAP.areas_in("rocky-mountains")


def test_cities_in_the_mountains() -> None:
    assert sorted(set(CITIES) & set(MOUNTAINS)) == ["atlanta", "denver", "pittsburgh", "seattle"]


def test_portland() -> None:
    land = [area for area in MAP.neighbours("portland") if area not in ZONES]
    assert land == ["eastern-oregon", "northwest-california", "western-washington"]
    assert MAP.neighbours("portland") == (*land[:2], "w2", land[2])


def test_two_eastern_zones_in_reach_of_washington() -> None:
    distances = MAP.distances("washington-dc")
    assert [zone for zone in ZONES if distances[zone] == 1] == ["e1"]
    assert [zone for zone in ZONES if distances[zone] == 2] == ["e2"]
    assert MAP.are_adjacent("washington-dc", "eastern-north-carolina")


def test_southern_illinois() -> None:
    for neighbour in ("chicago", "indianapolis", "southern-missouri"):
        assert MAP.are_adjacent("southern-illinois", neighbour)
    assert MAP.are_adjacent("southern-missouri", "st-louis")
    assert MAP.are_adjacent("southern-missouri", "memphis")
    assert not MAP.are_adjacent("st-louis", "memphis")


def test_areas_that_cards_need() -> None:
    assert "boston-mountains" in MOUNTAINS
    assert any(area in MOUNTAINS for area in MAP.areas_in("eastern"))
    assert len(MAP.areas_with("mineral")) >= 4
    assert len(MAP.areas_with("agricultural")) >= 4
    assert all(MAP.region_of(area) == "southern" for area in MAP.areas_with("oil"))


@pytest.mark.parametrize(
    ("here", "there", "adjacent"),
    [
        ("los-angeles", "san-diego", True),
        ("los-angeles", "phoenix", False),
        ("los-angeles", "san-francisco", True),
        ("san-francisco", "w5", True),
        ("w5", "w6", True),
        ("los-angeles", "w5", False),
        ("los-angeles", "southern-nevada", False),
        ("seattle", "western-washington", True),
    ],
)
def test_stated_borders(here: str, there: str, adjacent: bool) -> None:
    assert MAP.are_adjacent(here, there) is adjacent


def test_san_diego_belongs_to_the_south() -> None:
    assert [area for area in MAP.neighbours("san-diego") if area in ZONES] == ["s1"]


def test_cities_that_no_zone_touches() -> None:
    for city in ("new-york", "boston", "philadelphia", "new-orleans"):
        assert not [area for area in MAP.neighbours(city) if area in ZONES]


# The outlines


def test_two_outlines_share_an_edge_if_and_only_if_adjacent() -> None:
    shared = shared_edges(OUTLINES)
    for pair in combinations(sorted(MAP.areas), 2):
        assert (pair in shared) is MAP.are_adjacent(*pair), pair
    assert min(map(length_of, shared.values())) == 278


def test_every_anchor_lies_inside_its_outline_and_no_other() -> None:
    for area, outline in OUTLINES.areas.items():
        for anchor in filter(None, (outline.label, outline.city, outline.units, outline.icon)):
            inside = [
                other for other, drawn in OUTLINES.areas.items() if is_inside(anchor, drawn.polygon)
            ]
            assert inside == [area]


def test_cities_are_drawn_where_there_are_cities() -> None:
    drawn = [area for area, outline in OUTLINES.areas.items() if outline.city is not None]
    assert drawn == list(CITIES)


def test_everything_lies_in_the_picture() -> None:
    width, height = OUTLINES.viewbox
    rings = [outline.polygon for outline in OUTLINES.areas.values()]
    rings += [ring for scenery in OUTLINES.decor.values() for ring in scenery]
    assert all(0 <= x <= width and 0 <= y <= height for ring in rings for x, y in ring)


def test_the_circle_for_units_lies_inside() -> None:
    """Radii were rounded to the nearest tenth: one tenth less surely fits."""
    for area, outline in OUTLINES.areas.items():
        x, y = outline.units
        for (x1, y1), (x2, y2) in edges_of(outline.polygon):
            along = (x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)
            whole = (x2 - x1) ** 2 + (y2 - y1) ** 2
            # The square of the distance, times `whole`.
            if along <= 0:
                apart = ((x - x1) ** 2 + (y - y1) ** 2) * whole
            elif along >= whole:
                apart = ((x - x2) ** 2 + (y - y2) ** 2) * whole
            else:
                apart = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) ** 2
            assert apart >= (outline.radius - 1) ** 2 * whole, area


def test_touching_areas_are_not_adjacent() -> None:
    assert len(OUTLINES.points) == 51
    for touch in OUTLINES.points:
        assert len(touch.not_adjacent) >= 1
        for here, there in touch.not_adjacent:
            assert here < there
            assert not MAP.are_adjacent(here, there)
            assert touch.at in OUTLINES.areas[here].polygon
            assert touch.at in OUTLINES.areas[there].polygon


def test_every_point_where_strangers_meet_is_listed() -> None:
    listed = {(touch.at, pair) for touch in OUTLINES.points for pair in touch.not_adjacent}
    corners: dict[tuple[int, int], list[str]] = {}
    for area in sorted(OUTLINES.areas):
        for corner in set(OUTLINES.areas[area].polygon):
            corners.setdefault(corner, []).append(area)
    met = {
        (corner, pair)
        for corner, areas in corners.items()
        for pair in combinations(areas, 2)
        if not MAP.are_adjacent(*pair)
    }
    assert met == listed


# The cards


def test_thirty_cards_of_1986() -> None:
    assert CARDS["format"] == 1
    assert CARDS["map"] == MAP.map
    assert list(CARDS["cards"]) == [f"p86-{number:02}" for number in range(1, 31)]
    for card in CARDS["cards"].values():
        assert (card["edition"], card["deck"], card["count"]) == ("1986", "partisan", 1)


def test_what_cards_name_is_on_the_map() -> None:
    named: dict[str, set[str]] = {"area": set(), "region": set(), "resource": set(), "unit": set()}
    keys = {"areas": "area", "region": "region", "regions": "region", "resource": "resource"}

    def walk(value: object, key: str = "") -> None:
        if isinstance(value, dict):
            for inner_key, inner in value.items():
                walk(inner, inner_key)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, key)
        elif key in keys:
            named[keys[key]].add(str(value))
        elif key == "kinds" and value != "any":
            named["unit"].add(str(value))

    for card in CARDS["cards"].values():
        walk(card["where"])
        walk(card["effects"])
        named["unit"].update(card["units"])
        owners = {effect["owner"] for effect in card["effects"] if "owner" in effect}
        assert owners <= {*SIDES, "usa", "any-invader"}
    assert named["area"] == {
        "boston-mountains",
        "buffalo",
        "chicago",
        "detroit",
        "minneapolis",
        "st-louis",
    }
    assert named["area"] <= set(MAP.areas)
    assert named["region"] == set(MAP.regions)
    assert named["resource"] == {"agricultural", "mineral", "oil"}
    assert named["unit"] == set(UNIT_KINDS)


def test_units_that_the_rulebooks_state() -> None:
    units = {card: facts["units"] for card, facts in CARDS["cards"].items()}
    assert units["p86-02"] == {"infantry": 4}
    assert units["p86-15"] == {"partisan": 4}
    assert units["p86-17"] == {"infantry": 5}
    assert units["p86-18"] == {"mobile-unit": 1, "hovertank": 1, "helicopter": 1}
    assert units["p86-29"] == {"partisan": 4}
    assert units["p86-30"] == {"partisan": 4}

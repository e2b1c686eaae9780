"""The shipped map, counters and tables: what the rulebook and the sources say of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import pytest

from adjudicator.boards.hexes import NOWHERE, flood
from adjudicator.games.invasion_america.board_checks import check_board
from adjudicator.games.invasion_america.counter_checks import shortfalls
from adjudicator.games.invasion_america.counter_mix import (
    TYPE_CODES,
    CounterMix,
    Nation,
    UnitType,
)
from adjudicator.games.invasion_america.tables import ODDS, Tables
from tests.games.invasion_america.maps import FILES, shipped, shipped_charts, shipped_map, values

SCENARIO_HEXES = (
    "s2437", "s2334", "s2129", "s3043", "n0146", "n1037", "s3011", "s3410", "n0411",
)  # fmt: skip
ORDERS_OF_BATTLE: Mapping[str, Mapping[Nation, str]] = {
    # 19.11, 19.21, 19.31, 19.41, 19.51, 19.61, as printed but for ruling 1.
    "I": {
        "us": "10(a) 12(mi) 15(i) 15(m) 4(rr) 6(cas) 6(lrb)",
        "canada": "3(a) 4(mi) 4(i) 2(rr) 2(cas)",
        "esc": "8(a) 10(mi) 10(i) 6(h) 4(s) 6(cas) 2(lrb) 6(cv) 3(am) 6(t)",
        "sau": "8(a) 12(mi) 15(i) 3(s) 6(cas) 2(lrb) 3(am) 4(t)",
        "pal": "8(mi) 16(i) 2(si) 3(h) 3(s) 4(cas) 2(lrb) 3(cv) 3(am) 6(t)",
    },
    "II": {
        "us": "10(a) 12(mi) 15(i) 10(m) 4(rr) 6(cas) 8(lrb)",
        "canada": "3(a) 4(mi) 4(i) 2(cas)",
        "esc": "6(a) 8(mi) 15(i) 3(h) 3(s) 5(cas) 2(lrb) 3(cv) 3(am) 4(t)",
        "sau": "6(a) 8(mi) 12(i) 2(s) 6(cas) 2(lrb) 2(am) 3(t)",
        "pal": "6(mi) 10(i) 3(s) 4(cas) 2(lrb) 2(cv) 3(am) 4(t)",
    },
    "III": {
        "us": "6(a) 6(mi) 10(i) 25(m) 6(rr) 6(cas) 4(lrb)",
        "canada": "2(a) 2(mi) 3(i) 2(cas)",
        "esc": "10(a) 10(mi) 15(i) 3(h) 6(cas) 2(lrb) 4(cv) 3(am) 4(t) 3(s)",
        "sau": "6(a) 8(mi) 12(i) 4(cas) 2(lrb) 3(am) 4(t) 2(s)",
    },
    "IV": {
        "us": "8(a) 12(mi) 12(i) 15(m) 4(rr) 4(cas) 6(lrb)",
        "canada": "3(a) 3(mi) 4(i) 8(m) 2(rr) 2(cas)",
        "esc": "8(a) 9(mi) 16(i) 4(h) 4(cas) 2(lrb) 4(cv) 2(am) 4(t) 3(s)",
        "sau": "8(a) 10(mi) 18(i) 4(cas) 2(lrb) 2(am) 4(t) 3(s)",
        "pal": "7(mi) 14(i) 3(si) 3(h) 4(cas) 2(lrb) 2(cv) 3(am) 6(t) 3(s)",
    },
    "V": {
        "us": "14(a) 12(mi) 17(i) 5(m) 4(rr) 4(cas) 4(lrb)",
        "canada": "3(a) 3(mi) 4(i) 8(m) 2(rr) 2(cas)",
    },
    "VI": {
        "us": "1(a) 2(mi) 6(i) 10(m)",
        "canada": "1(mi) 1(i) 3(m)",
        "esc": "2(a) 4(mi) 6(i) 2(cas) 1(lrb)",
        "sau": "2(a) 2(mi) 4(i)",
        "pal": "4(mi) 4(i)",
    },
}


def mix() -> CounterMix:
    found = values({})["counters.json"]
    assert isinstance(found, CounterMix)
    return found


def tables() -> Tables:
    return shipped_charts().tables


def test_the_shipped_files_are_sound() -> None:
    assert list(check_board(values({}))) == []


@pytest.mark.parametrize("name", FILES)
def test_no_file_holds_a_float(name: str) -> None:
    def walk(value: object) -> None:
        assert not isinstance(value, float)
        for one in (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        ):
            walk(one)

    walk(shipped(name))


# -- the map ---------------------------------------------------------------------------------------


def test_counts_of_the_reconstruction() -> None:
    hexes = shipped_map().hexes.values()
    assert len(hexes) == 2160
    assert Counter(facts.kind for facts in hexes) == {"land": 1536, "coast": 610, "lake": 14}
    assert Counter(facts.terrain for facts in hexes if facts.country) == {
        "clear": 372, "tundra": 362, "broken": 408, "rough": 297, "wilderness": 272,
        "forest": 237, "urban": 71, "supply": 24,
    }  # fmt: skip
    assert Counter(facts.country for facts in hexes if facts.country) == {
        "canada": 910, "us": 804, "annexation": 248, "sau": 62, "cuba": 19,
    }  # fmt: skip
    assert Counter(facts.amphibious for facts in hexes if facts.amphibious) == {
        "3-2": 52,
        "6-3": 38,
    }
    assert sum(facts.prohibited for facts in hexes) == 103
    assert sum(facts.resource is not None for facts in hexes) == 39
    assert len(shipped_charts().ports) == 68
    charts = shipped_charts()
    assert len(charts.great_rivers) == 211
    assert len(charts.rivers) == 541 + 211
    assert len(charts.blocked) == 87
    assert len(charts.lake_sides) == 120
    assert len(charts.sea_sides) == 339


@pytest.mark.parametrize("number", SCENARIO_HEXES)
def test_the_nine_hexes_of_scenario_iv_are_coastal(number: str) -> None:
    """Supply units are landed there. (19.42)"""
    assert shipped_map().hexes[number].kind == "coast"
    assert shipped_map().hexes[number].country in ("us", "canada")


def test_what_players_wrote_of_the_published_map() -> None:
    hexes = shipped_map().hexes
    assert hexes["s2715"].terrain == "rough"
    assert hexes["s3145"].terrain == "forest"
    assert all(facts.name for facts in hexes.values() if facts.terrain in ("urban", "supply"))
    assert not {"Miami", "San Diego"} & {facts.name for facts in hexes.values()}
    charts = shipped_charts()
    (norfolk,) = (number for number, facts in hexes.items() if facts.name == "Norfolk")
    beside = charts.grid.neighbours[charts.grid.hex_of(norfolk)]
    assert charts.grid.hex_of(norfolk) in charts.ports
    assert sum(hex_ in charts.amphibious for hex_ in beside) == 2


def test_victory_points() -> None:
    """528 in all: 24 supply hexes, 71 urban hexes, 39 resources. (18.4)"""
    charts = shipped_charts()
    points: Counter[str | None] = Counter()
    for hex_, worth in charts.points.items():
        points[charts.country_of(hex_)] += worth
    assert points == {"us": 359, "canada": 116, "annexation": 53}
    assert points.total() == 528
    assert len(charts.supply_hexes) == 24
    assert sum(charts.country_of(hex_) == "us" for hex_ in charts.supply_hexes) == 20


def test_borders_and_lines_are_as_long_as_drawn() -> None:
    """Sides where countries meet on land, and where hexes lie on both sides of a line."""
    charts = shipped_charts()
    found: Counter[str] = Counter()
    for side in charts.grid.hexsides():
        here, there = charts.grid.sides_of(side)
        facts = charts.facts[here], charts.facts[there]
        if None in facts or side in charts.sea_sides | charts.lake_sides:
            continue
        found["border"] += charts.is_border(side)
        found["weather"] += charts.is_north_of(here, "weather-line") != charts.is_north_of(
            there, "weather-line"
        )
    assert found == {"border": 148, "weather": 86}


# -- charts ----------------------------------------------------------------------------------------


def test_what_leads_there_leads_back() -> None:
    charts = shipped_charts()
    for links in (charts.trace, charts.zones, charts.sea.links):
        assert all(here in links[there] for here, others in enumerate(links) for there in others)
    for graph in (charts.land, charts.rail, charts.hovercraft, charts.attacks):
        joined = [{there for there, _ in others} for others in graph]
        assert all(here in joined[there] for here, others in enumerate(joined) for there in others)


def test_no_graph_leaves_the_grid_or_crosses_what_is_closed() -> None:
    charts = shipped_charts()
    closed = charts.blocked | charts.lake_sides | charts.sea_sides
    for here, others in enumerate(charts.land):
        for there, cost in others:
            assert charts.grid.hexside(here, there) not in closed
            assert cost >= charts.terrain_of(there).cost
            assert there in charts.open_land
            assert here in charts.open_land
    net = {number for number, facts in charts.map.hexes.items() if "rail-net" not in facts.north_of}
    for here, reached in enumerate(charts.rail):
        assert {charts.grid.number_of(there) for there, cost in reached if cost == 1} <= net
        assert not reached or charts.grid.number_of(here) in net
    assert NOWHERE not in {there for others in charts.hovercraft for there, _ in others}


def test_ships_reach_every_coast_and_the_holding_box() -> None:
    charts = shipped_charts()
    found = flood(charts.sea.links, [charts.sea.box])
    assert {charts.sea.hexes[place] for place in found} >= charts.coast
    assert sum(len(waters) > 1 for waters in charts.sea.waters.values()) == 34


def test_no_ship_crosses_an_isthmus_but_that_of_panama() -> None:
    """A ship leaves by the water by which it came. (Ruling 6)"""
    charts = shipped_charts()
    salina, halifax = charts.grid.hex_of("s0931"), charts.grid.hex_of("n0750")
    east, west = charts.sea.waters[halifax]
    assert west not in charts.sea.links[east]
    assert charts.sea.water_towards(halifax, charts.grid.hex_of("n0751")) == east
    assert charts.sea.water_towards(halifax, charts.grid.hex_of("n0749")) == west
    assert charts.sea.water_towards(halifax, charts.grid.hex_of("n0850")) is None
    assert charts.sea.water_towards(salina, NOWHERE) is None
    panama = charts.grid.hex_of("s0346")
    assert charts.sea.waters[panama] == (panama,)
    oceans = [charts.grid.hex_of(number) for number in ("s0246", "s0445")]
    assert {*oceans} <= {*charts.sea.links[panama]}


# -- counters and tables ---------------------------------------------------------------------------


def test_as_many_counters_as_in_the_box() -> None:
    counts = {
        nation: sum(facts.count for facts in counters.units.values())
        for nation, counters in mix().nations.items()
    }
    assert counts == {"us": 133, "canada": 38, "esc": 89, "sau": 66, "pal": 66}
    assert sum(counts.values()) + 1 == 393
    armour = mix().facts("us", "armour")
    assert armour is not None
    assert armour.strengths == (*(4,) * 6, *(6,) * 8, *(8,) * 4)
    assert mix().facts("us", "carrier") is None


def wanted(scenario: str) -> dict[Nation, dict[UnitType, int]]:
    types = {code: unit_type for unit_type, code in TYPE_CODES.items()}
    return {
        nation: {types[code]: int(count) for count, code in re.findall(r"(\d+)\((\w+)\)", words)}
        for nation, words in ORDERS_OF_BATTLE[scenario].items()
    }


@pytest.mark.parametrize("scenario", ORDERS_OF_BATTLE)
def test_the_counters_suffice_for_the_orders_of_battle(scenario: str) -> None:
    """But for the rail units of scenario III. (19.31, ruling 1)"""
    short = list(shortfalls(mix(), wanted(scenario)))
    assert short == ([("us", "rail", 6, 4)] if scenario == "III" else [])


def test_untried_strengths_are_about_the_average() -> None:
    for counters in mix().nations.values():
        for facts in counters.units.values():
            if facts.untried is not None:
                assert abs(sum(facts.strengths) - facts.untried * facts.count) <= facts.count


def test_better_odds_are_never_worse() -> None:
    """Along a row the defender loses more, down a column less. (13.9)"""
    rank = ["ae", "ax", "a3", "a2", "a1", "d1", "d2", "d3", "dx", "de"]
    results = tables().combat.results
    rows = [
        [rank.index(result) for result in results[face]] for face in ("1", "2", "3", "4", "5", "6")
    ]
    assert all(row == sorted(row) for row in rows[1:])
    assert results["1"][ODDS.index("1-1")] == "dx"
    assert results["6"][ODDS.index("7-1")] == "dx"


def test_seas_and_lakes_lie_north_of_no_line() -> None:
    """Nor do ships there suffer from the weather. (17.32, ruling 42)"""
    charts = shipped_charts()
    assert charts.open_water
    assert not any(charts.is_north_of(hex_, "weather-line") for hex_ in charts.open_water)


def test_lines_of_supply_cross_no_lake_and_no_sea_hexsides() -> None:
    """No land unit does, and no retreat but that of hovercraft. (9.4, 13.52, ruling 43)"""
    charts = shipped_charts()
    shut = charts.lake_sides | charts.sea_sides
    assert shut
    for side in shut:
        here, there = charts.grid.sides_of(side)
        assert there not in charts.trace[here]
        assert here not in charts.trace[there]


def test_ships_cross_no_lake_hexsides() -> None:
    """Whatever is beside an all-sea hex, its sides are sea sides. (5.21, ruling 44)"""
    charts = shipped_charts()
    for side in charts.lake_sides:
        here, there = charts.grid.sides_of(side)
        places = charts.sea.waters.get(there, ())
        for water in charts.sea.waters.get(here, ()):
            assert not any(place in charts.sea.links[water] for place in places)

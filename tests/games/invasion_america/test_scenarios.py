"""Chapter 19 against numbers read in the book a second time: what begins, where, and what comes.

The tables here are the test's own, in the book's abbreviations, so that a number that is wrong in
`scenario_facts.py` is found.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.problem import Refused
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.rules.deployment import in_area
from adjudicator.games.invasion_america.rules.replacements import Allowance, allowance_of
from adjudicator.games.invasion_america.rules.set_up import Setting, check_set_up, first_setting
from adjudicator.games.invasion_america.rules.turns import plays
from adjudicator.games.invasion_america.scenario_facts import SCENARIOS, ScenarioName
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, State
from tests.games.invasion_america.playing import MAP_FILES, opened, seats_of, units
from tests.games.invasion_america.ready import FOLDER, IDS

TYPES = {
    "a": "armour", "mi": "mechanised", "i": "infantry", "m": "militia", "rr": "rail",
    "cas": "cas", "lrb": "lrb", "h": "hovercraft", "s": "supply", "si": "special-infantry",
    "cv": "carrier", "am": "amphibious", "t": "transport",
}  # fmt: skip
"""The book's abbreviations. (3.36)"""
MAP = json.loads(MAP_FILES["map.json"])["hexes"]
SUPPLY = {number: one["country"] for number, one in MAP.items() if one.get("terrain") == "supply"}
CITIES = {number for number, one in MAP.items() if one.get("terrain") in ("supply", "urban")}
NAMES = tuple(IDS)
INVASIONS: tuple[ScenarioName, ...] = ("one", "two", "three")
each_scenario = pytest.mark.parametrize("name", NAMES)


def counted(text: str) -> dict[str, int]:
    """Reads "10a 12mi" as counts by type."""
    found: dict[str, int] = {}
    for word in text.split():
        digits = "".join(letter for letter in word if letter.isdigit())
        found[TYPES[word.removeprefix(digits)]] = int(digits)
    return found


# -- orders of battle ------------------------------------------------------------------------------

FORCES: Mapping[ScenarioName, Mapping[str, str]] = {
    "one": {
        "us": "10a 12mi 15i 15m 4rr 6cas 6lrb",
        "canada": "3a 4mi 4i 2rr 2cas",
        "esc": "8a 10mi 10i 6h 4s 6cas 2lrb 6cv 3am 6t",
        "sau": "8a 12mi 15i 3s 6cas 2lrb 3am 4t",
        "pal": "8mi 16i 2si 3h 3s 4cas 2lrb 3cv 3am 6t",
    },
    "two": {
        "us": "10a 12mi 15i 10m 4rr 6cas 8lrb",
        "canada": "3a 4mi 4i 2cas",
        "esc": "6a 8mi 15i 3h 3s 5cas 2lrb 3cv 3am 4t",
        "sau": "6a 8mi 12i 2s 6cas 2lrb 2am 3t",
        "pal": "6mi 10i 3s 4cas 2lrb 2cv 3am 4t",
    },
    "three": {
        "us": "6a 6mi 10i 25m 6rr 6cas 4lrb",
        "canada": "2a 2mi 3i 2cas",
        "esc": "10a 10mi 15i 3h 3s 6cas 2lrb 4cv 3am 4t",
        "sau": "6a 8mi 12i 2s 4cas 2lrb 3am 4t",
    },
    "four": {
        "us": "8a 12mi 12i 15m 4rr 4cas 6lrb",
        "canada": "3a 3mi 4i 8m 2rr 2cas",
        "esc": "8a 9mi 16i 4h 3s 4cas 2lrb 4cv 2am 4t",
        "sau": "8a 10mi 18i 3s 4cas 2lrb 2am 4t",
        "pal": "7mi 14i 3si 3h 3s 4cas 2lrb 2cv 3am 6t",
    },
    "five": {
        "us": "14a 12mi 17i 5m 4rr 4cas 4lrb",
        "canada": "3a 3mi 4i 8m 2rr 2cas",
        "esc": "8a 9mi 16i 4h 3s 4cas 2lrb 4cv 2am 4t",
        "sau": "8a 10mi 18i 3s 4cas 2lrb 2am 4t",
        "pal": "7mi 14i 3si 3h 3s 4cas 2lrb 2cv 3am 6t",
    },
    "six": {
        "us": "10m",
        "canada": "3m",
        "esc": "2a 4mi 6i 2cas 1lrb",
        "sau": "2a 2mi 4i",
        "pal": "4mi 4i",
    },
}
"""What begins in play. (19.11, 19.21, 19.31, 19.41, 19.51, 19.61; ruling 1)"""
LENT: Mapping[Side, Mapping[str, str]] = {
    "esc": {"us": "1a 1mi 2i", "canada": "1mi 1i"},
    "sau": {"us": "2i"},
    "pal": {"us": "1mi 2i"},
}
"""What aggressors set up for the U.S. and Canada in Scenario VI. (19.61)"""


def all_forces(name: ScenarioName) -> Counter[str]:
    """Returns how many units of each nation and type begin in play."""
    found = Counter[str]()
    for forces in (FORCES[name], *(LENT.values() if name == "six" else ())):
        for nation, text in forces.items():
            found.update({f"{nation}-{one}": count for one, count in counted(text).items()})
    return found


@each_scenario
def test_orders_of_battle(name: ScenarioName) -> None:
    """Each side sets up these units, neither more nor others."""
    rules = opened({}, seats_of(name, 4), scenario=name)
    asked = Counter[str]()
    for side in rules.book.facts.sides:
        left = first_setting(rules.book, side).left
        own = {"us": ("us", "canada")}.get(side, (side,))
        expected = {
            f"{nation}-{one}": count
            for nation in own
            for one, count in counted(FORCES[name][nation]).items()
        }
        if name == "six":
            for nation, text in LENT.get(side, {}).items():
                expected |= {f"{nation}-{one}": count for one, count in counted(text).items()}
        assert {mix: count for (_, mix), count in left.items()} == expected, side
        assert all(who == side for who, _ in left)
        asked.update(expected)
    assert asked == all_forces(name)
    assert set(SCENARIOS[name].forces) == set(FORCES[name])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_ready_files_hold_the_order_of_battle(path: Any) -> None:
    document = json.loads(path.read_bytes())
    found = Counter[str]()
    for one in document["start"].get("units", ()):
        found[f"{one['nation']}-{one['type']}"] += one.get("count", 1)
        for unit_type, count in one.get("carrying", {}).items():
            found[f"{one['nation']}-{unit_type}"] += count
    expected = Counter[str]() if path.stem.endswith("-set-up") else all_forces(
        document["options"]["scenario"]
    )  # fmt: skip
    assert found == expected


# -- replacements ----------------------------------------------------------------------------------

CONSTANT: Mapping[ScenarioName, Mapping[str, str]] = {
    "one": {
        "us": "1i 1a 1m 1lrb 1cas", "canada": "1i 1m 1cas", "esc": "3i 1lrb 1cas",
        "sau": "2i 2a 1cas", "pal": "1mi 2i 1cas",
    },
    "two": {
        "us": "1i 1a 1m 1lrb 1cas", "canada": "1i 1m 1cas", "esc": "1i 1a 1cas 1lrb",
        "sau": "1i 1a 1cas", "pal": "1i 1cas",
    },
    "three": {
        "us": "1i 1a 1m 1lrb 1cas", "canada": "1i 1a 1m 1cas", "esc": "2i 2a 1cas 1lrb",
        "sau": "1i 1a 1cas",
    },
    "four": {
        "us": "1i 1a 1mi 1m 1cas", "canada": "1i 1m 1cas", "esc": "1i 1mi 1a 1lrb 1cas",
        "sau": "1i 2a 1cas", "pal": "1mi 1i 1cas",
    },
    "five": {
        "us": "1mi 1i 1cas", "canada": "1i 1cas", "esc": "2i 1mi 1a 1lrb 1cas",
        "sau": "1i 1mi 1a 1cas", "pal": "1mi 2i 1cas",
    },
    "six": {"us": "2m", "canada": "1m", "esc": "1i", "sau": "2i", "pal": "1i"},
}  # fmt: skip
"""What comes in every game-turn. (19.13, 19.23, 19.33, 19.43, 19.53, 19.63; ruling 1)"""
FOR_EACH: Mapping[ScenarioName, tuple[int, int, tuple[str, ...]]] = {
    "one": (5, 1, ("us", "canada")),
    "two": (4, 2, ("us", "canada")),
    "three": (5, 2, ("us", "canada")),
    "four": (3, 1, ("us",)),
    "five": (2, 1, ("us", "canada")),
}
"""For how many supply hexes of which countries the U.S. has one unit of choice, and in game-turns
that which number divides. (19.14, 19.24, 19.34, 19.44, 19.54)"""


def constant(name: ScenarioName, side: Side) -> dict[str, int]:
    """Returns by nation and type what comes for a side."""
    own = {"us": ("us", "canada")}.get(side, (side,))
    return {
        f"{nation}-{one}": count
        for nation in own
        for one, count in counted(CONSTANT[name][nation]).items()
    }


def awake(name: ScenarioName, **options: Any) -> InvasionAmericaRules:
    """Returns the rules of a position in which all nations function."""
    start = {
        "units": units("us infantry s3427; esc infantry s2834"), "side": "us", "turn": 2,
        "frozen": [] if name == "three" else None,
    }  # fmt: skip
    return opened(start, seats_of(name, 2), scenario=name, **options)


def moment(state: State, turn: int, side: Side, lost: int = 0) -> State:
    """Returns a position with another moment, so many supply hexes held by the E.S.C."""
    held: dict[str, Side] = dict.fromkeys(sorted(SUPPLY)[:lost], "esc")
    return state.model_copy(update={"turn": turn, "side": side, "control": state.control | held})


@each_scenario
def test_replacements_of_every_game_turn(name: ScenarioName) -> None:
    """What each force receives, in each of the eight game-turns."""
    rules = awake(name)
    for turn in range(1, 9):
        for side in rules.book.facts.sides:
            found = allowance_of(rules.book, moment(rules.start, turn, side), side)
            number, every, countries = FOR_EACH.get(name, (1, 99, ()))
            supply = sum(country in countries for country in SUPPLY.values())
            variable = supply // number if side == "us" and turn % every == 0 else 0
            third = name == "six" and turn == 3 and side != "us"
            expected = Allowance(constant(name, side), variable, 6 * third, 3 * third)
            assert found == expected, (turn, side)


@pytest.mark.parametrize("name", FOR_EACH)
def test_units_of_choice_follow_the_supply_hexes_that_are_held(name: ScenarioName) -> None:
    """Of those still controlled one unit for so many; fractions are dropped. (Ruling 24)"""
    rules = awake(name)
    number, _, countries = FOR_EACH[name]
    assert len(SUPPLY) == 24
    for lost in range(25):
        held = [country for at, country in SUPPLY.items() if at in sorted(SUPPLY)[lost:]]
        expected = sum(country in countries for country in held) // number
        found = allowance_of(rules.book, moment(rules.start, 2, "us", lost), "us")
        assert found.variable == expected, lost


@pytest.mark.parametrize("name", INVASIONS)
def test_replacements_of_a_campaign(name: ScenarioName) -> None:
    """The rates of the scenario, and for each aggressor five units after each year. (19.8, 19.81)

    The last year ends with the match: nothing comes for it.
    """
    rules = awake(name, campaign=True)
    number, every, _ = FOR_EACH[name]
    for turn in range(1, 61):
        for side in rules.book.facts.sides:
            found = allowance_of(rules.book, moment(rules.start, turn, side), side)
            variable = 24 // number if side == "us" and turn % every == 0 else 0
            bonus = 5 if side != "us" and turn in (13, 25, 37, 49) else 0
            assert found == Allowance(constant(name, side), variable, bonus, 0), (turn, side)
    asleep = moment(rules.start, 13, "sau").model_copy(update={"frozen": ("sau",)})
    assert allowance_of(rules.book, asleep, "sau") == Allowance({}, 0, 0, 0)


@each_scenario
def test_who_plays_first(name: ScenarioName) -> None:
    """S.A.U., E.S.C., P.A.L., U.S.; none where a force is absent, asleep or idle.

    (4.1, 19.35, 19.65)
    """
    order = {"three": ("esc", "us"), "six": ("us",)}.get(name, ("sau", "esc", "pal", "us"))
    rules = opened(IDS[name])
    assert (rules.start.turn, rules.start.side) == (1, order[0])
    sides = rules.book.facts.sides
    assert tuple(side for side in sides if plays(rules.book, rules.start, side, 1)) == order
    later = ("esc", "us") if name == "three" else ("sau", "esc", "pal", "us")
    assert tuple(side for side in sides if plays(rules.book, rules.start, side, 2)) == later
    many = opened({}, seats_of(name, 4), scenario=name)
    assert many.start.frozen == (("canada",) if name == "three" else ())


@each_scenario
def test_special_rules(name: ScenarioName) -> None:
    """The garrison is in effect in the invasion scenarios, partisans in the revolt; no weather.

    (19.15, 19.25, 19.35, 19.45, 19.55, 19.65, ruling 28)
    """
    facts = SCENARIOS[name]
    assert facts.garrison == (8 if name in INVASIONS else None)
    assert facts.partisans == (name == "six")
    assert not facts.weather
    assert facts.partisans_below is None
    assert facts.turns == 8
    assert facts.idle_turns == ((1,) if name == "six" else ())


@pytest.mark.parametrize("name", INVASIONS)
def test_the_garrison_at_the_start(name: ScenarioName) -> None:
    """Eight land combat units of the U.S. in Central America; militia, air and rail units and
    Canadians are none of them. (17.1)"""
    others = "us militia s0346; us cas s0346; us rail s0346; canada infantry s1324"
    for count, codes in ((8, []), (7, ["garrison-too-small"])):
        south = f"us 3 infantry s0736; us 3 armour s1227; us {count - 6} mechanised s1435"
        start = {"units": units(f"{south}; {others}; esc infantry s2834"), "side": "us"}
        rules = opened(start, seats_of(name, 2), scenario=name)
        found = check_set_up(rules.book, rules.start, Setting("us", {}))
        assert [problem.code for problem in found] == codes


@pytest.mark.parametrize("name", ["four", "five", "six"])
def test_no_campaign_begins_inland(name: ScenarioName) -> None:
    """With an invasion scenario alone. (19.8)"""
    with pytest.raises(Refused) as caught:
        opened({}, seats_of(name, 2), scenario=name, campaign=True)
    assert [problem.code for problem in caught.value.problems] == ["no-campaign"]


# -- deployment ------------------------------------------------------------------------------------

REACH = {"sau": 3, "esc": 4, "pal": 2}
"""How far from supply units aggressors of Scenario IV are set up; twice as far in V. (19.42)"""
BASES = {
    "sau": {"s2437", "s2334", "s2129"},
    "esc": {"s3043", "n0146", "n1037"},
    "pal": {"s3011", "s3410", "n0411"},
}
HOME = {"us": {"us", "annexation"}, "canada": {"canada"}, "esc": {"cuba"}, "sau": {"sau"}}
"""The countries in which forces of the invasion scenarios are set up. (19.12)"""


def lying_in(countries: set[str]) -> set[str]:
    """Returns the hexes of countries."""
    return {number for number, one in MAP.items() if one.get("country") in countries}


def around(rules: InvasionAmericaRules, hexes: set[str], steps: int) -> set[str]:
    """Returns all hexes that so many steps or fewer lead to, step by step."""
    grid = rules.book.charts.grid
    found = {rules.book.hexes[number] for number in hexes}
    for _ in range(steps):
        found |= {there for here in found for there in grid.neighbours[here]}
    return {rules.book.number_of(hex_) for hex_ in found}


def area(rules: InvasionAmericaRules, side: Side, mix: str) -> set[str]:
    """Returns where the rules let units be set up, sea or not."""
    places = (*rules.book.hexes, HOLDING_BOX)
    return {place for place in places if in_area(rules.book, side, mix, place)}


@pytest.mark.parametrize("name", INVASIONS)
def test_deployment_of_the_invasions(name: ScenarioName) -> None:
    """The U.S. at home and in the Annexation, Canada in Canada, the E.S.C. in Cuba, the S.A.U. at
    home, the P.A.L. beside the map. (19.12, 19.22, 19.32)"""
    rules = opened({}, seats_of(name, 2), scenario=name)
    for nation, countries in HOME.items():
        side: Side = "us" if nation == "canada" else rules.book.counters[f"{nation}-cas"].side
        for unit_type in counted(FORCES[name][nation]):
            found = area(rules, side, f"{nation}-{unit_type}")
            assert found == lying_in(countries), (nation, unit_type)
    if name != "three":
        for unit_type in counted(FORCES[name]["pal"]):
            assert area(rules, "pal", f"pal-{unit_type}") == {HOLDING_BOX}


@pytest.mark.parametrize(("name", "times"), [("four", 1), ("five", 2)])
def test_deployment_inland(name: ScenarioName, times: int) -> None:
    """About the supply units; ships also in own ports, or the holding box. (19.42, 19.52)"""
    rules = opened({}, seats_of(name, 2), scenario=name)
    assert area(rules, "us", "us-militia") == lying_in({"us"})
    assert area(rules, "us", "canada-militia") == lying_in({"canada"})
    ports = {number for number, one in MAP.items()
             if one.get("port") or (number in CITIES and one["kind"] == "coast")}  # fmt: skip
    harbours = {"sau": ports & lying_in({"sau"}), "esc": ports & lying_in({"cuba"}),
                "pal": {HOLDING_BOX}}  # fmt: skip
    sides: tuple[Side, ...] = ("sau", "esc", "pal")
    for side in sides:
        assert area(rules, side, f"{side}-supply") == BASES[side]
        near = around(rules, BASES[side], REACH[side] * times)
        assert area(rules, side, f"{side}-infantry") == near
        assert area(rules, side, f"{side}-cas") == near
        assert area(rules, side, f"{side}-transport") == harbours[side] | BASES[side]
        assert len(harbours[side]) > (0 if side == "pal" else 1)


def test_deployment_of_the_revolt() -> None:
    """Occupiers two hexes from a city or a supply hex at most, in Canada the E.S.C. alone and
    Canadians; militia anywhere in both countries. (19.62, 19.65)"""
    rules = opened({}, seats_of("six", 2), scenario="six")
    home = lying_in({"us", "canada"})
    assert area(rules, "us", "us-militia") == area(rules, "us", "canada-militia") == home
    near = around(rules, CITIES & home, 2)
    canada = lying_in({"canada"})
    assert near & canada
    assert area(rules, "esc", "esc-infantry") == near
    assert area(rules, "esc", "canada-infantry") == near
    assert area(rules, "esc", "us-infantry") == near - canada
    sides: tuple[Side, ...] = ("sau", "pal")
    for side in sides:
        assert area(rules, side, f"{side}-infantry") == near - canada
        assert area(rules, side, "us-infantry") == near - canada

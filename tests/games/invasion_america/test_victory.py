"""Who has won: points recounted from the map, each scenario's measure from both sides, the moment.

The cases of chapter 19 play to the end of a match; these tests try every measure exactly.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.events import GameEnded
from adjudicator.games.invasion_america.report import standings
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.ends import evaluated
from adjudicator.games.invasion_america.rules.weather import is_weather_turn, month_of
from adjudicator.games.invasion_america.scenario_facts import ScenarioName
from adjudicator.games.invasion_america.state import Side, State
from tests.games.invasion_america.playing import (
    MAP_FILES,
    draft,
    opened,
    play,
    seats_of,
    state_of,
    units,
)

MAP = json.loads(MAP_FILES["map.json"])["hexes"]
TERRAIN = {"urban": 3, "supply": 5}
POINTS = {
    number: TERRAIN.get(one.get("terrain", ""), 0) + (5 if one.get("resource") else 0)
    for number, one in MAP.items()
}
"""What each hex is worth. (18.4)"""
CITIES = {number for number, one in MAP.items() if one.get("terrain") in TERRAIN}
KEEPS: Mapping[ScenarioName, int] = {
    "one": 340, "two": 400, "three": 400, "four": 240, "five": 80,
}  # fmt: skip
"""How many points the U.S. must keep. (19.16, 19.26, 19.36, 19.46, 19.56)"""
LONE = "us infantry s3427; esc infantry s2834"
"""Two units that hold nothing of value."""


def at_the_end(
    name: ScenarioName, seats: int = 2, turn: int = 8, **options: Any
) -> InvasionAmericaRules:
    """Returns the rules of a position in the last player-turn of a match."""
    start = {"units": units(LONE), "side": "us", "turn": turn}
    start |= {"frozen": []} if name == "three" else {}
    return opened(start, seats_of(name, seats), scenario=name, garrison=False, **options)


def held(state: State, **points: int) -> State:
    """Returns the state with so many points, of urban and supply hexes, controlled by sides."""
    threes = [at for at in sorted(CITIES) if POINTS[at] == 3]
    fives = [at for at in sorted(CITIES) if POINTS[at] == 5]
    control: dict[str, Side] = {}
    sides: tuple[Side, ...] = ("sau", "esc", "pal")
    for side in sides:
        number = points.get(side, 0)
        dear = next(
            n for n in range(len(fives) + 1)
            if (number - 5 * n) % 3 == 0 and 0 <= number - 5 * n <= 3 * len(threes)
        )  # fmt: skip
        control |= {fives.pop(): side for _ in range(dear)}
        control |= {threes.pop(): side for _ in range((number - 5 * dear) // 3)}
    return state.model_copy(update={"control": state.control | control})


def with_resources(state: State) -> State:
    """Returns the state with all resource hexes, cities apart, controlled by the E.S.C."""
    control: dict[str, Side] = {
        at: "esc" for at in POINTS if MAP[at].get("resource") and at not in CITIES
    }  # fmt: skip
    return state.model_copy(update={"control": state.control | control})


def winner(rules: InvasionAmericaRules, state: State) -> str | None:
    """Returns who has won if the match ends so."""
    return evaluated(rules.book, state).result.winner


# -- points ----------------------------------------------------------------------------------------


def test_points_recounted() -> None:
    """Urban hexes 3, supply hexes 5, resource hexes 5: 528 in all. (18.4)"""
    kinds = Counter(one.get("terrain") for one in MAP.values())
    assert (kinds["urban"], kinds["supply"]) == (71, 24)
    assert sum(1 for one in MAP.values() if one.get("resource")) == 39
    assert 71 * 3 + 24 * 5 + 39 * 5 == sum(POINTS.values()) == 528
    by_country = Counter[str]()
    for number, worth in POINTS.items():
        by_country[MAP[number].get("country", "")] += worth
    assert +by_country == {"us": 359, "canada": 116, "annexation": 53}
    rules = at_the_end("one")
    assert dict(rules.book.valued) == {at: worth for at, worth in POINTS.items() if worth}
    assert points_by_side(rules.book, rules.start) == {"sau": 0, "esc": 0, "pal": 0, "us": 528}


def test_resource_hexes_bring_nothing_in_the_revolt() -> None:
    """333 points are left. (19.66)"""
    rules = at_the_end("six")
    expected = {at: TERRAIN[MAP[at]["terrain"]] for at in CITIES}
    assert dict(rules.book.valued) == expected
    assert sum(expected.values()) == 333


# -- measures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KEEPS)
def test_what_the_us_must_keep(name: ScenarioName) -> None:
    """Exactly so many are enough; one fewer is not. (19.16, 19.26, 19.36, 19.46, 19.56)

    Points count together, of whatever hexes; what all aggressors have does not matter.
    """
    rules = at_the_end(name)
    keep = KEEPS[name]
    for kept, best in ((keep, "us"), (keep - 1, "aggressors"), (keep + 1, "us")):
        state, lost = rules.start, 528 - kept
        if lost > 333:
            state = with_resources(state)
            lost -= points_by_side(rules.book, state)["esc"]
        state = held(state, esc=lost)
        assert points_by_side(rules.book, state)["us"] == kept
        assert winner(rules, state) == best, kept
    assert any(f"win with {keep} at" in line for line in rules.standings(rules.start))


@pytest.mark.parametrize("name", KEEPS)
def test_the_best_aggressor(name: ScenarioName) -> None:
    """Among more seats the one with most points; nobody, if two have as many. (Ruling 48)"""
    rules = at_the_end(name, 4)
    third = ("esc", "sau") if name == "three" else ("esc", "sau", "pal")
    lost = 528 - KEEPS[name]
    if lost > 300:
        start = with_resources(rules.start)
        most = points_by_side(rules.book, start)["esc"]
        assert winner(rules, held(start, sau=226, esc=lost + 1 - 226 - most)) == "sau"
        assert winner(rules, held(start, sau=226, esc=226 - most)) is None
        assert winner(rules, held(start, sau=200, esc=lost - 200 - most)) == "us"
        return
    for best in third:
        other = third[third.index(best) - 1]
        half = lost // 2
        state = held(rules.start, **{best: lost - half + 2, other: half})
        assert winner(rules, state) == best
        state = held(rules.start, **{best: lost - half - 10, other: half})
        assert winner(rules, state) == "us", "they have taken too little together"
        state = held(rules.start, **{best: half + 1, other: half + 1})
        assert winner(rules, state) is None


def test_who_has_conceded_has_not_won() -> None:
    """The best of the others has, though he have fewer points. (Ruling 50)"""
    rules = at_the_end("two", 4)
    state = held(rules.start, esc=100, sau=30, pal=20)
    assert winner(rules, state) == "esc"
    assert winner(rules, state.model_copy(update={"conceded": ("esc",)})) == "sau"


def test_the_revolt_between_two() -> None:
    """The aggressors need 50 points of urban and supply hexes together. (19.66, ruling 41)"""
    rules = at_the_end("six")
    assert winner(rules, held(rules.start, esc=20, sau=20, pal=10)) == "aggressors"
    assert winner(rules, held(rules.start, esc=50)) == "aggressors"
    assert winner(rules, held(rules.start, esc=20, sau=20, pal=9)) == "us"
    assert winner(rules, held(rules.start, esc=49)) == "us"
    assert winner(rules, rules.start) == "us"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_revolt_among_more(seats: int) -> None:
    """More than 30 points for the best of them, and more than 50 for all. (19.66, ruling 41)"""
    rules = at_the_end("six", seats)
    assert winner(rules, held(rules.start, esc=31, sau=20)) == "esc"
    assert winner(rules, held(rules.start, esc=30, sau=20)) == "us"
    assert winner(rules, held(rules.start, esc=32, sau=18)) == "us"
    assert winner(rules, held(rules.start, esc=30, sau=30)) == "us"
    south = "south" if seats == 3 else "sau"
    assert winner(rules, held(rules.start, esc=31, sau=33)) == south
    # The points of all forces of a seat count together.
    assert winner(rules, held(rules.start, esc=30, sau=18, pal=18)) == (
        "south" if seats == 3 else "us"
    )
    assert winner(rules, held(rules.start, esc=33, sau=33)) is None


def test_the_campaign() -> None:
    """Every urban and every supply hex, and no resource hex. (19.84)"""
    rules = at_the_end("one", turn=60, campaign=True)
    every: dict[str, Side] = dict.fromkeys(sorted(CITIES), "esc")
    state = rules.start.model_copy(update={"control": rules.start.control | every})
    assert evaluated(rules.book, state).result.reason == "all-taken"
    assert winner(rules, state) == "aggressors"
    for missing in (*(at for at in every if POINTS[at] == 5), "s1227", "n0442"):
        assert missing in CITIES
        control = {at: side for at, side in every.items() if at != missing}
        state = rules.start.model_copy(update={"control": rules.start.control | control})
        assert winner(rules, state) == "us", missing
    assert winner(rules, rules.start) == "us"


@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_the_campaign_among_more(name: ScenarioName) -> None:
    """If all is taken, the aggressor with most points has won. (19.84, 19.16)"""
    rules = at_the_end(name, 4, turn=60, campaign=True)
    every: dict[str, Side] = dict.fromkeys(sorted(CITIES), "esc")
    every |= dict.fromkeys(sorted(CITIES)[:60], "sau")
    state = rules.start.model_copy(update={"control": rules.start.control | every})
    assert winner(rules, state) == "sau"


# -- the moment ------------------------------------------------------------------------------------


def ends(
    name: ScenarioName, turn: int, seats: int = 2, **options: Any
) -> tuple[list[GameEnded], State]:
    """Plays the U.S. player-turn of a game-turn in which it has lost everything."""
    start = {
        "units": units(LONE), "side": "us", "turn": turn,
        "control": {at: "esc" for at in POINTS if POINTS[at] and (name != "six" or at in CITIES)},
    }  # fmt: skip
    rules = opened(start, seats_of(name, seats), scenario=name, garrison=False, **options)
    done = play(rules, {"us": {}}, {})
    return [event for event in done.events if isinstance(event, GameEnded)], state_of(done.save)


@pytest.mark.parametrize("name", [*KEEPS, "six"])
def test_victory_is_judged_behind_the_last_game_turn(name: ScenarioName) -> None:
    """Not before, however badly it stands. (4.3, 18.4)"""
    found, state = ends(name, 7)
    assert (found, state.turn, state.result) == ([], 8, None)
    (ended,), state = ends(name, 8)
    assert ended.result.winner == "aggressors"
    assert state.result == ended.result


@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_a_campaign_lasts_sixty_game_turns(name: ScenarioName) -> None:
    """Five years. (19.8)"""
    for turn in (8, 12, 59):
        found, state = ends(name, turn, campaign=True)
        assert (found, state.turn) == ([], turn + 1)
    (ended,), _ = ends(name, 60, campaign=True)
    assert (ended.result.winner, ended.result.reason) == ("aggressors", "all-taken")


def test_weather_game_turns() -> None:
    """November to February of each of five years that begin in March. (17.33, ruling 28)"""
    rules = at_the_end("one", turn=60, campaign=True)
    assert [month_of(rules.book, turn) for turn in (1, 10, 11, 13)] == [3, 12, 1, 3]
    cold = [
        turn
        for turn in range(1, 61)
        if is_weather_turn(rules.book, rules.start.model_copy(update={"turn": turn}))
    ]
    assert cold == [year * 12 + month for year in range(5) for month in (9, 10, 11, 12)]
    short = at_the_end("one")
    assert not any(
        is_weather_turn(short.book, short.start.model_copy(update={"turn": turn}))
        for turn in range(1, 61)
    )


# -- what is told ----------------------------------------------------------------------------------


def told(name: str, seats: int, **options: Any) -> Iterator[str]:
    """Yields the lines that say how a match stands."""
    rules = opened(options.pop("start", {}), seats_of(name, seats), scenario=name, **options)
    yield from standings(rules.narrator, rules.start, points_by_side(rules.book, rules.start))


def test_who_sets_up_is_told() -> None:
    first, *_ = told("six", 4)
    assert (
        first == "To set up now: the S.A.U.; then the P.A.L., the E.S.C. and the U.S. and Canada."
    )
    rules = opened({}, seats_of("six", 2), scenario="six")
    last = rules.start.model_copy(update={"setting_up": ("us",)})
    assert (
        standings(rules.narrator, last, points_by_side(rules.book, last))[0]
        == "To set up: the U.S. and Canada."
    )


def test_what_must_be_won_is_told() -> None:
    assert [*told("six", 2)][-1] == "The aggressors win with 50 at the end; they are 50 below."
    assert [*told("six", 3)][-1] == (
        "The best aggressor wins with more than 30 at the end, if all of them together have more "
        "than 50; now the best has 0, all have 0."
    )
    assert [*told("four", 4)][-1] == (
        "The U.S. and Canada win with 240 at the end; they are 288 above."
    )
    assert [*told("two", 2, campaign=True)][-1].startswith("The aggressors win with every urban")


def test_what_holds_for_all_is_told() -> None:
    """Weather, partisans, and the Annexation when it is cut off. (17.1, 17.2, 17.3)"""
    weather = "Weather: north of the weather line movement allowances and strengths are halved."
    partisans = "All militia are partisans."
    cut = "U.S. units in Central America are out of supply for good."
    start = {"units": units(LONE), "side": "us", "turn": 8}
    usual = [*told("one", 2, start=start, campaign=True)]
    assert not {weather, partisans, cut} & {*usual}
    start |= {"turn": 9, "partisans": True, "annexation_cut": True}
    found = [*told("one", 2, start=start, campaign=True)]
    assert found[1:4] == [weather, partisans, cut]
    assert found[0].startswith("Game-turn 9 of 60 (Nov)")


def test_reports_of_the_revolt() -> None:
    """Who sets up, whatever forces they are; militia that rise. (19.61, 19.64)"""
    rules = opened("partisan-revolt-set-up")
    orders = draft(rules, rules.start, "aggressors")
    done = play(rules, {"aggressors": {"setup": orders}}, {})
    told = rules.report(rules.start, done.events, state_of(done.save))
    (only,) = told.paragraphs
    assert (told.title, only.heading) == ("The set-up", "Set up by the aggressors")
    assert only.lines[0].text == "1 S.A.U. infantry unit in s2331 (Houston)."
    start = {"units": units("us militia s2628; esc infantry s3543"), "side": "us", "turn": 2}
    rules = opened(start, seats_of("six", 2), scenario="six")
    move = {"order": "move", "units": ["us-militia-01"], "path": ["s2629"]}
    done = play(rules, {"us": {"movement": [move]}}, {})
    told = rules.report(rules.start, done.events, state_of(done.save))
    lines = [line.text for one in told.paragraphs for line in one.lines]
    assert "2 U.S. militia units: risen in s2629 (Dallas)." in lines

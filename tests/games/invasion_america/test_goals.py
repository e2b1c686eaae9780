"""What wins: map, status and report say the same, and the rules do it. (19.16, 19.66, 19.84)"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import pytest

from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.events import PhaseBegun
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.ends import evaluated
from adjudicator.games.invasion_america.scenario_facts import SCENARIOS, ScenarioName
from adjudicator.games.invasion_america.state import US, Side, State
from tests.games.invasion_america.playing import opened, seats_of

PART = Style(around="s3423", radius=1)
"""The least part of the map: its head is that of the whole."""
SVG = "{http://www.w3.org/2000/svg}"
CASES: tuple[tuple[ScenarioName, int], ...] = tuple(
    (name, number) for name in SCENARIOS for number in range(2, len(SCENARIOS[name].sides) + 1)
)


@cache
def rules_of(name: ScenarioName, number: int) -> InvasionAmericaRules:
    return opened({}, seats_of(name, number), scenario=name)


def worth(rules: InvasionAmericaRules, points: int, among: Sequence[str]) -> tuple[str, ...]:
    """Returns hexes that are worth so many points together."""
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for number in among:
        for total, way in list(ways.items()):
            ways.setdefault(total + rules.book.valued[number], (*way, number))
        if points in ways:
            return ways[points]
    raise AssertionError(points)


def held(rules: InvasionAmericaRules, points: Mapping[Side, int]) -> State:
    """Returns a position in which some aggressors hold so many points, the U.S. all others."""
    left, control = list(rules.book.valued), dict.fromkeys(rules.book.valued, US)
    for side, count in points.items():
        for number in worth(rules, count, left):
            control[number] = side
            left.remove(number)
    state = rules.start.model_copy(
        update={"control": FrozenMap(control), "phase": "naval", "setting_up": ()}
    )
    assert {side: points_by_side(rules.book, state)[side] for side in points} == {**points}
    return state


def fewest(low: int, high: int, is_enough: Callable[[int], bool]) -> int:
    """Returns the least number that is enough; all below it are not."""
    found = bisect_left(range(low, high), True, key=is_enough) + low
    assert is_enough(found)
    assert not is_enough(found - 1)
    return found


def us_wins(rules: InvasionAmericaRules, state: State) -> bool:
    """Whether the U.S. wins if a match ends so: the rules say it."""
    return evaluated(rules.book, state).result.winner == rules.book.seat_of(US)


def sentences(rules: InvasionAmericaRules, state: State) -> Iterator[str]:
    """Yields what the map, `status`, and the report in two places say of what wins."""
    picture = ElementTree.fromstring(rules.picture(state, (), PART).encode())
    (bar,) = (one for one in picture.iter() if one.get("id") == "points")
    texts = [one.text or "" for one in bar.iter(f"{SVG}text")]
    yield " ".join(text for text in texts if " win" in text)
    for lines in (
        rules.standings(state),
        rules.report(state, [PhaseBegun(phase="replacement")], state).summary,
    ):
        yield " ".join(line for line in lines if re.search(r"\bwins? with|which they win", line))


def numbers(sentence: str) -> set[int]:
    """Returns the least numbers that are enough, by a sentence: 31 for "more than 30"."""
    found = re.findall(r"(more than )?(\d+)", sentence)
    return {int(number) + bool(beyond) for beyond, number in found}


def marks(
    rules: InvasionAmericaRules, state: State, **style: object
) -> tuple[list[float], dict[str, tuple[float, float]]]:
    """Returns where the bar of a map has its marks, and from where to where each force's points."""
    text = rules.picture(state, (), PART.model_copy(update=style))
    root = ElementTree.fromstring(text.encode())
    (bar,) = (one for one in root.iter() if one.get("id") == "points")
    lines = {float(re.findall(r"[\d.]+", one.get("d") or "")[0]) for one in bar.iter(f"{SVG}path")}
    parts: dict[str, tuple[float, float]] = {}
    for one in bar.iter(f"{SVG}g"):
        for rect in one.findall(f"{SVG}rect"):
            start = float(rect.get("x") or 0)
            name = (one.findtext(f"{SVG}title") or "").partition(":")[0]
            parts[name] = (start, start + float(rect.get("width") or 0))
    return sorted(lines), parts


@pytest.mark.parametrize("layout", ["board", "phone"])
@pytest.mark.parametrize(("name", "number"), [case for case in CASES if case[0] != "six"])
def test_what_the_us_keeps(name: ScenarioName, number: int, layout: str) -> None:
    """Just below, at and just above what the rules ask of them, and far off."""
    rules = rules_of(name, number)
    whole = sum(rules.book.valued.values())
    least = fewest(30, whole, lambda keeps: us_wins(rules, held(rules, {"esc": whole - keeps})))
    for keeps in (least - 60, least - 1, least, least + 1, least + 60):
        state = held(rules, {"esc": whole - keeps})
        assert us_wins(rules, state) is (keeps >= least)
        word = "above" if keeps > least else "just at" if keeps == least else "below"
        for sentence in sentences(rules, state):
            assert least in numbers(sentence), sentence
            assert f" {word}" in sentence, sentence
            assert keeps == least or abs(keeps - least) in numbers(sentence), sentence
        (mark,), parts = marks(rules, state, layout=layout)
        start, _ = parts["United States"]
        assert (start <= mark + 0.05) is (keeps >= least)


@pytest.mark.parametrize("layout", ["board", "phone"])
def test_what_two_seats_need_in_a_revolt(layout: str) -> None:
    """Scenario VI: all aggressors together. (19.66, ruling 41)"""
    rules = rules_of("six", 2)
    least = fewest(
        20, 300, lambda need: not us_wins(rules, held(rules, {"esc": need - 9, "sau": 9}))
    )
    for need in (least - 20, least - 1, least, least + 1, least + 60):
        state = held(rules, {"esc": need - 9, "sau": 9})
        assert us_wins(rules, state) is (need < least)
        word = "above" if need > least else "just at" if need == least else "below"
        for sentence in sentences(rules, state):
            assert least in numbers(sentence), sentence
            assert f" {word}" in sentence, sentence
        (mark,), parts = marks(rules, state, layout=layout)
        # Who holds nothing has no bar: the last of those that there are ends where all do.
        end = max(part[1] for name, part in parts.items() if name != "United States")
        assert (end >= mark - 0.05) is (need >= least)


@pytest.mark.parametrize("layout", ["board", "phone"])
@pytest.mark.parametrize("number", [3, 4])
def test_what_the_best_aggressor_needs_in_a_revolt(number: int, layout: str) -> None:
    """Scenario VI: the best more than 30, all together more than 50. (19.66, ruling 41)"""
    rules = rules_of("six", number)
    best = fewest(25, 250, lambda one: not us_wins(rules, held(rules, {"esc": one, "sau": 24})))
    together = 40 + fewest(
        8, 39, lambda one: not us_wins(rules, held(rules, {"esc": 40, "sau": one}))
    )
    for esc, sau in (
        (best - 1, 24), (best, 24), (best + 1, 24), (best + 50, 24),
        (40, together - 41), (40, together - 40), (40, together - 39),
    ):  # fmt: skip
        state = held(rules, {"esc": esc, "sau": sau})
        is_won = esc >= best and esc + sau >= together
        assert us_wins(rules, state) is not is_won
        for sentence in sentences(rules, state):
            assert {best, together, esc, esc + sau} <= numbers(sentence), sentence
        (of_best, of_all), parts = marks(rules, state, layout=layout)
        assert parts["E.S.C."][0] < of_best
        assert (parts["E.S.C."][1] >= of_best - 0.05) is (esc >= best)
        assert (parts["United States"][0] >= of_all - 0.05) is (esc + sau >= together)


@pytest.mark.parametrize("number", [2, 4])
def test_what_a_campaign_takes(number: int) -> None:
    """Every urban and supply hex. (19.84)"""
    rules = opened({}, seats_of("one", number), scenario="one", campaign=True)
    charts = rules.book.charts
    places = [
        number for number in rules.book.valued if charts.terrain_of(rules.book.hexes[number]).points
    ]
    for left in (len(places), 1, 0):
        control = dict.fromkeys(places[left:], "esc") | dict.fromkeys(places[:left], US)
        state = rules.start.model_copy(
            update={"control": FrozenMap(control), "phase": "naval", "setting_up": ()}
        )
        assert us_wins(rules, state) is (left > 0)
        for sentence in sentences(rules, state):
            assert "every urban and supply hex" in sentence
            assert left in numbers(sentence)
        assert marks(rules, state)[0] == []

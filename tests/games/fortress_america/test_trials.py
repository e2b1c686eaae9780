"""What dice are thrown for: every fire and laser of the example match."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.trials import Trial
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FortressAmericaRules
from adjudicator.games.fortress_america.events import (
    LaserFired,
    LaserThresholdSet,
    TurnEnded,
)
from adjudicator.matches.fallbacks import Fault
from adjudicator.matches.published.logged import Logged
from adjudicator.matches.published.rolled import MatchTrials, match_trials_in, rolls_in
from adjudicator.odds.luck import Luck, luck_of
from adjudicator.registry import by_name

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "fortress-america-1986-match"


@pytest.fixture(scope="module")
def logged() -> Logged:
    return Logged.open(EXAMPLE, by_name())


@pytest.fixture(scope="module")
def match_trials(logged: Logged) -> MatchTrials:
    def on_fault(fault: Fault) -> None:
        pytest.fail(fault.trace)

    return match_trials_in(logged, on_fault)


def of(trials: Iterable[Trial], counts: str, **facts: str) -> list[Trial]:
    return [
        one
        for one in trials
        if one.counts == counts and all(getattr(one, name) == is_ for name, is_ in facts.items())
    ]


def luck(trials: Iterable[Trial]) -> Luck:
    return luck_of((one.chances, came) for one in trials for came in one.came)


def test_the_first_battle_as_counted_by_hand(match_trials: MatchTrials) -> None:
    """Los Angeles, all in column 2: the USA throws d8 4 and d6 3, the invader d8 2 and 1, d6 3, 5
    (hit) and 5 (hit). A d8 hits in 4 of 8, a d6 in 2 of 6."""
    assert not match_trials.unknown
    battle = [one for one in match_trials.by_opening[3] if "/los-angeles/" in one.label]
    defence = luck(of(battle, "hits", side="usa", role="defending"))
    assert (defence.throws, defence.expected, defence.actual) == (2, Fraction(5, 6), 0)
    assert defence.at_most.low == Fraction(1, 2) * Fraction(2, 3)
    assert defence.at_least.low == 1
    attack = luck(of(battle, "hits", side="western", role="attacking"))
    assert (attack.throws, attack.expected, attack.actual) == (5, Fraction(2), 2)
    # Of two d8 none, one or two hit in 1, 2, 1 of 4; of three d6 in 8, 12, 6, 1 of 27.
    below = Fraction(1 * (8 + 12) + 2 * 8, 4 * 27)
    exactly = Fraction(1 * 6 + 2 * 12 + 1 * 8, 4 * 27)
    assert attack.at_most.low == below + exactly
    assert attack.at_least.low == 1 - below
    ones = luck(of(battle, "ones", side="usa"))
    assert (ones.expected, ones.actual) == (Fraction(1, 8) + Fraction(1, 6), 0)
    assert ones.at_most.low == Fraction(7, 8) * Fraction(5, 6)
    assert [one.kind for one in of(battle, "hits", side="western")] == [
        "helicopter, d8",
        "hovertank, d8",
        "mobile-unit, d6",
        "infantry, d6",
    ]


def test_all_fire_of_the_defence_by_the_log_alone(
    logged: Logged, match_trials: MatchTrials
) -> None:
    """A defender fires in column 2: from 5 on it hits, a one drives away."""
    every = [one for trials in match_trials.by_opening.values() for one in trials]
    rolls = [roll for roll in rolls_in(logged.read) if "/defender/" in roll.label]
    for counts in ("hits", "ones"):
        ways, total, expected, came = [1], 1, Fraction(0), 0
        for roll in rolls:
            good = roll.sides - 4 if counts == "hits" else 1
            for value in roll.values:
                bad = [way * (roll.sides - good) for way in (*ways, 0)]
                ways = [a + b * good for a, b in zip(bad, (0, *ways), strict=True)]
                total *= roll.sides
                expected += Fraction(good, roll.sides)
                came += value >= 5 if counts == "hits" else value == 1
        told = luck(of(every, counts, role="defending"))
        assert (told.expected, told.actual) == (expected, came)
        assert told.at_most.low == Fraction(sum(ways[: came + 1]), total)
        assert told.at_least.low == Fraction(sum(ways[came:]), total)


def test_every_roll_but_the_draws_of_cards_is_told(
    logged: Logged, match_trials: MatchTrials
) -> None:
    for n, trials in match_trials.by_opening.items():
        told = {one.label for one in trials}
        rolled = {roll.label: roll for roll in rolls_in(logged.read) if roll.n == n}
        assert all("/card" in label for label in rolled.keys() - told)
        for one in trials:
            assert len(one.came) == len(rolled[one.label].values)
            assert sum(weight for _, weight in one.chances) == rolled[one.label].sides


def test_the_attack_on_a_city_without_combined_arms(match_trials: MatchTrials) -> None:
    """In column 1 a six alone hits of a d6."""
    every = [one for trials in match_trials.by_opening.values() for one in trials]
    hard = of(every, "hits", kind="infantry, d6 in column 1")
    assert hard
    assert {one.chances for one in hard} == {((0, 5), (1, 1))}
    assert {one.role for one in hard} == {"attacking"}


def test_a_card_makes_lasers_hit_more_easily_until_the_turn_ends(logged: Logged) -> None:
    rules: Any = logged.rules
    assert isinstance(rules, FortressAmericaRules)
    assert rules.game is FORTRESS_AMERICA_1986
    fired = LaserFired(
        label="turn-2/usa/laser/denver", laser="denver", at="reno", side="western",
        unit="infantry", value=4, hit=True,
    )  # fmt: skip
    ended = TurnEnded(side="western", turn=3)
    events = (fired, LaserThresholdSet(value=3), fired, ended, fired)
    told = [one.chances for one in rules.trials(rules.start, events)]
    assert told == [((0, 4), (1, 6)), ((0, 2), (1, 8)), ((0, 4), (1, 6))]
    before = rules.start.model_copy(update={"laser_threshold": 3})
    (continued,) = rules.trials(before, (fired,))
    assert (continued.chances, continued.came) == (((0, 2), (1, 8)), (1,))
    assert (continued.side, continued.role, continued.counts) == ("usa", "lasers", "hits")


def test_the_numbers_of_the_whole_match(match_trials: MatchTrials) -> None:
    every = [one for trials in match_trials.by_opening.values() for one in trials]
    told = {
        side: (found.throws, float(round(found.expected, 2)), found.actual)
        for side in ("usa", "western", "southern", "eastern")
        for found in [luck(of(every, "hits", side=side))]
    }
    assert told == {
        "usa": (190, 79.32, 82),
        "western": (70, 31.75, 32),
        "southern": (88, 36.35, 27),
        "eastern": (62, 24.98, 32),
    }

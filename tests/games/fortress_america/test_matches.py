"""Whole matches, from set-up to victory: by chance, by the built-in player, and by both.

The seed of a match that fails stands in its name; `python -m pytest --matches 1000` plays more.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import pytest

from adjudicator.core.game import Ask
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america.options import Question
from adjudicator.games.fortress_america.state import INVADERS, State
from tests.games.fortress_america.chance import Chance, O, RandomTable
from tests.games.fortress_america.matches import plain, played

SCENARIOS = ("standard", "standard-3", "standard-2")
LONGEST = 80
"""Turns; matches by chance took from 20 to 40, the built-in player's 7 to 20."""


OPTIONS_2012: tuple[dict[str, Any], ...] = (
    {},
    {"invader_victory": "individual", "cities_to_win": 12, "lasers_at_start": 2},
    {"cards": "one-at-a-time", "reinforcements": 5, "partisans": "d6", "bonus_cards": False},
    {
        "invader_cards": True,
        "invader_victory": "individual",
        "partisans": "d6",
        "lasers_at_start": 1,
    },
    {"invader_cards": True, "cards": "one-at-a-time", "reinforcements": 5},
)
"""What matches of 2012 are played with, one after another."""
EDITIONS = (FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012)


A_MATCH_OF_THE_PLAYER = 20
"""Of the number that `--matches` says, the built-in player plays one in so many for itself."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Numbers the random matches; the number is the seed."""
    matches = metafunc.config.getoption("matches")
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(matches if matches > 20 else 12))
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", range(max(1, min(2, matches // A_MATCH_OF_THE_PLAYER))))


@cache
def rules_of(game: FortressAmerica, scenario: str, number: int) -> FortressAmericaRules:
    options = OPTIONS_2012[number % len(OPTIONS_2012)] if game is FORTRESS_AMERICA_2012 else {}
    return plain(scenario, game=game, **options)


class BriskTable(RandomTable):
    """A table of chance at which a side moves a few of its units: a match takes half a second."""

    def next(self, question: Ask[O]) -> O | None:
        if question.topic in ("maneuvers", "invasion") and self._choose(range(4)) == 0:
            problems = [] if question.check_complete is None else list(question.check_complete())
            assert not problems, problems
            return None
        return super().next(question)


def ended(rules: FortressAmericaRules, seed: str) -> State:
    """Plays by chance to the end, with the invariants checked after each step."""
    choose, state = Chance(seed), rules.start
    while (step := rules.next_step(state)) is not None:
        table = BriskTable(rules, state, choose)
        step.run(table)
        assert table.state != state, step.label
        state = table.state
        broken = list(rules.check_state(state))
        assert not broken, (step.label, broken)
        assert state.turn <= LONGEST, "a match by chance ends by itself"
    return state


def test_a_random_match_ends_with_all_invariants_kept(seed: int) -> None:
    game = EDITIONS[seed // len(SCENARIOS) % len(EDITIONS)]
    number = seed // len(SCENARIOS) // len(EDITIONS) * len(SCENARIOS) + seed % len(SCENARIOS)
    state = ended(rules_of(game, SCENARIOS[seed % len(SCENARIOS)], number), f"match-{seed}")
    assert state.result is not None
    last = game.edition.last_turn
    assert last is None or state.turn <= last + state.last_round


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        (FORTRESS_AMERICA_1986, "standard"),
        (FORTRESS_AMERICA_2012, "standard-3"),
        (FORTRESS_AMERICA_1986, "standard-2"),
        pytest.param(FORTRESS_AMERICA_2012, "standard", marks=pytest.mark.exhaustive),
        pytest.param(FORTRESS_AMERICA_1986, "standard-3", marks=pytest.mark.exhaustive),
        pytest.param(FORTRESS_AMERICA_2012, "standard-2", marks=pytest.mark.exhaustive),
    ],
)
def test_the_built_in_player_ends_a_match_with_one_mail_a_player_turn(
    scenario: str, number: int, game: FortressAmerica
) -> None:
    rules = rules_of(game, scenario, (number + SCENARIOS.index(scenario)) % 2)
    match = played(rules, f"built-in-{number}", LONGEST)
    assert match.save.is_over
    assert match.state.result is not None
    assert match.state.turn <= 30
    assert set(match.mails.values()) == {1}
    assert match.won > 10
    assert match.not_entered == [], "bombers alone win nothing: whoever wins a city can enter it"


@pytest.mark.parametrize(
    "scenario",
    [
        "standard",
        pytest.param("standard-2", marks=pytest.mark.exhaustive),
        pytest.param("standard-3", marks=pytest.mark.exhaustive),
    ],
)
def test_the_built_in_player_plays_several_parts_on_one_sheet(scenario: str) -> None:
    match = played(plain(scenario, invader_turns="simultaneous"), "together", LONGEST)
    assert match.state.result is not None
    assert set(match.mails.values()) == {1}


@pytest.mark.parametrize(
    "options",
    [
        {"bombers": "from-beside", "reinforcements": 5, "lasers_at_start": 3, "partisans": "d6"},
        {"cards": "one-at-a-time", "bonus_cards": False, "cities_to_win": 16},
        {
            "game": FORTRESS_AMERICA_2012,
            "cards": "one-at-a-time",
            "invader_cards": True,
            "reinforcements": 5,
            "invader_victory": "individual",
        },
    ],
    ids=["balanced", "cards", "cards-2012"],
)
def test_the_built_in_player_knows_the_options(options: Mapping[str, Any]) -> None:
    match = played(plain("standard-2", **options), "options", LONGEST)
    assert match.state.result is not None
    if "cards" not in options:
        assert set(match.mails.values()) == {1}


def test_the_built_in_player_answers_where_a_match_asks_every_time() -> None:
    match = played(plain("standard-2", ask=list(get_args(Question))), "ask", 1)
    assert match.state.turn == 2
    assert max(match.mails.values()) > 5, "each mail answered what was asked"


@pytest.mark.parametrize(
    ("scenario", "by_chance"),
    [
        ("standard", ("usa",)),
        ("standard", tuple(INVADERS)),
        ("standard", ("southern",)),
        pytest.param("standard-2", ("usa",), marks=pytest.mark.exhaustive),
        pytest.param("standard-2", ("invaders",), marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_the_built_in_player_beats_chance(scenario: str, by_chance: tuple[str, ...]) -> None:
    """Every sheet that it writes on the way passes the check; see `Match.sheet`."""
    match = played(plain(scenario), "mixed", LONGEST, frozenset(by_chance))
    assert match.state.result is not None
    assert match.state.result.winner not in by_chance

"""Whole matches to their end: by chance, by the built-in player, and by both.

The seed of a match that fails stands in its name; `python -m pytest --matches 1000` plays more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import pytest

from adjudicator.core.game import Event
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.options import Question
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from tests.games.galactic_conquest.chance import Chance, RandomTable, random_match
from tests.games.galactic_conquest.matches import plain, played
from tests.games.galactic_conquest.playing import opened

SCENARIOS = ("two", "three", "four", "five", "claimed")
A_MATCH = 8
"""A match by chance is as long as so many of other games: of the number that `--matches` says, one
in so many is played, but each scenario once."""
LONGEST = 150
"""Rounds; of 400 matches of the built-in player the longest took 58."""


def _changed_by(events: Sequence[Event]) -> int:
    """Returns how many troops events brought, less those that fell."""
    change = 0
    for event in events:
        match event:
            case e.PlanetsDealt():
                change += sum(event.troops.values())
            case e.PlanetClaimed():
                change += 1
            case e.TroopsPlaced():
                change += event.count
            case e.BattleFought():
                change -= event.attackers_lost + event.defenders_lost
            case _:
                pass
    return change


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Numbers the random matches; the number is the seed."""
    if "seed" in metafunc.fixturenames:
        matches = metafunc.config.getoption("matches") // A_MATCH
        metafunc.parametrize("seed", range(max(len(SCENARIOS), matches)))


def test_a_random_match_ends_with_all_invariants_kept(seed: int) -> None:
    """It ends with one seat alone; its troops are those placed less those that fell."""
    rules = opened(SCENARIOS[seed % len(SCENARIOS)])
    state, events = random_match(rules, f"match-{seed}", turns=3000)
    assert state.result is not None
    assert state.result.reason == "last-with-troops"
    assert {*state.owners.values()} - {NEUTRAL} == {state.result.winner}
    assert sum(state.troops.values()) == _changed_by(events)


def _set_up(rules: GalacticConquestRules, seed: str) -> State:
    """Returns the state in which the first turn begins."""
    choose, state = Chance(seed), rules.start
    while (step := rules.next_step(state)) is not None and state.phase in ("deal", "set-up"):
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state
    return state


@pytest.mark.parametrize("name", SCENARIOS)
def test_planets_are_dealt_as_evenly_as_possible(name: str) -> None:
    """Ruling 21: who is dealt a planet fewer gets a troop more."""
    rules = opened(name)
    for seed in range(5):
        state = _set_up(rules, f"{name}-{seed}")
        held = {seat: [*state.owners.values()].count(seat) for seat in state.order}
        most = max(held.values())
        assert min(held.values()) >= most - 1
        for seat in state.order:
            more = 0 if name == "claimed" else most - held[seat]
            troops = sum(state.troops[p] for p, owner in state.owners.items() if owner == seat)
            assert troops == rules.book.starting_troops + more


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_built_in_player_ends_a_match_with_one_mail_a_player_turn(scenario: str) -> None:
    """Every sheet that it writes on the way passes the check; see `Match.sheet`."""
    match = played(plain(scenario), "built-in", LONGEST)
    assert match.state.result is not None
    assert match.state.result.reason == "last-with-troops"
    assert set(match.mails.values()) == {1}


@pytest.mark.parametrize("number", range(10))
def test_the_built_in_player_beats_chance(number: int) -> None:
    """In any seat, whoever begins."""
    by_chance = ("amber", "azure")[number % 2]
    match = played(plain("two"), f"chance-{number}", LONGEST, frozenset({by_chance}))
    assert match.state.result is not None
    assert match.state.result.winner not in (None, by_chance)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("two", {"set_values": "rising", "neutral_army": False}),
        ("two", {"set_up": "claimed"}),
        ("four", {"set_values": "rising", "troops": 12}),
        pytest.param("five", {"set_up": "claimed", "troops": 40}, marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_the_built_in_player_knows_the_options(scenario: str, options: Mapping[str, Any]) -> None:
    match = played(plain(scenario, **options), "options", LONGEST)
    assert match.state.result is not None
    assert set(match.mails.values()) == {1}


def test_the_built_in_player_answers_where_a_match_asks_every_time() -> None:
    match = played(plain("two", ask=list(get_args(Question))), "ask", 3)
    assert match.state.turn > 1
    assert max(match.mails.values()) > 2, "each mail answered what was asked"


def test_seats_played_by_chance_and_by_the_player_share_a_match() -> None:
    match = played(plain("five"), "mixed", LONGEST, frozenset({"amber", "jade"}))
    assert match.state.result is not None
    assert match.state.result.winner not in (None, "amber", "jade")

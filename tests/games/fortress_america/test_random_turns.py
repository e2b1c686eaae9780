"""Random legal turns: the invariants hold after every event, and every rule is reached."""

from __future__ import annotations

import pytest

from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
)
from adjudicator.games.fortress_america import events as e
from tests.games.fortress_america.chance import random_match
from tests.games.fortress_america.playing import opened


@pytest.mark.parametrize(
    ("seed", "game"),
    [
        pytest.param(seed, game, marks=[] if seed < 2 else pytest.mark.exhaustive)
        for game, seeds in ((FORTRESS_AMERICA_1986, 6), (FORTRESS_AMERICA_2012, 3))
        for seed in range(seeds)
    ],
)
def test_random_matches_keep_the_invariants(seed: int, game: FortressAmerica) -> None:
    rules = opened("standard" if seed % 2 else "ready", game=game)
    state, events = random_match(rules, f"random-{seed}", turns=8)
    told = {type(event) for event in events}
    assert {e.UnitsMoved, e.AreasDeclared, e.UnitsFired, e.CardPlayed, e.LaserFired} <= told
    rides = [
        move for event in events if isinstance(event, e.UnitsMoved) for move in event.moves
        if move.purpose == "ride"
    ]  # fmt: skip
    assert bool(rides) == any(facts.carries for facts in game.edition.units.values())
    assert state.turn > 1
    report = rules.report(rules.start, events, state)
    assert len(report.paragraphs) > 20
    assert set(report.summary[1:]) < set(rules.standings(state))
    for event in events:
        assert rules.redact(event, None) == event
    assert rules.view(state, "usa") == state

"""Random legal turns: the invariants hold after every event, and every rule is reached."""

from __future__ import annotations

import pytest

from adjudicator.games.fortress_america import events as e
from tests.games.fortress_america.chance import random_match
from tests.games.fortress_america.playing import opened


@pytest.mark.parametrize("seed", range(6))
def test_random_matches_keep_the_invariants(seed: int) -> None:
    rules = opened("standard" if seed % 2 else "ready")
    state, events = random_match(rules, f"random-{seed}", turns=8)
    told = {type(event) for event in events}
    assert {e.UnitsMoved, e.AreasDeclared, e.UnitsFired, e.CardPlayed, e.LaserFired} <= told
    assert state.turn > 1
    report = rules.report(rules.start, events, state)
    assert len(report.paragraphs) > 20
    assert set(report.summary[1:]) < set(rules.standings(state))
    for event in events:
        assert rules.hear(event, None) == event
    assert rules.view(state, "usa") == state

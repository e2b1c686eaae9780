"""Invaders who play at the same time: sealed sheets, one opening, one part after another."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from adjudicator.core.game import Event, OrderFailed
from adjudicator.core.referee import Save, first_save
from adjudicator.files.scenarios import find_scenario
from adjudicator.games.fortress_america.options import Question
from adjudicator.games.fortress_america.state import INVADERS
from tests.games.fortress_america.chance import random_match
from tests.games.fortress_america.playing import (
    GAME,
    SEATS,
    TWO,
    checked,
    codes,
    declare,
    move,
    of_type,
    opened,
    place,
    play,
    start,
)
from tests.games.fortress_america.test_suspension import (
    Rules,
    by_chance,
    piecemeal,
    straight,
)

THREE = {
    "outer": {"sides": ["western", "eastern"]},
    "southern": {"sides": ["southern"]},
    "usa": {"sides": ["usa"]},
}
SEATINGS: dict[int, Any] = {2: TWO, 3: THREE, 4: SEATS}


def together(begin: Any, seats: int = 2, **options: Any) -> Rules:
    """Returns the rules of a match in which invaders play at the same time."""
    if isinstance(begin, str):
        begin = find_scenario(GAME, begin).scenario.start
    made = opened(begin, SEATINGS[seats], invader_turns="simultaneous", **options)
    return Rules(GAME, made.book, made.start)


# -- by chance ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATINGS)
def test_random_matches_keep_the_invariants(seats: int) -> None:
    rules = opened(
        find_scenario(GAME, "ready").scenario.start, SEATINGS[seats], invader_turns="simultaneous"
    )
    state, events = random_match(rules, f"together-{seats}", turns=6)
    assert state.turn > 1
    assert len(rules.report(rules.start, events, state).paragraphs) > 20


@pytest.mark.parametrize("seats", SEATINGS)
def test_the_referee_plays_what_chance_played(seats: int) -> None:
    quiet, asking = together("ready", seats), together("ready", seats, ask=get_args(Question))
    save = slow = first_save(quiet)
    n, slow_n, mails = 1, 1, 0
    for turn in range(6):
        written = by_chance(quiet, quiet.state_of(save), f"together-{seats}-{turn}")
        save, events = straight(quiet, save, n, written)
        before = slow_n
        slow, slow_events, slow_n = piecemeal(asking, slow, slow_n, written)
        assert slow_events == events
        assert not [event for event in events if isinstance(event, OrderFailed)]
        assert slow.checkpoint == save.checkpoint
        mails += slow_n - before
        n += 1
    assert mails > 12, "the questions did stop the match"

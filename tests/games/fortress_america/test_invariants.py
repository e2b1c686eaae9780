"""The invariants find what is broken."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012
from tests.games.fortress_america.playing import opened, start


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"lasers_left": 11}, "11 lasers"),
        ({"lasers": ["iowa"], "lasers_left": 11}, "a laser in iowa"),
        ({"hand": ["p86-01"]}, "cards are not conserved"),
        ({"laser_threshold": 3}, "lasers hit with 3 in the turn of western"),
        ({"bombing": {"portland": 6}}, "6 bombers over portland"),
        ({"landed": {"portland": 1}}, "1 helicopters landed in portland"),
        ({"disengaged": {"w1": {"bomber": 2}}}, "disengaged in w1"),
        ({"control": {"portland": "southern"}}, "usa in portland, which is southern's"),
    ],
)
def test_broken_states(changes: dict[str, Any], found: str) -> None:
    rules = opened("ready")
    assert not list(rules.check_state(rules.start))
    document = rules.start.to_json() | changes
    state = type(rules.start).model_validate_json(canonical(document))
    assert any(found in text for text in rules.check_state(state))


def test_no_card_is_kept_where_they_are_drawn_one_at_a_time() -> None:
    rules = opened(start("w1 western infantry 1"), cards="one-at-a-time")
    card, *deck = rules.start.deck
    state = rules.start.model_copy(update={"hand": (card,), "deck": tuple(deck)})
    assert list(rules.check_state(state)) == ["cards in the hand after they were played"]
    assert not list(rules.check_state(state.model_copy(update={"action": "cards"})))


@pytest.mark.parametrize(
    ("area", "sides", "found"),
    [
        ("portland", {"usa": {"infantry": 6}}, "6 units of usa in portland"),
        ("w1", {"usa": {"infantry": 1}}, "usa in w1"),
        ("portland", {"usa": {"infantry": 1}, "western": {"infantry": 1}}, "two sides in portland"),
        ("miami", {"eastern": {"bomber": 1}, "southern": {"bomber": 1}}, "two sides in miami"),
        ("portland", {"western": {"infantry": 1}}, "western has"),
    ],
)
def test_broken_spaces(area: str, sides: Any, found: str) -> None:
    rules = opened("ready")
    document = rules.start.to_json()
    document["units"][area] = sides
    state = type(rules.start).model_validate_json(canonical(document))
    assert any(found in text for text in rules.check_state(state))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"turn": 11}, "turn 11, after the last one"),
        ({"turn": 12, "last_round": True}, "turn 12, after the last one"),
        ({"lasers_uncounted": {"western": 1}}, "1 destroyed lasers of western that do not count"),
        ({"units": {"s1": {"western": {"infantry": 1}}}}, "western in s1"),
    ],
)
def test_broken_states_of_2012(changes: dict[str, Any], found: str) -> None:
    rules = opened("ready", game=FORTRESS_AMERICA_2012, invader_victory="individual")
    document = rules.start.to_json() | changes
    state = type(rules.start).model_validate_json(canonical(document))
    assert found in list(rules.check_state(state))
    first = rules.start.model_copy(update={"turn": 11, "last_round": True})
    assert not list(rules.check_state(first))

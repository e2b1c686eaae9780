"""The map of Fortress America: what is special about units in mid-turn is marked."""

from __future__ import annotations

from adjudicator.core.values import canonical
from adjudicator.games.fortress_america.state import State
from tests.games.fortress_america.playing import opened, start


def test_units_in_a_state_of_their_own_are_marked() -> None:
    rules = opened(start("portland usa infantry 1; w2 western helicopter 2 infantry 2 bomber 1"))
    quiet = rules.picture(rules.start, ())
    assert "Turn 1: Western" in quiet
    document = rules.start.to_json() | {
        "action": "combat",
        "declared": ["portland", "northwest-california"],
        "units": {
            "northwest-california": {"western": {"helicopter": 1}},
            "portland": {"usa": {"infantry": 1}, "western": {"bomber": 1}},
            "w2": {"western": {"helicopter": 1, "infantry": 2}},
        },
        "landed": {"northwest-california": 1},
        "bombing": {"portland": 1},
        "disengaged": {"w2": {"infantry": 1}},
    }
    state = State.model_validate_json(canonical(document))
    drawn = rules.picture(state, ())
    for words in ("landed", "bombing", "disengaged"):
        assert drawn.count(words) > quiet.count(words), words


def test_the_title_says_whose_turn_it_is() -> None:
    rules = opened("standard")
    setup = rules.start
    assert "Set-up of the United States" in rules.picture(setup, ())
    invaders = setup.model_copy(update={"action": "setup-invaders"})
    assert "Set-up of the invaders" in rules.picture(invaders, ())
    won = State.model_validate_json(
        canonical(setup.to_json() | {"result": {"winner": "usa", "reason": "invaders-destroyed"}})
    )
    assert "usa has won" in rules.picture(won, ())

"""The ready set-ups: files as the program makes them, legal, in every number of seats."""

from __future__ import annotations

import json

import pytest

from adjudicator.core.sheet import as_written
from adjudicator.games.invasion_america import INVASION_AMERICA
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.scenario_facts import SCENARIOS, ScenarioName
from tests.games.invasion_america.playing import (
    checked,
    opened,
    play,
    seats_of,
    state_of,
)
from tests.games.invasion_america.ready import FOLDER, IDS, drafted, files

NAMES = tuple(IDS)


def test_files_are_what_the_program_writes() -> None:
    """If this fails: `python -m tests.games.invasion_america.ready`, and look at the difference."""
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")}
    assert there == dict(files())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_match_begins_with_each(path: object) -> None:
    """Nothing is wrong with them; ready ones begin with the first player-turn."""
    name = str(path).rpartition("/")[2].removesuffix(".json")
    rules = opened(name)
    state = rules.start
    assert list(rules.check_state(state)) == []
    assert (state.phase == "set-up") == name.endswith("-set-up")
    step = rules.next_step(state)
    assert step is not None
    if name.startswith("partisan-revolt") and not name.endswith("-set-up"):
        assert step.turn == "turn-1-us", "aggressors have no turn in game-turn 1"


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_drafts_are_legal_set_ups(name: ScenarioName, number: int) -> None:
    """`template` writes a whole set-up for every seat, which `check` accepts. (18.31)"""
    rules = opened({}, seats_of(name, number), scenario=name)
    save, n = None, 1
    order = []
    while True:
        state = rules.start if save is None else state_of(save)
        if state.phase != "set-up":
            break
        seat = state.setting_up[0]
        order.append(seat)
        orders = {"setup": [as_written(one) for one in rules.draft(state, seat, "setup")]}
        assert checked(rules, seat, orders, save).problems == ()
        save = play(rules, {seat: orders}, {}, save, n).save
        n += 1
    assert tuple(order) == rules.book.set_up_order
    assert order[-1] == "us"
    facts = SCENARIOS[name]
    forces = [
        *facts.forces.values(),
        *(one for by in facts.set_up_by.values() for one in by.values()),
    ]
    assert len(state.units) == sum(sum(force.values()) for force in forces)


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name in NAMES for number in range(2, len(SCENARIOS[name].sides) + 1)],
)
def test_nobody_drafted_begins_out_of_supply(name: ScenarioName, number: int) -> None:
    """Nor behind the set-ups of the seats that come later. (9.0)"""
    rules, state = drafted(name, number)
    out = {side: out_of_supply(rules.book, state, side) for side in rules.book.facts.sides}
    assert out == dict.fromkeys(rules.book.facts.sides, ())


def test_nobody_else_is_given_a_draft() -> None:
    rules = opened("early-assault-set-up")
    assert rules.draft(rules.start, "us", "setup") == ()
    assert rules.draft(rules.start, "aggressors", "replacements") == ()
    ready = opened("early-assault")
    assert ready.draft(ready.start, "aggressors", "setup") == ()


def test_a_ready_start_is_the_set_up_position() -> None:
    """A file leads to the very position to which the same orders lead by sheets."""
    _, by_sheets = drafted("two", 2)
    ready = opened("early-assault").start
    for field in ("urns", "destroyed", "control", "turn"):
        assert getattr(ready, field) == getattr(by_sheets, field), field
    places = [sorted((name[:-3], one.at) for name, one in state.units.items())
              for state in (by_sheets, ready)]  # fmt: skip
    assert places[0] == places[1]


def test_scenarios_have_their_titles() -> None:
    titles = [json.loads(path.read_text("utf-8"))["title"] for path in FOLDER.glob("*.json")]
    assert len({*titles}) == len(titles) == 19
    assert INVASION_AMERICA.title == "Invasion: America"

"""Positions that somebody wrote: what the rules never lead to is told, and nothing crashes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pydantic import ValidationError

from adjudicator.core.values import canonical
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.state import State
from tests.games.invasion_america.chance import Chance, RandomTable
from tests.games.invasion_america.playing import opened, units
from tests.games.invasion_america.test_combat import front, in_combat

Path = tuple[Any, ...]
WORDS = (
    "s2624", "s2332", "s2333", "s0101", "n0146", "s3043", "holding-box", "s1001", "zz", "us", "esc",
    "sau", "canada", "aggressors", "over", "set-up", "combat", "naval", "movement", "mechanised",
    "us-armour-01", "esc-amphibious-01", "us-rail-01", "esc-supply-01", "us-militia-01", "x",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, 99, 10**6)
STATES = 70


def changed(state: State, **parts: Any) -> list[str]:
    """Returns what is broken in a state of which some parts are other ones."""
    tree = json.loads(canonical(state.to_json())) | parts
    return list(front("a line").check_state(State.model_validate_json(json.dumps(tree))))


def test_a_set_up_of_nobody() -> None:
    """Once it crashed."""
    rules = opened("partisan-revolt-set-up")
    state = rules.start.model_copy(update={"setting_up": ()})
    assert list(rules.check_state(state)) == [
        "the set-up goes on with nobody left, or somebody is left and it is over"
    ]


def test_counters_drawn_before_the_set_up_is_over() -> None:
    """Else too few would be left for the units that are set up."""
    rules = opened("partisan-revolt-set-up")
    tree = json.loads(canonical(rules.start.to_json()))
    tree["urns"]["esc-cas"]["urns"]["1"]["strengths"] = {"2": 1}
    broken = list(rules.check_state(State.model_validate_json(json.dumps(tree))))
    assert "counters are drawn, or lie in the boxes, before the set-up is over" in broken


def test_control_when_combat_begins() -> None:
    """Who stands in a hex controls it; once it was not asked in the whole combat phase."""
    start = {"side": "esc", "units": units("esc infantry s2331; us infantry s2625")}
    state = in_combat(opened(start, garrison=False))
    assert changed(state, control={"s2331": "esc"}) == []
    told = ["esc-infantry-01 stands in s2331, which us controls"]
    assert changed(state, control={}) == told
    assert changed(state, control={}, attacks=1) == [], "it is taken behind the units that enter"


# -- by chance -------------------------------------------------------------------------------------


def _places(tree: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    inner = dict(enumerate(tree)) if isinstance(tree, list) else tree
    for key, value in inner.items() if isinstance(inner, dict) else ():
        yield from _places(value, (*path, key))


def _at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _change(tree: Any, choose: Chance) -> None:
    """Changes one thing: leaves it out, adds to it, puts another of its kind in its place."""
    top = choose(sorted(tree))
    path = choose([path for path in _places(tree) if path[0] == top])
    parent, last = _at(tree, path[:-1]), path[-1]
    value = parent[last]
    alike = [one for one in _places(tree) if one[-1] == last and len(one) == len(path)]
    match choose(["drop", "copy", "rename", "near", "near", "near"]):
        case "drop":
            del parent[last]
        case "copy":
            parent[last] = copy.deepcopy(_at(tree, choose(alike)))
        case "rename" if isinstance(parent, dict):
            parent[choose(WORDS)] = parent.pop(last)
        case _ if isinstance(value, bool):
            parent[last] = not value
        case _ if isinstance(value, int):
            parent[last] = choose([value - 1, value + 1, *NUMBERS])
        case _ if isinstance(value, str):
            parent[last] = choose(WORDS)
        case _ if isinstance(value, list):
            value.insert(0, choose([*WORDS, *tree.get("units", ())]))
        case _ if isinstance(value, dict):
            value[choose([*WORDS, *tree.get("units", ())])] = choose([*NUMBERS, *WORDS])


@pytest.fixture(scope="module")
def positions() -> Sequence[tuple[InvasionAmericaRules, State]]:
    """Positions of a front, of a coast, and of a set-up."""
    made: list[tuple[InvasionAmericaRules, State]] = []
    for name in ("a line", "a coast", "by the U.S."):
        rules = front(name)
        made += [(rules, rules.start), (rules, in_combat(rules))]
    rules = opened("partisan-revolt-set-up")
    return [*made, (rules, rules.start)]


def test_a_changed_position_is_refused_or_played_on(
    positions: Sequence[tuple[InvasionAmericaRules, State]],
) -> None:
    """Whatever was changed, nothing crashes: a position that is taken leads to the next step."""
    taken = 0
    for seed in range(STATES):
        choose = Chance(f"changed-{seed}")
        rules, state = choose(positions)
        tree = json.loads(state.model_dump_json()) | json.loads(canonical(state.to_json()))
        _change(tree, choose)
        try:
            changed_state = State.model_validate_json(json.dumps(tree))
        except ValidationError:
            continue
        if list(rules.check_state(changed_state)):
            continue
        taken += 1
        step = rules.next_step(changed_state)
        if step is not None and changed_state.phase != "set-up":
            table = RandomTable(rules, changed_state, choose)
            step.run(table)
            assert list(rules.check_state(table.state)) == [], (seed, step.label)
    assert taken > STATES // 10

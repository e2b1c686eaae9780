"""Pictures and reports of positions to which chance leads: none of them fails. (Chapter 18)"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import Event
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.events import GameEnded
from adjudicator.games.invasion_america.rules.ends import evaluated
from adjudicator.games.invasion_america.scenario_facts import ScenarioName
from adjudicator.games.invasion_america.state import State
from tests.games.invasion_america.chance import Chance, RandomTable
from tests.games.invasion_america.playing import opened, seats_of, set_up, state_of

STYLES = (
    Style(),
    Style(layout="phone", zones=("us", "esc", "sau", "pal"), supply=("us", "esc", "sau", "pal")),
    Style(layout="print", arrows="none"),
    Style(around="s2437", radius=2),
    Style(near=("esc",), arrows="moves"),
    Style(near=("us",), layout="phone"),
)


def told(
    rules: InvasionAmericaRules, before: State, events: Sequence[Event], state: State, at: int
) -> None:
    """Draws and tells a position; what comes out can be read."""
    style = STYLES[at % len(STYLES)]
    ElementTree.fromstring(rules.picture(state, events, style).encode())
    report = rules.report(before, events, state)
    assert report.title
    assert all(report.summary)
    assert all(rules.standings(state))


@pytest.mark.parametrize(
    ("name", "number", "steps"),
    [
        ("one", 2, 9),
        pytest.param("two", 4, 9, marks=pytest.mark.exhaustive),
        pytest.param("three", 3, 9, marks=pytest.mark.exhaustive),
        ("five", 3, 9),
        ("six", 4, 14),
    ],
)
def test_positions_by_chance(name: ScenarioName, number: int, steps: int) -> None:
    """Before the set-up, and phase by phase behind it; each step in another layout."""
    rules = opened({}, long_names(seats_of(name, number)), scenario=name)
    told(rules, rules.start, (), rules.start, number)
    choose, state = Chance(f"any-{name}-{number}"), state_of(set_up(rules)[0])
    for at in range(steps):
        step = rules.next_step(state)
        assert step is not None
        table = RandomTable(rules, state, choose)
        step.run(table)
        told(rules, state, table.events, table.state, at)
        state = table.state


def long_names(seats: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Returns seats with names as long as they may be."""
    return {
        f"{seat}-{'of-the-very-far-end-of-the-world'}"[:40]: sides for seat, sides in seats.items()
    }


@pytest.mark.parametrize("name", ["one", "three", "six"])
@pytest.mark.parametrize("winner", ["us", "esc", "nobody"])
def test_bare_and_finished_positions(name: ScenarioName, winner: str) -> None:
    """No unit is left, one side has taken all, and the match is over."""
    rules = opened({}, seats_of(name, 3), scenario=name)
    control = {} if winner == "us" else dict.fromkeys(rules.book.valued, "esc")
    if winner == "nobody":
        control = dict.fromkeys(rules.book.valued, "sau")
    state = rules.start.model_copy(
        update={"control": FrozenMap(control), "units": FrozenMap(), "phase": "mechanised",
                "setting_up": (), "turn": rules.book.facts.turns}
    )  # fmt: skip
    ended: GameEnded = evaluated(rules.book, state)
    for at, style in enumerate(STYLES):
        told(rules, state, (), state, at)
        assert style
    told(rules, state, [ended], rules.evolve(state, ended), 0)

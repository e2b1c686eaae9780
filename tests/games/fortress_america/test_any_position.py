"""Whatever a match has come to, it can be told and drawn, in every layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from adjudicator.core.game import Event
from adjudicator.core.report import Style
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america.state import INVADERS, State
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import opened

STYLES = (
    Style(layout="board", supply=INVADERS),
    Style(layout="phone", arrows="moves"),
    Style(layout="print", theme="grey", arrows="battles"),
    Style(layout="phone", theme="grey", arrows="none", supply=("southern",)),
    Style(layout="print"),
)
EACH = 7
"""Of so many steps of a match one is drawn."""


def steps_of(
    rules: FortressAmericaRules, seed: str, turns: int
) -> Iterator[tuple[State, Sequence[Event], State]]:
    """Yields each step of a match by chance: the state before, what happened, the state after."""
    state, choose = rules.start, Chance(seed)
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = RandomTable(rules, state, choose)
        step.run(table)
        yield state, table.events, table.state
        state = table.state


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [
        (FORTRESS_AMERICA_1986, "standard", {}),
        (FORTRESS_AMERICA_1986, "standard-2",
         {"invader_turns": "simultaneous", "bombers": "from-beside"}),
        (FORTRESS_AMERICA_2012, "standard-3", {"invader_victory": "individual"}),
        (FORTRESS_AMERICA_2012, "ready", {"invader_cards": True, "cards": "one-at-a-time"}),
    ],
)  # fmt: skip
def test_any_position_is_told_and_drawn(
    game: FortressAmerica, scenario: str, options: Any, pytestconfig: pytest.Config
) -> None:
    """Each step is told to everybody and to one seat after another, exhaustively to all seats."""
    is_exhaustive = pytestconfig.getoption("--exhaustive")
    rules = opened(scenario, game=game, **options)
    rules = FortressAmericaRules(game, rules.book, rules.start)
    drawn = 0
    for number, (before, events, after) in enumerate(steps_of(rules, f"told-{scenario}", 3)):
        seats = rules.seats if is_exhaustive else [rules.seats[number % len(rules.seats)]]
        for seat in (None, *seats):
            view, was = rules.view(after, seat), rules.view(before, seat)
            heard = [one for event in events if (one := rules.redact(event, seat)) is not None]
            assert rules.standings(view)
            assert rules.report(was, heard, view).title
        if number % EACH == 0:
            style = STYLES[drawn % len(STYLES)]
            assert rules.picture(after, events, style).rstrip().endswith("</svg>")
            drawn += 1
    assert drawn > len(STYLES)

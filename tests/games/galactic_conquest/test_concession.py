"""Seats that give the match up: at any moment, in whosever turn. (Rulings 31 and 32)"""

from __future__ import annotations

from functools import reduce

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.ending import SeatConceded
from adjudicator.core.referee import first_save, run
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.state import NEUTRAL
from tests.games.galactic_conquest.chance import Chance, RandomTable
from tests.games.galactic_conquest.playing import (
    THREE,
    invade,
    of_type,
    opened,
    place,
    planets,
    play,
    sheet,
)

CONCEDE = {"match": [{"order": "concede"}]}
START = planets("aldine amber 6; umber amber 1; beryl azure 3; driftgate crimson 2")
BATTLE = "turn-1/amber/invade-1/battle-1"


SCENARIOS = ("three", "four", "five", "claimed")
LEAVING = ((0, 0), (1, 1), (0, 40))
"""Which of the seats that are in leaves, and after how many steps."""


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.exhaustive] if name == "five" else [])
    for name in SCENARIOS
])  # fmt: skip
def test_a_seat_concedes_between_steps(name: str, pytestconfig: pytest.Config) -> None:
    """Whenever it does, the match goes on among the others to its end.

    Of the moments each scenario has one, and all of them from `--matches 40` on.
    """
    rules = opened(name)
    is_long = pytestconfig.getoption("--matches") >= 40
    one = SCENARIOS.index(name) % len(LEAVING)
    for leaving, at in LEAVING if is_long else LEAVING[one : one + 1]:
        choose, state, steps = Chance(f"{name}-{at}"), rules.start, 0
        while (step := rules.next_step(state)) is not None:
            if steps == at:
                seat = state.order[leaving % len(state.order)]
                state = state.model_copy(update={"conceded": (seat,)})
                state = reduce(rules.evolve, rules.conceded(state), state)
                step = rules.next_step(state)
                if step is None:
                    break
            table = RandomTable(rules, state, choose)
            step.run(table)
            state, steps = table.state, steps + 1
        assert state.result is not None
        if state.conceded:
            assert state.conceded[0] in state.fallen or state.result.reason == "conceded"
            assert state.result.winner not in state.conceded


def test_the_attacker_concedes_while_the_defender_is_asked() -> None:
    """The battle that was asked for is fought; nothing more that he ordered is carried out."""
    rules = opened(START, THREE, ask=["defend"])
    orders = {"place": [place(3, "umber")],
              "invade": [invade("aldine", "beryl", until={"captured": True})]}  # fmt: skip
    first = play(rules, {"amber": orders}, {})
    assert [question.topic for question in first.save.pending] == ["defend"]
    label = f"{BATTLE}/defend"
    sheets = {
        "amber": sheet("amber", 2, orders=CONCEDE),
        "azure": sheet("azure", 2, answers={label: {"order": "defend", "dice": 2}}),
    }
    dice = ScriptedDice({f"{BATTLE}/attacker": [6, 5, 1], f"{BATTLE}/defender": [4, 6]})
    done = run(rules, first.save, sheets, 2, dice=dice)
    assert not dice.unused
    assert [event.seat for event in of_type(done, SeatConceded)] == ["amber"]
    assert [event.reason for event in of_type(done, e.InvasionStopped)] == ["conceded"]
    assert done.state.owners["aldine"] == NEUTRAL
    assert done.state.troops["aldine"] == 5
    assert (done.state.seat, done.state.turn, done.state.order) == ("azure", 1, THREE[1:])
    assert dict(done.state.to_place) == {"azure": 3}


def test_the_defender_concedes_instead_of_an_answer() -> None:
    """He defends with two; his planets are neutral when the step is over."""
    rules = opened(START, THREE, ask=["defend"])
    orders = {"place": [place(3, "umber")], "invade": [invade("aldine", "beryl")]}
    first = play(rules, {"amber": orders}, {})
    rolls = {f"{BATTLE}/attacker": [6, 5, 1], f"{BATTLE}/defender": [4, 6]}
    done = play(rules, {"azure": CONCEDE}, rolls, first.save, 2)
    assert done.state.owners["beryl"] == NEUTRAL
    assert done.state.troops["beryl"] == 2
    assert done.state.seat == "crimson"


def test_a_draw_needs_those_who_still_have_troops() -> None:
    """Azure has fallen: the other two agree without it."""
    rules = opened(planets("aldine amber 6; driftgate crimson 2"), THREE)
    offers = {seat: {"match": [{"order": "offer-draw"}]} for seat in ("amber", "crimson")}
    done = run(
        rules,
        first_save(rules),
        {seat: sheet(seat, 1, orders=orders) for seat, orders in offers.items()},
        1,
        dice=ScriptedDice({}),
    )
    assert done.state.result is not None
    assert done.state.result.reason == "draw"

"""Questions: a match that asks everything arrives where one that never asks does."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.referee import first_save, run
from tests.games.fortress_america.playing import opened, sheet, start
from tests.games.fortress_america.running_example import DICE, ORDERS

ASKED = ["lasers", "invasion", "targets", "disengage", "retreat"]


def test_suspending_at_every_question_equals_a_straight_run() -> None:
    """Every answer is the first option, which is the default. (Ruling 14)"""
    straight = opened("western-first-turn")
    positions = straight.start.to_json()
    fields = {"side": "western", "units": positions["units"]}
    asking = opened(fields, ask=ASKED)
    once = run(
        straight, first_save(straight), {"western": sheet("western", orders=ORDERS)}, 1,
        dice=ScriptedDice(DICE),
    )  # fmt: skip
    save, n, asked = first_save(asking), 1, list[str]()
    sheets = {"western": sheet("western", orders=ORDERS)}
    while True:
        done = run(asking, save, sheets, n, dice=ScriptedDice(DICE))
        save, n = done.save, n + 1
        questions = [pending for pending in save.pending if pending.topic != "orders"]
        if not questions:
            break
        answers: dict[str, dict[str, Any]] = {}
        for question in questions:
            assert question.options is not None
            assert question.seat is not None
            answers.setdefault(question.seat, {})[question.label] = question.options[0]
            asked.append(question.label)
        sheets = {seat: sheet(seat, n, orders={}, answers=given) for seat, given in answers.items()}
    assert "turn-1/western/battle/portland/defender/mechanized/target-1" in asked
    assert done.state == once.state


def test_a_held_second_movement_is_asked_for_after_the_dice() -> None:
    rules = opened(start("w2 western infantry 1; portland usa infantry 1"))
    battle = "turn-1/western/battle/portland"
    dice = {f"{battle}/defender/foot/infantry": [2], f"{battle}/attacker/foot/infantry": [6]}
    first = sheet("western", orders={"declare": [{"order": "declare", "area": "portland"}]},
                  hold=["invasion"])  # fmt: skip
    done = run(rules, first_save(rules), {"western": first}, 1, dice=ScriptedDice(dice))
    (pending,) = done.save.pending
    assert (pending.topic, pending.label) == ("invasion", "turn-1/western/invasion")
    move = {"order": "move", "unit": "infantry", "count": 1, "path": ["w2", "portland"]}
    second = sheet("western", 2, orders={"invasion": [move]})
    done = run(rules, done.save, {"western": second}, 2, dice=ScriptedDice({}))
    assert dict(done.state.control) == {"portland": "western"}

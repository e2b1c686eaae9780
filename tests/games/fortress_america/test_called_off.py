"""Guards in words: what they say, and why a battle was called off."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.fortress_america.battle_lines import called_off_text
from adjudicator.games.fortress_america.events import BattleCalledOff
from adjudicator.games.fortress_america.rules.battle_order import called_off
from adjudicator.games.fortress_america.state import Guard
from adjudicator.games.fortress_america.words import chance_text, guard_text, percent_text
from tests.games.fortress_america.playing import declare, move, of_type, opened, play, start

FIELDS = {"hovertank": 1, "infantry": 2}


@pytest.mark.parametrize(
    ("guard", "changed", "expected"),
    [
        ({"at_least": {"units": 4}}, {}, "3 units would attack, at least 4 must"),
        ({"at_least": {"mobile-unit": 2}}, {}, "0 mobile units would attack, at least 2 must"),
        ({"at_least": {"ratio": "2/1"}}, {}, "3 against 2 are less than the 2/1 wanted"),
        ({"until": {"lost": 1}}, {"units_lost": 1},
         "1 unit was destroyed this turn, the limit is 1"),
        ({"until": {"lost": 2}}, {"units_lost": 3},
         "3 units were destroyed this turn, the limit is 2"),
        ({"until": {"won": 1}}, {"battles_won": 1}, "1 battle was won this turn, the limit is 1"),
    ],
)  # fmt: skip
def test_why_a_battle_is_called_off(
    guard: dict[str, Any], changed: dict[str, int], expected: str
) -> None:
    rules = opened(start("w2 western infantry 2 hovertank 1; portland usa infantry 2"))
    attacks = {"portland": {"w2": FIELDS}}
    state = type(rules.start).model_validate(
        rules.start.model_dump(mode="json") | {"attacks": attacks, "guards": {"portland": guard}}
        | changed, strict=False,
    )  # fmt: skip
    event = called_off(rules.book, state, "portland", "usa")
    assert event is not None
    assert called_off_text(rules.narrator, rules.book, event) == (
        f"Portland: {expected}. The battle is called off: a hovertank and 2 infantry in W2 stay "
        "out."
    )


def test_bombers_over_their_target_are_told_to_fight() -> None:
    rules = opened(start("w2 western infantry 1 bomber 1; portland usa infantry 2"))
    orders: dict[str, Any] = {
        "declare": declare("portland"), "maneuvers": [move("bomber", 1, "w2", "portland")],
    }  # fmt: skip
    battle = "turn-1/western/battle/portland"
    dice = {f"{battle}/defender/foot/infantry": [3, 3], f"{battle}/attacker/air/bomber": [3]}
    standing = [{"standing": "battles", "at_least": {"chance": "99/100"}}]
    told = []
    for moves in ([], [move("infantry", 1, "w2", "w1")]):
        orders["attacks"] = [
            {"order": "attack", "area": "portland", "with": {"portland": {"bomber": 1}}}
        ] if moves else []  # fmt: skip
        done = play(rules, {"western": {"orders": orders, "standing": standing}}, dice)
        (event,) = of_type(done, BattleCalledOff)
        told.append(called_off_text(rules.narrator, rules.book, event).partition("The battle ")[2])
        report = rules.report(rules.start, done.events, done.state)
        lines = [line.text for part in report.paragraphs for line in part.lines]
        assert called_off_text(rules.narrator, rules.book, event) in lines
        assert any(line.endswith("only with a chance of 99/100.") for line in lines)
    assert told == ["is for the bombers over it alone: an infantry unit in W2 stays out.",
                    "is fought all the same: bombers over their target must fight."]  # fmt: skip


def test_guards_in_words() -> None:
    def text(**parts: Any) -> str:
        return guard_text(Guard.model_validate(parts))

    assert text(at_least={"units": 3, "mobile-unit": 1}) == (
        "only with at least 1 mobile unit and 3 units"
    )
    assert text(at_least={"ratio": "3/2", "chance": "1/2"}, until={"lost": 1, "won": 2}) == (
        "only with odds of 3/2 and a chance of 1/2; not once 1 own unit is destroyed; "
        "not once 2 battles are won"
    )


def test_chances_in_words() -> None:
    assert chance_text(0, 1) == "0 percent"
    assert chance_text(1, 1) == "100 percent"
    assert chance_text(5, 8) == "62 percent (5/8)"
    assert chance_text(999, 1000) == "99 percent (999/1000)"
    assert chance_text(1, 10**9) == "less than 1 percent"
    assert percent_text(1, 3) == "33 percent"

"""What a report says of attacks: totals with their reasons, conditions in words, labels of dice."""

from __future__ import annotations

from typing import Any

from adjudicator.games.invasion_america.combat_report import combat_line
from tests.games.invasion_america.playing import opened, play, units

ATTACK = "turn-1/esc/combat/attack-1"


def lines_of(text: str, dice: dict[str, list[int]], *attacks: Any) -> dict[str, str | None]:
    """Returns the lines of the combat phase, each with its label."""
    rules = opened({"side": "esc", "units": units(text)}, garrison=False)
    done = play(rules, {"aggressors": {"combat": [*attacks]}}, dice)
    told = (combat_line(rules.narrator, event) for event in done.events)
    return {line.text: line.label for line in told if line is not None}


def attack(unit: str, number: str, **more: Any) -> dict[str, Any]:
    return {"order": "attack", "units": [unit], "hexes": [number], **more}


def test_terrain_and_halving_are_told_with_the_die() -> None:
    """The label is that of the die, by which anybody can check it."""
    told = lines_of(
        "esc hovercraft s2824; us 2 rail s2825; us cas s2825",
        {f"{ATTACK}/die": [6], f"{ATTACK}/reveal/us-cas-01/1": [1]},
        attack("esc-hovercraft-01", "s2825"),
    )
    (line,) = (line for line, label in told.items() if label is not None)
    assert line == "2 against 2, 1 to 1 (attackers halved; us-cas-01 halved)"
    assert told[line] == f"{ATTACK}/die"


def test_who_is_multiplied() -> None:
    """Urban terrain doubles infantry."""
    told = lines_of(
        "esc hovercraft s2824; esc supply s2230; us infantry s2825",
        {f"{ATTACK}/die": [6], f"{ATTACK}/reveal/us-infantry-01/1": [1]},
        attack("esc-hovercraft-01", "s2825"),
    )
    (line,) = (line for line, label in told.items() if label is not None)
    assert line == "3 against 4, 1 to 2 (times 2)"


def test_conditions_in_words() -> None:
    told = lines_of(
        "esc hovercraft s2624; esc hovercraft s2724; us infantry s2625; us infantry s2725",
        {},
        attack("esc-hovercraft-01", "s2625", at_least="3-1"),
        attack("esc-hovercraft-02", "s2725", if_won=["s2625"]),
    )
    assert [*told] == [
        "The attack on s2625 is called off: the odds expected are 1 to 2; 3 to 1 is wanted.",
        "The attack on s2725 is called off: enemies are left in s2625.",
    ]

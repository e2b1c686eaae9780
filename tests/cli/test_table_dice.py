"""`adjudicate --rolls -`: dice of a table, typed in one roll after the other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adjudicator.cli.app import app
from adjudicator.cli.table_dice import in_words
from tests.cli.calls import call
from tests.cli.toy_commands import new, opened, sheet
from tests.core.toy_orders import MARCH

WEATHER, ATTACK = "turn-1/weather/soldier-2", "turn-1/fight/attacker"


@pytest.fixture(autouse=True)
def before_the_march(interrupts_restored: None, toy_registered: None) -> None:
    new("--mode", "external")
    opened()
    sheet("blue", {"orders": MARCH})


def typed(text: str, *options: str) -> Result:
    words = ["adjudicate", "m", "blue.json", "--rolls", "-", *options]
    return CliRunner().invoke(app, words, input=text)


def rolled() -> dict[str, list[int]]:
    """Returns the rolls that the log took on trust."""
    lines = [json.loads(line) for line in Path("m/log.jsonl").read_text().splitlines()]
    return {line["label"]: line["values"] for line in lines if line.get("kind") == "external-roll"}


def test_every_roll_is_asked_for_in_words() -> None:
    done = typed("2\n1 1\n")
    assert done.exit_code == 0, done.output
    assert "Turn 1, weather:\n  Soldier 2 - 1d6: Turn 1, fight:\n  Attacker - 2d6: " in done.stderr
    assert rolled() == {WEATHER: [2], ATTACK: [1, 1]}
    assert "opening 2: turn-1-blue; 3 dice rolled" in done.stdout
    assert call("verify", "m").exit_code == 0


def test_what_the_dice_cannot_show_is_asked_for_again() -> None:
    done = typed("7\nsix\n\n2\n1\n1, 1\n")
    assert done.exit_code == 0, done.output
    assert "a die of this roll shows 7, but has 6 sides. Give a value from 1 to 6." in done.stderr
    assert "a die of this roll shows 0" in done.stderr
    assert "this roll needs 1d6, not 0 dice. Give 1 value from 1 to 6." in done.stderr
    assert "this roll needs 2d6, not 1 dice. Give 2 values from 1 to 6." in done.stderr
    assert rolled() == {WEATHER: [2], ATTACK: [1, 1]}


def test_a_roll_is_taken_back() -> None:
    done = typed("undo\n3\nundo\n2\n1,1\n")
    assert done.exit_code == 0, done.output
    assert "there is no roll to take back" in done.stderr
    assert "taken back: Soldier 2: 3\n" in done.stderr
    assert rolled() == {WEATHER: [2], ATTACK: [1, 1]}


@pytest.mark.parametrize("end", ["", "stop\n"])
def test_it_stops_where_the_rolls_end(end: str) -> None:
    stopped = typed(f"2\n{end}")
    assert stopped.exit_code == 3, stopped.output
    assert f"due: roll 2d6 as {ATTACK}" in stopped.stdout
    assert rolled() == {WEATHER: [2]}
    rest = CliRunner().invoke(app, ["adjudicate", "m", "--rolls", "-"], input="1 1\n")
    assert rest.exit_code == 0, rest.output
    assert rolled() == {WEATHER: [2], ATTACK: [1, 1]}


def test_who_quits_changes_nothing_and_keeps_his_rolls() -> None:
    before = {path: path.read_bytes() for path in Path("m").rglob("*") if path.is_file()}
    left = typed("2\nquit\n", "--out", "copy")
    assert left.exit_code == 1
    assert {path: path.read_bytes() for path in Path("m").rglob("*") if path.is_file()} == before
    assert not Path("copy").exists()
    Path("rolls.json").write_text(left.stdout)
    assert json.loads(left.stdout) == {WEATHER: [2]}
    assert "Nothing was adjudicated." in left.stderr
    assert call("adjudicate", "m", "blue.json", "--rolls", "rolls.json").exit_code == 3
    assert rolled() == {WEATHER: [2]}


def test_an_interrupt_keeps_the_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["2\n"])

    def readline() -> str:
        for line in lines:
            return line
        raise SystemExit(130)

    monkeypatch.setattr("adjudicator.cli.table_dice.read_line", readline)
    stopped = typed("")
    assert stopped.exit_code == 130
    assert json.loads(stopped.stdout) == {WEATHER: [2]}
    assert rolled() == {}


def test_rolls_are_kept_where_nothing_can_be_done_with_them() -> None:
    failed = typed("2\n1 1\n", "--out", "m")
    assert failed.exit_code == 4
    assert json.loads(failed.stdout) == {WEATHER: [2], ATTACK: [1, 1]}
    assert rolled() == {}


def test_who_quits_at_once_keeps_nothing() -> None:
    left = typed("quit\n")
    assert (left.exit_code, left.stdout) == (1, "")


def test_only_a_match_of_mode_external_asks() -> None:
    made = call("new", "toy", "n", "--scenario", "duel.json")
    assert made.exit_code == 0, made.output
    refused = CliRunner().invoke(app, ["adjudicate", "n", "--rolls", "-"], input="1\n")
    assert refused.exit_code == 4
    assert "rolls-not-external" in refused.stderr


def test_labels_are_told_in_words() -> None:
    label = "turn-1/western/battle/portland/defender/foot/infantry"
    assert in_words(label) == ("Turn 1, western", "Battle, portland, defender, foot, infantry")
    assert in_words("weather") == ("Weather", "Weather")

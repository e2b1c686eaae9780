"""What whoever plays for the first time mistypes, forgets or reads twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.cli.app import app

STATE = "m/openings/n0000-start/state.json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def new(*options: str) -> None:
    made = call("new", "fortress-america-1986", "m", "--scenario", "ready", *options)
    assert made.exit_code == 0, made.output


def sheet(seat: str, *options: str, **change: Any) -> str:
    done = call("template", "m", seat, *options, "--out", f"{seat}.json")
    assert done.exit_code == 0, done.output
    path = Path(f"{seat}.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    return str(path)


@pytest.mark.parametrize("where", ["m", STATE])
def test_a_template_without_a_seat_names_the_seats(where: str) -> None:
    new()
    done = call("template", where)
    assert done.exit_code == 2
    assert f"name a seat after {where}: eastern, southern, usa, western" in done.stderr


def test_the_sheet_of_the_built_in_player_comes_without_examples() -> None:
    new()
    assert "Examples" in call("template", "m", "western").stderr
    assert not call("template", "m", "western", "--play").stderr
    written = call("template", "m", "western", "--play", "--out", "w.json").stdout
    assert written == "wrote w.json\nnext: adjudicator check m w.json\n"


def test_a_template_after_the_end_says_that_the_match_is_over() -> None:
    new()
    for seat in ("western", "southern", "eastern"):
        path = sheet(seat, orders={"match": [{"order": "concede"}]})
        assert call("adjudicate", "m", path).exit_code == 0
    done = call("template", "m", "usa")
    assert done.stderr == "The match is over: no sheet is awaited any more.\n"
    late = call("check", "m", "eastern.json")
    assert late.exit_code == 1
    assert "match-over: the match is over" in late.stderr
    assert "Paste" not in late.stderr


def test_values_of_options_are_named() -> None:
    new()
    done = call("map", "m", "--layout", "prnt")
    assert done.exit_code == 2
    assert "'prnt' is none of board, phone, print" in done.stderr
    assert "Value error" not in done.stderr


@pytest.mark.parametrize("name", ["map.png", "map.PDF"])
def test_a_map_is_not_written_under_the_name_of_another_format(name: str) -> None:
    new()
    done = call("map", "m", "--out", name)
    assert done.exit_code == 2
    assert "the map is SVG: name a file that ends in .svg" in done.stderr
    assert not Path(name).exists()


def test_lines_of_status_and_verify_fit_a_terminal() -> None:
    new()
    given = call("adjudicate", "m", sheet("western", "--play"))
    assert given.exit_code == 0, given.output
    told = call("verify", "m").stdout + call("status", "m").stdout.partition("To begin")[0]
    assert max(map(len, told.splitlines())) <= 80


def test_an_empty_sheet_does_nothing_with_what_is_awaited() -> None:
    new()
    said = "mailed like this, it does nothing with what is awaited of this seat"
    assert said in call("check", "m", sheet("western")).stdout
    assert said not in call("check", "m", sheet("usa")).stdout


def test_a_mailed_state_does_not_hold_what_the_player_turn_was_ordered() -> None:
    new()
    asks = [{"standing": "ask", "topics": ["targets", "retreat"]}]
    first = call("adjudicate", "m", sheet("western", "--play", standing=asks))
    assert first.exit_code == 3, first.output
    (state,) = Path("m/openings").glob("n0001-*/state.json")
    done = call("check", str(state), sheet("western"))
    assert done.exit_code == 0, done.output
    assert "the referee's program will run the rules on it" in done.stdout
    assert "No attack is ordered" not in done.stdout
    assert "Battles ahead" not in done.stdout


def test_a_roll_that_nobody_asks_for_is_named() -> None:
    new("--mode", "external")
    assert call("adjudicate", "m", sheet("western", "--play")).exit_code == 3
    Path("rolls.json").write_text('{"turn-1/western/battle/nowhere/attacker/air/bomber": [3]}')
    done = call("adjudicate", "m", "--rolls", "rolls.json")
    assert "battle/nowhere/attacker/air/bomber was given, but never rolled" in done.stderr
    assert "--rolls -` asks for the dice one by one" in call("status", "m").stdout


def test_a_seat_that_plays_several_invaders_at_once_sees_the_chances_of_each() -> None:
    made = call("new", "fortress-america-1986", "m", "--scenario", "standard-2",
                "--option", "invader_turns=simultaneous")  # fmt: skip
    assert made.exit_code == 0, made.output
    for seat in ("usa", "invaders"):
        assert call("adjudicate", "m", sheet(seat)).exit_code == 0
    told = call("check", "m", sheet("invaders", "--play")).stdout
    for side in ("western", "southern", "eastern"):
        assert f"The {side} invader: battles ahead\n" in told
        assert f"The {side} invader: orders that hang on dice\n" in told
    assert "No second movement is ordered" not in told


def test_examples_are_of_this_position_though_a_card_will_be_asked_for() -> None:
    new("--option", "cards=one-at-a-time")
    sides = ("western", "southern", "eastern")
    done = call("adjudicate", "m", *(word for side in sides for word in ("--play", side)),
                "--until", "usa")  # fmt: skip
    assert done.exit_code == 0, done.output
    examples = call("template", "m", "usa").stderr
    assert '["w1", "w2", "portland"]' not in examples


def test_too_few_reinforcements_say_whose() -> None:
    made = call("new", "fortress-america-1986", "m", "--scenario", "standard-2",
                "--option", "invader_turns=simultaneous")  # fmt: skip
    assert made.exit_code == 0, made.output
    for seat in ("usa", "invaders", "invaders", "usa"):
        assert call("adjudicate", "m", sheet(seat, "--play")).exit_code == 0
    assert call("check", "m", sheet("invaders")).exit_code == 0, "the template is a start"
    done = call("check", "m", sheet("invaders", orders={"reinforcements": []}))
    for side in ("western", "southern", "eastern"):
        assert f"8 units must be placed by {side}, not 0" in done.stderr


def test_a_template_is_legal_as_it_is_and_cards_one_at_a_time_cost_a_mail() -> None:
    made = call("new", "fortress-america-1986", "m", "--scenario", "standard-2",
                "--option", "cards=one-at-a-time")  # fmt: skip
    assert made.exit_code == 0, made.output
    for seat in ("usa", "invaders", "invaders", "invaders", "invaders"):
        done = call("adjudicate", "m", sheet(seat))
        assert done.exit_code == 0, done.output
    told = call("check", "m", sheet("usa")).stdout
    assert "usa: cards (a question without a default, if the sheet does not answer it)" in told


def test_a_draw_is_told_where_it_was_agreed() -> None:
    new()
    for seat, word in (
        ("usa", "offer-draw"), ("western", "accept-draw"), ("southern", "accept-draw"),
        ("eastern", "accept-draw"),
    ):  # fmt: skip
        path = sheet(seat, orders={"match": [{"order": word}]})
        assert call("adjudicate", "m", path).exit_code == 0
    report = call("report", "m").stdout
    assert "eastern accepts the draw.\nThe match is over: it is drawn" in report
    assert "Reinforcements" not in report

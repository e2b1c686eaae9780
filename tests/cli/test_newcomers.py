"""What whoever plays for the first time mistypes, forgets or reads twice."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli import audit
from adjudicator.cli.app import COMMANDS, GROUPS
from tests.cli.calls import call

STATE = "m/now/state.json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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
    assert done.stderr == "The match is over: no sheet is due any more.\n"
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


@pytest.mark.parametrize("name", ["map.jpg", "map.PDF"])
def test_a_map_is_not_written_under_the_name_of_another_format(name: str) -> None:
    new()
    done = call("map", "m", "--out", name)
    assert done.exit_code == 2
    assert "the map is SVG or PNG: end it in .svg or .png" in done.stderr
    assert not Path(name).exists()


def test_lines_of_status_and_verify_fit_a_terminal() -> None:
    new()
    given = call("adjudicate", "m", sheet("western", "--play"))
    assert given.exit_code == 0, given.output
    told = call("verify", "m").stdout + call("status", "m").stdout.partition("To begin")[0]
    assert max(map(len, told.splitlines())) <= 80


def test_an_empty_sheet_does_nothing_with_what_is_awaited() -> None:
    new()
    said = "mailed like this, it leaves the turn of this seat empty"
    assert said in call("check", "m", sheet("western")).stdout
    assert said not in call("check", "m", sheet("usa")).stdout


def test_an_empty_sheet_is_all_that_a_deal_awaits() -> None:
    made = call("new", "fortress-america-2012", "m", "--option", "invader_cards=true",
                "--scenario", "ready")  # fmt: skip
    assert made.exit_code == 0, made.output
    said = "there is nothing to order now: send the sheet as it stands"
    assert said in call("check", "m", sheet("western")).stdout


def test_a_mailed_state_does_not_hold_what_the_player_turn_was_ordered() -> None:
    new()
    asks = [{"standing": "ask", "topics": ["targets", "retreat"]}]
    first = call("adjudicate", "m", sheet("western", "--play", standing=asks))
    assert first.exit_code == 3, first.output
    state = Path("m/now/state.json")
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
    assert "asked for the dice one by one: adjudicator adjudicate m --rolls -" in (
        call("status", "m").stdout
    )


def test_a_seat_that_plays_several_invaders_at_once_sees_the_chances_of_each() -> None:
    made = call("new", "fortress-america-1986", "m", "--scenario", "standard-2",
                "--option", "invader_turns=simultaneous")  # fmt: skip
    assert made.exit_code == 0, made.output
    for seat in ("usa", "invaders"):
        assert call("adjudicate", "m", sheet(seat)).exit_code == 0
    told = call("check", "m", sheet("invaders", "--play")).stdout
    for side in ("western", "southern", "eastern"):
        assert f"The {side} invader: battles ahead\n" in told
        assert f"The {side} invader: orders that depend on dice\n" in told
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
    told = "accepts the draw.\nThe match is over: all seats left in it agreed to a draw."
    assert f"The eastern invader {told}" in report
    assert "Reinforcements" not in report


# --- what a mailed state.json is worth ----------------------------------------------------------


def test_a_mailed_state_is_compared_with_the_log() -> None:
    new()
    done = call("verify", "m/log.jsonl", "--state", STATE)
    assert done.exit_code == 0, done.output
    assert f"  {STATE} goes with this log: at the start," in done.stdout
    assert "Its state is the one whose hash stands there." in done.stdout
    shutil.copy(STATE, "mailed.json")
    assert call("adjudicate", "m", sheet("western", "--play")).exit_code == 0
    older = json.loads(call("verify", "m", "--state", "mailed.json", "--json").stdout)
    assert re.search(r"line k=0, \d+ lines before its end\.$", older["state"][0])
    shutil.copy(STATE, "mailed.json")
    assert call("rewind", "m", "--to", "0", "--reason", "a mistake").exit_code == 0
    taken = call("verify", "m", "--state", "mailed.json").stdout
    assert "that opening was taken back since" in " ".join(taken.split())


def test_a_changed_state_refutes_itself_and_not_the_log() -> None:
    new()
    mailed = json.loads(Path(STATE).read_bytes())
    mailed["state"]["turn"] = 2
    Path("state.json").write_text(json.dumps(mailed))
    done = call("verify", "m", "--state", "state.json")
    assert done.exit_code == 1
    assert "illegal state-false" in done.stderr
    said = "m/log.jsonl: sound.\nstate.json: it does not go with this log.\n"
    assert done.stdout.endswith(said)


def test_what_the_tools_of_a_player_rely_on_is_compared_too() -> None:
    new()
    mailed = json.loads(Path(STATE).read_bytes())
    for part, value in (
        ("header", {"n": 4}), ("scenario", {"options": {}}), ("pledges_follow", True),
    ):  # fmt: skip
        changed = mailed[part] | value if isinstance(value, dict) else value
        Path("state.json").write_text(json.dumps(mailed | {part: changed}))
        done = call("verify", "m", "--state", "state.json")
        assert (done.exit_code, "state-false" in done.stderr) == (1, True), part


# --- a match that awaits joins, and what goes with the wrong command ----------------------------


def test_a_match_that_awaits_joins_has_a_status() -> None:
    new("--joins")
    assert call("join", "m/offer.json", "usa").exit_code == 0
    assert call("begin", "m", "join-m-usa.json").exit_code == 3
    said = call("status", "m")
    assert said.exit_code == 0
    assert "in: the join of usa\n" in said.stdout
    assert "due: the join of western: adjudicator join offer.json western\n" in said.stdout
    assert "mail to everybody: m/offer.json\n" in said.stdout
    assert json.loads(call("status", "m", "--json").stdout)["joined"] == ["usa"]
    for command in ("verify", "luck", "head", "dispute", "map"):
        done = call(command, "m")
        assert (done.exit_code, "it waits for joins" in done.stderr) == (4, True), command


def test_joins_come_after_the_folder() -> None:
    new("--joins")
    call("join", "m/offer.json", "usa")
    done = call("begin", "join-m-usa.json", "m")
    assert (done.exit_code, "name the folder first" in done.stderr) == (2, True)


def test_a_join_without_a_chain_is_refused_where_it_is_made() -> None:
    new("--joins", "--mode", "sealed")
    done = call("join", "m/offer.json", "usa", "--without-chain")
    assert (done.exit_code, "with a chain of its own" in done.stderr) == (2, True)
    assert not Path("join-m-usa.json").exists()


def test_a_misspelled_mode_is_repeated() -> None:
    done = call("new", "fortress-america-1986", "m", "--mode", "seald")
    assert (done.exit_code, "'seald' is none of referee" in done.stderr) == (2, True)


def test_a_deadline_before_the_beacon_began_has_passed() -> None:
    new("--mode", "beacon")
    done = call("adjudicate", "m", "--deadline", "2020-01-01T00:00:00Z")
    assert (done.exit_code, "round-past" in done.stderr) == (1, True)


def test_a_locked_match_says_where_the_value_of_the_beacon_stands() -> None:
    new("--mode", "beacon")
    assert call("adjudicate", "m", "--round", "9999999999").exit_code == 0
    done = call("adjudicate", "m", sheet("western", "--play"))
    assert done.exit_code == 3
    where = "https://api.drand.sh/v2/beacons/quicknet/rounds/9999999999"
    assert f"  curl -s {where} -o round.json\n" in done.stdout


def test_who_is_awaited_for_nothing_is_told_so() -> None:
    new()
    assert "Nothing is due from usa now" in call("template", "m", "usa", "--play").stderr
    assert "nothing is due from usa in this opening" in call("check", "m", sheet("usa")).stdout


# --- verify, for people --------------------------------------------------------------------------


def test_a_log_cut_off_by_the_mail_is_not_called_sound() -> None:
    new()
    call("adjudicate", "m", sheet("western", "--play"))
    raw = Path("m/log.jsonl").read_bytes()
    Path("cut.jsonl").write_bytes(raw[:-100])
    done = call("verify", "cut.jsonl")
    assert "cut.jsonl: sound" not in done.stdout.replace("sound as far as it goes", "")


def test_many_problems_are_counted_and_not_all_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "SHOWN", 3)
    new()
    call("adjudicate", "m", sheet("western", "--play"))
    raw = Path("m/log.jsonl").read_bytes()
    Path("forged.jsonl").write_bytes(raw.replace(b'"sides":6', b'"sides":8'))
    listed = json.loads(call("verify", "forged.jsonl", "--json").stdout)["problems"]
    assert len(listed) > 3
    done = call("verify", "forged.jsonl")
    assert f"... and {len(listed) - 3} problems more; --json lists them all\n" in done.stderr


def test_every_command_is_listed_once() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(COMMANDS)


def test_what_must_be_said_stands_in_the_usage() -> None:
    assert "rewind [OPTIONS] --to N --reason TEXT [MATCH]" in call("rewind", "--help").stdout


def test_git_keeps_the_files_of_a_match_as_they_are() -> None:
    new()
    assert Path("m/.gitattributes").read_text() == "* -text\n"


def test_the_last_opening_says_who_has_won() -> None:
    call("new", "galactic-conquest", "m", "--scenario", "three")
    for seat in ("azure", "crimson"):
        given = sheet(seat, orders={"match": [{"order": "concede"}]})
        done = call("adjudicate", "m", given)
    assert "The match is over, won by Amber" in done.stdout

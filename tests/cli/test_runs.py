"""A sheet for a whole run as players use it: with a hold, replaced, sealed, mailed, in a clone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import call

FORTRESS = ("fortress-america-1986", "standard-2", "invaders")
INVASION = ("invasion-america", "three-pronged-invasion", "aggressors")
GAMES = [FORTRESS, pytest.param(*INVASION, marks=pytest.mark.exhaustive)]
AHEAD = {
    "aggressors": ["turn-1-esc", "turn-1-pal"],
    "invaders": ["turn-1-southern", "turn-1-eastern"],
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def done(*words: str | Path, code: int = 0) -> str:
    """Calls the program, which must end with a code; returns all that it printed."""
    result = call(*words)
    assert result.exit_code == code, result.output
    return result.output


def read(path: str | Path) -> Any:
    return json.loads(Path(path).read_bytes())


def write(path: str, document: Any) -> str:
    Path(path).write_text(json.dumps(document))
    return path


def begun(game: str, scenario: str, *options: str) -> None:
    """A match m in which the seat with the run is to play."""
    done("new", game, "m", "--scenario", scenario, *options)
    for _ in range(0 if game == "invasion-america" else 2):
        done("adjudicate", "m", "--play", "all")


def state() -> Path:
    return Path("m/now/state.json")


def turn() -> str:
    return str(json.loads(done("status", "m", "--json"))["turn"])


def run_sheet(seat: str, *options: str) -> Any:
    done("template", "m", seat, "--run", "--play", "--out", "run.json", *options)
    return read("run.json")


@pytest.mark.parametrize(("game", "scenario", "seat"), GAMES)
def test_status_says_that_one_sheet_may_be_for_several_player_turns(
    game: str, scenario: str, seat: str
) -> None:
    begun(game, scenario)
    for where in (Path("m"), state()):
        assert json.loads(done("status", where, "--json"))["ahead"] == {seat: AHEAD[seat]}
        told = " ".join(done("status", where).split())
        listed = " and ".join(AHEAD[seat])
        assert f"{seat} may order {listed} in the same sheet: template --run" in told
    run_sheet(seat)
    done("adjudicate", "m", "run.json")
    assert json.loads(done("status", "m", "--json"))["ahead"] == {}
    assert "--run" not in done("status", "m")


@pytest.mark.parametrize(("game", "scenario", "seat"), [FORTRESS, INVASION])
def test_a_run_with_a_hold_is_audited_told_and_disputed(
    game: str, scenario: str, seat: str
) -> None:
    """A part may hold a topic: the match stops there, in the same opening as all before it."""
    begun(game, scenario)
    sheet = run_sheet(seat)
    second = AHEAD[seat][0]
    topic = "mechanised" if game == "invasion-america" else "invasion"
    sheet["then"][second]["hold"] = [topic]
    write("run.json", sheet)
    assert f"then {second}" in done("check", "m", "run.json")
    before = json.loads(done("status", "m", "--json"))["opening"]
    told = done("adjudicate", "m", "run.json", code=3)
    assert topic in told
    after = json.loads(done("status", "m", "--json"))
    assert (after["opening"], after["turn"]) == (before + 1, second)
    done("verify", "m")
    assert second in done("dispute", "m", "--full")
    done("report", "m")
    # The hold is lifted by a sheet for the present part; what stands for later parts stays.
    third = AHEAD[seat][1]
    hint = " ".join(done("template", "m", seat, "--out", "go.json").split())
    assert f"{third}: an earlier sheet orders it, and stands" in hint
    assert f"{seat} has ordered {third} already" in done("status", "m")
    go = read("go.json")
    write("go.json", {**go, "orders": {topic: []}, "hold": []})
    done("check", "m", "go.json")
    done("adjudicate", "m", "go.json")
    assert turn().startswith("turn-1-us")
    done("verify", "m")


@pytest.mark.parametrize(("game", "scenario", "seat"), GAMES)
def test_a_second_sheet_before_the_opening_replaces_the_whole_run(
    game: str, scenario: str, seat: str
) -> None:
    """One that names no later player-turn takes those of the first away."""
    begun(game, scenario)
    one = run_sheet(seat)
    one["hold"] = ["naval" if game == "invasion-america" else "reinforcements"]
    write("first.json", one)
    done("adjudicate", "m", "first.json", code=3)
    done("template", "m", seat, "--play", "--out", "short.json")
    assert "then" not in read("short.json")
    done("adjudicate", "m", "short.json")
    assert turn() == AHEAD[seat][0]
    done("verify", "m")


@pytest.mark.parametrize(("game", "scenario", "seat"), GAMES)
def test_a_run_from_a_mailed_state_and_in_a_clone(game: str, scenario: str, seat: str) -> None:
    begun(game, scenario)
    shutil.copy(state(), "state.json")
    hint = done("template", "state.json", seat, "--out", "plain.json")
    assert "with --run, one sheet is for all" in hint
    done("template", "state.json", seat, "--run", "--play", "--out", "mailed.json")
    shutil.copytree("m", "clone", ignore=shutil.ignore_patterns("referee", "*-*.*"))
    for where in ("state.json", "m"):
        assert f"then {AHEAD[seat][0]}" in done("check", where, "mailed.json")
    done("adjudicate", "m", "mailed.json")
    assert turn().startswith("turn-1-us")


@pytest.mark.parametrize(("game", "scenario", "seat"), [FORTRESS, INVASION])
def test_a_run_in_sealed_mode_is_locked_and_opened_once(
    game: str, scenario: str, seat: str
) -> None:
    done("new", game, "m", "--scenario", scenario, "--mode", "sealed", "--joins")
    seats = [seat, "us" if seat == "aggressors" else "usa"]
    for one in seats:
        done("join", "m/offer.json", one, "--out", f"join-{one}.json", "--key", f"key-{one}.json")
    done("begin", "m", *(f"join-{one}.json" for one in seats))

    def open_with(player: str, *options: str) -> None:
        path = f"{player}.json"
        done("template", state(), player, "--out", path, "--key", f"key-{player}.json", *options)
        done("check", "m", path)
        done("adjudicate", "m", path, code=3)
        for one in seats:
            given = ["--sheet", path] if one == player else []
            key = ["--key", f"key-{one}.json", "--out", f"pledge-{one}.json"]
            done("pledge", "m/log.jsonl", one, *given, *key)
        done("adjudicate", "m", *(f"pledge-{one}.json" for one in seats))

    if game != "invasion-america":
        open_with("usa", "--play")
        open_with(seat, "--play")
    opened = json.loads(done("status", "m", "--json"))["opening"]
    open_with(seat, "--run", "--play")
    assert json.loads(done("status", "m", "--json"))["opening"] == opened + 1
    assert turn().startswith("turn-1-us")
    done("verify", "m")


# -- answers of later player-turns ------------------------------------------------------------

LABELS = {
    "aggressors": [
        ("turn-1/esc/combat/attack-1/advance/esc", None),
        ("turn-1/esc/combat/attack-1/advance/us", "not-your-question"),
        ("turn-1/sau/combat/attack-1/advance/sau", "no-such-question"),
        ("turn-1/esc/combat/attack-one/advance", "no-such-question"),
    ],
    "invaders": [
        ("turn-1/southern/battle/houston/attacker/foot/target-1", None),
        ("turn-1/southern/battles/order", "wrong-order"),
        ("turn-1/usa/laser/denver/target", "no-such-question"),
        ("turn-1/southern/battle", "no-such-question"),
    ],
}
ANSWERS = {
    "aggressors": {"order": "advance", "moves": []},
    "invaders": {"order": "target", "unit": "bomber"},
}


@pytest.mark.parametrize(("game", "scenario", "seat"), GAMES)
def test_answers_of_a_later_player_turn_are_held_against_its_own_questions(
    game: str, scenario: str, seat: str
) -> None:
    begun(game, scenario)
    done("template", "m", seat, "--run", "--out", "run.json")
    blank = read("run.json")
    first = AHEAD[seat][0]
    for label, code in LABELS[seat]:
        part = {**blank["then"][first], "answers": {label: ANSWERS[seat]}}
        write("run.json", {**blank, "then": {**blank["then"], first: part}})
        told = json.loads(done("check", "m", "run.json", "--json", code=int(code is not None)))
        found = [one for one in told[0]["problems"] if not one["warning"]]
        assert [one["code"] for one in found] == ([] if code is None else [code])
        for one in found:
            assert one["path"][:4] == ["then", first, "answers", label]

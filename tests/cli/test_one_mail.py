"""As few mails as the rules allow: sheets that are sent as they are, and sheets for a whole run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import call


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def done(*words: str | Path) -> str:
    """Calls the program, which must succeed; returns all that it printed."""
    result = call(*words)
    assert result.exit_code == 0, result.output
    return result.output


def read(path: str) -> Any:
    return json.loads(Path(path).read_bytes())


def read_status() -> Any:
    return json.loads(done("status", "m", "--json"))


def new_invasion() -> None:
    done("new", "invasion-america", "m", "--scenario", "three-pronged-invasion")


# -- nothing to order ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scenario", "seats"),
    [
        ("galactic-conquest", "three", ("amber", "azure", "crimson")),
        ("stratix", "two", ("north-east", "south-west")),
    ],
)
def test_a_deal_or_lot_takes_one_act_of_each_seat(
    game: str, scenario: str, seats: tuple[str, ...]
) -> None:
    done("new", game, "m", "--scenario", scenario)
    assert {*read_status()["as_is"]} == {*seats}
    for seat in seats:
        assert f"  adjudicator template m {seat} --send-as-is\n" in done("status", "m")
        told = done("template", "m", seat, "--send-as-is", "--out", f"{seat}.json")
        assert told == f"{seat}.json: complete. Send it as it is; there is nothing to fill in.\n"
        sheet = read(f"{seat}.json")
        assert sheet["orders"] == {}
        assert len(sheet["blind"]) == 64
        done("check", "m", f"{seat}.json")
    done("adjudicate", "m", *(f"{seat}.json" for seat in seats))
    assert "--send-as-is" not in done("status", "m")
    assert read_status()["as_is"] == []
    assert json.loads(Path("m/now/state.json").read_bytes())["header"]["n"] == 2


def test_the_key_remembers_a_sheet_that_is_sent_as_it_is() -> None:
    done("new", "galactic-conquest", "m", "--scenario", "three")
    done("template", "m", "amber", "--make-key", "--out", "draft.json")
    (key,) = Path().glob("key-*amber.json")
    done("template", "m", "amber", "--send-as-is", "--key", key)
    (record,) = Path().glob("key-*amber.seen.jsonl")
    (sheet,) = Path().glob("sheet-*.json")
    assert sheet.name == "sheet-n0001-amber.json"
    assert [json.loads(line)["t"] for line in record.read_bytes().splitlines()] == ["seen", "sheet"]


def test_a_sheet_with_something_to_order_is_not_sent_as_it_is() -> None:
    new_invasion()
    refused = call("template", "m", "aggressors", "--send-as-is")
    assert refused.exit_code == 1
    assert "aggressors has something to decide: orders for naval" in refused.output
    assert not list(Path().glob("sheet-*"))
    nothing = call("template", "m", "us", "--send-as-is")
    assert nothing.exit_code == 1
    assert "nothing is due from us now" in nothing.output


def test_a_file_that_is_there_is_not_overwritten() -> None:
    done("new", "galactic-conquest", "m", "--scenario", "three")
    Path("amber.json").write_text("mine")
    assert call("template", "m", "amber", "--send-as-is", "--out", "amber.json").exit_code != 0
    assert Path("amber.json").read_text() == "mine"


# -- a whole run --------------------------------------------------------------------------------


def test_one_sheet_is_for_all_player_turns_of_a_run() -> None:
    new_invasion()
    hint = done("template", "m", "aggressors")
    assert "aggressors also plays turn-1-esc and turn-1-pal right after this" in hint
    done("template", "m", "aggressors", "--run", "--out", "empty.json")
    empty = read("empty.json")
    assert [*empty["then"]] == ["turn-1-esc", "turn-1-pal"]
    assert "naval" in empty["then"]["turn-1-esc"]["orders"]
    done("template", "m", "aggressors", "--run", "--play", "--out", "run.json")
    sheet = read("run.json")
    assert all(sheet["then"][turn]["orders"] for turn in ("turn-1-esc", "turn-1-pal"))
    told = done("check", "m", "run.json")
    assert "\n    then turn-1-esc: naval " in told
    assert "turn-1-pal, if nothing more happens before it" in told
    done("adjudicate", "m", "run.json")
    (pending,) = json.loads(done("status", "m", "--json"))["pending"]
    assert pending["seat"] == "us"
    done("verify", "m")
    log = [json.loads(line) for line in Path("m/log.jsonl").read_bytes().splitlines()]
    assert [line["n"] for line in log if line["t"] == "open"] == [1]


def test_what_is_wrong_in_a_later_player_turn_has_its_place() -> None:
    new_invasion()
    done("template", "m", "aggressors", "--run", "--out", "s.json")
    sheet = read("s.json")
    part = sheet["then"]["turn-1-pal"]["orders"]
    part["movement"] = [{"order": "move", "units": ["no-such-unit"], "path": ["0101", "0102"]}]
    part["sing"] = []
    Path("s.json").write_text(json.dumps(sheet, indent=2))
    refused = call("check", "m", "s.json", "--json")
    assert refused.exit_code == 1
    assert '"sing"' in refused.output or "sing" in refused.output


@pytest.mark.parametrize(
    ("then", "code"),
    [
        ({"turn-1-us": {"orders": {}}}, "turn-not-ahead"),
        ({"turn-1-pal": {"orders": {}}}, "turn-left-out"),
        ({"turn-1-esc": {"orders": {"rail": []}}}, "topic-not-now"),
        ({"turn-1-esc": {"orders": {"match": []}}}, "match-later"),
    ],
)
def test_a_player_turn_that_has_no_place_in_the_run(then: dict[str, Any], code: str) -> None:
    new_invasion()
    done("template", "m", "aggressors", "--out", "s.json")
    Path("s.json").write_text(json.dumps({**read("s.json"), "then": then}))
    refused = call("check", "m", "s.json", "--json")
    assert refused.exit_code == 1
    assert code in refused.output


def test_who_plays_one_player_turn_has_no_run() -> None:
    new_invasion()
    done("template", "m", "aggressors", "--run", "--play", "--out", "run.json")
    done("adjudicate", "m", "run.json")
    refused = call("template", "m", "us", "--run")
    assert refused.exit_code == 1
    assert "us plays no player-turn right after the one that is due" in refused.output


def test_a_run_sheet_goes_under_a_new_header_whole() -> None:
    new_invasion()
    done("template", "m", "aggressors", "--run", "--play", "--out", "run.json")
    done("template", "m", "aggressors", "--from", "run.json", "--out", "again.json")
    assert read("again.json")["then"] == read("run.json")["then"]

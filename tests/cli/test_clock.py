"""`new --clock`: the policy goes into the offer, and what is none is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.clock import CLOCKS
from adjudicator.api.match import open_match
from tests.cli.calls import call


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The present folder is empty."""
    monkeypatch.chdir(tmp_path)


def offered() -> Any:
    return json.loads(Path("m/log.jsonl").read_text().splitlines()[0])["offer"].get("clock")


def test_a_clock_by_its_name() -> None:
    done = call("new", "nine-fields", "m", "--clock", "week")
    assert done.exit_code == 0, done.output
    assert offered() == CLOCKS["week"].to_json()
    match = open_match("m", read_only=True)
    assert match.clock == CLOCKS["week"]
    assert {seat: one.bank for seat, one in match.clock_standing.items()} == dict.fromkeys(
        match.seats, 14
    )
    assert "clock: P7D for a turn, P3D for an answer; " in done.stdout
    assert call("verify", "m").exit_code == 0


def test_status_tells_the_clock_and_how_seats_stand() -> None:
    assert call("new", "nine-fields", "m", "--clock", "week").exit_code == 0
    told = call("status", "m").stdout
    assert "clock: P7D for a turn" in told
    assert "14 of 14 bank days left, 28 of 28 leave days left" in told
    said = json.loads(call("status", "m", "--json").stdout)["clock"]
    assert said["policy"] == CLOCKS["week"].to_json()
    assert {one["misses"] for one in said["standing"].values()} == {0}
    assert call("new", "nine-fields", "o").exit_code == 0
    assert "clock" not in json.loads(call("status", "o", "--json").stdout)
    assert "clock" not in call("status", "o").stdout


def test_a_clock_with_a_zone() -> None:
    assert call("new", "nine-fields", "m", "--clock", "fast@Europe/Berlin").exit_code == 0
    assert offered() == {**CLOCKS["fast"].to_json(), "zone": "Europe/Berlin"}


def test_a_clock_in_a_file_is_written_out_in_full() -> None:
    Path("c.json").write_text('{"turn": "P5D", "answer": "P2D"}')
    assert call("new", "nine-fields", "m", "--clock", "c.json").exit_code == 0
    assert offered()["turn"] == "P5D"
    assert offered()["missed"] == ["wait"]


def test_without_a_clock_there_is_none() -> None:
    assert call("new", "nine-fields", "m").exit_code == 0
    assert offered() is None
    match = open_match("m", read_only=True)
    assert match.clock is None
    assert dict(match.clock_standing) == {}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("weak", "Did you mean week?"),
        ("week@Europe/Berlln", "no time zone is called"),
        ("nothing.json", "nothing.json"),
    ],
)
def test_no_match_is_made_by_a_clock_that_is_none(name: str, says: str) -> None:
    done = call("new", "nine-fields", "m", "--clock", name)
    assert done.exit_code != 0
    assert says in " ".join(done.output.split())
    assert not Path("m").exists()


def test_what_is_wrong_in_a_file_has_its_place() -> None:
    Path("c.json").write_text('{\n "turn": "P5D",\n "answer": "P2D",\n "missed": ["bank"]\n}')
    done = call("new", "nine-fields", "m", "--clock", "c.json")
    assert "c.json:4:" in done.output
    assert "no step follows when the bank has no day left" in done.output
    assert not Path("m").exists()

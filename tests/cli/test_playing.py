"""The built-in player at the command line, with the toy game: --play, --until, match.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import call
from tests.cli.toy_commands import new, sheet
from tests.core.toy_orders import BIDS

pytestmark = pytest.mark.usefixtures("interrupts_restored", "toy_registered")


def given_to_the_player(*seats: str) -> None:
    notes = json.loads(Path("m/match.json").read_text())
    for seat in seats:
        notes["seats"][seat] = {"name": "", "address": "", "plays": "built-in"}
    Path("m/match.json").write_text(json.dumps(notes))


def test_a_played_seat_needs_no_sheet() -> None:
    new()
    done = call("adjudicate", "m", sheet("blue", {"orders": BIDS}), "--play", "red")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("red: sheet by the built-in player\nopening 1: turn-1-bids;")
    stored = json.loads(Path("m/referee/orders/n0001/red.json").read_text())
    assert stored["answers"] == {"turn-1/bid/red": {"order": "bid", "gold": 1}}
    assert len(stored["blind"]) == 64
    assert call("verify", "m").exit_code == 0


def test_a_sheet_that_is_given_or_waits_comes_before_the_player() -> None:
    new()
    assert call("adjudicate", "m", sheet("red", {"orders": BIDS})).exit_code == 0
    done = call("adjudicate", "m", sheet("blue", {"orders": BIDS}), "--play", "all")
    assert "built-in" not in done.stdout
    assert "opening 1: " in done.stdout


def test_match_json_may_give_a_seat_to_the_player() -> None:
    new()
    given_to_the_player("red")
    done = call("adjudicate", "m", sheet("blue", {"orders": BIDS}))
    assert "red: sheet by the built-in player\n" in done.stdout
    assert "due: the order sheet of blue" in done.stdout
    given_to_the_player("blue")
    assert "opening 2: turn-1-blue" in call("adjudicate", "m").stdout


def test_the_offer_may_give_seats_to_the_player_for_good() -> None:
    new("--play", "red")
    offer = json.loads(Path("m/log.jsonl").read_text().splitlines()[0])["offer"]
    assert (offer["amended"], offer["plays"]) == (1, ["red"])
    assert "The built-in player plays red: no sheet" in call("status", "m").stdout
    done = call("adjudicate", "m", sheet("blue", {"orders": BIDS}))
    assert done.exit_code == 0, done.output
    assert "red: sheet by the built-in player\n" in done.stdout
    assert '"clock"' not in Path("m/log.jsonl").read_text()
    assert call("verify", "m").exit_code == 0
    refused = call("new", "toy", "n", "--scenario", "duel.json", "--play", "green")
    assert "no seat 'green'; seats: blue, red" in refused.stderr


def test_a_match_whose_seats_are_all_played_runs_by_itself() -> None:
    new("--play", "all")
    done = call("adjudicate", "m", "--until", "over")
    assert done.exit_code == 0, done.output
    assert "The match is over." in done.stdout
    assert call("verify", "m").exit_code == 0


def test_until_over_plays_a_whole_match() -> None:
    new()
    done = call("adjudicate", "m", "--play", "all", "--until", "over")
    assert done.exit_code == 0, done.output
    openings = [line.split(";")[0] for line in done.stdout.splitlines() if "opening " in line]
    assert [line.partition(": ")[2].split("-")[1] for line in openings] == ["1", "1", "2", "2"]
    assert done.stdout.count("map: ") == 1, "only the last opening is told in full"
    assert "The match is over." in done.stdout
    assert call("verify", "m").exit_code == 0


def test_until_a_seat_stops_before_its_sheet_is_awaited() -> None:
    new()
    done = call("adjudicate", "m", "--play", "all", "--until", "blue", "--json")
    assert done.exit_code == 0, done.output
    results: list[dict[str, Any]] = json.loads(done.stdout)
    assert results[0]["opening"] == 1
    assert "blue" in [pending["seat"] for pending in results[-1]["pending"]]
    assert all(
        "blue" not in [pending["seat"] for pending in result["pending"]] for result in results[:-1]
    )


def test_a_question_in_mid_turn_is_answered() -> None:
    new(ask=("losses",))
    done = call("adjudicate", "m", "--play", "all", "--until", "over")
    assert done.exit_code == 0, done.output
    assert "The match is over." in done.stdout
    assert "Nothing could be adjudicated" in call("adjudicate", "m", "--play", "all").stdout


@pytest.mark.parametrize("option", ["--play", "--until"])
def test_unknown_seats_are_refused(option: str) -> None:
    new()
    done = call("adjudicate", "m", option, "green")
    assert done.exit_code == 2
    assert "no seat 'green'; seats: blue, red" in done.stderr


def test_a_template_may_hold_what_the_player_would_order() -> None:
    new()
    made = call("template", "m", "red", "--play")
    assert json.loads(made.stdout)["answers"] == {"turn-1/bid/red": {"order": "bid", "gold": 1}}
    state = "m/now/state.json"
    again = call("template", state, "red", "--play")
    assert json.loads(again.stdout)["answers"] == json.loads(made.stdout)["answers"]

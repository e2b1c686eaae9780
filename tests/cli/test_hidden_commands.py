"""The commands in a match with hidden information: what a seat, everybody and a stranger get."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from adjudicator import registry
from adjudicator.audit import tfd1
from tests.cli.calls import call
from tests.cli.mailed import own
from tests.core.hand import HAND, SEATS, hand_scenario
from tests.registered import registered


@pytest.fixture(autouse=True)
def hand_registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)


def new(**start: int) -> None:
    scenario = hand_scenario({"cards": 8, "hand": 3, **start}, ask=["asides"])
    Path("hands.json").write_text(json.dumps(scenario.to_json()))
    made = call("new", "hand", "m", "--scenario", "hands.json")
    assert made.exit_code == 0, made.output


def folder() -> Path:
    return Path("m/now")


def view(seat: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(own("m", seat).read_bytes())
    return document


def sheet(seat: str, **parts: Any) -> Path:
    path = Path(f"{seat}.json")
    header = json.loads((folder() / "state.json").read_bytes())["header"] | {"player": seat}
    path.write_text(json.dumps({**header, "blind": "ab" * 32, "orders": {}, **parts}))
    return path


def adjudicated(**said: Any) -> Result:
    return call("adjudicate", "m", *(sheet(seat, **parts) for seat, parts in said.items()))


def test_a_player_finds_his_hand_in_his_own_file_and_orders_from_it() -> None:
    new()
    assert adjudicated(blue={}, red={}).exit_code == 0
    adjudicated(blue={}, red={})
    held = {
        seat: {card["value"] for card in view(seat)["state"]["decks"][0]["order"] if card}
        for seat in SEATS
    }
    played = set(json.loads((folder() / "state.json").read_bytes())["state"]["discards"])
    assert held["blue"] & held["red"] == played
    assert len(played) == 2
    (asked,) = view("blue")["pending"]
    seat, label = asked["seat"], asked["label"]
    mail = own("m", seat)
    (question,) = view(seat)["pending"]
    assert {option["card"] for option in question["options"]} <= held[seat]
    told = call("status", mail).stdout
    assert f'"card": "{question["options"][0]["card"]}"' in told
    read = own("m", seat, "report.txt").read_text()
    assert question["prompt"] in read
    for name in ("m", folder() / "state.json"):
        unread = call("status", name).stdout
        assert f"{seat} is asked something that {seat} alone may read." in unread
        assert question["prompt"] not in unread
    template = json.loads(call("template", "m", seat).stdout)
    assert template["answers"] == {label: question["options"][0]}
    for where in ("m", mail):
        right = call("check", where, sheet(seat, answers={label: question["options"][0]}))
        assert right.exit_code == 0, right.output
        other = min({f"c{number:02}" for number in range(1, 9)} - held[seat])
        order = {"order": "put-aside", "card": other}
        wrong = call("check", where, sheet(seat, answers={label: order}))
        assert wrong.exit_code == 1
        assert "not-an-answer" in wrong.stderr
    assert "judged by its form alone" in call("check", "m", sheet(seat)).stdout


def test_the_rules_are_run_again_by_the_referee_at_once_and_by_strangers_at_the_end() -> None:
    new(turns=1, cards=9)
    adjudicated(blue={}, red={})
    exactly = "The rules, run again, give {} exactly, byte by byte."
    assert exactly.format("1 opening") in call("verify", "m").stdout
    stranger = call("verify", "m/log.jsonl")
    assert stranger.exit_code == 3
    assert stranger.stdout.startswith("Not proven from opening 1 on: ")
    assert stranger.stdout.splitlines()[-1] == "m/log.jsonl: not proven, for it cannot be yet."
    found = json.loads(call("verify", "m/log.jsonl", "--json").stdout)
    assert (found["sound"], found["verdict"], found["why"]) == (False, "not proven", "not-yet")
    words = " ".join(stranger.stdout.split())
    assert "its rules can be run again when it is over" in words
    assert "9 hidden draws not yet checkable" in words
    adjudicated(blue={}, red={})
    (asked,) = view("blue")["pending"]
    (question,) = view(asked["seat"])["pending"]
    answer = {asked["seat"]: {"answers": {asked["label"]: question["options"][0]}}}
    done = adjudicated(**answer)
    assert "The match is over." in done.stdout
    whole = Path("m/log.jsonl").read_bytes()
    Path("log.jsonl").write_bytes(whole)
    words = " ".join(call("verify", "log.jsonl").stdout.split())
    assert exactly.format("3 openings") in words
    assert "All 9 seals follow from the hidden-draw secret." in words
    lines = whole.splitlines(keepends=True)
    Path("m/log.jsonl").write_bytes(b"".join(lines[:-2]))
    assert call("verify", "m").exit_code == 3
    assert "its last 2 lines are not in the log yet." in call("verify", "m").stdout
    assert json.loads(call("verify", "m", "--json").stdout)["why"] == "lacking"
    assert call("mend", "m").exit_code == 0
    assert Path("m/log.jsonl").read_bytes() == whole


def test_past_openings_are_told_to_each_seat() -> None:
    new()
    adjudicated(blue={}, red={})
    mailed = {seat: own("m", seat, "report.txt").read_text() for seat in SEATS}
    adjudicated(blue={}, red={})
    for seat in SEATS:
        assert own("m", seat, "report.txt").read_text() != mailed[seat]
        assert call("report", "m", "--n", "1", "--seat", seat).stdout == mailed[seat]
    assert call("map", "m", "--n", "1").exit_code == 0


def test_the_cards_of_a_seat_are_compared_with_their_seals() -> None:
    new()
    adjudicated(blue={}, red={})
    adjudicated(blue={}, red={})
    mailed = own("m", "blue")
    held = [card["value"] for card in view("blue")["state"]["decks"][0]["order"] if card]
    checked = call("verify", "m/log.jsonl", "--state", mailed)
    assert checked.exit_code == 3, checked.output
    said = " ".join(checked.stdout.split())
    assert f"that blue sees are as they were sealed: {', '.join(held)}." in said
    assert "check that one too" in said
    open_to_all = call("verify", "m/log.jsonl", "--state", folder() / "state.json")
    assert open_to_all.exit_code == 3, open_to_all.output
    document = view("blue")
    place = next(i for i, card in enumerate(document["state"]["decks"][0]["order"]) if card)
    for change in ({"value": "c99"}, {"salt": "00" * 32}):
        false = json.loads(json.dumps(document))
        false["state"]["decks"][0]["order"][place] |= change
        Path("false.json").write_text(json.dumps(false))
        refuted = call("verify", "m/log.jsonl", "--state", "false.json")
        assert (refuted.exit_code, "card-false" in refuted.stderr) == (1, True)
    document["state"]["decks"][0]["label"] = "another/deck"
    Path("false.json").write_text(json.dumps(document))
    assert "no deck that opening" in call("verify", "m", "--state", "false.json").stderr

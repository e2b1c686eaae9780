"""Beacon mode without a secret: anybody adjudicates, and whoever does gets the same bytes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.audit import tfd1
from tests import beacon
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.beacon import ROUND
from tests.cli.test_lock_first import begun, call, proved, sheet, state, turns
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import TOY, toy_scenario
from tests.registered import registered

LOG = Path("m/log.jsonl")


@pytest.fixture(autouse=True)
def laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(TOY, HAND))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tfd1, "LINKS", 16)
    beacon.believed(monkeypatch)
    for seat in ("blue", "red"):
        Path(seat).mkdir()


def new() -> None:
    begun("beacon", "--no-secret", joins=False)


def opened(number: int) -> str:
    Path("round.json").write_bytes(beacon.answer(number))
    return "round.json"


def test_whoever_adjudicates_in_a_clone_gets_the_same_bytes() -> None:
    new()
    assert not Path("m/referee/secret.json").exists()
    offer = lines_of(LOG.read_bytes())[0]["offer"]
    assert (offer["anchor"], offer["hidden"], offer["mode"]) == (None, None, "beacon")
    call("adjudicate", "m", "--round", str(ROUND))
    for number, given in enumerate(turns(), start=ROUND):
        # The lock, the opening, and the round of the next one: made by somebody else each time.
        steps = [
            ([sheet(seat, orders) for seat, orders in given], 3),
            (["--beacon", opened(number)], 0),
            (["--round", str(number + 1)], 0),
        ]
        for words, code in steps[: 2 if number == ROUND + len(turns()) - 1 else 3]:
            shutil.rmtree("c", ignore_errors=True)
            shutil.copytree("m", "c", ignore=shutil.ignore_patterns("referee", ".lock"))
            # What a clone lacks are the locked sheets; they lie in the repository's inbox.
            locked = [f"{seat}/sheet.json" for seat, _ in given if "--beacon" in words]
            call("adjudicate", "c", *words, *locked, code=code)
            call("adjudicate", "m", *words, *locked, code=code)
            assert Path("c/log.jsonl").read_bytes() == LOG.read_bytes()
    assert "The match is over" in call("status", "m").stdout
    proved(4)
    notes = [line["n"] for line in lines_of(LOG.read_bytes()) if line.get("kind") == "beacon-round"]
    assert notes == [1, 2, 3, 4]


def test_a_secret_that_is_opened_all_the_same_refutes_the_log() -> None:
    """Without an anchor any value would do: whoever opens one chooses the dice."""
    new()
    call("adjudicate", "m", "--round", str(ROUND))
    both = turns()[0]
    call("adjudicate", "m", *(sheet(seat, orders) for seat, orders in both), code=3)
    call("adjudicate", "m", "--beacon", opened(ROUND))
    lines = lines_of(LOG.read_bytes())
    line = next(one for one in lines if one["t"] == "open")
    shares = [
        tfd1.Share(seat, hash_, None)
        for lock in lines
        if lock["t"] == "lock"
        for seat, hash_ in lock["orders"].items()
    ]
    line["ref"] = "5e" * 32
    gid = lines[0]["gid"]
    line["key"] = tfd1.turn_key(line["ref"], gid, 1, beacon=line["beacon"], shares=shares)
    forged = chained([one for one in lines if one["t"] != "roll"])
    assert {package_says(forged), stand_alone_says(forged)} == {"refuted"}


def test_where_something_is_hidden_or_dice_need_it_there_is_a_secret() -> None:
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": 2}).to_json()))
    hand = ("new", "hand", "h", "--scenario", "hands.json", "--no-secret")
    refused = call(*hand, "--mode", "beacon", code=1)
    assert "hidden-needs-secret" in refused.stderr
    assert "Leave --no-secret out." in refused.stderr
    for mode in ("referee", "sealed", "mutual", "public", "external"):
        refused = call(*hand, "--mode", mode, code=2)
        assert "only with --mode beacon" in refused.output
    assert not Path("h").exists()


def test_nothing_is_sealed_to_a_referee_without_a_secret() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    new()
    words = ("new", "toy", "s", "--scenario", "duel.json", "--mode", "beacon", "--no-secret")
    assert "sealing-needs-secret" in call(*words, "--age", code=1).stderr
    assert "no-secret" in call("escrow", "m", "--out", "copy.json", code=4).stderr


def test_a_match_that_goes_on_has_none_either() -> None:
    new()
    call("new", "next", "--continue", "m", "--name", "next")
    assert lines_of(Path("next/log.jsonl").read_bytes())[0]["offer"]["anchor"] is None
    assert not Path("next/referee/secret.json").exists()
    assert state().exists()

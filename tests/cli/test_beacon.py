"""Beacon mode through the command line: round, sheets, lock, the beacon's answer, audit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.api import dice
from adjudicator.audit import tfd1
from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app
from adjudicator.documents.keys import beacon_signature
from tests import beacon
from tests.audit.log_changes import chained, lines_of
from tests.beacon import ROUND
from tests.cli.test_lock_first import begun, call, proved, sheet, state, turns
from tests.documents.test_beacon_signature import own_key, signed
from tests.matches.lock_first import BIDS, NO_BIDS

really_false = beacon_signature.false_ones
DEADLINE = "2118-07-26T22:59:21Z"
"""When the round comes that the tests take."""


@pytest.fixture(autouse=True)
def laboratory(toy_registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 16)
    beacon.believed(monkeypatch)


def new(*, joins: bool = False) -> None:
    begun("beacon", joins=joins)
    for seat in ("blue", "red"):
        Path(seat).mkdir(exist_ok=True)


def answer(number: int = ROUND) -> str:
    Path("round.json").write_bytes(beacon.answer(number))
    return "round.json"


def both() -> list[str]:
    return [sheet("blue", BIDS), sheet("red", NO_BIDS)]


def as_data(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*words, "--json"])
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("joins", [True, False])
def test_a_match_by_the_beacon(joins: bool) -> None:
    new(joins=joins)
    for number, given in enumerate(turns(), start=ROUND):
        n = number - ROUND + 1
        late = [sheet(seat, orders) for seat, orders in given]
        assert "round-missing" in call("adjudicate", "m", *late, code=1).stderr
        deadline = f"2118-07-26T22:59:{21 + 3 * (number - ROUND)}Z"
        shown = call("adjudicate", "m", "--deadline", deadline).stdout
        comes = f"Round {number} of the beacon is fixed for opening {n}; it comes at {deadline}."
        assert comes in shown
        assert f"state: {state()}" in shown
        assert comes in call("status", "m").stdout
        assert "other-head" in call("adjudicate", "m", *late, code=1).stderr
        paths = [sheet(seat, orders) for seat, orders in given]
        call("check", state(), *paths)
        shown = call("adjudicate", "m", *paths, code=3).stdout
        where = f"https://api.drand.sh/v2/beacons/quicknet/rounds/{number}"
        assert f"  curl -s {where} -o round.json\n" in shown
        assert "  adjudicator adjudicate m --beacon round.json\n" in shown
        assert shown in call("status", "m").stdout
        assert call("adjudicate", "m", code=3).stdout == shown
        shown = call("adjudicate", "m", "--beacon", answer(number)).stdout
        told = f"No round of the beacon is fixed for opening {n + 1}"
        assert (told in shown) == (n < len(turns()))
        assert (told in call("status", "m").stdout) == (n < len(turns()))
    proved(4)
    shown = " ".join(call("verify", "m").stdout.split())
    assert "verifies the signatures of all 4 values of the beacon" in shown
    assert "The match is over" in call("status", "m").stdout


def test_the_round_as_data() -> None:
    new()
    assert as_data("status", "m")["beacon"] is None
    fixed = {"opening": 1, "round": ROUND, "comes": DEADLINE}
    assert as_data("adjudicate", "m", "--round", str(ROUND))["beacon"] == fixed
    assert as_data("status", "m")["beacon"] == fixed
    assert as_data("adjudicate", "m", *both())["locked"]["round"] == ROUND
    assert as_data("adjudicate", "m", "--beacon", answer())["opening"] == 1
    told = as_data("verify", "m")
    assert any("signatures of all 1 value" in one for one in told["signatures"])


def test_the_answer_is_read_from_the_terminal() -> None:
    new()
    call("adjudicate", "m", "--round", str(ROUND))
    call("adjudicate", "m", *both(), code=3)
    words = ["adjudicate", "m", "--beacon", "-"]
    assert CliRunner().invoke(app, words, input=b"<html>").exit_code == 1
    assert CliRunner().invoke(app, words, input=b" " * (1 << 21)).exit_code == 1
    assert CliRunner().invoke(app, words, input=beacon.answer()).exit_code == 0


def test_what_is_no_proof_of_a_value_is_refused() -> None:
    new()
    call("adjudicate", "m", "--round", str(ROUND))
    call("adjudicate", "m", *both(), code=3)
    for given, code in (
        (beacon.value(ROUND), "beacon-unsigned"),
        (answer(ROUND + 1), "other-round"),
    ):
        assert code in call("adjudicate", "m", "--beacon", given, code=1).stderr
    Path("round.json").write_bytes(beacon.answer(signature=beacon.signature(ROUND + 1)))
    shown = call("adjudicate", "m", "--beacon", "round.json", code=1).stderr
    assert "beacon-signature-false" in shown
    assert "no-such-file" in call("adjudicate", "m", "--beacon", "rounds.json", code=4).stderr
    call("adjudicate", "m", "--beacon", answer())


def test_a_real_key_signs_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the library and a key pair of our own in the place of drand's."""
    monkeypatch.setattr(beacon_signature, "false_ones", really_false)
    monkeypatch.setattr(beacon_signature, "GROUP_KEY", own_key())
    new()
    call("adjudicate", "m", "--round", str(ROUND))
    call("adjudicate", "m", *both(), code=3)
    for number, signature, code in (
        (ROUND, signed(ROUND + 1).signature, 1),
        (ROUND, signed(ROUND).signature, 0),
    ):
        Path("round.json").write_text(json.dumps({"round": number, "signature": signature}))
        call("adjudicate", "m", "--beacon", "round.json", code=code)
    call("verify", "m")
    raw = Path("m/log.jsonl").read_bytes()
    lines = lines_of(raw)
    # The log of a referee who made up the signature, and all that follows from it.
    forged = signed(ROUND + 2).signature
    note = next(line for line in lines if line.get("kind") == "beacon-signature")
    opened = next(line for line in lines if line["t"] == "open")
    note["signature"] = forged
    opened["beacon"] = f"drand-quicknet:{ROUND}:{tfd1.digest(bytes.fromhex(forged))}"
    lock = next(line for line in lines if line["t"] == "lock")
    shares = [tfd1.Share(seat, lock["orders"][seat], None) for seat in ("blue", "red")]
    opened["key"] = tfd1.turn_key(
        opened["ref"], lines[0]["gid"], 1, beacon=opened["beacon"], shares=shares
    )
    Path("forged.jsonl").write_bytes(chained([line for line in lines if line["t"] != "roll"]))
    assert verify_log.verify(Path("forged.jsonl").read_bytes()).failures == []
    shown = call("verify", "forged.jsonl", "--dice-only", code=1)
    assert "beacon-signature-false" in shown.stderr
    monkeypatch.setattr(beacon_signature, "is_checkable", lambda: False)
    shown = call("verify", "forged.jsonl", "--dice-only")
    assert "pip install 'wargame-adjudicator[beacon]'" in " ".join(shown.stdout.split())


def test_a_round_must_be_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    new()
    for past in (("--round", "1"), ("--deadline", "1999-01-01T00:00:00Z")):
        assert "round-past" in call("adjudicate", "m", *past, code=1).stderr
    for words in (
        ("--deadline", "2118-07-26"),
        ("--deadline", "tomorrow"),
        ("--round", "0"),
        ("--round", "9", "--deadline", DEADLINE),
    ):
        call("adjudicate", "m", *words, code=2)


def test_no_sheets_are_locked_when_the_round_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever locks then knows the dice, and may leave out a sheet that gets good ones."""
    new()
    call("adjudicate", "m", "--round", str(ROUND))
    paths = both()
    with monkeypatch.context() as later:
        later.setattr(dice, "DRAND_GENESIS", 0)
        later.setattr(dice, "DRAND_PERIOD", 1)
        late = call("adjudicate", "m", *paths, code=1).stderr
        assert "round-past" in late
        assert "--deadline postpones the round" in " ".join(late.split())
        assert "round-past" in call("adjudicate", "m", code=1).stderr
    call("adjudicate", "m", *paths, code=3)
    with monkeypatch.context() as later:
        later.setattr(dice, "DRAND_GENESIS", 0)
        later.setattr(dice, "DRAND_PERIOD", 1)
        call("adjudicate", "m", "--beacon", answer())


def test_a_round_is_put_off_with_notice() -> None:
    new()
    call("adjudicate", "m", "--round", str(ROUND))
    paths = both()
    call("adjudicate", "m", paths[0])
    again = call("adjudicate", "m", "--round", str(ROUND), code=1)
    assert "round-not-later" in again.stderr
    put_off = call("adjudicate", "m", "--round", str(ROUND + 1))
    assert "the sheet of blue answers the log before this note, and is void" in put_off.stderr
    assert "other-head" in call("adjudicate", "m", *paths, code=1).stderr
    call("adjudicate", "m", *both(), code=3)


def test_played_seats_wait_for_the_round() -> None:
    new()
    waits = "No round of the beacon is fixed for opening 1"
    assert waits in call("adjudicate", "m", "--play", "all").stdout
    call("adjudicate", "m", "--play", "all", "--round", str(ROUND))
    call("adjudicate", "m", "--play", "all", code=3)
    words = ("--play", "all", "--until", "over")
    shown = call("adjudicate", "m", "--beacon", answer(), *words).stdout
    assert "No round of the beacon is fixed for opening 2" in shown

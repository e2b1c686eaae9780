"""rewind, correct, escrow, new --continue and verify --after on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calls import call
from tests.cli.toy_commands import new, opened, sheet
from tests.core.toy_orders import MARCH, NO_BIDS

pytestmark = pytest.mark.usefixtures("toy_registered")


def marched() -> None:
    new()
    opened()
    assert call("adjudicate", "m", sheet("blue", {"orders": MARCH})).exit_code == 0


def test_a_turn_is_taken_back_and_played_again() -> None:
    marched()
    Path("old.json").write_bytes(Path("blue.json").read_bytes())
    done = call("rewind", "m", "--to", "1", "--reason", "the march was another")
    assert done.exit_code == 0, done.output
    assert "Opening 2 is annulled; the match goes on from opening 1." in done.stdout
    assert "map: m/now/map.svg" in done.stdout
    assert "due: the order sheet of blue" in done.stdout
    status = call("status", "m").stdout
    flat = " ".join(status.split())
    assert "Reason: the march was another" in flat
    assert "body m/now/report.txt" in flat
    assert "Due for opening 3" in status
    for path in ("now/state.json", ""):
        assert call("template", f"m/{path}", "blue", "--out", "blue.json").exit_code == 0
        assert json.loads(Path("blue.json").read_bytes())["n"] == 3
    stale = call("adjudicate", "m", "old.json")
    assert stale.exit_code == 1
    assert "other-opening" in stale.stderr
    assert call("adjudicate", "m", sheet("blue", {"orders": MARCH})).exit_code == 0
    verified = call("verify", "m")
    assert verified.exit_code == 0, verified.output
    assert "1 opening annulled." in verified.stdout
    assert "The referee took back opening 2: 'the march was another'" in (
        " ".join(verified.stdout.split())
    )
    assert "give 3 openings exactly" in " ".join(verified.stdout.split())


def test_what_was_taken_back_is_marked() -> None:
    marched()
    assert call("rewind", "m", "--to", "0", "--reason", "all again").exit_code == 0
    told = call("report", "m", "--n", "2")
    assert told.exit_code == 0
    flat = " ".join(told.stdout.split())
    assert "Opening 2 is annulled: the match was rewound to the start." in flat
    drawn = call("map", "m", "--n", "2")
    assert "notice: Opening 2 is annulled" in drawn.stderr
    assert drawn.stdout.startswith("<svg")
    now = call("report", "m")
    assert "Openings 1 and 2 are annulled" in now.stdout
    assert call("report", "m", "--n", "0").exit_code == 0
    assert call("report", "m", "--n", "3").exit_code == 2
    data = json.loads(call("status", "m", "--json").stdout)
    assert (data["opening"], data["stands"]) == (2, 0)
    assert data["rewinds"][0]["annulled"] == [2, 1]


def test_a_mistake_is_mended() -> None:
    marched()
    Path("p.json").write_text('[{"op": "replace", "path": "/hosts/red/gold", "value": 3}]')
    done = call("correct", "m", "p.json", "--reason", "red bid nothing")
    assert done.exit_code == 0, done.output
    assert "In opening 3 the referee corrected /hosts/red/gold." in done.stdout
    assert "Reason: red bid nothing" in call("status", "m").stdout
    verified = call("verify", "m")
    assert verified.exit_code == 0, verified.output
    flat = " ".join(verified.stdout.split())
    assert "The referee corrected the state (line k=" in flat
    again = call("correct", "m", "p.json", "--reason", "red bid nothing", "--json")
    assert again.exit_code == 1
    assert json.loads(again.stdout)["problems"][0]["code"] == "correction-empty"
    Path("p.json").write_text('[{"op": "replace", "path": "/hosts/red/gold", "value": 4}]')
    sheet("red", {"orders": NO_BIDS})
    assert call("adjudicate", "m", "red.json").exit_code == 0
    data = json.loads(call("correct", "m", "p.json", "--reason", "four", "--json").stdout)
    assert (data["opening"], data["stale"]) == (4, ["red"])
    assert call("rewind", "m", "--to", "3", "--reason", "no", "--json").exit_code == 0


def test_they_are_used_wrongly() -> None:
    marched()
    for words in (
        ("rewind", "m", "--reason", "x"),
        ("rewind", "m", "--to", "1"),
        ("rewind", "m", "--to", "one", "--reason", "x"),
        ("correct", "m", "a", "b", "--reason", "x"),
        ("escrow", "m"),
        ("escrow", "m", "--out", "a", "--restore", "b"),
        ("escrow", "m", "--out", "a", "--shares", "1"),
        ("escrow", "m", "--out", "a", "--shares", "2", "--to", "age1"),
        ("escrow", "m", "--out", "a", "--identity", "b"),
        ("new", "--continue", "m", "toy", "next"),
        ("new", "--continue", "m", "next", "--mode", "public"),
        ("new", "--continue", "m", "next", "--name", "a b"),
        ("new", "toy"),
    ):
        done = call(*words)
        assert done.exit_code == 2, (words, done.output)


def test_a_secret_is_kept_lost_and_put_back() -> None:
    marched()
    kept = call("escrow", "m", "--out", "copy.json")
    assert kept.exit_code == 0
    assert "foresee" in kept.stderr
    shared = call("escrow", "m", "--out", "share.json", "--shares", "2")
    assert shared.stdout == (
        "wrote share-1.json\nwrote share-2.json\n"
        "later, to put the secret back: adjudicator escrow m --restore FILE\n"
    )
    for words in (("copy.json",), ("share-2.json", "--restore", "share-1.json")):
        Path("m/referee/secret.json").unlink()
        back = call("escrow", "m", "--restore", *words)
        assert back.exit_code == 0, back.output
        assert "it is the one of this match" in back.stdout


def test_a_match_goes_on_without_its_secret() -> None:
    marched()
    Path("m/referee/secret.json").unlink()
    Path("m/match.json").write_text(
        Path("m/match.json").read_text().replace('"name": ""', '"name": "Ann"', 1)
    )
    made = call("new", "--continue", "m", "next", "--name", "toy-again")
    assert made.exit_code == 0, made.output
    assert "Publish m/log.jsonl as it is" in made.stdout
    assert "due: the order sheet of red" in made.stdout
    assert "Ann" in call("status", "next").stdout
    for seat in ("blue", "red"):
        sheet(seat, {"orders": NO_BIDS}, "next")
    assert call("adjudicate", "next", "blue.json", "red.json").exit_code == 0
    alone = call("verify", "next")
    assert alone.exit_code == 0
    assert "It goes on from another match: audit that with --after OLD." in (
        " ".join(alone.stdout.split())
    )
    for old in ("m", "m/log.jsonl"):
        both = call("verify", "next", "--after", old)
        assert both.exit_code == 0, both.output
        assert f"It goes on from where {old} ends, which is sound." in " ".join(both.stdout.split())
    other = call("verify", "m", "--after", "next")
    assert other.exit_code == 1
    assert "not-continued" in other.stderr
    log = Path("m/log.jsonl")
    log.write_bytes(log.read_bytes().replace(b'"values":[', b'"values":[6,', 1))
    assert call("verify", "next", "--after", "m").exit_code == 1
    log.write_bytes(log.read_bytes().replace(b'"gid":"', b'"gid":"x', 1))
    assert call("verify", "next", "--after", "m").exit_code == 1
    assert call("verify", "m", "--after", "next").exit_code == 1
    assert call("verify", "m").exit_code == 1
    assert call("report", "next", "--n", "0").exit_code == 0

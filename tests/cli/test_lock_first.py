"""Sealed and mutual mode from files through the command line to the end of a match."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.audit import tfd1
from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app
from tests.cli.calls import forced
from tests.core.toy import SEATS, toy_scenario
from tests.matches.lock_first import BIDS, MARCH, NO_BIDS


@pytest.fixture(autouse=True)
def short_chains(toy_registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 16)


def call(*words: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(app, forced([str(word) for word in words]))
    assert result.exit_code == code, result.output
    return result


def begun(mode: str, *options: str, joins: bool = True) -> None:
    """A match in the folder m; each seat has its key in a folder of its own."""
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    made = ["new", "toy", "m", "--scenario", "duel.json", "--mode", mode, *options]
    if not joins:
        call(*made)
        return
    call(*made, "--joins")
    for seat in SEATS:
        Path(seat).mkdir()
        call("join", "m/offer.json", seat, "--out", f"{seat}/join.json", "--key", key(seat))
    call("begin", "m", *(f"{seat}/join.json" for seat in SEATS))


def key(seat: str) -> str:
    return f"{seat}/key-{seat}.json"


def state() -> Path:
    return Path("m/now/state.json")


def sheet(seat: str, orders: dict[str, Any]) -> str:
    """A sheet that the seat makes from the mailed state, with its own key."""
    path = f"{seat}/sheet.json"
    options = ["--key", key(seat)] if Path(key(seat)).exists() else []
    call("template", state(), seat, "--out", path, *options)
    document = json.loads(Path(path).read_text()) | {"orders": orders}
    Path(path).write_text(json.dumps(document))
    return path


def pledge(seat: str, *, has_sheet: bool = True) -> str:
    path = f"{seat}/pledge.json"
    sheet = ["--sheet", f"{seat}/sheet.json"] if has_sheet else []
    call("pledge", "m/log.jsonl", seat, *sheet, "--key", key(seat), "--out", path)
    return path


def proved(openings: int) -> None:
    shown = call("verify", "m").stdout
    assert f"give {openings} openings exactly, byte by byte" in shown
    found = verify_log.verify(Path("m/log.jsonl").read_bytes())
    assert verify_log.report(found)[0] == "SOUND"


def turns() -> list[tuple[tuple[str, dict[str, Any]], ...]]:
    """The sheets of each opening of a whole match."""
    return [(("blue", BIDS), ("red", NO_BIDS)), (("blue", MARCH),)] * 2


@pytest.mark.parametrize("mode", ["sealed", "mutual"])
def test_a_final_step_by_step(mode: str) -> None:
    begun(mode, "--penalty", "The turn is forfeited.")
    assert (Path("m/referee/secret.json").exists()) == (mode == "sealed")
    for n, given in enumerate(turns(), start=1):
        paths = [sheet(seat, orders) for seat, orders in given]
        assert all(json.loads(Path(path).read_text())["pledge"] is None for path in paths)
        call("check", state(), *paths)
        shown = call("adjudicate", "m", *paths, code=3).stdout
        assert f"Opening {n} is locked. Nothing is answered yet" in shown
        assert "mail to everybody: m/log.jsonl" in shown
        assert "The offer says: 'The turn is forfeited.'" in shown
        assert call("adjudicate", "m", code=3).stdout == shown
        assert shown in call("status", "m").stdout
        blue, red = (pledge(seat, has_sheet=seat in dict(given)) for seat in SEATS)
        assert "due: the pledge of red" in call("adjudicate", "m", blue, code=3).stdout
        call("adjudicate", "m", red)
    assert "The match is over" in call("status", "m").stdout
    proved(4)
    assert "The offer says of a pledge withheld" in call("verify", "m").stdout


def test_a_withheld_pledge_is_said_aloud() -> None:
    begun("sealed")
    paths = [sheet("blue", BIDS), sheet("red", NO_BIDS)]
    call("adjudicate", "m", *paths, code=3)
    call("adjudicate", "m", pledge("blue"), "--withheld", "green", code=1)
    said = call("adjudicate", "m", pledge("blue"), "--withheld", "red")
    assert "WITHHELD: opening 1 was made without the pledge of red" in said.stderr
    assert "red withheld 1 pledge" in call("verify", "m").stdout


def test_two_locks_get_one_pledge() -> None:
    """The referee shows each player another lock; the second one gets nothing."""
    begun("sealed")
    first, second = sheet("blue", BIDS), "other.json"
    shutil.copytree("m", "w")
    red = sheet("red", NO_BIDS)
    Path(second).write_text(Path(red).read_text().replace('"gold": 1', '"gold": 5'))
    call("adjudicate", "m", first, red, code=3)
    call("adjudicate", "w", first, second, code=3)
    pledge("blue")
    pledge("blue")  # The same lock again: the same pledge.
    record = Path(key("blue")).with_suffix(".seen.jsonl")
    kept = record.read_text()
    record.write_text(kept.replace(json.loads(kept.splitlines()[0])["game"], "00" * 32))
    shown = call("pledge", "m", "blue", "--key", key("blue"), code=1)
    assert "another match of the same name" in " ".join(shown.stderr.split())
    record.write_text(kept)
    shown = call("pledge", "w", "blue", "--key", key("blue"), code=1)
    assert "second-lock" in shown.stderr
    assert "Two logs were shown" in shown.stderr
    call("adjudicate", "m", "blue/pledge.json", pledge("red"))
    blue = sheet("blue", MARCH)
    call("adjudicate", "m", blue, code=3)
    pledge("blue")
    # A log that goes on from the other lock gets nothing either.
    assert "second-lock" in call("pledge", "w", "blue", "--key", key("blue"), code=1).stderr


def test_what_a_player_is_told_of_a_lock() -> None:
    begun("sealed")
    no_lock = call("pledge", "m", "blue", "--key", key("blue"), code=1)
    assert "no-lock" in no_lock.stderr
    paths = [sheet("blue", BIDS), sheet("red", NO_BIDS)]
    call("adjudicate", "m", *paths, code=3)
    unasked = call("pledge", "m/log.jsonl", "blue", "--key", key("blue"), code=1)
    assert "its key remembers none" in unasked.stderr
    confirmed = ["pledge", "m/log.jsonl", "blue", "--key", key("blue"), "--sheet", paths[0]]
    assert f"{paths[0]} is the sheet that is locked" in call(*confirmed).stdout
    assert Path("pledge-blue-1.json").exists()
    other = call("pledge", "m", "blue", "--sheet", paths[1], "--key", key("blue"), code=1)
    assert "other-sheet" in other.stderr
    assert "unknown-seat" in call("pledge", "m", "green", code=1).stderr
    call("pledge", "m", "blue", "--key", key("red"), code=4)
    raw = Path("m/log.jsonl").read_bytes()
    Path("bad.jsonl").write_bytes(raw.replace(b'"n":1', b'"n":2'))
    assert "log-refuted" in call("pledge", "bad.jsonl", "blue", code=1).stderr
    assert "opening-locked" in call("template", "m", "blue", code=1).stderr
    locked = json.loads(call("status", "m", "--json").stdout)["locked"]
    assert (locked["opening"], locked["awaited"]) == (1, ["blue", "red"])
    again = json.loads(call("adjudicate", "m", "--json", code=3).stdout)
    assert again["locked"] == locked


def test_a_seat_whose_sheet_was_left_out_is_told_so() -> None:
    """All pledge, for who orders alone would know too much; but not for a sheet that is missing."""
    begun("sealed")
    call("adjudicate", "m", sheet("blue", BIDS), sheet("red", NO_BIDS), code=3)
    call("adjudicate", "m", pledge("blue"), pledge("red"))
    call("adjudicate", "m", sheet("blue", MARCH), code=3)
    left_out = ["pledge", "m", "red", "--key", key("red")]
    assert "no-sheet-locked" in call(*left_out, "--sheet", "red/sheet.json", code=1).stderr
    assert "no sheet of red is locked; if one was sent" in call(*left_out).stderr


def test_new_says_what_these_modes_need() -> None:
    Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    made = ["new", "toy", "m", "--scenario", "duel.json"]
    assert "joins-needed" in call(*made, "--mode", "sealed", code=1).stderr
    call(*made, "--penalty", "none", code=2)
    call(*made, "--mode", "mutual", "--joins", "--penalty", "\x1b[2J", code=2)

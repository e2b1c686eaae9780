"""What a player's tool remembers: two logs, second versions and other matches, as attacks."""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.api import own_keys
from adjudicator.audit import log, tfd1
from adjudicator.cli.app import app
from adjudicator.documents.keys.seat_keys import read_key
from tests import beacon
from tests.cli.calls import forced
from tests.core.toy import SEATS, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS

LESS: dict[str, Any] = {"bids": [{"order": "bid", "gold": 1}]}
KEY = Path("blue/key-m-blue.json")
RECORD = Path("blue/key-m-blue.seen.jsonl")


@pytest.fixture(autouse=True)
def short_chains(toy_registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 16)


def call(who: str, *words: str | Path, code: int = 0) -> Result:
    """Runs a command in the folder of a person."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(who)
        done = CliRunner().invoke(app, forced([str(word) for word in words]))
    assert done.exit_code == code, done.output
    return done


def said(who: str, *words: str | Path, code: int = 0) -> str:
    """What a command says, in one line."""
    return " ".join(call(who, *words, code=code).output.split())


def begun(*options: str) -> None:
    """A match in referee/m, and a folder for each player; in referee mode nobody has a chain."""
    for who in ("referee", *SEATS):
        Path(who).mkdir()
    Path("referee/duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
    made = ("new", "toy", "m", "--scenario", "duel.json", *options)
    if options:
        call("referee", *made, "--joins")
        for seat in SEATS:
            shutil.copy("referee/m/offer.json", seat)
            call(seat, "join", "offer.json", seat)
        call("referee", "begin", "m", *(f"../{seat}/join-m-{seat}.json" for seat in SEATS))
    else:
        call("referee", *made)
    mailed("m")


def mailed(match: str, *, with_log: bool = True) -> None:
    """Both players get the newest state.json of a match, and its log."""
    for seat in SEATS:
        shutil.copy(Path("referee", match, "now/state.json"), seat)
        if with_log:
            shutil.copy(f"referee/{match}/log.jsonl", seat)


def keyed() -> None:
    """Blue makes a key without a chain."""
    call("blue", "template", "state.json", "blue", "--make-key", "--out", "blue.json")


def written(seat: str, orders: dict[str, Any], *, checks: bool = True, name: str = "") -> Path:
    """A sheet that a player fills in and, usually, checks."""
    path = Path(seat, name or f"{seat}.json")
    call(seat, "template", "state.json", seat, "--out", path.name)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"orders": orders}))
    if checks:
        call(seat, "check", "state.json", path.name)
    return Path("..", path)


def remembered(kind: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    return [line for line in lines if line["t"] == kind]


def forked(*, adjudicated: bool = True) -> Path:
    """The referee shows blue the match m and keeps another one, w, with another sheet of red."""
    begun()
    keyed()
    blue, red = written("blue", BIDS), written("red", LESS)
    shutil.copytree("referee/m", "referee/w")
    other = Path("red/other.json")
    other.write_text(json.dumps(json.loads(Path("red/red.json").read_text()) | {"orders": NO_BIDS}))
    call("referee", "adjudicate", "m", blue, red)
    call("referee", "adjudicate", "w", blue, Path("..", other))
    return blue


# -- the key and its blinds ----------------------------------------------------------------------


def test_the_same_orders_are_the_same_bytes() -> None:
    begun()
    first = said("blue", "template", "state.json", "blue", "--out", "blue.json")
    assert "notice: no key file of blue is here" in first
    assert "adjudicator template state.json blue --make-key" in first
    assert not list(Path("blue").glob("key-*"))
    without = Path("blue/blue.json").read_bytes()
    call("blue", "template", "state.json", "blue", "--out", "blue.json")
    assert Path("blue/blue.json").read_bytes() != without
    keyed()
    assert KEY.stat().st_mode & 0o777 == 0o600
    key = read_key(KEY)
    assert (key.who, key.links) == ("blue", 0)
    first = Path("blue/blue.json").read_text()
    told = said("blue", "template", "state.json", "blue", "--out", "blue.json")
    assert "notice" not in told
    assert Path("blue/blue.json").read_text() == first
    sheet = json.loads(first)
    seed = tfd1.digest(tfd1.message("seed-blind", key.match, key.master))
    assert sheet["blind"] == tfd1.mac(seed, tfd1.message("blind", sheet["game"], 1))
    # A later opening has another blind, also where an earlier sheet is written anew.
    blue, red = written("blue", BIDS), written("red", LESS)
    call("referee", "adjudicate", "m", blue, red)
    mailed("m")
    call("blue", "template", "state.json", "blue", "--from", "blue.json", "--out", "next.json")
    later = json.loads(Path("blue/next.json").read_text())["blind"]
    assert later == tfd1.mac(seed, tfd1.message("blind", sheet["game"], 2)) != sheet["blind"]


def test_a_key_without_a_chain_is_never_taken_for_one_of_a_chain() -> None:
    begun("--mode", "referee")
    call("blue", "template", "state.json", "blue", "--make-key", code=2)
    chain = json.loads(KEY.read_text())
    assert chain["offer"] == tfd1.json_hash(json.loads(Path("blue/offer.json").read_text()))
    KEY.write_text(json.dumps(chain | {"links": 0}))
    assert "no-key" in said("blue", "template", "state.json", "blue", code=4)
    named = ("template", "state.json", "blue", "--key", "key-m-blue.json")
    assert "other-key" in said("blue", *named, code=4)
    KEY.write_text(json.dumps(chain))
    call("blue", *named)
    del chain["offer"]  # as older versions wrote it
    KEY.write_text(json.dumps(chain))
    call("blue", *named)


def test_a_second_key_is_not_made() -> None:
    begun()
    keyed()
    made = said("blue", "template", "state.json", "blue", "--make-key", code=2)
    assert "key-m-blue.json is the key of blue" in made


def test_the_folder_of_the_referee_is_no_players() -> None:
    begun()
    assert "no key file" not in said("referee", "template", "m", "blue")
    blue = written("blue", BIDS)
    call("referee", "check", "m", blue)
    assert not [path for path in Path("referee").rglob("*") if ".seen" in path.name]
    assert "key-*.json*" in Path("referee/m/.gitignore").read_text().splitlines()


def test_an_older_state_json_knows_no_name() -> None:
    begun()
    state = json.loads(Path("blue/state.json").read_text())
    del state["match"]
    Path("blue/state.json").write_text(json.dumps(state))
    keyed()
    (key,) = Path("blue").glob("key-*.json")
    assert key.name == f"key-{state['header']['game'][:8]}-blue.json"
    written("blue", BIDS)
    # Its gid finds it later, also where the name is known.
    mailed("m")
    written("blue", BIDS)
    assert "remembers 1 sheet;" in said("blue", "verify", "log.jsonl")


# -- two logs ------------------------------------------------------------------------------------


def found(code: str, *words: str | Path, hashes: tuple[str, ...] = ()) -> None:
    shown = said("blue", *words, code=1)
    assert code in shown
    assert "mail both to all players" in shown or "mail your sheet and this log" in shown
    for one in hashes:
        assert one in shown


def test_two_logs_are_found_by_every_command_of_a_player() -> None:
    forked()
    mailed("m")
    written("blue", MARCH)
    head = remembered("sheet")[-1]["head"]
    assert "this log has every line" in said("blue", "verify", "log.jsonl")
    before = RECORD.read_bytes()
    mailed("w")
    other = json.loads(Path("blue/state.json").read_text())["header"]["head"]
    both = (head, other)
    found("two-logs", "verify", "log.jsonl", hashes=both)
    assert "log.jsonl: refuted" in said("blue", "verify", "log.jsonl", code=1)
    found("two-logs", "template", "state.json", "blue", hashes=both)
    found("two-logs", "check", "state.json", "blue.json", hashes=both)
    found("two-logs", "template", "../referee/w", "blue", hashes=both)
    # Without a log a state.json that ends otherwise is not trusted either.
    Path("blue/log.jsonl").unlink()
    found("two-logs", "template", "state.json", "blue", hashes=both)
    found("two-logs", "check", "state.json", "blue.json", hashes=both)
    assert RECORD.read_bytes() == before


def test_a_log_with_the_lines_of_both_is_no_way_out() -> None:
    """The referee hangs the second log behind the first: all lines are there, and it is refuted."""
    forked()
    mailed("m")
    written("blue", MARCH)
    path = Path("blue/log.jsonl")
    read = log.parse_log(path.read_bytes())
    other = log.parse_log(Path("referee/w/log.jsonl").read_bytes())
    more, head = log.append(read.head, *(line.payload for line in other.lines[1:]))
    path.write_bytes(path.read_bytes() + more)
    state = json.loads(Path("blue/state.json").read_text())
    state["header"]["head"] = head.hash
    Path("blue/state.json").write_text(json.dumps(state))
    found("two-logs", "template", "state.json", "blue")


def test_who_has_no_key_is_told_nothing() -> None:
    forked()
    shown = said("red", "verify", "../referee/w/log.jsonl")
    assert "sound" in shown
    assert "remembers" not in shown


def test_a_log_that_is_only_older_is_called_so() -> None:
    forked()
    shutil.copy("blue/log.jsonl", "blue/old.jsonl")
    shutil.copy("blue/state.json", "blue/old.json")
    mailed("m")
    written("blue", MARCH)
    shown = said("blue", "verify", "old.jsonl", code=1)
    assert "This log ends before the first opening: take the newest" in shown
    # The older state.json goes with the newer log; without that nobody can tell.
    Path("blue/log.jsonl").unlink()
    shown = said("blue", "template", "old.json", "blue", code=1)
    assert "Take the newest state.json" in shown


def test_a_line_that_opening_after_opening_answers_is_a_second_log() -> None:
    """The state.json of a later opening cannot end with the line that an earlier sheet answered."""
    begun()
    keyed()
    written("blue", BIDS)
    state = json.loads(Path("blue/state.json").read_text())
    state["header"]["n"] = 2
    Path("blue/state.json").write_text(json.dumps(state))
    Path("blue/log.jsonl").unlink()
    found("two-logs", "template", "state.json", "blue")


def test_another_sheet_in_the_lock_is_named_with_both_hashes() -> None:
    """The referee writes a sheet in the name of blue and drops the one that blue sent."""
    begun()
    keyed()
    written("blue", BIDS)
    mine = remembered("sheet")[0]["hash"]
    forged = json.loads(Path("blue/blue.json").read_text()) | {"orders": NO_BIDS}
    Path("referee/blue.json").write_text(json.dumps(forged))
    call("referee", "adjudicate", "m", "blue.json", written("red", LESS))
    mailed("m")
    both = (mine, tfd1.json_hash(forged))
    found("other-sheet", "verify", "log.jsonl", hashes=both)
    found("other-sheet", "template", "state.json", "blue", hashes=both)
    found("other-sheet", "check", "state.json", "blue.json", hashes=both)
    # It was his own after all, mailed in a hurry: then he says so, once.
    shutil.copy("referee/blue.json", "blue/sent.json")
    assert "for opening 1" in said("blue", "check", "state.json", "sent.json", "--sent")
    call("blue", "template", "state.json", "blue")
    assert "remembers 2 sheets" in said("blue", "verify", "log.jsonl")


def test_any_remembered_version_may_be_locked() -> None:
    begun()
    keyed()
    first = written("blue", LESS, name="first.json")
    written("blue", BIDS)
    call("referee", "adjudicate", "m", first, written("red", LESS))
    mailed("m")
    assert "this log has every line" in said("blue", "verify", "log.jsonl")


def pledged(seat: str, *options: str) -> Path:
    call(seat, "pledge", "log.jsonl", seat, "--out", "pledge.json", *options)
    return Path("..", seat, "pledge.json")


# -- second versions -----------------------------------------------------------------------------


def test_a_second_version_is_named_once() -> None:
    begun()
    keyed()
    written("blue", BIDS)
    first = remembered("sheet")[0]["hash"]
    assert "notice" not in said("blue", "check", "state.json", "blue.json")
    written("blue", LESS, checks=False)
    shown = said("blue", "check", "state.json", "blue.json")
    assert f"{first}: if you sent that, this is one more try for the referee" in shown
    assert "remembered in key-m-blue.seen.jsonl" in shown
    assert "notice" not in said("blue", "check", "state.json", "blue.json")
    written("blue", BIDS, checks=False)
    assert "notice" not in said("blue", "check", "state.json", "blue.json")
    assert len(remembered("sheet")) == 2
    # What is refused is not remembered.
    path = Path("blue/blue.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"n": 7}))
    call("blue", "check", "state.json", "blue.json", code=1)
    assert len(remembered("sheet")) == 2


def replaced() -> None:
    """Red joins again in mid-match: blue's sheet must cite that line."""
    call("red", "join", "../referee/m/log.jsonl", "red", "--out", "new.json", "--key", "new-key")
    call("referee", "seat", "m", "../red/new.json")


def test_a_sheet_readdressed_because_it_must_be_is_no_second_version() -> None:
    begun("--mode", "referee")
    written("blue", BIDS)
    replaced()
    for seat in SEATS:
        state = Path("referee/m/now/state.json")
        shutil.copy(state, seat)
    again = ("template", "state.json", "blue", "--from", "blue.json", "--out", "again.json")
    # A state.json alone does not show why its log has grown.
    shown = said("blue", *again, code=1)
    assert "put its log.jsonl beside it" in shown
    shutil.copy("referee/m/log.jsonl", "blue")
    call("blue", *again)
    shown = said("blue", "check", "state.json", "again.json")
    assert "notice" not in shown
    assert len(remembered("sheet")) == 2
    # With other orders it is one.
    path = Path("blue/again.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"orders": LESS}))
    assert "one more try" in said("blue", "check", "state.json", "again.json")


def test_a_line_that_no_sheet_must_cite_does_not_make_a_second_sheet() -> None:
    """The referee has the sheet, adds a note that means nothing, and asks for the sheet again.

    Both sheets could be locked then. No sound log ends so, and the sheet is not written anew.
    """
    begun()
    keyed()
    written("blue", BIDS)
    path = Path("blue/log.jsonl")
    read = log.parse_log(path.read_bytes())
    note = log.Note.model_validate({"kind": "hello"})
    more, head = log.append(read.head, note)
    path.write_bytes(path.read_bytes() + more)
    state = json.loads(Path("blue/state.json").read_text())
    state["header"]["head"] = head.hash
    Path("blue/state.json").write_text(json.dumps(state))
    assert "calls sound" in said("blue", "template", "state.json", "blue", code=1)
    found("two-logs", "check", "state.json", "blue.json")


# -- one key, one match --------------------------------------------------------------------------


def test_a_match_of_the_same_name_and_offer_with_another_join_is_found() -> None:
    """Each player is shown a match in which the other one's join is not the real one."""
    begun("--mode", "referee")
    written("blue", BIDS)
    shutil.rmtree("referee/m")
    call("red", "join", "offer.json", "red", "--out", "false.json", "--key", "false")
    other = _other_match("../blue/join-m-blue.json", "../red/false.json")
    shutil.copy(other / "log.jsonl", "blue")
    shutil.copy((other / "now/state.json"), "blue")
    for words in (
        ("verify", "log.jsonl"),
        ("template", "state.json", "blue"),
        ("check", "state.json", "blue.json"),
    ):
        found("two-matches", *words)


def _other_match(*joins: str) -> Path:
    """A match from the very offer of the first one, with these joins."""
    from adjudicator.documents.joins import read_offer
    from adjudicator.documents.offers import rules_offered
    from adjudicator.matches.referee.new_match import begin_match
    from adjudicator.registry import by_name

    offer = read_offer(Path("blue/offer.json"), by_name())
    rules = rules_offered(offer, by_name(), ())
    given = [log.Join.model_validate_json((Path("blue") / join).read_bytes()) for join in joins]
    folder = Path("referee/second")
    folder.mkdir()
    begin_match(folder, rules, offer, given, render=lambda report: ("", ""))
    return folder


def test_one_key_serves_one_offer() -> None:
    begun("--mode", "referee")
    key = json.loads(KEY.read_text())
    KEY.write_text(json.dumps(key | {"offer": "00" * 32}))
    found("two-matches", "verify", "log.jsonl")
    found("two-matches", "template", "../referee/m", "blue")


def test_the_record_of_another_seat_or_match_is_not_taken() -> None:
    begun()
    keyed()
    written("blue", BIDS)
    kept = RECORD.read_text()
    for old, new in (('"player":"blue"', '"player":"red"'), ('"game":"', '"game":"00')):
        RECORD.write_text(kept.replace(old, new)[: len(kept)])
        call("blue", "template", "state.json", "blue", code=4 if "game" in old else 1)
    gid = remembered_gid(kept)
    RECORD.write_text(kept.replace(gid, "00" * 32, 1))
    found("two-matches", "template", "state.json", "blue", hashes=("00" * 32, gid))


def remembered_gid(record: str) -> str:
    gid: str = json.loads(record.splitlines()[0])["game"]
    return gid


# -- pledges -------------------------------------------------------------------------------------


def locked() -> None:
    begun("--mode", "sealed")
    call("referee", "adjudicate", "m", written("blue", BIDS), written("red", LESS), code=3)
    mailed("m")


def test_a_sheet_that_is_not_remembered_gets_no_pledge() -> None:
    begun("--mode", "sealed")
    blue, red = written("blue", BIDS, checks=False), written("red", LESS)
    call("referee", "adjudicate", "m", blue, red, code=3)
    mailed("m")
    pledge = ("pledge", "log.jsonl", "blue", "--out", "pledge.json")
    shown = said("blue", *pledge, code=1)
    assert "not-remembered" in shown
    assert "--sheet FILE" in shown
    assert not Path("blue/pledge.json").exists()
    assert not RECORD.exists()
    assert "other-sheet" in said("blue", *pledge, "--sheet", "../red/red.json", code=1)
    assert "is the sheet that is locked" in said("blue", *pledge, "--sheet", "blue.json")
    assert len(remembered("sheet")) == len(remembered("lock")) == 1
    assert "is one that `check` has called good" in said("blue", *pledge)


def test_another_sheet_than_the_remembered_ones_gets_no_pledge() -> None:
    begun("--mode", "sealed")
    written("blue", BIDS)
    sent = written("blue", LESS, checks=False)
    call("referee", "adjudicate", "m", sent, written("red", LESS), code=3)
    mailed("m")
    pledge = ("pledge", "log.jsonl", "blue", "--out", "pledge.json")
    found("other-sheet", *pledge)
    call("blue", *pledge, "--sheet", "blue.json")
    assert len(remembered("sheet")) == 2


def test_a_lock_without_the_sheet_is_said_aloud() -> None:
    """In the second opening red has nothing to order, but said something; it is dropped."""
    locked()
    call("referee", "adjudicate", "m", pledged("blue"), pledged("red"))
    mailed("m")
    path = Path("red/red.json")
    call("red", "template", "state.json", "red", "--out", "red.json")
    call("red", "check", "state.json", "red.json")
    call("referee", "adjudicate", "m", written("blue", MARCH), code=3)
    mailed("m")
    shown = said("red", "pledge", "log.jsonl", "red", "--out", "pledge.json")
    mine = tfd1.json_hash(json.loads(path.read_text()))
    assert f"no sheet of red is locked, and its key remembers one, {mine}" in shown
    call("referee", "adjudicate", "m", pledged("blue"), "../red/pledge.json")
    mailed("m")
    shown = said("red", "verify", "log.jsonl")
    assert "notice: opening 2: no sheet of red was locked, and its key remembers one" in shown
    assert "sound" in shown


def test_a_lock_made_anew_gets_no_pledge_though_the_sheet_is_the_same() -> None:
    locked()
    first = pledged("blue")
    before = RECORD.read_bytes()
    Path("blue/log.jsonl").rename("blue/true.jsonl")
    shown = said("blue", "check", "state.json", "blue.json", code=1)
    assert "waits for opening 1, and the lock of 1 was answered" in shown
    Path("blue/true.jsonl").rename("blue/log.jsonl")
    call("blue", "check", "state.json", "blue.json")
    # The referee, all pledges known, makes the lock anew with another sheet of red.
    raw = Path("blue/log.jsonl").read_bytes()
    lines = raw.splitlines(keepends=True)
    lock = json.loads(lines[-1])
    read = log.parse_log(b"".join(lines[:-1]))
    lock["orders"]["red"] = "77" * 32
    payload = log.Lock.model_validate_json(
        json.dumps({name: lock[name] for name in ("t", "n", "orders", "files")})
    )
    more, head = log.append(read.head, payload)
    Path("blue/log.jsonl").write_bytes(b"".join(lines[:-1]) + more)
    both = (remembered("lock")[0]["hash"], head.hash)
    found("second-lock", "pledge", "log.jsonl", "blue", "--out", "second.json", hashes=both)
    found("second-lock", "verify", "log.jsonl", hashes=both)
    assert not Path("blue/second.json").exists()
    assert RECORD.read_bytes() == before
    assert Path("blue", first).exists()


def test_the_record_of_an_older_version_is_respected_and_carried_over() -> None:
    locked()
    pledged("blue")
    mine = remembered("lock")[0]["hash"]
    gid = remembered_gid(RECORD.read_text())
    older = Path("blue/key-m-blue.pledged.json")
    old = {"t": "pledged", "format": 1, "game": gid, "player": "blue", "locks": {"1": mine}}
    sheets = [line for line in RECORD.read_text().splitlines() if '"t":"lock"' not in line]
    RECORD.write_text("\n".join(sheets) + "\n")
    older.write_text(json.dumps(old | {"locks": {"1": "00" * 32}}))
    found("second-lock", "pledge", "log.jsonl", "blue", "--out", "second.json")
    found("second-lock", "verify", "log.jsonl")
    assert older.exists()
    older.write_text(json.dumps(old))
    pledged("blue")
    assert not older.exists()
    assert [line["hash"] for line in remembered("lock")] == [mine]
    older.write_text(json.dumps(old | {"game": "00" * 32}))
    found("two-matches", "pledge", "log.jsonl", "blue", "--out", "second.json")


# -- beacon --------------------------------------------------------------------------------------


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is looked at when the rounds have come."""

    class Later:
        @staticmethod
        def now(zone: Any) -> datetime:
            return datetime(2119, 1, 1, tzinfo=zone)

    monkeypatch.setattr(own_keys, "datetime", Later)


def by_beacon() -> None:
    begun("--mode", "beacon")
    call("referee", "adjudicate", "m", "--round", str(beacon.ROUND))
    mailed("m")
    sheets = [written("blue", BIDS), written("red", LESS)]
    call("referee", "adjudicate", "m", *sheets, code=3)
    mailed("m")


def test_a_lock_that_was_seen_in_time_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    beacon.believed(monkeypatch)
    by_beacon()
    assert "notice" not in said("blue", "verify", "log.jsonl")
    assert len(remembered("lock")) == 1
    Path("referee/round.json").write_bytes(beacon.answer())
    call("referee", "adjudicate", "m", "--beacon", "round.json")
    mailed("m")
    assert "notice" not in said("blue", "verify", "log.jsonl")


@pytest.mark.usefixtures("later")
def test_a_lock_that_was_first_seen_after_its_round_is_named() -> None:
    by_beacon()
    shown = said("blue", "verify", "log.jsonl")
    assert "notice: blue first saw the lock of opening 1 after its round came out" in shown
    assert "notice" not in said("blue", "verify", "log.jsonl")
    # A lock that was seen is as good as one that was answered: another one is a second log.
    kept = RECORD.read_text()
    RECORD.write_text(kept.replace(remembered("lock")[0]["hash"], "00" * 32))
    found("second-lock", "verify", "log.jsonl")


# -- the file ------------------------------------------------------------------------------------


def test_a_torn_last_line_is_left_out_with_a_notice() -> None:
    begun()
    keyed()
    written("blue", BIDS)
    written("blue", LESS)
    kept = RECORD.read_bytes()
    assert RECORD.stat().st_mode & 0o777 == 0o600
    for size in range(kept.index(b"\n") + 1, len(kept)):
        RECORD.write_bytes(kept[:size])
        whole = kept[:size].endswith(b"\n") or kept[size : size + 1] == b"\n"
        shown = said("blue", "template", "state.json", "blue", "--out", "t.json")
        assert ("was torn" in shown) == (not whole), size
    RECORD.write_bytes(kept[:-9])
    assert "was torn" in said("blue", "check", "state.json", "blue.json")
    assert RECORD.read_bytes() == kept
    assert RECORD.stat().st_mode & 0o777 == 0o600


def test_a_damaged_record_is_refused_with_its_line() -> None:
    begun()
    keyed()
    written("blue", BIDS)
    written("blue", LESS)
    lines = RECORD.read_text().splitlines(keepends=True)
    RECORD.write_text(lines[0] + lines[1].replace('"n":1', '"n":"1"') + lines[2])
    for words in (
        ("template", "state.json", "blue"),
        ("check", "state.json", "blue.json"),
        ("verify", "log.jsonl"),
    ):
        assert "key-m-blue.seen.jsonl:2:" in said("blue", *words, code=4)
    for damaged in ("", lines[0][:-9], "[]\n"):
        RECORD.write_text(damaged)
        assert "key-m-blue.seen.jsonl:1:" in said("blue", "verify", "log.jsonl", code=4)

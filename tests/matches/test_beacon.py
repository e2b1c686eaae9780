"""Beacon mode: the round is fixed before the sheets, the value comes with its signature."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import LockOptions
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Problem, TryAgain
from adjudicator.documents.keys import beacon_signature
from adjudicator.matches import match as match_files
from adjudicator.matches import moved_head
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import correct_match, read_patch, rewind_match
from tests import beacon
from tests.audit.log_changes import chained, lines_of
from tests.beacon import ROUND
from tests.matches.lock_first import MARCH, fix, fixed, new, opened, secrets, sheet
from tests.matches.test_lock_first import bids, codes, everything, locks, marches, play
from tests.matches.toy_match import kinds


@pytest.fixture(autouse=True)
def laboratory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 16)
    beacon.believed(monkeypatch)


def log_of(match: Match) -> bytes:
    return (match.folder / "log.jsonl").read_bytes()


def header(match: Match) -> str:
    """The head that the newest mailed state.json says is to be cited."""
    newest = match.folder / "now/state.json"
    said: str = json.loads(newest.read_bytes())["header"]["head"]
    return said


def sound(match: Match) -> None:
    read = log.parse_log(log_of(match))
    audit = audit_dice(read)
    assert audit.sound, audit.failures
    sheets = {
        (path.parent.name, path.stem): json.loads(path.read_bytes())
        for path in (match.folder / "referee/orders").glob("n*/*.json")
    }
    again = replay(match.rules, read, lambda n, seat, hash_: sheets.get((f"n{n:04d}", seat)))
    assert (again.problems, again.waiting_for, again.saved) == ((), (), match.saved)


# --- the round before the sheets (3.10 [A2]) -----------------------------------------------------


def test_the_round_is_fixed_before_the_sheets_and_cited_by_them(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    before = match.saved
    done = match.adjudicate([], lock_options=fixed(match))
    assert done.has_fixed
    assert done.opening is None
    assert kinds(match) == ["genesis", "beacon-round"]
    assert (match.saved.k, match.saved.round_in_force) == (before.k + 1, ROUND)
    assert header(match) == match.saved.head != before.head
    assert any(path.name == "state.json" for path in done.written)
    assert opened(match).saved == match.saved
    assert opened(match).notices == ()
    locks_now = bids(match)
    match.adjudicate(locks_now)
    assert kinds(match) == ["genesis", "beacon-round", "lock"]
    assert match.saved.locked is not None
    assert match.saved.locked.round == ROUND
    files, lock_options = secrets(match)
    match.adjudicate(files, lock_options=lock_options)
    assert match.saved.round_in_force is None
    signed = next(
        line.payload
        for line in log.parse_log(log_of(match)).lines
        if isinstance(line.payload, log.BeaconSignature)
    )
    assert (signed.n, signed.signature) == (1, beacon.signature(ROUND))
    sound(match)


def test_sheets_without_a_round_are_refused(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    given = bids(match)
    assert codes(match, given) == ["round-missing"]
    assert codes(match, given, LockOptions(round=ROUND)) == ["round-before-sheets"]
    assert codes(match, given[:1], LockOptions(round=ROUND)) == ["round-before-sheets"]
    fix(match)
    assert codes(match, given) == ["other-head", "other-head"]
    match.adjudicate(bids(match))
    assert match.saved.locked is not None


def _no_words(report: object) -> tuple[str, str]:
    return "", ""


def test_in_an_older_match_ten_rounds_can_be_tried(tmp_path: Path) -> None:
    """As it was: the sheets stay the same, and the round comes with the lock."""
    match = new(tmp_path / "m", "beacon", chains=False, amended=False)
    in_hand, keys = bids(match), set()
    for number in range(ROUND, ROUND + 10):
        shutil.copytree(match.folder, tmp_path / f"{number}")
        tried = Match.open(tmp_path / f"{number}", {"toy": match.rules.game}, _no_words)
        tried.adjudicate(in_hand, lock_options=LockOptions(round=number))
        made = tried.adjudicate([], lock_options=LockOptions(beacon=beacon.value(number)))
        assert made.opening is not None
        assert audit_dice(log.parse_log(log_of(tried))).sound
        keys |= {line["key"] for line in lines_of(log_of(tried)) if line["t"] == "open"}
    assert len(keys) == 10


def test_a_later_round_postpones_and_voids_the_sheets(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    fix(match)
    (blue, red), first = bids(match), match.saved.head
    match.adjudicate([blue])
    for earlier in (ROUND, ROUND - 1):
        assert codes(match, [], LockOptions(round=earlier)) == ["round-not-later"]
    done = match.adjudicate([], lock_options=fixed(match, ROUND + 9))
    assert [notice.split(" answers")[0] for notice in done.notices] == ["the sheet of blue"]
    assert (match.folder / "referee/orders/stale-0002/blue.json").exists()
    assert match.waiting_seats() == ()
    assert match.saved.round_in_force == ROUND + 9
    assert header(match) == match.saved.head != first
    assert codes(match, [blue, red]) == ["other-head", "other-head"]
    locks_again = bids(match)
    match.adjudicate(locks_again)
    (match.folder / "referee/save.json").unlink()
    match = opened(match)
    assert codes(match, [], beacon.lock_options(ROUND)) == ["other-round"]
    assert codes(match, [], LockOptions(round=ROUND + 20)) == ["opening-locked"]
    match.adjudicate([], lock_options=beacon.lock_options(ROUND + 9))
    sound(match)


def test_the_next_opening_needs_a_later_round_of_its_own(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    play(match, bids)
    assert codes(match, [sheet(match, "blue", MARCH)]) == ["round-missing"]
    assert codes(match, [], LockOptions(round=ROUND)) == ["round-not-later"]
    play(match, marches)
    sound(match)


def test_a_correction_spends_the_round(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    play(match, bids)
    fix(match)
    patch = [{"op": "replace", "path": "/hosts/red/gold", "value": 3}]
    correct_match(match, read_patch(json.dumps(patch).encode(), "patch.json"), "a slip")
    assert (match.saved.n, match.saved.round_in_force) == (2, None)
    assert codes(match, [sheet(match, "blue", MARCH)]) == ["round-missing"]
    assert codes(match, [], LockOptions(round=ROUND + 1)) == ["round-not-later"]
    assert opened(match).saved == match.saved
    play(match, marches)
    sound(match)


def test_a_rewind_leaves_the_round_in_force_and_must_be_cited(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    play(match, bids)
    fix(match)
    before = sheet(match, "blue", MARCH)
    rewind_match(match, 0, "a mistake")
    assert match.saved.round_in_force == ROUND + 1
    assert codes(match, [before]) == ["other-head"]
    (match.folder / "referee/save.json").unlink()
    assert opened(match).saved == match.saved
    given = bids(match)
    match.adjudicate(given)
    match.adjudicate([], lock_options=beacon.lock_options(ROUND + 1))
    assert match.saved.n == 2
    sound(match)


def test_no_round_is_fixed_after_the_end(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    fix(match)
    match.adjudicate([sheet(match, "blue", {"match": [{"order": "concede"}]}), bids(match)[1]])
    match.adjudicate([], lock_options=beacon.lock_options(ROUND))
    assert match.saved.is_over
    assert codes(match, [], LockOptions(round=ROUND + 7)) == ["match-over"]


def test_no_round_is_fixed_that_nobody_could_pledge_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 1)
    match = new(tmp_path / "m", "beacon")
    play(match, bids)
    assert codes(match, [], LockOptions(round=ROUND + 7)) == ["chain-at-its-end"]


# --- killed, torn, lost --------------------------------------------------------------------------


def test_whatever_is_lost_the_round_stands(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    play(match, bids)
    fix(match)
    before = everything(match.folder)
    for lost in ("referee/save.json", "now"):
        path = match.folder / lost
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        assert opened(match).saved == match.saved
        assert everything(match.folder) == before
    raw = log_of(match)
    start = raw[: raw[:-1].rfind(b"\n") + 1]
    for cut in range(len(start) + 1, len(raw) - 1, 13):
        shutil.copytree(match.folder, tmp_path / f"{cut}")
        torn = tmp_path / f"{cut}" / "log.jsonl"
        torn.write_bytes(raw[:cut])
        again = Match.open(torn.parent, {"toy": match.rules.game}, _no_words)
        assert torn.read_bytes() == start
        assert again.saved.round_in_force is None


def test_killed_behind_the_note_the_views_are_written_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(tmp_path / "m", "beacon")
    fix(match)
    match.adjudicate(bids(match)[:1])
    shutil.copytree(match.folder, tmp_path / "whole")
    whole = opened(Match.open(tmp_path / "whole", {"toy": match.rules.game}, match.files.render))
    fix(whole, ROUND + 5)

    def killed(*parts: object) -> None:
        raise KeyboardInterrupt

    places: tuple[tuple[object, str], ...] = (
        (moved_head, "_show"),
        (match_files.Match, "write_save"),
    )
    for owner, name in places:
        shutil.rmtree(tmp_path / "m")
        shutil.copytree(tmp_path / "whole", tmp_path / "m")
        copy = opened(match)
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, killed)
            with pytest.raises(KeyboardInterrupt):
                fix(copy, ROUND + 8)
        again = opened(copy)
        assert again.saved.round_in_force == ROUND + 8
        assert header(again) == again.saved.head
        assert again.waiting_seats() == ()
        assert opened(again).notices == ()


def test_a_full_disk_behind_the_note_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(tmp_path / "m", "beacon")

    def full(*parts: object, **named: object) -> None:
        raise TryAgain(Problem("disk-full", "there is no room", kind="unusable"))

    with monkeypatch.context() as patched:
        patched.setattr(match_files.Match, "write_save", full)
        done = match.adjudicate([], lock_options=fixed(match))
    assert done.has_fixed
    assert done.failure is not None
    match = new(tmp_path / "m2", "beacon")
    with monkeypatch.context() as patched:
        patched.setattr(moved_head, "append_durably", full)
        with pytest.raises(TryAgain):
            match.adjudicate([], lock_options=fixed(match))
    assert kinds(match) == ["genesis"]


def test_an_older_match_keeps_its_torn_round_cut_off(tmp_path: Path) -> None:
    """There the note and its lock are one write; a lone note is none."""
    match = new(tmp_path / "m", "beacon", amended=False)
    start = log_of(match)
    match.adjudicate(bids(match), lock_options=LockOptions(round=ROUND))
    lines = log_of(match).splitlines(keepends=True)
    (match.folder / "log.jsonl").write_bytes(b"".join(lines[:2]))
    assert opened(match).saved.fixed is None
    assert log_of(match) == start


# --- the value and its signature (3.10 [A11]) ----------------------------------------------------


def test_a_value_without_its_signature_is_refused(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon")
    assert codes(match, [], beacon.lock_options(ROUND)) == ["not-locked"]
    locks(match)
    assert codes(match, [], LockOptions(beacon=beacon.value(ROUND))) == ["beacon-unsigned"]
    forged = LockOptions(beacon=beacon.value(ROUND), signature=beacon.signature(ROUND + 1))
    assert codes(match, [], forged) == ["beacon-signature-false"]
    assert codes(match, [], beacon.lock_options(ROUND + 1)) == ["other-round"]
    assert match.adjudicate([], lock_options=beacon.lock_options(ROUND)).notices == ()


def test_an_older_match_takes_a_value_as_before(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "beacon", chains=False, amended=False)
    assert codes(match, bids(match)) == ["round-missing"]
    match.adjudicate(bids(match), lock_options=LockOptions(round=ROUND))
    assert kinds(match) == ["genesis", "beacon-round", "lock"]
    assert codes(match, [], LockOptions(round=ROUND + 1)) == ["opening-locked"]
    later = beacon.value(ROUND + 1)
    assert codes(match, [], LockOptions(beacon=later)) == ["other-round"]
    value = beacon.value(ROUND)
    for text in ("7", f"drand-quicknet:{ROUND}:00", value.upper(), value + "\n"):
        assert codes(match, [], LockOptions(beacon=text)) == ["beacon-malformed"]
    assert match.adjudicate([], lock_options=LockOptions(beacon=value)).opening is not None
    assert "beacon-signature" not in kinds(match)
    match.adjudicate([sheet(match, "blue", MARCH)], lock_options=LockOptions(round=ROUND + 1))
    assert match.adjudicate([], lock_options=beacon.lock_options(ROUND + 1)).opening is not None
    assert "beacon-signature" not in kinds(match)
    sound(match)


def test_without_the_library_the_signature_is_taken_and_said_to_be_unchecked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(tmp_path / "m", "beacon")
    locks(match)
    monkeypatch.setattr(beacon_signature, "is_checkable", lambda: False)
    done = match.adjudicate([], lock_options=beacon.lock_options(ROUND))
    assert done.opening is not None
    assert any("pip install 'wargame-adjudicator[beacon]'" in notice for notice in done.notices)
    sound(match)


def test_the_signature_in_a_log_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new(tmp_path / "m", "beacon")
    play(match, bids)
    play(match, marches)
    read = log.parse_log(log_of(match))
    found = beacon_signature.check_signatures(read)
    assert (found.problems, found.not_checked) == ((), "")
    assert "signatures of all 2 values" in found.proved
    lines = lines_of(log_of(match))
    place = max(k for k, line in enumerate(lines) if line.get("kind") == "beacon-signature")
    lines[place]["signature"] = beacon.signature(7)
    false = beacon_signature.check_signatures(log.parse_log(chained(lines)))
    assert [(one.code, one.path) for one in false.problems] == [
        ("beacon-signature-false", (place, "signature"))
    ]
    with monkeypatch.context() as patched:
        patched.setattr(beacon_signature, "is_checkable", lambda: False)
        found = beacon_signature.check_signatures(read)
    assert (found.problems, found.proved) == ((), "")
    assert found.not_checked.startswith("In 2 openings with the beacon: signature not checked")
    for mode in ("sealed", "beacon"):
        other = new(tmp_path / mode, mode, amended=mode == "sealed")
        empty = beacon_signature.check_signatures(log.parse_log(log_of(other)))
        assert (empty.problems, empty.sentences) == ((), ())


def test_other_modes_know_no_round(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "sealed")
    assert codes(match, [], LockOptions(round=ROUND)) == ["no-beacon"]
    assert codes(match, [], beacon.lock_options(ROUND)) == ["no-beacon"]

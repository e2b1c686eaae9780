"""Sealed, mutual and beacon mode: the lock first, the secrets after it, then the opening."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.lock_first import DRAND_GENESIS, round_at
from adjudicator.audit.opening import NO_LOCK_OPTIONS, LockOptions, PlayedMode
from adjudicator.audit.replay import replay
from adjudicator.audit.verifiers import verify_log
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Refused, TryAgain
from adjudicator.documents.keys.seat_keys import pledge_of
from adjudicator.documents.problems import RefusedFile, UnusableFile
from adjudicator.matches import match as match_files
from adjudicator.matches.done_already import done_already
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests import beacon
from tests.core.toy import TOY, toy_scenario
from tests.matches.lock_first import (
    BIDS,
    MARCH,
    NO_BIDS,
    fix,
    key,
    new,
    opened,
    pledge,
    secrets,
    sheet,
)
from tests.matches.toy_match import GAMES, kinds, render

MODES: tuple[PlayedMode, ...] = ("sealed", "mutual", "beacon")
every_mode = pytest.mark.parametrize("mode", MODES)


@pytest.fixture(autouse=True)
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 16)
    beacon.believed(monkeypatch)


def bids(match: Match) -> list[tuple[str, bytes]]:
    return [sheet(match, "blue", BIDS), sheet(match, "red", NO_BIDS)]


def locks(match: Match) -> list[tuple[str, bytes]]:
    """Locks the sheets with which both bid; in beacon mode the round is fixed before them."""
    fix(match)
    given = bids(match)
    assert match.adjudicate(given).opening is None
    return given


def marches(match: Match) -> list[tuple[str, bytes]]:
    return [sheet(match, "blue", MARCH)]


def play(match: Match, sheets: Callable[[Match], list[tuple[str, bytes]]]) -> None:
    """One opening: the lock in one run, the rest in another; the round before both."""
    n = match.saved.n
    fix(match)
    assert match.adjudicate(sheets(match)).opening is None
    assert match.saved.locked is not None
    files, lock_options = secrets(match)
    assert match.adjudicate(files, lock_options=lock_options).opening is not None
    assert match.saved.n == n + 1
    assert not opened(match).awaited()


def play_to_the_end(folder: Path, mode: PlayedMode) -> Match:
    """Two turns of bids and marches."""
    match = new(folder, mode)
    while not match.saved.is_over:
        play(match, bids)
        play(match, marches)
        match = opened(match)
        assert match.notices == ()
    return match


def codes(
    match: Match, files: list[tuple[str, bytes]], lock_options: LockOptions = NO_LOCK_OPTIONS
) -> list[str]:
    """The codes of the problems with which a run is refused; nothing is changed by it."""
    before = everything(match.folder)
    with pytest.raises(Refused) as refused:
        match.adjudicate(files, lock_options=lock_options)
    assert everything(match.folder) == before
    return [problem.code for problem in refused.value.problems]


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


@every_mode
def test_a_whole_match_is_played_and_proved(tmp_path: Path, mode: PlayedMode) -> None:
    match = play_to_the_end(tmp_path / "m", mode)
    assert match.saved.n == 4
    raw = (match.folder / "log.jsonl").read_bytes()
    read = log.parse_log(raw)
    audit = audit_dice(read)
    assert audit.sound, audit.failures
    assert (audit.mode, audit.openings, audit.locked) == (mode, 4, None)
    assert audit.sheets_not_published == ()
    assert not any(audit.withheld_pledges.values())
    again = replay(match.rules, read)
    assert (again.problems, again.waiting_for, again.saved) == ((), (), match.saved)
    assert ("secret.json" in {path.name for path in match.folder.rglob("*")}) == (mode != "mutual")


@every_mode
def test_the_lock_is_alone_and_shows_no_sheet(tmp_path: Path, mode: PlayedMode) -> None:
    match = new(tmp_path / "m", mode)
    before = match.saved
    sheets = locks(match)
    assert kinds(match)[1:] == ["beacon-round"] * (mode == "beacon") + ["lock"]
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    lock = read.lines[-1].payload
    assert isinstance(lock, log.Lock)
    assert not lock.files
    assert dict(lock.orders) == {
        name.removesuffix(".json"): tfd1.json_hash(json.loads(raw)) for name, raw in sheets
    }
    assert not (match.folder / "orders").exists()
    assert audit_dice(read).locked == 1
    assert match.saved.position == before.position
    assert match.saved.pending == before.pending
    files, lock_options = secrets(match)
    match.adjudicate(files, lock_options=lock_options)
    signed = ["beacon-signature"] * (mode == "beacon")
    assert kinds(match)[-4 - len(signed) :] == ["lock", "open", *signed, "sheets", "state"]
    assert {path.name for path in (match.folder / "orders/n0001").iterdir()} == {
        "blue.json", "red.json",
    }  # fmt: skip


@every_mode
def test_nothing_is_locked_while_a_sheet_is_awaited(tmp_path: Path, mode: PlayedMode) -> None:
    match = new(tmp_path / "m", mode)
    fix(match)
    (blue, red), before = bids(match), kinds(match)
    assert match.adjudicate([blue]).saved.locked is None
    assert kinds(match) == before
    assert match.adjudicate([red]).saved.locked is not None


@every_mode
def test_a_locked_match_survives_whatever_is_lost(tmp_path: Path, mode: PlayedMode) -> None:
    """Killed after the lock, with the save of before; without a save; with a torn opening."""
    match = new(tmp_path / "m", mode)
    first_save = (match.folder / "referee/save.json").read_bytes()
    locks(match)
    locked, saved = (match.folder / "log.jsonl").read_bytes(), match.saved
    (match.folder / "referee/save.json").write_bytes(first_save)
    assert opened(match).saved == saved
    (match.folder / "referee/save.json").unlink()
    match = opened(match)
    assert match.saved == saved
    files, lock_options = secrets(match)
    match.adjudicate(files, lock_options=lock_options)
    whole = (match.folder / "log.jsonl").read_bytes()
    assert whole.startswith(locked)
    for cut in range(len(locked), len(whole), 61):
        (match.folder / "log.jsonl").write_bytes(whole[:cut])
        again = opened(match)
        assert (again.folder / "log.jsonl").read_bytes() == locked
        assert again.saved == saved
    assert (
        again.adjudicate([], lock_options=lock_options).opening is not None
    )  # The pledges are still there.
    assert (match.folder / "log.jsonl").read_bytes() == whole


@every_mode
def test_a_torn_lock_is_no_lock(tmp_path: Path, mode: PlayedMode) -> None:
    match = new(tmp_path / "m", mode)
    fix(match)
    start = (match.folder / "log.jsonl").read_bytes()
    match.adjudicate(bids(match))
    locked = (match.folder / "log.jsonl").read_bytes()
    for cut in range(len(start) + 1, len(locked) - 1, 37):
        (match.folder / "log.jsonl").write_bytes(locked[:cut])
        assert opened(match).saved.locked is None
        assert (match.folder / "log.jsonl").read_bytes() == start
    assert opened(match).adjudicate([]).saved.locked is not None
    assert (match.folder / "log.jsonl").read_bytes() == locked


@every_mode
def test_killed_before_the_save_the_lock_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: PlayedMode
) -> None:
    match = new(tmp_path / "m", mode)
    fix(match)

    def killed(self: Match) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(match_files.Match, "write_save", killed)
        with pytest.raises(KeyboardInterrupt):
            match.adjudicate(bids(match))
    match = opened(match)
    assert match.saved.locked is not None
    assert match.notices == ("referee/save.json was made again from the log and the sheets",)


@every_mode
def test_running_again_while_locked_changes_nothing(tmp_path: Path, mode: PlayedMode) -> None:
    match = new(tmp_path / "m", mode)
    sheets = locks(match)
    before = everything(match.folder)
    assert match.adjudicate([]).opening is None
    assert match.adjudicate(sheets).opening is None
    assert opened(match).awaited() == (("the beacon",) if mode == "beacon" else ("blue", "red"))
    assert everything(match.folder) == before


@every_mode
def test_what_opened_the_last_lock_is_known_again(tmp_path: Path, mode: PlayedMode) -> None:
    """A run that was killed behind the opening is given again: it is done already."""
    match = new(tmp_path / "m", mode)
    sheets = locks(match)
    assert done_already(match, sheets, NO_LOCK_OPTIONS) is None
    files, lock_options = secrets(match)
    assert done_already(match, files, lock_options) is None
    played = match.adjudicate(files, lock_options=lock_options)
    assert played.opening is not None
    before = everything(match.folder)
    for given, told in ((files, lock_options), (sheets, NO_LOCK_OPTIONS)):
        again = done_already(match, given, told)
        assert again is not None
        assert again.opening is not None
        assert again.opening.run == played.opening.run
        assert again.saved == played.saved
        assert again.notices == ("already adjudicated as opening 1",)
    if mode == "beacon":
        assert done_already(match, [], beacon.lock_options(beacon.ROUND + 1)) is None
    assert done_already(match, [], NO_LOCK_OPTIONS) is None
    assert done_already(match, [("x.json", b"{")], NO_LOCK_OPTIONS) is None
    assert everything(match.folder) == before


@every_mode
def test_no_other_sheet_is_taken_into_a_lock(tmp_path: Path, mode: PlayedMode) -> None:
    match = new(tmp_path / "m", mode)
    early = sheet(match, "blue", NO_BIDS)
    locks(match)
    assert codes(match, [early]) == ["opening-locked"]
    late = sheet(match, "blue", NO_BIDS)
    assert codes(match, [late]) == ["opening-locked"]
    assert [one.problem.code for one in match.check(*late[::-1]).located] == ["opening-locked"]
    stored = match.folder / "referee/orders/n0001/blue.json"
    locked_sheet = stored.read_bytes()
    stored.write_bytes(early[1])
    (stored.parent / "received.jsonl").unlink()  # where those of one run stand together
    files, lock_options = secrets(match)
    with pytest.raises(UnusableFile) as changed:
        match.adjudicate(files, lock_options=lock_options)
    assert [one.problem.code for one in changed.value.located] == ["sheet-changed"]
    assert (
        match.adjudicate([("again.json", locked_sheet)], lock_options=lock_options).opening
        is not None
    )


@every_mode
def test_a_locked_sheet_that_is_not_here_is_named_as_lacking(
    tmp_path: Path, mode: PlayedMode
) -> None:
    """Somebody else locked it: git brings the lock, and each friend has the own sheet alone."""
    match = new(tmp_path / "m", mode)
    sheets = locks(match)
    stored = match.folder / "referee/orders/n0001/red.json"
    stored.unlink()
    (stored.parent / "received.jsonl").unlink()  # only where both came at once
    files, lock_options = secrets(match)
    with pytest.raises(UnusableFile) as lacking:
        match.adjudicate(files, lock_options=lock_options)
    ((problem, source, *_),) = lacking.value.located
    assert (problem.code, source) == ("sheet-lacking", str(stored))
    assert problem.message.startswith("the sheet of red that is locked for opening 1 is not here:")
    assert match.adjudicate([sheets[1], *files], lock_options=lock_options).opening is not None


@every_mode
def test_a_sheet_that_is_lost_is_among_those_that_came_together(
    tmp_path: Path, mode: PlayedMode
) -> None:
    """Power was cut before its own file was on the disk: it is locked, and shown as received."""
    match = new(tmp_path / "m", mode)
    sheets = locks(match)
    (match.folder / "referee/orders/n0001/red.json").unlink()
    files, lock_options = secrets(match)
    assert match.adjudicate(files, lock_options=lock_options).failure is None
    shown = (match.folder / "orders/n0001/red.json").read_bytes()
    assert shown in [raw for _, raw in sheets]


def test_pledges_are_taken_one_by_one_and_kept(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "sealed")
    match.adjudicate(bids(match))
    lock = match.saved.head
    assert match.adjudicate([pledge(match, "red")]).opening is None
    assert match.awaited() == ("blue",)
    assert match.saved.head == lock
    assert (match.folder / "referee/pledges/n0001/red.json").exists()
    match = opened(match)
    assert match.adjudicate([pledge(match, "red"), pledge(match, "blue")]).opening is not None
    assert match.awaited() == ()


def test_a_pledge_is_judged_with_all_its_problems_at_once(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "sealed")
    assert codes(match, [pledge(match, "red")]) == ["not-locked"]
    assert codes(match, [], LockOptions(withheld=("red",))) == ["not-locked"]
    match.adjudicate(bids(match))
    other = {"game": "00" * 32}, {"n": 2}, {"lock": "00" * 32}, {"player": "green"}
    wrong: list[dict[str, Any]] = [*other, {"pledge": pledge_of(key("red"), 2)}]
    files = [pledge(match, "red", **changed) for changed in wrong]
    assert codes(match, [*files, ("x.json", b'{"t": "pledge"}')])[:6] == [
        "other-match", "other-opening", "other-lock", "pledge-not-awaited", "pledge-false",
        "missing-field",
    ]  # fmt: skip
    assert codes(match, [], beacon.lock_options()) == ["no-beacon"]
    stored = match.folder / "referee/pledges/n0001/red.json"
    match.adjudicate([pledge(match, "red")])
    stored.write_bytes(stored.read_bytes().replace(b'"n": 1', b'"n": 2'))
    with pytest.raises(UnusableFile):
        match.adjudicate([pledge(match, "blue")])


def test_a_withheld_pledge_is_given_up_and_counted(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "sealed", penalty="The turn is forfeited.")
    match.adjudicate(bids(match))
    assert codes(match, [], LockOptions(withheld=("green",))) == ["not-withheld"]
    assert match.adjudicate([], lock_options=LockOptions(withheld=("red",))).opening is None
    match.adjudicate([pledge(match, "blue")])
    assert codes(match, [], LockOptions(withheld=("blue", "red"))) == ["not-withheld"]
    assert match.adjudicate([], lock_options=LockOptions(withheld=("red",))).opening is not None
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    audit = audit_dice(read)
    assert audit.sound
    assert dict(audit.withheld_pledges) == {"blue": 0, "red": 1}
    assert any("The turn is forfeited." in line for line in audit.reports)
    again = replay(match.rules, read)
    assert (again.problems, again.saved) == ((), match.saved)
    play(match, marches)


def test_the_dice_are_not_known_before_the_pledges(tmp_path: Path) -> None:
    """With the same lock and secrets of referee and mover, the pledge of another changes them."""
    match = new(tmp_path / "m", "sealed")
    play(match, bids)
    match.adjudicate([sheet(match, "blue", MARCH)])
    shutil.copytree(match.folder, tmp_path / "w")
    other = Match.open(tmp_path / "w", GAMES, render)
    match.adjudicate([pledge(match, "blue"), pledge(match, "red")])
    other.adjudicate([pledge(other, "blue")], lock_options=LockOptions(withheld=("red",)))
    keys = [
        next(
            line.payload.key
            for line in reversed(log.parse_log((one.folder / "log.jsonl").read_bytes()).lines)
            if isinstance(line.payload, log.Open)
        )
        for one in (match, other)
    ]
    assert keys[0] != keys[1]
    raw = (other.folder / "log.jsonl").read_bytes()
    assert dict(audit_dice(log.parse_log(raw)).withheld_pledges) == {"blue": 0, "red": 1}
    assert verify_log.verify(raw).withheld == {"blue": 0, "red": 1}


def test_a_sheet_stays_secret_while_something_of_it_is_left(tmp_path: Path) -> None:
    """Blue is asked in the middle of red's player-turn, of which red's plan goes on."""
    match = new(tmp_path / "m", "sealed", amended=False, ask=["losses"])
    champion = {"order": "march", "unit": "champion", "count": 1}
    play(match, bids)
    play(match, lambda match: [sheet(match, "blue", {"march": [*MARCH["march"], champion]})])
    play(match, lambda match: [sheet(match, "blue", NO_BIDS), sheet(match, "red", BIDS)])
    plan = {**MARCH, "losses": [{"order": "lose", "unit": "soldier"}] * 3}
    play(match, lambda match: [sheet(match, "red", plan)])
    (asked,) = match.saved.pending
    assert (asked.seat, asked.topic) == ("blue", "losses")
    assert match.saved.withheld == (4,)
    assert not (match.folder / "orders/n0004").exists()
    assert "count" not in (match.folder / "log.jsonl").read_text().splitlines()[-1]
    match = opened(match)
    answer = {asked.label: {"order": "lose", "unit": "champion"}}
    play(match, lambda match: [sheet(match, "blue", {}, answers=answer)])
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    notes = [line.payload for line in read.lines if isinstance(line.payload, log.Sheets)]
    assert [(note.n, tuple(note.files)) for note in notes][-2:] == [(4, ("red",)), (5, ("blue",))]
    again = replay(match.rules, read)
    assert (again.problems, again.waiting_for, again.saved) == ((), (), match.saved)
    assert audit_dice(read).sound


def test_these_modes_need_joins_with_chains(tmp_path: Path) -> None:
    for mode in ("sealed", "mutual"):
        with pytest.raises(Refused) as refused:
            new_match(
                tmp_path / mode, TOY, toy_scenario(None), name="x", mode=mode, title="",
                render=render,
            )  # fmt: skip
        assert [problem.code for problem in refused.value.problems] == ["joins-needed"]
        assert not (tmp_path / mode).exists()


def test_nothing_is_locked_that_nobody_could_pledge_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 1)
    match = new(tmp_path / "m", "mutual")
    play(match, bids)
    assert codes(match, [sheet(match, "blue", MARCH)]) == ["chain-at-its-end"]


def test_a_full_disk_leaves_the_match_unlocked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(tmp_path / "m", "mutual")

    def full(path: Path, content: bytes) -> None:
        from adjudicator.core.problem import Problem

        raise TryAgain(Problem("disk-full", "there is no room", kind="unusable"))

    monkeypatch.setattr(match_files, "append_durably", full)
    with pytest.raises(TryAgain):
        match.adjudicate(bids(match))
    assert match.saved.locked is None
    assert opened(match).waiting_seats() == ("blue", "red")


@every_mode
def test_the_stdlib_verifier_agrees(tmp_path: Path, mode: PlayedMode) -> None:
    match = play_to_the_end(tmp_path / "m", mode)
    raw = (match.folder / "log.jsonl").read_bytes()
    last_lock = max(k for k, kind in enumerate(kinds(match)) if kind == "lock")
    up_to_lock = b"".join(raw.splitlines(keepends=True)[: last_lock + 1])
    assert verify_log.report(verify_log.verify(raw))[0] == "SOUND"
    said = verify_log.report(verify_log.verify(up_to_lock))
    assert said[0].startswith("NOT PROVEN from opening 4 on: its sheet of blue is not in the log")
    assert "Opening 4 is locked and not opened yet." in said
    assert replay(match.rules, log.parse_log(up_to_lock)).problems == ()


def test_malformed_pledges_are_refused(tmp_path: Path) -> None:
    match = new(tmp_path / "m", "mutual")
    match.adjudicate(bids(match))
    for raw in (b"{", b"[]", b'{"t": "pledge", "n": 1e999}'):
        with pytest.raises(RefusedFile):
            match.adjudicate([("p.json", raw)])


@pytest.mark.parametrize(
    ("seconds", "number"), [(-1, 1), (-3, 0), (0, 1), (1, 2), (2, 2), (3, 2), (4, 3), (3000, 1001)]
)
def test_the_round_at_a_time(seconds: int, number: int) -> None:
    """The first at or after it: round 1 came at the genesis, one more every three seconds."""
    assert round_at(DRAND_GENESIS + seconds) == number

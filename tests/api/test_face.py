"""Matches played by the face alone: the same bytes as by the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import adjudicator
from adjudicator.api import logged
from adjudicator.api.texts import render_report
from adjudicator.core.report import Report
from tests.api.folders import bytes_of, joined_match, play_opening
from tests.cli.calls import call

ROOT = Path(__file__).resolve().parents[2]
BEFORE = ROOT / "examples" / "fortress-america-1986" / "before"
WESTERN = ROOT / "examples" / "fortress-america-1986" / "western.json"


@pytest.fixture
def match(tmp_path: Path) -> adjudicator.Match:
    """A match of Galactic Conquest, in which seats know different things."""
    return adjudicator.new_match(tmp_path / "m", "galactic-conquest", "two")


def test_a_turn_from_sheets_to_letters(
    match: adjudicator.Match, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [(one.seat, one.what, one.as_is) for one in match.awaited] == [
        ("amber", "sheet", True), ("azure", "sheet", True),
    ]  # fmt: skip
    for n in (1, 2, 3):
        opened = play_opening(match)
        assert (opened.n, match.n) == (n, n)
        assert opened.head == match.head
        assert opened.events
    assert sum(len(roll.values) for roll in opened.dice) > 0
    everybodys, *own = match.letters()
    assert everybodys.seat is None
    assert {letter.seat for letter in own} == {"amber", "azure"}
    assert "after opening 3" in everybodys.subject
    for letter in (everybodys, *own):
        assert {one.name for one in letter.attachments} == {"map.svg", "state.json", "log.jsonl"}
        assert max(map(len, letter.text.splitlines())) <= 90
        assert letter.html.startswith("<!")
    assert match.verify().verdict == "sound"
    (log,) = (one.raw for one in everybodys.attachments if one.name == "log.jsonl")
    mailed = match.folder.parent / "log.jsonl"
    mailed.write_bytes(log)
    assert adjudicator.verify(mailed).verdict == "not proven"  # its hidden cards are not shown yet
    assert capsys.readouterr() == ("", "")


def test_a_mailed_state_answers_as_the_match_does(match: adjudicator.Match) -> None:
    for _ in range(2):
        play_opening(match)
    for letter in match.letters()[1:]:
        (raw,) = (one.raw for one in letter.attachments if one.name == "state.json")
        state = adjudicator.read_state(raw)
        assert (state.seat, state.name, state.game) == (letter.seat, match.name, match.game)
        assert [one._replace(is_in=False) for one in match.awaited] == list(state.awaited)
        assert state.head == match.head
        assert state.sent_as_is == match.sent_as_is
        seat = match.awaited[0].seat
        assert seat is not None
        if seat == letter.seat:
            sheet = state.template(seat, play=True)
            assert [one.topic for one in state.forms(seat)] == [
                one.topic for one in match.forms(seat)
            ]
            ours, theirs = match.check(sheet), state.check(sheet)
            assert ours.is_acceptable
            assert theirs.to_json() == ours.to_json()
        assert state.map().startswith("<?xml")
        assert "mailed state.json" in state.report().text


def test_the_same_bytes_as_by_the_command_line(tmp_path: Path) -> None:
    for name in ("face", "line"):
        shutil.copytree(BEFORE, tmp_path / name)
    with adjudicator.open_match(tmp_path / "face") as match:
        assert match.submit(adjudicator.sheet_file(WESTERN)).accepted
        opened = match.adjudicate()
    assert opened.n == match.n
    assert call("adjudicate", tmp_path / "line", WESTERN).exit_code == 3
    assert opened.stops_in_mid_turn
    assert bytes_of(tmp_path / "face") == bytes_of(tmp_path / "line")
    told = json.loads(call("status", tmp_path / "line", "--json").stdout)
    assert {key: told[key] for key in match.to_json()} == match.to_json()
    assert call("report", tmp_path / "line").stdout == match.report().text
    assert call("map", tmp_path / "line").stdout == match.map()


def test_a_repeated_run_makes_nothing_twice(tmp_path: Path) -> None:
    shutil.copytree(BEFORE, tmp_path / "m")
    sheet = adjudicator.sheet_file(WESTERN)
    match = adjudicator.open_match(tmp_path / "m")
    first = match.adjudicate([sheet])
    assert first.n == 1
    before = bytes_of(tmp_path / "m")
    again = adjudicator.open_match(tmp_path / "m").adjudicate([sheet])
    assert (again.n, again.dice, again.events) == (first.n, first.dice, first.events)
    assert "already adjudicated" in " ".join(again.notices)
    assert bytes_of(tmp_path / "m") == before


def test_a_refused_sheet_is_a_value_and_changes_nothing(match: adjudicator.Match) -> None:
    before = bytes_of(match.folder)
    sheet: dict[str, object] = {**match.template("amber"), "orders": {"invade": []}}
    receipt = match.submit(sheet, source="amber.json")
    assert not receipt.accepted
    assert receipt.seat == "amber"
    assert {one.source for one in receipt.problems} == {"amber.json"}
    assert all(one.line for one in receipt.problems)
    unread = match.submit(b'{"t": "orders",')
    assert (unread.accepted, unread.seat, unread.hash) == (False, None, None)
    assert unread.problems[0].problem.kind == "malformed"
    checked = match.check(b"[]")
    assert not checked.is_read
    assert not checked.is_acceptable
    with pytest.raises(adjudicator.RefusedFile):
        _ = checked.seat
    assert bytes_of(match.folder) == before


def test_a_later_sheet_takes_the_place_of_an_earlier_one(match: adjudicator.Match) -> None:
    first, second = (match.submit(match.template("amber")) for _ in range(2))
    assert first.hash != second.hash
    assert match.waiting == ("amber",)
    assert [one.is_in for one in match.awaited] == [True, False]
    match.submit(match.template("azure"))
    match.adjudicate()
    log = (match.folder / "log.jsonl").read_text()
    assert str(second.hash) in log
    assert str(first.hash) not in log


def test_a_match_opened_to_be_looked_at_writes_nothing(match: adjudicator.Match) -> None:
    play_opening(match)
    (match.folder / "referee" / "save.json").write_text("{}")
    before = bytes_of(match.folder)
    looked = adjudicator.open_match(match.folder, read_only=True)
    assert looked.due
    sheet = looked.template("amber", play=True)
    assert looked.check(sheet).is_acceptable
    _ = looked.letters(), looked.map(), looked.report(), looked.verify(), looked.result
    for write in (lambda: looked.submit(sheet), lambda: looked.adjudicate([sheet])):
        with pytest.raises(ValueError, match="opened to be looked at"):
            write()
    assert bytes_of(match.folder) == before
    with adjudicator.open_match(match.folder) as mended:
        assert any("save.json" in notice for notice in mended.taken_notices())
    with pytest.raises(ValueError, match="its `with` block is over"):
        mended.submit(sheet)


def test_what_there_is_not_is_a_value_error(match: adjudicator.Match) -> None:
    play_opening(match)
    for ask in (
        lambda: match.template("nobody"),
        lambda: match.forms("nobody"),
        lambda: match.report(seat="nobody"),
        lambda: match.map(n=9),
        lambda: match.map(supply=["nobody"]),
        lambda: match.map(around="n0101"),
        lambda: adjudicator.new_match(match.folder / "x", "chess"),
        lambda: adjudicator.new_match(match.folder / "x", "stratix", "two", mode="loud"),
        lambda: adjudicator.new_match(match.folder / "x", "stratix", "two", play=["nobody"]),
        lambda: adjudicator.new_match(match.folder / "x", "stratix", "two", name="two words"),
        lambda: match.map(layout="poster"),  # type: ignore[arg-type]  # that is what is tried
        lambda: match.map(lay="phone"),  # type: ignore[call-arg]  # the same
        lambda: match.adjudicate(play=["nobody"]),
        lambda: match.submit({}, seat="nobody"),
        lambda: match.asked_of("nobody"),
        lambda: match.letter_to("nobody"),
    ):
        with pytest.raises(ValueError, match=r"no |openings are|without blanks"):
            ask()
    assert not (match.folder / "x").exists()


@pytest.mark.parametrize("mode", ["sealed", "mutual"])
def test_seats_join_sheets_are_locked_and_pledges_open(tmp_path: Path, mode: str) -> None:
    match = joined_match(tmp_path / "m", "fortress-america-1986", "standard-2", mode)
    for _ in range(2):
        locked = play_opening(match, near=[tmp_path])
        assert locked.is_locked
        assert locked.stops_in_mid_turn
        awaited = match.awaited
        assert {one.what for one in awaited} == {"pledge"}
        (letter,) = match.letters()
        assert "is locked" in letter.subject
        assert match.locked is not None
        for hash_ in match.locked.orders.values():
            assert hash_ is None or hash_ in letter.text
        assert {one.name for one in letter.attachments} == {"log.jsonl"}
        assert not match.is_ready
        for one in awaited:
            assert one.seat is not None
            sheet = match.folder / "referee" / "orders" / f"n{match.n + 1:04d}" / f"{one.seat}.json"
            made = adjudicator.make_pledge(
                match.folder / "log.jsonl", one.seat, near=[tmp_path],
                sheet=sheet if sheet.exists() else None,
            )  # fmt: skip
            assert made.n == match.n + 1
            receipt = match.submit({**made.pledge})
            assert receipt.accepted, receipt.problems
            assert receipt.seat == one.seat
        refused = match.submit({**made.pledge, "pledge": "0" * 64})
        assert not refused.accepted
        assert {one.is_in for one in match.awaited} == {True}
        assert match.is_ready
        opened = match.adjudicate()
        assert opened.n == match.n
    assert match.verify().verdict == "sound"


def test_the_round_of_a_beacon_comes_before_the_sheets(tmp_path: Path) -> None:
    prepared = adjudicator.prepare_match("stratix", "two")
    match = prepared.make(tmp_path / "m", name="m", mode="beacon")
    assert [one.what for one in match.awaited] == ["round"]
    with pytest.raises(adjudicator.Refused, match="its value is known"):
        match.lock_options(beacon_round=1)
    receipt = match.submit(match.template(match.seats[0], play=True))
    assert not receipt.accepted
    assert receipt.problems[0].problem.code == "round-missing"
    assert match.adjudicate(lock_options=match.lock_options(beacon_round=9_000_000_000)).has_fixed
    assert {one.what for one in match.awaited} == {"sheet"}
    assert match.submit(match.template(match.seats[0], play=True)).accepted


def test_dice_rolled_elsewhere(tmp_path: Path) -> None:
    prepared = adjudicator.prepare_match("galactic-conquest", "two")
    with pytest.raises(adjudicator.Refused):
        prepared.make(tmp_path / "m", name="m", mode="public")  # hands need a secret
    prepared = adjudicator.prepare_match("fortress-america-1986", "standard")
    match = prepared.make(tmp_path / "m", name="m", mode="external")
    rolls: dict[str, tuple[int, ...]] = {}
    while match.n < 5 and not rolls:
        for one in match.awaited:
            if one.seat is not None:
                match.submit(match.template(one.seat, play=True))
        while wanted := match.rolls_awaited(rolls=rolls):
            count = int(wanted[0].prompt.partition("d")[0])
            rolls[wanted[0].label] = (3,) * count
        opened = match.adjudicate(rolls=rolls)
    assert rolls
    assert {roll.label: roll.values for roll in opened.dice} == rolls


def test_a_copy_is_worked_on(match: adjudicator.Match, tmp_path: Path) -> None:
    sheets = [match.template(seat) for seat in match.seats]
    before = bytes_of(match.folder)
    with match.copied_to(tmp_path / "copy") as copy:
        assert copy.adjudicate(sheets).n == 1
    assert bytes_of(match.folder) == before
    assert adjudicator.open_match(tmp_path / "copy").n == 1


def test_a_clone_shows_what_everybody_may_know(match: adjudicator.Match, tmp_path: Path) -> None:
    for _ in range(3):
        play_opening(match)
    clone = tmp_path / "clone"
    shutil.copytree(match.folder, clone, ignore=shutil.ignore_patterns("referee"))
    with pytest.raises(adjudicator.UnusableFile):
        adjudicator.open_match(clone, read_only=True)
    shown = adjudicator.open_folder(clone)
    assert isinstance(shown, adjudicator.Clone)
    assert shown.awaited == match.awaited
    assert shown.about_dice == match.about_dice
    assert shown.notices
    assert shown.report().text == match.report().text
    with pytest.raises(ValueError, match="everybody may know"):
        shown.map(seat="amber")


def test_a_log_alone_tells_any_opening() -> None:
    log = adjudicator.open_log(ROOT / "examples" / "stratix-match" / "log.jsonl")
    assert log.is_alone
    assert (log.game, log.name) == ("stratix", "skirmish-40")
    first = log.report(n=1, pictures=False)
    assert "The lot for the first move" in first.text
    assert "<svg" not in first.html
    assert "<svg" in log.report(n=1).html
    assert log.dispute(n=2).text
    with pytest.raises(ValueError, match="holds no secrets"):
        log.dispute(full=True)


def test_rewinds_and_corrections(match: adjudicator.Match) -> None:
    for _ in range(3):
        play_opening(match)
    done = adjudicator.rewind(match, 2, "a sheet was mixed up")
    assert "a sheet was mixed up" in done.text
    assert (match.n, match.reached) == (3, 2)
    assert match.amendments == (done.text,)
    patch = json.dumps([{"op": "test", "path": "/turn", "value": 1}]).encode()
    with pytest.raises(adjudicator.Refused):
        adjudicator.correct(match, patch, "nothing changes")


def test_the_dice_of_a_match() -> None:
    found = adjudicator.dice_of(ROOT / "examples" / "galactic-conquest-match")
    assert found.standing
    assert len(found.rolls) > 50
    assert found.trials(found.standing)


def test_games_and_their_rulings() -> None:
    listed = {game.name: game for game in adjudicator.list_games()}
    assert len(listed["galactic-conquest"].scenarios) >= 4
    assert adjudicator.rulings("stratix")[0].number >= 1
    question = adjudicator.Question(forces=("10", "5"))
    assert adjudicator.battle_odds("galactic-conquest", question).outcomes


@pytest.mark.usefixtures("faults_told")
def test_what_stands_in_for_a_report_is_redacted_too(
    match: adjudicator.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the program fails to write it, the bare events are those that its reader may hear."""
    for _ in range(3):
        opened = play_opening(match)
    mover = opened.turns[-1].rpartition("-")[2]
    (other,) = {*match.seats} - {mover}

    def fails(report: Report) -> tuple[str, str]:
        if "This is not the usual report" not in " ".join(report.summary):
            raise RuntimeError("a fault of the tests")
        return render_report(report)

    monkeypatch.setattr(logged, "render_report", fails)
    heard = {seat: match.report(seat=seat).text for seat in (None, mover, other)}
    assert [fault.what for fault in match.taken_faults()] == ["report"]
    assert all("This is not the usual report" in text for text in heard.values())
    own = [line for line in heard[mover].splitlines() if line not in heard[None].splitlines()]
    assert own, "who moved hears more than everybody does"
    assert not set(own) & set(heard[other].splitlines())

"""Openings taken back: what the log says then, what the match is, and what everybody is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.replay import replay
from adjudicator.audit.tfd1 import seed_hidden
from adjudicator.audit.verifiers.verify_log import report, verify
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Refused, Unusable
from adjudicator.documents.problems import RefusedFile
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import AmendedMatch, rewind_match
from tests.core.toy_orders import MARCH
from tests.matches.rewound import LONG_MARCH, check_all, log_of, played
from tests.matches.toy_match import GAMES, bids, files, kinds, new, render, sheet


def test_a_rewind_takes_back_every_opening_after_it(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    again = new(tmp_path / "again")
    again.adjudicate(bids(again))
    past = json.loads((again.folder / "now/state.json").read_bytes())
    done = rewind_match(match, 1, "the fight was with the wrong map")
    assert kinds(match)[-3:] == ["annul", "annul", "rewind"]
    assert (done.saved.n, done.saved.reached, done.saved.annulled) == (3, 1, (2, 3))
    assert done.saved.head == log_of(match).head.hash
    folder = match.folder / "now"
    state = json.loads((folder / "state.json").read_bytes())
    assert state["state"] == past["state"]
    assert state["pending"] == past["pending"]
    assert (state["header"]["n"], state["header"]["head"]) == (4, done.saved.head)
    assert json.loads((folder / "events.json").read_bytes()) == []
    check_all(match)
    fourth = match.adjudicate([sheet(match, "blue", orders=MARCH)])
    assert fourth.opening is not None
    assert fourth.opening.n == 4
    check_all(match)


def test_the_same_sheet_gets_new_dice_and_everybody_sees_it(tmp_path: Path) -> None:
    """To redo a turn until it suits is possible for a referee, and cannot be hidden."""
    match = played(tmp_path / "m")
    for _ in range(4):
        rewind_match(match, 1, "once more")
        match.adjudicate([sheet(match, "blue", orders=MARCH)])
    fights = [
        (line.payload.label, line.payload.values)
        for line in log_of(match).lines
        if isinstance(line.payload, log.Roll) and line.payload.label.startswith("turn-1/")
    ]
    assert len({label for label, _ in fights}) < len(set(fights))
    check_all(match)
    raw = (match.folder / "log.jsonl").read_bytes()
    assert audit_dice(log.parse_log(raw)).annulled == 5
    assert any("5 openings annulled" in said for said in audit_dice(log.parse_log(raw)).reports)
    told = report(verify(raw))
    assert any("annulled: 5" in said for said in told)
    assert sum("once more" in said for said in told) >= 1


def named(match: Match) -> Any:
    """Of which opening the views in now/ are, as their stamp says."""
    return json.loads((match.folder / "now/stamp.json").read_bytes())["views"]


def test_a_match_is_rewound_to_its_start_and_twice(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    names = [named(match)]
    for to, why in ((2, "one"), (0, "two")):
        rewind_match(match, to, why)
        names.append(named(match))
    assert [(r.n, r.to, r.annulled) for r in match.saved.rewinds] == [(3, 2, (3,)), (3, 0, (2, 1))]
    assert names == ["n0003-turn-2-bids", "n0003.1-rewound-to-2", "n0003.2-rewound-to-0"]
    check_all(match)
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    rewind_match(match, 4, "three")
    assert match.saved.annulled == (1, 2, 3, 5)
    check_all(match)


def test_what_cannot_be_taken_back(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    before = files(match.folder)
    for to, code in ((9, "no-such-opening"), (-1, "no-such-opening"), (3, "nothing-to-rewind")):
        with pytest.raises(Refused) as refused:
            rewind_match(match, to, "why")
        assert [problem.code for problem in refused.value.problems] == [code]
    for reason in ("", "  ", "a\nb", "\x1b[31m", "x" * 201):
        with pytest.raises(Refused) as refused:
            rewind_match(match, 1, reason)
        assert [problem.code for problem in refused.value.problems] == ["reason-unfit"]
    assert files(match.folder) == before
    rewind_match(match, 1, "é" * 200)
    with pytest.raises(Refused) as refused:
        rewind_match(match, 2, "why")
    assert [problem.code for problem in refused.value.problems] == ["opening-annulled"]


def test_sheets_that_waited_are_stale(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    red = sheet(match, "red", orders=MARCH)
    blue = sheet(match, "blue", standing=[])
    match.adjudicate([blue])
    assert match.waiting_seats() == ("blue",)
    done: AmendedMatch = rewind_match(match, 2, "why")
    assert done.stale == ("blue",)
    assert match.waiting_seats() == ()
    match = Match.open(match.folder, GAMES, render)
    assert match.waiting_seats() == ()
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate([red])
    assert [one.problem.code for one in refused.value.located] == ["other-head"]
    assert "rewound" in refused.value.located[0].problem.message
    assert match.adjudicate(bids(match)).opening is not None
    check_all(match)


def test_over_a_suspended_step_and_back_into_it(tmp_path: Path) -> None:
    """Its plan was never shown: it may be sent again, and is shown when the match is over."""
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=LONG_MARCH)])
    assert match.saved.withheld == (2,)
    first = {"turn-1/weather/soldier-1": [2]}
    match.adjudicate([], first)
    assert match.saved.withheld == (2,)
    rewind_match(match, 2, "a wrong die")
    assert (match.saved.withheld, match.saved.kept) == ((2,), ())
    assert [pending.topic for pending in match.saved.pending] == ["rolls"]
    check_all(match)
    match.adjudicate([], {"turn-1/weather/soldier-1": [3]})  # the same label again
    check_all(match)
    rewind_match(match, 1, "over it all")
    assert [entry.n for entry in match.saved.kept] == [2]
    check_all(match)
    stranger = replay(match.rules, log_of(match))
    assert (stranger.problems, stranger.waiting_for, stranger.left_out) == ((), (), (2, 3, 4))
    assert stranger.saved.position == match.saved.position
    done = match.adjudicate([sheet(match, "blue", orders={"match": [{"order": "concede"}]})])
    assert done.opening is not None
    assert done.saved.is_over
    assert done.saved.kept == ()
    assert set(done.opening.published) == {2, 5}
    assert json.loads((match.folder / "orders/n0002/blue.json").read_bytes())["orders"] == (
        LONG_MARCH
    )
    check_all(match)
    assert replay(match.rules, log_of(match)).left_out == ()


def test_a_sheet_shown_by_an_annulled_opening_is_not_shown_again(tmp_path: Path) -> None:
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=LONG_MARCH)])
    rolls = {"turn-1/weather/soldier-1": [2], "turn-1/weather/champion-2": [2],
             "turn-1/weather/soldier-3": [2], "turn-1/fight/attacker": [1, 1]}  # fmt: skip
    for _ in range(2):
        assert match.adjudicate([], rolls).opening is not None
        check_all(match)
        rewind_match(match, 2, "the dice fell from the table")
        assert match.saved.withheld == ()
        check_all(match)


def test_a_match_that_is_over_goes_on_unless_its_secret_is_public(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate([sheet(match, "red", orders={"match": [{"order": "concede"}]})])
    assert match.saved.is_over
    over, over_saved = (match.folder / "log.jsonl").read_bytes(), match.saved
    shutil.copytree(match.folder / "now", tmp_path / "now")
    rewind_match(match, 0, "conceded by mistake")
    assert not match.saved.is_over
    check_all(match)
    (match.folder / "log.jsonl").write_bytes(over)
    head = log.parse_log(over).head
    ended = over + log.append(head, log.End(hidden=seed_hidden("toy-2026", "5e" * 32)))[0]
    (match.folder / "log.jsonl").write_bytes(ended)
    shutil.copytree(tmp_path / "now", match.folder / "now", dirs_exist_ok=True)
    last = log.parse_log(ended).head
    match.saved = over_saved.model_copy(update={"k": last.k, "head": last.hash})
    match.views = None
    match.write_save()
    match = Match.open(match.folder, GAMES, render)
    with pytest.raises(Unusable) as refused:
        rewind_match(match, 0, "why")
    assert [problem.code for problem in refused.value.problems] == ["match-ended"]


def test_a_rewind_cut_off_in_the_log_never_was(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    before = files(match.folder)
    whole = before["log.jsonl"]
    rewind_match(match, 1, "why")
    after = (match.folder / "log.jsonl").read_bytes()
    for cut in range(len(whole) + 1, len(after) - 1, 57):
        shutil.rmtree(match.folder / "now")
        (match.folder / "log.jsonl").write_bytes(after[:cut])
        opened = Match.open(match.folder, GAMES, render)
        assert opened.saved.n == opened.saved.reached == 3
        assert files(match.folder) == before


def test_false_rewinds_refute_a_log(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    raw = (match.folder / "log.jsonl").read_bytes()
    head = log.parse_log(raw).head
    false: list[tuple[list[int], int]] = [([3], 1), ([2, 3], 1), ([3, 2], 2), ([2], 1), ([4, 3], 2)]
    for annulled, to in false:
        lines = [log.Annul(n=n, reason="x") for n in annulled]
        bad = log.parse_log(raw + log.append(head, *lines, log.Rewind(to=to))[0])
        assert not audit_dice(bad).sound
        (problem,) = replay(match.rules, bad).problems
        assert problem.code == "rules-disagree"


def test_a_killed_rewind_is_finished_by_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(tmp_path / "m")

    class Killed(BaseException):
        pass

    def kill(*_: Any, **__: Any) -> None:
        raise Killed

    for name in ("adjudicator.matches.opened.write_atomically",
                 "adjudicator.matches.newest_views.write_atomically"):  # fmt: skip
        copy = match.copy_to(tmp_path / name)
        with monkeypatch.context() as patched:
            patched.setattr(name, kill)
            with pytest.raises(Killed):
                rewind_match(copy, 1, "why")
        opened = Match.open(copy.folder, GAMES, render)
        assert (opened.saved.n, opened.saved.reached) == (3, 1)
        assert opened.notices
        check_all(opened)

"""Mistakes mended: what may be mended, what everybody is told, and what the audits make of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.correction import run_corrected
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Refused, Unusable
from adjudicator.core.referee import SheetInForce
from adjudicator.core.report import Report
from adjudicator.core.values import FrozenMap
from adjudicator.documents.problems import RefusedFile
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import (
    AmendedMatch,
    correct_match,
    read_patch,
    rewind_match,
)
from adjudicator.narrate.text import report_text
from tests.audit.log_changes import chained, lines_of
from tests.core.toy import Toy, ToyRules
from tests.core.toy_orders import MARCH
from tests.matches.rewound import LONG_MARCH, check_all, log_of, played
from tests.matches.toy_match import bids, files, kinds, new, render, sheet

GOLD = [{"op": "replace", "path": "/hosts/red/gold", "value": 9}]


def correct(match: Match, patch: Any, reason: str = "red was paid") -> AmendedMatch:
    raw = json.dumps(patch, indent=1).encode()
    return correct_match(match, read_patch(raw, "patch.json"), reason)


def codes(match: Match, patch: Any) -> list[tuple[str, int]]:
    """The problems of a patch, each with its line in the file; nothing is written."""
    before = files(match.folder)
    with pytest.raises(RefusedFile) as refused:
        correct(match, patch)
    assert files(match.folder) == before
    return [(one.problem.code, one.line) for one in refused.value.located]


def test_a_correction_is_an_opening_of_its_own(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    was = match.saved.position["hosts"]["red"]["gold"]
    assert was != 9
    done = correct(match, GOLD)
    assert kinds(match)[-4:] == ["lock", "open", "correction", "state"]
    lock = log_of(match).lines[-4].payload
    assert isinstance(lock, log.Lock)
    assert set(lock.orders.values()) == {None}
    assert (done.saved.n, done.saved.reached) == (4, 4)
    assert done.saved.position["hosts"]["red"]["gold"] == 9
    folder = match.folder / "now"
    state = json.loads((folder / "state.json").read_bytes())
    assert (state["state"]["hosts"]["red"]["gold"], state["header"]["n"]) == (9, 5)
    check_all(match)
    audit = audit_dice(log_of(match))
    assert [reason for _, reason in audit.corrections] == ["red was paid"]
    match.adjudicate([sheet(match, match.saved.pending[0].seat or "", orders=MARCH)])
    assert [mended.n for mended in match.saved.corrections] == [4]
    check_all(match)


def test_a_position_that_cannot_be_shown_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(tmp_path / "m")
    before, drawn = match.position(), ToyRules.picture

    def no_picture(rules: ToyRules, view: Any, *rest: Any) -> str:
        if view != before:
            raise LookupError("no such place")
        return drawn(rules, view, *rest)

    monkeypatch.setattr(ToyRules, "picture", no_picture)
    assert [code for code, _ in codes(match, GOLD)] == ["position-impossible"]


def test_a_correction_changes_whose_turn_it_is(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    assert [pending.seat for pending in match.saved.pending] == ["blue"]
    correct(match, [{"op": "replace", "path": "/mover", "value": "red"}])
    assert [pending.seat for pending in match.saved.pending] == ["red"]
    assert match.saved.turn == "turn-1-red"
    check_all(match)
    correct(match, [{"op": "replace", "path": "/phase", "value": "over"},
                    {"op": "replace", "path": "/mover", "value": None}])  # fmt: skip
    assert match.saved.is_over
    check_all(match)
    correct(match, [{"op": "replace", "path": "/phase", "value": "bid"}])
    assert not match.saved.is_over
    check_all(match)


def test_all_problems_of_a_patch_at_once_each_with_its_place(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    form = [
        {"op": "replace", "path": "turn", "value": 1},
        {"op": "swap", "path": "/turn"},
        {"op": "remove", "path": ""},
        {"path": "/turn"},
        {"op": "move", "path": "/turn"},
        7,
    ]
    found = codes(match, form)
    assert [line for _, line in found] == sorted(line for _, line in found)
    assert {code for code, _ in found} == {
        "bad-pattern", "unknown-op", "missing-tag", "missing-field", "wrong-type"
    }  # fmt: skip
    steps = [
        {"op": "replace", "path": "/hosts/green/gold", "value": 1},
        {"op": "test", "path": "/turn", "value": 77},
        {"op": "move", "from": "/nowhere", "path": "/turn"},
        {"op": "add", "path": "/hosts/red/gold/x", "value": 1},
        {"op": "replace", "path": "/turn", "value": 1},
    ]
    assert codes(match, steps) == [("patch-fails", line) for line in (4, 10, 14, 19)]
    states = [
        {"op": "replace", "path": "/turn", "value": "two"},
        {"op": "add", "path": "/weather", "value": 1},
        {"op": "remove", "path": "/hosts/red/camp"},
    ]
    assert codes(match, states) == [("correction-not-understood", line) for line in (2, 7, 12)]
    nothing: list[Any] = [{}, [], 1]
    for patch in nothing:
        assert [code for code, _ in codes(match, patch)] == ["no-patch"]


def test_what_no_position_can_be(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    debts = [{"op": "replace", "path": "/hosts/red/gold", "value": -1}]
    assert codes(match, debts) == [("position-impossible", 1)]
    nobody = [{"op": "remove", "path": "/hosts/red"}]
    assert [code for code, _ in codes(match, nobody)] == ["position-impossible"]
    same = [{"op": "test", "path": "/turn", "value": 2}]
    assert codes(match, same) == [("correction-empty", 1)]


def test_what_lies_in_a_step_cannot_be_mended(tmp_path: Path) -> None:
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=LONG_MARCH)])
    before = files(match.folder)
    with pytest.raises(Unusable) as refused:
        correct(match, GOLD)
    assert [problem.code for problem in refused.value.problems] == ["step-suspended"]
    assert files(match.folder) == before
    rewind_match(match, 1, "to mend")
    correct(match, GOLD)
    assert match.saved.position["hosts"]["red"]["gold"] == 9
    check_all(match)


def test_a_correction_rolls_no_dice_and_carries_out_no_sheet(tmp_path: Path) -> None:
    """The referee knows the key of an opening without sheets: he must not choose by it."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    fight = {"op": "replace", "path": "/phase", "value": "fight"}
    correction = log.Correction(n=2, reason="x", patch=(FrozenMap(fight),))
    _, raw = sheet(match, "blue", orders=MARCH)
    force = SheetInForce(n=1, seat="blue", document=json.loads(raw))
    begun = match.saved.model_copy(update={"begun": True, "sheets": (force,)})
    with pytest.raises(Refused) as refused:
        run_corrected(match.rules, begun, correction)
    assert [problem.code for problem in refused.value.problems] == ["correction-goes-on"]
    correct(match, [fight])
    assert [pending.topic for pending in match.saved.pending] == ["orders"]
    check_all(match)


def test_a_correction_is_taken_back_and_its_sheets_are_stale(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    match.adjudicate([sheet(match, "blue", standing=[])])
    done = correct(match, GOLD)
    assert done.stale == ("blue",)
    assert match.waiting_seats() == ()
    rewind_match(match, 3, "red was not paid")
    assert not match.saved.corrections
    assert match.saved.position["hosts"]["red"]["gold"] != 9
    check_all(match)
    correct(match, GOLD, "he was")
    rewind_match(match, 1, "all again")
    correct(match, GOLD, "and this")
    assert [mended.n for mended in match.saved.corrections] == [6]
    rewind_match(match, 0, "from the start")
    check_all(match)


def test_a_correction_in_a_log_is_made_again_by_the_full_audit(tmp_path: Path) -> None:
    match = played(tmp_path / "m")
    correct(match, GOLD)
    lines = lines_of((match.folder / "log.jsonl").read_bytes())
    where = next(k for k, line in enumerate(lines) if line.get("kind") == "correction")
    changes: list[dict[str, Any]] = [
        {"patch": [{"op": "replace", "path": "/hosts/red/gold", "value": 3}]},
        {"patch": [{"op": "replace", "path": "/hosts/pink/gold", "value": 3}]},
        {"patch": [{"op": "fly", "path": "/hosts/red/gold"}]},
        {"patch": [{"op": "replace", "path": "/turn"}]},
        {"patch": [{}]},
        {"patch": []},
        {"n": 3},
    ]
    for change in changes:
        changed = [*lines[:where], lines[where] | change, *lines[where + 1 :]]
        (problem,) = replay(match.rules, log.parse_log(chained(changed))).problems
        assert problem.code == "rules-disagree"
    without = log.parse_log(chained(lines[:where] + lines[where + 1 :]))
    assert len(replay(match.rules, without).problems) == 1
    stray = log.parse_log(chained([*lines[:-4], lines[where], *lines[-4:]]))
    (problem,) = replay(match.rules, stray).problems
    assert "stands in no opening" in problem.message


def test_what_everybody_reads_of_a_patch_tells_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def blindfolded(rules: ToyRules, state: Toy, seat: str | None) -> Toy:
        """Nobody knows the gold of others."""
        hosts = {
            one: host if one == seat else host.model_copy(update={"gold": 0})
            for one, host in state.hosts.items()
        }
        return state.model_copy(update={"hosts": type(state.hosts)(hosts)})

    monkeypatch.setattr(ToyRules, "view", blindfolded)
    match = played(tmp_path / "m")
    assert codes(match, GOLD) == [("correction-hidden", 1)]
    moved = [{"op": "replace", "path": "/hosts/red/camp/soldier", "value": 7}]
    correct(match, moved)
    check_all(match)


def test_reports_tell_it_in_full_and_then_in_a_line(tmp_path: Path) -> None:
    texts: list[str] = []

    def told(report: Report) -> tuple[str, str]:
        texts.append(report_text(report))
        return render(report)

    match = played(tmp_path / "m")
    match = Match(match.folder, match.rules, match.genesis, match.saved, render=told)
    correct(match, GOLD)
    assert '{"op": "replace", "path": "/hosts/red/gold", "value": 9}' in texts[-1]
    assert "red was paid" in texts[-1]
    match.adjudicate([sheet(match, match.saved.pending[0].seat or "", orders=MARCH)])
    flat = " ".join(texts[-1].split())
    assert "In opening 4 the referee corrected /hosts/red/gold. Reason: red was paid" in flat
    assert '"op"' not in texts[-1]
    rewind_match(match, 4, "once more")
    flat = " ".join(texts[-1].split())
    assert "Opening 5 is annulled; the match goes on from opening 4. Reason: once more" in flat
    assert "In opening 4 the referee corrected" in flat
    assert '"op"' not in texts[-1]

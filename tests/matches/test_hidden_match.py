"""A match with hidden information as a folder: played to its end, killed, torn and mended."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.replay import replay
from adjudicator.audit.verifiers.verify_log import verify
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Refused, Unusable
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.storage import write_atomically
from adjudicator.matches import match as match_files
from adjudicator.matches import newest_views, opening_files, stored_sheets
from adjudicator.matches import opened as opened_files
from adjudicator.matches.match import Match
from tests.core.hand import SEATS
from tests.matches.hand_match import GAMES, new, sheets
from tests.matches.toy_match import files, render


def read(match: Match) -> log.Log:
    return log.parse_log((match.folder / "log.jsonl").read_bytes())


def test_a_match_is_played_to_its_end_and_shows_all_it_hid(tmp_path: Path) -> None:
    match = new(tmp_path / "m", {"cards": 7})
    while not match.saved.is_over:
        assert not (match.folder / "orders").exists()
        assert match.adjudicate(sheets(match)).opening is not None
    numbers = range(1, match.saved.n + 1)
    assert {path for path in files(match.folder) if path.startswith("orders/")} == {
        f"orders/n{n:04d}/{seat}.json" for n in numbers for seat in SEATS
    }
    kinds = [line.payload.t for line in read(match).lines]
    assert kinds[-match.saved.n - 2 :] == ["state", *["note"] * match.saved.n, "end"]
    again = replay(match.rules, read(match))
    assert (again.problems, again.saved) == ((), match.saved)
    assert audit_dice(read(match)).failures == ()
    assert verify((match.folder / "log.jsonl").read_bytes()).sound
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate(sheets(match))
    assert {one.problem.code for one in refused.value.located} == {"match-over"}


def answers(match: Match) -> list[tuple[str, bytes]]:
    """The sheets that are awaited: whole ones without an order, or the first legal answers."""
    said: dict[str, Any] = {}
    for question in match.saved.pending:
        given = {question.label: question.options[0]} if question.options else {}
        said[question.seat or ""] = {"answers": given}
    return sheets(match, **said)


@pytest.mark.parametrize("ask", [(), ("asides",)])
def test_the_save_and_all_files_are_made_again_at_every_opening(
    tmp_path: Path, ask: tuple[str, ...]
) -> None:
    match = new(tmp_path / "m", {"cards": 7, "hand": 3, "turns": 2}, ask=ask)
    suspended = 0
    while not match.saved.is_over:
        assert match.adjudicate(answers(match)).opening is not None
        suspended += bool(match.saved.journal)
        before = files(match.folder)
        (match.folder / "referee/save.json").unlink()
        assert Match.open(match.folder, GAMES, render).saved == match.saved
        assert files(match.folder) == before
        shutil.rmtree(match.folder / "now")
        Match.open(match.folder, GAMES, render)
        assert files(match.folder) == before
    assert bool(suspended) == bool(ask)


def test_a_hidden_choice_is_asked_of_one_seat_and_judged_by_its_form(tmp_path: Path) -> None:
    match = new(tmp_path / "m", {"cards": 8, "hand": 3}, ask=("asides",))
    match.adjudicate(sheets(match))
    match.adjudicate(sheets(match))
    (question,) = match.saved.pending
    seat, options = question.seat or "", question.options or ()
    held = {option["card"] for option in options}
    for card in (f"c{number:02}" for number in range(1, 10)):
        order = {"order": "put-aside", "card": card}
        ((name, raw),) = sheets(match, **{seat: {"answers": {question.label: order}}})
        checked = match.check(raw, name)
        assert checked.dry is None
        codes = [one.problem.code for one in checked.located]
        assert codes == ([] if card in held else ["unknown-card" if card == "c09" else
                                                  "not-an-answer"])  # fmt: skip
    state = match.folder / "now" / "state.json"
    assert seat in (told := json.loads(state.read_bytes())["pending"][0]["prompt"])
    assert not any(card in told for card in held)


class Killed(BaseException):
    """The process is gone."""


def test_killed_at_any_write_of_the_last_opening_the_match_ends_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = new(tmp_path / "whole")
    whole.adjudicate(sheets(whole))
    last = sheets(whole)
    whole.adjudicate(last)
    assert whole.saved.is_over
    after = files(whole.folder)
    for survived in itertools.count():
        part = new(tmp_path / str(survived))
        part.adjudicate(sheets(part))
        left = [survived]

        def write(
            path: Path, content: bytes, *, mode: int = 0o644, left: list[int] = left,
            **durably: bool,
        ) -> None:  # fmt: skip
            if not left[0]:
                raise Killed
            left[0] -= 1
            write_atomically(path, content, mode=mode)

        def append(path: Path, content: bytes, write: Any = write) -> None:
            write(path, path.read_bytes() + content)

        killed = False
        with monkeypatch.context() as patch:
            for module in (opened_files, newest_views, opening_files, stored_sheets):
                patch.setattr(module, "write_atomically", write)
            patch.setattr(match_files, "append_durably", append)
            try:
                part.adjudicate(last)
            except Killed:
                killed = True
        again = Match.open(part.folder, GAMES, render)
        if again.saved.n == 1:
            again.adjudicate(last)
        assert files(part.folder) == after
        if not killed:
            break
    assert survived > 15


def test_a_log_cut_off_in_its_last_opening_is_cut_or_completed(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(sheets(match))
    begun = len((match.folder / "log.jsonl").read_bytes())
    match.adjudicate(sheets(match))
    after = files(match.folder)
    whole = after["log.jsonl"]
    ends = [place for place in range(begun, len(whole)) if whole[place : place + 1] == b"\n"]
    last_state = whole.rindex(b'"t":"state"')
    completed = 0
    for cut in sorted({*range(begun + 1, len(whole), 997), *ends, *(end + 1 for end in ends)}):
        (match.folder / "log.jsonl").write_bytes(whole[:cut])
        opened = Match.open(match.folder, GAMES, render)
        assert opened.notices or cut == len(whole)
        if opened.saved.n == 1:
            assert cut <= ends[-4], "its last state line is not whole"
            assert (match.folder / "log.jsonl").read_bytes() == whole[:begun]
            opened.adjudicate([])
        else:
            assert cut > last_state
            completed += cut < len(whole) - 1
        assert files(match.folder) == after
    assert completed > 3


def test_without_the_secret_nothing_is_made_again_until_the_match_is_over(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(sheets(match))
    clone = tmp_path / "clone"
    shutil.copytree(match.folder, clone, ignore=shutil.ignore_patterns("referee"))
    with pytest.raises(Unusable) as refused:
        Match.open(clone, GAMES, render)
    assert [problem.code for problem in refused.value.problems] == ["referee-missing"]
    (clone / "referee").mkdir()
    with pytest.raises(Unusable) as refused:
        Match.open(clone, GAMES, render)
    assert [problem.code for problem in refused.value.problems] == ["secret-missing"]
    match.adjudicate(sheets(match))
    shutil.rmtree(clone)
    shutil.copytree(match.folder, clone, ignore=shutil.ignore_patterns("referee"))
    assert Match.open(clone, GAMES, render).saved == match.saved


def test_a_match_ends_when_all_its_sheets_are_there(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(sheets(match))
    lost = match.folder / "referee/orders/n0001/red.json"
    kept = lost.read_bytes()
    lost.unlink()
    (lost.parent / "received.jsonl").unlink()  # where a power cut leaves it
    before = files(match.folder)
    with pytest.raises(Unusable) as refused:
        match.adjudicate(sheets(match))
    assert [problem.code for problem in refused.value.problems] == ["sheets-missing"]
    assert files(match.folder) == before
    lost.write_bytes(kept)
    assert match.adjudicate(sheets(match)).saved.is_over


def test_a_match_with_hidden_information_needs_a_secret(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        new(tmp_path / "m", mode="public")
    assert [problem.code for problem in refused.value.problems] == ["hidden-needs-secret"]
    assert not (tmp_path / "m").exists()


def test_another_secret_is_refused(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(sheets(match))
    path = match.folder / "referee/secret.json"
    path.write_bytes(path.read_bytes().replace(b"5e", b"00"))
    (match.folder / "referee/save.json").unlink()
    with pytest.raises(Unusable) as refused:
        Match.open(match.folder, GAMES, render)
    assert [problem.code for problem in refused.value.problems] == ["other-secret"]

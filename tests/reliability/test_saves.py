"""A save, or another file of the match, of another format: refused or made again, never misread."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import registry
from adjudicator.api.texts import render_report
from adjudicator.audit.tfd1 import json_hash
from adjudicator.cli.common import Exit
from adjudicator.core.problem import ReplayDivergence
from adjudicator.core.values import canonical
from adjudicator.matches import saves
from adjudicator.matches.match import Match
from adjudicator.matches.match_folder import blame_stale_save
from tests.reliability.operations import command, content, laboratory, suspended

SAVE = Path("m/referee/save.json")
MADE_AGAIN = "referee/save.json was made again from the log and the sheets"


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    """A match in the middle of a player-turn: its save holds a journal and a sheet."""
    with laboratory(), contextlib.chdir(tmp_path):
        suspended()
        yield Match.open(Path("m"), registry.by_name(), render_report)


def hashed(document: dict[str, Any]) -> bytes:
    """Returns a save as a program would write it."""
    return canonical({**document, "sha256": json_hash(document)}) + b"\n"


def is_made_again(raw: bytes, match: Match) -> bool:
    """Whether another save is put in the place of this one; in any case the match is the same."""
    whole = content(Path())
    SAVE.write_bytes(raw)
    opened = Match.open(Path("m"), registry.by_name(), render_report)
    assert opened.saved == match.saved
    assert opened.notices in ((), (MADE_AGAIN,))
    if opened.notices:
        assert content(Path()) == whole
    SAVE.write_bytes(whole["m/referee/save.json"])
    return bool(opened.notices)


def test_a_save_of_another_format_or_match_is_made_again(match: Match) -> None:
    save = json.loads(SAVE.read_bytes())
    del save["sha256"]
    shutil.copytree("m", "o")
    changes: dict[str, dict[str, Any]] = {
        "a newer format": {"format": 2},
        "an older format": {"format": 0},
        "a format that is no number": {"format": "1"},
        "no format": {"format": None},
        "a newer program": {"of_a_newer_program": []},
        "other rules": {"rules_version": save["rules_version"] + 1},
        "another game": {"game": "checkers"},
        "another match": {"gid": "00" * 32},
        "another opening": {"n": 3, "k": 30, "head": "00" * 32},
        "another kind of file": {"t": "view"},
        "a lock that does not stand in the log": {"locked": {"orders": {}, "round": None}},
    }
    for name, change in changes.items():
        changed = {key: value for key, value in (save | change).items() if value is not None}
        assert is_made_again(hashed(changed), match), name
    assert not is_made_again(hashed(save), match)
    # Of an older program: what it does not know is looked for in the log and in now/.
    older = {key: value for key, value in save.items() if key not in ("log_size", "views")}
    assert not is_made_again(hashed(older), match)


def test_a_size_or_folder_that_is_not_the_matchs_leads_nowhere(match: Match) -> None:
    save = json.loads(SAVE.read_bytes())
    del save["sha256"]
    for change in ({"log_size": 1}, {"log_size": -1}, {"views": "n0009-elsewhere"}, {"views": ""}):
        is_made_again(hashed(save | change), match)


def test_a_damaged_save_is_made_again(match: Match, request: pytest.FixtureRequest) -> None:
    raw = SAVE.read_bytes()
    step = 1 if request.config.getoption("--exhaustive") else 101
    for length in range(0, len(raw) - 1, step):
        assert is_made_again(raw[:length], match), length
    for place in range(0, len(raw) - 1, step):
        flipped = bytearray(raw)
        flipped[place] ^= 1 << place % 8
        assert is_made_again(bytes(flipped), match), place
    for other in (b"\0" * len(raw), b"[]", b"null", b"\xff\xfe", raw + raw, b"[" * 100_000):
        assert is_made_again(other, match)


def test_other_files_of_another_format_are_refused(match: Match) -> None:
    assert command("check m blue.json").code == Exit.NO  # its opening was made
    state = Path("m/now/state.json")
    for path, words in (
        (Path("m/referee/secret.json"), "adjudicate m"),
        (Path("m/match.json"), "status m"),
        (Path("m/referee/people.json"), "status m"),
        (state, f"status {state}"),
    ):
        whole = path.read_bytes()
        for change in ({"format": 2}, {"of_a_newer_program": 1}):
            path.write_text(json.dumps(json.loads(whole) | change))
            ran = command(words)
            assert ran.code in (Exit.NO, Exit.UNUSABLE), (path, change, ran)
            assert str(path) in ran.text
        path.write_bytes(whole)


def test_rules_that_fail_on_a_false_save_say_so(match: Match) -> None:
    """A bug of the rules is shown as one; a save that is not of this log is named instead."""
    with pytest.raises(KeyError), blame_stale_save(match.folder, match.rules, match.saved):
        raise KeyError
    false = match.saved.model_copy(update={"pending": ()})
    with pytest.raises(ReplayDivergence), blame_stale_save(match.folder, match.rules, false):
        raise KeyError
    before = match.saved.model_copy(update={"k": match.saved.k - 1})
    with pytest.raises(KeyError), blame_stale_save(match.folder, match.rules, before):
        raise KeyError  # the opening stands in the log; its report failed


def test_a_save_that_is_too_large_is_not_read(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = SAVE.read_bytes()
    for name in ("MAX_SAVE", "MAX_SAVE_COMMAS"):
        with monkeypatch.context() as patch:
            patch.setattr(saves, name, 10)
            assert is_made_again(raw, match)

"""A club ladder by the commands alone: built-in players, ten pairings, one office."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.matches.opening_files import OpeningFiles
from tests.errors.catalogue import _no_pictures

NEW = (
    "tournament new club nine-fields standard --title Ladder --referee Anna --format rolling"
    " --waiting 2 --mode public"
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


def _run(words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == code, f"{words}: {done.output}"
    return done.output


def _told(words: str) -> Any:
    return json.loads(_run(f"{words} --json"))


def test_ten_pairings(tmp_path: Path) -> None:
    """`pair`, `start`, `tick`, `result`, again and again: late results change standings alone."""
    _run(NEW)
    Path("club.csv").write_text(
        "Name,Rating,Built-in\n" + "".join(f"Member {n},{1500 - n},yes\n" for n in range(1, 6))
    )
    assert "Built-in: built_in" in _run("tournament add club --csv club.csv")
    _run("office new office --address judge@play.test --referee gm@play.test")
    met: Counter[frozenset[str]] = Counter()
    pairings: dict[str, bytes] = {}
    for number in range(1, 11):
        proposed = _told("tournament pair club")
        assert _told("tournament pair club") == proposed
        assert proposed["engine"]["uses"].keys() == {"networkx"}
        assert "waits on: " in _run("tournament pair club")
        assert len(_told("tournament start club --office office")["made"]) == 2
        met.update(frozenset(one["seats"].values()) for one in proposed["matches"])
        if number == 1:
            assert "2 must wait; now it is 1" in _run("tournament pair club", code=1)
            before = _told("tournament standings club")
            assert len(before["open"]) == 2
        _run("tick office")
        taken = _told("tournament result club")["results"]
        assert len(taken) == 2
        now = {path.parent.name: path.read_bytes() for path in Path().glob("club/rounds/*/p*.json")}
        assert pairings.items() <= now.items()
        pairings = now
    rows = _told("tournament standings club")["rows"]
    assert sum(row["met"] for row in rows) == 2 * 20
    # Ten pairs of five: with 20 matches everybody has met everybody.
    assert len(met) == 10
    assert max(met.values()) <= 3


def test_who_plays_is_not_paired(tmp_path: Path) -> None:
    """People who have not sent anything play on; who is new meets who waits; then a late result."""
    _run(NEW)
    for name in ("Ada", "Bea", "Cid"):
        _run(f"tournament add club {name}")
    first = _told("tournament pair club")["matches"]
    _run("tournament start club")
    playing = {*first[0]["seats"].values()}
    (waits,) = {"p001", "p002", "p003"} - playing
    said = _run("tournament pair club", code=1)
    assert "before any are paired 2 must wait; now it is 1" in said
    _run("tournament add club Dora")
    second = _told("tournament pair club")["matches"]
    assert [{*one["seats"].values()} for one in second] == [{waits, "p004"}]
    _run("tournament start club")
    stood = Path("club/rounds/02/pairing.json").read_bytes()
    winner = first[0]["seats"]["west"]
    _run(f"tournament result club 01-01 --kind agreed --winner {winner} --by r1 --reason late")
    assert Path("club/rounds/02/pairing.json").read_bytes() == stood
    rows = _told("tournament standings club")["rows"]
    assert (rows[0]["player"], rows[0]["score"]) == (winner, "1")
    third = _told("tournament pair club")["matches"]
    assert [{*one["seats"].values()} for one in third] == [playing]

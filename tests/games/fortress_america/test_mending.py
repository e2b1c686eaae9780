"""A match of Fortress America taken back, mended, and gone on with under a new secret."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.audit.verifiers.verify_log import verify
from adjudicator.cli.app import app


def call(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == code, done.output
    return done.stdout


def test_a_turn_is_taken_back_mended_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call("new", "fortress-america-1986", "m", "--scenario", "ready", "--name", "spring")
    call("adjudicate", "m", "--play", "all")
    first = json.loads(Path("m/now/state.json").read_bytes())["state"]
    call("adjudicate", "m", "--play", "all")
    call("rewind", "m", "--to", "1", "--reason", "the sheet of southern was another's")
    folder = Path("m/now")
    assert json.loads((folder / "state.json").read_bytes())["state"] == first
    assert "Taken back" in (folder / "report.txt").read_text()
    assert "another&#39;s" in (folder / "report.html").read_text()
    kind, count = max(first["reserves"]["usa"].items(), key=lambda entry: entry[1])
    lost = first["destroyed"].get("usa", {})
    patch = [
        {"op": "replace", "path": f"/reserves/usa/{kind}", "value": count - 1},
        {"op": "add", "path": "/destroyed/usa", "value": lost | {kind: lost.get(kind, 0) + 1}},
    ]
    Path("p.json").write_text(json.dumps(patch))
    call("correct", "m", "p.json", "--reason", "one more was lost")
    assert "one more was lost" in Path("m/now/report.txt").read_text()
    call("adjudicate", "m", "--play", "southern")
    folder = Path("m/now")
    flat = " ".join((folder / "report.txt").read_text().split())
    assert "In opening 3 the referee corrected /" in flat
    assert "give 4 openings exactly" in " ".join(call("verify", "m").split())
    assert verify(Path("m/log.jsonl").read_bytes()).failures == []
    assert call("report", "m", "--n", "4") == (folder / "report.txt").read_text()
    Path("m/referee/secret.json").unlink()
    call("new", "--continue", "m", "next")
    call("adjudicate", "next", "--play", "all")
    assert "which is sound" in " ".join(call("verify", "next", "--after", "m").split())

"""What status, map and report say of people's names, at a terminal, and of a mailed state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calls import call

pytestmark = pytest.mark.usefixtures("interrupts_restored", "desk")


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    title = ("--title", "The winter match")
    assert call("new", "galactic-conquest", "m", "--scenario", "three", *title).exit_code == 0
    notes = json.loads(Path("m/match.json").read_bytes())
    notes["seats"]["amber"]["name"] = "Ada"
    Path("m/match.json").write_text(json.dumps(notes))


def test_title_and_names_are_shown() -> None:
    for words in (("status", "m"), ("report", "m"), ("map", "m"), ("report", "m", "--html")):
        told = " ".join(call(*words).stdout.split())
        assert "The winter match" in told, words
        assert "amber: Ada" in told, words
    assert json.loads(call("status", "m", "--json").stdout)["title"] == "The winter match"
    assert call("adjudicate", "m", "--play", "all").exit_code in (0, 3)
    report = Path("m/now/report.txt")
    assert "The winter match. amber: Ada." in report.read_text()
    assert "amber: Ada" in report.with_name("map.svg").read_text()
    assert "Ada" not in call("map", "m/log.jsonl", "--n", "0").stdout, "a log knows no names"


def test_a_match_without_readable_names_is_shown_all_the_same() -> None:
    Path("m/match.json").write_text("{")
    for words in (("report", "m"), ("map", "m")):
        assert call(*words).exit_code == 0


def test_a_map_is_not_poured_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("map", "m").stdout.startswith("<?xml"), "to a pipe as it is"
    monkeypatch.setattr("adjudicator.cli.inspect._is_terminal", lambda: True)
    assert call("map", "m").stdout == "wrote map.svg\n"
    first = Path("map.svg").read_bytes()
    assert first.startswith(b"<?xml")
    assert call("map", "m", "--layout", "phone").stdout == "wrote map-2.svg\n"
    assert Path("map.svg").read_bytes() == first, "no file is overwritten"


def test_a_report_of_a_mailed_state() -> None:
    state = Path("m/now/state.json")
    told = call("report", state)
    assert told.exit_code == 0, told.output
    assert "Told from a mailed state.json" in told.stdout
    assert "Next" in told.stdout
    assert call("report", state, "--html").stdout.startswith("<!DOCTYPE html>")
    assert call("report", state, "--n", "0").exit_code == 2

"""Names on the command line that were nearly right, and what a shell completes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from tests.cli.calls import call


@pytest.fixture(autouse=True)
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = call("new", "galactic-conquest", "m", "--scenario", "three", "--name", "meant")
    assert made.exit_code == 0, made.output


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("new fortres-america-1986 x", "fortress-america-1986"),
        ("new galactic x", "galactic-conquest"),
        ("new galactic-conquest x --mode refere", "referee"),
        ("new galactic-conquest x --scenario thre", '"three"'),
        ("new galactic-conquest x --scenario two --play ambre", "amber"),
        ("rulings galactic-conqest", "galactic-conquest"),
        ("editions fortress-amerika", "fortress-america"),
        ("odds stratics 3 2", "stratix"),
        ("help stratics", "stratix"),
        ("help templte", "template"),
        ("help galactic-conquest invaed", "invade"),
        ("template m ambre", "amber"),
        ("report m --seat crimsn", "crimson"),
        ("adjudicate m --play asure", "azure"),
        ("schemas galactic-conquest/sheets", "galactic-conquest/sheet.json"),
    ],
)
def test_did_you_mean(words: str, meant: str) -> None:
    done = call(*words.split())
    assert done.exit_code != 0
    assert f"Did you mean {meant}?" in " ".join(done.output.split())


def test_what_is_near_nothing_is_not_guessed() -> None:
    done = call("new", "go", "x")
    assert "no game 'go'; known: " in done.output
    assert "Did you mean" not in done.output


def completed(words: str) -> list[str]:
    """Returns what a shell offers for the last word."""
    asked = {
        "_ADJUDICATOR_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    return CliRunner().invoke(app, [], env=asked, prog_name="adjudicator").stdout.split()


def test_a_shell_completes_names() -> None:
    assert completed("adjudicator new gal") == ["galactic-conquest"]
    assert completed("adjudicator new galactic-conquest x --scenario t") == ["three", "two"]
    assert completed("adjudicator new galactic-conquest x --mode m") == ["mutual"]
    assert completed("adjudicator help gal") == ["galactic-conquest"]
    assert completed("adjudicator help ver") == ["verify"]
    assert completed("adjudicator help stratix m") == ["move", "match"]
    assert completed("adjudicator help verify m") == []
    assert completed("adjudicator template m a") == ["amber", "azure"]
    assert completed("adjudicator report m --seat cr") == ["crimson"]
    assert completed("adjudicator adjudicate m --play az") == ["azure"]
    state = "m/now/state.json"
    assert completed(f"adjudicator template {state} cr") == ["crimson"]
    assert completed("adjudicator template nowhere a") == []

"""A match of another rules_version: what it means, and which program finishes it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator import registry
from adjudicator.cli.app import app
from adjudicator.documents import rules_versions
from adjudicator.documents.rules_versions import installing, versions_of
from adjudicator.registry import by_name
from tests.cli.calls import call
from tests.cli.toy_commands import new
from tests.core.toy import TOY
from tests.programs import needed
from tests.registered import registered

ROOT = Path(__file__).resolve().parents[2]
TOLD = (
    "has version 1 of the rules of toy, and this program has 2: the same sheets could have other "
    "results"
)
LINE = "pip install 'wargame-adjudicator==0.9.0'"


def test_the_table_holds_every_version_of_every_game() -> None:
    for game in by_name().values():
        known = versions_of(game.name)
        assert game.rules_version in known, f"{game.name}: {rules_versions.TABLE.name}"
        assert sorted(known) == list(range(min(known), max(known) + 1))
        for version in known:
            if version < game.rules_version:
                assert installing(game.name, version), (game.name, version)


@pytest.mark.parametrize("game", [game.name for game in by_name().values()])
def test_the_commits_have_these_versions(game: str) -> None:
    if not (ROOT / ".git").exists():  # the wheel and the source package have no history
        return
    module = type(by_name()[game]).__module__.replace(".", "/")
    for version, found in versions_of(game).items():
        if "commit" in found:
            shown = subprocess.run(
                [needed("git"), "show", f"{found['commit']}:{module}/__init__.py"],
                cwd=ROOT, check=True, capture_output=True, text=True,
            )  # fmt: skip
            assert f"rules_version = {version}\n" in shown.stdout


@pytest.fixture
def newer(toy_registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of the toy of version 1 and the sheet of a seat, with a program that has 2."""
    new()
    assert call("template", "m", "blue", "--out", "blue.json").exit_code == 0
    changed = type(TOY)()
    changed.rules_version = TOY.rules_version + 1
    monkeypatch.setattr(registry, "GAMES", registered(changed))
    table = {"toy": {"1": {"release": "0.9.0"}, "2": {}}}
    monkeypatch.setattr(rules_versions, "_table", lambda: table)


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize(
    "words",
    [
        "status {m}", "check {m} blue.json", "template {m} blue", "map {m}", "odds {m} blue.json",
        "adjudicate m blue.json", "report m", "dispute m", "verify m", "rewind m --to 0 --reason x",
        "mend m",
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["m", "m/now/state.json"])
def test_every_command_says_what_it_means(words: str, where: str) -> None:
    if "{m}" not in words and where != "m":
        return
    done = CliRunner().invoke(app, words.format(m=where).split())
    assert done.exit_code == 4, done.output
    flat = " ".join(done.output.split())
    assert TOLD in flat
    assert LINE in done.output
    assert "Traceback" not in done.output


@pytest.mark.usefixtures("newer")
def test_its_dice_are_audited_all_the_same() -> None:
    assert "toy" in call("luck", "m").stdout
    assert call("verify", "m", "--dice-only").exit_code in (0, 3)


@pytest.mark.usefixtures("toy_registered")
def test_a_match_of_a_newer_program(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = type(TOY)()
    changed.rules_version = TOY.rules_version + 1
    with monkeypatch.context() as patch:
        patch.setattr(registry, "GAMES", registered(changed))
        new()
    told = call("status", "m")
    assert told.exit_code == 4
    assert "has version 2 of the rules of toy, and this program has 1" in told.stderr
    assert "Install a newer program" in told.stderr

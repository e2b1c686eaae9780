"""`adjudicator rulings`: the numbered rulings of a game in the terminal."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner, Result

from adjudicator import registry
from adjudicator.cli.app import app
from adjudicator.documents.game_help import rulings_of
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from tests.core.toy import TOY
from tests.registered import registered


def call(*words: str) -> Result:
    return CliRunner().invoke(app, ["rulings", *words], env={"COLUMNS": "60"})


def test_all_rulings_are_shown_in_lines_that_fit() -> None:
    shown = call(GAME.name)
    assert shown.exit_code == 0
    assert max(len(line) for line in shown.stdout.splitlines()) <= 60
    paragraphs = shown.stdout.split("\n\n")
    numbers = [int(text.split(".")[0]) for text in paragraphs]
    assert numbers == [ruling.number for ruling in rulings_of(GAME)]
    assert numbers[:3] == [1, 2, 3]
    told = [" ".join(text.split(". ", 1)[1].split()) for text in paragraphs]
    assert told == [ruling.text for ruling in rulings_of(GAME)]


def test_some_rulings_by_number() -> None:
    shown = call(GAME.name, "5", "2")
    assert re.findall(r"^ *(\d+)\. ", shown.stdout, re.MULTILINE) == ["2", "5"]
    assert shown.stdout.startswith("  2. Lasers do not count toward the five units of a space,")


def test_a_word_is_looked_for_in_whatever_case() -> None:
    shown = call(GAME.name, "--search", "LASERS DO NOT COUNT", "--json")
    assert [entry["number"] for entry in json.loads(shown.stdout)] == [2]
    nothing = call(GAME.name, "--search", "trireme")
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert nothing.stderr == f"No ruling of {GAME.name} holds 'trireme'.\n"
    assert call(GAME.name, "--search", "trireme", "--json").stdout == "[]\n"


def test_unknown_numbers_and_games_say_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = call(GAME.name, "2", "999", "998")
    assert unknown.exit_code == 2
    assert "has no ruling 998, 999" in " ".join(unknown.stderr.split())
    assert "there are 1 to " in " ".join(unknown.stderr.split())
    assert "no game 'chess'" in call("chess").stderr
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    assert "it has none" in call("toy", "1").stderr
    assert call("toy").stderr == "toy has no rulings.\n"

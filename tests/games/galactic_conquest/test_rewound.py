"""What a rewind does to hidden cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from adjudicator.api.match import open_match
from adjudicator.cli.app import app
from adjudicator.core.save import state_of


def _ran(*words: str) -> str:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    return done.stderr


def _decks(folder: Path) -> Any:
    match = open_match(folder)
    return state_of(match.rules.game, match.saved.position).decks


def test_a_rewind_leaves_a_sealed_deck_as_it_lies(tmp_path: Path) -> None:
    """Its seals stand in the log; who saw a card still knows where it lies. (Ruling 39)"""
    folder = tmp_path / "m"
    _ran("new", "galactic-conquest", str(folder), "--scenario", "two")
    while not (sealed := _decks(folder)):
        _ran("adjudicate", str(folder), "--play", "all")
    n = open_match(folder).saved.n
    _ran("adjudicate", str(folder), "--play", "all")
    told = _ran("rewind", str(folder), "--to", str(n), "--reason", "a sheet was mistaken")
    assert "what seats saw in the openings taken back they know" in told
    _ran("adjudicate", str(folder), "--play", "all")
    assert [deck.order for deck in _decks(folder)] == [deck.order for deck in sealed]

"""Events for entries of the catalogue, made by the commands themselves at a fixed time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.tournament.pairing.gacrux import Gacrux

__all__ = ["make_event"]

_NOW = datetime(2027, 1, 15, 12, tzinfo=UTC)
_NEW = "tournament new cup {} --title Cup --referee Anna --referee Bert --format {}"


def make_event(asked: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the event `cup`, and does with it what an entry says.

    Args:
        asked: `game`, with its scenario; `format`, and more words of `tournament new`;
            `players`, how many are entered; `steps`, words of further commands, `cup` standing for
            the event, or by path of a file below `cup` what stands there and what takes its place;
            `answer`, what the engine then answers; `engine`, false: it is not installed.
    """
    for module in ("tournament", "tournament_change", "tournament_new", "tournament_result"):
        monkeypatch.setattr(f"adjudicator.cli.{module}.now", lambda: _NOW)
    monkeypatch.setattr("adjudicator.tournament.folder.make_secret", lambda: "5e" * 32)
    game = asked.get("game", "nine-fields standard --mode public")
    _do(_NEW.format(game, asked.get("format", "groups")))
    for number in range(1, asked.get("players", 0) + 1):
        _do(f"tournament add cup player-{number}")
    for step in asked.get("steps", ()):
        if isinstance(step, str):
            _do(f"tournament {step}")
            continue
        for path, (old, new) in step.items():
            file = Path("cup", path)
            text = file.read_text()
            assert old in text, f"{old} stands nowhere in {path}"
            file.write_text(text.replace(old, new, 1))
    if "answer" in asked:
        monkeypatch.setattr(Gacrux, "pair", lambda *_, **__: asked["answer"])
    if not asked.get("engine", True):
        monkeypatch.setattr("adjudicator.tournament.pairing.gacrux.version", _not_installed)


def _not_installed(name: str) -> str:
    raise PackageNotFoundError(name)


def _do(words: str) -> None:
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == 0, f"{words}: {done.output}"

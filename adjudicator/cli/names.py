"""Names on the command line: what was probably meant, and what a shell may complete.

A completion runs at each press of a key: it reads little; what cannot be read completes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer

__all__ = [
    "commands_of", "did_you_mean", "game_names", "mode_names", "scenario_names", "seat_names",
    "subject_names", "topic_names",
]  # fmt: skip

_LONGEST_LINE = 2**20
"""So much of a file is read for a completion."""
_LEAST = 3
"""A shorter word is the beginning of too much."""


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Returns what to add to a message about an unknown name; empty if none is near."""
    from adjudicator.api.problems import closest_name

    every = list(names)
    begun = [name for name in every if len(word) >= _LEAST and name.startswith(word.lower())]
    meant = begun[0] if len(begun) == 1 else closest_name(word, every)
    return f". Did you mean {meant}?" if meant else ""


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def game_names(incomplete: str) -> list[str]:
    """Completes the name of a game."""
    from adjudicator.api.listing import game_names

    return _beginning(game_names(), incomplete)


def subject_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completes what `help` explains: a game or a command."""
    return [*game_names(incomplete), *_beginning(commands_of(ctx), incomplete)]


def commands_of(ctx: typer.Context) -> Sequence[str]:
    """Returns the names of all commands."""
    root = ctx.find_root()
    names: list[str] = root.command.list_commands(root)  # type: ignore[attr-defined] # it is a group
    return names


def topic_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completes a topic of the game that was named."""
    from adjudicator.api.games import help_topics
    from adjudicator.api.listing import game_names

    for name in _words(ctx, "subject"):
        if name in game_names():
            return _beginning(help_topics(name), incomplete)
    return []


def mode_names(incomplete: str) -> list[str]:
    """Completes the name of a mode."""
    from adjudicator.api.games import MODES

    return _beginning(MODES, incomplete)


def scenario_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completes the name of a shipped scenario of the game that was named."""
    from adjudicator.api.listing import scenario_names

    for name in _words(ctx, "game"):
        if found := scenario_names(name):
            return _beginning(found, incomplete)
    return []


def seat_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completes a seat of the match, log, mailed state or offer that was named before."""
    named = _words(ctx, "match", "subject", "folder", "invitation", "paths")
    for path in [*map(Path, named), Path()]:
        if seats := _seats_of(path):
            return _beginning(seats, incomplete)
    return []


def _words(ctx: typer.Context, *parameters: str) -> list[str]:
    """Returns what was given for some parameters; where an option is half written, all words."""
    found = [ctx.params.get(name) for name in parameters]
    given = [one for value in found for one in (value if isinstance(value, list) else [value])]
    return [str(one) for one in (*given, *ctx.args) if one]


def _seats_of(path: Path) -> Sequence[str]:
    """Returns the seats that stand in a file of a match; nothing if there is no such file."""
    file = path / "log.jsonl" if path.is_dir() else path
    try:
        with file.open(encoding="utf-8") as lines:
            first = lines.readline(_LONGEST_LINE)
            whole = first if file.suffix == ".jsonl" else first + lines.read(_LONGEST_LINE)
        return _seats_in(json.loads(whole))
    except (OSError, ValueError):
        return ()


def _seats_in(document: Any) -> Sequence[str]:
    """Returns the seats of the first scenario in a document."""
    if not isinstance(document, dict):
        return ()
    scenario = document.get("scenario")
    if isinstance(scenario, dict) and isinstance(scenario.get("seats"), dict):
        return [*scenario["seats"]]
    for part in document.values():
        if found := _seats_in(part):
            return found
    return ()

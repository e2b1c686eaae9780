"""Calls of the command line."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from adjudicator.cli.app import COMMANDS, app, command_named

__all__ = ["call", "forced"]


def call(*words: str | Path) -> Result:
    """Calls the program in the present folder with these words.

    A test may write its own files anew as often as it likes: so `--force` is said wherever it can
    be. What happens without it, `test_kept_files.py` looks at.
    """
    return CliRunner().invoke(app, forced([str(word) for word in words]))


def forced(words: list[str]) -> list[str]:
    """Returns a call that overwrites what it is told to write."""
    if not words or words[0] not in COMMANDS or not {"--out", "-o", "--plot"} & {*words}:
        return words
    options = {name for param in command_named(words[0]).params for name in param.opts}
    return [*words, "--force"] if "--force" in options else words

"""Calls of the command line."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from adjudicator.cli.app import app

__all__ = ["call"]


def call(*words: str | Path) -> Result:
    """Calls the program in the present folder with these words."""
    return CliRunner().invoke(app, [str(word) for word in words])

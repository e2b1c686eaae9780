"""git: a match played by git; what a command does stands in `adjudicator.repository`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.common import Command
from adjudicator.cli.git_server import check

__all__ = ["Repository", "git"]

Repository = Annotated[
    Path,
    typer.Option("--in", metavar="FOLDER", help="The clone, or a folder in it.", show_default="."),
]
"""Where a command works: `git` finds the repository that the folder lies in."""

_SETTINGS = {"help_option_names": ["-h", "--help"]}
git = typer.Typer(
    name="git",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_SETTINGS,
    help="Play a match by git: submit, pledge, turn, and what a referee needs.",
)


@git.callback()
def _group() -> None:
    """Play a match by git: submit, pledge, turn, and what a referee needs."""


git.command(cls=Command)(check)

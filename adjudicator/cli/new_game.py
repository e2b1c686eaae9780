"""new-game: a copy of the tutorial game under another name, as a package that runs at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.authoring import TUTORIAL, begin_game, guides
from adjudicator.api.named_files import command
from adjudicator.cli.common import errors_shown

__all__ = ["new_game"]


def new_game(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="A new folder; its name is that of the game: border-war."
        ),
    ],
) -> None:
    """Begin a game of your own, as a copy of the tutorial game.

    It is a package with rules, a map, cases and tests, which are green: change it function by
    function.
    """
    with errors_shown("no game was begun"):
        files = begin_game(folder)
    name = folder.resolve().name
    typer.echo(f"{folder}: {len(files)} files, a copy of {TUTORIAL} under the name {name}")
    typer.echo(f"next: pip install -e {folder} && pytest {folder}")
    typer.echo(f"read: {', '.join(map(str, guides()))}")
    typer.echo(f"then: {command('new', name, 'spring', '--scenario', 'standard')}")

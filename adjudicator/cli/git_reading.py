"""git view, git doctor: looking at a repository, and what in it is yours alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import command
from adjudicator.cli.common import errors_shown

__all__ = ["view"]

Repository = Annotated[
    Path,
    typer.Option("--in", metavar="FOLDER", help="The clone, or a folder in it.", show_default="."),
]


def view(
    repository: Repository = Path(),
    *,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your key file, if it is not here."),
    ] = None,
    recipient: Annotated[
        bool,
        typer.Option(
            "--recipient",
            help="Print the age key to which your view is sealed, for the referee, and stop.",
        ),
    ] = False,
) -> None:
    """Decrypt what only your seat may see of the newest opening.

    Into a folder that git ignores, where map, report, template and check take it.
    """
    from adjudicator.repository.git import open_git
    from adjudicator.repository.views import keys_near, open_views

    with errors_shown("nothing was decrypted"):
        if recipient:
            for own in keys_near(key, (Path(), repository)):
                typer.echo(f"{own.who}: {own.recipient}")
            return
        git = open_git(repository)
        near = dict.fromkeys((Path(), repository, git.top))
        head = git.commit_named("HEAD") or ""
        opened = open_views(git, head, keys_near(key, tuple(near)))
    for one in opened:
        for path in one.files:
            typer.echo(f"{one.seat}: {_from_here(path)}")
        state = _from_here(one.files[0])
        typer.echo(f"next: {command('map', state)}")
        typer.echo(f"      {command('template', state, one.seat)}")


def _from_here(path: Path) -> Path:
    """Returns a path as one would type it here."""
    here = Path().resolve()
    return path.resolve().relative_to(here) if path.resolve().is_relative_to(here) else path

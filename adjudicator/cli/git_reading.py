"""git view, git doctor: looking at a repository, and what in it is yours alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.api.named_files import command
from adjudicator.api.problems import Located, as_json, render
from adjudicator.cli.common import AsJson, Exit, errors_shown, print_json

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.repository.leaks import Held

__all__ = ["Repository", "doctor", "view"]

Repository = Annotated[
    Path,
    typer.Option("--in", metavar="FOLDER", help="The clone, or a folder in it.", show_default="."),
]
"""Where a command works: `git` finds the repository that the folder lies in."""


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


def doctor(
    repository: Repository = Path(),
    *,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Take locks of git away that for certain nobody holds."),
    ] = False,
    as_data: AsJson = False,
) -> None:
    """Say what is wrong with a repository.

    Its objects, its locks, its log and that it only grew, its tags, what was not sent, and what
    can be read in it and may not be: also the secrets of the key files here, by their value.
    """
    from adjudicator.repository.doctor import examined
    from adjudicator.repository.git import open_git

    with errors_shown("nothing was looked at", as_data=as_data):
        git = open_git(repository)
        found = examined(git, _held((Path(), repository, git.top)), repairs=repair)
    if as_data:
        problems = [
            {**as_json(Located(one.problem, "")), "mended": one.is_mended} for one in found.findings
        ]
        print_json({"well": found.is_well, "findings": problems, "sound": list(found.sound)})
    else:
        for told in found.sound:
            typer.echo(f"well: {told}")
        for one in found.findings:
            typer.echo(render(Located(one.problem, "")), err=True)
            if one.is_mended:
                typer.echo("    Mended: it was taken away.", err=True)
    raise typer.Exit(Exit.DONE if found.is_well else Exit.NO)


def _held(near: tuple[Path, ...]) -> tuple[Held, ...]:
    """Returns the secrets of the key files at hand."""
    from adjudicator.api.age_keys import held_secrets
    from adjudicator.repository.leaks import Held

    places = dict.fromkeys(folder.resolve() for folder in near)
    return tuple(Held(*one) for one in held_secrets(tuple(places)))

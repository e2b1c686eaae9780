"""The command `adjudicator`: a thin shell over the package."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from adjudicator import __version__
from adjudicator.cli import audit, author, look, play
from adjudicator.cli.shell import report_bug

__all__ = ["app", "main"]

app = typer.Typer(
    name="adjudicator",
    help="Adjudicates board wargames played by mail and by git: order sheets in; state, map, "
    "report and a dice log that anybody can audit out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"adjudicator {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Adjudicates board wargames played by mail and by git."""


for _module in (look, play, audit, author):
    _module.add_to(app)


def main() -> None:
    """Runs the command line; an exception that nobody meant ends with code 70 and a trace."""
    try:
        app()
    except Exception as error:
        sys.exit(report_bug(error))

"""The command `adjudicator`: a thin shell over the package."""

from __future__ import annotations

import errno
import signal
import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Annotated

import typer

from adjudicator import __version__
from adjudicator.cli.audit import verify
from adjudicator.cli.author import case, schemas
from adjudicator.cli.look import draw_map, games, report, status
from adjudicator.cli.play import adjudicate, check, new, template
from adjudicator.cli.shell import Command, Exit, report_bug

__all__ = ["app", "main"]

app = typer.Typer(
    name="adjudicator",
    help="Adjudicates board wargames played by mail and by git: order sheets in; state, map, "
    "report and a dice log that anybody can audit out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"adjudicator {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Adjudicates board wargames played by mail and by git."""


_COMMANDS: Mapping[str, Callable[..., None]] = {
    "games": games,
    "new": new,
    "template": template,
    "check": check,
    "adjudicate": adjudicate,
    "status": status,
    "report": report,
    "map": draw_map,
    "verify": verify,
    "case": case,
    "schemas": schemas,
}
for _name, _command in _COMMANDS.items():
    app.command(name=_name, cls=Command)(_command)


def main() -> None:
    """Runs the command line; an exception that nobody meant ends with code 70 and a trace."""
    signal.signal(signal.SIGINT, _interrupted)
    try:
        app()
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            typer.echo(f"adjudicator: {error.strerror}; try again", err=True)
            sys.exit(Exit.TRY_AGAIN)
        sys.exit(report_bug(error))


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ends as other programs do that Ctrl-C interrupts."""
    sys.exit(128 + number)

"""The command `adjudicator`: a thin shell over the package.

What a command needs is imported when it runs. `--help` and the completion of a shell need no more
than the table of commands.
"""

from __future__ import annotations

import errno
import gc
import signal
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from adjudicator import __version__
from adjudicator.cli.terminal import visible_output

__all__ = ["COMMANDS", "GROUPS", "app", "collect_rarely", "command_named", "main"]

COMMANDS: Mapping[str, tuple[str, str]] = {
    "help": ("help.show_help", "Tell a game in 20 lines, and its orders with examples."),
    "games": ("games.games", "List the games and their scenarios."),
    "new": ("new.new", "Make a new match."),
    "join": ("joining.join", "Answer an offer: write a join to mail and a key file to keep."),
    "begin": ("joining.begin", "Take joins in, and begin the match when all are there."),
    "seat": ("joining.seat", "Replace a seat's join: a chain was lost, or a player leaves."),
    "template": ("template.template", "Write an order sheet to fill in."),
    "compose": ("compose.compose", "Make the page on which a sheet is made by clicks."),
    "check": ("check.check", "Judge order sheets; change nothing."),
    "pledge": ("signing.pledge", "Answer a lock with the seat's pledge."),
    "adjudicate": ("adjudicate.adjudicate", "Take order sheets; produce position, report and map."),
    "office": ("office.office", "Keep an office: many matches, played by mail, with a clock."),
    "receive": ("office.receive", "Keep one mail that comes on standard input, for an office."),
    "fetch": ("office.fetch", "Fetch an office's mails from its mailbox."),
    "tick": ("office.tick", "Do all that is due in an office: file, adjudicate, send."),
    "tournament": (
        "tournament.tournament",
        "Direct a tournament: entries, pairings, matches, results, standings.",
    ),
    "git": ("git.git", "Play a match by git: submit, pledge, turn, and what a referee needs."),
    "status": ("status.status", "Say whose sheet is due, and what to mail to whom."),
    "mail": ("mail.mail", "Write a letter for each seat, as drafts or sent."),
    "report": ("inspect.report", "Tell what happened in an opening."),
    "map": ("inspect.draw_map", "Draw the map, as SVG or as PNG."),
    "site": ("site.site", "Make the page of a match for spectators."),
    "verify": ("audit.verify", "Audit matches: their dice, then their rules."),
    "luck": ("luck.luck", "Hold the dice against what was to be expected of them."),
    "rewind": ("amending.rewind", "Take openings back, for everybody to see."),
    "correct": ("amending.correct", "Mend a mistake in the position, for everybody to see."),
    "mend": ("amending.mend", "Make what a killed run, or a loss, left undone in a match folder."),
    "escrow": ("amending.escrow", "Keep a copy of the referee's secret safe, or put it back."),
    "head": ("signing.head", "Write the log's head to sign, or keep a signature."),
    "dispute": ("dispute.dispute", "Write an opening into one file for a director."),
    "odds": (
        "odds.odds",
        "Say what a battle, or a sheet, will bring: chances, losses, who is left.",
    ),
    "rulings": ("rulings.rulings", "Show the numbered rulings of a game."),
    "editions": ("editions.editions", "Show what the editions of a game differ in."),
    "case": ("developer.case", "Run rule cases."),
    "new-game": ("developer.new_game", "Begin a game of your own, as a copy of the tutorial game."),
    "judge": ("judge.judge", "Make the page that judges sheets in any browser."),
    "schemas": ("developer.schemas", "List, print or write the JSON Schemas of all files."),
}
"""By name, the module and function in this package, and the first line of its docstring."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Commands of a player": ("join", "template", "compose", "check", "pledge"),
    "Commands of the referee": (
        "new", "begin", "adjudicate", "mail", "seat", "rewind", "correct", "mend", "escrow",
    ),
    "Commands of an office": ("office", "receive", "fetch", "tick"),
    "Commands of a tournament": ("tournament",),
    "Commands of anybody": (
        "help", "git", "status", "report", "map", "site", "luck", "verify", "head", "dispute",
        "odds", "games", "rulings", "editions", "judge", "schemas", "case", "new-game",
    ),
}  # fmt: skip
"""Under which headings the commands are listed; each has one place."""


class _Commands(TyperGroup):
    """All commands: listed by the table; only the one that is called is imported."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {
            name: TyperCommand(name, help=line) for name, (_, line) in COMMANDS.items()
        }

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the commands by who needs them, each with one line."""
        wide = max(map(len, COMMANDS))
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{wide}}", COMMANDS[name][1]) for name in names])

    def main(self, *args: Any, **settings: Any) -> Any:
        """Runs a command; what it prints passes the gate."""
        with visible_output():
            return super().main(*args, **settings)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Returns the name of the command that is called, the command, and its arguments."""
        name, found, rest = super().resolve_command(ctx, args)
        called = command_named(name) if found and name else None
        if not gc.isenabled():  # as __main__ left it
            collect_rarely()
        return name, called, rest


def collect_rarely() -> None:
    """Looks for garbage in cycles seldom: what was loaded stays, and a command makes little."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@cache
def command_named(name: str) -> Any:
    """Imports a command and returns it with its parameters."""
    from adjudicator.cli.common import Command

    module, function = COMMANDS[name][0].split(".")
    alone = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=_SETTINGS,
    )
    found = getattr(import_module(f"adjudicator.cli.{module}"), function)
    if isinstance(found, typer.Typer):  # a command with commands of its own
        return typer.main.get_command(found)
    alone.command(name=name, cls=Command)(found)
    return typer.main.get_command(alone)


_SETTINGS = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="adjudicator",
    cls=_Commands,
    help="Adjudicates board wargames played by mail and by git: order sheets in; state, map, "
    "report and a dice log that anybody can audit out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_SETTINGS,
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


def main() -> None:
    """Runs the command line; an exception that nobody expects ends with code 70 and a trace."""
    signal.signal(signal.SIGINT, _interrupted)
    try:
        app()
    except Exception as error:
        from adjudicator.cli.common import Exit, report_bug

        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            typer.echo(f"adjudicator: {error.strerror}; try again", err=True)
            sys.exit(Exit.TRY_AGAIN)
        sys.exit(report_bug(error))


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ends as other programs do that Ctrl-C interrupts."""
    sys.exit(128 + number)

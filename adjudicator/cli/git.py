"""git: a match played by git; what a command does stands in `adjudicator.repository`."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.api.problems import as_json
from adjudicator.api.texts import visible
from adjudicator.cli.adjudicate import Beacon, Round, Withheld
from adjudicator.cli.common import (
    AsJson,
    Command,
    KeyFile,
    errors_shown,
    print_json,
    print_problems,
)
from adjudicator.cli.git_reading import Repository, doctor, view
from adjudicator.cli.git_server import check, init

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.api.signing import PledgeMade
    from adjudicator.repository.git import Git
    from adjudicator.repository.publishing import Published
    from adjudicator.repository.submit import Sent
    from adjudicator.repository.turns import TurnsTaken

__all__ = ["git", "pledge", "submit", "turn"]

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


# -- a player -----------------------------------------------------------------------------------


@git.command(cls=Command)
def submit(
    sheets: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[SHEET]...",
            help="Order sheets [default: those that lie new in the clone's inbox].",
        ),
    ] = None,
    *,
    folder: Repository = Path(),
    key: KeyFile = None,
    ssh_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The SSH key that the join named [default: git's setting adjudicator.sshKey].",
        ),
    ] = None,
    goes_on: Annotated[
        bool,
        typer.Option(
            "--go-on", help="Then lock and pledge, if that is due: for friends, in mutual mode."
        ),
    ] = False,
    as_data: AsJson = False,
) -> None:
    """Check a sheet, sign it, and push it to the match.

    It goes onto the newest commit there; your files and what you have staged stay as they are. If
    the network fails, it waits and goes with the next `submit`.
    """
    with errors_shown("no sheet was sent", as_data=as_data):
        from adjudicator.repository.git import open_git
        from adjudicator.repository.submit import Key
        from adjudicator.repository.submit import submit as submitted

        opened = open_git(folder, may_ask=sys.stdin.isatty())
        sent = submitted(opened, sheets or (), key=Key(key, ssh_key), now=_now())
    _print_sent(sent, as_data=as_data)
    if goes_on:
        _go_on(opened, key, pledges=True, as_data=as_data)


def _go_on(opened: Git, key: Path | None, *, pledges: bool, as_data: bool) -> None:
    """Makes and tells what follows, where no referee does."""
    with errors_shown("it was sent, and nothing more was made", as_data=as_data):
        from adjudicator.repository.going_on import go_on

        went = go_on(opened, _now(), key=key, pledges=pledges)
    if as_data:
        return
    if went.locked is not None and (went.locked.steps or went.pledged is None):
        _print_turns(went.locked, as_data=False)
    if went.pledged is not None:
        for seat, made in went.pledged.made.items():
            _print_pledged(seat, made)
    if went.opened is not None and went.opened.steps:
        _print_turns(went.opened, as_data=False)


def _print_sent(sent: Sent, *, as_data: bool) -> None:
    if as_data:
        print_json({
            "sheets": [one.to_json() for one in sent.checked], "paths": list(sent.paths),
            "commit": sent.commit, "tries": sent.tries, "told": list(sent.told),
            "notices": list(sent.notices),
        })  # fmt: skip
        return
    for notice in sent.notices:
        typer.echo(f"notice: {notice}", err=True)
    for one in sent.checked:
        print_problems(one.problems, "")
        typer.echo(f"{one.source}: good for {one.seat}; its hash: {one.hash}")
    if not sent.paths:
        typer.echo(f"nothing to push: it is there already, in commit {sent.commit[:12]}")
        return
    more = f", after {sent.tries} tries" if sent.tries > 1 else ""
    typer.echo(f"pushed {', '.join(sent.paths)} in commit {sent.commit[:12]}{more}")
    for line in sent.told:
        typer.echo(f"    {visible(line)}")


@git.command(cls=Command)
def pledge(
    seat: Annotated[
        str,
        typer.Argument(
            metavar="[SEAT]",
            help="The seat that pledges [default: that of the key file in the clone].",
            show_default=False,
        ),
    ] = "",
    *,
    folder: Repository = Path(),
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your sheet, where your key does not remember it."),
    ] = None,
    key: KeyFile = None,
    as_data: AsJson = False,
) -> None:
    """Answer a lock with your seat's pledge, and push it.

    Log, lock and sheet are judged first: only the sheet that your key remembers is pledged for. For
    the modes sealed and mutual; in mutual mode whoever pledges last opens the turn, too.
    """
    with errors_shown("nothing was pledged", as_data=as_data):
        from adjudicator.repository.git import open_git
        from adjudicator.repository.pledging import pledge as pledged

        opened = open_git(folder, may_ask=sys.stdin.isatty())
        done = pledged(opened, seat or None, sheet=sheet, key=key, now=_now())
    if not as_data:
        for one, made in done.made.items():
            _print_pledged(one, made)
    _print_sent(done.sent, as_data=as_data)
    _go_on(opened, key, pledges=False, as_data=as_data)


def _print_pledged(seat: str, made: PledgeMade) -> None:
    for notice in made.notices:
        typer.echo(f"notice: {notice}", err=True)
    if made.sheet is None:
        typer.echo(f"notice: no sheet of {seat} is locked for opening {made.n}", err=True)
    typer.echo(f"{seat}: pledged for opening {made.n}")


git.command(cls=Command)(view)


# -- whoever makes turns ------------------------------------------------------------------------


@git.command(cls=Command)
def turn(
    *,
    folder: Repository = Path(),
    secret: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the referee's secret lies: secret.json, or referee/ with it "
            "[default: the variable ADJUDICATOR_SECRET, else the clone].",
        ),
    ] = None,
    withheld: Withheld = None,
    number: Round = None,
    beacon: Beacon = None,
    as_data: AsJson = False,
) -> None:
    """Make all that is due in the repository, and push it.

    Safe at any time and twice at once: the sheets are locked by a tag first, and the same sheets
    give the same commit. Where nothing is due it says who is awaited.
    """
    with errors_shown("no opening was made", as_data=as_data):
        from adjudicator.cli.modes import told_of_beacon
        from adjudicator.repository.git import open_git
        from adjudicator.repository.turns import Told, take_turns

        opened = open_git(folder)
        told = Told(
            _secret(opened, secret), tuple(withheld or ()), number,
            None if beacon is None else told_of_beacon(beacon),
        )  # fmt: skip
        taken = take_turns(opened, told, _now())
    _print_turns(taken, as_data=as_data)


def _secret(opened: Git, folder: Path | None) -> bytes | None:
    """Returns the referee's secret: of a folder, of the environment, or of the work tree."""
    from adjudicator.api.fetched import secret_in

    if folder is not None:
        found = secret_in(folder)
        if found is None:
            message = "no secret.json lies there, and none in referee/ in it"
            raise typer.BadParameter(message, param_hint="--secret")
        return found
    told = os.environ.get("ADJUDICATOR_SECRET", "").strip()
    return told.encode() if told else secret_in(opened.top)


def _print_turns(taken: TurnsTaken, *, as_data: bool) -> None:
    if as_data:
        print_json({
            "steps": [one._asdict() for one in taken.steps], "awaited": list(taken.awaited),
            "refused": {
                seat: [as_json(one) for one in told] for seat, told in taken.refused.items()
            },
            "over": taken.is_over, "opening": taken.n, "deadlines": dict(taken.deadlines),
            "page": None if taken.page is None else taken.page._asdict(),
        })  # fmt: skip
        return
    for one in taken.steps:
        what = {
            "opened": f"opening {one.n}: {', '.join(one.turns)}",
            "locked": f"opening {one.n} is locked",
            "fixed": f"the round of the beacon for opening {one.n} is fixed",
        }[one.did]
        by = "; another run was faster" if one.by_another else ""
        typer.echo(f"{what}; commit {one.commit[:12]}{by}")
        for seat in one.unseen:
            why = "neither its join nor repository.json names an age key to seal it to"
            typer.echo(f"notice: {seat} cannot see what it alone may see: {why}", err=True)
        for seat in one.late:
            typer.echo(f"    late: the sheet of {seat}, changed after the lock, does not count")
    _print_page(taken.page)
    for seat, told in taken.refused.items():
        print_problems(told, f"what {seat} has committed does not count")
    if taken.is_over:
        typer.echo("the match is over")
        return
    if not taken.steps:
        typer.echo("nothing is due yet")
    for line in taken.awaited:
        typer.echo(f"due: {visible(line)}")
    for seat, at in taken.deadlines.items():
        typer.echo(f"until {at}: {seat}")
    if taken.steps:
        typer.echo("next: `git pull` brings it into this clone")


def _print_page(page: Published | None) -> None:
    if page is None:
        return
    if page.why_not:
        typer.echo(
            f"notice: no page for spectators was published: {visible(page.why_not)}", err=True
        )
    elif page.is_new:
        typer.echo(f"the page for spectators is on the branch {page.branch}")


# -- anybody ------------------------------------------------------------------------------------

git.command(cls=Command)(doctor)

# -- a server, or a forge -----------------------------------------------------------------------

git.command(cls=Command)(init)
git.command(cls=Command)(check)


def _now() -> datetime:
    return datetime.now(UTC)

"""rewind, correct, escrow: what a referee does when something went wrong, or before it does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api import amending
from adjudicator.api.amending import MAX_SHARES, Amended
from adjudicator.api.match import Match
from adjudicator.api.named_files import MAX_SIZE, command, read_bytes
from adjudicator.cli.common import (
    AsJson,
    Exit,
    Force,
    errors_shown,
    open_match,
    opened_match,
    print_json,
    print_next,
    print_over,
    print_pending,
    tell_notices,
    tell_of_modes,
)

__all__ = ["correct", "escrow", "go_on", "mend", "rewind"]

_STILL_KNOWN = (
    "what seats saw in the openings taken back they know; decks sealed before lie as they lay"
)

Reason = Annotated[
    str,
    typer.Option(
        metavar="TEXT", help="Why, in one line; it stands in the log, and everybody reads it."
    ),
]


def rewind(
    match: Annotated[Path, typer.Argument(metavar="[MATCH]", help="A match folder.")] = Path(),
    *,
    to: Annotated[
        int,
        typer.Option(metavar="N", help="The opening from which to go on; 0 is the start."),
    ],
    reason: Reason,
    as_data: AsJson = False,
) -> None:
    """Take openings back, for everybody to see.

    All after N are annulled and stay in the log; numbers are never used again, so that the same
    sheets get new dice. Nobody can redo a turn in secret until it suits.
    """
    with errors_shown("nothing was taken back", as_data=as_data):
        opened = open_match(match)
        amended = amending.rewind(opened, to, reason)
    if opened.is_hidden and amended.failure is None:
        typer.echo(f"notice: {_STILL_KNOWN}", err=True)
    _told(opened, amended, as_data=as_data)


def correct(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="[MATCH] PATCH", help="A match folder [default: .], then a JSON patch."
        ),
    ],
    *,
    reason: Reason,
    as_data: AsJson = False,
) -> None:
    """Mend a mistake in the position, for everybody to see.

    PATCH is a JSON patch (RFC 6902) against "state" of everybody's state.json. It is an opening of
    its own, without sheets and dice; reports, `status` and `verify` show it.
    """
    if len(paths) > 2:
        raise typer.BadParameter("give a match folder and a patch")
    with errors_shown("nothing was corrected", as_data=as_data):
        opened = open_match(paths[0] if len(paths) == 2 else Path())
        patch = read_bytes(paths[-1], limit=MAX_SIZE)
        amended = amending.correct(opened, patch, reason, source=str(paths[-1]))
    _told(opened, amended, as_data=as_data)


def mend(
    match: Annotated[Path, typer.Argument(metavar="[MATCH]", help="A match folder.")] = Path(),
) -> None:
    """Make what a killed run, or a loss, left undone in a match folder.

    An unfinished opening is cut off the log; the save, maps, reports and states that lack are made
    again from the log and the sheets. Every command that writes does so first; commands that only
    look say when it is due. What is there stays as it is.
    """
    with errors_shown("nothing was mended"):
        opened = open_match(match)
        still = amending.still_due(match)
    if still:
        typer.echo(f"{match}: another run holds the match, and does it: {'; '.join(still)}")
        raise typer.Exit(Exit.TRY_AGAIN)
    typer.echo(f"{match}: {opened.name} is whole, {_reached(opened)}")


def _reached(match: Match) -> str:
    n = match.reached
    return f"after opening {n}" if n else "at the start"


def escrow(
    match: Annotated[Path, typer.Argument(metavar="[MATCH]", help="A match folder.")] = Path(),
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a copy of the secret to this file.")
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="Encrypt it to this age or SSH public key, or file with one; may be repeated.",
        ),
    ] = None,
    shares: Annotated[
        int,
        typer.Option(
            metavar="K",
            help="Part it into K files instead: FILE-1, FILE-2; only all of them give the secret.",
            show_default=False,
        ),
    ] = 0,
    restore: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Put the secret back from a copy; or repeated, from all the shares.",
        ),
    ] = None,
    identity: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The private key that reads an encrypted copy."),
    ] = None,
    force: Force = False,
) -> None:
    """Keep a copy of the referee's secret safe, or put it back.

    A match whose secret is lost cannot go on. Give a copy to the tournament director, encrypted to
    their key, or a share to each of several people. What is put back must fit the log.
    """
    if (out is None) == (not restore):
        raise typer.BadParameter("give --out or --restore")
    if shares and (to or not 2 <= shares <= MAX_SHARES):
        raise typer.BadParameter(f"2 to {MAX_SHARES} shares, without --to", param_hint="--shares")
    if identity is not None and not restore:
        raise typer.BadParameter("goes with --restore", param_hint="--identity")
    with errors_shown("nothing was written"):
        opened = open_match(match)
        if out is not None:
            for path in amending.copy_secret(opened, out, to=to or (), shares=shares, force=force):
                typer.echo(f"wrote {path}")
            if not to and not shares:
                typer.echo("Whoever reads it can foresee every die of this match.", err=True)
            typer.echo(f"later, to put the secret back: {command('escrow', match)} --restore FILE")
        else:
            path = amending.restore_secret(opened, restore or (), identity)
            tell_notices(opened)
            typer.echo(f"secret: {path} (it is the one of this match)")


def go_on(old: Path | None, folder: Path, name: str, *, alone: bool) -> None:
    """Makes a match that goes on from another one, and says what to publish of it.

    Args:
        alone: whether nothing else was said on the command line.
    """
    from adjudicator.api.beginning import continue_match

    if old is None:
        raise typer.BadParameter("give a game and the folder to make", param_hint="FOLDER")
    if not alone:
        raise typer.BadParameter("give the new folder and a name alone", param_hint="--continue")
    if not re.fullmatch(r"[!-~]{1,200}", name):
        raise typer.BadParameter(
            "1 to 200 visible ASCII characters without blanks", param_hint="--name"
        )
    with errors_shown("no match was made"):
        before = opened_match(old)
        made = continue_match(before, folder, name=name)
        tell_of_modes(folder)
    tell_notices(made)
    typer.echo(f"{folder}: {made.title}")
    typer.echo(f"log: {folder / 'log.jsonl'}")
    typer.echo(f"start: {folder / 'now'}")
    if made.has_secret:
        typer.echo(f"secret: {folder / 'referee' / 'secret.json'} (keep it; see `escrow`)")
    print_pending(made.pending)
    typer.echo(f"It goes on from {before.name}, opening {before.reached}.")
    typer.echo(
        f"Publish {old / 'log.jsonl'} as it is, beside the new one: it proves the past dice."
    )
    typer.echo("Sheets and standing orders are to be sent anew.")
    typer.echo(f"audit: {command('verify', folder, '--after', old / 'log.jsonl')}")
    typer.echo(f"next, what to mail: {command('status', folder)}")


def _told(match: Match, amended: Amended, *, as_data: bool) -> None:
    """Prints what was done, what is awaited now, and ends as `adjudicate` does."""
    if amended.failure is not None:
        with errors_shown("it stands in the log; the next command makes the rest"):
            raise amended.failure
    tell_notices(match)
    if as_data:
        print_json(
            {
                "match": str(match.folder),
                "opening": match.n,
                "stands": match.reached,
                "head": match.head,
                "over": match.is_over,
                "pending": [pending.to_json() for pending in match.pending],
                "stale": list(amended.stale),
                "written": [str(path) for path in amended.written],
            }
        )
    else:
        typer.echo(amended.text)
        for path in amended.written:
            if path.name in ("map.svg", "report.txt", "report.html", "state.json"):
                typer.echo(f"{path.stem}: {path}")
        for seat in amended.stale:
            typer.echo(f"stale: the sheet of {seat} that waited; ask for it again")
        if match.is_over:
            print_over(match)
        print_pending(match.pending)
        if draw := match.draw_offer:
            typer.echo(draw)
        print_next(match)
    raise typer.Exit(Exit.AWAITED if match.begun and not match.is_over else Exit.DONE)

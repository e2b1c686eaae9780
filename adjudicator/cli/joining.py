"""join, begin, seat: how seats come to chains of their own, and are replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.api.amending import replace_seat
from adjudicator.api.beginning import OFFER_NAME, Invited, begin_match, offered_in
from adjudicator.api.beginning import invitation as read_invitation
from adjudicator.api.named_files import command
from adjudicator.api.signing import public_key as read_public_key
from adjudicator.cli.common import (
    Exit,
    OwnMap,
    errors_shown,
    open_match,
    places_of,
    print_json,
    print_pending,
    sheet_files,
    tell_notices,
)
from adjudicator.cli.names import did_you_mean, seat_names

__all__ = ["awaiting_json", "begin", "join", "print_awaiting", "seat"]


def join(
    invitation: Annotated[
        Path,
        typer.Argument(
            metavar="OFFER|LOG", help="The mailed offer.json, or the log of a match under way."
        ),
    ],
    seat: Annotated[
        str,
        typer.Argument(metavar="SEAT", help="The seat to join for.", autocompletion=seat_names),
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The join, to be mailed.", show_default=False),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The key file, to be kept.", show_default=False),
    ] = None,
    public_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An OpenSSH public key to sign with: a file *.pub."),
    ] = None,
    without_chain: Annotated[
        bool,
        typer.Option("--without-chain", help="No chain: no key file to keep, and no pledges."),
    ] = False,
    own_map: OwnMap = None,
) -> None:
    """Answer an offer: write a join to mail and a key file to keep.

    With the log of a match under way, the join takes the place of the seat's earlier one.
    """
    if without_chain and key is not None:
        raise typer.BadParameter("without a chain there is no key file", param_hint="--key")
    with errors_shown("nobody joined"):
        invited = read_invitation(invitation, places=places_of(own_map, invitation))
        seats = invited.seats
        if seat not in seats:
            raise typer.BadParameter(
                f"no seat {seat!r}; seats: {', '.join(seats)}{did_you_mean(seat, seats)}"
            )
        if without_chain and invited.needs_chain:
            raise typer.BadParameter(
                f"in {invited.mode} mode every seat joins with a chain of its own",
                param_hint="--without-chain",
            )
        line = None if public_key is None else read_public_key(public_key)
        made = invited.join(seat, out=out, key=key, public_key=line, chain=not without_chain)
    _warn_of_old_rules(invited)
    typer.echo(f"join: {made.join} (mail it to the referee)")
    if made.key is not None:
        typer.echo(f"key: {made.key} (keep it, back it up, show nobody)")
        typer.echo("Your commands find it beside the state.json or log, or in the current folder;")
        typer.echo("what they remember of your sheets is written beside it.")
    if invited.n is not None:
        typer.echo(_after(invited, seat))


def _warn_of_old_rules(invited: Invited) -> None:
    """Says of a new offer that it leaves the amended rules out (TFD1 3.10)."""
    if invited.is_without_amended_rules:
        typer.echo(
            "WARNING: this offer leaves the amended rules of the dice out: sheets of the built-in "
            "player, and rounds of a beacon, could be chosen for their dice. Ask the referee to "
            "make it anew before you mail your join.",
            err=True,
        )


def _after(invited: Invited, seat: str) -> str:
    where = f"after opening {invited.n}" if invited.n else "before the first opening"
    return (
        f"It replaces the join of {seat} {where}; the referee enters it with `adjudicator seat`, "
        "before the next opening."
    )


def begin(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder that `new --joins` made.")
    ],
    joins: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[JOIN]...",
            help="Joins that came: files, saved mails (.eml, mbox), or - for standard input.",
        ),
    ] = None,
) -> None:
    """Take joins in, and begin the match when all are there.

    Joins that come one by one are kept; the last lets line 0 of the log be written.
    """
    if folder.is_file():
        raise typer.BadParameter("name the folder first, then the joins", param_hint="FOLDER")
    with errors_shown("nothing was begun"):
        files = sheet_files(joins or ())
        begun = begin_match(folder, [(file.source, file.raw) for file in files])
    for notice in begun.notices:
        typer.echo(f"notice: {notice}", err=True)
    if begun.match is not None:
        tell_notices(begun.match)
    for name in begun.replaced:
        typer.echo(f"notice: {name} had joined before; the new join counts", err=True)
    if begun.match is None:
        for name in begun.joined:
            typer.echo(f"in: the join of {name}")
        for name in begun.awaited:
            typer.echo(f"due: the join of {name}")
        raise typer.Exit(Exit.AWAITED)
    match = begun.match
    own = ", ".join(match.seats_with_chain)
    typer.echo(f"{folder}: begun, with chains of their own: {own or 'nobody'}")
    typer.echo(f"log: {folder / 'log.jsonl'}")
    typer.echo(f"start: {folder / 'now'}")
    print_pending(match.pending)
    typer.echo(f"next, what to mail: {command('status', folder)}")


def awaiting_json(folder: Path) -> dict[str, Any]:
    """Returns who has joined a match that has not begun, as data."""
    offered = offered_in(folder)
    named = {"joined": offered.joined, "awaited": offered.awaited}
    return {"match": offered.name, **named}


def print_awaiting(folder: Path, *, as_data: bool) -> None:
    """Says of a match that has not begun what to mail, and who has joined."""
    if as_data:
        print_json(awaiting_json(folder))
        return
    offered = offered_in(folder)
    typer.echo(f"{offered.name}: offered, and not begun; {offered.mode} mode")
    for name in offered.joined:
        typer.echo(f"in: the join of {name}")
    for name in offered.awaited:
        typer.echo(f"due: the join of {name}: {command('join', OFFER_NAME, name)}")
    for path in offered.files_to_mail:
        typer.echo(f"mail to everybody: {path}")
    if offered.awaited:
        typer.echo(f"next, to take the joins in: {command('begin', folder)} JOIN...")
    else:
        typer.echo(f"next: {command('begin', folder)}")


def seat(
    match: Annotated[Path, typer.Argument(metavar="MATCH", help="A match folder.")],
    join: Annotated[
        Path,
        typer.Argument(
            metavar="JOIN",
            help="What `adjudicator join LOG SEAT` wrote, or a saved mail (.eml) with it.",
        ),
    ],
) -> None:
    """Replace a seat's join: a chain was lost, or a player leaves.

    It stands in the log for all to see. Sheets that wait answer an older log: they are set aside.
    """
    with errors_shown("no seat was replaced"):
        opened = open_match(match)
        files = sheet_files([join])
        if len(files) > 1:
            raise typer.BadParameter(
                "this mail holds several files; save the join", param_hint="JOIN"
            )
        replaced = replace_seat(opened, files[0].raw, source=files[0].source)
    tell_notices(opened)
    chain = "a new chain" if replaced.has_chain else "no chain"
    n = opened.n + 1
    typer.echo(f"{replaced.seat}: {chain} from opening {n} on; the log says so to all")
    for other in replaced.set_aside:
        typer.echo(f"stale: the sheet of {other} answered the log before; ask for it anew:")
        old = f"{other}-{n}.json"
        typer.echo(f"    {command('template', 'state.json', other, '--from', old, '--out', old)}")
    typer.echo(f"next, what to mail again: {command('status', opened.folder)}")

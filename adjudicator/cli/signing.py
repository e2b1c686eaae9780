"""pledge and head: what answers a lock, and what vouches for a log.

A player answers a lock with the chain value that was kept back until then. Whoever signs the head
of a log vouches for every line up to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import command, pretty, word, write_wanted
from adjudicator.api.signing import HEAD, head_text, keep_head_signature, last_line, make_pledge
from adjudicator.cli.common import Force, KeyFile, errors_shown

__all__ = ["head", "pledge"]


def head(
    match: Annotated[
        Path, typer.Argument(metavar="[MATCH|LOG]", help="A match folder or a log.jsonl.")
    ] = Path(),
    *,
    k: Annotated[
        int | None,
        typer.Option("--k", metavar="N", help="The line to vouch for, from 0 [default: the last]."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")] = None,
    add: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Verify a signature and keep it beside the log."),
    ] = None,
    force: Force = False,
) -> None:
    """Write the log's head to sign, or keep a signature.

    Who signs the head vouches for every line up to it: no other log can be put in its place.
    """
    with errors_shown("nothing was written"):
        if add is not None and out is not None:
            raise typer.BadParameter("either --add or --out")
        if add is not None and not match.is_dir():
            raise typer.BadParameter("name the match folder", param_hint="--add")
        last = last_line(match)
        if k is not None and not 0 <= k <= last:
            raise typer.BadParameter(f"lines are 0 to {last}", param_hint="--k")
        if add is not None:
            for written in keep_head_signature(match, add, k):
                typer.echo(f"wrote {written}")
            return
        text = head_text(match, k)
        if out is None:
            typer.echo(text.decode(), nl=False)
        else:
            write_wanted(out, text, force=force)
            typer.echo(f"wrote {out}")
    to_sign = word(out or "FILE")
    signature = out.with_name(f"{out.name}.sig") if out else "FILE.sig"
    folder = match if match.is_dir() else "MATCH"
    typer.echo(f"next: ssh-keygen -Y sign -n {HEAD} -f KEY {to_sign}", err=True)
    typer.echo(f"then, to keep it: {command('head', folder, '--add', signature)}", err=True)


def pledge(
    where: Annotated[
        Path,
        typer.Argument(metavar="LOG|MATCH", help="The mailed log, or a match folder."),
    ],
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="The seat that pledges.")],
    *,
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The sheet as mailed: is it the one that is locked?"),
    ] = None,
    key: KeyFile = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The pledge, to be mailed.", show_default=False),
    ] = None,
    force: Force = False,
) -> None:
    """Answer a lock with the seat's pledge.

    Log, lock and sheet are judged first. A second lock of the same opening gets no pledge, nor does
    a sheet that `check` never called good: a record lies beside the key file. For the modes sealed
    and mutual.
    """
    with errors_shown("nothing was pledged"):
        path = where / "log.jsonl" if where.is_dir() else where
        made = make_pledge(path, seat, sheet=sheet, key=key, near=(path.parent, Path()))
        out = out or Path(f"pledge-{seat}-{made.n}.json")
        write_wanted(out, pretty(made.pledge), force=force)
    typer.echo(f"the log is sound and ends with the lock of opening {made.n}")
    for notice in made.notices:
        typer.echo(f"notice: {notice}", err=True)
    if made.sheet is None:
        known = f", and its key remembers one, {made.remembered}" if made.remembered else ""
        typer.echo(
            f"notice: no sheet of {seat} is locked{known}; if one was sent in time, do not mail "
            "this.",
            err=True,
        )
    elif sheet is None:
        typer.echo(f"the sheet of {seat} that is locked is one that `check` has called good")
    else:
        typer.echo(f"{sheet} is the sheet that is locked for {seat}")
    typer.echo(f"pledge: {out} (mail it to the referee; a copy to all players proves it)")

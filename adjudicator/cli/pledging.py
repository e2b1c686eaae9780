"""pledge: a player answers a lock with the chain value that was kept back until then."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import pretty, write_wanted
from adjudicator.api.signing import make_pledge
from adjudicator.cli.common import Force, KeyFile, errors_shown

__all__ = ["pledge"]


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

"""pledge: a player answers a lock with the chain value that was kept back until then."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.recalling import print_torn
from adjudicator.cli.shell import Force, KeyFile, errors_shown
from adjudicator.core import log
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.problem import Refused, Unusable
from adjudicator.files.keys.pledge_making import made_pledge, read_lock
from adjudicator.files.pretty import pretty
from adjudicator.files.problems import RefusedFile, UnusableFile, in_log
from adjudicator.files.storage import read_bytes, write_wanted

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
        try:
            read = log.parse_log(read_bytes(path, limit=MAX_LOG))
        except Unusable as error:
            raise UnusableFile(in_log(one, str(path)) for one in error.problems) from None
        try:
            lock = read_lock(read, seat)
        except Refused as error:
            raise RefusedFile(in_log(one, str(path)) for one in error.problems) from None
        made = made_pledge(lock, sheet=sheet, key=key, near=(path.parent, Path()))
        out = out or Path(f"pledge-{seat}-{lock.n}.json")
        write_wanted(out, pretty(made.pledge.to_json()), force=force)
    typer.echo(f"the log is sound and ends with the lock of opening {lock.n}")
    if made.is_torn:
        print_torn(seat)
    if lock.sheet is None:
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

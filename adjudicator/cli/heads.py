"""head: the text that is signed to vouch for the log, and the signatures of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.shell import Force, errors_shown
from adjudicator.core import log
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.problem import Unusable
from adjudicator.files.keys.signatures import HEAD
from adjudicator.files.keys.signed_heads import add_head, head_of
from adjudicator.files.printed_command import command, word
from adjudicator.files.problems import UnusableFile, in_log
from adjudicator.files.storage import match_lock, read_bytes, write_wanted

__all__ = ["head"]


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
        path = match / "log.jsonl" if match.is_dir() else match
        if add is not None and out is not None:
            raise typer.BadParameter("either --add or --out")
        if add is not None and not match.is_dir():
            raise typer.BadParameter("name the match folder", param_hint="--add")
        if match.is_dir() and not path.exists():
            from adjudicator.files.matches.match_folder import no_match

            raise no_match(match)
        read = _read(path)
        last = read.lines[-1].k
        if k is not None and not 0 <= k <= last:
            raise typer.BadParameter(f"lines are 0 to {last}", param_hint="--k")
        if add is not None:
            with match_lock(match):
                for written in add_head(match, read, add, k):
                    typer.echo(f"wrote {written}")
            return
        text = head_of(read, last if k is None else k)
        if out is None:
            typer.echo(text.decode(), nl=False)
        else:
            write_wanted(out, text, force=force)
            typer.echo(f"wrote {out}")
    to_sign = word(out or "FILE")
    signature = out.with_name(f"{out.name}.sig") if out else "FILE.sig"
    folder = path.parent if match.is_dir() else "MATCH"
    typer.echo(f"next: ssh-keygen -Y sign -n {HEAD} -f KEY {to_sign}", err=True)
    typer.echo(f"then, to keep it: {command('head', folder, '--add', signature)}", err=True)


def _read(path: Path) -> log.Log:
    """Reads a log of which every line is whole and in its place."""
    try:
        read = log.parse_log(read_bytes(path, limit=MAX_LOG))
    except Unusable as error:
        raise UnusableFile(in_log(problem, str(path)) for problem in error.problems) from None
    if read.problems:
        raise UnusableFile(in_log(problem, str(path)) for problem in read.problems)
    return read

"""head: the text that is signed to vouch for the log, and the signatures of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import command, word, write_wanted
from adjudicator.api.signing import HEAD, head_text, keep_head_signature, last_line
from adjudicator.cli.common import Force, errors_shown

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

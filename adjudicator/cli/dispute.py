"""dispute: all of one opening in one file, for a tournament director."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.logged import open_log
from adjudicator.api.named_files import write_wanted
from adjudicator.cli.common import Force, OwnMap, Traceback, errors_shown, places_of, tell_faults

__all__ = ["dispute"]

FULL_WARNING = (
    "WARNING: this file may hold what players must not know. Send it to the director alone."
)


def dispute(
    match: Annotated[
        Path, typer.Argument(metavar="[MATCH|LOG]", help="A match folder or a log.jsonl.")
    ] = Path(),
    n: Annotated[
        int | None, typer.Option("--n", metavar="N", help="The opening [default: the last].")
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write to this file: .html or .txt [default: text]."
        ),
    ] = None,
    full: Annotated[
        bool,
        typer.Option("--full", help="For the director: with what players may not know yet."),
    ] = False,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    force: Force = False,
) -> None:
    """Write an opening into one file for a director.

    The position before, the sheets, each die derived, what happened and by which rule, what the
    audit proves, and the log itself, to repeat it all.
    """
    if out is not None and out.suffix.lower() not in _FORMS:
        raise typer.BadParameter("name a file that ends in .html or .txt", param_hint="--out")
    with errors_shown("nothing was written"):
        logged = open_log(match, places=places_of(own_map, match))
        if full and logged.is_alone:
            raise typer.BadParameter("a log alone holds no secrets; name the folder of the match",
                                     param_hint="--full")  # fmt: skip
        number = logged.last if n is None else n
        if not 1 <= number <= logged.last:
            raise typer.BadParameter(f"openings are 1 to {logged.last}", param_hint="--n")
        text, page = logged.dispute(n=number, full=full)
        tell_faults(logged.faults, traceback=traceback)
        if out is None:
            typer.echo(text, nl=False)
        else:
            raw = (text if out.suffix.lower() == ".txt" else page).encode()
            write_wanted(out, raw, force=force)
            typer.echo(f"wrote {out}")
    if full:
        typer.echo(FULL_WARNING, err=True)


_FORMS = (".html", ".htm", ".txt")

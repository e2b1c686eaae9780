"""compose: the page on which a sheet is made by clicks, alone or as an app for messengers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import write_wanted
from adjudicator.cli.common import (
    Force,
    OwnMap,
    Traceback,
    errors_shown,
    open_subject,
    tell_faults,
)
from adjudicator.cli.names import did_you_mean, seat_names

__all__ = ["compose"]


def compose(
    subject: Annotated[
        Path,
        typer.Argument(
            metavar="[MATCH|STATE]", help="A match folder or a mailed state.json [default: .]."
        ),
    ] = Path(),
    *,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="Only the sheet of this seat.", autocompletion=seat_names
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The page [default: compose.html].", show_default=False),
    ] = None,
    xdc: Annotated[
        bool,
        typer.Option("--xdc", help="As a webxdc app, for Delta Chat and other messengers."),
    ] = False,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    force: Force = False,
) -> None:
    """Make the page on which a sheet is made by clicks.

    It is the page that comes with a report, without the report: the map, the orders, what becomes
    of the sheet. Nothing is installed to use it, and nothing is fetched.
    """
    xdc = xdc or (out is not None and out.suffix == ".xdc")
    if xdc and out is not None and out.suffix != ".xdc":
        raise typer.BadParameter("an app is a file that ends in .xdc", param_hint="--out")
    out = out or Path("compose.xdc" if xdc else "compose.html")
    with errors_shown("no page was made"):
        opened = open_subject(subject, own_map)
        if seat is not None and seat not in opened.seats:
            known = ", ".join(opened.seats)
            raise typer.BadParameter(
                f"seats are {known}{did_you_mean(seat, opened.seats)}", param_hint="--seat"
            )
        try:
            made = opened.compose_app(seat) if xdc else opened.compose(seat).encode()
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        tell_faults(opened.faults, traceback=traceback)
        write_wanted(out, made, force=force)
    typer.echo(f"wrote {out}")
    typer.echo(
        "next: send it into a chat with yourself, and open it there"
        if xdc
        else "next: open it in a browser, with or without a network"
    )

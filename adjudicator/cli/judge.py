"""judge: the page that holds the program, for whoever installs nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.judging import judge_address, judge_app, judge_page, judge_site
from adjudicator.api.named_files import write_wanted
from adjudicator.cli.common import Force, errors_shown

__all__ = ["judge"]

_OUT = Path("judge.html")


def judge(
    pyodide: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder of Pyodide, as npm has it.")
    ] = Path("node_modules/pyodide"),
    wheels: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder of the wheels, as pip has them.")
    ] = Path("wheels"),
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The page.")] = None,
    site: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The page with what makes it work offline from a web "
            "address, on a phone's home screen.",
        ),
    ] = None,
    xdc: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The page as a webxdc app, for Delta Chat and other messengers."
        ),
    ] = None,
    link: Annotated[
        Path | None,
        typer.Option(metavar="STATE", help="Print the address that opens with a state.json; stop."),
    ] = None,
    at: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where the page lies, for --link.")
    ] = "judge.html",
    force: Force = False,
) -> None:
    """Make the page that judges sheets in any browser.

    Nothing is fetched: without the files from elsewhere the two commands are told that fetch them.
    """
    with errors_shown("the page was not made"):
        if link is not None:
            typer.echo(judge_address(link, at))
            return
        page = judge_page(pyodide, wheels)
        if site is not None:
            site.mkdir(parents=True, exist_ok=True)
            for name, raw in judge_site(page).items():
                write_wanted(site / name, raw, force=force)
                typer.echo(f"wrote {site / name}")
        if xdc is not None:
            write_wanted(xdc, judge_app(page), force=force)
            typer.echo(f"wrote {xdc}")
        if out is not None or (site is None and xdc is None):
            write_wanted(out or _OUT, page, force=force)
            typer.echo(f"wrote {out or _OUT}")
    typer.echo("next: open it in a browser, with or without a network; drop a report on it")

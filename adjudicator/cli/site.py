"""site: the page of a match for spectators."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import read_bytes, write_wanted
from adjudicator.api.problems import UnusableFile
from adjudicator.cli.common import Force, Traceback, errors_shown, tell_faults
from adjudicator.site.earlier import MAX_PAGE
from adjudicator.site.feed import PAGE
from adjudicator.site.page import Before, site_of

__all__ = ["site"]


def site(
    match: Annotated[
        Path,
        typer.Argument(metavar="[MATCH]", help="A match folder, a clone of it, or its log.jsonl."),
    ] = Path(),
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the page goes.")],
    before: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="OLD",
            help="The page before, or its folder: only what it lacks is made.",
        ),
    ] = None,
    url: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where the folder will lie, for the feed.")
    ] = "",
    traceback: Traceback = False,
    force: Force = False,
) -> None:
    """Make the page of a match for spectators.

    Every opening with map, report, dice and graphs. One index.html works from a disk or any web
    space and asks nobody for anything; the log, the page that verifies it and a feed lie beside it.
    Only what everybody may know is in them. Where hands are hidden, past openings come from the
    page before: --from.
    """
    if url and not url.startswith(("https://", "http://")):
        raise typer.BadParameter("an address begins with https:// or http://", param_hint="--url")
    with errors_shown("no page was made"):
        old = None if before is None else _page_at(before)
        there = _page_of_ours(out / PAGE)
        now = datetime.now(UTC)
        made = site_of(match, now=now, before=old, dated=there, url=url)
        tell_faults(made.faults, traceback=traceback)
        out.mkdir(parents=True, exist_ok=True)
        for name, raw in made.files.items():
            write_wanted(out / name, raw, force=force or there is not None)
    if made.missing:
        numbers = ", ".join(map(str, made.missing))
        typer.echo(f"notice: it lacks openings that cannot be made here: {numbers}", err=True)
        typer.echo("next time: name the page before with --from OLD", err=True)
    count = len(made.facts.openings)
    typer.echo(f"wrote {', '.join(str(out / name) for name in made.files)}")
    typer.echo(f"{count} openings, {len(made.made)} of them made now")
    typer.echo(f"next: open {out / PAGE} in a browser, or put the folder on any web space")


def _page_at(path: Path) -> Before:
    """Returns the page before, by its file or its folder."""
    file = path / PAGE if path.is_dir() else path
    return Before(read_bytes(file, limit=MAX_PAGE), str(file))


def _page_of_ours(path: Path) -> Before | None:
    """Returns the page that stands where the new one goes, if it is one; None: nothing is there.

    Of a page of another match, or of somebody else's, nothing is taken: it is refused later, as
    everything that is in the way.
    """
    from adjudicator.site.earlier import facts_in

    if not path.is_file():
        return None
    found = Before(read_bytes(path, limit=MAX_PAGE), str(path))
    try:
        facts_in(*found)
    except UnusableFile:
        return None
    return found

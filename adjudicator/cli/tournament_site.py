"""tournament site: the pages of an event."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.common import errors_shown
from adjudicator.cli.many import INTERRUPTED, counted_kinds, driver_for
from adjudicator.cli.many_options import Workers
from adjudicator.cli.tournament_words import EventFolder

__all__ = ["site"]

_Out = Annotated[
    Path, typer.Option(metavar="FOLDER", help="Where the pages go; older ones make room.")
]
_Url = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Where the folder will lie, for the feed.")
]
_Language = Annotated[str, typer.Option(metavar="CODE", help="en or de.")]
_Templates = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="A club's own templates, in place of the usual ones."),
]
_NoAudit = Annotated[
    bool, typer.Option("--no-audit", help="Verify nothing and leave luck out; the pages say so.")
]


def site(
    folder: EventFolder,
    *,
    out: _Out,
    url: _Url = "",
    language: _Language = "en",
    templates: _Templates = None,
    no_audit: _NoAudit = False,
    workers: Workers = 1,
) -> None:
    """Make the pages of an event: entries, pairings, standings, each match, rulings, an audit.

    They work from a disk or any web space, without scripts, and ask nobody for anything. Only what
    everybody may know is in them; no address is.
    """
    if url and not url.startswith(("https://", "http://")):
        raise typer.BadParameter("an address begins with https:// or http://", param_hint="--url")
    if language not in ("en", "de"):
        raise typer.BadParameter("one of en, de", param_hint="--language")
    with errors_shown("no pages were made"):
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.site.pages import EventPages, pages_of
        from adjudicator.tournament.site.writing import read_templates, write_pages

        own = None if templates is None else read_templates(templates)
        event = open_event(folder)
        audit = luck = None
        if not no_audit:
            from adjudicator.tournament.auditing import audit_folder
            from adjudicator.tournament.event_luck import luck_of_event

            with driver_for(workers) as driver, counted_kinds(True) as step:
                audit = audit_folder(
                    folder, driver=driver, told=lambda outcome: step("", "", outcome.kind)
                )
                luck = luck_of_event(event, driver) if event.started else None
                if driver.is_interrupted:
                    raise typer.Exit(INTERRUPTED)
        how = EventPages(audit=audit, luck=luck, language=language, url=url, templates=own)
        files = pages_of(event, how)
        write_pages(out, files, event.event.id)
    typer.echo(f"{len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB, in {out}")
    if audit is not None:
        typer.echo(f"the audit says: {audit.verdict}")
    typer.echo(f"next: open {out / 'index.html'} in a browser, or put the folder on any web space")

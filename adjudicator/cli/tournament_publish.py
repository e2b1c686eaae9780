"""tournament site, export, forget: what everybody may see of an event, and who is in it no more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.texts import amount, visible
from adjudicator.cli.common import AsJson, Force, errors_shown, print_json
from adjudicator.cli.many import INTERRUPTED, counted_kinds, driver_for
from adjudicator.cli.many_options import Workers
from adjudicator.cli.tournament_words import EventFolder, Semicolons, now

__all__ = ["export", "forget", "site"]

_LANGUAGES = ("en", "de")


def site(
    folder: EventFolder,
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the pages go. [default: EVENT/site]",
                     show_default=False),
    ] = None,
    templates: Annotated[
        Path | None,
        typer.Option(metavar="DIR", exists=True, file_okay=False,
                     help="Templates in the place of ours, by their names."),
    ] = None,
    url: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where the folder will lie, for the feed.")
    ] = "",
    language: Annotated[str, typer.Option(metavar="CODE", help="en or de.")] = "en",
    no_audit: Annotated[
        bool, typer.Option("--no-audit", help="Say that nothing was audited; tell no luck.")
    ] = False,
    workers: Workers = 1,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Make the pages of an event: entries, pairings, standings, matches, rulings, audit, feed.

    They work from a disk or any web space, without scripts. Nothing that a seat alone may know is
    in them, no address, no key. The folder is replaced as a whole.
    """
    if url and not url.startswith(("https://", "http://")):
        raise typer.BadParameter("an address begins with https:// or http://", param_hint="--url")
    if language not in _LANGUAGES:
        raise typer.BadParameter("one of en, de", param_hint="--language")
    with (
        errors_shown("no pages were made", as_data=as_data),
        driver_for(workers) as driver,
        counted_kinds(not as_data) as step,
    ):
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.site.making import check_place, known_of, publish

        place = folder / "site" if out is None else out
        event = open_event(folder)
        check_place(event, place)
        known = known_of(event, driver, audited=not no_audit,
                         told=lambda outcome: step("", "", outcome.kind))  # fmt: skip
        if driver.is_interrupted:
            raise typer.Exit(INTERRUPTED)
        count = publish(event, place, known, templates=templates, url=url, language=language)
    if as_data:
        verdict = None if known.audit is None else known.audit.verdict
        print_json({"folder": str(place), "files": count, "verdict": verdict})
        return
    typer.echo(f"wrote {count} files to {visible(str(place))}")
    if known.audit is not None:
        typer.echo(f"the audit in it says: {known.audit.verdict}")
    typer.echo(f"next: open {visible(str(place / 'index.html'))} in a browser, or put the folder "
               "on any web space")  # fmt: skip


def export(
    folder: EventFolder,
    *,
    trf: Annotated[
        bool, typer.Option("--trf", help="The rounds that are over as TRF26, for other programs.")
    ] = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write five tables for a spreadsheet.")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="The final report, as the BPA asks for it.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write TRF or report there. [default: print it]",
                     show_default=False),
    ] = None,
    semicolons: Semicolons = False,
    as_data: AsJson = False,
    force: Force = False,
) -> None:  # fmt: skip
    """Write an event for other programs: TRF26, CSV, or its final report. No address is in them."""
    if trf + report + (csv is not None) != 1:
        raise typer.BadParameter("name one of --trf, --csv, --report", param_hint="export")
    with errors_shown("nothing was written", as_data=as_data):
        from adjudicator.api.named_files import write_wanted
        from adjudicator.tournament import exporting
        from adjudicator.tournament.folder import open_event

        event = open_event(folder)
        if csv is not None:
            delimiter = ";" if semicolons else ","
            files = exporting.csv_files(event, today=now().date(), delimiter=delimiter)
            csv.mkdir(parents=True, exist_ok=True)
            for name, raw in files.items():
                write_wanted(csv / name, raw, force=force)
            written = [str(csv / name) for name in files]
            if as_data:
                print_json({"files": written})
            else:
                typer.echo(f"wrote {visible(', '.join(written))}")
            return
        told = exporting.report_of(event) if report else {}
        text = exporting.report_text(told) if report else exporting.trf_of(event)
        if trf and (over := exporting.rounds_over(event)) < exporting.rounds_there(event):
            typer.echo(f"notice: round {over + 1} has open matches: {over} rounds are in it",
                       err=True)  # fmt: skip
        if out is not None:
            write_wanted(out, text.encode(), force=force)
    if as_data:
        print_json(told if report else {"trf": text})
    elif out is None:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"wrote {visible(str(out))}")


def forget(
    folder: EventFolder,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Their id: p007.")],
    *,
    also_playing: Annotated[
        bool, typer.Option("--also-playing", help="Even who still plays; no letter reaches them.")
    ] = False,
    sites: Annotated[
        list[Path] | None,
        typer.Option("--site", metavar="DIR", help="A site of the event, to be made anew; several:"
                     " again. EVENT/site is, too.", show_default=False),
    ] = None,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Take a player's name and address out of an event; id, results and logs stay as they are.

    A backup, a mirror, a letter that waits in an office and a list from which players are entered
    keep what they have.
    """
    with errors_shown("nothing was forgotten", as_data=as_data):
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.forgetting import forget_player, still_named
        from adjudicator.tournament.site.making import check_place, is_site_of, remake_site

        event = open_event(folder)
        own = folder / "site"
        places = [*(sites or ())]
        if own.is_dir() and is_site_of(event, own):
            places.append(own)
        for place in places:
            check_place(event, place)
        known = event.players.named(player)
        found = forget_player(folder, player, playing=also_playing)
        again = open_event(folder)
        for place in places:
            remake_site(again, place)
        named = [*still_named(folder, known)] if known is not None else []
    if as_data:
        print_json({"player": found.player, "matches": list(found.matches),
                    "sites": [str(one) for one in places], "named": named})  # fmt: skip
        return
    gone = amount(len(found.matches), "match", "matches")
    typer.echo(f"{found.player} is forgotten; addresses went from {gone}")
    for place in places:
        typer.echo(f"made anew: {visible(str(place))}")
    if not places:
        typer.echo("no pages were made anew: where there are some, say --site DIR")
    typer.echo("take them off the list from which players are entered: it enters them anew")
    typer.echo("an office keeps its mails: letters that wait there still go out with the name, and"
               " those that left stay in its folder mail/out/sent")  # fmt: skip
    if named:
        typer.echo(visible(f"notice: the name or address still stands in {', '.join(named)}"))
        typer.echo("these are words of people, which results hang on; they stay as they are")

"""verify: what a log proves, from the log alone and by running the rules again."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.named_files import write_wanted
from adjudicator.api.problems import render
from adjudicator.api.texts import visible
from adjudicator.api.verifying import Verified, verifier_page
from adjudicator.api.verifying import verify as verify_log
from adjudicator.cli.common import (
    WIDTH,
    Force,
    KeyFile,
    OwnMap,
    errors_shown,
    places_of,
    print_json,
)
from adjudicator.cli.many_options import EngineName, Scheduler, Workers, one_of
from adjudicator.cli.verdicts import WHY, verdict_code

__all__ = ["SHOWN", "verify"]

SHOWN = 20
"""So many problems are shown to people; a damaged log has one or more in every line."""


Matches = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[MATCH|LOG]...", help="Match folders or log.jsonl; several give a table."
    ),
]
State = Annotated[
    Path | None,
    typer.Option(
        metavar="STATE",
        help="A mailed state.json: does it go with this log? Of a seat's own file: are its "
        "cards those that were sealed?",
    ),
]
After = Annotated[
    Path | None,
    typer.Option(
        metavar="OLD",
        help="The match or log that this one goes on from: audit it too, and that they fit.",
    ),
]
Sends = Annotated[
    bool,
    typer.Option(
        "--send",
        help="Workers share no folders: send each match, without what is its referee's.",
    ),
]


def verify(
    matches: Matches = None,
    dice_only: Annotated[
        bool, typer.Option("--dice-only", help="Only the dice; do not run the rules again.")
    ] = False,
    *,
    state: State = None,
    after: After = None,
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", help="Write a page that verifies logs in any browser; stop."
        ),
    ] = None,
    key: KeyFile = None,
    own_map: OwnMap = None,
    workers: Workers = 1,
    engine: EngineName = "processes",
    scheduler: Scheduler = "",
    sends: Sends = False,
    force: Force = False,
    as_data: Annotated[
        bool, typer.Option("--json", help="Print the result as JSON; of several, a line each.")
    ] = False,
) -> None:
    """Audit matches: their dice, then their rules.

    Every die is made again from the log alone, then every opening by the rules.
    """
    if page is not None:
        _write_page(page, force=force)
        return
    if sends and engine != "dask":
        raise typer.BadParameter("--send goes with --engine dask", param_hint="--send")
    match = one_of(matches)
    if match is None or engine != "processes" or scheduler:
        if any(one is not None for one in (state, after, key, own_map)):
            raise typer.BadParameter("--state, --after, --key and --map are for one match")
        from adjudicator.cli.many import driver_for
        from adjudicator.cli.verify_many import verify_many

        with (
            errors_shown("nothing was verified", as_data=as_data),
            driver_for(workers, engine, scheduler) as driver,
        ):
            verify_many(
                driver, matches or [Path()], dice_only=dice_only, sends=sends, as_data=as_data
            )
        return
    with errors_shown("nothing was verified", as_data=as_data):
        found = verify_log(
            match, dice_only=dice_only, state=state, after=after, key=key, near=(Path(),),
            places=places_of(own_map, match),
        )  # fmt: skip
    for notice in found.notices:
        typer.echo(f"notice: {notice}", err=True)
    if as_data:
        print_json(found.to_json())
    else:
        _print(found, state)
    raise typer.Exit(verdict_code(found))


def _write_page(page: Path, *, force: bool) -> None:
    with errors_shown("the page was not written"):
        write_wanted(page, verifier_page(), force=force)
    typer.echo(f"wrote {page}")
    typer.echo("next: open it in a browser, with or without a network; drop a log on it")


def _print(found: Verified, state: Path | None) -> None:
    for one in found.located[:SHOWN]:
        typer.echo(render(one), err=True)
    if len(found.located) > SHOWN:
        more = len(found.located) - SHOWN
        typer.echo(f"... and {more} problems more; --json lists them all", err=True)
    if found.doubt:
        _print_wrapped(found.doubt, "")
    told = (
        ("What was found:" if found.dice.failures else "What was proved:", found.proved),
        ("What you should know:", found.known),
        (f"What {found.dice.mode} mode cannot prevent:", found.dice.not_prevented),
    )
    for heading, lines in told:
        if any(lines):
            typer.echo(heading)
        for line in filter(None, lines):
            _print_wrapped(line, "  ")
            for hint in found.again.hints if line == found.again.told else ():
                typer.echo(f"    {visible(hint)}")
    verdict = f"{found.verdict}{WHY.get(found.why or '', '')}"
    if found.dice.torn and not found.located:
        verdict += " as far as it goes; its end is missing"
    typer.echo(f"{found.path}: {verdict}.")
    for one in found.false:
        typer.echo(render(one), err=True)
    if found.false:
        typer.echo(f"{state}: it does not go with this log.")


def _print_wrapped(line: str, indent: str) -> None:
    shown = textwrap.fill(
        visible(line),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,  # A command in it can be copied.
    )
    typer.echo(shown)

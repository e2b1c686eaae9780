"""games, status, map, report: looking at what is there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from adjudicator.cli.shell import (
    Viewed,
    errors_shown,
    open_match,
    open_subject,
    print_json,
    print_pending,
    render_report,
)
from adjudicator.core import log
from adjudicator.core.replay import replay
from adjudicator.files.match import Match, stored_sheets
from adjudicator.files.scenarios import read_scenario, shipped_scenarios
from adjudicator.files.sheets import header_text, state_of
from adjudicator.files.storage import read_bytes, write_atomically
from adjudicator.registry import by_name

__all__ = ["add_to", "draw_map", "games", "report", "status"]

Subject = Annotated[
    Path, typer.Argument(metavar="[MATCH|STATE]", help="A match folder or a mailed state.json.")
]
MatchFolder = Annotated[Path, typer.Argument(metavar="[MATCH]", help="A match folder.")]
Number = Annotated[int | None, typer.Option("--n", help="A past opening; 0 is the start.")]
Out = Annotated[Path | None, typer.Option(help="Write to this file.")]


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command()(games)
    app.command()(status)
    app.command(name="map")(draw_map)
    app.command()(report)


def games() -> None:
    """List the games and the scenarios that are shipped with them."""
    with errors_shown("nothing is listed"):
        grid = Grid(box=None, pad_edge=False, header_style="bold")
        for heading in ("game", "scenario", "seats", "title"):
            grid.add_column(heading, no_wrap=True)
        for game in by_name().values():
            for name, path in shipped_scenarios(game).items():
                scenario = read_scenario(path).scenario
                grid.add_row(game.name, name, ", ".join(scenario.seats), scenario.title)
    console = Console()
    Console(width=None if console.is_terminal else 200).print(grid)


def status(
    match: MatchFolder = Path(),
    as_data: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Say whose turn it is, what is awaited from whom, and what the mail should contain."""
    with errors_shown("there is no status", as_data=as_data):
        subject = open_match(match)
        folder = _opening_folder(subject, subject.saved.n)
        waiting = subject.waiting_seats()
    saved = subject.saved
    attachments = [
        *sorted(folder.glob("*")), subject.folder / "log.jsonl",
    ]  # fmt: skip
    if as_data:
        print_json(
            {
                "game": subject.rules.game.name,
                "match": subject.genesis.offer.game,
                "mode": subject.mode,
                "opening": saved.n,
                "head": saved.head,
                "turn": saved.turn,
                "begun": saved.begun,
                "over": saved.is_over,
                "pending": [pending.to_json() for pending in saved.pending],
                "waiting": list(waiting),
                "standings": list(subject.rules.standings(subject.position())),
                "mail": [str(path) for path in attachments],
            }
        )
        return
    typer.echo(f"{subject.genesis.offer.game}: {subject.rules.game.title}, {subject.mode} mode")
    for line in subject.rules.standings(subject.position()):
        typer.echo(line)
    if saved.is_over:
        typer.echo(f"The match is over after {saved.n} openings.")
    else:
        typer.echo(f"{saved.turn}: opening {saved.n + 1} is next")
        print_pending(saved.pending)
        if waiting:
            typer.echo(f"sheets waiting: {', '.join(waiting)}")
        for seat in dict.fromkeys(p.seat for p in saved.pending if p.seat is not None):
            typer.echo(f"header for {seat}: {header_text(saved, seat)}")
    typer.echo("mail to everybody:")
    for path in attachments:
        typer.echo(f"    {path}")


def _opening_folder(match: Match, n: int) -> Path:
    found = sorted((match.folder / "openings").glob(f"n{n:04d}-*"))
    return found[0] if found else match.folder / "openings"


def draw_map(
    subject: Subject = Path(),
    n: Number = None,
    seat: Annotated[str | None, typer.Option(help="What this seat may know.")] = None,
    out: Out = None,
) -> None:
    """Draw the map as SVG, of the position reached or of a past opening."""
    with errors_shown("no map was drawn"):
        opened = open_subject(subject)
        if isinstance(opened, Viewed):
            if n is not None:
                raise typer.BadParameter("a state.json shows one position", param_hint="--n")
            state = state_of(opened.rules.game, opened.view.state)
            svg = opened.rules.picture(state, ())
        else:
            _check_seat(opened, seat)
            svg = _picture(opened, n, seat)
        _write(svg, out)


def _check_seat(match: Match, seat: str | None) -> None:
    if seat is not None and seat not in match.rules.seats:
        raise typer.BadParameter(f"seats are {', '.join(match.rules.seats)}", param_hint="--seat")


def _picture(match: Match, n: int | None, seat: str | None) -> str:
    _, state, events = _past(match, match.saved.n if n is None else n)
    rules = match.rules
    heard = [told for told in (rules.hear(event, seat) for event in events) if told]
    return rules.picture(rules.view(state, seat), heard)


def _past(match: Match, n: int):  # type: ignore[no-untyped-def] # states are the game's own type
    """Returns the position before an opening, the one it reached, and its events."""
    if n == 0:
        return match.rules.start, match.rules.start, ()
    read = log.parse_log(read_bytes(match.folder / "log.jsonl"))
    replayed = replay(match.rules, read, stored_sheets(match.folder))
    for opening in replayed.openings:
        if opening.n == n:
            return opening.run.before, opening.run.state, opening.run.events
    raise typer.BadParameter(f"openings are 0 to {match.saved.n}", param_hint="--n")


def report(
    match: MatchFolder = Path(),
    n: Number = None,
    seat: Annotated[str | None, typer.Option(help="What this seat may know.")] = None,
    *,
    html: Annotated[bool, typer.Option("--html", help="As HTML.")] = False,
    out: Out = None,
) -> None:
    """Tell an opening for people: every order, every die with its label, all losses."""
    with errors_shown("there is no report"):
        opened = open_match(match)
        _check_seat(opened, seat)
        before, state, events = _past(opened, opened.saved.n if n is None else n)
        rules = opened.rules
        heard = [told for told in (rules.hear(event, seat) for event in events) if told]
        told = rules.report(rules.view(before, seat), heard, rules.view(state, seat))
        text, page = render_report(told)
        _write(page if html else text, out)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_atomically(out, text.encode())
        typer.echo(f"wrote {out}")

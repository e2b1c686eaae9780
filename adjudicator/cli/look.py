"""games, status, map, report: looking at what is there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

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
from adjudicator.core.game import Event
from adjudicator.core.opening import SavedMatch, first_match
from adjudicator.core.replay import replay
from adjudicator.files.match import Match, stored_sheets
from adjudicator.files.opening_report import opening_report
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
        rows = [("game", "scenario", "seats", "title")]
        for game in by_name().values():
            for name, path in shipped_scenarios(game).items():
                scenario = read_scenario(path).scenario
                rows.append((game.name, name, ", ".join(scenario.seats), scenario.title))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        typer.echo("  ".join(cells).rstrip())


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
    standings = subject.rules.standings(subject.position())
    mail = [path for path in _attachments(folder, "") if path.suffix != ".txt"]
    mail.append(subject.folder / "log.jsonl")
    own = {seat: _attachments(folder, f"-{seat}") for seat in subject.rules.seats}
    own = {seat: paths for seat, paths in own.items() if paths}
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
                "standings": list(standings),
                "body": str(folder / "report.txt"),
                "mail": [str(path) for path in mail],
                "own": {seat: [str(path) for path in paths] for seat, paths in own.items()},
            }
        )
        return
    typer.echo(f"{subject.genesis.offer.game}: {subject.rules.game.title}, {_DICE[subject.mode]}")
    for line in standings:
        typer.echo(f"  {line}")
    typer.echo()
    _print_awaited(subject, waiting)
    typer.echo()
    typer.echo("The mail to everybody:")
    typer.echo(f"  body      {folder / 'report.txt'}")
    for path in mail:
        typer.echo(f"  attached  {path}")
    for seat, paths in own.items():
        typer.echo(f"To {seat} alone, in place of the files of the same name:")
        for path in paths:
            typer.echo(f"  attached  {path}")


_DICE = {
    "referee": "dice from the referee's secret",
    "public": "dice without a secret",
    "external": "dice rolled elsewhere",
}


def _attachments(folder: Path, suffix: str) -> list[Path]:
    """Returns what a mail brings of an opening; events.json is for programs."""
    names = ("report.txt", "report.html", "map.svg", "state.json")
    paths = [folder / f"{Path(name).stem}{suffix}{Path(name).suffix}" for name in names]
    return [path for path in paths if path.exists()]


def _print_awaited(match: Match, waiting: tuple[str, ...]) -> None:
    saved = match.saved
    if saved.is_over:
        typer.echo(f"The match is over after {saved.n} opening{'' if saved.n == 1 else 's'}.")
        return
    since = f"since opening {saved.n}" if saved.n else "since the start"
    typer.echo(f"Awaited {since}, for opening {saved.n + 1} ({saved.turn}):")
    for pending in saved.pending:
        if pending.topic == "orders" and pending.seat in waiting:
            typer.echo(f"  {pending.seat}: its sheet is in and waits")
        elif pending.topic == "orders":
            typer.echo(f"  {pending.seat}: its order sheet")
        else:
            print_pending([pending])
    if saved.pending and all(p.topic == "orders" and p.seat in waiting for p in saved.pending):
        typer.echo(
            "  All sheets are in: run `adjudicate`; if it waits, a sheet holds a topic back."
        )
    others = [seat for seat in waiting if all(seat != p.seat for p in saved.pending)]
    if others:
        typer.echo(f"Sheets of {', '.join(others)} are in and wait.")
    for seat in dict.fromkeys(p.seat for p in saved.pending if p.seat is not None):
        if seat not in waiting:
            typer.echo(f"A sheet for {seat}: adjudicator template {match.folder} {seat}")
            typer.echo(f"  or begin it with: {header_text(saved, seat)}")


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
    past = _past(match, match.saved.n if n is None else n)
    rules = match.rules
    heard = [told for told in (rules.hear(event, seat) for event in past.events) if told]
    return rules.picture(rules.view(past.state, seat), heard)


@dataclass(frozen=True, slots=True)
class _Past:
    """One opening as it was when it was made."""

    saved: SavedMatch
    before: Any
    state: Any
    events: tuple[Event, ...]


def _past(match: Match, n: int) -> _Past:
    """Returns an opening, made again from the log."""
    read = log.parse_log(read_bytes(match.folder / "log.jsonl"))
    if n == 0:
        start = match.rules.start
        saved = first_match(match.rules, match.genesis, log.Head(0, read.lines[0].hash))
        return _Past(saved, start, start, ())
    replayed = replay(match.rules, read, stored_sheets(match.folder))
    for opening in replayed.openings:
        if opening.n == n:
            done = opening.run
            return _Past(opening.saved, done.before, done.state, done.events)
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
        past = _past(opened, opened.saved.n if n is None else n)
        text, page = render_report(
            opening_report(
                opened.rules,
                past.saved,
                before=past.before,
                events=past.events,
                state=past.state,
                seat=seat,
            )
        )
        _write(page if html else text, out)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_atomically(out, text.encode())
        typer.echo(f"wrote {out}")

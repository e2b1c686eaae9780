"""status: how a match stands, who is awaited, what to mail to whom."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.begun import BegunMatch
from adjudicator.api.match import Match, is_offered
from adjudicator.api.named_files import command
from adjudicator.api.position import Pending, Position, is_unread
from adjudicator.api.problems import shortened
from adjudicator.api.texts import MAX_NAME, amount, joined, visible
from adjudicator.cli.common import (
    WIDTH,
    AsJson,
    OwnMap,
    Traceback,
    errors_shown,
    open_subject,
    print_json,
    print_question,
    tell_faults,
)
from adjudicator.cli.many_options import one_of
from adjudicator.cli.modes import clock_lines, dice_lines, locked_lines, offered_lines, round_lines

if TYPE_CHECKING:
    from adjudicator.api.letters import MailFiles, SeatNotes

__all__ = ["status", "status_json"]

Subjects = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[MATCH|STATE]...",
        help="Match folders or mailed state.json; several give a table.",
    ),
]


def status(
    subjects: Subjects = None,
    *,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    as_data: AsJson = False,
) -> None:
    """Say whose sheet is due, and what to mail to whom.

    Of a mailed state.json: how the match stands, and who is awaited.
    """
    subject = one_of(subjects)
    if subject is None:
        if own_map is not None:
            raise typer.BadParameter("the map of one match", param_hint="--map")
        _status_many(subjects or (), as_data=as_data)
        return
    with errors_shown("there is no status", as_data=as_data):
        if is_offered(subject):
            from adjudicator.cli.joining import print_awaiting

            print_awaiting(subject, as_data=as_data)
            return
        opened = open_subject(subject, own_map)
        begun = opened if isinstance(opened, BegunMatch) else None
        match = opened if isinstance(opened, Match) else None
        told = [] if begun is None else list(locked_lines(begun, subject))
        caption = () if begun is None else begun.caption
        mails = None if match is None else match.files_to_mail()
        people = {} if match is None else match.people
        stands = opened.to_json()
        shown = _as_json(opened, stands) if as_data else {}
    tell_faults(opened.faults, traceback=traceback)
    if as_data:
        print_json(shown)
        return
    if match is None or mails is None:
        rounds = [] if begun is None else [*round_lines(begun, subject)]
        heading = f"{opened.game_title}, {_openings(opened)}"
        _print_heading(heading, caption, [*told, *rounds])
        if not opened.is_locked:
            _print_status(opened, subject, stands)
        return
    _print_heading(_first_line(match), caption, told)
    if told:
        _print_people(people)
        return
    for line in (*offered_lines(match), *round_lines(match, subject), *clock_lines(match)):
        typer.echo(line)
    _print_status(match, match.folder, stands)
    _print_mails(mails, people)
    typer.echo("\n" + "\n".join(dice_lines(match)))


def _status_many(named: Sequence[Path], *, as_data: bool) -> None:
    """Says how matches stand: one table, or a line of JSON for each."""
    from adjudicator.cli.many import Shown, do_many, driver_for, subjects_of

    shown = Shown(("match", "where", "state", "awaited"), _row, lambda stands: {"status": stands})
    with driver_for(1) as driver:
        do_many(
            driver, status_json, named, subjects=subjects_of(named), shown=shown, as_data=as_data
        )


def _row(stands: Mapping[str, Any]) -> list[tuple[str, ...]]:
    if "opening" not in stands:
        return [("", "not begun", joined(list(stands["awaited"])))]
    where = f"after opening {stands['stands']}" if stands["stands"] else "at the start"
    if stands["over"]:
        return [(where, "over", "")]
    if stands.get("locked"):
        return [(where, "locked", "")]
    asked = dict.fromkeys(one["seat"] for one in stands["pending"] if one["seat"])
    return [(where, "running", joined([one for one in asked if one not in stands["waiting"]]))]


def status_json(subject: Path) -> Mapping[str, Any]:
    """Returns what --json prints of a match.

    Raises:
        UnusableFile, RefusedFile: it cannot be used.
    """
    if is_offered(subject):
        from adjudicator.cli.joining import awaiting_json

        return awaiting_json(subject)
    from adjudicator.api.match import open_subject as open_any

    opened = open_any(subject)
    return _as_json(opened, opened.to_json())


def _as_json(opened: Position, stands: Mapping[str, Any]) -> Mapping[str, Any]:
    begun = opened if isinstance(opened, BegunMatch) else None
    lock = {} if begun is None else {"locked": begun.lock_json(), **begun.beacon_json()}
    lock |= {} if begun is None else begun.clock_json()
    if not isinstance(opened, Match):
        return {**lock, **stands}
    named = {"match": opened.name, "mode": opened.mode}
    mails = _mails_as_json(opened.files_to_mail(), opened.people, opened.caption)
    return {**named, **lock, **stands, **mails}


def _first_line(match: Match) -> str:
    name = f"{match.name}: {match.game_title}"
    return f"{name}, {_openings(match)}, {_DICE[match.mode]}"


def _mails_as_json(
    mails: MailFiles, notes: Mapping[str, SeatNotes], caption: Sequence[str]
) -> dict[str, Any]:
    return {
        "title": caption[0] if caption else "",
        "body": str(mails.body),
        "mail": [str(path) for path in mails.all],
        "own": {seat: [str(path) for path in own.values()] for seat, own in mails.own.items()},
        "people": {
            seat: {"address": sits.address, **sits.to_json()} for seat, sits in notes.items()
        },
    }


def _openings(opened: Position) -> str:
    where = f"after opening {opened.reached}" if opened.reached else "at the start"
    return where if opened.reached == opened.n else f"{where} again"


def _print_status(opened: Position, where: Path, stands: Mapping[str, Any]) -> None:
    """Prints how a match stands, and what is awaited.

    Args:
        where: the match folder or state.json, as it was named.
        stands: the same as data.
    """
    for line in (*stands["standings"], *opened.amendments):
        typer.echo(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    "))
    typer.echo()
    _print_awaited(opened, where, stands)


def _print_heading(where: str, caption: Sequence[str], told: Sequence[str]) -> None:
    """Prints where a match stands, what people call it and who plays, and what is locked."""
    typer.echo("\n".join([where, *told]))
    for line in caption:
        typer.echo(textwrap.fill(visible(line), WIDTH, subsequent_indent="  "))


def _print_people(people: Mapping[str, SeatNotes]) -> None:
    """Prints who gets a mail, as far as match.json and people.json say."""
    for seat, sits in people.items():
        address = f"<{sits.address}>" if sits.address else ""
        if sits.name or address:
            words = " ".join(filter(None, (sits.name, address)))
            typer.echo(f"  {'to':<8}  {shortened(words, 2 * MAX_NAME)} ({seat})")


def _print_mails(mails: MailFiles, people: Mapping[str, SeatNotes]) -> None:
    typer.echo()
    typer.echo("The mail to everybody:")
    _print_people(people)
    typer.echo(f"  {'body':<8}  {mails.body}")
    for path in mails.all:
        typer.echo(f"  attached  {path}")
    for seat, own in mails.own.items():
        typer.echo(f"To {seat} alone, in place of the files of the same name:")
        for path in own.values():
            typer.echo(f"  attached  {path}")


_DICE = {
    "referee": "dice from the referee's secret",
    "public": "dice without a secret",
    "external": "dice rolled elsewhere",
    "sealed": "dice from all secrets, after a lock",
    "mutual": "dice from the players' secrets, after a lock",
    "beacon": "dice from a public beacon, after a lock",
}


def _print_awaited(opened: Position, where: Path, stands: Mapping[str, Any]) -> None:
    waiting, awaited = opened.waiting, opened.pending
    if opened.is_over:
        typer.echo(f"The match is over after {amount(opened.n, 'opening')}.")
        return
    typer.echo(f"Due for opening {opened.n + 1} ({visible(str(opened.turn))}):")
    for pending in awaited:
        _print_one_awaited(opened, pending, waiting)
    if stands["draw"]:
        typer.echo(f"  {stands['draw']}")
    if awaited and all(p.topic == "orders" and p.seat in waiting for p in awaited):
        typer.echo(
            "  All sheets are in: run `adjudicate`; if it waits, a sheet holds a topic back."
        )
    if any(pending.topic == "rolls" for pending in awaited):
        typer.echo(
            f"  To be asked for the dice one by one: {command('adjudicate', where)} --rolls -"
        )
    others = [seat for seat in waiting if all(seat != p.seat for p in awaited)]
    if others:
        typer.echo(f"  {', '.join(others)}: a sheet is in and waits")
    seats = list(dict.fromkeys(p.seat for p in awaited if p.seat is not None))
    _print_to_begin(opened, where, stands, [seat for seat in seats if seat not in waiting])


def _print_to_begin(
    opened: Position, where: Path, stands: Mapping[str, Any], seats: Sequence[str]
) -> None:
    """Says how the sheets of some seats are begun."""
    if not seats:
        return
    typer.echo()
    typer.echo("To begin a sheet:")
    for seat in seats:
        # Who has a chain begins their sheet themselves: only they have the key.
        named = Path("state.json") if seat in opened.seats_with_chain else where
        is_as_is = seat in stands["as_is"]
        rest = ("--send-as-is",) if is_as_is else ("--out", f"{seat}-{opened.n + 1}.json")
        typer.echo(f"  {command('template', named, seat, *rest)}")
    for seat in seats:
        ordered = opened.ordered_ahead(seat)
        if turns := [turn for turn in stands["ahead"].get(seat, ()) if turn not in ordered]:
            typer.echo(f"{seat} may order {joined(turns)} in the same sheet: template --run")
        if ordered:
            typer.echo(f"{seat} has ordered {joined(list(ordered))} already: its sheet stands")
    if not any(seat in opened.seats_with_chain or seat in stands["as_is"] for seat in seats):
        typer.echo(f"or paste: {opened.header_text(seats[0] if len(seats) == 1 else 'SEAT')}")


def _print_one_awaited(opened: Position, pending: Pending, waiting: Sequence[str]) -> None:
    if pending.topic == "rolls":
        typer.echo(f"  roll {visible(pending.prompt)} as {visible(pending.label)}")
    elif is_unread(pending):
        typer.echo(f"  {pending.prompt}")
    elif pending.topic != "orders":
        typer.echo(f"  {pending.seat}: {visible(opened.question(pending))}")
        print_question(pending, "      ")
    elif pending.seat in waiting:
        typer.echo(f"  {pending.seat}: its sheet is in and waits")
    else:
        typer.echo(f"  {pending.seat}: its order sheet")

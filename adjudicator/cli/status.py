"""status: how a match stands, who is awaited, what to mail to whom."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.cli.clones import clone_as_json, clone_lines
from adjudicator.cli.faults import Traceback, told_standings
from adjudicator.cli.lock_first import beacon_as_json, locked_as_json, locked_lines, round_lines
from adjudicator.cli.mode_lines import dice_lines, offered_lines
from adjudicator.cli.shell import (
    WIDTH,
    AsJson,
    OwnMap,
    Viewed,
    errors_shown,
    open_subject,
    print_json,
    print_question,
)
from adjudicator.core.automatic import topics_open
from adjudicator.core.english import amount, joined
from adjudicator.core.game import Pending, Seat
from adjudicator.core.hearing import asked, is_unread
from adjudicator.core.limits import MAX_NAME
from adjudicator.core.opening import SavedMatch
from adjudicator.core.save import state_of
from adjudicator.core.visible import visible
from adjudicator.files.keys.match_notes import SeatNotes
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.match_folder import is_offered
from adjudicator.files.matches.mend_words import mend_lines
from adjudicator.files.matches.newest_views import VIEW_FILES, newest_views
from adjudicator.files.matches.opening_report import draw_text
from adjudicator.files.matches.people import caption_of
from adjudicator.files.printed_command import command
from adjudicator.files.problems import shortened
from adjudicator.files.published.match_result import match_result
from adjudicator.files.written.later_turns import ahead_of, ordered_ahead
from adjudicator.files.written.maps import own_paths
from adjudicator.files.written.offers import scenario_offered
from adjudicator.files.written.sheets import header_text

__all__ = ["status"]

Subject = Annotated[
    Path, typer.Argument(metavar="[MATCH|STATE]", help="A match folder or a mailed state.json.")
]


def status(
    subject: Subject = Path(),
    *,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    as_data: AsJson = False,
) -> None:
    """Say who is awaited, and what to mail to whom.

    Of a mailed state.json: how the match stands, and who is awaited.
    """
    with errors_shown("there is no status", as_data=as_data):
        if is_offered(subject):
            from adjudicator.cli.joining import print_awaiting

            print_awaiting(subject, as_data=as_data)
            return
        opened = open_subject(subject, own_map)
        if isinstance(opened, Viewed):
            match, shown = None, opened.shown
            found = _of_viewed(opened, subject, traceback=traceback)
            told = clone_lines(shown, subject) if shown is not None else []
        else:
            match = opened
            found = _of_match(match, traceback=traceback)
            mails = _mails_of(match)
            notes = match.notes()
            locked = locked_as_json(match.saved, match.awaited())
            told = list(locked_lines(match, subject)) if match.saved.locked is not None else []
        caption = caption_of(subject) if subject.is_dir() else ()
    if match is None:
        if as_data:
            lock = {} if shown is None else clone_as_json(shown)
            print_json({**lock, **found.as_json(opened.rules.game.name)})
        else:
            _print_heading(f"{opened.rules.game.title}, {_openings(found.saved)}", caption, told)
            if opened.saved.locked is None:
                _print_status(found)
    elif as_data:
        print_json(
            {
                "match": match.genesis.offer.game,
                "mode": match.mode,
                "locked": locked,
                **beacon_as_json(match),
                **found.as_json(match.rules.game.name),
                **_mails_as_json(mails, notes, caption),
            }
        )
    else:
        _print_heading(_first_line(match), caption, told)
        if told:
            _print_people(notes)
            return
        for line in (*offered_lines(match.genesis.offer), *round_lines(match, subject)):
            typer.echo(line)
        _print_status(found)
        _print_mails(mails, notes)
        typer.echo("\n" + "\n".join(dice_lines(match.genesis, match.saved.chains)))


def _first_line(match: Match) -> str:
    name = f"{match.genesis.offer.game}: {match.rules.game.title}"
    return f"{name}, {_openings(match.saved)}, {_DICE[match.mode]}"


def _seats_of(match: Match) -> Mapping[str, Seat]:
    return scenario_offered(match.genesis.offer).seats


def _of_viewed(opened: Viewed, subject: Path, *, traceback: bool) -> _Status:
    """Returns how a match stands by a mailed state or in a clone."""
    rules, saved = opened.rules, opened.saved
    state = state_of(rules.game, saved.position)
    return _Status(
        standings=told_standings(rules, state, saved, traceback=traceback),
        saved=saved,
        waiting=(),
        where=subject,
        draw=draw_text(rules, saved),
        pending=saved.pending,
        result=match_result(rules, saved, state, opened.view.scenario.seats),
        ahead=_ahead_by_seat(opened),
        as_is=_awaited_as_is(opened),
    )


def _of_match(match: Match, *, traceback: bool) -> _Status:
    """Returns how the referee's match stands, as everybody may know it."""
    rules, saved = match.rules, match.saved
    state = rules.view(match.position(), None)
    return _Status(
        standings=told_standings(rules, state, saved, traceback=traceback),
        saved=saved,
        waiting=match.waiting_seats(),
        where=match.folder,
        draw=draw_text(rules, saved),
        pending=asked(rules, saved.pending, None),
        result=match_result(rules, saved, state, _seats_of(match)),
        ahead=_ahead_by_seat(match),
        as_is=_awaited_as_is(match),
    )


def _ahead_by_seat(subject: Match | Viewed) -> dict[str, tuple[str, ...]]:
    """Returns for each seat whose sheet is awaited the later player-turns that it may be for."""
    found: dict[str, tuple[str, ...]] = {}
    for pending in subject.saved.pending:
        if pending.topic != "rolls" and pending.seat is not None and pending.seat not in found:
            ahead = ahead_of(subject.rules, subject.saved, pending.seat)
            found[pending.seat] = tuple(turn.name for turn in ahead)
    return {seat: turns for seat, turns in found.items() if turns}


def _awaited_as_is(subject: Match | Viewed) -> tuple[str, ...]:
    """Returns the seats whose sheets are awaited though there is nothing to order or to answer."""
    asked: dict[str, set[str]] = {}
    for pending in subject.saved.pending:
        if pending.seat is not None:
            asked.setdefault(pending.seat, set()).add(pending.topic)
    return tuple(
        seat
        for seat, topics in asked.items()
        if topics == {"orders"} and not topics_open(subject.rules, subject.saved, seat)
    )


@dataclass(frozen=True, slots=True)
class _Status:
    """How a match stands, as a referee or a player may know it."""

    standings: tuple[str, ...]
    saved: SavedMatch
    waiting: tuple[str, ...]
    where: Path
    """The match folder or state.json, as it was named."""
    draw: str
    """Who offers a draw; empty: nobody."""
    pending: tuple[Pending, ...]
    """What is awaited, as whoever looks may read it."""
    result: Mapping[str, Any] | None
    """How the match has ended; None: it goes on."""
    ahead: Mapping[str, tuple[str, ...]]
    """By seat, the later player-turns for which its sheet may be too."""
    as_is: tuple[str, ...]
    """Seats whose sheets are awaited as they stand: nothing is to be ordered or answered."""

    def as_json(self, game: str) -> dict[str, Any]:
        """Returns what --json prints of it."""
        return {
            "game": game,
            "opening": self.saved.n,
            "head": self.saved.head,
            "turn": self.saved.turn,
            "begun": self.saved.begun,
            "over": self.saved.is_over,
            "pending": [pending.to_json() for pending in self.pending],
            "waiting": list(self.waiting),
            "standings": list(self.standings),
            "draw": self.draw,
            "result": self.result,
            "ahead": {seat: list(turns) for seat, turns in self.ahead.items()},
            "as_is": list(self.as_is),
            "stands": self.saved.reached,
            "rewinds": [rewound.to_json() for rewound in self.saved.rewinds],
            "corrections": [corrected.to_json() for corrected in self.saved.corrections],
        }


@dataclass(frozen=True, slots=True)
class _Mails:
    """What the mails after an opening consist of."""

    body: Path
    all: list[Path]
    """Attached to everybody's."""
    own: dict[str, list[Path]]
    """By seat, what it alone gets in place of the files of the same name."""


def _mails_of(match: Match) -> _Mails:
    views = newest_views(match.folder, match.saved)
    folder = views.folder
    attached = [path for path in _attachments(_in(folder)) if path.suffix != ".txt"]
    own = {seat: _attachments(views.own.get(seat, {})) for seat in match.rules.seats}
    is_first = match.saved.n == 0  # the map is mailed once
    maps = own_paths(match.folder, scenario_offered(match.genesis.offer)) if is_first else ()
    return _Mails(
        body=folder / "report.txt",
        all=[*attached, match.folder / "log.jsonl", *maps],
        own={seat: paths for seat, paths in own.items() if paths},
    )


def _mails_as_json(
    mails: _Mails, notes: Mapping[str, SeatNotes], caption: Sequence[str]
) -> dict[str, Any]:
    return {
        "title": caption[0] if caption else "",
        "body": str(mails.body),
        "mail": [str(path) for path in mails.all],
        "own": {seat: [str(path) for path in paths] for seat, paths in mails.own.items()},
        "people": {
            seat: {"address": sits.address, **sits.to_json()} for seat, sits in notes.items()
        },
    }


def _openings(saved: SavedMatch) -> str:
    where = f"after opening {saved.reached}" if saved.reached else "at the start"
    return where if saved.reached == saved.n else f"{where} again"


def _print_status(found: _Status) -> None:
    for line in (*found.standings, *mend_lines(found.saved)):
        typer.echo(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    "))
    typer.echo()
    _print_awaited(found)


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


def _print_mails(mails: _Mails, people: Mapping[str, SeatNotes]) -> None:
    typer.echo()
    typer.echo("The mail to everybody:")
    _print_people(people)
    typer.echo(f"  {'body':<8}  {mails.body}")
    for path in mails.all:
        typer.echo(f"  attached  {path}")
    for seat, paths in mails.own.items():
        typer.echo(f"To {seat} alone, in place of the files of the same name:")
        for path in paths:
            typer.echo(f"  attached  {path}")


_DICE = {
    "referee": "dice from the referee's secret",
    "public": "dice without a secret",
    "external": "dice rolled elsewhere",
    "sealed": "dice from all secrets, after a lock",
    "mutual": "dice from the players' secrets, after a lock",
    "beacon": "dice from a public beacon, after a lock",
}


def _in(folder: Path) -> dict[str, Path]:
    return {name: folder / name for name in VIEW_FILES if (folder / name).exists()}


def _attachments(files: Mapping[str, Path]) -> list[Path]:
    """Returns which of an opening's files a mail brings; events.json is for programs."""
    names = ("report.txt", "report.html", "map.svg", "state.json")
    return [files[name] for name in names if name in files]


def _print_awaited(found: _Status) -> None:
    saved, waiting, awaited = found.saved, found.waiting, found.pending
    if saved.is_over:
        typer.echo(f"The match is over after {amount(saved.n, 'opening')}.")
        return
    typer.echo(f"Awaited for opening {saved.n + 1} ({visible(str(saved.turn))}):")
    for pending in awaited:
        _print_one_awaited(pending, waiting)
    if found.draw:
        typer.echo(f"  {found.draw}")
    if awaited and all(p.topic == "orders" and p.seat in waiting for p in awaited):
        typer.echo(
            "  All sheets are in: run `adjudicate`; if it waits, a sheet holds a topic back."
        )
    if any(pending.topic == "rolls" for pending in awaited):
        typer.echo(
            f"  To be asked for the dice one by one: {command('adjudicate', found.where)} --rolls -"
        )
    others = [seat for seat in waiting if all(seat != p.seat for p in awaited)]
    if others:
        typer.echo(f"  {', '.join(others)}: a sheet is in and waits")
    seats = list(dict.fromkeys(p.seat for p in awaited if p.seat is not None))
    seats = [seat for seat in seats if seat not in waiting]
    if seats:
        typer.echo()
        typer.echo("To begin a sheet:")
        for seat in seats:
            # Who has a chain begins his sheet himself: only he has the key.
            where = Path("state.json") if seat in saved.chains else found.where
            is_as_is = seat in found.as_is
            rest = ("--send-as-is",) if is_as_is else ("--out", f"{seat}-{saved.n + 1}.json")
            typer.echo(f"  {command('template', where, seat, *rest)}")
        for seat in seats:
            ordered = ordered_ahead(saved, seat)
            if turns := [turn for turn in found.ahead.get(seat, ()) if turn not in ordered]:
                typer.echo(f"{seat} may order {joined(turns)} in the same sheet: template --run")
            if ordered:
                typer.echo(f"{seat} has ordered {joined(list(ordered))} already: its sheet stands")
        if not any(seat in saved.chains or seat in found.as_is for seat in seats):
            typer.echo(f"or paste: {header_text(saved, seats[0] if len(seats) == 1 else 'SEAT')}")


def _print_one_awaited(pending: Pending, waiting: Sequence[str]) -> None:
    if pending.topic == "rolls":
        typer.echo(f"  roll {visible(pending.prompt)} as {visible(pending.label)}")
    elif is_unread(pending):
        typer.echo(f"  {pending.prompt}")
    elif pending.topic != "orders":
        typer.echo(f"  {pending.seat}: {visible(pending.prompt)}")
        print_question(pending, "      ")
    elif pending.seat in waiting:
        typer.echo(f"  {pending.seat}: its sheet is in and waits")
    else:
        typer.echo(f"  {pending.seat}: its order sheet")

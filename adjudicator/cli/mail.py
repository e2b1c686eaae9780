"""mail: a letter for each seat, as drafts for a mail program, or sent.

It reads the clock: a letter says when it was written.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from adjudicator.api.beginning import Offered, offered_in
from adjudicator.api.folders import PRIVATE, make_folder
from adjudicator.api.match import Match, is_offered
from adjudicator.api.named_files import REFEREE, is_referees, read_model, write_atomically
from adjudicator.api.problems import Located, Problem, Refused, TryAgain, UnusableFile
from adjudicator.api.texts import joined
from adjudicator.cli.common import Exit, errors_shown, open_match, opened_match, print_problems
from adjudicator.cli.names import did_you_mean, seat_names

if TYPE_CHECKING:
    from adjudicator.api.letters import SeatNotes
    from adjudicator.post.letters.others import Invitation
    from adjudicator.post.letters.turn import TurnLetter
    from adjudicator.post.letters.way import Way

__all__ = ["mail"]

_FOLDER = "mail"
"""Where drafts lie in the referee's folder; those of the opening before are taken away."""
_PAGES = ("https://", "http://", "file://")
"""How the address of a page begins on which a mail program lets people click."""

Subject: TypeAlias = "Match | Offered"
Kinds: TypeAlias = Literal["full", "light", "plain"]

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat", metavar="SEAT", help="Only for this seat; may be repeated.",
        autocompletion=seat_names,
    ),
]  # fmt: skip
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Where the drafts go [default: referee/mail in the match folder]."
    ),
]
Sender = Annotated[
    str, typer.Option("--from", metavar="ADDRESS", help="Your address, for From and answers.")
]
Send = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Send them: the file says how, by SMTP or a sendmail command."
    ),
]
Letters = Annotated[
    Kinds,
    typer.Option(
        metavar="full|light|plain",
        help="What goes with a letter: all; no picture and only new lines of the log; or the "
        "picture alone, and the position as one line.",
    ),
]
Pen = Annotated[str, typer.Option(metavar="URL", help="Where judge.html lies: letters link to it.")]
Due = Annotated[
    str,
    typer.Option(
        metavar="TIME",
        help="The deadline, as 2026-11-29T20:00 in the zone, or with an offset. [default: what the "
        "clock of the match gives]",
    ),
]
Zone = Annotated[
    str, typer.Option(metavar="ZONE", help="The zone in which times are told: Europe/Berlin.")
]
First = Annotated[
    bool, typer.Option("--first", help="Say what this is, as the letters at the start do.")
]


def mail(
    match: Annotated[Path, typer.Argument(metavar="[MATCH]", help="A match folder.")] = Path(),
    *,
    out: Out = None,
    seats: Seats = None,
    sender: Sender = "",
    send: Send = None,
    letters: Letters = "full",
    pen: Pen = "",
    due: Due = "",
    zone: Zone = "UTC",
    first: First = False,
) -> None:
    """Write a letter for each seat, as drafts or sent.

    Each seat gets its own: what is wanted by when, the report, the map, and an archive with what
    it may know. SEAT.eml opens in a mail program; the folder SEAT beside it holds the same parts,
    to be copied by hand. Show them to nobody else.
    """
    if send is not None and not sender:
        raise typer.BadParameter("say who sends them, by --from", param_hint="--send")
    if pen and ("#" in pen or not pen.isprintable() or " " in pen or not pen.startswith(_PAGES)):
        raise typer.BadParameter("give an address as https://…, without a #", param_hint="--pen")
    time = _time(due, zone)
    from adjudicator.post.letters.way import check_address

    with errors_shown("no letter was written"):
        if send is None or out is not None:
            _check_folder(match, out)
        if sender:
            check_address(sender)
        subject = _opened(match)
        run = _Run(
            subject, sender, letters, pen, time, zone,
            now=datetime.now(UTC).replace(microsecond=0), is_draft=send is None, is_first=first,
        )  # fmt: skip
        made = [_made(run, seat) for seat in _chosen(subject, seats or ())]
        if send is None or out is not None:
            _write(made, _folder(subject, out))
    is_sent = send is None or _send(made, send, sender)
    nobody = [one.seat for one in made if not one.way.to]
    if nobody:
        people = subject.folder / REFEREE / "people.json"
        message = f"no address is known of {joined(nobody)}: write it into {people}"
        typer.echo(f"notice: {message}, under addresses", err=True)
    if not is_sent:
        raise typer.Exit(Exit.NO)
    if nobody and send is not None:
        raise typer.Exit(Exit.AWAITED)


class _Run(NamedTuple):
    """What all letters of one run share."""

    subject: Subject
    sender: str
    letters: Kinds
    pen: str
    due: datetime | None
    zone: str
    now: datetime
    is_draft: bool
    is_first: bool


class _Made(NamedTuple):
    """A letter, and where it goes."""

    seat: str
    way: Way
    letter: TurnLetter | Invitation
    raw: bytes


def _opened(folder: Path) -> Subject:
    """Opens what letters are of; a copy without the referee's folder is only looked at."""
    if is_offered(folder):
        return offered_in(folder)
    return open_match(folder) if is_referees(folder) else opened_match(folder)


def _time(due: str, zone: str) -> datetime | None:
    """Returns the deadline; without an offset of its own it is one of the zone."""
    try:
        known = UTC if zone == "UTC" else ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise typer.BadParameter(f"no zone {zone!r} is known", param_hint="--zone") from None
    if not due:
        return None
    try:
        time = datetime.fromisoformat(due)
    except ValueError:
        message = "write it as 2026-11-29T20:00, or with an offset: 2026-11-29T20:00+01:00"
        raise typer.BadParameter(message, param_hint="--due") from None
    return time if time.tzinfo is not None else time.replace(tzinfo=known)


def _chosen(subject: Subject, named: Sequence[str]) -> tuple[str, ...]:
    """Returns the seats that get a letter: those named, else all that people play."""
    seats = subject.seats
    for seat in named:
        if seat not in seats:
            hint = f"no seat {seat!r}; seats: {', '.join(seats)}{did_you_mean(seat, seats)}"
            raise typer.BadParameter(hint, param_hint="--seat")
    if named:
        return tuple(dict.fromkeys(named))
    played = subject.seats_played() if isinstance(subject, Match) else ()
    people = subject.people
    for seat in played:
        if not _address(people.get(seat)):
            typer.echo(f"no letter: {seat} is played by the built-in player", err=True)
    return tuple(seat for seat in seats if seat not in played or _address(people.get(seat)))


def _address(sits: SeatNotes | None) -> str:
    return "" if sits is None else sits.address.strip()


def _made(run: _Run, seat: str) -> _Made:
    """Returns the letter of a seat."""
    from adjudicator.api.beginning import names_in
    from adjudicator.post.letters.others import Invitation
    from adjudicator.post.letters.turn import TurnLetter
    from adjudicator.post.letters.way import Way

    subject = run.subject
    sits = subject.people.get(seat)
    names = names_in(subject.folder)
    way = Way(
        to=_address(sits),
        date=run.now,
        name=names.get(seat, "" if sits is None else sits.name),
        players=tuple(names.items()),
        sender=run.sender,
        domain="" if run.is_draft else run.sender.rpartition("@")[2],
        letters=run.letters,
        pen=run.pen,
        due=run.due,
        zone=run.zone,
        is_draft=run.is_draft,
    )
    letter: TurnLetter | Invitation
    if isinstance(subject, Offered):
        letter = Invitation(subject, seat, way._replace(language=subject.language))
    else:
        is_first = run.is_first or (subject.n == 0 and not subject.is_locked)
        way = _with_clock(way, subject, seat)._replace(is_first=is_first)
        letter = TurnLetter(subject, seat, way)
    # A letter to nobody is none that can be sent; as a draft its way is to be filled in.
    raw = letter.to_bytes() if way.to or run.is_draft else b""
    return _Made(seat, way, letter, raw)


def _with_clock(way: Way, match: Match, seat: str) -> Way:
    """Returns the way of a letter with the deadline that the clock gives if it is sent now."""
    if way.due is not None or match.clock is None or match.is_over:
        return way
    from adjudicator.clock.deadlines import first_due

    asked = next((one.what for one in match.awaited if one.seat == seat and not one.is_in), None)
    if asked not in ("sheet", "answer", "pledge"):
        return way
    due = first_due(match.clock, "turn" if asked == "sheet" else asked, way.date)
    return way._replace(due=due, zone=match.clock.zone if way.zone == "UTC" else way.zone)


def _check_folder(home: Path, out: Path | None) -> None:
    """Checks that drafts may lie where they are to go.

    Raises:
        UnusableFile: that is in the match folder, where all that is not the referee's is published.
    """
    if out is None:
        if not is_referees(home):
            message = "this is no referee's folder: name one for the letters"
            raise typer.BadParameter(message, param_hint="--out")
        return
    inside, referee = out.resolve(), (home / REFEREE).resolve()
    if inside.is_relative_to(home.resolve()) and not inside.is_relative_to(referee):
        message = "letters show what each seat knows, and this folder is published with the match"
        hint = "Leave --out out, or name a folder elsewhere."
        problem = Problem("out-published", message, hint=hint, kind="unusable")
        raise UnusableFile([Located(problem, str(out))])


def _folder(subject: Subject, out: Path | None) -> Path:
    """Returns the folder of the drafts, made so that nobody else may enter it."""
    if out is not None:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        return out
    folder = make_folder(subject.folder, REFEREE, _FOLDER)
    for seat in subject.seats:  # what it holds of the opening before
        (folder / f"{seat}.eml").unlink(missing_ok=True)
        shutil.rmtree(folder / seat, ignore_errors=True)
    return folder


def _write(made: Sequence[_Made], folder: Path) -> None:
    """Writes each letter as a draft, and its parts beside it."""
    for one in made:
        body, letter = one.letter.body, one.letter
        beside = folder / one.seat
        beside.mkdir(mode=0o700, exist_ok=True)
        files = {
            "to.txt": f"{one.way.to}\n[{letter.way.tag}] {letter.subject}\n".encode(),
            "text.txt": body.text.encode(),
            **({"map.png": body.picture} if body.picture else {}),
            **{file.name: file.raw for file in body.files},
        }
        for name, raw in files.items():
            write_atomically(beside / name, raw, mode=PRIVATE, lasting=False)
        path = folder / f"{one.seat}.eml"
        write_atomically(path, one.raw, mode=PRIVATE)
        to = one.way.to or "nobody yet"
        typer.echo(f"wrote {path} (to {to}: {letter.subject})")
    if made:
        typer.echo("next: open each in your mail program and send it")


def _send(made: Sequence[_Made], path: Path, sender: str) -> bool:
    """Sends letters; returns whether all that have an address were taken."""
    from adjudicator.post.transport.sending import sender_of
    from adjudicator.post.transport.settings import SendFile

    failed: list[str] = []
    with errors_shown("nothing was sent"), sender_of(read_model(SendFile, path).root) as by:
        for one in made:
            if not one.way.to:
                continue
            try:
                by.send(one.raw, sender=sender, recipients=[one.way.to])
            except (Refused, TryAgain) as error:
                found = error.problems if isinstance(error, Refused) else (error.problem,)
                about = f"the letter to {one.seat}"
                print_problems([Located(problem, about) for problem in found], "")
                failed.append(one.seat)
            else:
                typer.echo(f"sent: {one.seat} ({one.way.to}: {one.letter.subject})")
    if failed:
        typer.echo(f"not sent: {joined(failed)}. Say the same again with "
                   f"{' '.join(f'--seat {seat}' for seat in failed)}", err=True)  # fmt: skip
    return not failed

"""office, receive, fetch, tick: many matches, played by mail, with a clock."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.problems import AdjudicatorError, Refused, TryAgain
from adjudicator.cli.common import AsJson, Command, Exit, errors_shown, print_json
from adjudicator.cli.many_options import Workers

if TYPE_CHECKING:  # `receive` is a process for each mail: it loads what it needs
    from adjudicator.post.office.folder import Office
    from adjudicator.post.office.sending import Carrier

__all__ = [
    "add",
    "backup",
    "extend",
    "fetch",
    "new",
    "office",
    "receive",
    "restore",
    "status",
    "tick",
]

OfficeFolder = Annotated[
    Path, typer.Argument(metavar="[OFFICE]", help="The folder of an office [default: .].")
]

Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="Print problems, and why the referee is wanted; else nothing."
    ),
]

_SETTINGS = {"help_option_names": ["-h", "--help"]}
office = typer.Typer(
    name="office",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_SETTINGS,
    help="Keep an office: many matches, played by mail, with a clock.",
)


# -- the office ---------------------------------------------------------------------------------


@office.command(cls=Command)
def new(
    folder: Annotated[Path, typer.Argument(metavar="OFFICE", help="The folder to make.")],
    *,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where players write to: judge@example.org.")
    ],
    referee: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Whom the office calls when it needs a person.")
    ],
    sendmail: Annotated[
        bool, typer.Option("--sendmail", help="Letters leave by /usr/sbin/sendmail.")
    ] = False,
    subject_tokens: Annotated[
        bool,
        typer.Option(
            "--subject-tokens",
            help="The host has no addresses with a plus: tokens stand in the subject.",
        ),
    ] = False,
) -> None:
    """Make an office: its settings, its key, its journal.

    All else is written into office.json: a mail server for sending, a mailbox to fetch from.
    """
    with errors_shown("no office was made"):
        from adjudicator.api.folders import make_secret
        from adjudicator.post.office.folder import new_office
        from adjudicator.post.office.settings import first_settings, is_address

        for name, given in (("--address", address), ("--referee", referee)):
            if not is_address(given):
                message = "one plain address, such as judge@example.org"
                raise typer.BadParameter(message, param_hint=name)
        settings = first_settings(address, referee, sendmail=sendmail, plus=not subject_tokens)
        made = new_office(folder, settings, secret=bytes.fromhex(make_secret()))
    typer.echo(f"office: {made.folder}")
    typer.echo(f"settings: {made.folder / 'office.json'}")
    typer.echo("Back up office.key: without it, answers to earlier letters are not known again.")
    if settings.sending is None:
        typer.echo("Letters wait in mail/out/new until office.json says how they are sent.")
    typer.echo(f"next: adjudicator office add {folder} MATCH")


@office.command(cls=Command)
def add(
    folder: Annotated[Path, typer.Argument(metavar="OFFICE", help="The folder of an office.")],
    match: Annotated[Path, typer.Argument(metavar="MATCH", help="The folder of a match.")],
    *,
    name: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Its name in addresses: small letters, digits, hyphens. [default: the folder's]",
            show_default=False,
        ),
    ] = "",
    players: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="SEAT=ADDRESS", help="Where a seat's letters go."),
    ] = None,
    letters: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=MODE", help="What a seat's letters carry: full, light or plain."
        ),
    ] = None,
    is_open: Annotated[
        bool, typer.Option("--open", help="Free seats may be taken by mail.")
    ] = False,
    no_press: Annotated[
        bool, typer.Option("--no-press", help="Players' words are not passed on.")
    ] = False,
) -> None:
    """Add a match to an office; the next `tick` mails its first letters."""
    with errors_shown("no match was added"):
        from adjudicator.post.office.adding import add_match

        opened = _opened(folder)
        modes = dict(_mode_of(one) for one in letters or [])
        people = dict(_player_of(one) for one in players or [])
        added = add_match(
            opened, match, name=name, modes=modes, people=people, is_open=is_open,
            press=not no_press, now=_now(),
        )  # fmt: skip
    typer.echo(f"{added.name}: {', '.join(added.seats)}")
    for seat in added.without_address:
        typer.echo(f"    {seat}: no address; write it into {added.people}")
    typer.echo(f"next: adjudicator tick {folder}")


@office.command(cls=Command)
def status(folder: OfficeFolder = Path(), *, as_data: AsJson = False) -> None:
    """Say how all matches stand: who is awaited, until when, what the referee is wanted for."""
    with errors_shown("there is no status", as_data=as_data):
        from adjudicator.post.office.people import People
        from adjudicator.post.office.standing import office_json

        opened = _opened(folder)
        book = opened.journal().book
        found = list(office_json(People(opened, book), _now()))
        mails, letters = len(opened.new_mails()), len(book.files)
    if as_data:
        print_json({"matches": found, "mails": mails, "letters": letters})
        return
    for one in found:
        typer.echo(_status_line(one))
    typer.echo(f"{mails} mails to be filed, {letters} letters to be sent")


def _status_line(one: dict[str, Any]) -> str:
    line = f"{one['match']}: {one['state']}"
    if one["state"] == "unusable":
        return f"{line}; `adjudicator status` of its folder says why"
    if one["opening"] is not None:
        line += f", after opening {one['opening']}"
    awaited = [
        f"{seat} (due {one['due'][seat]})" if seat in one["due"] else seat
        for seat in one["awaited"]
    ]
    line += f"; awaited: {', '.join(awaited)}" if awaited else ""
    line += f"; in: {', '.join(one['in'])}" if one["in"] else ""
    line += f"; letters come back: {', '.join(one['unreachable'])}" if one["unreachable"] else ""
    return line + (f"; no address: {', '.join(one['without_address'])}"
                   if one["without_address"] else "")  # fmt: skip


@office.command(cls=Command)
def extend(
    folder: Annotated[Path, typer.Argument(metavar="OFFICE", help="The folder of an office.")],
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The name of a match in it.")],
    hours: Annotated[int, typer.Argument(metavar="HOURS", min=1, max=2400, help="How many.")],
) -> None:
    """Move the deadlines of the present opening, as its referee; all are told."""
    with errors_shown("nothing was moved"):
        from adjudicator.post.office.adding import extend_match

        stage = extend_match(_opened(folder), match, hours=hours, now=_now())
    typer.echo(f"{match}: the deadlines of the opening after {stage[:12]} move by {hours} hours")


@office.command(cls=Command)
def backup(
    folder: Annotated[Path, typer.Argument(metavar="OFFICE", help="The folder of an office.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The archive to write.")],
) -> None:
    """Write all of an office, its matches and secrets, into one archive for its owner."""
    with errors_shown("no copy was written"):
        from adjudicator.post.office.backup import back_up

        count = back_up(_opened(folder), out)
    typer.echo(f"{out}: {count} files. It holds the secrets of all matches: keep it to yourself.")


@office.command(cls=Command)
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote.")],
    folder: Annotated[Path, typer.Argument(metavar="OFFICE", help="The folder to make.")],
) -> None:
    """Make an office again out of its copy: tokens stand, and nothing is asked twice."""
    with errors_shown("nothing was restored"):
        from adjudicator.post.office.backup import restore_to

        count = restore_to(source, folder)
    typer.echo(f"{folder}: {count} files")
    typer.echo("Stop the office at its old place before `tick` runs here.")


# -- mails --------------------------------------------------------------------------------------


def receive(
    folder: OfficeFolder = Path(),
    envelope: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="What a mail server adds; it is not looked at."),
    ] = None,
) -> None:
    """Keep one mail that comes on standard input, for an office.

    Made for the pipe of a mail server: exit code 0 says that the mail is on the disk, and any
    fault is 75, so that the server tries again and no player gets it back.
    """
    try:
        from adjudicator.post.office.folder import MOST_MAIL, keep_mail

        raw = sys.stdin.buffer.read(MOST_MAIL + 1)
        while sys.stdin.buffer.read(1 << 20):
            pass  # The server wants all of it read.
        keep_mail(folder, raw, _now())
    except AdjudicatorError as error:
        typer.echo(f"adjudicator receive: {_said(error)}", err=True)
        raise typer.Exit(Exit.TRY_AGAIN) from None
    except Exception as error:
        # 70 would be bounced to the player.
        typer.echo(f"adjudicator receive: {type(error).__name__}", err=True)
        raise typer.Exit(Exit.TRY_AGAIN) from None


def _said(error: AdjudicatorError) -> str:
    if isinstance(error, TryAgain):
        return error.problem.message
    if isinstance(error, Refused):
        return "; ".join(problem.message for problem in error.problems)
    return type(error).__name__


def fetch(folder: OfficeFolder = Path(), *, quiet: Quiet = False, as_data: AsJson = False) -> None:
    """Fetch an office's mails from its mailbox.

    It is the one that office.json names. Each mail is on the disk before it is moved there.
    """
    with errors_shown("nothing was fetched", as_data=as_data):
        from adjudicator.post.office.fetching import fetch_mails

        fetched = fetch_mails(_opened(folder), _now())
    for problem in fetched.problems:
        typer.echo(f"notice: {problem.message}", err=True)
    if as_data:
        print_json({"kept": fetched.kept, "moved": fetched.moved})
    elif not quiet:
        typer.echo(f"{fetched.kept} mails kept, {fetched.moved} moved")
    raise typer.Exit(Exit.TRY_AGAIN if fetched.problems else Exit.DONE)


def tick(
    folder: OfficeFolder = Path(),
    *,
    moment: Annotated[
        str,
        typer.Option(
            "--now",
            metavar="TIME",
            help="Take this for the time: 2026-11-29T19:00:00Z.",
            show_default=False,
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what there is to do; change nothing.")
    ] = False,
    workers: Workers = 1,
    quiet: Quiet = False,
    as_data: AsJson = False,
) -> None:
    """Do all that is due in an office: file, adjudicate, send.

    Safe at any time: again it does what is left, and twice at once the second does nothing. The
    same is written, whatever --workers says.
    """
    with errors_shown("the office did nothing", as_data=as_data):
        from adjudicator.cli.many import INTERRUPTED, counted_kinds, driver_for
        from adjudicator.post.office.tick import Ticked, keep_fault, would_do
        from adjudicator.post.office.tick import tick as ticked

        opened, now = _opened(folder), _moment(moment)
        if dry_run:
            told = would_do(opened, now)
            print_json(told) if as_data else typer.echo(_would_line(told))
            return
        try:
            with (
                _carrier(opened) as carrier,
                driver_for(workers) as driver,
                counted_kinds(shows=not as_data) as step,
            ):
                done = ticked(
                    opened, now, carrier=carrier, driver=driver, told=step,
                    fault=lambda trace: keep_fault(opened, trace, now),
                )  # fmt: skip
        except TryAgain as error:
            if error.problem.code != "office-locked":
                raise
            done = Ticked(notices=(error.problem.message,))
    _print_ticked(done.to_json(), quiet=quiet, as_data=as_data,
                  sends=opened.settings.sending is not None)  # fmt: skip
    if done.is_interrupted:
        raise typer.Exit(INTERRUPTED)
    if done.wanted:
        raise typer.Exit(Exit.AWAITED)
    raise typer.Exit(Exit.TRY_AGAIN if done.problems else Exit.DONE)


def _print_ticked(done: dict[str, Any], *, quiet: bool, as_data: bool, sends: bool) -> None:
    if as_data:
        print_json(done)
        return
    for one in done["problems"]:
        typer.echo(f"notice {one['code']}: {one['message']}\n    {one['hint']}", err=True)
    for line in done["notices"]:
        typer.echo(f"notice: {line}", err=True)
    if done["early"]:
        typer.echo("the clock stands before the last line of the journal: nothing was done")
        return
    openings = f"{done['openings']} openings made"
    if not quiet:
        typer.echo(f"{done['mails']} mails filed, {openings}, {done['sent']} letters sent")
        if done["waiting"]:
            typer.echo(_waiting_line(done["waiting"], sends=sends))
    for line in done["wanted"]:
        typer.echo(f"wanted: {line}")


def _waiting_line(count: int, *, sends: bool) -> str:
    """Returns how many letters wait, and why."""
    letters = "1 letter waits" if count == 1 else f"{count} letters wait"
    if sends:
        return f"{letters} in mail/out/new; the next tick tries again"
    return f"{letters} in mail/out/new: office.json does not say how they are sent (`sending`)"


def _would_line(told: dict[str, Any]) -> str:
    matches = ", ".join(told["matches"]) or "none"
    return (
        f"{told['mails']} mails to be filed, {told['letters']} letters to be sent, matches to be "
        f"looked after: {matches}"
    )


# -- shared -------------------------------------------------------------------------------------


def _now() -> datetime:
    return datetime.now(UTC)


def _moment(text: str) -> datetime:
    if not text:
        return _now()
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise typer.BadParameter(
            "a time with its zone, such as 2026-11-29T19:00:00Z", param_hint="--now"
        )
    return found.astimezone(UTC)


def _opened(folder: Path) -> Office:
    from adjudicator.post.office.folder import open_office

    return open_office(folder)


@contextmanager
def _carrier(opened: Office) -> Iterator[Carrier | None]:
    """Gives the way in which letters leave; None: they wait."""
    if opened.settings.sending is None:
        yield None
        return
    from adjudicator.post.transport.sending import sender_of

    with sender_of(opened.settings.sending) as sender:
        yield sender


def _player_of(text: str) -> tuple[str, str]:
    seat, equals, address = text.partition("=")
    if not equals:
        raise typer.BadParameter("SEAT=ADDRESS, such as west=anna@example.org",
                                 param_hint="--player")  # fmt: skip
    return seat, address


def _mode_of(text: str) -> tuple[str, Any]:
    seat, equals, mode = text.partition("=")
    if not equals or mode not in ("full", "light", "plain"):
        raise typer.BadParameter("SEAT=full, SEAT=light or SEAT=plain", param_hint="--letters")
    return seat, mode

"""template: an order sheet to fill in, with its header, and examples of what it may say.

With --send-as-is it writes, in one act, a sheet in which nothing is to be ordered, ready to send.
The deal and the lot ask nobody anything; but every seat sends a sheet for them, whose blind and
pledge go into the dice: else the referee alone would choose the deck.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.api.mailed import Clone
from adjudicator.api.match import Match
from adjudicator.api.named_files import command, pretty, sheet_file, write_new, write_wanted
from adjudicator.api.own_keys import Own, make_key, own_key, usual_name
from adjudicator.api.position import MATCH, Position, TopicForms
from adjudicator.api.texts import joined
from adjudicator.cli.common import (
    WIDTH,
    Force,
    KeyFile,
    OwnMap,
    Traceback,
    errors_shown,
    near_to,
    open_subject,
    tell_faults,
    tell_own,
)
from adjudicator.cli.names import did_you_mean, seat_names

__all__ = ["template", "write_as_is"]

Earlier = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="SHEET", help="Take what an earlier sheet says under a new header."
    ),
]

WithStanding = Annotated[
    bool,
    typer.Option(
        "--standing",
        help="Write the seat's standing orders too, or the published defaults, to edit.",
    ),
]
WholeRun = Annotated[
    bool,
    typer.Option(
        "--run", help="One sheet for all player-turns that the seat plays one after another."
    ),
]
AsIs = Annotated[
    bool,
    typer.Option(
        "--send-as-is",
        help="Where nothing is to be ordered: write the sheet to a file, ready to send.",
    ),
]
AsChoices = Annotated[
    bool,
    typer.Option(
        "--choices", help="Write as JSON what the seat may order, for programs; no sheet."
    ),
]
MakeKey = Annotated[
    bool,
    typer.Option(
        "--make-key", help="Once for a match: write a key file, by which the seat's tool remembers."
    ),
]


def template(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="[MATCH] SEAT",
            help="A match folder or a mailed state.json [default: .], and a seat.",
            autocompletion=seat_names,
        ),
    ],
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Write what the built-in player would order.")
    ] = False,
    run: WholeRun = False,
    as_is: AsIs = False,
    standing: WithStanding = False,
    choices: AsChoices = False,
    earlier: Earlier = None,
    key: KeyFile = None,
    with_key: MakeKey = False,
    own_map: OwnMap = None,
    force: Force = False,
    traceback: Traceback = False,
) -> None:
    """Write an order sheet to fill in.

    It has the header that the next opening wants and the topics that are awaited, in a set-up
    with units to move about. Examples of orders go to stderr: legal in this position, where an
    order of the topic can be.
    """
    if len(paths) > 2:
        raise typer.BadParameter("give a match and a seat")
    if earlier is not None and (play or standing or run):
        raise typer.BadParameter("it brings its own orders", param_hint="--from")
    if choices and (earlier or play or standing or run or as_is or key or with_key):
        raise typer.BadParameter("no sheet is written with it", param_hint="--choices")
    with errors_shown("no sheet was written"):
        where, seat = Path(paths[0]) if len(paths) == 2 else Path(), paths[-1]
        subject = _subject_of(paths, where, own_map)
        if choices:
            _write_choices(subject, seat, out, force=force)
            return
        if play:
            _check_play(subject)
        subject.check_unlocked()
        own = own_key(subject, seat, key=key, near=near_to(where))
        tell_own(own)
        if with_key:
            own = _make_key(subject, seat, own, where)
        sheet = subject.template(
            seat, play=play, run=run, standing=standing, own=own, key=key, near=near_to(where),
            earlier=None if earlier is None else sheet_file(earlier),
        )  # fmt: skip
        if as_is:
            write_as_is(subject, sheet, out, own)
            return
        named = (Path(paths[0]),) if len(paths) == 2 else ()
        _write_sheet(sheet, out, named, force=force or _is_same(out, earlier))
        if not (run or play):
            _print_ahead(subject, seat)
        if own is None and not play:
            _print_keyless(subject, seat, named)
        if earlier is not None or (play and (sheet["orders"] or "answers" in sheet)):
            return
        forms = subject.forms(seat)
        tell_faults(subject.faults, traceback=traceback)
    _print_examples(subject, sheet, forms)


def _write_choices(subject: Position, seat: str, out: Path | None, *, force: bool) -> None:
    """Writes what a seat may order now; its form is the schema `choices`."""
    try:
        text = pretty(subject.choices(seat))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--choices") from None
    if out is None:
        typer.echo(text.decode(), nl=False)
    else:
        write_wanted(out, text, force=force)
        typer.echo(f"wrote {out}")


def _check_play(subject: Position) -> None:
    """The built-in player must know what its seat has said in the player-turn."""
    if subject.holds_sheets or not subject.begun:
        return
    held, whose = (
        ("clone", "the referee's") if isinstance(subject, Clone) else ("state.json", "the")
    )
    raise typer.BadParameter(
        f"the player-turn has begun, and a {held} does not hold its sheets; "
        f"name {whose} match folder",
        param_hint="--play",
    )


def _is_same(out: Path | None, earlier: Path | None) -> bool:
    """Whether a sheet is written anew in its own place: what it says is not lost then."""
    return out is not None and earlier is not None and out.resolve() == earlier.resolve()


def _subject_of(paths: list[str], where: Path, own_map: Path | None) -> Position:
    """Opens what was named, and sees to it that it has the seat that was named."""
    if len(paths) == 1 and Path(paths[0]).exists():
        named = open_subject(Path(paths[0]), own_map).seats
        raise typer.BadParameter(f"name a seat after {paths[0]}: {', '.join(named)}")
    subject = open_subject(where, own_map)
    seats = subject.seats
    if paths[-1] not in seats:
        raise typer.BadParameter(
            f"no seat {paths[-1]!r}; seats: {', '.join(seats)}{did_you_mean(paths[-1], seats)}"
        )
    return subject


def _write_sheet(
    sheet: Mapping[str, Any], out: Path | None, where: Sequence[Path], *, force: bool
) -> None:
    text = pretty(sheet)
    if out is None:
        typer.echo(text.decode(), nl=False)
    else:
        if out.parent.parent.name == "inbox":
            out.parent.mkdir(parents=True, exist_ok=True)  # git keeps no empty folder of a seat.
        write_wanted(out, text, force=force)
        typer.echo(f"wrote {out}")
        typer.echo(f"next: {command('check', *where, out)}")


def _print_ahead(subject: Position, seat: str) -> None:
    """Says that one sheet may be for several player-turns, and for which one stands already."""
    ahead = list(subject.turns_ahead(seat))
    if not ahead:
        return
    last = "A player-turn that no sheet names under `then` needs a sheet of its own."
    if ordered := subject.ordered_ahead(seat):
        last = (
            f"{joined(list(ordered))}: an earlier sheet orders {_it(ordered)}, and stands unless "
            f"this one names {_it(ordered)} under `then`."
        )
    typer.echo(
        f"{seat} also plays {joined(ahead)} right after this: with --run, one sheet is for all.\n"
        f"{last}",
        err=True,
    )


def _it(turns: Sequence[str]) -> str:
    return "it" if len(turns) == 1 else "them"


def _make_key(subject: Position, seat: str, own: Own | None, where: Path) -> Own | None:
    """Writes a key file without a chain, for blinds and memory alone; returns what it holds."""
    if own is not None:
        raise typer.BadParameter(f"{own.path} is the key of {seat}", param_hint="--make-key")
    if seat in subject.seats_with_chain:
        message = f"{seat} has a chain, and `join` has written its key: name it with --key FILE"
        raise typer.BadParameter(message, param_hint="--make-key")
    made = make_key(subject, seat, near=near_to(where))
    tell_own(made)
    typer.echo(f"key: {made and made.path} (keep it, back it up, show nobody)", err=True)
    return made


def _print_keyless(subject: Position, seat: str, where: Sequence[Path]) -> None:
    """Says to a player what a key file would do, and how to get one."""
    if subject.is_over or (isinstance(subject, Match) and subject.is_referees):
        return
    remedy = "Name it with --key FILE"
    if seat not in subject.seats_with_chain:
        remedy += f", or make one, once: {command('template', *where, seat, '--make-key')}"
    typer.echo(
        f"notice: no key file of {seat} is here: nothing remembers what you send, and two logs "
        f"would go unnoticed.\n    {remedy}",
        err=True,
    )


def _no_orders(subject: Position, seat: str, forms: Sequence[TopicForms]) -> str:
    """Says of a sheet without topics whether it is awaited: it makes the dice, with the others."""
    fitting = _fitting(forms)
    if any(one.topic == "answers" for one in forms):
        return (
            f"{seat} is asked, and the sheet holds no answer yet: write one under "
            '"answers", by its label, as the last example shows.'
        )
    if subject.is_asked(seat):
        return f"Nothing to order yet: send the sheet as it stands. Only {fitting} fit in."
    return f"Nothing is due from {seat} now: only {fitting} fit in."


def _fitting(forms: Sequence[TopicForms]) -> str:
    """Names what a seat may say of which nothing is awaited; a conceded one has less to say."""
    says = any(one.topic == MATCH for one in forms)
    return f"standing orders and the topic {MATCH}" if says else "standing orders"


def _print_examples(
    subject: Position, sheet: Mapping[str, Any], forms: Sequence[TopicForms]
) -> None:
    if subject.is_over:
        typer.echo("The match is over: no sheet is due any more.", err=True)
        return
    if not sheet["orders"] and "answers" not in sheet:
        typer.echo(_no_orders(subject, str(sheet["player"]), forms), err=True)
    _print_forms(forms)


def _print_forms(forms: Sequence[TopicForms]) -> None:
    """Shows what is legal now, what is due, and what is not possible now, with the reason."""
    if not forms:
        return
    wide = max(len(one.topic) for one in forms)
    if any(one.notes for one in forms):
        typer.echo("Now, by topic:", err=True)
    for one in forms:
        for place, note in enumerate(one.notes):
            _print_row("" if place else one.topic, note, wide)
    typer.echo("Examples, by topic:", err=True)
    for one in forms:
        for form in one.forms if not one.because else ():
            typer.echo(f"  {one.topic:<{wide}}  {json.dumps(form)}", err=True)
    later = [one for one in forms if one.because]
    if later:
        typer.echo("Not now, by topic:", err=True)
    for one in later:
        _print_row(one.topic, f"not now, because {one.because}", wide)
        for form in one.forms:
            typer.echo(f"  {'':<{wide}}  {json.dumps(form)}", err=True)


def _print_row(topic: str, text: str, wide: int) -> None:
    """Prints what is said of a topic, beside it."""
    beside = " " * (wide + 4)
    lines = textwrap.fill(
        text, WIDTH, initial_indent=beside, subsequent_indent=beside, break_on_hyphens=False
    )
    typer.echo(f"  {topic:<{wide}}  {lines[len(beside) :]}", err=True)


def write_as_is(
    subject: Position, sheet: Mapping[str, Any], out: Path | None, own: Own | None
) -> None:
    """Writes a sheet that is complete as it stands to a new file; the seat's key remembers it.

    Raises:
        Refused: nothing is due from the seat, or there is something to order or to answer.
        UnusableFile: the file is there already.
    """
    seat = str(sheet["player"])
    subject.check_as_is(seat, sheet)
    path = out or Path(usual_name("sheet", f"n{subject.n + 1:04d}", seat))
    write_new(path, pretty(sheet))
    if own is not None:
        tell_own(own.remember(sheet))
    typer.echo(f"{path}: complete. Send it as it is; there is nothing to fill in.")

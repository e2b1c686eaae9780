"""template: an order sheet to fill in, with its header, and examples of what it may say."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.as_is import write_as_is
from adjudicator.cli.faults import Traceback, telling
from adjudicator.cli.meant import did_you_mean, seat_names
from adjudicator.cli.recalling import Own, near_to, own_of, played_of
from adjudicator.cli.shell import WIDTH, Force, KeyFile, OwnMap, Viewed, errors_shown, open_subject
from adjudicator.core.ending import MATCH
from adjudicator.core.english import joined
from adjudicator.core.opening import SavedMatch
from adjudicator.core.problem import Refused
from adjudicator.core.tfd1 import make_secret
from adjudicator.core.values import JSONValue
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.keys.pledges import of_another, pledged, readdressed
from adjudicator.files.keys.seat_keys import made_key, usual_name
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.stand_ins import Meet, told_or_nothing
from adjudicator.files.pretty import pretty
from adjudicator.files.printed_command import command
from adjudicator.files.problems import RefusedFile
from adjudicator.files.storage import read_bytes, write_new, write_wanted
from adjudicator.files.written.later_turns import ahead_of, ordered_ahead
from adjudicator.files.written.sheets import opening_locked, read_order_sheet
from adjudicator.files.written.templates import (
    TopicForms,
    forms_for,
    sheet_of_player,
    standing_for,
    template_for,
)

__all__ = ["template"]

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
    earlier: Earlier = None,
    key: KeyFile = None,
    make_key: MakeKey = False,
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
    with errors_shown("no sheet was written"):
        where, seat = Path(paths[0]) if len(paths) == 2 else Path(), paths[-1]
        subject = _subject_of(paths, where, own_map)
        if play:
            _check_play(subject)
        made = sheet_of_player if play else template_for
        if subject.saved.locked is not None:
            raise Refused([opening_locked(subject.saved.n + 1)._replace(path=())])
        own = own_of(subject, seat, key=key, where=where)
        if make_key:
            own = _make_key(subject, seat, own, where)
        blind = make_secret() if own is None else own.key.blind(subject.saved.n + 1)
        sheet = made(subject.rules, subject.saved, seat, blind, run=run)
        if standing:
            sheet["standing"] = standing_for(subject.rules, subject.saved, seat)
        if earlier is not None:
            sheet = _readdressed(subject, sheet, earlier)
        if not subject.saved.is_over:
            key = key if own is None else own.key.path
            sheet = pledged(subject.saved, sheet, key, near_to(where))
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
        forms = _forms_of(subject, seat, telling(traceback=traceback))
    if subject.saved.is_over:
        typer.echo("The match is over: no sheet is awaited any more.", err=True)
    else:
        _print_examples(subject.saved, sheet, forms)


def _forms_of(subject: Match | Viewed, seat: str, meet: Meet) -> Sequence[TopicForms]:
    """Returns examples of the orders of a seat; none where the program fails to make them."""
    rules, saved = subject.rules, subject.saved
    return told_or_nothing(
        lambda: forms_for(rules, saved, seat), "examples", n=saved.n + 1, meet=meet
    )


def _check_play(subject: Match | Viewed) -> None:
    """The built-in player must know what its seat has said in the player-turn."""
    if not isinstance(subject, Viewed) or not subject.saved.begun:
        return
    held, whose = ("state.json", "the") if subject.shown is None else ("clone", "the referee's")
    raise typer.BadParameter(
        f"the player-turn has begun, and a {held} does not hold its sheets; "
        f"name {whose} match folder",
        param_hint="--play",
    )


def _is_same(out: Path | None, earlier: Path | None) -> bool:
    """Whether a sheet is written anew in its own place: what it says is not lost then."""
    return out is not None and earlier is not None and out.resolve() == earlier.resolve()


def _subject_of(paths: list[str], where: Path, own_map: Path | None) -> Match | Viewed:
    """Opens what was named, and sees to it that it has the seat that was named."""
    if len(paths) == 1 and Path(paths[0]).exists():
        named = open_subject(Path(paths[0]), own_map).rules.seats
        raise typer.BadParameter(f"name a seat after {paths[0]}: {', '.join(named)}")
    subject = open_subject(where, own_map)
    seats = subject.rules.seats
    if paths[-1] not in seats:
        raise typer.BadParameter(
            f"no seat {paths[-1]!r}; seats: {', '.join(seats)}{did_you_mean(paths[-1], seats)}"
        )
    return subject


def _write_sheet(
    sheet: Mapping[str, JSONValue], out: Path | None, where: Sequence[Path], *, force: bool
) -> None:
    text = pretty(sheet)
    if out is None:
        typer.echo(text.decode(), nl=False)
    else:
        write_wanted(out, text, force=force)
        typer.echo(f"wrote {out}")
        typer.echo(f"next: {command('check', *where, out)}")


def _print_ahead(subject: Match | Viewed, seat: str) -> None:
    """Says that one sheet may be for several player-turns, and for which one stands already."""
    ahead = [turn.name for turn in ahead_of(subject.rules, subject.saved, seat)]
    if not ahead:
        return
    last = "A player-turn that no sheet names under `then` awaits a sheet of its own."
    if ordered := ordered_ahead(subject.saved, seat):
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


def _readdressed(
    subject: Match | Viewed, blank: Mapping[str, JSONValue], path: Path
) -> dict[str, JSONValue]:
    """Returns a sheet with a new header and what an earlier one of the seat says."""
    raw = read_bytes(path, limit=MAX_SIZE)
    document, sheet = read_order_sheet(subject.rules.game, raw, str(path))
    if sheet.seat != blank["player"]:
        raise RefusedFile([document.located(of_another(sheet.seat, str(blank["player"])))])
    return readdressed(blank, sheet.document)


def _make_key(subject: Match | Viewed, seat: str, own: Own | None, where: Path) -> Own | None:
    """Writes a key file without a chain, for blinds and memory alone; returns what it holds."""
    if own is not None:
        raise typer.BadParameter(f"{own.key.path} is the key of {seat}", param_hint="--make-key")
    if seat in subject.saved.chains:
        message = f"{seat} has a chain, and `join` has written its key: name it with --key FILE"
        raise typer.BadParameter(message, param_hint="--make-key")
    played = played_of(subject, seat)
    path = Path(usual_name("key", played.name or played.gid[:8], seat))
    write_new(path, pretty(made_key(played, seat).to_json()), mode=0o600)
    typer.echo(f"key: {path} (keep it, back it up, show nobody)", err=True)
    return own_of(subject, seat, key=path, where=where)


def _print_keyless(subject: Match | Viewed, seat: str, where: Sequence[Path]) -> None:
    """Says to a player what a key file would do, and how to get one."""
    saved = subject.saved
    is_referee = isinstance(subject, Match) and (subject.folder / "referee").is_dir()
    if saved.is_over or is_referee:
        return
    remedy = "Name it with --key FILE"
    if seat not in saved.chains:
        remedy += f", or make one, once: {command('template', *where, seat, '--make-key')}"
    typer.echo(
        f"notice: no key file of {seat} is here: nothing remembers what you send, and two logs "
        f"would go unnoticed.\n    {remedy}",
        err=True,
    )


def _no_orders(saved: SavedMatch, seat: str, fitting: str) -> str:
    """Says of a sheet without topics whether it is awaited: it makes the dice, with the others."""
    if any(pending.seat == seat for pending in saved.pending):
        return f"Nothing to order yet: the sheet is awaited as it stands. Only {fitting} fit in."
    return f"Nothing is awaited from {seat} now: only {fitting} fit in."


def _fitting(forms: Sequence[TopicForms]) -> str:
    """Names what a seat may say of which nothing is awaited; a conceded one has less to say."""
    says = any(one.topic == MATCH for one in forms)
    return f"standing orders and the topic {MATCH}" if says else "standing orders"


def _print_examples(
    saved: SavedMatch, sheet: Mapping[str, JSONValue], forms: Sequence[TopicForms]
) -> None:
    if not sheet["orders"] and "answers" not in sheet:
        typer.echo(_no_orders(saved, str(sheet["player"]), _fitting(forms)), err=True)
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

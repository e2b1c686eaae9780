"""check: what the rules will say of a sheet, and which mails it may still cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.checking import Checked
from adjudicator.api.named_files import SheetFile
from adjudicator.api.own_keys import Own, key_owner, own_key
from adjudicator.api.position import Position
from adjudicator.api.problems import Problem, RefusedFile, summary
from adjudicator.api.texts import paragraphs_text
from adjudicator.cli.common import (
    AsJson,
    Exit,
    KeyFile,
    OwnMap,
    Traceback,
    errors_shown,
    near_to,
    open_subject,
    print_json,
    print_problems,
    sheet_files,
    split_paths,
    tell_faults,
    tell_own,
)

__all__ = ["check", "checked_sheet", "end_refused"]

Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[MATCH] SHEET...",
        help="A match folder or a mailed state.json [default: .], then order sheets: files, saved "
        "mails (.eml, mbox), or - for standard input.",
    ),
]

_WHY = {
    "hold": "held by its sheet",
    "option": "asked every time by an option of this match",
    "standing": 'asked every time by its standing order "ask"',
    "no-default": "a question without a default, if the sheet does not answer it",
}


def check(
    paths: Paths = None,
    *,
    key: KeyFile = None,
    sent: Annotated[
        bool,
        typer.Option("--sent", help="Remember sheets that were mailed unchecked; judge nothing."),
    ] = False,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    as_data: AsJson = False,
) -> None:
    """Judge order sheets; change nothing.

    The rules judge a sheet as `adjudicate` will, and tell what it does up to the first dice. Where
    the seat's key file is here, a good sheet is remembered beside it.
    """
    with errors_shown("the sheet would be refused", as_data=as_data):
        where, sheets = split_paths(paths or [])
        if not sheets:
            raise typer.BadParameter("name at least one sheet")
        subject = open_subject(where, own_map)
        files = sheet_files(sheets, only_checks=True)
        if sent:
            for file in files:
                _remember_sent(subject, file, key=key, where=where)
            return
        checked = [checked_sheet(subject, file) for file in files]
        keys = _remember(subject, checked, key=key, where=where)
    if as_data:
        print_json([one.to_json() for one in checked])
    else:
        for one in checked:
            print_problems(one.problems, "")
            if one.is_acceptable:
                _print_checked(one, subject, keys.get(one.seat))
    tell_faults(subject.faults, traceback=traceback)
    end_refused(checked, as_data=as_data)


def checked_sheet(subject: Position, file: SheetFile) -> Checked:
    """Returns what a match, or a mailed state, says of a sheet that can be understood."""
    checked = subject.check(file)
    checked.check_read()
    return checked


def end_refused(checked: Sequence[Checked], *, as_data: bool) -> None:
    """Counts the problems, and ends with code 1, if a sheet would be refused."""
    if all(one.is_acceptable for one in checked):
        return
    if not as_data:
        located = [place for one in checked for place in one.problems]
        typer.echo(summary(located, "the sheet would be refused"), err=True)
    raise typer.Exit(Exit.NO)


def _remember(
    subject: Position, checked: Sequence[Checked], *, key: Path | None, where: Path
) -> dict[str, Own]:
    """Has the keys at hand remember good sheets, if the match is the one that they know."""
    seats = list(dict.fromkeys(one.seat for one in checked))
    owner = key_owner(key) if key is not None and len(seats) > 1 else None
    if owner is not None and owner not in seats:
        raise typer.BadParameter(f"this is the key of {owner}, of whom no sheet is named")
    found: dict[str, Own] = {}
    for seat in seats:
        named = key if owner in (None, seat) else None
        own = own_key(subject, seat, key=named, near=near_to(where))
        tell_own(own)
        for one in checked:
            if own is not None and one.seat == seat and one.is_acceptable:
                own = found[seat] = own.remember(one.document)
                tell_own(own)
    return found


def _remember_sent(subject: Position, file: SheetFile, *, key: Path | None, where: Path) -> None:
    """Has the key of a seat remember a sheet that its player mailed without asking `check`."""
    sheet = subject.read_sheet(file)
    if sheet.document["game"] != subject.played.gid:
        problem = Problem(
            "other-match", "this sheet is for another match", ("game",),
            hint="Name the match that it was mailed for first.", kind="stale",
        )  # fmt: skip
        raise RefusedFile([sheet.located(problem)])
    own = own_key(subject, sheet.seat, key=key, near=near_to(where), is_new=False)
    tell_own(own)
    if own is None:
        raise typer.BadParameter(f"no key file of {sheet.seat} is here", param_hint="--sent")
    tell_own(own.remember(sheet.document))
    n = sheet.document["n"]
    typer.echo(f"{file.source}: remembered as sent by {sheet.seat} for opening {n}")


def _print_checked(checked: Checked, subject: Position, own: Own | None) -> None:
    typer.echo(f"{checked.source}: good for {checked.seat}, opening {subject.n + 1}")
    typer.echo(f"    its hash: {checked.hash}")
    if own is not None:
        typer.echo(f"    remembered in {own.record}")
    typer.echo(f"    orders: {_counted(checked.orders)}")
    for turn, orders in checked.later_orders.items():
        typer.echo(f"    then {turn}: {_counted(orders)}")
    stop = checked.stop
    if stop is None:
        for line in _by_form_lines(subject):
            typer.echo(line)
        return
    if checked.is_empty:
        typer.echo(f"    {checked.about_empty}")
        return
    if stop.why == "dice":
        typer.echo("    checked by the rules up to the first dice,")
        typer.echo(f"        {stop.at}")
    elif stop.why == "awaited":
        typer.echo("    checked by the rules up to what is still due,")
        typer.echo(f"        {stop.at}")
    else:
        typer.echo("    checked by the rules to the end; no dice are rolled")
    for line in _mail_lines(checked):
        typer.echo(line)
    typer.echo(paragraphs_text(checked.preview), nl=False)
    typer.echo(paragraphs_text(checked.chances), nl=False)
    for one in checked.foreseen:
        heading = f"{one.turn}, if nothing more happens before it"
        typer.echo(f"\n{heading}\n{'=' * len(heading)}")
        typer.echo(paragraphs_text((*one.preview, *one.chances)), nl=False)


def _counted(orders: Mapping[str, int]) -> str:
    return ", ".join(f"{topic} {count}" for topic, count in orders.items()) or "none"


def _by_form_lines(subject: Position) -> list[str]:
    """Returns why the rules were not run on a sheet that is good as far as it can be judged."""
    if not subject.holds_sheets:
        return [
            "    judged by its form alone: the player-turn has begun, and a state.json does",
            "    not hold its sheets; the referee's program will run the rules on it",
        ]
    return [
        "    judged by its form alone: the step goes on in a position of which each seat",
        "    knows a part, and a check must not tell more",
    ]


def _mail_lines(checked: Checked) -> list[str]:
    """Returns which decisions of the player-turn could still ask for another mail, of whom."""
    stops: dict[tuple[str, str], list[str]] = {}
    for stop in checked.mails:
        stops.setdefault((stop.seat, stop.why), []).append(stop.topic)
    others = ", unless another seat wants to be asked" if checked.others_may_ask else ""
    if not stops:
        return [f"    mails: this one is enough{others}"]
    lines = ["    mails: this one, and one more for each question that comes up of"]
    for (seat, why), topics in stops.items():
        lines.append(f"        {seat}: {', '.join(topics)} ({_WHY[why]})")
    if others:
        lines.append("        and of other seats that want to be asked")
    return lines

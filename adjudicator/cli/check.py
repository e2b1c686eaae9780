"""check: what the rules will say of a sheet, and which mails it may still cost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.cli.faults import Traceback, telling
from adjudicator.cli.later_lines import foreseen_json, foreseen_text, said_lines
from adjudicator.cli.recalling import Own, own_of
from adjudicator.cli.shell import (
    AsJson,
    Exit,
    KeyFile,
    OwnMap,
    Viewed,
    errors_shown,
    open_subject,
    print_json,
    print_problems,
    split_paths,
)
from adjudicator.cli.signed import take_signatures, unseen_signature
from adjudicator.core.capabilities import Projects
from adjudicator.core.hearing import heard
from adjudicator.core.problem import Problem
from adjudicator.core.report import Paragraph
from adjudicator.core.save import state_of
from adjudicator.core.values import JSONValue
from adjudicator.draw.report import paragraphs_text
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.stand_ins import (
    Meet,
    report_or_plain,
    standings_or_plain,
    told_or_nothing,
)
from adjudicator.files.problems import RefusedFile, as_json, summary
from adjudicator.files.storage import read_bytes
from adjudicator.files.written.sheets import (
    CheckedSheet,
    check_sheet,
    read_order_sheet,
    refused_in_full,
)

__all__ = ["check", "checked_sheet", "outlook_of"]

Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[MATCH] SHEET...",
        help="A match folder or a mailed state.json [default: .], then order sheets.",
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
        if sent:
            for path in sheets:
                _remember_sent(subject, path, key=key, where=where)
            return
        checked = [checked_sheet(subject, path) for path in sheets]
        keys = _remember(subject, checked, key=key, where=where)
    meet = telling(traceback=traceback)
    if as_data:
        print_json([_checked_as_json(one, subject, meet) for one in checked])
    else:
        for one in checked:
            print_problems(one.located, "")
            if one.is_acceptable:
                _print_checked(one, subject, keys.get(one.sheet.seat), meet=meet)
    if not all(one.is_acceptable for one in checked):
        if not as_data:
            located = [place for one in checked for place in one.located]
            typer.echo(summary(located, "the sheet would be refused"), err=True)
        raise typer.Exit(Exit.NO)


def checked_sheet(subject: Match | Viewed, path: Path) -> CheckedSheet:
    """Returns what a match, or a mailed state, says of a sheet."""
    raw = read_bytes(path, limit=MAX_SIZE)
    if isinstance(subject, Match):
        take_signatures(subject, [(str(path), raw)])
        return subject.check(raw, str(path))
    try:
        document, sheet = read_order_sheet(subject.rules.game, raw, str(path))
    except RefusedFile as error:
        raise refused_in_full(subject.rules, subject.saved, raw, error, is_mailed=True) from None
    checked = check_sheet(subject.rules, subject.saved, document, sheet, is_mailed=True)
    return checked._replace(located=(*checked.located, *unseen_signature(path)))


def _remember(
    subject: Match | Viewed, checked: Sequence[CheckedSheet], *, key: Path | None, where: Path
) -> dict[str, Own]:
    """Has the keys at hand remember good sheets, if the match is the one that they know."""
    seats = list(dict.fromkeys(one.sheet.seat for one in checked))
    owner = None
    if key is not None and len(seats) > 1:
        from adjudicator.files.keys.seat_keys import read_key

        owner = read_key(key).who
    if owner is not None and owner not in seats:
        raise typer.BadParameter(f"this is the key of {owner}, of whom no sheet is named")
    found: dict[str, Own] = {}
    for seat in seats:
        own = own_of(subject, seat, key=key if owner in (None, seat) else None, where=where)
        for one in checked:
            if own is not None and one.sheet.seat == seat and one.is_acceptable:
                own = found[seat] = own.remember(one.sheet.document)
    return found


def _remember_sent(subject: Match | Viewed, path: Path, *, key: Path | None, where: Path) -> None:
    """Has the key of a seat remember a sheet that its player mailed without asking `check`."""
    document, sheet = read_order_sheet(
        subject.rules.game, read_bytes(path, limit=MAX_SIZE), str(path)
    )
    if sheet.document["game"] != subject.saved.gid:
        problem = Problem(
            "other-match", "this sheet is for another match", ("game",),
            hint="Name the match that it was mailed for first.", kind="stale",
        )  # fmt: skip
        raise RefusedFile([document.located(problem)])
    own = own_of(subject, sheet.seat, key=key, where=where, is_new=False)
    if own is None:
        raise typer.BadParameter(f"no key file of {sheet.seat} is here", param_hint="--sent")
    own.remember(sheet.document)
    typer.echo(f"{path}: remembered as sent by {sheet.seat} for opening {sheet.n}")


def _checked_as_json(checked: CheckedSheet, subject: Match | Viewed, meet: Meet) -> dict[str, Any]:
    return {
        "source": checked.document.source,
        "seat": checked.sheet.seat,
        "acceptable": checked.is_acceptable,
        "hash": checked.hash,
        "problems": [as_json(one) for one in checked.located],
        "stops": None
        if checked.dry is None
        else {"why": checked.dry.why, "at": checked.dry.stopped_at},
        "mails": _mails_as_json(checked),
        "outlook": [part.to_json() for part in outlook_of(checked, subject, meet)],
        "foreseen": foreseen_json(checked, subject, meet),
    }


def _without_orders(subject: Match | Viewed, seat: str) -> str:
    """Says what a sheet does that orders and answers nothing."""
    from adjudicator.core.automatic import topics_open

    asked = [pending.topic for pending in subject.saved.pending if pending.seat == seat]
    if not asked:
        return f"nothing is awaited of {seat} in this opening"
    if asked == ["orders"] and not topics_open(subject.rules, subject.saved, seat):
        return "there is nothing to order now: the sheet is awaited as it stands"
    return "mailed like this, it does nothing with what is awaited of this seat"


def _print_checked(
    checked: CheckedSheet, subject: Match | Viewed, own: Own | None, *, meet: Meet
) -> None:
    n = subject.saved.n + 1
    typer.echo(f"{checked.document.source}: good for {checked.sheet.seat}, opening {n}")
    typer.echo(f"    its hash: {checked.hash}")
    if own is not None:
        typer.echo(f"    remembered in {own.key.record.path}")
    orders = {topic: len(listed) for topic, listed in checked.sheet.orders.items() if listed}
    for line in said_lines(checked):
        typer.echo(line)
    dry = checked.dry
    if dry is None:
        for line in _by_form_lines(subject):
            typer.echo(line)
        return
    if not (orders or checked.sheet.answers or checked.sheet.then):
        typer.echo(f"    {_without_orders(subject, checked.sheet.seat)}")
        return
    if dry.why == "dice":
        typer.echo("    checked by the rules up to the first dice,")
        typer.echo(f"        {dry.stopped_at}")
    elif dry.why == "awaited":
        typer.echo("    checked by the rules as far as what is awaited,")
        typer.echo(f"        {dry.stopped_at}")
    else:
        typer.echo("    checked by the rules to the end; no dice are rolled")
    for line in _mail_lines(checked, subject):
        typer.echo(line)
    typer.echo(_told(checked, subject, meet), nl=False)
    typer.echo(paragraphs_text(outlook_of(checked, subject, meet)), nl=False)
    typer.echo(foreseen_text(checked, subject, meet), nl=False)


def _told(checked: CheckedSheet, subject: Match | Viewed, meet: Meet) -> str:
    """Returns what the sheet does up to the first dice, as the report will tell it."""
    dry, rules, seat = checked.dry, subject.rules, checked.sheet.seat
    assert dry is not None
    before = rules.view(state_of(rules.game, subject.saved.position), seat)
    told = heard(rules, dry.events, seat)
    reached = rules.view(dry.state, seat)
    n = subject.saved.n + 1
    known = standings_or_plain(rules, reached, n=n, meet=meet)
    report = report_or_plain(rules, before, told, reached, n=n, meet=meet)
    return paragraphs_text(
        paragraph
        for paragraph in report.paragraphs
        if any(line.text not in known for line in paragraph.lines)
    )


def outlook_of(checked: CheckedSheet, subject: Match | Viewed, meet: Meet) -> Sequence[Paragraph]:
    """Returns what the game says of the part of the player-turn behind the first dice."""
    dry, seat = checked.dry, checked.sheet.seat
    if dry is None or not checked.is_acceptable:
        return ()
    rules, said = subject.rules, dry.intentions
    if not isinstance(rules, Projects):
        return ()
    return told_or_nothing(
        lambda: (
            paragraph
            for state in dry.stops
            for paragraph in rules.outlook(rules.view(state, seat), seat, said)
        ),
        "outlook",
        n=subject.saved.n + 1,
        meet=meet,
    )


def _by_form_lines(subject: Match | Viewed) -> list[str]:
    """Returns why the rules were not run on a sheet that is good as far as it can be judged."""
    if isinstance(subject, Viewed):
        return [
            "    judged by its form alone: the player-turn has begun, and a state.json does",
            "    not hold its sheets; the referee's program will run the rules on it",
        ]
    return [
        "    judged by its form alone: the step goes on in a position of which each seat",
        "    knows a part, and a check must not tell more",
    ]


def _mail_lines(checked: CheckedSheet, subject: Match | Viewed) -> list[str]:
    """Returns which decisions of the player-turn could still ask for another mail, of whom."""
    dry = checked.dry
    assert dry is not None
    stops: dict[tuple[str, str], list[str]] = {}
    for stop in dry.mails:
        stops.setdefault((stop.seat, stop.why), []).append(stop.topic)
    # What others hold back or leave standing is not in a state.json, and secret where cards are.
    is_known = not isinstance(subject, Viewed) and not subject.rules.is_hidden
    others = "" if is_known else ", unless another seat wants to be asked"
    if not stops:
        return [f"    mails: this one is enough{others}"]
    lines = ["    mails: this one, and one more for each question that comes up of"]
    for (seat, why), topics in stops.items():
        lines.append(f"        {seat}: {', '.join(topics)} ({_WHY[why]})")
    if others:
        lines.append("        and of other seats that want to be asked")
    return lines


def _mails_as_json(checked: CheckedSheet) -> list[JSONValue]:
    """Returns what could still ask for another mail."""
    stops = () if checked.dry is None else checked.dry.mails
    return [{"seat": stop.seat, "topic": stop.topic, "why": stop.why} for stop in stops]

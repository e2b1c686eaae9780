"""new, template, check, adjudicate: the commands of a match."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.cli.checked import by_form_lines, mail_lines, mails_as_json, outlook_of
from adjudicator.cli.options import (
    MODES,
    WITHOUT_SECRET,
    Beacon,
    Deadline,
    GameOption,
    Joins,
    ModeName,
    Name,
    Penalty,
    Play,
    PublicKey,
    Rolls,
    Round,
    Scenario,
    SeatKeys,
    Title,
    Until,
    Withheld,
    check_penalty,
    lock_means,
)
from adjudicator.cli.playing import (
    Continued,
    Earlier,
    KeyFile,
    Paths,
    goes_on,
    played_seats,
    written_sheets,
)
from adjudicator.cli.shell import (
    Exit,
    Viewed,
    errors_shown,
    located_in,
    open_match,
    open_subject,
    print_json,
    print_pending,
    print_problems,
    render_report,
    split_paths,
)
from adjudicator.cli.signed import keys_given, take_signatures, unseen_signature
from adjudicator.core.ending import MATCH
from adjudicator.core.hearing import asked, heard
from adjudicator.core.limits import MAX_DEPTH
from adjudicator.core.opening import SavedMatch
from adjudicator.core.problem import Refused
from adjudicator.core.strict_json import strict_json
from adjudicator.core.tfd1 import make_secret
from adjudicator.core.values import JSONValue
from adjudicator.draw.report import paragraphs_text
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.match import Match, Played
from adjudicator.files.new_match import OFFER_NAME, check_joining, new_match, offer_match
from adjudicator.files.opening_report import draw_text
from adjudicator.files.pledges import of_another, pledged, readdressed
from adjudicator.files.pretty import pretty
from adjudicator.files.problems import RefusedFile, as_json, summary
from adjudicator.files.scenarios import find_scenario, with_options
from adjudicator.files.sheets import (
    CheckedSheet,
    check_sheet,
    forms_for,
    opening_locked,
    read_order_sheet,
    sheet_of_player,
    standing_for,
    state_of,
    template_for,
)
from adjudicator.files.storage import read_bytes, write_atomically
from adjudicator.registry import by_name

__all__ = ["adjudicate", "check", "new", "template"]

PUBLIC_WARNING = (
    "WARNING: public mode has no secret. Whoever sends the last sheet can compute the dice before "
    "sending it. Play it among friends only."
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="See `adjudicator games`.")],
    match: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="The folder to make.")
    ] = None,
    *,
    scenario: Scenario = "standard",
    name: Name = "",
    title: Title = "",
    mode: ModeName = "referee",
    option: GameOption = None,
    joins: Joins = False,
    penalty: Penalty = "",
    public_key: PublicKey = None,
    seat_key: SeatKeys = None,
    after: Continued = None,
) -> None:
    """Make a new match.

    Its secret, line 0 of its log, start position, report, map. --continue goes on from another.
    """
    from adjudicator.cli.mending import go_on
    from adjudicator.files.maps import check_map

    if after is not None or match is None:
        others = (match, option, title, joins, penalty, scenario != "standard", mode != "referee")
        go_on(after, Path(game), name or _name_of(Path(game)), alone=not any(others))
        return
    if not title.isprintable():
        raise typer.BadParameter("visible characters and blanks only", param_hint="--title")
    check_penalty(penalty, mode)
    with errors_shown("no match was made"):
        known = by_name()
        if game not in known:
            raise typer.BadParameter(f"no game {game!r}; known: {', '.join(known)}")
        if mode not in MODES:
            raise typer.BadParameter(f"{mode!r} is none of {', '.join(MODES)}", param_hint="--mode")
        found = find_scenario(known[game], scenario)
        chosen = with_options(known[game], found.scenario, _options(option or []))
        name = name or _name_of(match)
        if not re.fullmatch(r"[!-~]{1,200}", name):
            raise typer.BadParameter(
                "1 to 200 visible ASCII characters without blanks", param_hint="--name"
            )
        if not joins:
            check_joining(MODES[mode])
        own_key, seat_keys = keys_given(public_key, seat_key or [], list(chosen.seats), joins=joins)
        with located_in(Path(found.document.source)):
            check_map(known[game], chosen.map)
            kind, title = MODES[mode], title or chosen.title
            if joins:
                offer_match(
                    match, known[game], chosen, name=name, mode=kind, title=title, penalty=penalty,
                    public_key=own_key,
                )  # fmt: skip
            else:
                made = new_match(
                    match, known[game], chosen, name=name, mode=kind, title=title,
                    render=render_report, public_key=own_key, seat_keys=seat_keys,
                )  # fmt: skip
    if mode == "public":
        typer.echo(PUBLIC_WARNING, err=True)
    typer.echo(f"{match}: {chosen.title}")
    if joins:
        _print_offered(match, sorted(chosen.seats), has_secret=mode not in WITHOUT_SECRET)
    else:
        _print_made(made, has_secret=mode not in WITHOUT_SECRET)


def _print_made(match: Match, *, has_secret: bool) -> None:
    """Tells what a new match consists of, and what it awaits."""
    typer.echo(f"log: {match.folder / 'log.jsonl'}")
    typer.echo(f"start: {match.folder / 'openings' / 'n0000-start'}")
    _print_kept(match.folder, has_secret=has_secret)
    print_pending(asked(match.rules, match.saved.pending, None))
    _print_next(match)


def _print_kept(match: Path, *, has_secret: bool) -> None:
    typer.echo(f"people: {match / 'match.json'} (names and addresses, if you like)")
    if has_secret:
        secret = match / "referee" / "secret.json"
        typer.echo(f"secret: {secret} (keep it, back it up, show nobody)")


def _print_offered(match: Path, seats: Sequence[str], *, has_secret: bool) -> None:
    """Tells what to mail before a match can begin."""
    typer.echo(f"offer: {match / OFFER_NAME} (mail it to all players)")
    _print_kept(match, has_secret=has_secret)
    for seat in seats:
        typer.echo(f"awaited: the join of {seat}: adjudicator join {OFFER_NAME} {seat}")
    typer.echo(f"next: adjudicator begin {match} JOIN... takes the joins in")


def _print_next(match: Match) -> None:
    typer.echo(f"next: adjudicator status {match.folder} lists what to mail")


def _name_of(folder: Path) -> str:
    return re.sub(r"[^!-~]+", "-", folder.resolve().name) or "match"


def _options(items: list[str]) -> dict[str, Any]:
    options = {}
    for item in items:
        name, sign, value = item.partition("=")
        if not sign:
            raise typer.BadParameter(f"{item!r} is not name=value", param_hint="--option")
        try:
            options[name] = strict_json(value, depth=MAX_DEPTH)
        except ValueError:  # a word needs no quotes here
            options[name] = value
    return options


def template(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="[MATCH] SEAT",
            help="A match folder or a mailed state.json [default: .], and a seat.",
        ),
    ],
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Write what the built-in player would order.")
    ] = False,
    standing: Annotated[
        bool,
        typer.Option(
            "--standing",
            help="Write the seat's standing orders too, or the published defaults, to edit.",
        ),
    ] = False,
    earlier: Earlier = None,
    key: KeyFile = None,
) -> None:
    """Write an order sheet to fill in.

    It has the header that the next opening wants and the topics that are awaited, in a set-up
    with units to move about. Examples of orders, legal in this position, go to stderr.
    """
    if len(paths) > 2:
        raise typer.BadParameter("give a match and a seat")
    if earlier is not None and (play or standing):
        raise typer.BadParameter("it brings its own orders", param_hint="--from")
    with errors_shown("no sheet was written"):
        if len(paths) == 1 and Path(paths[0]).exists():
            named = open_subject(Path(paths[0])).rules.seats
            raise typer.BadParameter(f"name a seat after {paths[0]}: {', '.join(named)}")
        subject = open_subject(Path(paths[0]) if len(paths) == 2 else Path())
        seat = paths[-1]
        if seat not in subject.rules.seats:
            raise typer.BadParameter(f"no seat {seat!r}; seats: {', '.join(subject.rules.seats)}")
        if play and isinstance(subject, Viewed) and subject.saved.begun:
            raise typer.BadParameter(
                "the player-turn has begun, and a state.json does not hold its sheets; "
                "name the match folder",
                param_hint="--play",
            )
        made = sheet_of_player if play else template_for
        if subject.saved.locked is not None:
            raise Refused([opening_locked(subject.saved.n + 1)._replace(path=())])
        sheet = made(subject.rules, subject.saved, seat, make_secret())
        if standing:
            sheet["standing"] = standing_for(subject.rules, subject.saved, seat)
        if earlier is not None:
            sheet = _readdressed(subject, sheet, earlier)
        sheet = _with_pledge(subject, sheet, key, Path(paths[0]) if len(paths) == 2 else Path())
        _write_sheet(sheet, out, f"{paths[0]} " if len(paths) == 2 else "")
        if earlier is not None or (play and (sheet["orders"] or "answers" in sheet)):
            return
        forms = forms_for(subject.rules, subject.saved, seat)
    if subject.saved.is_over:
        typer.echo("The match is over: no sheet is awaited any more.", err=True)
        return
    if not sheet["orders"] and "answers" not in sheet:
        typer.echo(f"Nothing is awaited from {seat} now: only {_fitting(forms)} fit in.", err=True)
    _print_forms(forms)


def _write_sheet(sheet: Mapping[str, JSONValue], out: Path | None, where: str) -> None:
    text = pretty(sheet)
    if out is None:
        typer.echo(text.decode(), nl=False)
    else:
        write_atomically(out, text)
        typer.echo(f"wrote {out}")
        typer.echo(f"next: adjudicator check {where}{out}")


def _readdressed(
    subject: Match | Viewed, blank: Mapping[str, JSONValue], path: Path
) -> dict[str, JSONValue]:
    """Returns a sheet with a new header and what an earlier one of the seat says."""
    raw = read_bytes(path, limit=MAX_SIZE)
    document, sheet = read_order_sheet(subject.rules.game, raw, str(path))
    if sheet.seat != blank["player"]:
        raise RefusedFile([document.located(of_another(sheet.seat, str(blank["player"])))])
    return readdressed(blank, sheet.document)


def _with_pledge(
    subject: Match | Viewed, sheet: dict[str, JSONValue], key: Path | None, where: Path
) -> dict[str, JSONValue]:
    """Returns a sheet with its pledge, where the seat has a chain and an opening is to come."""
    seat, saved = sheet["player"], subject.saved
    if seat not in saved.chains and key is not None:
        raise typer.BadParameter(f"{seat} has no chain and needs no key", param_hint="--key")
    if saved.is_over:
        return sheet
    near = (where.parent if where.is_file() else where, Path())
    return pledged(saved, sheet, key, near)


def _fitting(forms: Sequence[tuple[str, JSONValue]]) -> str:
    """Names what a seat may say of which nothing is awaited; a conceded one has less to say."""
    says = any(topic == MATCH for topic, _ in forms)
    return f"standing orders and the topic {MATCH}" if says else "standing orders"


def _print_forms(forms: Sequence[tuple[str, JSONValue]]) -> None:
    if not forms:
        return
    wide = max(len(topic) for topic, _ in forms)
    typer.echo("Examples, by topic:", err=True)
    for topic, form in forms:
        typer.echo(f"  {topic:<{wide}}  {json.dumps(form)}", err=True)


def check(paths: Paths = None, as_data: AsJson = False) -> None:
    """Judge order sheets; change nothing.

    The rules judge a sheet as `adjudicate` will, and tell what it does up to the first dice.
    """
    with errors_shown("the sheet would be refused", as_data=as_data):
        where, sheets = split_paths(paths or [])
        if not sheets:
            raise typer.BadParameter("name at least one sheet")
        subject = open_subject(where)
        checked = [_check(subject, path) for path in sheets]
    if as_data:
        print_json([_checked_as_json(one, subject) for one in checked])
    else:
        for one in checked:
            print_problems(one.located, "")
            if one.is_acceptable:
                _print_checked(one, subject)
    if not all(one.is_acceptable for one in checked):
        if not as_data:
            located = [place for one in checked for place in one.located]
            typer.echo(summary(located, "the sheet would be refused"), err=True)
        raise typer.Exit(Exit.NO)


def _check(subject: Match | Viewed, path: Path) -> CheckedSheet:
    raw = read_bytes(path, limit=MAX_SIZE)
    if isinstance(subject, Match):
        take_signatures(subject, [(str(path), raw)])
        return subject.check(raw, str(path))
    document, sheet = read_order_sheet(subject.rules.game, raw, str(path))
    checked = check_sheet(subject.rules, subject.saved, document, sheet, is_mailed=True)
    return checked._replace(located=(*checked.located, *unseen_signature(path)))


def _checked_as_json(checked: CheckedSheet, subject: Match | Viewed) -> dict[str, Any]:
    return {
        "source": checked.document.source,
        "seat": checked.sheet.seat,
        "acceptable": checked.is_acceptable,
        "hash": checked.hash,
        "problems": [as_json(one) for one in checked.located],
        "stops": None
        if checked.dry is None
        else {"why": checked.dry.why, "at": checked.dry.stopped_at},
        "mails": mails_as_json(checked),
        "outlook": [part.to_json() for part in outlook_of(checked, subject)],
    }


def _print_checked(checked: CheckedSheet, subject: Match | Viewed) -> None:
    n = subject.saved.n + 1
    typer.echo(f"{checked.document.source}: good for {checked.sheet.seat}, opening {n}")
    typer.echo(f"    its hash: {checked.hash}")
    orders = {topic: len(listed) for topic, listed in checked.sheet.orders.items() if listed}
    if orders:
        counted = ", ".join(f"{topic} {number}" for topic, number in orders.items())
        typer.echo(f"    orders: {counted}")
    else:
        typer.echo("    orders: none")
    dry = checked.dry
    if dry is None:
        for line in by_form_lines(subject):
            typer.echo(line)
        return
    if not (orders or checked.sheet.answers):
        if any(one.seat == checked.sheet.seat for one in subject.saved.pending):
            typer.echo("    mailed like this, it does nothing with what is awaited of this seat")
        else:
            typer.echo(f"    nothing is awaited of {checked.sheet.seat} in this opening")
        return
    if dry.why == "dice":
        typer.echo("    checked by the rules up to the first dice,")
        typer.echo(f"        {dry.stopped_at}")
    elif dry.why == "awaited":
        typer.echo("    checked by the rules as far as what is awaited,")
        typer.echo(f"        {dry.stopped_at}")
    else:
        typer.echo("    checked by the rules to the end; no dice are rolled")
    for line in mail_lines(checked, subject):
        typer.echo(line)
    typer.echo(_told(checked, subject), nl=False)
    typer.echo(paragraphs_text(outlook_of(checked, subject)), nl=False)


def _told(checked: CheckedSheet, subject: Match | Viewed) -> str:
    """Returns what the sheet does up to the first dice, as the report will tell it."""
    dry, rules, seat = checked.dry, subject.rules, checked.sheet.seat
    assert dry is not None
    before = rules.view(state_of(rules.game, subject.saved.position), seat)
    told = heard(rules, dry.events, seat)
    reached = rules.view(dry.state, seat)
    known = rules.standings(reached)
    return paragraphs_text(
        paragraph
        for paragraph in rules.report(before, told, reached).paragraphs
        if any(line.text not in known for line in paragraph.lines)
    )


def adjudicate(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[MATCH] [FILE]...",
            help="A match folder [default: .], then order sheets, or pledges for a lock.",
        ),
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Work on a copy of the match in this new folder."),
    ] = None,
    rolls: Rolls = None,
    play: Play = None,
    until: Until = "",
    withheld: Withheld = None,
    number: Round = None,
    deadline: Deadline = None,
    beacon: Beacon = None,
    as_data: AsJson = False,
) -> None:
    """Take order sheets in; give out log, map, report.

    Sheets that came earlier and wait are taken in too; without a new one, those alone. Seats
    that match.json or --play gives to the built-in player need none. In the modes sealed, mutual
    and beacon a first run locks the sheets; a second one takes pledges or a beacon, and opens.
    """
    with errors_shown("nothing was adjudicated", as_data=as_data):
        where, sheets = split_paths(paths or [])
        match = open_match(where)
        means = lock_means(match, withheld, number, deadline, beacon=beacon)
        files = [(str(path), read_bytes(path, limit=MAX_SIZE)) for path in sheets]
        take_signatures(match, files)
        listed: Mapping[str, Sequence[int]] | None = None
        if rolls is not None and rolls != _TYPED:
            from adjudicator.files.rolls import read_rolls

            listed = read_rolls(read_bytes(rolls, limit=MAX_SIZE), str(rolls))
        seats = played_seats(match, play or [], until)
        given = [checked.sheet.seat for checked in match.accept(files)] if out or seats else []
        files += written_sheets(match, seats, given, as_data=as_data)
        if rolls == _TYPED:
            listed = _typed(match, files)
        with _source(rolls, listed):
            if out is not None:
                match = match.copy_to(out)
            played = match.adjudicate(files, listed, means=means)
    results = []
    while played.opening is not None and goes_on(match, seats, until):
        results.append(_result(match, played, briefly=True, as_data=as_data))
        with errors_shown(f"opening {match.saved.n + 1} was not made", as_data=as_data):
            files = written_sheets(match, seats, (), as_data=as_data)
            played = match.adjudicate(files, None)
    results.append(_result(match, played, briefly=False, as_data=as_data))
    if played.opening is not None and means.withheld:
        from adjudicator.cli.locking import print_withheld

        print_withheld(match, means.withheld)
    if as_data:
        print_json(results if until else results[0])
    raise typer.Exit(_exit_code(played.saved))


def _result(match: Match, played: Played, *, briefly: bool, as_data: bool) -> dict[str, Any]:
    """Returns the result of one opening as JSON; prints it if it is for people."""
    if played.failure is not None:
        made = "the lock of opening" if match.saved.locked is not None else "opening"
        n = match.saved.n + (match.saved.locked is not None)
        outcome = f"{made} {n} stands in the log; the next command makes the rest"
        with errors_shown(outcome, as_data=as_data):
            raise played.failure
    if match.mode == "public" and not briefly:
        typer.echo(PUBLIC_WARNING, err=True)
    if not as_data:
        _print_played(match, played, briefly=briefly)
    return _played_as_json(match, played)


_TYPED = Path("-")


def _source(
    rolls: Path | None, listed: Mapping[str, Sequence[int]] | None
) -> AbstractContextManager[None]:
    """Returns what gives problems their place in the file of rolls, or keeps rolls typed in."""
    if rolls is None or listed is None:
        return nullcontext()
    if rolls == _TYPED:
        from adjudicator.cli.table_dice import kept

        return kept(listed)
    return located_in(rolls)


def _typed(match: Match, files: Sequence[tuple[str, bytes]]) -> Mapping[str, Sequence[int]]:
    """Returns the dice that are typed in at the table, one roll after another."""
    from adjudicator.cli.table_dice import ask_for_rolls

    typed = ask_for_rolls(match, files)
    if typed is None:
        raise typer.Exit(Exit.NO)
    return typed


def _exit_code(saved: SavedMatch) -> Exit:
    is_awaited = saved.begun and not saved.is_over
    return Exit.AWAITED if is_awaited or saved.locked is not None else Exit.DONE


def _print_played(match: Match, played: Played, *, briefly: bool) -> None:
    for notice in played.notices:
        typer.echo(f"notice: {notice}", err=True)
    if played.saved.locked is not None:
        from adjudicator.cli.locking import locked_lines

        for line in locked_lines(match, match.folder):
            typer.echo(line)
        return
    awaited = asked(match.rules, played.saved.pending, None)
    if played.opening is None:
        typer.echo("Nothing could be adjudicated yet; no opening was made.")
        print_pending(awaited, match.waiting_seats())
        return
    turns = ", ".join(played.opening.run.turns)
    dice = sum(len(rolled.values) for rolled in played.opening.run.rolls)
    rolled = f"{dice} {'die' if dice == 1 else 'dice'} rolled" if dice else "no dice rolled"
    typer.echo(f"opening {played.opening.n}: {turns}; {rolled}")
    if briefly:
        return
    for kind, name in _SHOWN:
        for path in played.written:
            if path.name == name:
                typer.echo(f"{kind}: {path}")
    typer.echo(f"log: {match.folder / 'log.jsonl'}")
    typer.echo(f"save: {match.folder / 'referee' / 'save.json'}")
    if played.saved.is_over:
        typer.echo("The match is over.")
    print_pending(awaited, match.waiting_seats())
    if draw := draw_text(match.rules, played.saved):
        typer.echo(draw)
    _print_next(match)


_SHOWN = (
    ("map", "map.svg"),
    ("report", "report.txt"),
    ("report", "report.html"),
    ("state", "state.json"),
)


def _played_as_json(match: Match, played: Played) -> dict[str, Any]:
    from adjudicator.cli.locking import locked_as_json

    opening = played.opening
    return {
        "match": str(match.folder),
        "opening": None if opening is None else opening.n,
        "turns": [] if opening is None else list(opening.run.turns),
        "locked": locked_as_json(played.saved, match.awaited()),
        "head": played.saved.head,
        "over": played.saved.is_over,
        "pending": [one.to_json() for one in asked(match.rules, played.saved.pending, None)],
        "written": [str(path) for path in played.written],
        "notices": list(played.notices),
    }

"""adjudicate: sheets in; log, map and report out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from adjudicator.api.match import LockOptions, Match
from adjudicator.api.named_files import MAX_SIZE, SheetFile, located_in, read_bytes
from adjudicator.api.outcomes import Opened
from adjudicator.api.texts import amount
from adjudicator.cli.common import (
    PUBLIC_WARNING,
    STDIN,
    AsJson,
    Exit,
    errors_shown,
    open_match,
    opened_match,
    print_json,
    print_next,
    print_over,
    print_pending,
    sheet_files,
    split_paths,
    tell_notices,
)
from adjudicator.cli.modes import (
    fixes_round,
    lock_options_of,
    locked_lines,
    print_withheld,
    round_lines,
)
from adjudicator.cli.names import did_you_mean, seat_names

__all__ = ["Beacon", "Round", "Withheld", "adjudicate", "played_seats", "tell_played"]

Rolls = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Dice rolled elsewhere, by label (external mode); - asks for them one by one.",
    ),
]

Until = Annotated[
    str,
    typer.Option(
        metavar="SEAT|over",
        help="Go on, opening after opening, while only sheets of played seats are due: until that "
        "seat is, or the match is over.",
        show_default=False,
    ),
]

Play = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT|all",
        help="A seat that the built-in player plays; may be repeated.",
        autocompletion=seat_names,
    ),
]

Withheld = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT",
        help="Open what is locked without the pledge of this seat, which never came; may be "
        "repeated.",
    ),
]

Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N",
        help="Fix the round of drand quicknet for the next opening, before its sheets "
        "(beacon mode); a later one postpones it.",
    ),
]  # fmt: skip

Deadline = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="The same by its time, such as 2026-11-20T20:00:00Z: the round then."
    ),
]

Beacon = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="The beacon's answer, which opens (beacon mode): what "
        "api.drand.sh/v2/beacons/quicknet/rounds/ROUND gives, as a file; - reads it from stdin.",
    ),
]

_SHOWN = (
    ("map", "map.svg"),
    ("report", "report.txt"),
    ("report", "report.html"),
    ("state", "state.json"),
)


def adjudicate(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[MATCH] [FILE]...",
            help="A match folder [default: .], then order sheets, or pledges for a lock: files, "
            "saved mails (.eml, mbox), or - for standard input.",
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
    """Take order sheets; produce position, report and map.

    Sheets that came earlier and wait are taken in too; without a new one, those alone. Seats
    that match.json or --play gives to the built-in player need none. In the modes sealed, mutual
    and beacon a first run locks the sheets; a second one takes pledges or a beacon, and opens.
    In beacon mode --deadline or --round comes before both, alone: the sheets cite the round.
    """
    with errors_shown("nothing was adjudicated", as_data=as_data):
        where, sheets = split_paths(paths or [])
        match = open_match(where) if out is None else opened_match(where)
        lock_options = lock_options_of(
            match, withheld=withheld, number=number, deadline=deadline, beacon=beacon
        )
        if STDIN in sheets and (rolls == STDIN or beacon == str(STDIN)):
            raise typer.BadParameter("standard input can be read once", param_hint="-")
        files = sheet_files(sheets, match=match)
        if out is None and (done := match.done_already(files, lock_options)) is not None:
            seats = played_seats(match, play or [], until)
            _go_on(match, done, seats, until, lock_options=lock_options, as_data=as_data)
        listed: Mapping[str, Sequence[int]] | None = None
        if rolls is not None and rolls != STDIN:
            from adjudicator.api.dice import read_rolls

            listed = read_rolls(read_bytes(rolls, limit=MAX_SIZE), str(rolls))
        seats = played_seats(match, play or [], until)
        if fixes_round(match, lock_options):
            seats = ()  # Sheets come later, and cite the round.
        given = match.accept(files) if out or seats else ()
        if not as_data:
            tell_played(match, seats, given)
        if rolls == STDIN:
            listed = _typed(match, files, seats)
        copied = match.copied_to(out) if out is not None else nullcontext(match)
        with _source(rolls, listed), copied as match:
            tell_notices(match)  # What the copy of an older folder lacked.
            opened = match.adjudicate(files, rolls=listed, lock_options=lock_options, play=seats)
    _go_on(match, opened, seats, until, lock_options=lock_options, as_data=as_data)


def _go_on(
    match: Match,
    opened: Opened,
    seats: Sequence[str],
    until: str,
    *,
    lock_options: LockOptions,
    as_data: bool,
) -> NoReturn:
    """Makes more openings where only played seats are awaited; tells of all, and ends."""
    results = []
    while opened.n is not None and match.needs_nobody(seats, until):
        results.append(_result(match, opened, briefly=True, as_data=as_data))
        with errors_shown(f"opening {match.n + 1} was not made", as_data=as_data):
            if not as_data:
                tell_played(match, seats, ())
            opened = match.adjudicate(play=seats)
    results.append(_result(match, opened, briefly=False, as_data=as_data))
    if opened.n is not None and lock_options.withheld:
        print_withheld(match, lock_options.withheld)
    if as_data:
        print_json(results if until else results[0])
    raise typer.Exit(Exit.AWAITED if opened.stops_in_mid_turn else Exit.DONE)


def _result(match: Match, opened: Opened, *, briefly: bool, as_data: bool) -> dict[str, Any]:
    """Returns the result of one opening as JSON; prints it if it is for people."""
    if opened.failure is not None:
        is_next = match.is_locked or opened.has_fixed
        made = "the lock of opening" if match.is_locked else "opening"
        made = "the round of opening" if opened.has_fixed else made
        outcome = f"{made} {match.n + is_next} stands in the log; the next command makes the rest"
        with errors_shown(outcome, as_data=as_data):
            raise opened.failure
    tell_notices(match)
    if match.mode == "public" and not briefly:
        typer.echo(PUBLIC_WARNING, err=True)
    if not as_data:
        _print_opened(match, opened, briefly=briefly)
    return _as_json(match, opened)


def _source(
    rolls: Path | None, listed: Mapping[str, Sequence[int]] | None
) -> AbstractContextManager[None]:
    """Returns what gives problems their place in the file of rolls, or keeps rolls typed in."""
    if rolls is None or listed is None:
        return nullcontext()
    if rolls == STDIN:
        from adjudicator.cli.table_dice import kept

        return kept(listed)
    return located_in(rolls)


def _typed(
    match: Match, files: Sequence[SheetFile], seats: Sequence[str]
) -> Mapping[str, Sequence[int]]:
    """Returns the dice that are typed in at the table, one roll after another."""
    from adjudicator.cli.table_dice import ask_for_rolls

    typed = ask_for_rolls(match, files, seats)
    if typed is None:
        raise typer.Exit(Exit.NO)
    return typed


def _print_opened(match: Match, opened: Opened, *, briefly: bool) -> None:
    for notice in opened.notices:
        typer.echo(f"notice: {notice}", err=True)
    if opened.is_locked:
        for line in locked_lines(match, match.folder):
            typer.echo(line)
        return
    if opened.has_fixed:
        _print_shown(opened)
        typer.echo("\n".join(round_lines(match, match.folder)))
        return
    if opened.n is None:
        typer.echo("Nothing could be adjudicated yet; no opening was made.")
        print_pending(opened.pending, match.waiting)
        _print_round(match)
        return
    dice = sum(len(rolled.values) for rolled in opened.dice)
    rolled = f"{amount(dice, 'die', 'dice')} rolled" if dice else "no dice rolled"
    typer.echo(f"opening {opened.n}: {', '.join(opened.turns)}; {rolled}")
    if briefly:
        return
    _print_shown(opened)
    typer.echo(f"log: {match.folder / 'log.jsonl'}")
    typer.echo(f"save: {match.folder / 'referee' / 'save.json'}")
    if opened.is_over:
        print_over(match)
    print_pending(opened.pending, match.waiting)
    if draw := match.draw_offer:
        typer.echo(draw)
    print_next(match)
    _print_round(match)


def _print_shown(opened: Opened) -> None:
    for kind, name in _SHOWN:
        for path in opened.written:
            if path.name == name:
                typer.echo(f"{kind}: {path}")


def _print_round(match: Match) -> None:
    """Says what to do about the round of the beacon, where it is fixed before sheets."""
    if match.awaits_round:
        typer.echo("\n".join(round_lines(match, match.folder)))


def _as_json(match: Match, opened: Opened) -> dict[str, Any]:
    return {
        "match": str(match.folder),
        "opening": opened.n,
        "turns": list(opened.turns),
        "locked": match.lock_json(),
        **match.beacon_json(),
        "head": opened.head,
        "over": opened.is_over,
        "pending": [one.to_json() for one in match.pending],
        "written": [str(path) for path in opened.written],
        "notices": list(opened.notices),
    }


ALL, OVER = "all", "over"


def played_seats(match: Match, named: Sequence[str], until: str) -> tuple[str, ...]:
    """Returns the seats that the built-in player plays: those named, of the offer, of match.json.

    For the offer's it writes every sheet; for others where none came, and the log says so.
    """
    seats = match.seats
    for word, option in (*((name, "--play") for name in named), (until, "--until")):
        known = (*seats, ALL) if option == "--play" else ("", *seats, OVER)
        if word not in known:
            raise typer.BadParameter(
                f"no seat {word!r}; seats: {', '.join(seats)}{did_you_mean(word, known)}",
                param_hint=option,
            )
    return match.seats_played(named)


def tell_played(match: Match, seats: Sequence[str], besides: Sequence[str]) -> None:
    """Says for which seats a sheet is written now.

    Args:
        besides: seats whose sheets were given.
    """
    for words in match.to_play(seats, besides):
        typer.echo(words)

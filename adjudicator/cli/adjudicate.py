"""adjudicate: sheets in; log, map and report out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from adjudicator.cli.lock_first import (
    awaits_round,
    beacon_as_json,
    fixes_round,
    locked_as_json,
    locked_lines,
    means_of,
    print_withheld,
    round_lines,
)
from adjudicator.cli.meant import seat_names
from adjudicator.cli.playing import as_played, goes_on, played_seats, tell_played
from adjudicator.cli.shell import (
    PUBLIC_WARNING,
    AsJson,
    Exit,
    errors_shown,
    located_in,
    open_match,
    print_json,
    print_next,
    print_over,
    print_pending,
    split_paths,
    tell_notices,
)
from adjudicator.cli.signed import take_signatures
from adjudicator.core.english import amount
from adjudicator.core.hearing import asked
from adjudicator.core.opening import LockMeans
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.matches.done_already import done_already
from adjudicator.files.matches.match import Match, Played
from adjudicator.files.matches.match_copy import copied_match
from adjudicator.files.matches.opening_report import draw_text
from adjudicator.files.storage import read_bytes

__all__ = ["adjudicate"]

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
        help="Go on, opening after opening, while only played seats are awaited: until that "
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

_TYPED = Path("-")
"""Dice are typed in."""
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
    In beacon mode --deadline or --round comes before both, alone: the sheets cite the round.
    """
    with errors_shown("nothing was adjudicated", as_data=as_data):
        where, sheets = split_paths(paths or [])
        match = open_match(where, writes=out is None)
        means = means_of(match, withheld=withheld, number=number, deadline=deadline, beacon=beacon)
        files = [(str(path), read_bytes(path, limit=MAX_SIZE)) for path in sheets]
        if out is None and (done := done_already(match, files, means)) is not None:
            seats = played_seats(match, play or [], until)
            _go_on(match, done, seats, until, means=means, as_data=as_data)
        take_signatures(match, files)
        listed: Mapping[str, Sequence[int]] | None = None
        if rolls is not None and rolls != _TYPED:
            from adjudicator.files.written.rolls import read_rolls

            listed = read_rolls(read_bytes(rolls, limit=MAX_SIZE), str(rolls))
        seats = played_seats(match, play or [], until)
        if fixes_round(match, means):
            seats = ()  # Sheets come later, and cite the round.
        given = [checked.sheet.seat for checked in match.accept(files)] if out or seats else []
        if not as_data:
            tell_played(match, seats, given)
        if rolls == _TYPED:
            listed = _typed(match, files, seats)
        copied = copied_match(match, out) if out is not None else nullcontext(match)
        with _source(rolls, listed), copied as match:
            tell_notices(match)  # What the copy of an older folder lacked.
            played = match.adjudicate(files, listed, means=means, played=as_played(seats))
    _go_on(match, played, seats, until, means=means, as_data=as_data)


def _go_on(
    match: Match,
    played: Played,
    seats: Sequence[str],
    until: str,
    *,
    means: LockMeans,
    as_data: bool,
) -> NoReturn:
    """Makes more openings where only played seats are awaited; tells of all, and ends."""
    results = []
    while played.opening and goes_on(match, seats, until) and not awaits_round(match):
        results.append(_result(match, played, briefly=True, as_data=as_data))
        with errors_shown(f"opening {match.saved.n + 1} was not made", as_data=as_data):
            if not as_data:
                tell_played(match, seats, ())
            played = match.adjudicate([], None, played=as_played(seats))
    results.append(_result(match, played, briefly=False, as_data=as_data))
    if played.opening is not None and means.withheld:
        print_withheld(match, means.withheld)
    if as_data:
        print_json(results if until else results[0])
    raise typer.Exit(_exit_code(played))


def _result(match: Match, played: Played, *, briefly: bool, as_data: bool) -> dict[str, Any]:
    """Returns the result of one opening as JSON; prints it if it is for people."""
    if played.failure is not None:
        is_next = match.saved.locked is not None or played.has_fixed
        made = "the lock of opening" if match.saved.locked is not None else "opening"
        made = "the round of opening" if played.has_fixed else made
        n = match.saved.n + is_next
        outcome = f"{made} {n} stands in the log; the next command makes the rest"
        with errors_shown(outcome, as_data=as_data):
            raise played.failure
    tell_notices(match)
    if match.mode == "public" and not briefly:
        typer.echo(PUBLIC_WARNING, err=True)
    if not as_data:
        _print_played(match, played, briefly=briefly)
    return _played_as_json(match, played)


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


def _typed(
    match: Match, files: Sequence[tuple[str, bytes]], seats: Sequence[str]
) -> Mapping[str, Sequence[int]]:
    """Returns the dice that are typed in at the table, one roll after another."""
    from adjudicator.cli.table_dice import ask_for_rolls

    typed = ask_for_rolls(match, files, as_played(seats))
    if typed is None:
        raise typer.Exit(Exit.NO)
    return typed


def _exit_code(played: Played) -> Exit:
    """Returns whether something else than whole sheets is awaited: a held first topic too."""
    saved = played.saved
    is_held = any(pending.topic != "orders" for pending in played.asked)
    is_awaited = (saved.begun or is_held) and not saved.is_over
    return Exit.AWAITED if is_awaited or saved.locked is not None else Exit.DONE


def _print_played(match: Match, played: Played, *, briefly: bool) -> None:
    for notice in played.notices:
        typer.echo(f"notice: {notice}", err=True)
    if played.saved.locked is not None:
        for line in locked_lines(match, match.folder):
            typer.echo(line)
        return
    if played.has_fixed:
        _print_shown(played)
        typer.echo("\n".join(round_lines(match, match.folder)))
        return
    awaited = asked(match.rules, played.asked or played.saved.pending, None)
    if played.opening is None:
        typer.echo("Nothing could be adjudicated yet; no opening was made.")
        print_pending(awaited, match.waiting_seats())
        _print_round(match)
        return
    turns = ", ".join(played.opening.run.turns)
    dice = sum(len(rolled.values) for rolled in played.opening.run.rolls)
    rolled = f"{amount(dice, 'die', 'dice')} rolled" if dice else "no dice rolled"
    typer.echo(f"opening {played.opening.n}: {turns}; {rolled}")
    if briefly:
        return
    _print_shown(played)
    typer.echo(f"log: {match.folder / 'log.jsonl'}")
    typer.echo(f"save: {match.folder / 'referee' / 'save.json'}")
    if played.saved.is_over:
        print_over(match)
    print_pending(awaited, match.waiting_seats())
    if draw := draw_text(match.rules, played.saved):
        typer.echo(draw)
    print_next(match)
    _print_round(match)


def _print_shown(played: Played) -> None:
    for kind, name in _SHOWN:
        for path in played.written:
            if path.name == name:
                typer.echo(f"{kind}: {path}")


def _print_round(match: Match) -> None:
    """Says what to do about the round of the beacon, where it is fixed before sheets."""
    if awaits_round(match):
        typer.echo("\n".join(round_lines(match, match.folder)))


def _played_as_json(match: Match, played: Played) -> dict[str, Any]:
    opening = played.opening
    return {
        "match": str(match.folder),
        "opening": None if opening is None else opening.n,
        "turns": [] if opening is None else list(opening.run.turns),
        "locked": locked_as_json(played.saved, match.awaited()),
        **beacon_as_json(match),
        "head": played.saved.head,
        "over": played.saved.is_over,
        "pending": [one.to_json() for one in asked(match.rules, played.saved.pending, None)],
        "written": [str(path) for path in played.written],
        "notices": list(played.notices),
    }

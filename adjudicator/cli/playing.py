"""Seats that the built-in player plays: their sheets are written before an opening is made."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from adjudicator.core.problem import Problem, Refused
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.core.tfd1 import make_secret
from adjudicator.files.matches.match import Match
from adjudicator.files.pretty import pretty
from adjudicator.files.written.templates import sheet_of_player

__all__ = ["goes_on", "played_seats", "written_sheets"]

ALL, OVER = "all", "over"


def played_seats(match: Match, named: Sequence[str], until: str) -> tuple[str, ...]:
    """Returns the seats that the built-in player plays: those named, and those of match.json."""
    seats = match.rules.seats
    for word, option in (*((name, "--play") for name in named), (until, "--until")):
        known = (*seats, ALL) if option == "--play" else ("", *seats, OVER)
        if word not in known:
            raise typer.BadParameter(
                f"no seat {word!r}; seats: {', '.join(seats)}", param_hint=option
            )
    if ALL in named:
        return seats
    notes = match.notes()
    return tuple(
        seat for seat in seats if seat in named or (seat in notes and notes[seat].plays is not None)
    )


def written_sheets(
    match: Match, seats: Sequence[str], besides: Sequence[str], *, as_data: bool
) -> list[tuple[str, bytes]]:
    """Returns the sheets that are awaited from played seats, as names and bytes; tells of each.

    Args:
        besides: seats whose sheets were given.
        as_data: whether stdout is for JSON alone.

    Raises:
        Refused: such a seat has a chain of its own, and only its player the key.
    """
    if not seats or match.saved.locked is not None:
        return []
    there = (*besides, *match.waiting_seats())
    written = []
    for seat in awaited_seats(match.saved.pending):
        if seat in seats and seat not in there:
            if seat in match.saved.chains:
                raise _cannot_pledge(match, seat)
            name = f"{seat}: sheet by the built-in player"
            if not as_data:
                typer.echo(name)
            sheet = sheet_of_player(match.rules, match.saved, seat, make_secret())
            written.append((name, pretty(sheet)))
    return written


def _cannot_pledge(match: Match, seat: str) -> Refused:
    return Refused(
        [
            Problem(
                "cannot-pledge",
                f"the built-in player cannot pledge for {seat}, which has a chain of its own",
                hint=f"Its player sends a sheet; or he leaves the seat: `adjudicator join "
                f"log.jsonl {seat} --without-chain` makes the join for "
                f"`adjudicator seat {match.folder} JOIN`.",
            )
        ]
    )


def goes_on(match: Match, seats: Sequence[str], until: str) -> bool:
    """Says whether the next opening needs nothing but sheets of played seats."""
    saved = match.saved
    asked = [pending.seat for pending in saved.pending]
    return (
        bool(until) and not saved.is_over and all(seat in seats and seat != until for seat in asked)
    )

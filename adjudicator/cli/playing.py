"""Seats that the built-in player plays: their sheets are written before an opening is made."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from adjudicator.cli.meant import did_you_mean
from adjudicator.core.automatic import BUILT_IN, WrittenBy
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.played_seats import name_of

__all__ = ["as_played", "goes_on", "played_seats", "tell_played"]

ALL, OVER = "all", "over"


def played_seats(match: Match, named: Sequence[str], until: str) -> tuple[str, ...]:
    """Returns the seats that the built-in player plays: those named, of the offer, of match.json.

    For the offer's it writes every sheet; for others where none came, and the log says so.
    """
    seats = match.rules.seats
    for word, option in (*((name, "--play") for name in named), (until, "--until")):
        known = (*seats, ALL) if option == "--play" else ("", *seats, OVER)
        if word not in known:
            raise typer.BadParameter(
                f"no seat {word!r}; seats: {', '.join(seats)}{did_you_mean(word, known)}",
                param_hint=option,
            )
    if ALL in named:
        return seats
    notes = match.notes()
    given = {*named, *match.genesis.offer.plays}
    return tuple(
        seat for seat in seats if seat in given or (seat in notes and notes[seat].plays is not None)
    )


def tell_played(match: Match, seats: Sequence[str], besides: Sequence[str]) -> None:
    """Says for which seats a sheet is written now.

    Args:
        besides: seats whose sheets were given.
    """
    for seat, by in match.to_play(as_played(seats), besides).items():
        typer.echo(name_of(seat, by))


def as_played(seats: Sequence[str]) -> dict[str, WrittenBy]:
    """Returns seats as those whose sheets the built-in player writes."""
    return dict.fromkeys(seats, BUILT_IN)


def goes_on(match: Match, seats: Sequence[str], until: str) -> bool:
    """Says whether the next opening needs nothing but sheets of played seats."""
    saved = match.saved
    asked = [pending.seat for pending in saved.pending]
    return (
        bool(until) and not saved.is_over and all(seat in seats and seat != until for seat in asked)
    )

"""Seats that the built-in player plays: their sheets are written before an opening is made."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from adjudicator.api.match import Match
from adjudicator.cli.meant import did_you_mean

__all__ = ["played_seats", "tell_played"]

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

"""template --send-as-is: a sheet in which nothing is to be ordered, ready to send, in one act.

The deal and the lot ask nobody anything; but every seat sends a sheet for them, whose blind and
pledge go into the dice: else the referee alone would choose the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import typer

from adjudicator.cli.recalling import Own
from adjudicator.cli.shell import Viewed
from adjudicator.core.automatic import topics_open
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.core.values import JSONValue
from adjudicator.files.keys.seat_keys import usual_name
from adjudicator.files.matches.match import Match
from adjudicator.files.pretty import pretty
from adjudicator.files.storage import write_new

__all__ = ["write_as_is"]


def write_as_is(
    subject: Match | Viewed, sheet: Mapping[str, JSONValue], out: Path | None, own: Own | None
) -> None:
    """Writes a sheet that is complete as it stands to a new file; the seat's key remembers it.

    Raises:
        Refused: nothing is awaited of the seat, or there is something to order or to answer.
        UnusableFile: the file is there already.
    """
    seat = str(sheet["player"])
    saved = subject.saved
    asked = [pending.label for pending in saved.pending if pending.seat == seat]
    if seat not in awaited_seats(saved.pending):
        raise Refused([Problem("nothing-awaited", f"nothing is awaited of {seat} now", hint="")])
    topics = topics_open(subject.rules, saved, seat)
    if topics or "answers" in sheet:
        what = f"orders for {', '.join(topics)}" if topics else f"an answer to {', '.join(asked)}"
        problem = Problem(
            "not-as-is",
            f"{seat} has something to decide: {what}",
            hint="Leave --send-as-is out, and fill the sheet in.",
        )
        raise Refused([problem])
    path = out or Path(usual_name("sheet", f"n{saved.n + 1:04d}", seat))
    write_new(path, pretty(sheet))
    if own is not None:
        own.remember(sheet)
    typer.echo(f"{path}: complete. Send it as it is; there is nothing to fill in.")

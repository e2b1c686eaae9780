"""What a seat may order as data, and the page on which its sheet is made by clicks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.api.problems import Problem, Refused

if TYPE_CHECKING:  # a method of it calls these
    from adjudicator.api.position import Position

__all__ = ["choices_for", "composing_page", "page_for"]


def choices_for(position: Position, seat: str) -> dict[str, Any]:
    """Returns what a seat may order now; see `Position.choices`."""
    from adjudicator.compose.pen import choices_of
    from adjudicator.core.sheet_writer import awaited_seats

    position.check_seat(seat)
    _check(position, seat)
    if seat not in awaited_seats(position.saved.pending):
        raise Refused([_nothing(f"from {seat} ")])
    return choices_of(position.rules_in(), position.saved, seat)


def page_for(position: Position, seat: str | None, state: bytes | None = None) -> tuple[str, str]:
    """Returns the page on which sheets are made, and its title; see `Position.compose`.

    Args:
        state: the state.json, for a page that another one shows: it brings that along, and waits
            to be opened.
    """
    from adjudicator.compose.pen import pens_of, with_position
    from adjudicator.core.report import Figure, Report
    from adjudicator.narrate.html import report_html
    from adjudicator.narrate.languages import narrator_of

    position.check_seat(seat)
    whose = _reader_of(position) if seat is None else seat
    _check(position, whose)
    rules, saved = position.rules_in(), position.saved
    title = _title_of(position)
    pen = next(pens_of(rules, saved, seat=whose, title=title, is_alone=state is None), None)
    if pen is None:
        raise Refused([_nothing("" if whose is None else f"from {whose} ")])
    narrator = narrator_of(rules)
    board = Figure(narrator.say("map"), position.map(seat=whose), is_usual=True)
    page = Report(
        title=title,
        summary=(),
        paragraphs=(),
        figures=(board,),
        language=narrator.language.code,
        pen=pen if state is None else with_position(pen, state),
    )
    return report_html(page), title


def composing_page(path: Path, seat: str | None = None) -> str:
    """Returns a page on which a sheet for a mailed state.json is made; empty where none can be.

    Args:
        path: the state.json, which the page brings along.
        seat: whose sheets alone; None: all that whoever got the file may make.

    Raises:
        RefusedFile: it is malformed or invalid.
        UnusableFile: it cannot be read; its game or map is not known here.
    """
    from adjudicator.api.mailed import read_state
    from adjudicator.core.limits import MAX_SIZE
    from adjudicator.documents.storage import read_bytes

    raw, position = read_bytes(path, limit=MAX_SIZE), read_state(path)
    try:
        return page_for(position, position.seat or seat, raw)[0]
    except (Refused, ValueError):
        return ""


def _check(position: Position, seat: str | None) -> None:
    """Raises if sheets of a seat cannot be made from what is known here; None: of all seats."""
    from adjudicator.core.capabilities import Composes

    if not isinstance(position.rules, Composes):
        raise ValueError(f"{position.game_title} does not say what may be ordered by clicks")
    position.check_unlocked()
    if not position.is_hidden or (seat is not None and _knows(position, seat)):
        return
    if seat is None:
        message = f"in {position.game_title} each seat knows other things: a page is for one seat"
    else:
        message = f"what {seat} may order cannot be seen here: this is not its own view"
    hint = "Name the seat's own state.json, or the referee's match folder and the seat."
    raise Refused([Problem("own-view-needed", message, hint=hint)])


def _knows(position: Position, seat: str) -> bool:
    """Whether all that a seat knows of a hidden position is at hand."""
    from adjudicator.api.mailed import SeenPosition

    return not isinstance(position, SeenPosition) or position.view.seat == seat


def _reader_of(position: Position) -> str | None:
    """Returns for whom a position was written down; None: for everybody."""
    from adjudicator.api.mailed import SeenPosition

    return position.view.seat if isinstance(position, SeenPosition) else None


def _title_of(position: Position) -> str:
    """Returns what people call a match; where they do not, its name, or the title of the game."""
    from adjudicator.api.begun import BegunMatch

    called = position.caption[0] if isinstance(position, BegunMatch) and position.caption else ""
    return called or position.name or position.game_title


def _nothing(whom: str) -> Problem:
    return Problem("nothing-awaited", f"nothing is due {whom}now", hint="")

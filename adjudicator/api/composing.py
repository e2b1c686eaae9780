"""A page on which sheets are made by clicks: the map with the pen, and nothing besides."""

from __future__ import annotations

from pathlib import Path

from adjudicator.api.mailed import read_state
from adjudicator.api.texts import render_report
from adjudicator.compose.pen import pens_of, with_position
from adjudicator.core.limits import MAX_SIZE
from adjudicator.core.report import Figure, Report
from adjudicator.documents.storage import read_bytes

__all__ = ["composing_page"]


def composing_page(state: Path, seat: str | None = None) -> str:
    """Returns a page on which a sheet for a mailed state.json is made; empty where none can be.

    It can be where orders are awaited and the game says what may be ordered.

    Args:
        state: the state.json.
        seat: whose sheets alone; None: all that whoever got the file may make.

    Raises:
        RefusedFile: it is malformed or invalid.
        UnusableFile: it cannot be read; its game or map is not known here.
    """
    raw = read_bytes(state, limit=MAX_SIZE)
    position = read_state(state)
    rules, whose = position.rules_in(), position.seat or seat
    title = position.name or position.game_title
    pens = list(pens_of(rules, position.saved, seat=whose, title=title))
    if not pens:
        return ""
    report = Report(
        title=title,
        summary=(),
        paragraphs=(),
        figures=(Figure(title, position.map(), is_usual=True),),
        pen=with_position(pens[0], raw),
    )
    _, page = render_report(report)
    return page

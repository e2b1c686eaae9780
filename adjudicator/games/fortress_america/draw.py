"""The map as a picture: a plain list of spaces until the drawn map takes its place."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.state import State

__all__ = ["picture"]

_LINE = 16


def picture(book: Book, view: State, events: Sequence[Event]) -> str:
    """Returns an SVG with one line for each space that holds units, a marker or a laser."""
    lines: list[str] = []
    for area in book.map.areas:
        units = [
            f"{side} {count} {kind}"
            for side, counts in view.units.get(area, FrozenMap()).items()
            for kind, count in counts.items()
        ]
        notes = [
            *([f"held by {view.control[area]}"] if area in view.control else []),
            *(["laser"] if area in view.lasers else []),
            *(["declared"] if area in view.declared else []),
        ]
        if units or notes:
            text = escape(f"{book.name(area)}: {', '.join([*units, *notes])}")
            lines.append(
                f'<text id="area-{area}" x="8" y="{_LINE * (len(lines) + 2)}">{text}</text>'
            )
    height = _LINE * (len(lines) + 3)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {height}" '
        f'font-family="sans-serif" font-size="12">'
        f'<text x="8" y="{_LINE}">Turn {view.turn}, {view.side}</text>{"".join(lines)}</svg>\n'
    )

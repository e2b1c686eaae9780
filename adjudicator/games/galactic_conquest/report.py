"""The opening told for people, from a view."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Event, event_name
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.games.galactic_conquest.book import Book
from adjudicator.games.galactic_conquest.state import State

__all__ = ["report", "standings"]


def report(book: Book, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns a line for each event."""
    told = tuple(Line(text=_told(event)) for event in events)
    paragraphs = (Paragraph(heading="What happened", lines=told),) if told else ()
    lines = tuple(Line(text=text) for text in standings(book, view))
    return Report(
        title=f"Turn {view.turn}",
        summary=(),
        paragraphs=(*paragraphs, Paragraph(heading="Standings", lines=lines)),
    )


def _told(event: Event) -> str:
    words = [f"{name} {value}" for name, value in event.to_json().items() if name != "deck"]
    return f"{event_name(event).replace('-', ' ')}: {', '.join(words)}"


def standings(book: Book, state: State) -> tuple[str, ...]:
    """Returns planets, troops and cards of each seat."""
    lines = []
    for seat in book.seats:
        held = [planet for planet, owner in state.owners.items() if owner == seat]
        troops = sum(state.troops[planet] for planet in held)
        lines.append(
            f"{seat}: {len(held)} planets, {troops} troops, {len(state.hands[seat])} cards"
        )
    return tuple(lines)

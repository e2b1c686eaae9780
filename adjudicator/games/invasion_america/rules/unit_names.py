"""Whether there are units of a name."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.book import Book
from adjudicator.games.invasion_america.state import is_unit_name

__all__ = ["unknown_unit"]


def unknown_unit(book: Book, name: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if no counter can have this name in the scenario."""
    counters = book.counters.get(name[:-3]) if is_unit_name(name) else None
    if counters is not None and 1 <= int(name[-2:]) <= counters.made:
        return
    yield Problem(
        "unknown-unit",
        f'there is no unit "{name}"',
        path,
        "3.36",
        hint="Units are named by nation, type and number: us-armour-01.",
        kind="invalid",
    )

"""The built-in player of Nine Fields: takes what is free, attacks where it is stronger."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.nine_fields.rules import city_of, count, other
from adjudicator.games.nine_fields.state import Book, March, State, marching

__all__ = ["planned"]


def planned(book: Book, view: State, side: str) -> Iterator[March]:
    """Yields a march from each field that can spare somebody: to the best field beside it."""
    goal = book.map.distances(city_of(book, other(side)))
    for start, ready in view.ready.items():
        beside = book.map.neighbours(start)
        enemies = {field: count(view, field, other(side)) for field in beside}
        free = ready - max(enemies.values()) if start == city_of(book, side) else ready
        worth = {
            field: ((enemies[field] > 0) + (view.holders.get(field) != side), -goal[field])
            for field in beside
            if enemies[field] * 3 <= free * 2
        }
        best = max(worth, key=worth.__getitem__, default=start)
        if best in worth and free > 0 and worth[best] > (0, -goal[start]):
            yield marching(free, start, best)

"""Ways over the map: how far a unit is from a space, and by which way it goes there."""

from __future__ import annotations

from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.state import Side, State, UnitKind

__all__ = ["distances", "shortest_path"]


def distances(
    book: Book, state: State, side: Side, start: str, *, kind: UnitKind
) -> dict[str, int]:
    """Returns how many spaces a unit in `start` moves to each other one.

    Nearer ones come first; where it may end is another question.
    """
    return book.map.distances(
        start, may_pass=lambda area: _may_pass(book, state, side, area, kind=kind)
    )


def shortest_path(
    book: Book, state: State, side: Side, ends: tuple[str, str], *, kind: UnitKind
) -> tuple[str, ...]:
    """Returns a shortest way of a unit from the first to the second of `ends`.

    Of equal ones it is the one whose last spaces have the lower ids.
    """
    start, end = ends
    ahead = distances(book, state, side, start, kind=kind)
    path = [end]
    while path[-1] != start:
        here = path[-1]
        path.append(
            next(
                area
                for area in book.map.neighbours(here)
                if ahead.get(area) == ahead[here] - 1
                and (area == start or _may_pass(book, state, side, area, kind=kind))
            )
        )
    return tuple(reversed(path))


def _may_pass(book: Book, state: State, side: Side, area: str, *, kind: UnitKind) -> bool:
    """Aircraft pass over all land, and over foreign zones in some editions only.

    Others pass only friendly spaces. (Actions 3 and 6, ruling 1)
    """
    if book.facts(kind).unit_class == "air":
        return book.may_fly_over(side, area)
    return book.is_friendly(state, side, area)

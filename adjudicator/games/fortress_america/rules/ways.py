"""Ways over the map: how far a unit is from a space, and by which way it goes there."""

from __future__ import annotations

from functools import partial

from adjudicator.boards.area import AreaTest
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import Side, State, UnitKind

__all__ = ["distances", "shortest_path"]


def distances(
    book: Ruleset,
    state: State,
    side: Side,
    start: str,
    *,
    kind: UnitKind,
    within: int | None = None,
) -> dict[str, int]:
    """Returns how many spaces a unit in `start` moves to each other one, `within` at the most.

    Nearer ones come first; where it may end is another question.
    """
    may_pass = _passing(book, state, side, kind)
    return book.map.distances(start, may_pass=may_pass, within=within)


def shortest_path(
    book: Ruleset, state: State, side: Side, ends: tuple[str, str], *, kind: UnitKind
) -> tuple[str, ...]:
    """Returns a shortest way of a unit from the first to the second of `ends`.

    Of equal ones it is the one whose last spaces have the lower ids.
    """
    start, end = ends
    ahead = distances(book, state, side, start, kind=kind)
    may_pass = _passing(book, state, side, kind)
    path = [end]
    while path[-1] != start:
        here = path[-1]
        path.append(
            next(
                area
                for area in book.map.neighbours(here)
                if ahead.get(area) == ahead[here] - 1 and (area == start or may_pass(area))
            )
        )
    return tuple(reversed(path))


def _passing(book: Ruleset, state: State, side: Side, kind: UnitKind) -> AreaTest:
    """Returns which spaces a kind of unit may pass.

    Aircraft pass over all land, and over foreign zones in some editions only. Others pass only
    friendly spaces. (Actions 3 and 6, ruling 1)
    """
    if book.facts(kind).unit_class == "air":
        return partial(book.may_fly_over, side)
    return partial(book.is_friendly, state, side)

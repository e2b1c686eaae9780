"""What speaks for a hex where units retreat, by standing orders or the published defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from adjudicator.boards.hexes import Hex
from adjudicator.core.game import StandingOrder
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.book import Book
from adjudicator.games.invasion_america.rules.line_up import is_land
from adjudicator.games.invasion_america.rules.retreat_ways import Ground
from adjudicator.games.invasion_america.rules.supply import lines_of, reaches
from adjudicator.games.invasion_america.state import Side, State, nation_of, side_of

__all__ = ["PREFERENCES", "WORDS", "fitting", "prefer_for_displaced", "rank"]

WORDS = ("supply", "away", "terrain", "city")
"""The words that say what speaks for a hex; hexes themselves are the others."""
PREFERENCES: tuple[str, ...] = ("supply", "away", "terrain")
"""The published default. (Ruling 75)"""

G = TypeVar("G", o.StandingRetreat, o.StandingDisplace, o.StandingExchange, o.StandingAdvance)


def fitting(
    standing: Sequence[StandingOrder], kind: type[G], side: Side, number: str | None = None
) -> G | None:
    """Returns the standing order of a kind that holds for units of a side in a hex.

    What names the hex comes before what does not, then what names the side, then the first.
    """
    found: list[tuple[tuple[bool, bool], G]] = []
    for order in standing:
        if not isinstance(order, kind) or order.side not in (None, side):
            continue
        hexes: tuple[str, ...] | None = getattr(order, "in_", None)
        if hexes is None or number in hexes:
            found.append(((hexes is None, order.side is None), order))
    return min(found, key=lambda one: one[0])[1] if found else None


def prefer_for_displaced(standing: Sequence[StandingOrder], side: Side) -> tuple[str, ...] | None:
    """Returns what speaks for a hex where displaced units go; None: no standing order says it.

    What is not said of displacement holds as with retreats.
    """
    own = fitting(standing, o.StandingDisplace, side)
    if own is not None and own.prefer:
        return own.prefer
    retreat = fitting(standing, o.StandingRetreat, side)
    return retreat.prefer if retreat is not None else None


def rank(ground: Ground, units: Sequence[str], hex_: Hex, prefer: Sequence[str]) -> tuple[int, ...]:
    """Returns how good a hex is for units that go there, by several criteria; less is better."""
    return tuple(_worth(ground, units, hex_, word) for word in prefer)


def _worth(ground: Ground, units: Sequence[str], hex_: Hex, word: str) -> int:
    book, state = ground.book, ground.state
    match word:
        case "supply":
            return int(not ground.afloat and not _is_supplied(book, state, units, hex_))
        case "away":
            return -_distance_to_enemy(book, state, ground.side, hex_)
        case "terrain":
            return 0 if ground.afloat else -book.charts.terrain_of(hex_).defence
        case "city":
            return int(ground.afloat or not book.charts.terrain_of(hex_).points)
        case _:
            near = book.hexes.get(word)
            return 0 if near is None else book.charts.grid.distance(hex_, near)


def _is_supplied(book: Book, state: State, units: Sequence[str], hex_: Hex) -> bool:
    """Whether lines of supply as they run now reach a hex, for all nations among some units."""
    nations = dict.fromkeys(map(nation_of, units))
    return all(reaches(book, hex_, lines_of(book, state, nation)) for nation in nations)


def _distance_to_enemy(book: Book, state: State, side: Side, hex_: Hex) -> int:
    """Returns how far the nearest enemy land combat unit ashore is; no farther than so many."""
    distance = book.charts.grid.distance
    nearest = _FAR
    for name, unit in state.units.items():
        if side_of(name) in book.enemies[side] and unit.aboard is None and is_land(book, name):
            nearest = min(nearest, distance(hex_, book.hexes[unit.at]))
    return nearest


_FAR = 6

"""What speaks for a hex where units retreat, by standing orders or the published defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from adjudicator.boards.hexes import Hex
from adjudicator.core.game import StandingOrder
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.rules.line_up import is_land
from adjudicator.games.invasion_america.rules.retreat_ways import Ground
from adjudicator.games.invasion_america.rules.supply import lines_of, reaches
from adjudicator.games.invasion_america.state import Side, nation_of, side_of

__all__ = ["PREFERENCES", "WORDS", "fitting", "prefer_for_displaced", "ranking"]

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


def ranking(
    ground: Ground, units: Sequence[str], prefer: Sequence[str]
) -> Callable[[Hex], tuple[int, ...]]:
    """Returns a measure of hexes for units that go there, by several criteria; less is better."""
    measures = [_MEASURES[word](ground, units) if word in _MEASURES else _near(ground, word)
                for word in prefer]  # fmt: skip

    def rank(hex_: Hex) -> tuple[int, ...]:
        return tuple(measure(hex_) for measure in measures)

    return rank


Measure: TypeAlias = Callable[[Hex], int]


def _by_supply(ground: Ground, units: Sequence[str]) -> Measure:
    """Whether lines of supply as they run now do not reach a hex for all nations of the units."""
    if ground.afloat:
        return lambda hex_: 0
    book, state = ground.book, ground.state
    lines = [lines_of(book, state, nation) for nation in dict.fromkeys(map(nation_of, units))]
    return lambda hex_: int(not all(reaches(book, hex_, one) for one in lines))


def _by_distance(ground: Ground, units: Sequence[str]) -> Measure:
    """How near the nearest enemy land combat unit ashore is; six hexes are far enough."""
    book, state = ground.book, ground.state
    enemies = book.enemies[ground.side]
    held = dict.fromkeys(
        book.hexes[unit.at]
        for name, unit in state.units.items()
        if unit.aboard is None
        and side_of(name) in enemies
        and unit.at in book.hexes
        and is_land(book, name)
    )
    distance = book.charts.grid.distance
    return lambda hex_: -min((_FAR, *(distance(hex_, there) for there in held)))


def _by_terrain(ground: Ground, units: Sequence[str]) -> Measure:
    charts = ground.book.charts
    return lambda hex_: 0 if ground.afloat else -charts.terrain_of(hex_).defence


def _by_city(ground: Ground, units: Sequence[str]) -> Measure:
    charts = ground.book.charts
    return lambda hex_: int(ground.afloat or not charts.terrain_of(hex_).points)


def _near(ground: Ground, number: str) -> Measure:
    there, distance = ground.book.hexes[number], ground.book.charts.grid.distance
    return lambda hex_: distance(hex_, there)


_FAR = 6
_MEASURES: Mapping[str, Callable[[Ground, Sequence[str]], Measure]] = {
    "supply": _by_supply,
    "away": _by_distance,
    "terrain": _by_terrain,
    "city": _by_city,
}

"""Ways over land: what closes hexes, what ends a move, and the cheapest legal way. (10.0, 11.1)"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from adjudicator.boards.hexes import Graph, Hex, Links, cheapest_way
from adjudicator.games.invasion_america.rules.positions import (
    enemy_hexes,
    ignores_zones,
    zone_hexes,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State

__all__ = ["Ground", "Stop", "Way", "graph_of", "ground_of", "way_through"]


class Ground(NamedTuple):
    """What enemies close to a side, and where they end moves; in its own phase that stays."""

    closed: frozenset[Hex]
    """Hexes with enemy units: nobody enters them. (10.12)"""
    zones: frozenset[Hex]
    """Hexes in enemy zones of control: who enters one stops there. (11.13)"""

    def ends_for(self, state: State, unit: str) -> frozenset[Hex]:
        """Returns where a unit must stop. (11.23, 17.21, ruling 36)"""
        return frozenset() if ignores_zones(state, unit) else self.zones


class Way(NamedTuple):
    """A way over land."""

    path: tuple[Hex, ...]
    """Every hex, the first one included."""
    points: int
    """The movement points that it costs."""


class Stop(NamedTuple):
    """Why there is no way."""

    reason: str
    """One of "enemy": enemy units stand there; "zone": it leads on out of an enemy zone that it
    entered; "side": nobody crosses the hexside; "none": no way at all leads there."""
    place: int
    """Of which of the hexes named; for "zone", the one in the zone."""


def ground_of(book: Ruleset, state: State, side: Side) -> Ground:
    """Returns what enemies close to a side, and where they end moves."""
    return Ground(enemy_hexes(book, state, side), zone_hexes(book, state, side))


def graph_of(book: Ruleset, mix: str) -> Graph:
    """Returns where land or air units of a nation and type can go at all, and what that costs.

    (10.21, 16.22)
    """
    is_hovercraft = book.counters[mix].type == "hovercraft"
    return book.charts.hovercraft if is_hovercraft else book.charts.land


def way_through(
    graph: Graph,
    start: Hex,
    stops: Sequence[Hex],
    *,
    beside: Links,
    closed: frozenset[Hex],
    ends: frozenset[Hex],
) -> Way | Stop:
    """Returns the way through some hexes to the last one, or where it stops and why. (10.2, 11.13)

    To an adjacent hex it leads directly, else by the cheapest legal way. (Ruling 57)

    Args:
        beside: for each hex its neighbours on the grid.
        closed: hexes that may not be entered.
        ends: hexes that may be entered, but not left again; the start can be left.
    """
    path, points = [start], 0
    for index, there in enumerate(stops):
        here = path[-1]
        if there == here:
            continue
        if len(path) > 1 and here in ends:
            return Stop("zone", index - 1)
        if there in closed:
            return Stop("enemy", index)
        if there in beside[here]:
            direct = next((cost for other, cost in graph[here] if other == there), None)
            if direct is None:
                return Stop("side", index)
            path.append(there)
            points += direct
            continue
        found = cheapest_way(graph, here, there, closed=closed, ends=ends)
        if found is None:
            return Stop("none", index)
        points += _points(graph, found)
        path += found[1:]
    return Way(tuple(path), points)


def _points(graph: Graph, path: Sequence[Hex]) -> int:
    return sum(
        next(cost for other, cost in graph[here] if other == there)
        for here, there in pairwise(path)
    )

"""Tables by best swaps: from a start the best change of two players, until none helps.

Starts are drawn by lot, and the best of all ends counts (tournaments.md 4). The search of somebody
else by the same draw takes the same steps: integers, and ties go to the first in order.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

from adjudicator.tournament.tables.costs import Costs

__all__ = ["Tables", "best_tables", "improved"]

Tables: TypeAlias = tuple[tuple[int, ...], ...]
"""Places of players by table."""


def best_tables(
    costs: Costs,
    start_of: Callable[[int, Tables | None], Tables],
    *,
    starts: int,
    least: int = 0,
) -> tuple[Tables, int]:
    """Returns the cheapest tables that were found, and from which start.

    Args:
        costs: of each two.
        start_of: the tables of a start, of its number from 0 and the best tables so far.
        starts: how many are tried at the most.
        least: a bound; once it is reached no further start is tried.

    Raises:
        ValueError: no start is to be tried.
    """
    if starts < 1:
        raise ValueError("no start is tried")
    best, best_cost, best_start = None, 0, 0
    for start in range(starts):
        tables = improved(costs, start_of(start, best))
        cost = costs.total(tables)
        if best is None or cost < best_cost:
            best, best_cost, best_start = tables, cost, start
        if best_cost <= least:
            break
    assert best is not None
    return best, best_start


class _Search:
    """Tables that change, what each player costs at each, and the best swap of each two tables."""

    def __init__(self, costs: Costs, tables: Tables) -> None:
        self.between = costs.between
        self.tables = [list(table) for table in tables]
        self.at = [[sum(row[one] for one in table) for table in tables] for row in self.between]
        self.swaps: dict[tuple[int, int], tuple[int, int, int]] = {}
        for pair in combinations(range(len(tables)), 2):
            self.look(pair)

    def best_between(self, left: int, right: int) -> tuple[int, int, int]:
        """Returns the best change of two tables: what it adds, and the places at both."""
        between, at = self.between, self.at
        best = (0, -1, -1)
        others = [
            (place, two, at[two][left] - at[two][right])
            for place, two in enumerate(self.tables[right])
        ]
        for here, one in enumerate(self.tables[left]):
            row = between[one]
            gain = at[one][right] - at[one][left]
            for there, two, other_gain in others:
                added = gain + other_gain - 2 * row[two]
                if added < best[0]:
                    best = (added, here, there)
        return best

    def look(self, pair: tuple[int, int]) -> None:
        """Finds the best swap of two tables."""
        best = self.best_between(*pair)
        if best[0] < 0:
            self.swaps[pair] = best
        else:
            self.swaps.pop(pair, None)

    def swap(self, left: int, right: int, here: int, there: int) -> None:
        """Changes two players."""
        one, two = self.tables[left][here], self.tables[right][there]
        self.tables[left][here], self.tables[right][there] = two, one
        for row, at in zip(self.between, self.at, strict=True):
            moved = row[two] - row[one]
            at[left] += moved
            at[right] -= moved
        for table in range(len(self.tables)):
            for changed in (left, right):
                if table != changed:
                    self.look((min(table, changed), max(table, changed)))


def improved(costs: Costs, tables: Tables) -> Tables:
    """Returns tables that no swap of two players makes cheaper."""
    search = _Search(costs, tables)
    while search.swaps:
        pair, (_, here, there) = min(search.swaps.items(), key=lambda item: (item[1][0], item[0]))
        search.swap(*pair, here, there)
    return tuple(tuple(sorted(table)) for table in search.tables)

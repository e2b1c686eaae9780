"""What a division into tables costs, in integers (tournaments.md 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from adjudicator.tournament.pairing.check import key_of
from adjudicator.tournament.pairing.costs import scale_of
from adjudicator.tournament.pairing.values import Apart, Entrant

__all__ = ["APART", "MEETING", "Costs", "costs_of"]

MEETING = 200
"""What two who met before cost at one table, for each time, unless the event says otherwise."""
APART = 10_000
"""What two who are kept apart cost."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What each two cost at one table."""

    players: tuple[str, ...]
    """Ids, in order; elsewhere they are places in it."""
    scores: tuple[int, ...]
    """Of each, times `scale`."""
    scale: int
    """By what points are multiplied; costs are multiplied by its square."""
    between: tuple[tuple[int, ...], ...]
    """The cost of each two, by their places."""

    def of_table(self, table: Iterable[int]) -> int:
        """Returns what a table costs, times the square of the scale."""
        return sum(self.between[one][two] for one, two in combinations(table, 2))

    def total(self, tables: Iterable[Iterable[int]]) -> int:
        """Returns what all tables cost, times the square of the scale."""
        return sum(map(self.of_table, tables))

    def in_points(self, cost: int) -> Fraction:
        """Returns a cost as it is published."""
        return Fraction(cost, self.scale**2)


def costs_of(
    entrants: Sequence[Entrant],
    meetings: Mapping[Apart, int],
    *,
    apart: Iterable[Apart] = (),
    meeting: int = MEETING,
) -> Costs:
    """Returns what each two cost: the square of their score difference, meetings, kept apart.

    Args:
        entrants: who sits down; they are taken by their ids in order.
        meetings: how often two met, by ids in order (`key_of`).
        apart: who are kept apart.
        meeting: the cost of a meeting.
    """
    ordered = sorted(entrants, key=lambda one: one.id)
    scale = scale_of(one.score for one in ordered)
    scores = tuple(int(one.score * scale) for one in ordered)
    kept = {key_of(*pair) for pair in apart}
    between = [[0] * len(ordered) for _ in ordered]
    for one, two in combinations(range(len(ordered)), 2):
        pair = (ordered[one].id, ordered[two].id)
        extra = meeting * meetings.get(pair, 0) + APART * (pair in kept)
        cost = (scores[one] - scores[two]) ** 2 + extra * scale**2
        between[one][two] = between[two][one] = cost
    players = tuple(one.id for one in ordered)
    return Costs(players, scores, scale, tuple(map(tuple, between)))

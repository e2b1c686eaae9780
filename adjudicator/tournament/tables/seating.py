"""A round at tables of three to five seats: tables, seats, cost, repeats, bound (tournaments.md 4).

All of it follows from the values and the key of the draw: who repeats it gets the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from adjudicator.api.drawing import drawn_order
from adjudicator.api.problems import Problem, Refused
from adjudicator.tournament.pairing.check import key_of
from adjudicator.tournament.pairing.values import Apart, Entrant, Table
from adjudicator.tournament.tables.bound import least_cost
from adjudicator.tournament.tables.costs import MEETING, costs_of
from adjudicator.tournament.tables.seats import seated
from adjudicator.tournament.tables.sizes import lacking, sizes_of
from adjudicator.tournament.tables.starts import drawn_starts, starts_for
from adjudicator.tournament.tables.swaps import best_tables

__all__ = ["Seating", "TableRound", "cost_of_tables", "seat_round"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRound:
    """A round that is to be seated."""

    entrants: tuple[Entrant, ...]
    """Who may sit down; who is absent, and fillers, are left out. Scores count."""
    seats: Mapping[int, tuple[str, ...]]
    """The game's seats by the number of players: the full table, and one fewer if it can be so."""
    met: tuple[tuple[str, ...], ...] = ()
    """All tables of the rounds before."""
    apart: tuple[Apart, ...] = ()
    """Who are kept apart."""
    meeting: int = MEETING
    """What a meeting before costs."""
    starts: int | None = None
    """From how many starts it is tried; None: by the number of players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A round that was seated."""

    tables: tuple[Table, ...]
    """The best scores first; players in the order of seats."""
    cost: Fraction
    """200 for each meeting before, squares of score differences, 10,000 for who are kept apart."""
    bound: Fraction
    """No division costs less: what the scores alone cost."""
    repeats: tuple[Apart, ...]
    """Who meet again."""
    together: tuple[Apart, ...]
    """Who are kept apart and sit at one table all the same."""
    start: int
    """The start that led here, from 0."""
    starts: int
    """From how many starts it was tried at the most."""


def seat_round(asked: TableRound, key: str) -> Seating:
    """Returns tables and seats of a round.

    Args:
        asked: who sits down, and what was before.
        key: of the draw (`api.drawing`).

    Raises:
        Refused: the players divide into no tables; the problem says how many eliminators do.
    """
    present = {one.id: one for one in asked.entrants if not one.absent}
    sizes = _sizes(len(present), asked.seats)
    costs = costs_of(
        tuple(present.values()), _meetings(asked.met), apart=asked.apart, meeting=asked.meeting
    )
    starts = starts_for(len(present)) if asked.starts is None else asked.starts
    bound = least_cost(costs.scores, sizes)
    found, start = best_tables(costs, drawn_starts(costs, sizes, key), starts=starts, least=bound)
    drawn = {one: place for place, one in enumerate(drawn_order(key, "seats", costs.players))}
    tables = [
        sorted((costs.players[place] for place in table), key=drawn.__getitem__) for table in found
    ]
    tables.sort(key=lambda table: (-_mean(table, present), min(map(drawn.__getitem__, table))))
    return Seating(
        tables=tuple(
            Table(players=seated(table, asked.seats[len(table)], present)) for table in tables
        ),
        cost=costs.in_points(costs.total(found)),
        bound=costs.in_points(bound),
        repeats=_among(tables, _meetings(asked.met)),
        together=_among(tables, {key_of(*pair): 1 for pair in asked.apart}),
        start=start,
        starts=starts,
    )


def cost_of_tables(asked: TableRound, tables: Sequence[Sequence[str]]) -> Fraction:
    """Returns what a division costs, such as one that a referee changed by hand.

    Raises:
        ValueError: it is no division of those who sit down.
    """
    here = tuple(one for one in asked.entrants if not one.absent)
    costs = costs_of(here, _meetings(asked.met), apart=asked.apart, meeting=asked.meeting)
    places = {player: place for place, player in enumerate(costs.players)}
    if sorted(player for table in tables for player in table) != list(costs.players):
        raise ValueError("these tables do not seat everybody once")
    return costs.in_points(costs.total([places[one] for one in table] for table in tables))


def _sizes(players: int, seats: Mapping[int, tuple[str, ...]]) -> tuple[int, ...]:
    full = max(seats)
    sizes = sizes_of(players, full, smaller=full - 1 in seats)
    if sizes is None:
        message = f"{players} players divide into no tables of {' or '.join(map(str, seats))}"
        hint = (
            f"Let {lacking(players, full)} eliminators or standbys sit down, or let some sit out."
        )
        raise Refused([Problem("no-tables", message, rule="tournaments 4", hint=hint)])
    return sizes


def _meetings(tables: Sequence[Sequence[str]]) -> dict[Apart, int]:
    found: dict[Apart, int] = {}
    for table in tables:
        for one, two in combinations(table, 2):
            pair = key_of(one, two)
            found[pair] = found.get(pair, 0) + 1
    return found


def _mean(table: Sequence[str], entrants: Mapping[str, Entrant]) -> Fraction:
    return sum((entrants[one].score for one in table), Fraction(0)) / len(table)


def _among(tables: Sequence[Sequence[str]], pairs: Mapping[Apart, int]) -> tuple[Apart, ...]:
    """Returns which of these pairs sit at one table, sorted."""
    return tuple(
        sorted(
            key_of(one, two)
            for table in tables
            for one, two in combinations(table, 2)
            if pairs.get(key_of(one, two))
        )
    )

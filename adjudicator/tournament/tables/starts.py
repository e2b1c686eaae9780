"""Where the search for tables begins: drawn by lot, with the scores in mind (tournaments.md 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.api.drawing import drawn_order
from adjudicator.tournament.tables.costs import Costs
from adjudicator.tournament.tables.swaps import Tables

__all__ = ["drawn_starts", "starts_for"]

_WORK = 2_000_000
"""Starts times the square of the players: a start takes longer the more they are."""
_FEWEST, _MOST = 24, 3_000
_FRESH = 3
"""One in so many starts is drawn afresh; the others shake the best tables so far."""
_SHAKEN = 4
"""How many tables are mixed."""


def starts_for(players: int) -> int:
    """Returns how many starts are tried: 3,000 with 24 players, 555 with 60, 24 with 300."""
    return min(_MOST, max(_FEWEST, _WORK // max(players, 1) ** 2))


def drawn_starts(
    costs: Costs, sizes: Sequence[int], key: str
) -> Callable[[int, Tables | None], Tables]:
    """Returns the starts of a draw, of their number and of the best tables so far.

    The first goes by score, equal ones by lot: without meetings its tables are the best. Of the
    others every third is an order by lot, strewn about the scores or free of them; the rest are the
    best tables so far with the players of four tables, drawn by lot, mixed among these.

    Args:
        costs: of each two.
        sizes: of the tables.
        key: of the draw.
    """

    def start(number: int, best: Tables | None) -> Tables:
        drawn = drawn_order(key, f"start/{number}", costs.players)
        lots = {player: lot for lot, player in enumerate(drawn)}
        by_lot = sorted(range(len(costs.players)), key=lambda place: lots[costs.players[place]])
        if best is None or number % _FRESH == 0:
            return _cut(_ordered(costs, by_lot, number // _FRESH), sizes)
        return _shaken(best, by_lot)

    return start


def _ordered(costs: Costs, by_lot: Sequence[int], number: int) -> list[int]:
    """Returns players by score, by score and lot together, or by lot, as the number says."""
    by_score = sorted(by_lot, key=lambda place: -costs.scores[place])
    if number == 0:
        return by_score
    if number % 2 == 0:
        return list(by_lot)
    lots = {place: lot for lot, place in enumerate(by_lot)}
    strewn = {place: 2 * rank + lots[place] for rank, place in enumerate(by_score)}
    return sorted(by_lot, key=lambda place: (strewn[place], lots[place]))


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    tables, begin = [], 0
    for size in sizes:
        tables.append(tuple(order[begin : begin + size]))
        begin += size
    return tuple(tables)


def _shaken(tables: Tables, by_lot: Sequence[int]) -> Tables:
    """Returns tables of which four are mixed: those of the first players by lot."""
    at = {place: table for table, places in enumerate(tables) for place in places}
    chosen: list[int] = []
    for place in by_lot:
        if at[place] not in chosen:
            chosen.append(at[place])
        if len(chosen) == _SHAKEN:
            break
    mixed = iter([place for place in by_lot if at[place] in chosen])
    return tuple(
        tuple(next(mixed) for _ in places) if table in chosen else places
        for table, places in enumerate(tables)
    )

"""Where the search for tables begins: orders by lot, with the scores in mind (tournaments.md 4)."""

from __future__ import annotations

from adjudicator.api.drawing import drawn_order
from adjudicator.tournament.tables.costs import Costs

__all__ = ["start_order", "starts_for"]

_WORK = 4_000
"""Players times starts: a round takes about as long with few as with many."""
_FEWEST, _MOST = 8, 200


def starts_for(players: int) -> int:
    """Returns how many starts are tried: 166 with 24 players, 66 with 60, 13 with 300."""
    return min(_MOST, max(_FEWEST, _WORK // max(players, 1)))


def start_order(costs: Costs, key: str, start: int) -> tuple[int, ...]:
    """Returns the players, by their places in `costs.players`, in the order of a start.

    Every third is by score, equal ones by lot: without meetings its tables are the best. Every
    third has players strewn about their place by score. The others are by lot alone.
    """
    drawn = drawn_order(key, f"start/{start}", costs.players)
    lots = {player: lot for lot, player in enumerate(drawn)}
    places = sorted(range(len(costs.players)), key=lambda place: lots[costs.players[place]])
    if start % 3 == 2:
        return tuple(places)
    by_score = sorted(places, key=lambda place: -costs.scores[place])
    if start % 3 == 0:
        return tuple(by_score)
    # Strewn: everybody's place by score plus their lot, so that near ones mix.
    strewn = {place: 2 * rank + lots[costs.players[place]] for rank, place in enumerate(by_score)}
    return tuple(sorted(places, key=lambda place: (strewn[place], place)))

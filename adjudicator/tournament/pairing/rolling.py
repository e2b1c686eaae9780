"""Leagues and ladders: who waits at a published hour is paired then (tournaments.md 3).

The hour is published so that nobody picks an opponent by the moment of entering.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from adjudicator.tournament.pairing.check import key_of, met
from adjudicator.tournament.pairing.costs import scale_of
from adjudicator.tournament.pairing.matching import cheapest_of_most
from adjudicator.tournament.pairing.sides import even_first
from adjudicator.tournament.pairing.values import BYE, Apart, Entrant, Game, Pair

__all__ = ["WAITING", "pair_waiting"]

WAITING = 8
"""How many must wait before anybody is paired, unless the event says another number."""


def pair_waiting(
    waiting: Sequence[Entrant],
    games: Sequence[Game],
    *,
    apart: Iterable[Apart] = (),
    least: int = WAITING,
    meeting: int = 200,
) -> tuple[Pair, ...]:
    """Returns pairs among those who wait at the hour; who is left over waits on.

    As many pairs as can be, of least cost: `meeting` for each meeting before, and the square of the
    score difference. Who are kept apart are never paired, nor who are in a match already.

    Args:
        waiting: who waits, with scores.
        games: all matches so far.
        least: with fewer who wait nobody is paired.
        meeting: the cost of a meeting before.

    Raises:
        Refused: networkx is not installed.
    """
    players = [one.id for one in sorted(waiting, key=_by_draw) if not one.absent]
    if len(players) < max(least, 2):
        return ()
    kept = {key_of(*pair) for pair in apart}
    kept |= {
        key_of(game.first, game.second)
        for game in games
        if game.kind == "open" and game.second != BYE
    }
    before = met(games)
    scores = {one.id: one.score for one in waiting}
    scale = scale_of(scores.values())
    prices = {
        (one, two): meeting * scale**2 * before.get(key_of(one, two), 0)
        + int((scores[one] - scores[two]) * scale) ** 2
        for one, two in combinations(players, 2)
        if key_of(one, two) not in kept
    }
    pairs = cheapest_of_most(players, prices)
    return tuple(_sided(one, two, games, waiting) for one, two in pairs)


def _by_draw(one: Entrant) -> tuple[Fraction, int, int, str]:
    return -one.score, -one.rating, one.lot, one.id


def _sided(one: str, two: str, games: Sequence[Game], waiting: Sequence[Entrant]) -> Pair:
    lots = {entrant.id: (entrant.lot, entrant.id) for entrant in waiting}
    first = even_first(one, two, games, lots)
    return Pair(first=first, second=two if first == one else one)

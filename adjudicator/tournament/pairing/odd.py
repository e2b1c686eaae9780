"""Odd numbers: an eliminator or standby, somebody who plays twice, or a bye (tournaments.md 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.tournament.pairing.check import key_of, met
from adjudicator.tournament.pairing.sides import even_first
from adjudicator.tournament.pairing.trf import Swiss, scores_of
from adjudicator.tournament.pairing.values import BYE, Entrant, Pair

__all__ = ["filled", "play_twice"]


def filled(entrants: Sequence[Entrant], *, parts: int = 2) -> tuple[Entrant, ...]:
    """Returns entrants of whom as many fillers are there as the number of the others lacks.

    Fillers (`Entrant.fills`) come in the order of the draw; those who are not needed are absent.
    Where there are too few of them, none is there: one more would help nobody.

    Args:
        parts: the seats of a match: the number of players is to be divided by it.
    """
    here = sum(not one.absent and not one.fills for one in entrants)
    lacking = -here % parts
    ready = sorted((one.lot, one.id) for one in entrants if one.fills and not one.absent)
    chosen = {name for _, name in ready[:lacking]} if len(ready) >= lacking else set()
    return tuple(
        replace(one, absent=one.id not in chosen) if one.fills else one for one in entrants
    )


def play_twice(swiss: Swiss, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Returns pairs in which whoever has the bye meets a volunteer, who so plays twice.

    The volunteer (`Entrant.twice`) is the one with the fewest such matches; then the nearest score;
    then the draw. Nobody is met again, and nobody from whom they are kept apart. Where nobody can,
    the bye stays. The match counts for who had the bye alone.
    """
    bye = next((pair for pair in pairs if pair.second == BYE), None)
    if bye is None:
        return tuple(pairs)
    lone = bye.first
    barred = {key_of(*pair) for pair in swiss.apart} | met(swiss.games).keys()
    scores = scores_of(swiss)
    served = [game.uncounted for game in swiss.games]
    ready = [
        (served.count(one.id), abs(scores[one.id] - scores[lone]), one.lot, one.id)
        for one in swiss.entrants
        if one.twice and not one.absent and one.id != lone
        if key_of(one.id, lone) not in barred
    ]
    if not ready:
        return tuple(pairs)
    volunteer = min(ready)[-1]
    lots = {one.id: (one.lot, one.id) for one in swiss.entrants}
    first = even_first(lone, volunteer, swiss.games, lots)
    second = volunteer if first == lone else lone
    extra = Pair(first=first, second=second, uncounted=volunteer)
    return tuple(extra if pair == bye else pair for pair in pairs)

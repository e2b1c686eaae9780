"""Events in which everybody met everybody."""

from __future__ import annotations

from adjudicator.tournament.pairing.groups import berger
from adjudicator.tournament.pairing.trf import Swiss
from adjudicator.tournament.pairing.values import Entrant, Game


def all_played(players: int) -> Swiss:
    """The round after a whole group was played, all of it drawn."""
    ids = [f"p{number:03d}" for number in range(1, players + 1)]
    rounds = berger(ids)
    games = tuple(
        Game(round=number, first=pair.first, second=pair.second, kind="agreed")
        for number, pairs in enumerate(rounds, start=1)
        for pair in pairs
    )
    return Swiss(
        round=len(rounds) + 1,
        rounds=len(rounds) + 1,
        entrants=tuple(Entrant(id=one) for one in ids),
        games=games,
    )

"""Ratings of made-up matches as JSON on stdout; `test_ratings` runs it with openskill in two forms.

`python -m tests.tournament.ratings_by SEED SEATS MATCHES`
"""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from random import Random  # noqa: TID251 - matches by chance, from a seed

from adjudicator.tournament.standings.ratings import Rated, RatedSeat, Rating, ratings

__all__ = ["made_up", "ratings_of"]

FIRST = date(2024, 1, 1)


def made_up(seed: int, seats: int, matches: int, *, players: int = 30) -> tuple[Rated, ...]:
    """Matches of players of several strengths; the first side wins more often, some share."""
    chance = Random(seed)
    strength = [chance.gauss(0, 1) for _ in range(players)]
    found = []
    day = FIRST
    for number in range(matches):
        day += timedelta(days=chance.choice([0, 0, 1, 3]))
        at = chance.sample(range(players), seats)
        made = {one: strength[one] + chance.gauss(0, 1) + 0.8 * (one == at[0]) for one in at}
        order = sorted(at, key=lambda one: -made[one])
        shared = chance.random() < 0.1
        found.append(
            Rated(
                day=day,
                match=f"{number:05}",
                began=day - timedelta(days=chance.randrange(60)),
                seats=tuple(
                    RatedSeat(
                        player=f"p{one:03}",
                        seat=f"s{place}",
                        place=1 if shared and order.index(one) < 2 else 1 + order.index(one),
                    )
                    for place, one in enumerate(at)
                ),
            )
        )
    return tuple(found)


def ratings_of(seed: int, seats: int, matches: int) -> tuple[Rating, ...]:
    """Their ratings half a year after the last."""
    played = made_up(seed, seats, matches)
    return ratings(played, today=played[-1].day + timedelta(days=180))


def main() -> None:
    """Prints them, and whether openskill is compiled."""
    import openskill.models.weng_lin.plackett_luce as module

    seed, seats, matches = map(int, sys.argv[1:])
    rows = [(one.player, one.rank, one.mu, one.sigma) for one in ratings_of(seed, seats, matches)]
    print(json.dumps({"file": module.__file__, "rows": rows}))


if __name__ == "__main__":
    main()

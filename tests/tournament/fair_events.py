"""In how many fair events somebody is named: `python -m tests.tournament.fair_events 1000`.

Players fight battles with dice of several games: hits in 36, losses in a battle of three against
two. How many dice fall depends on dice: who hits throws again. Nobody is lucky on purpose.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from random import Random  # noqa: TID251 - events by chance, from a seed

from adjudicator.api.luck import Chances
from adjudicator.tournament.standings.luck import PlayerLuck, event_luck

__all__ = ["fair_throws", "named_in"]

_THIRD: Chances = ((0, 2), (1, 1))
_HALF: Chances = ((0, 1), (1, 1))
_LOST: Chances = ((-2, 2275), (-1, 2611), (0, 2890))
"""What three dice lose against two, turned: more is better."""
EVERY = (_THIRD, _HALF, _LOST)


def fair_throws(chance: Random, players: int) -> dict[str, list[tuple[Chances, int]]]:
    """All throws of an event, by player. Half of a player's battles end when they miss."""
    throws: dict[str, list[tuple[Chances, int]]] = {}
    for number in range(1, players + 1):
        had = throws.setdefault(f"p{number:03}", [])
        for _ in range(chance.randrange(10, 25)):
            chances = chance.choice(EVERY)
            for _ in range(chance.randrange(1, 9)):
                values, weights = zip(*chances, strict=True)
                (came,) = chance.choices(values, weights)
                had.append((chances, came))
                if came == values[0] and chance.random() < 0.5:
                    break
    return throws


def named_in(throws: Mapping[str, list[tuple[Chances, int]]]) -> tuple[list[str], bool]:
    """Who is named, and whether somebody would be without Holm's correction."""
    lucks: tuple[PlayerLuck, ...] = event_luck(throws)
    alone = [min(one.luck.at_most.high, one.luck.at_least.high) for one in lucks]
    return [one.player for one in lucks if one.is_named], min(alone) * 20 <= 1


def main() -> int:
    """Counts the events in which somebody is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--players", type=int, default=24)
    given = parser.parse_args()
    named = alone = 0
    for seed in range(given.count):
        who, without = named_in(fair_throws(Random(seed), given.players))
        named += bool(who)
        alone += without
    share = named / given.count
    print(f"{given.count} fair events of {given.players} players: somebody named in {share:.1%}")
    print(f"without Holm's correction in {alone / given.count:.1%}")
    return int(share > 0.05)


if __name__ == "__main__":
    sys.exit(main())

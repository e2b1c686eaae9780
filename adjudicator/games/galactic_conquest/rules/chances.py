"""The exact chances of invasions. (Step 4)

The dice are enumerated: nothing here is copied from a table, and nothing is rounded.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from adjudicator.core.values import Ratio
from adjudicator.games.galactic_conquest.orders import Invade
from adjudicator.odds.battles import EXACT, Battle, Until, capture_chances, ends
from adjudicator.odds.rolls import Losses, OneRoll, RollTable
from adjudicator.odds.thresholds import MOST_LIKELY, Fewest

__all__ = [
    "MOST_DEFENDING",
    "MOST_INVADING",
    "battles_of",
    "chance_to_capture",
    "is_under",
    "one_roll",
    "roll_table",
]

SIDES = 6
MOST_INVADING = 3
"""With how many troops, and dice, a battle is fought at most. (Step 4)"""
MOST_KEPT = 256
"""Of battles with more troops than that on a side only the chance asked for is kept, not those of
all the states on the way."""
MOST_DEFENDING = 2
"""With how many troops, and dice, a planet is defended at most. (Step 4)"""


@functools.cache
def one_roll(dice: int, defence: int) -> OneRoll:
    """Returns what so many dice against so many do.

    Highest against highest, second against second; ties cost the attacker. (Step 4, ruling 1)
    """
    compared = min(dice, defence)
    ways = [0] * (compared + 1)
    defending = [
        sorted(fallen, reverse=True) for fallen in product(range(1, SIDES + 1), repeat=defence)
    ]
    for fallen in product(range(1, SIDES + 1), repeat=dice):
        attacking = sorted(fallen, reverse=True)
        for against in defending:
            ways[sum(a <= b for a, b in zip(attacking, against, strict=False))] += 1
    outcomes = (Losses(lost, compared - lost, ways[lost]) for lost in range(compared + 1))
    return OneRoll(tuple(outcomes), SIDES ** (dice + defence))


@functools.cache
def roll_table(dice: int = MOST_INVADING, defence: int = MOST_DEFENDING) -> RollTable:
    """Returns the rolls of battles with at most so many dice against at most so many."""
    return RollTable(
        tuple(
            tuple(one_roll(here, there) for there in range(1, defence + 1))
            for here in range(1, dice + 1)
        )
    )


@functools.lru_cache(maxsize=16)
def _chances(dice: int, defence: int, own: int, enemy: int) -> list[list[int]]:
    return capture_chances(roll_table(dice, defence), own, enemy)


def _chance(dice: int, defence: int, own: int, enemy: int) -> Fraction:
    found = ends(own, Battle(roll_table(dice, defence), enemy), EXACT)
    captured = sum(weight for (_, left), weight in found.weights.items() if not left)
    return Fraction(captured, found.total)


@functools.lru_cache(maxsize=4096)
def chance_to_capture(
    troops: int, defenders: int, *, dice: int = MOST_INVADING, defence: int = MOST_DEFENDING
) -> Fraction:
    """Returns the chance that an invasion captures its planet if it is fought out.

    `troops` are all on the planet that attacks: one stays behind. Each battle is fought with as
    many dice as allowed, at most `dice` against at most `defence`. The chances of all states are
    kept, so that a guard may ask after each battle.
    """
    own = troops - 1
    if own < 1 or not defenders:
        return Fraction(not defenders)
    if max(own, defenders) > MOST_KEPT:
        return _chance(dice, defence, own, defenders)
    # In powers of two: battles that shrink or grow find what is kept.
    sizes = (1 << (own - 1).bit_length(), 1 << (defenders - 1).bit_length())
    chance = _chances(dice, defence, *sizes)[own][defenders]
    return Fraction(chance, roll_table(dice, defence).unit ** (own + defenders))


@functools.lru_cache(maxsize=64)
def _fewest(ratio: str, dice: int) -> Fewest | None:
    chance = Fraction(ratio)
    # Nothing is quite certain.
    return None if chance > MOST_LIKELY else Fewest(roll_table(dice), chance)


def is_under(troops: int, defenders: int, ratio: Ratio, *, dice: int = MOST_INVADING) -> bool:
    """Whether the chance to capture a planet by going on is under a ratio such as "1/2".

    `troops` are all on the planet that attacks: one stays behind. (Ruling 23)
    """
    fewest = _fewest(ratio, dice)
    return fewest is None or troops - 1 < fewest.against(defenders)


def battles_of(
    order: Invade, troops: Mapping[str, int], defence: Mapping[str, int] | None = None
) -> Iterator[Battle]:
    """Yields an invasion and those that follow its captures, for `chain`.

    It ends where `then` begins with an attack from another planet than the one just taken. `troops`
    are those on each planet attacked; `defence` with how many at most it is defended, else as
    many as can. (Rulings 3, 23)
    """
    until = order.until
    yield Battle(
        roll_table(order.dice, (defence or {}).get(order.to, MOST_DEFENDING)),
        troops[order.to],
        Until(once=True)
        if until is None
        # One of the troops on the planet may not fight.
        else Until(own=max((until.own or 0) - 1, 0), chance=Fraction(until.chance or 0)),
        move=None if order.move == "all" else order.move or 0,
        supposed=roll_table(order.dice),
    )
    if order.then and order.then[0].from_ == order.to:
        yield from battles_of(order.then[0], troops, defence)

"""The exact chances of invasions. (Step 4)

The dice are enumerated: nothing here is copied from a table, and nothing is rounded.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import product

from adjudicator.odds.battles import capture_chances
from adjudicator.odds.rolls import Losses, OneRoll, RollTable

__all__ = ["MOST_DEFENDING", "MOST_INVADING", "chance_to_capture", "one_roll", "roll_table"]

SIDES = 6
MOST_INVADING = 3
"""With how many troops, and dice, a battle is fought at most. (Step 4)"""
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


def chance_to_capture(
    troops: int, defenders: int, *, dice: int = MOST_INVADING, defence: int = MOST_DEFENDING
) -> Fraction:
    """Returns the chance that an invasion captures its planet if it is fought out.

    `troops` are all on the planet that attacks: one stays behind. Each battle is fought with as
    many dice as allowed, at most `dice` against at most `defence`. Ends are cached by powers of
    two, so that a guard may ask after each battle.
    """
    own = troops - 1
    if own < 1 or not defenders:
        return Fraction(not defenders)
    sizes = (1 << (own - 1).bit_length(), 1 << (defenders - 1).bit_length())
    chance = _chances(dice, defence, *sizes)[own][defenders]
    return Fraction(chance, roll_table(dice, defence).unit ** (own + defenders))

"""What the seats throw dice for: the troops that each loses in a battle. (Step 4)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.gambles import Chances, Gamble
from adjudicator.games.galactic_conquest.rules.chances import one_roll

__all__ = ["Thrown", "gambles_of", "losses_of"]


class Thrown(NamedTuple):
    """The dice of one seat in a battle."""

    seat: str
    label: str
    values: tuple[int, ...]


def losses_of(attack_dice: int, defence_dice: int) -> tuple[Chances, Chances]:
    """Returns the chances of the attacker's losses and of the defender's, in one battle."""
    outcomes = one_roll(attack_dice, defence_dice).outcomes
    return (
        tuple((outcome.own, outcome.ways) for outcome in outcomes),
        tuple((outcome.enemy, outcome.ways) for outcome in reversed(outcomes)),
    )


def gambles_of(attack: Thrown, defence: Thrown, lost: Sequence[int]) -> tuple[Gamble, Gamble]:
    """Returns what one battle was for both seats.

    Args:
        lost: how many troops the attacker lost, and how many the defender.
    """
    dice = len(attack.values), len(defence.values)
    return tuple(
        Gamble(
            label=thrown.label,
            side=thrown.seat,
            role=role,
            kind=f"{dice[0]} against {dice[1]}",
            counts="troops lost",
            wants="fewer",
            chances=chances,
            came=(here,),
        )
        for thrown, role, chances, here in zip(
            (attack, defence), ("attacking", "defending"), losses_of(*dice), lost, strict=True
        )
    )

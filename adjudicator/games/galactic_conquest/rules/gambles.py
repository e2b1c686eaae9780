"""What the seats throw dice for: the troops that each loses in a battle. (Step 4)"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.gambles import Chances, Gamble
from adjudicator.games.galactic_conquest.rules.chances import one_roll

__all__ = ["Thrown", "gambles_of", "losses_of"]


class Thrown(NamedTuple):
    """What one seat threw in a battle, and lost."""

    seat: str
    label: str
    """The roll of its dice."""
    dice: int
    lost: int
    """How many troops it lost."""


def losses_of(attack_dice: int, defence_dice: int) -> tuple[Chances, Chances]:
    """Returns the chances of the attacker's losses and of the defender's, in one battle."""
    outcomes = one_roll(attack_dice, defence_dice).outcomes
    return (
        tuple((outcome.own, outcome.ways) for outcome in outcomes),
        tuple((outcome.enemy, outcome.ways) for outcome in reversed(outcomes)),
    )


def gambles_of(attack: Thrown, defence: Thrown) -> tuple[Gamble, Gamble]:
    """Returns what one battle was for the attacker and for the defender."""
    own, enemy = losses_of(attack.dice, defence.dice)
    kind = f"{attack.dice} against {defence.dice}"
    return _gamble(attack, "attacking", kind, own), _gamble(defence, "defending", kind, enemy)


def _gamble(thrown: Thrown, role: str, kind: str, chances: Chances) -> Gamble:
    return Gamble(
        label=thrown.label,
        side=thrown.seat,
        role=role,
        kind=kind,
        counts="troops lost",
        wants="fewer",
        chances=chances,
        came=(thrown.lost,),
    )

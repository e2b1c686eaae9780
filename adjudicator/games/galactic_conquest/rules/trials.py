"""What the seats throw dice for: the troops that each loses in a battle. (Step 4)

The neutral army throws as a side of its own. Who begins and which planets are dealt is decided by
lot, and no luck of the battlefield.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.core.trials import Chances, Trial
from adjudicator.games.galactic_conquest.events import BattleFought
from adjudicator.games.galactic_conquest.rules.chances import one_roll

__all__ = ["losses_of", "trials"]


def losses_of(attack_dice: int, defence_dice: int) -> tuple[Chances, Chances]:
    """Returns the chances of the attacker's losses and of the defender's, in one battle."""
    outcomes = one_roll(attack_dice, defence_dice).outcomes
    return (
        tuple((outcome.own, outcome.ways) for outcome in outcomes),
        tuple((outcome.enemy, outcome.ways) for outcome in reversed(outcomes)),
    )


def trials(events: Sequence[Event]) -> Iterator[Trial]:
    """Yields each battle of an opening twice: for the attacker and for the defender."""
    for event in events:
        if isinstance(event, BattleFought):
            dice = len(event.attack), len(event.defence)
            attacker, defender = losses_of(*dice)
            whole = Trial(
                label=f"{event.label}/attacker",
                side=event.seat,
                role="attacking",
                kind=f"{dice[0]} against {dice[1]}",
                counts="troops lost",
                wants="fewer",
                chances=attacker,
                came=(event.attackers_lost,),
            )
            yield whole
            yield whole._replace(
                label=f"{event.label}/defender",
                side=event.defender,
                role="defending",
                chances=defender,
                came=(event.defenders_lost,),
            )

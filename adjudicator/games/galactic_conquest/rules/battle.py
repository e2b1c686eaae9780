"""Step 4: one battle, which is one roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.core.game import Ask, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.events import BattleFought
from adjudicator.games.galactic_conquest.rules.chances import MOST_DEFENDING, SIDES
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = ["ONE", "TWO", "battle", "losses"]

ONE, TWO = o.Defend(order="defend", dice=1), o.Defend(order="defend", dice=2)
"""The answers of a defender."""


def battle(table: Table[State], order: o.Invade, label: str) -> int:
    """Fights one battle; returns how many troops must move in, 0 if the planet was defended.

    The attacker commits troops, then the defender, then both roll. Who captures a planet has lost
    nobody in the same roll: all that they committed move in. (Step 4, rulings 3, 17 and 23)
    """
    state = table.state
    defender = state.owners[order.to]
    dice = min(order.dice, state.troops[order.from_] - 1)
    defence = _defence(table, order.to, defender, label)
    attack = table.roll(f"{label}/attacker", count=dice, sides=SIDES)
    defended = table.roll(f"{label}/defender", count=defence, sides=SIDES)
    attackers_lost, defenders_lost = losses(attack, defended)
    table.record(
        BattleFought(
            label=label,
            seat=state.seat,
            origin=order.from_,
            target=order.to,
            defender=defender,
            attack=attack,
            defence=defended,
            attackers_lost=attackers_lost,
            defenders_lost=defenders_lost,
        )
    )
    return dice if defenders_lost == state.troops[order.to] else 0


def losses(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Returns the troops that attacker and defender lose.

    Highest die against highest, second against second where both exist; the lower one loses a
    troop, ties lose for the attacker. (Step 4, ruling 1)
    """
    pairs = zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
    won = [mine > yours for mine, yours in pairs]
    beaten = sum(won)
    return len(won) - beaten, beaten


def _defence(table: Table[State], planet: str, defender: str, label: str) -> int:
    """Returns with how many troops a planet is defended.

    The neutral army always defends with as many as it can; a seat says it where it has a choice.
    (Rulings 3 and 13)
    """
    troops = table.state.troops[planet]
    if troops < MOST_DEFENDING:
        return troops
    if defender == NEUTRAL:
        return MOST_DEFENDING

    def by_standing(standing: Sequence[StandingOrder]) -> o.Defend | None:
        # What names the planet comes before what is for all of them.
        given = [order for order in standing if isinstance(order, o.StandingDefend)]
        for order in given:
            if order.in_ is not None and planet in order.in_:
                return ONE if order.dice == 1 else TWO
        for order in given:
            if order.in_ is None:
                return ONE if order.dice == 1 else TWO
        return None

    return table.ask(
        Ask(
            label=f"{label}/defend",
            topic="defend",
            seat=defender,
            expects=o.Defend,
            prompt=f"{table.state.seat} attacks {planet}, where {troops} troops stand: "
            "defend with 1 or 2.",
            rule="step 4, ruling 3",
            check=_any_number,
            options=_one_or_two,
            by_standing=by_standing,
            default=_two,
        )
    ).dice


def _any_number(order: o.Defend) -> Iterable[Problem]:
    return ()


def _one_or_two() -> Iterable[o.Defend]:
    return (TWO, ONE)


def _two() -> o.Defend:
    return TWO

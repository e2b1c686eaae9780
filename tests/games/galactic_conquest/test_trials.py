"""What a battle was for both seats, by the published tables of one roll."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.core.trials import Trial
from adjudicator.games.galactic_conquest.events import BattleFought, PlanetClaimed
from adjudicator.games.galactic_conquest.rules.trials import losses_of, trials
from adjudicator.odds.luck import luck_of


@pytest.mark.parametrize(
    ("dice", "attacker"),
    [
        ((3, 2), ((0, 2890), (1, 2611), (2, 2275))),
        ((2, 2), ((0, 295), (1, 420), (2, 581))),
        ((3, 1), ((0, 855), (1, 441))),
        ((2, 1), ((0, 125), (1, 91))),
        ((1, 2), ((0, 55), (1, 161))),
        ((1, 1), ((0, 15), (1, 21))),
    ],
)
def test_losses_of_one_battle(dice: tuple[int, int], attacker: tuple[tuple[int, int], ...]) -> None:
    lost = len(attacker) - 1
    defender = tuple((lost - own, ways) for own, ways in reversed(attacker))
    assert losses_of(*dice) == (attacker, defender)


def test_a_battle_for_attacker_and_defender() -> None:
    fought = BattleFought(
        label="turn-1/blue/battle-1",
        seat="blue",
        origin="a",
        target="b",
        defender="red",
        attack=(6, 5, 1),
        defence=(4, 4),
        attackers_lost=0,
        defenders_lost=2,
    )
    own, enemy = trials([fought, PlanetClaimed(seat="blue", planet="c")])
    assert own == Trial(
        label="turn-1/blue/battle-1/attacker",
        side="blue",
        role="attacking",
        kind="3 against 2",
        counts="troops lost",
        wants="fewer",
        chances=((0, 2890), (1, 2611), (2, 2275)),
        came=(0,),
    )
    assert enemy.label == "turn-1/blue/battle-1/defender"
    assert (enemy.side, enemy.role, enemy.came) == ("red", "defending", (2,))
    for trial in (own, enemy):
        luck = luck_of((trial.chances, came) for came in trial.came)
        rarer = luck.at_most if trial is own else luck.at_least
        assert rarer.low == rarer.high == Fraction(2890, 7776)

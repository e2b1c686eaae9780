"""The chances of invasions: the published tables, and what a guard asks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.games.galactic_conquest.orders import Invade
from adjudicator.games.galactic_conquest.rules import chances
from adjudicator.games.galactic_conquest.rules.chances import (
    battles_of,
    chance_to_capture,
    one_roll,
    roll_table,
)
from adjudicator.odds.battles import EXACT, Battle, Until, chain

PUBLISHED_ROLLS = {
    (3, 2): (2890, 2611, 2275),
    (2, 2): (295, 420, 581),
    (3, 1): (855, 441),
    (2, 1): (125, 91),
    (1, 2): (55, 161),
    (1, 1): (15, 21),
}
"""By dice of both: in how many ways the attacker loses nothing, one troop, two."""


@pytest.mark.parametrize(("dice", "ways"), PUBLISHED_ROLLS.items())
def test_one_roll(dice: tuple[int, int], ways: tuple[int, ...]) -> None:
    outcomes, of = one_roll(*dice)
    compared = min(dice)
    assert of == 6 ** sum(dice)
    assert [tuple(outcome) for outcome in outcomes] == [
        (lost, compared - lost, way) for lost, way in enumerate(ways)
    ]


@pytest.mark.parametrize(
    ("own", "enemy", "thousandths"), [(3, 3, 470), (5, 5, 506), (10, 10, 568), (10, 5, 916)]
)
def test_published_battles(own: int, enemy: int, thousandths: int) -> None:
    """Their tables count the attackers without the one that stays behind."""
    assert round(chance_to_capture(own + 1, enemy) * 1000) == thousandths


def test_the_ends_of_the_scale() -> None:
    assert chance_to_capture(1, 1) == 0, "the last troop stays behind"
    assert chance_to_capture(5, 0) == 1
    assert chance_to_capture(2, 1) == Fraction(15, 36)
    assert chance_to_capture(3, 1) == Fraction(125, 216) + Fraction(91, 216) * Fraction(15, 36)


def test_fewer_dice_help_who_has_more() -> None:
    assert chance_to_capture(10, 8, dice=2) < chance_to_capture(10, 8)
    assert chance_to_capture(10, 8, defence=1) > chance_to_capture(10, 8)
    one = Fraction(15, 36)
    assert chance_to_capture(3, 1, dice=1, defence=1) == one + (1 - one) * one


def test_more_attackers_are_better_and_more_defenders_worse() -> None:
    for troops in range(2, 30):
        for defenders in range(1, 30):
            chance = chance_to_capture(troops, defenders)
            assert chance < chance_to_capture(troops + 1, defenders)
            assert chance > chance_to_capture(troops, defenders + 1)


def test_large_battles_are_exact_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their states are not kept; the chance is the same as if they were."""
    kept = [chance_to_capture(troops, 9, dice=2) for troops in range(2, 12)]
    monkeypatch.setattr(chances, "MOST_KEPT", 0)
    chance_to_capture.cache_clear()
    assert [chance_to_capture(troops, 9, dice=2) for troops in range(2, 12)] == kept
    assert chance_to_capture(400, 300) > Fraction(99, 100)


def test_an_order_as_a_chain_of_battles() -> None:
    """Each condition, each way to move in; the chain ends where another planet attacks."""
    last = {"order": "invade", "from": "aldine", "to": "dorn", "until": {"captured": True}}
    third = {"order": "invade", "from": "crown", "to": "dorn", "then": (last,)}
    second = {
        "order": "invade", "from": "beryl", "to": "crown", "dice": 2, "move": 4,
        "until": {"chance": "1/2"}, "then": (third,),
    }  # fmt: skip
    order = Invade.model_validate(
        {
            "order": "invade", "from": "aldine", "to": "beryl", "move": "all",
            "until": {"own": 3}, "then": (second,),
        }
    )  # fmt: skip
    troops = {"beryl": 4, "crown": 3, "dorn": 2}
    battles = list(battles_of(order, troops, {"crown": 1}))
    assert battles == [
        Battle(roll_table(), 4, Until(own=2), supposed=roll_table()),
        Battle(roll_table(2, 1), 3, Until(chance=Fraction(1, 2)), move=4, supposed=roll_table(2)),
        Battle(roll_table(), 2, Until(once=True), move=0, supposed=roll_table()),
    ]
    found = chain(9, battles, EXACT)
    assert sum(found.weights.values()) == found.total
    for number, own, enemy in found.weights:
        if number == 1 and enemy:
            # The guard supposes two that defend, whatever the defender has ordered.
            assert chance_to_capture(own + 1, enemy, dice=2) < Fraction(1, 2)

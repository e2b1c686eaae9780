"""The chances of invasions: the published tables, and what a guard asks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.games.galactic_conquest.rules import chances
from adjudicator.games.galactic_conquest.rules.chances import chance_to_capture, one_roll

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
    assert [chance_to_capture(troops, 9, dice=2) for troops in range(2, 12)] == kept
    assert chance_to_capture(400, 300) > Fraction(99, 100)

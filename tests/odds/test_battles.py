"""Battles followed to the end: against enumeration, published figures, and each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from adjudicator.games.galactic_conquest.rules.chances import chance_to_capture, roll_table
from adjudicator.odds.battles import (
    EXACT,
    ROUNDED,
    Battle,
    Until,
    capture_chances,
    chain,
    ends,
    moved_in,
    share,
)
from adjudicator.odds.rolls import Losses, OneRoll, RollTable

TABLE = roll_table()
UNTILS = (
    Until(),
    Until(own=3),
    Until(chance=Fraction(1, 2)),
    Until(own=2, chance=Fraction(2, 3)),
    Until(once=True),
    Until(own=5, once=True),
)


def dice_fought(own: int, enemy: int, until: Until) -> dict[tuple[int, int], Fraction]:
    """Follows every fall of every die, one die after another, without any table."""
    if not enemy or own <= until.own or fought_out(own, enemy) < until.chance:
        return {(own, enemy): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    dice, defence = min(own, 3), min(enemy, 2)
    for fallen in product(range(1, 7), repeat=dice + defence):
        pairs = list(
            zip(
                sorted(fallen[:dice], reverse=True),
                sorted(fallen[dice:], reverse=True),
                strict=False,
            )
        )
        lost = sum(a <= b for a, b in pairs)
        after = (own - lost, enemy - (len(pairs) - lost))
        found[after] = found.get(after, Fraction(0)) + Fraction(1, 6 ** (dice + defence))
    if until.once:
        return found
    followed: dict[tuple[int, int], Fraction] = {}
    for after, chance in found.items():
        for end, part in dice_fought(*after, until).items():
            followed[end] = followed.get(end, Fraction(0)) + chance * part
    return followed


def fought_out(own: int, enemy: int) -> Fraction:
    return chance_to_capture(own + 1, enemy)


@pytest.mark.parametrize("until", UNTILS)
@pytest.mark.parametrize(("own", "enemy"), [(1, 1), (3, 2), (4, 3), (0, 2)])
def test_every_fall_of_the_dice_followed_one_by_one_gives_the_same(
    own: int, enemy: int, until: Until
) -> None:
    found = ends(own, Battle(TABLE, enemy, until), EXACT)
    assert {end: Fraction(weight, found.total) for end, weight in found.weights.items()} == (
        dice_fought(own, enemy, until)
    )


@pytest.mark.parametrize("until", UNTILS)
@pytest.mark.parametrize(("own", "enemy"), [(9, 5), (20, 17), (3, 12)])
def test_floats_agree_with_rationals_and_both_add_up(own: int, enemy: int, until: Until) -> None:
    exact = ends(own, Battle(TABLE, enemy, until), EXACT)
    rounded = ends(own, Battle(TABLE, enemy, until), ROUNDED)
    assert sum(exact.weights.values()) == exact.total
    assert rounded.total == 1
    assert rounded.weights.keys() == exact.weights.keys()
    for end, weight in rounded.weights.items():
        assert weight == pytest.approx(float(share(exact.weights[end], exact.total)), rel=1e-12)


def test_a_hundred_against_a_hundred_is_the_same_three_ways() -> None:
    chances = capture_chances(TABLE, 100, 100)
    backward = Fraction(chances[100][100], TABLE.unit**200)
    found = ends(100, Battle(TABLE, 100), EXACT)
    captured = sum(weight for (_, left), weight in found.weights.items() if not left)
    assert Fraction(captured, found.total) == backward == chance_to_capture(101, 100)
    floats = ends(100, Battle(TABLE, 100), ROUNDED).weights
    assert sum(weight for (_, left), weight in floats.items() if not left) == pytest.approx(
        float(backward), rel=1e-12
    )


def test_a_battle_stops_where_its_conditions_say() -> None:
    for own, enemy in ends(12, Battle(TABLE, 9, Until(own=4)), EXACT).weights:
        assert not enemy or own in (3, 4)
    half = Fraction(1, 2)
    for own, enemy in ends(12, Battle(TABLE, 9, Until(chance=half)), EXACT).weights:
        assert not enemy or fought_out(own, enemy) < half
    assert ends(4, Battle(TABLE, 9, Until(chance=half)), EXACT).weights == {
        (4, 9): TABLE.unit**13
    }, "not even begun"


def chained(own: int, battles: list[Battle]) -> dict[tuple[int, int, int], Fraction]:
    """Follows a chain with nothing but single battles."""
    found: dict[tuple[int, int, int], Fraction] = {}
    here = {own: Fraction(1)}
    for number, battle in enumerate(battles):
        onward: dict[int, Fraction] = {}
        for begun, chance in here.items():
            for (left, enemy), part in dice_fought(begun, battle.enemy, battle.until).items():
                if enemy or number == len(battles) - 1:
                    key = (number, left, enemy)
                    found[key] = found.get(key, Fraction(0)) + chance * part
                else:
                    on = moved_in(left, battle) - 1
                    onward[on] = onward.get(on, Fraction(0)) + chance * part
        here = onward
    return found


@pytest.mark.parametrize(
    "battles",
    [
        [Battle(TABLE, 1), Battle(TABLE, 1)],
        [Battle(TABLE, 2, behind=1), Battle(TABLE, 1, Until(own=1)), Battle(TABLE, 1)],
        [Battle(TABLE, 1, move=2), Battle(TABLE, 2, Until(chance=Fraction(1, 2)))],
        [Battle(TABLE, 1, Until(once=True)), Battle(TABLE, 2)],
    ],
)
def test_a_chain_is_its_battles_one_after_another(battles: list[Battle]) -> None:
    found = chain(4, battles, EXACT)
    assert sum(found.weights.values()) == found.total
    shares = {end: Fraction(weight, found.total) for end, weight in found.weights.items()}
    assert shares == chained(4, battles)
    rounded = chain(4, battles, ROUNDED)
    assert sum(rounded.weights.values()) == pytest.approx(1, rel=1e-12)
    for end, weight in rounded.weights.items():
        assert weight == pytest.approx(float(shares[end]), rel=1e-12)


def test_nobody_comes_to_a_battle_behind_one_that_cannot_be_won() -> None:
    found = chain(0, [Battle(TABLE, 3), Battle(TABLE, 2)], EXACT)
    assert found.weights == {(0, 0, 3): found.total}
    assert found.battles[1].weights == {}


@pytest.mark.parametrize(
    ("survivors", "battle", "moved"),
    [
        (9, Battle(TABLE, 1), 9),
        (9, Battle(TABLE, 1, behind=2), 7),
        (4, Battle(TABLE, 1, behind=2), 3),  # three dice were rolled
        (2, Battle(TABLE, 1, behind=2), 2),
        (9, Battle(TABLE, 1, move=5), 5),
        (9, Battle(TABLE, 1, move=1), 3),
        (4, Battle(TABLE, 1, move=8), 4),
    ],
)
def test_as_many_move_in_as_must_and_may(survivors: int, battle: Battle, moved: int) -> None:
    assert moved_in(survivors, battle) == moved


def test_a_table_of_one_roll_is_a_battle_of_coins() -> None:
    coin = RollTable(((OneRoll((Losses(0, 1, 1), Losses(1, 0, 1)), 2),),))
    found = ends(2, Battle(coin, 2), EXACT)
    captured = sum(weight for (_, left), weight in found.weights.items() if not left)
    assert Fraction(captured, found.total) == Fraction(1, 2)

"""The combat results table: every cell as it is printed, and every ratio in its column. (13.9)"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from adjudicator.games.invasion_america.results_table import (
    RESULT_WORDS,
    Meaning,
    at_least,
    chances_of,
    column_of,
    halved,
    meaning_of,
    result_of,
)
from adjudicator.games.invasion_america.tables import ODDS, Odds, Tables
from tests.games.invasion_america.playing import MAP_FILES

COMBAT = Tables.model_validate_json(MAP_FILES["tables.json"]).combat

PRINTED = """
    1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 7-1
1   A1  D1  D1  Dx  De  De  De  De  De  De
2   A2  A1  D1  D1  Dx  Dx  De  De  De  De
3   A3  A2  A1  D1  D2  Dx  Dx  De  De  De
4   Ae  A3  A2  D1  D1  D2  Dx  Dx  De  De
5   Ae  Ae  Ax  A1  D1  D2  D3  D3  Dx  De
6   Ae  Ae  Ae  Ax  Ax  D1  D2  D3  D3  Dx
"""
"""The table of the book, die by die."""
HEADING, *ROWS = (line.split() for line in PRINTED.strip().splitlines())
CELLS = [
    (odds, int(row[0]), result.lower())
    for row in ROWS
    for odds, result in zip(HEADING, row[1:], strict=True)
]


def test_the_table_has_sixty_cells() -> None:
    assert len(CELLS) == 60
    assert tuple(HEADING) == COMBAT.odds == ODDS


@pytest.mark.parametrize(("odds", "die", "result"), CELLS)
def test_each_cell(odds: Odds, die: int, result: str) -> None:
    assert result_of(COMBAT, odds, die) == result


def test_every_ratio() -> None:
    """The column is the best that the attacker reaches; what lies outside counts as the last."""
    for attack in range(1, 61):
        for defence in range(1, 61):
            ratio = Fraction(attack, defence)
            reached = [odds for odds in ODDS if ratio >= Fraction(*map(int, odds.split("-")))]
            assert column_of(COMBAT, attack, defence) == (reached or ["1-4"])[-1]


def test_examples_of_the_book() -> None:
    assert column_of(COMBAT, 26, 9) == "2-1"
    assert column_of(COMBAT, 1, 100) == "1-4"
    assert column_of(COMBAT, 100, 1) == "7-1"


def test_no_strength_at_all() -> None:
    """Whoever defends without strength is attacked at the last column. (Ruling 70)"""
    assert column_of(COMBAT, 1, 0) == "7-1"


def test_chances() -> None:
    for odds in ODDS:
        chances = chances_of(COMBAT, odds)
        assert sum(chances.values()) == 6
        assert [*chances] == [result for result in RESULT_WORDS if result in chances]


def test_a_low_die_is_good_for_the_attacker() -> None:
    """What `luck` counts by: in no column is a higher die better for the attacker, but that two
    columns let the defender retreat farther before nearer."""
    order = ["de", "dx", "d3", "d2", "d1", "a1", "a2", "a3", "ax", "ae"]
    for odds in ODDS:
        ranks = [order.index(result_of(COMBAT, odds, die)) for die in range(1, 7)]
        swapped = [(a, b) for a, b in pairwise(ranks) if a > b]
        assert not swapped, (odds, ranks)


def test_meanings() -> None:
    assert meaning_of("d3") == Meaning(by_attacker=False, retreat=3, exchange=False)
    assert meaning_of("ax") == Meaning(by_attacker=True, retreat=0, exchange=True)
    assert meaning_of("ae") == Meaning(by_attacker=True, retreat=0, exchange=False)


def test_halving_rounds_up_each_time() -> None:
    """Ruling 10."""
    assert [halved(5, times) for times in range(4)] == [5, 3, 2, 1]
    assert [halved(10, times) for times in range(4)] == [10, 5, 3, 2]
    assert halved(0, 3) == 0


def test_guards_compare_columns() -> None:
    assert at_least("3-1", "3-1")
    assert at_least("1-1", "1-2")
    assert not at_least("2-1", "3-1")

"""The balance of sides by Wilson's interval; the luck of an event by Holm's correction."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import sqrt
from random import Random  # noqa: TID251 - events by chance, from a seed

import pytest

from adjudicator.api.luck import Trial, throws_for
from adjudicator.tournament.standings.balance import balance, wilson
from adjudicator.tournament.standings.luck import event_luck, holm
from adjudicator.tournament.standings.tables import Words, luck_table, table_text
from adjudicator.tournament.standings.values import KINDS, Result, Seated
from tests.tournament.fair_events import fair_throws, named_in

DAY = date(2026, 1, 1)


def played(line: int, winner: str, *, place: int = 2) -> Result:
    """A match of two sides; a second place of 1 is a draw."""
    seats = (
        Seated(player="p001", seat="usa", place=1 if winner == "usa" else place),
        Seated(player="p002", seat="west", place=1 if winner == "west" else place),
    )
    return Result(line=line, match=f"01-{line}", round=1, kind="played", seats=seats, day=DAY)


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(50, 100, 0.404, 0.596), (200, 400, 0.451, 0.549), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0)],
)
def test_wilson(wins: int, matches: int, low: float, high: float) -> None:
    assert wilson(wins, matches) == pytest.approx((low, high), abs=0.001)


def test_the_bounds_are_where_the_share_is_just_not_rejected() -> None:
    """What Wilson's interval is by definition: |share - p| = z sqrt(p (1 - p) / n) at both ends."""
    for wins, matches in ((3, 17), (60, 100), (399, 400)):
        for bound in wilson(wins, matches):
            error = 1.959963984540054 * sqrt(bound * (1 - bound) / matches)
            assert abs(wins / matches - bound) == pytest.approx(error)


@pytest.mark.parametrize(("wins", "matches"), [(0, 0), (3, 2), (-1, 2)])
def test_no_interval_of_nonsense(wins: int, matches: int) -> None:
    with pytest.raises(ValueError, match="wins in"):
        wilson(wins, matches)


def test_draws_are_shared_and_few_matches_tell_nothing() -> None:
    results = [played(n, "usa") for n in range(1, 60)]
    results += [played(n, "usa", place=1) for n in range(60, 100)]
    usa, west = balance(results).people
    assert (usa.seat, usa.matches, usa.wins, west.wins) == ("usa", 99, Fraction(79), Fraction(20))
    assert not usa.is_known
    usa, west = balance([*results, played(100, "west")]).people
    assert usa.is_known
    assert (usa.share, west.share) == (0.79, 0.21)
    assert (usa.low, usa.high) == wilson(79, 100)


def test_only_what_was_played_or_conceded_counts_and_built_in_players_stand_apart() -> None:
    results = [replace(played(n, "usa"), kind=kind) for n, kind in enumerate(KINDS, start=1)]
    assert [one.matches for one in balance(results).people] == [2, 2]
    apart = balance(results, built_in={"p002"})
    assert (apart.people, [one.matches for one in apart.built_in]) == ((), [2, 2])


def test_holm_by_hand() -> None:
    given = {"a": Fraction(1, 100), "b": Fraction(4, 100), "c": Fraction(3, 100), "d": Fraction(1)}
    assert holm(given) == {
        "a": Fraction(4, 100),
        "b": Fraction(9, 100),
        "c": Fraction(9, 100),
        "d": Fraction(1),
    }


def test_who_hits_always_is_named_and_who_threw_nothing_is_not_there() -> None:
    third = ((0, 2), (1, 1))
    usual = [(third, n % 3 == 0) for n in range(30)]
    found = event_luck({"b": [(third, 1)] * 9, "a": usual, "c": [], "d": [(third, 0)] * 30})
    assert [one.player for one in found] == ["a", "b", "d"]
    assert [one.is_named for one in found] == [False, True, True]
    assert found[1].so_well == Fraction(1, 3**9) * 5
    assert found[2].so_badly == Fraction(2, 3) ** 30 * 6


@pytest.mark.parametrize(("chance", "named"), [(Fraction(1, 20), True), (Fraction(6, 119), False)])
def test_who_is_named_is_as_rare_as_one_fair_event_in_twenty(chance: Fraction, named: bool) -> None:
    (one,) = event_luck({"p001": [(((0, 1), (1, 1)), 1)]})
    assert replace(one, so_badly=chance).is_named is named
    assert replace(one, so_well=chance).is_named is named


def test_all_throws_of_a_player_stand_in_one_sum_turned_so_that_more_is_better() -> None:
    hits = Trial("1", "usa", "", "", "hits", "more", ((0, 2), (1, 1)), (1, 0))
    lost = Trial("2", "usa", "", "", "troops lost", "fewer", ((0, 1), (2, 3)), (2,))
    throws = [*throws_for([hits, lost])]
    assert throws == [(hits.chances, 1), (hits.chances, 0), (((-2, 3), (0, 1)), -2)]
    (one,) = event_luck({"p001": throws})
    assert (one.luck.throws, one.luck.actual) == (3, -1)
    assert one.luck.expected == Fraction(2, 3) - Fraction(3, 2)


def test_fair_events_seldom_name_somebody() -> None:
    """`python -m tests.tournament.fair_events 1000` counts more."""
    found = [named_in(fair_throws(Random(seed), 12)) for seed in range(100)]
    assert sum(bool(who) for who, _ in found) <= 5
    assert sum(without for _, without in found) >= 50


def test_without_throws_nobody_is_said_to_have_had_no_luck() -> None:
    told = table_text(luck_table((), Words()))
    assert "No throw was counted" in told
    assert "ordinary" not in told

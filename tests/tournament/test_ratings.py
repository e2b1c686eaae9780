"""Ratings: the same three decimals by whatever form of the library, in a fixed order."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from importlib.util import find_spec
from math import exp, log, sqrt
from pathlib import Path
from random import Random  # noqa: TID251 - matches by chance, from a seed
from typing import Any

import pytest

from adjudicator.api.problems import Unusable
from adjudicator.tournament.standings.ratings import (
    Rated,
    RatedSeat,
    Rating,
    RatingRules,
    rated_of,
    ratings,
)
from adjudicator.tournament.standings.values import Result, Seated
from tests.tournament.ratings_by import made_up, ratings_of

DAY = date(2026, 1, 1)
ROOT = Path(__file__).parents[2]
NEVER = RatingRules(c=0.0, handicap_from=10**9)


def match(name: str, *order: str, day: date = DAY, began: date | None = None) -> Rated:
    """A match of who is named, the first first."""
    seats = tuple(
        RatedSeat(player=id_, seat=f"s{id_}", place=n) for n, id_ in enumerate(order, start=1)
    )
    return Rated(day=day, match=name, seats=seats, began=began)


def by_id(found: tuple[Rating, ...]) -> dict[str, Rating]:
    """Ratings by player."""
    return {one.player: one for one in found}


def _plain(matches: tuple[Rated, ...]) -> dict[str, tuple[float, float]]:
    """Plackett-Luce once more, from Weng and Lin's algorithm 4, without months and handicaps."""
    mu: dict[str, float] = {}
    square: dict[str, float] = {}
    beta, tau = 25 / 6, 25 / 300
    for one in sorted(matches, key=lambda one: (one.day, one.match)):
        for seat in one.seats:
            mu.setdefault(seat.player, 25.0)
            square[seat.player] = square.get(seat.player, (25 / 3) ** 2) + tau**2
        c = sqrt(sum(square[seat.player] + beta**2 for seat in one.seats))
        worth = {seat.player: exp(mu[seat.player] / c) for seat in one.seats}
        new = {}
        for i in one.seats:
            omega = delta = 0.0
            for q in one.seats:
                if q.place <= i.place:
                    left = sum(worth[s.player] for s in one.seats if s.place >= q.place)
                    beside = sum(s.place == q.place for s in one.seats)
                    share = worth[i.player] / left
                    omega += ((1 if q is i else 0) - share) / beside
                    delta += share * (1 - share) / beside
            own = square[i.player]
            delta *= own / c**2 * sqrt(own) / c
            new[i.player] = (mu[i.player] + own / c * omega, own * max(1 - delta, 0.0001))
        for id_, (better, known) in new.items():
            mu[id_], square[id_] = better, known
    return {id_: (mu[id_], sqrt(square[id_])) for id_ in mu}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_second_plain_reading_gives_the_same(seats: int) -> None:
    matches = made_up(seats, seats, 120)
    found = by_id(ratings(matches, today=matches[-1].day, rules=NEVER))
    plain = _plain(matches)
    assert found.keys() == plain.keys()
    for id_, (mu, sigma) in plain.items():
        assert (found[id_].mu, found[id_].sigma) == (round(mu, 3), round(sigma, 3))


@pytest.mark.parametrize("seats", [2, 4])
def test_compiled_and_pure_give_the_same_three_decimals(seats: int, tmp_path: Path) -> None:
    """The library's wheel holds both forms; some platforms have only the pure one."""
    spec = find_spec("openskill")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    shutil.copytree(
        spec.submodule_search_locations[0],
        tmp_path / "openskill",
        ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
    )
    numbers = ["1", str(seats), "250"]
    pure = _run(numbers, os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])})
    assert pure["file"].startswith(str(tmp_path))
    assert pure["file"].endswith(".py")
    usual = [[one.player, one.rank, one.mu, one.sigma] for one in ratings_of(1, seats, 250)]
    assert pure["rows"] == usual


def _run(numbers: list[str], environment: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.tournament.ratings_by", *numbers]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_order_of_the_lines_says_nothing_and_that_of_days_does() -> None:
    matches = made_up(7, 3, 60)
    shuffled = [*matches]
    Random(1).shuffle(shuffled)
    today = matches[-1].day
    assert ratings(shuffled, today=today) == ratings(matches, today=today)
    turned = [
        replace(one, day=other.day, began=None)
        for one, other in zip(matches, reversed(matches), strict=True)
    ]
    assert ratings(turned, today=today) != ratings(matches, today=today)


def test_results_of_one_day_go_by_the_name_of_their_match() -> None:
    one, two = match("02-01", "a", "b"), match("01-01", "b", "c")
    assert ratings((one, two), today=DAY) == ratings((two, one), today=DAY)
    other = ratings((replace(one, match="00"), two), today=DAY)
    assert ratings((one, two), today=DAY) != other


def test_the_day_goes_before_the_name() -> None:
    late = match("01-01", "a", "b", day=DAY + timedelta(days=1))
    early = match("02-01", "b", "c")
    today = DAY + timedelta(days=1)
    named = (replace(early, match="1"), replace(late, match="2"))
    assert ratings((late, early), today=today) == ratings(named, today=today)


def test_mu_stays_and_sigma_grows_by_whole_months_without_play() -> None:
    rules = RatingRules(c=0.8)
    one = match("01-01", "a", "b")
    then = by_id(ratings((one,), today=DAY, rules=rules))["a"]
    for days, months in ((29, 0), (30, 1), (89, 2), (10_000, 333)):
        now = by_id(ratings((one,), today=DAY + timedelta(days=days), rules=rules))["a"]
        assert now.mu == then.mu
        assert now.sigma == pytest.approx(
            min(sqrt(then.sigma**2 + months * 0.64), 25 / 3), abs=0.001
        )


def test_who_plays_is_not_idle() -> None:
    rules = RatingRules(c=1.0)
    later = DAY + timedelta(days=300)
    first = match("01-01", "a", "b")
    long = match("02-01", "a", "c", day=later, began=DAY + timedelta(days=20))
    beside = match("03-01", "a", "d", day=DAY + timedelta(days=200))
    busy = by_id(ratings((first, long, beside), today=later, rules=rules))
    never = by_id(ratings((first, long, beside), today=later, rules=replace(rules, c=0.0)))
    assert busy["a"] == never["a"]
    assert busy["b"].sigma > never["b"].sigma
    alone = ratings((first,), today=later, rules=rules, playing={"a": DAY + timedelta(days=29)})
    assert by_id(alone)["a"].sigma < by_id(alone)["b"].sigma


def test_a_side_counts_as_a_handicap_from_200_matches_on() -> None:
    """Who always have the side that wins are worth less than they seem, from then on."""
    matches = made_up(3, 2, 240, players=40)
    assert sum(one.seats[0].place < one.seats[1].place for one in matches) > 125
    at, last = matches[:201], matches[-1].day
    usual, never = RatingRules(), RatingRules(handicap_from=10**9)
    assert ratings(matches[:200], today=last, rules=usual) == ratings(
        matches[:200], today=last, rules=never
    )
    with_it = by_id(ratings(at, today=at[-1].day, rules=usual))
    without = by_id(ratings(at, today=at[-1].day, rules=never))
    strong, weak = (seat.player for seat in at[-1].seats)
    assert with_it[strong].mu < without[strong].mu
    assert with_it[weak].mu > without[weak].mu
    apart = tuple(replace(one, sides=one.match[-1]) for one in matches)
    assert ratings(apart, today=last, rules=usual) == ratings(apart, today=last, rules=never)


def test_a_handicap_by_hand() -> None:
    """After 100 wins and 100 draws of one side a draw of two beginners is the other's success."""
    before = [match(f"{n:03}", f"x{n}", f"y{n}") for n in range(200)]
    before = [
        replace(
            one,
            seats=(
                replace(one.seats[0], seat="usa"),
                replace(one.seats[1], seat="west", place=2 if n % 2 else 1),
            ),
        )
        for n, one in enumerate(before)
    ]
    last = replace(
        before[0],
        match="200",
        seats=(replace(before[0].seats[0], player="a"), replace(before[0].seats[1], player="b")),
    )
    square = (25 / 3) ** 2 + (25 / 300) ** 2
    c = sqrt(2 * (square + (25 / 6) ** 2))
    ahead = sqrt(2 * ((25 / 3) ** 2 + (25 / 6) ** 2)) * log(150.5 / 50.5)
    share = 1 / (1 + exp(-ahead / c))
    found = by_id(ratings((*before, last), today=DAY))
    assert found["a"].mu == round(25 + square / c * (1 - 2 * share) / 2, 3)
    assert found["b"].mu == round(25 + square / c * (2 * share - 1) / 2, 3)


def test_ranks_go_by_mu_below_a_stated_sigma() -> None:
    matches = made_up(5, 4, 100)
    found = ratings(matches, today=matches[-1].day)
    ranked = [one for one in found if one.rank is not None]
    assert [one.rank for one in ranked] == [*range(1, len(ranked) + 1)]
    assert [one.mu for one in ranked] == sorted((one.mu for one in ranked), reverse=True)
    assert all((one.sigma < 7.0) == (one.rank is not None) for one in found)
    assert found[: len(ranked)] == tuple(ranked)
    assert 0 < len(ranked) < len(found)
    assert found[0].between == (
        round(found[0].mu - 2 * found[0].sigma, 3),
        round(found[0].mu + 2 * found[0].sigma, 3),
    )


def test_results_after_the_day_are_left_out() -> None:
    one, two = match("01-01", "a", "b"), match("02-01", "a", "c", day=DAY + timedelta(days=1))
    assert ratings((one, two), today=DAY) == ratings((one,), today=DAY)


def test_what_is_rated() -> None:
    seats = (Seated(player="a", seat="x", place=1), Seated(player="b", seat="y", place=2))
    line = Result(line=1, match="01-01", round=1, kind="played", seats=seats, day=DAY)
    assert [one.match for one in rated_of((line,), event="cup")] == ["cup/01-01"]
    for kind in ("forfeited", "double-forfeit", "bye-given", "void"):
        assert rated_of((replace(line, kind=kind),)) == ()
    kept = replace(line, seats=(seats[0], replace(seats[1], rated=False)))
    assert rated_of((kept,)) == ()


@pytest.mark.parametrize(
    ("matches", "said"),
    [
        ((match("1", "a", "b"), match("1", "a", "c")), "the same name"),
        ((match("1", "a", "a"),), "somebody sits there twice"),
    ],
)
def test_matches_that_cannot_be_rated_are_refused(matches: tuple[Rated, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ratings(matches, today=DAY)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(Unusable) as caught:
        ratings((match("1", "a", "b"),), today=DAY)
    assert "wargame-adjudicator[tournament]" in caught.value.problems[0].hint

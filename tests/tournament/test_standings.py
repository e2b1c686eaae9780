"""Standings: a pure function, read a second time, with properties, cases and mutants."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from adjudicator.tournament.standings.scoring import match_scores
from adjudicator.tournament.standings.table import standings, standings_by_round
from adjudicator.tournament.standings.values import (
    DrawSize,
    Event,
    Kind,
    Pairing,
    Places,
    Player,
    Result,
    Round,
    RulebookPoints,
    Scoring,
    Seated,
    SumOfSquares,
    Unplayed,
    WinDrawLoss,
    in_force,
)
from tests.tournament.checks import check_all

DAY = date(2026, 3, 1)
HALF = Fraction(1, 2)


def result(
    name: str, *seats: Seated, kind: Kind = "played", line: int = 1, corrects: int | None = None
) -> Result:
    """A result; the name says the round."""
    return Result(
        line=line,
        match=name,
        round=int(name[:2]),
        kind=kind,
        seats=seats,
        day=DAY,
        corrects=corrects,
    )


def at(player: str, place: int = 1, points: int = 0, seat: str = "usa") -> Seated:
    """A seat."""
    return Seated(player=player, seat=seat, place=place, points=Fraction(points))


TABLE = (at("a", 1, 6), at("b", 2, 3), at("c", 2, 3), at("d", 4, 0))


@pytest.mark.parametrize(
    ("scoring", "given"),
    [
        (WinDrawLoss(), (1, 0, 0, 0)),
        (RulebookPoints(), (6, 3, 3, 0)),
        (Places(points=(Fraction(10), Fraction(4), Fraction(1))), (10, "5/2", "5/2", 0)),
        (SumOfSquares(), ("200/3", "50/3", "50/3", 0)),
        (DrawSize(), (100, 0, 0, 0)),
    ],
)
def test_scoring_is_exact_and_ties_share(scoring: Scoring, given: tuple[int | str, ...]) -> None:
    found = match_scores(scoring, Unplayed(), result("01-01", *TABLE))
    assert found == tuple(map(Fraction, given))


@pytest.mark.parametrize(
    ("scoring", "given"),
    [
        (WinDrawLoss(), (HALF, HALF, 0)),
        (Places(points=(Fraction(10),)), (5, 5, 0)),
        (SumOfSquares(), (Fraction(100, 3),) * 3),
        (DrawSize(), (50, 50, 0)),
    ],
)
def test_a_shared_first_place(scoring: Scoring, given: tuple[int | Fraction, ...]) -> None:
    seats = (at("a", 1), at("b", 1), at("c", 3))
    assert match_scores(scoring, Unplayed(), result("01-01", *seats)) == given


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("forfeited", (3, -1)),
        ("double-forfeit", (-1, -1)),
        ("void", (0, 0)),
    ],
)
def test_matches_in_which_nobody_met(kind: Kind, given: tuple[int, int]) -> None:
    unplayed = Unplayed(forfeit_win=Fraction(3), forfeit_loss=Fraction(-1))
    seats = (at("a"), replace(at("b"), forfeits=True))
    found = match_scores(WinDrawLoss(), unplayed, result("01-01", *seats, kind=kind))
    assert found == tuple(map(Fraction, given))


def test_what_a_referee_awards_stands() -> None:
    seats = (replace(at("a", 1), awarded=Fraction(2, 3)), at("b", 2))
    found = match_scores(WinDrawLoss(), Unplayed(), result("01-01", *seats, kind="adjudicated"))
    assert found == (Fraction(2, 3), Fraction(0))


def test_no_points_below_0_are_squared() -> None:
    with pytest.raises(ValueError, match="below 0"):
        match_scores(SumOfSquares(), Unplayed(), result("01-01", at("a", 1, -1), at("b", 2, -3)))


def test_an_eliminator_has_no_place_and_the_others_score() -> None:
    players = (Player(id="a"), Player(id="b", scores=False), Player(id="c"))
    event = Event(seats=3, rounds=1, scoring=Places(points=(Fraction(10), Fraction(4))))
    found = standings(event, players, (), (result("01-01", at("b", 1), at("a", 2), at("c", 3)),))
    assert [(one.player, one.place, str(one.score)) for one in found.rows] == [
        ("a", 1, "4"),
        ("c", 2, "0"),
    ]
    assert found.eliminators == ("b",)
    assert found.sides[0].players == ("a",)


def test_a_standby_has_a_place_once_they_had_a_seat() -> None:
    """Not before; a void match is a seat, and so is one that is still being played."""
    players = [Player(id="a"), Player(id="b")]
    players += [Player(id=one, stands_by=True, handicap=Fraction(9)) for one in ("s", "t", "u")]
    rounds = (
        Round(number=1, pairings=(Pairing(match="01-01", players=("a", "b")),)),
        Round(number=2, pairings=(Pairing(match="02-01", players=("a", "s")),
                                  Pairing(match="02-02", players=("t", "b")))),
    )  # fmt: skip
    results = (result("01-01", at("a", 1), at("b", 2)),
               result("02-01", at("a"), at("s"), kind="void", line=2))  # fmt: skip
    event = Event(seats=2, rounds=2, tie_breaks=("buchholz", "direct-encounter", "lot"))
    before = standings(event, players, rounds, results, after=1)
    assert [(row.place, row.player) for row in before.rows] == [(1, "a"), (2, "b")]
    assert before.standbys == ("s", "t", "u")
    last = standings(event, players, rounds, results)
    assert {row.player for row in last.rows} == {"a", "b", "s", "t"}
    assert last.standbys == ("u",)
    assert last.eliminators == ()


def test_the_top_board_fixes_the_first_places() -> None:
    event = Event(seats=2, rounds=2, top_board="02-01")
    players = [Player(id=name) for name in "abcd"]
    results = (
        result("01-01", at("a", 1), at("b", 2), line=1),
        result("01-02", at("c", 1), at("d", 2), line=2),
        result("02-01", at("b", 1), at("a", 2), line=3),
        result("02-02", at("c", 1), at("d", 2), line=4),
    )
    found = standings(event, players, (), results)
    assert [(one.player, str(one.score)) for one in found.rows] == [
        ("b", "1"), ("a", "1"), ("c", "2"), ("d", "0"),
    ]  # fmt: skip
    before = standings(event, players, (), results, after=1)
    assert [(one.player, one.place) for one in before.rows] == [
        ("a", 1), ("c", 1), ("b", 3), ("d", 3),
    ]  # fmt: skip


def test_best_of_each_side_by_score_then_points() -> None:
    players = [Player(id="a"), Player(id="b"), Player(id="c"), Player(id="z", built_in=True)]
    results = (
        result("01-01", at("a", 1, 5), at("b", 2, 1, "west"), line=1),
        result("01-02", at("c", 1, 7), at("z", 2, 9, "west"), line=2),
    )
    found = standings(Event(seats=2, rounds=1), players, (), results)
    assert [(one.seat, *one.players, str(one.score), str(one.points)) for one in found.sides] == [
        ("usa", "c", "1", "7"),
        ("west", "b", "0", "1"),
    ]


def test_an_open_match_gives_nothing_yet_and_an_absence_nothing() -> None:
    rounds = (Round(number=1, pairings=(Pairing(match="01-01", players=("a", "b")),)),)
    players = [Player(id=name) for name in "abc"]
    found = standings(Event(seats=2, rounds=1), players, rounds, ())
    assert found.open == ("01-01",)
    assert [(one.player, one.open, one.by_round) for one in found.rows] == [
        ("a", 1, (None,)),
        ("b", 1, (None,)),
        ("c", 0, (Fraction(0),)),
    ]


def test_a_correction_takes_the_place_of_its_line() -> None:
    old = result("01-01", at("a", 1), at("b", 2), line=1)
    new = result("01-01", at("a", 2), at("b", 1), line=2, corrects=1)
    assert in_force((new, old)) == (new,)
    void = result("01-01", at("a"), at("b"), line=3, corrects=2, kind="void")
    assert in_force((void, new, old)) == (void,)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ((result("01-01", at("a")), result("01-01", at("b"), line=2)), "two results of 01-01"),
        ((result("01-01", at("a"), line=2, corrects=1),), "corrects line 1: not in force"),
        (
            (result("01-01", at("a")), result("01-02", at("a"), line=2, corrects=1)),
            "another match",
        ),
        ((result("01-01", at("a")), result("01-02", at("b"))), "line 1 comes twice"),
        ((result("01-01", at("q"), at("a")),), "nobody is entered as q"),
        ((result("01-01", at("a"), at("a")),), "sits there twice"),
        ((result("01-01", at("a"), at("b"), at("c")),), "3 seats; 1 to 2"),
        ((result("01-01", at("a"), at("b"), kind="bye-given"),), "2 seats; 1 to 1"),
        ((result("01-01"),), "0 seats"),
        ((result("04-01", at("a"), at("b")),), "no round 4"),
    ],
)  # fmt: skip
def test_results_that_contradict_are_refused(results: tuple[Result, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        standings(Event(seats=2, rounds=3), [Player(id=name) for name in "abc"], (), results)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event(seats=6, rounds=1), "6 seats"),
        (Event(seats=3, rounds=1, tie_breaks=("buchholz",)), "for 2 seats only: buchholz"),
        (Event(seats=2, rounds=1, tie_breaks=("lot", "lot")), "comes twice"),
        (Event(seats=2, rounds=1, best=0), "best 0"),
    ],
)
def test_an_event_that_cannot_be_scored_is_refused(event: Event, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        standings(event, (), (), ())


def test_nobody_and_nothing_stand_nowhere() -> None:
    found = standings(Event(seats=2, rounds=3), (), (), ())
    assert (found.after, found.rows) == (0, ())
    assert standings_by_round(Event(seats=2, rounds=3), (), (), ()) == ()


def test_events_by_chance_read_a_second_time() -> None:
    assert len([*check_all(60)]) == 60

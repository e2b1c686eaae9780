"""Tie-breaks of two seats beside gacrux, and cases worked by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import adjudicator
from adjudicator.tournament.standings.table import standings
from adjudicator.tournament.standings.values import (
    Event,
    Player,
    Result,
    RulebookPoints,
    TieBreak,
    Unplayed,
)
from tests.tournament import audit_mutants
from tests.tournament.mutants import MUTANTS, is_caught, said_by_gacrux
from tests.tournament.test_standings import at, result
from tests.tournament.tiebreaks import check_meeting_again, differences, event_of

FEW = 10
"""Events that are asked of gacrux in a usual run; `python -m tests.tournament.tiebreaks 400`."""


def test_as_gacrux_says() -> None:
    for seed, theirs in said_by_gacrux(FEW).items():
        assert not differences(event_of(seed, in_groups=seed % 4 == 3), theirs), seed


def test_several_matches_of_two_count_by_their_average() -> None:
    check_meeting_again()


@pytest.mark.exhaustive
def test_every_mutant_is_noticed() -> None:
    said = said_by_gacrux(120)
    assert not [one for one in MUTANTS if not is_caught(one, said, events=120)]


def test_each_fault_can_be_planted() -> None:
    """Its text stands once in its module, also where a usual run does not try it."""
    room = Path(adjudicator.__file__).parent / "tournament"
    told = [(room / "standings" / f"{one.module}.py", one.old) for one in MUTANTS]
    told += [(room / f"{one.module}.py", one.old) for one in audit_mutants.MUTANTS]
    assert not [old for path, old in told if path.read_text("utf-8").count(old) != 1]


def test_mutants_are_noticed() -> None:
    """Those of places, corrections and byes, which few events show."""
    few = [one for one in MUTANTS if one.module in ("values", "scoring")]
    assert not [one for one in few if not is_caught(one, {}, events=20)]


def _values(name: TieBreak, *results: Result, rounds: int = 3) -> dict[str, Fraction]:
    nothing = Unplayed(bye_asked=Fraction(0))
    event = Event(seats=2, rounds=rounds, tie_breaks=(name,), unplayed=nothing)
    rows = standings(event, [Player(id=one) for one in "abcd"], (), results).rows
    return {one.player: one.tie_breaks[0] for one in rows}


def test_who_has_gone_counts_as_drawing_for_their_opponents() -> None:
    """C.07, 16.3.2: B loses to A, then asks for byes of no points: two draws for A's Buchholz."""
    byes = [result(f"{n:02}-bye-b", at("b", seat=""), kind="bye-asked", line=n) for n in (2, 3)]
    others = [result("02-01", at("a", 1), at("c", 2), line=8),
              result("03-01", at("a", 1), at("d", 2), line=9)]  # fmt: skip
    first = result("01-01", at("a", 1), at("b", 2), line=1)
    assert _values("buchholz", first, *byes, *others)["a"] == 1


def test_a_voluntary_round_is_cut_first() -> None:
    """C.07, 16.5: A's own round off is worth more than D, and is cut all the same."""
    results = (
        result("01-01", at("a", 1), at("d", 2), line=1),
        result("02-01", at("a", 1), at("c", 2), line=2),
        result("03-bye-a", at("a", seat=""), kind="bye-asked", line=3),
    )
    # C and D 0; the dummy: A's own 2, but no more than three draws
    assert _values("buchholz", *results)["a"] == Fraction(3, 2)
    assert _values("buchholz-cut-1", *results)["a"] == 0


def test_an_encounter_that_the_scoring_cannot_judge_parts_nobody() -> None:
    event = Event(seats=2, rounds=1, scoring=RulebookPoints(), tie_breaks=("direct-encounter",))
    results: tuple[Result, ...] = (result("01-01", at("a", 1, 2), at("b", 2, 2)),)
    players = [Player(id="a"), Player(id="b")]
    assert [one.place for one in standings(event, players, (), results).rows] == [1, 1]
    players.append(Player(id="c"))
    results = (*results, result("01-02", at("c", 1, 2), at("d", 2, 0), line=2))
    players.append(Player(id="d"))
    assert [one.place for one in standings(event, players, (), results).rows] == [1, 1, 1, 4]


def test_who_are_of_two_groups_have_met_nobody_of_the_other() -> None:
    """A beats B, B beats C, C beats A; E of the other group has one win too: nothing parts them."""
    event = Event(seats=2, rounds=1, tie_breaks=("direct-encounter",), paired_beforehand=True)
    won = (("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "f"), ("d", "f"))
    results = tuple(
        result(f"01-{line:02d}", at(first, 1), at(second, 2), line=line)
        for line, (first, second) in enumerate(won, 1)
    )
    players = [Player(id=id_) for id_ in "abcdef"]
    places = {one.player: one.place for one in standings(event, players, (), results).rows}
    assert places == {"d": 1, "a": 2, "b": 2, "c": 2, "e": 2, "f": 6}
    within = [Player(id=id_) for id_ in "abc"]
    alone = standings(event, within, (), results[:2]).rows
    assert [(one.player, one.place) for one in alone] == [("a", 1), ("b", 2), ("c", 3)]

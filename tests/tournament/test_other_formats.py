"""Groups, knock-out, rolling leagues; sides and odd numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from adjudicator.audit import tfd1
from adjudicator.tournament.pairing.groups import berger, berger_round, finalists, groups_of
from adjudicator.tournament.pairing.knockout import bracket, next_matches, places
from adjudicator.tournament.pairing.odd import filled, play_twice
from adjudicator.tournament.pairing.rolling import pair_waiting
from adjudicator.tournament.pairing.sides import both_sides, by_bid, by_wish, even_first
from adjudicator.tournament.pairing.trf import Swiss
from adjudicator.tournament.pairing.values import BYE, Apart, Bid, Entrant, Game, Pair
from tests.tournament.table_events import key_of_event


def ids(count: int) -> list[str]:
    return [f"p{number:03d}" for number in range(1, count + 1)]


# --- groups -------------------------------------------------------------------------------------

FIDE_SIX = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
"""FIDE's Berger table for 5 and 6 players (C.05, annex 1)."""


def test_berger_tables() -> None:
    """Six players as FIDE's table has them; five likewise, with a bye where six would be."""
    for players in (5, 6):
        rounds = berger(list(map(str, range(1, players + 1))))
        assert [[(int(pair.first), int(pair.second)) for pair in pairs] for pairs in rounds] == [
            [pair for pair in pairs if max(pair) <= players] for pairs in FIDE_SIX
        ]


@pytest.mark.parametrize("players", [0, 1, 2, 3, 4, 7, 8, 11, 12, 19])
def test_everybody_meets_everybody(players: int) -> None:
    """Once, or with both sides; once a round; sides even within one."""
    for both in (False, True):
        rounds = berger(ids(players), both_sides=both)
        met = Counter(pair.players for pairs in rounds for pair in pairs)
        expected = permutations(ids(players), 2) if both else combinations(ids(players), 2)
        assert sorted(met if both else map(tuple, map(sorted, met))) == sorted(expected)
        assert not [number for number in met.values() if number > 1]
        for pairs in rounds:
            here = [player for pair in pairs for player in pair.players]
            assert len(here) == len(set(here)) == players - players % 2
        for player in ids(players):
            firsts = sum(pair.first == player for pairs in rounds for pair in pairs)
            seconds = sum(pair.second == player for pairs in rounds for pair in pairs)
            assert abs(firsts - seconds) <= (0 if both else 1)


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 11])
def test_a_match_of_a_group_has_its_round(players: int) -> None:
    """By its place alone, as all matches of a group are written one after another."""
    for both in (False, True):
        rounds = berger(ids(players), both_sides=both)
        wanted = [number for number, pairs in enumerate(rounds, 1) for _ in pairs]
        assert [berger_round(place, players) for place in range(len(wanted))] == wanted


def test_groups() -> None:
    """There and back by the seeding; who are kept apart change within their row, or are named."""
    entrants = [Entrant(id=name) for name in ids(11)]
    plain = groups_of(entrants, 3)
    assert plain.members == (
        ("p001", "p006", "p007"),
        ("p002", "p005", "p008", "p011"),
        ("p003", "p004", "p009", "p010"),
    )  # fmt: skip
    apart = groups_of(entrants, 3, apart=(("p006", "p001"), ("p010", "p003")))
    assert apart.together == ()
    assert sorted(player for group in apart.members for player in group) == ids(11)
    crowded = groups_of(entrants[:6], 3, apart=tuple(combinations(ids(6), 2)))
    assert len(crowded.together) == 3
    assert sorted(map(len, crowded.members)) == [2, 2, 2]
    assert groups_of(entrants[:8], 4).members[0] == ("p001", "p008")
    assert groups_of(entrants[:4], 1).members == (tuple(ids(4)),)
    assert groups_of(entrants[:2], 1).members == (tuple(ids(2)),)
    for count in (0, 6):
        with pytest.raises(ValueError, match="too few"):
            groups_of(entrants, count)


def test_final_of_groups() -> None:
    """Winners first, so that each meets the second of another group."""
    seeds = finalists([["a1", "a2", "a3"], ["b1", "b2"], ["c1", "c2"], ["d1", "d2"]], 2)
    assert seeds == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2")
    assert all(one[0] != two[0] for one, two in bracket(seeds))
    assert finalists([["a1", "a2"], ["b1"]], 2) == ("a1", "b1", "a2")


# --- knock-out ----------------------------------------------------------------------------------


def played_out(players: int, key: str | None = None) -> list[tuple[str, ...]]:
    """Rounds and winners of a knock-out; the better seed wins, or a die decides."""
    rounds = [bracket(ids(players))]
    winners: list[dict[Apart, str]] = []
    while True:
        winners.append(
            {
                match: min(match) if key is None else match[tfd1.draw(key, match[0], 1, 2) - 1]
                for match in rounds[-1]
                if BYE not in match
            }
        )
        if len(rounds[-1]) == 1:
            return [places(rounds, winners), *(tuple(won.values()) for won in winners)]
        rounds.append(next_matches(rounds[-1], winners[-1]))


@pytest.mark.parametrize("players", [*range(1, 18), 31, 33])
def test_knockout(players: int) -> None:
    """Byes to the first seeds; where the better wins, 1 and 2 meet in the final, 3 lost to 1.

    Everybody has one place, whoever wins.
    """
    matches = bracket(ids(players))
    size = 1 << (players - 1).bit_length()
    byes = [one for one, two in matches if two == BYE]
    assert sorted(byes) == ids(players)[: max(size, 2) - players]
    assert sorted(player for match in matches for player in match if player) == ids(players)
    standings = played_out(players)[0]
    assert standings[: min(players, 2)] == tuple(ids(players)[:2])
    if players >= 4:
        # Seeds 3 and 4 went out in the semi-finals: 4 against the winner, who is so placed third.
        assert standings[2:4] == ("p004", "p003")
    for number in range(5):
        chance = played_out(players, key_of_event("knockout", number))[0]
        assert sorted(chance) == ids(players)


def test_knockout_places_by_whom_one_lost_to() -> None:
    """Of the losers of the first round, who lost to the winner is fifth."""
    rounds = [
        (("a", "h"), ("d", "e"), ("b", "g"), ("c", "f")),
        (("a", "d"), ("b", "c")),
        (("a", "b"),),
    ]
    won: list[dict[Apart, str]] = [
        {("a", "h"): "a", ("d", "e"): "d", ("b", "g"): "b", ("c", "f"): "c"},
        {("a", "d"): "d", ("b", "c"): "b"},
        {("a", "b"): "b"},
    ]
    with pytest.raises(ValueError, match="no winner"):
        places([rounds[0], rounds[1], (("d", "b"),)], won)
    won[2] = {("d", "b"): "b"}
    found = places([rounds[0], rounds[1], (("d", "b"),)], won)
    # b, then d; c lost to b, a to d; g lost to b, e to d, f to c, h to a.
    assert found == ("b", "d", "c", "a", "g", "e", "f", "h")


def test_knockout_both_left() -> None:
    """Where nobody of a match goes on, the next opponent has a bye; both are placed behind."""
    first = (("a", "d"), ("b", "c"))
    won = {("a", "d"): "", ("b", "c"): "c"}
    assert next_matches(first, won) == (("c", BYE),)
    found = places([first, (("c", BYE),)], [won, {}])
    assert (found[:2], sorted(found[2:])) == (("c", "b"), ["a", "d"])
    assert next_matches((("c", BYE),), {}) == ()
    with pytest.raises(ValueError, match="did not play"):
        next_matches(first, {**won, ("a", "d"): "x"})
    with pytest.raises(ValueError, match="no final"):
        places([first], [won])


def test_knockout_kept_apart() -> None:
    """In the first round, where another can stand there; the seeds above keep their places."""
    for apart in (("p001", "p008"), ("p005", "p004"), ("p002", "p007")):
        matches = bracket(ids(8), apart=(apart,))
        assert tuple(sorted(apart)) not in [tuple(sorted(match)) for match in matches]
        assert [match[0] for match in matches] == ["p001", "p004", "p002", "p003"]
    near = bracket(ids(8), apart=(("p001", "p008"),))
    assert ("p001", "p007") in near
    # Beside p002, who is near, p008 may not stand either.
    twice = bracket(ids(8), apart=(("p001", "p008"), ("p002", "p008")))
    assert {match[0] for match in twice if "p008" in match} <= {"p003", "p004"}
    impossible = [("p001", name) for name in ids(4)[1:]]
    assert len(bracket(ids(4), apart=impossible)) == 2
    assert bracket([]) == ()


# --- rolling ------------------------------------------------------------------------------------


def cost(
    pairs: tuple[Pair, ...], scores: dict[str, Fraction], met: Counter[frozenset[str]]
) -> Fraction:
    return sum(
        (
            (scores[pair.first] - scores[pair.second]) ** 2 + 200 * met[frozenset(pair.players)]
            for pair in pairs
        ),
        Fraction(0),
    )


def test_rolling_is_cheapest() -> None:
    """Least cost among all ways to pair six who wait, by trying all."""
    for number in range(20):
        key = key_of_event("rolling", number)
        scores = {
            name: Fraction(tfd1.draw(key, name, 1, 9), 1 + tfd1.draw(key, name, 2, 2))
            for name in ids(6)
        }
        waiting = [Entrant(id=name, score=score) for name, score in scores.items()]
        games = [
            Game(round=1, first=one, second=two, kind="played")
            for one, two in combinations(ids(6), 2)
            if tfd1.draw(key, f"{one}/{two}", 1, 3) == 1
        ]
        met = Counter(frozenset((game.first, game.second)) for game in games)
        found = pair_waiting(waiting, games, least=2)
        assert sorted(player for pair in found for player in pair.players) == ids(6)
        every = (
            tuple(Pair(first=order[turn], second=order[turn + 1]) for turn in (0, 2, 4))
            for order in permutations(ids(6))
        )
        assert cost(found, scores, met) == min(cost(pairs, scores, met) for pairs in every)
        assert found == pair_waiting(waiting[::-1], games[::-1], least=2)


def test_rolling_waits() -> None:
    """Not below the number; not who are kept apart or play already; of an odd number one waits."""
    waiting = [Entrant(id=name) for name in ids(8)]
    assert pair_waiting(waiting[:7], []) == ()
    assert len(pair_waiting(waiting, [])) == 4
    assert len(pair_waiting(waiting[:7], [], least=2)) == 3
    two = waiting[:2]
    assert pair_waiting(two, [], apart=[("p002", "p001")], least=2) == ()
    still = [Game(round=1, first="p001", second="p002")]
    assert pair_waiting(two, still, least=2) == ()
    ended = [replace(still[0], kind="played")]
    assert pair_waiting(two, ended, least=2) == (Pair(first="p002", second="p001"),)


# --- sides --------------------------------------------------------------------------------------

LOTS = {name: (9 - number, name) for number, name in enumerate(ids(4))}
"""p004 comes first in the draw."""
PAIR = Pair(first="p001", second="p002")


def games_of(*pairs: tuple[str, str]) -> list[Game]:
    return [
        Game(round=number, first=one, second=two, kind="played")
        for number, (one, two) in enumerate(pairs, start=1)
    ]


def test_even_sides() -> None:
    """Who had the first side less; then who did not have it last; then the draw; turned if met."""
    assert even_first("p001", "p002", [], LOTS) == "p002"
    assert even_first("p001", "p002", games_of(("p002", "p003")), LOTS) == "p001"
    last = games_of(("p001", "p003"), ("p004", "p001"), ("p003", "p002"), ("p002", "p004"))
    assert even_first("p001", "p002", last, LOTS) == "p001"
    assert even_first("p001", "p002", games_of(("p001", "p002")), LOTS) == "p002"


def test_bids() -> None:
    """The lowest takes the strong side; ties, and two without a bid, go by the draw."""
    low = by_bid(PAIR, [Bid(player="p001", amount=3), Bid(player="p002", amount=-1)], LOTS)
    assert (low.pair.first, low.paid) == ("p002", -1)
    weak = by_bid(PAIR, [Bid(player="p001", amount=3)], LOTS, strong="b")
    assert (weak.pair.second, weak.paid) == ("p001", 3)
    tie = by_bid(PAIR, [Bid(player="p001", amount=3), Bid(player="p002", amount=3)], LOTS)
    assert tie.pair.first == "p002"
    assert by_bid(PAIR, [Bid(player="p003", amount=0)], LOTS).paid is None
    assert by_bid(Pair(first="p001"), [], LOTS).pair == Pair(first="p001")
    with pytest.raises(ValueError, match="twice"):
        by_bid(PAIR, [Bid(player="p001", amount=1), Bid(player="p001", amount=0)], LOTS)


def test_both_sides() -> None:
    """Two matches for each pair; a bye stays one."""
    turned = Pair(first="p002", second="p001")
    assert both_sides([PAIR, Pair(first="p003")]) == (PAIR, turned, Pair(first="p003"))


def test_wishes() -> None:
    """Granted where they differ, and nobody gets a side a third time in a row."""
    names = ("usa", "invaders")
    usa, invaders = ("usa",), ("sea", "invaders")

    def wished(one: tuple[str, ...], two: tuple[str, ...], games: list[Game]) -> str:
        entrants = {"p001": Entrant(id="p001", wishes=one), "p002": Entrant(id="p002", wishes=two)}
        return by_wish(PAIR, entrants, games, names=names).first

    assert wished(invaders, usa, []) == "p002"
    assert wished(invaders, (), []) == "p002"
    assert wished((), usa, []) == "p002"
    assert wished(usa, usa, []) == "p001"
    assert wished((), (), []) == "p001"
    twice = games_of(("p002", "p003"), ("p002", "p004"))
    assert wished(invaders, usa, twice) == "p001"
    often = games_of(("p002", "p003"), ("p002", "p004"), ("p003", "p002"), ("p002", "p003"))
    assert wished(invaders, usa, often) == "p001"
    assert wished(invaders, usa, games_of(("p002", "p001"))) == "p001"
    assert by_wish(Pair(first="p001"), {}, [], names=names) == Pair(first="p001")


# --- odd numbers --------------------------------------------------------------------------------


def test_fillers() -> None:
    """As many as are lacking, by the draw; none where there are too few."""
    players = [Entrant(id=name) for name in ids(5)]
    stand_by = [Entrant(id=f"x{number}", fills=True, lot=5 - number) for number in range(1, 4)]

    def here(*entrants: Entrant, parts: int = 2) -> list[str]:
        return [one.id for one in filled(entrants, parts=parts) if one.fills and not one.absent]

    assert here(*players, *stand_by) == ["x3"]
    assert here(*players[:4], *stand_by) == []
    assert here(*players, *stand_by, parts=4) == ["x1", "x2", "x3"]
    assert here(*players, *stand_by[:2], parts=4) == []
    away = [replace(one, absent=True) for one in stand_by]
    assert here(*players, *away[2:], *stand_by[:2]) == ["x2"]


def test_somebody_plays_twice() -> None:
    """Who has the bye meets the nearest volunteer whom they did not meet, once each by turns."""
    entrants = tuple(Entrant(id=name, twice=name in ("p001", "p002", "p003")) for name in ids(5))
    games = (
        Game(round=1, first="p001", second="p003", kind="played", winner="p001"),
        Game(round=1, first="p002", second="p004", kind="played", winner="p004"),
        Game(round=1, first="p005", kind="bye-given"),
    )
    swiss = Swiss(round=2, rounds=3, entrants=entrants, games=games, apart=(("p004", "p003"),))
    pairs = (Pair(first="p001", second="p005"), Pair(first="p003", second="p002"))
    with_bye = (*pairs, Pair(first="p004"))
    found = play_twice(swiss, with_bye)[-1]
    assert (sorted(found.players), found.uncounted) == (["p001", "p004"], "p001")
    served = (Game(round=1, first="p001", second="p002", kind="played", uncounted="p001"),)
    nearest = replace(swiss, games=(*games, *served), apart=())
    assert play_twice(nearest, with_bye)[-1].uncounted == "p003"
    barred = replace(swiss, apart=(("p001", "p004"), ("p003", "p004")))
    assert play_twice(barred, with_bye) == with_bye
    assert play_twice(swiss, pairs) == pairs

"""Perft: both generators find exactly so many sequences of moves.

The counts stand in `perft.json`; `python -m tests.games.stratix.divide` finds a culprit.
"""

from __future__ import annotations

import pytest

from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.rules.generate import after, leaves, moves, perft
from tests.games.stratix import slow
from tests.games.stratix.divide import divided, reached
from tests.games.stratix.positions import (
    SetPosition,
    by_chance,
    fast_of,
    geometry,
    named,
    set_positions,
    slow_of,
)

MANY = 1000
"""From so many matches on (`--matches`) all counts are made, which takes minutes."""
FAST_LEAVES, SLOW_LEAVES = 300_000, 20_000
"""How many sequences are counted otherwise, for each position."""


def _depths(one: SetPosition, matches: int, most: int) -> list[int]:
    """Returns the depths that are counted."""
    enough = most if matches < MANY else most * 500
    return [depth for depth, count in enumerate(one.perft, start=1) if count <= enough]


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    """Returns how many random matches are asked for."""
    found: int = request.config.getoption("matches")
    return found


@pytest.mark.parametrize("name", set_positions())
def test_the_fast_generator_counts(name: str, matches: int) -> None:
    one = set_positions()[name]
    position, side = fast_of(one.position), ARMIES.index(one.side)
    for depth in _depths(one, matches, FAST_LEAVES):
        assert perft(geometry(), position, side, depth) == one.perft[depth - 1], depth


@pytest.mark.parametrize("name", set_positions())
def test_the_slow_generator_counts(name: str, matches: int) -> None:
    one = set_positions()[name]
    depths = _depths(one, matches, SLOW_LEAVES)
    for depth in [depth for depth in depths if one.perft[depth - 1] <= FAST_LEAVES]:
        found = slow.shipped().perft(one.position, one.side, depth)
        assert found == one.perft[depth - 1], depth


def test_no_moves_at_all_is_one_sequence_of_none() -> None:
    assert perft(geometry(), by_chance("none"), 0, 0) == 1


def test_divide_adds_up() -> None:
    one = set_positions()["jet-stopped"]
    position, side = fast_of(one.position), ARMIES.index(one.side)
    for depth in (1, 2):
        found = leaves(geometry(), position, side, depth)
        assert sum(count for _, count in found) == one.perft[depth - 1]


def test_divide_finds_no_difference() -> None:
    position, side = reached("two-bridges", ["j7-h9"])
    assert side == "north-east"
    lines = list(divided(position, side, 1))
    assert lines
    assert all(fast == slow == 1 for _, fast, slow in lines)


def test_divide_shows_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow generator that forgot the bridges finds what the fast one does not."""
    one = set_positions()["two-bridges"]
    forgetful = slow.shipped()
    forgetful.bridges = set()
    monkeypatch.setattr("tests.games.stratix.divide.shipped", lambda: forgetful)
    wrong = [move for move, fast, _ in divided(one.position, one.side, 1) if fast is None]
    assert ("j7", "g10") in wrong


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Numbers the random positions, twenty at a time; the number is the seed."""
    if "first" in metafunc.fixturenames:
        positions = metafunc.config.getoption("matches") * 5
        metafunc.parametrize("first", range(0, positions, 20))


def test_both_generators_agree_on_positions_by_chance(first: int) -> None:
    """The same moves, none twice, and the same position behind some of them."""
    plain, board = slow.shipped(), geometry()
    for number in range(first, first + 20):
        position = by_chance(f"strewn-{number}")
        written = slow_of(position)
        for army in position.alive:
            found = moves(board, position, army)
            assert len(set(found)) == len(found), (number, army)
            assert {named(move) for move in found} == plain.moves(written, ARMIES[army]), number
            for move in found[number % 41 :: 41]:
                behind = slow_of(after(board, position, move))
                assert behind == plain.played(written, named(move)), (number, named(move))
                assert fast_of(behind).taken == after(board, position, move).taken

"""Why a move or a way is refused, held against both generators."""

from __future__ import annotations

import pytest

from adjudicator.games.stratix.rules.faults import fault_of_move, fault_of_way
from adjudicator.games.stratix.rules.generate import reaches
from tests.games.stratix import slow
from tests.games.stratix.positions import by_chance, fast_of, geometry, slow_of
from tests.games.stratix.slow import SlowPosition
from tests.games.stratix.test_generate import NW, position

CROWD = position(
    "d3 infantry, e6 tank, g7 jet, c6 artillery, f6 helicopter, i9 icbm, j7 infantry, "
    "i5 helicopter",
    "d6 tank, g9 tank, q16 infantry, h3 jet, n14 tank, g3 infantry, b13 jet",
    ceasefire=NW,
)


def fault(words: str, given: SlowPosition = CROWD) -> str:
    """Returns what is wrong with "g7-g9" or with a way of more squares: reason, square, step."""
    numbers = geometry().grid.numbers
    way = [numbers[word] for word in words.split("-")]
    fast = fast_of(given)
    if len(way) == 2:
        found = fault_of_move(geometry(), fast, (way[0], way[1]))
    else:
        found = fault_of_way(geometry(), fast, way)
    if found is None:
        return ""
    return f"{found.reason} {geometry().grid.names[found.square]} {found.step}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("g7-g9", ""),
        ("g7-g7", "same-square g7 0"),
        ("i9-j10", "water j10 0"),
        ("e6-d3", "red-square d3 0"),
        ("g7-e5", ""),
        ("c6-e6", "own-piece e6 0"),
        ("d3-d6", "exit-strike d6 0"),
        ("g7-n14", "safe-recon n14 0"),
        ("i9-b13", "cease-fire b13 0"),
        ("b13-d11", ""),
        ("f6-h3", "safe-recon h3 0"),
        ("f6-c8", "recon-to-recon c8 0"),
        ("g7-g10", "blocked g9 0"),
        ("g7-h9", "out-of-reach h9 0"),
        ("c6-g6", "blocked d6 0"),
        ("c6-d7", "out-of-reach d7 0"),
        ("d3-e2", "red-square e2 0"),
        ("d3-d7", "out-of-reach d7 0"),
        ("j7-g10", "out-of-reach g10 0"),
    ],
)
def test_reasons_of_moves(words: str, expected: str) -> None:
    assert fault(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("e6-e7-e8-e9", ""),
        ("e6-e7-e8", "wrong-length e8 2"),
        ("e6-e7-e9", "not-a-step e9 2"),
        ("e6-e7-e6-e5", "twice e6 2"),
        ("e6-d6-d7-d8", "blocked d6 1"),
        ("e6-e7-e8-e9-e8", "twice e8 4"),
        ("d3-d4-d5-d6", "exit-strike d6 3"),
        ("d3-c4-c5-c6", "own-piece c6 3"),
        ("d3-c4-c5-d5", "red-square c4 1"),
        ("j7-i8-h9-g10", "two-bridges g10 3"),
        ("j7-j8-k8-l8", "water j8 1"),
        ("g7-g8-g9", ""),
        ("g7-h8-g9", "not-on-the-line h8 1"),
        ("c6-d6-f6", "own-piece f6 2"),
        ("c6-e6-d6-g6", "not-on-the-line d6 2"),
        ("g7-g8-g10", "blocked g9 2"),
        ("i5-k5-l6-l7", ""),
        ("i5-j6-k6", "water j6 1"),
        ("i5-k6-l6", "not-a-step k6 1"),
        ("i5-i6-i7-i8-h8", "wrong-length h8 4"),
        ("f6-e5-d4-c5", ""),
        ("f6-e5-d4-c4", "red-square c4 3"),
        ("f6-e5-d5-c4-c5", "red-square c4 3"),
    ],
)
def test_reasons_of_ways(words: str, expected: str) -> None:
    assert fault(words) == expected


def test_under_a_cease_fire() -> None:
    given = position("g12 jet", "b12 tank, g13 tank", ceasefire=NW)
    assert fault("g12-b12", given) == "cease-fire b12 0"
    assert fault("g12-g14", given) == "blocked g13 0"
    assert fault("g12-a12", given) == "blocked b12 0"


@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_has_no_fault_and_all_else_has_one(seed: int) -> None:
    board, given = geometry(), by_chance(f"faults-{seed}")
    for side in given.alive:
        for origin in given.squares[side]:
            legal = set(reaches(board, given, origin))
            for target in range(len(board.grid)):
                found = fault_of_move(board, given, (origin, target))
                assert (found is None) == (target in legal), (seed, origin, target)


@pytest.mark.parametrize("seed", range(6))
def test_every_way_of_the_slow_generator_is_right(seed: int) -> None:
    """And if one square of it is another one, it is right if and only if the slow one knows it."""
    board, given = geometry(), by_chance(f"ways-{seed}")
    plain, written, numbers = slow.shipped(), slow_of(given), geometry().grid.numbers
    wrong = 0
    for place, square in enumerate(sorted(written.pieces)):
        kind = written.pieces[square][1]
        ways = set(plain.ways(written, square))
        for index, way in enumerate(sorted(ways)[place % 5 :: 29]):
            numbered = [numbers[one] for one in way]
            assert fault_of_way(board, given, numbered) is None, (seed, way)
            changed = list(way)
            step = 1 + index % (len(way) - 1)
            near = board.grid.near[numbered[step]]
            changed[step] = board.grid.names[near[index % len(near)]]
            if kind in ("artillery", "jet", "icbm") or changed[-1] == square:
                continue
            found = fault_of_way(board, given, [numbers[one] for one in changed])
            assert (found is None) == (tuple(changed) in ways), (seed, changed, found)
            wrong += found is not None
    assert wrong > 20

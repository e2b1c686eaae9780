"""Square boards: names, lines, turns, and ways that turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudicator.boards.squares import DIAGONAL, DIRECTIONS, STRAIGHT, Grid

BOARD = Grid.of(19, 19)
SMALL = Grid.of(3, 2)


def _names(*squares: int, grid: Grid = BOARD) -> list[str]:
    return [grid.names[square] for square in squares]


def _far(here: int, there: int) -> int:
    """Returns how many steps apart two squares are."""
    (file, rank), (to_file, to_rank) = BOARD.at(here), BOARD.at(there)
    return max(abs(file - to_file), abs(rank - to_rank))


def test_squares_are_numbered_from_a1_along_the_ranks() -> None:
    assert len(BOARD) == 361
    assert _names(0, 18, 19, 360) == ["a1", "s1", "a2", "s19"]
    assert SMALL.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert [BOARD.number(name) for name in ("a1", "j10", "s19")] == [0, 180, 360]


@pytest.mark.parametrize("name", ["t1", "a0", "a20", "a01", "A1", "", "1a", "aa1", "a1\n"])
def test_other_words_are_no_squares(name: str) -> None:
    assert BOARD.number(name) is None


def test_a_grid_is_made_once() -> None:
    assert Grid.of(19, 19) is BOARD


def test_steps_and_squares_around() -> None:
    b2 = BOARD.numbers["b2"]
    assert _names(*BOARD.near[b2]) == ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"]
    a1 = BOARD.numbers["a1"]
    assert _names(*BOARD.near[a1]) == ["a2", "b2", "b1"]
    assert [step is None for step in BOARD.steps[a1]] == [
        False, False, False, True, True, True, True, True,
    ]  # fmt: skip


def test_near_is_mutual_and_one_step_away() -> None:
    for here in range(len(BOARD)):
        for there in BOARD.near[here]:
            assert here in BOARD.near[there]
            assert _far(here, there) == 1
    assert sum(map(len, BOARD.near)) == 2 * (2 * 18 * 19 + 2 * 18 * 18)


def test_rays_go_to_the_edge() -> None:
    rays = BOARD.rays[BOARD.numbers["q3"]]
    assert [len(ray) for ray in rays] == [16, 2, 2, 2, 2, 2, 16, 16]
    assert _names(*rays[1]) == ["r4", "s5"]
    for here in range(len(BOARD)):
        for (across, up), ray in zip(DIRECTIONS, BOARD.rays[here], strict=True):
            for before, behind in pairwise((here, *ray)):
                (file, rank), (to_file, to_rank) = BOARD.at(before), BOARD.at(behind)
                assert (to_file - file, to_rank - rank) == (across, up)


def test_the_eight_directions_are_straight_or_diagonal() -> None:
    assert sorted(STRAIGHT + DIAGONAL) == list(range(8))
    assert all(0 in DIRECTIONS[one] for one in STRAIGHT)
    assert not any(0 in DIRECTIONS[one] for one in DIAGONAL)


def test_lines_between_squares() -> None:
    number = BOARD.numbers
    assert BOARD.direction(number["a1"], number["k11"]) == 1
    assert BOARD.direction(number["a1"], number["k12"]) is None
    assert BOARD.direction(number["a1"], number["a1"]) is None
    assert _names(*BOARD.between(number["d4"], number["d1"])) == ["d3", "d2"]
    assert _names(*BOARD.between(number["j17"], number["j18"])) == []
    assert BOARD.between(number["a1"], number["c2"]) == ()


def test_four_quarter_turns_are_none() -> None:
    assert BOARD.names[BOARD.turned(BOARD.numbers["a1"])] == "a19"
    assert BOARD.names[BOARD.turned(BOARD.numbers["h3"])] == "c12"
    for square in range(len(BOARD)):
        turned = square
        for _ in range(4):
            turned = BOARD.turned(turned)
        assert turned == square
    assert sorted(map(BOARD.turned, range(len(BOARD)))) == list(range(len(BOARD)))


def test_ways_meet_no_square_twice() -> None:
    j10 = BOARD.numbers["j10"]
    ways = list(BOARD.ways(j10, 3, lambda way, there: True))
    assert len(ways) == len(set(ways)) == 368
    assert all(len(set(way)) == 4 for way in ways)
    assert all(_far(here, there) == 1 for way in ways for here, there in pairwise(way))


def test_ways_go_where_they_may() -> None:
    j10 = BOARD.numbers["j10"]
    ways = list(BOARD.ways(j10, 2, lambda way, there: BOARD.at(there)[0] == 9))
    assert [_names(*way) for way in ways] == [["j10", "j11", "j12"], ["j10", "j9", "j8"]]
    assert list(BOARD.ways(j10, 0, lambda way, there: False)) == [(j10,)]


def test_names_in_order_of_files() -> None:
    assert BOARD.in_order(["b1", "a10", "zz", "a2"]) == ["a2", "a10", "b1", "zz"]

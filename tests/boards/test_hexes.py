"""Hex grids against slow and simple ways to say the same."""

from __future__ import annotations

import json
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudicator.boards.hexes import (
    DIRECTIONS,
    NOWHERE,
    Grid,
    Hex,
    Section,
    cheapest_way,
    costs_from,
    flood,
    opposite,
    way_from,
)

CONTINENT = Grid(sections=(Section(letter="s", rows=38), Section(letter="n", rows=36)), columns=56)
SMALL = Grid(sections=(Section(letter="a", rows=3), Section(letter="b", rows=2)), columns=4)
GRIDS = (CONTINENT, SMALL, Grid(sections=(Section(letter="x", rows=1),), columns=1))

hexes = st.integers(0, CONTINENT.size - 1)


def numbered(*numbers: str) -> tuple[Hex, ...]:
    return tuple(CONTINENT.hex_of(number) for number in numbers)


@pytest.mark.parametrize("grid", GRIDS)
def test_numbers_lead_to_their_hexes_and_back(grid: Grid) -> None:
    assert len(grid.numbers) == grid.size == grid.rows * grid.columns
    assert [grid.hex_of(number) for number in grid.numbers] == list(range(grid.size))
    assert [grid.number_of(hex_) for hex_ in range(grid.size)] == list(grid.numbers)
    assert [grid.at(*grid.place_of(hex_)) for hex_ in range(grid.size)] == list(range(grid.size))


def test_sections_lie_one_above_another() -> None:
    assert CONTINENT.numbers[0] == "s0101"
    assert CONTINENT.numbers[56] == "s0201"
    assert CONTINENT.number_of(38 * 56) == "n0101"
    assert CONTINENT.numbers[-1] == "n3656"


@pytest.mark.parametrize(
    "number", ["", "s", "0146", "n146", "n0046", "n0100", "n0157", "n3701", "s3901", "x0101",
               "N0146", "n0146 ", "n0146\n", "n01460", "n01é6", "n\u06601\u06646"],
)  # fmt: skip
def test_what_is_no_number_is_nowhere(number: str) -> None:
    assert CONTINENT.hex_of(number) == NOWHERE


def test_even_rows_lie_half_a_hex_to_the_east() -> None:
    middle, around = (
        numbered("s0202")[0],
        numbered("s0203", "s0303", "s0302", "s0201", "s0102", "s0103"),
    )
    assert CONTINENT.around[middle] == around
    middle, around = (
        numbered("n0146")[0],
        numbered("n0147", "n0246", "n0245", "n0145", "s3845", "s3846"),
    )
    assert CONTINENT.around[middle] == around
    assert [CONTINENT.direction(middle, hex_) for hex_ in around] == list(range(len(DIRECTIONS)))


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbours_are_mutual(grid: Grid) -> None:
    for here, around in enumerate(grid.around):
        assert here not in around
        assert grid.neighbours[here] == tuple(hex_ for hex_ in around if hex_ != NOWHERE)
        for direction, there in enumerate(around):
            if there != NOWHERE:
                assert grid.around[there][opposite(direction)] == here
                assert grid.direction(here, there) == direction


def test_at_the_edge_lies_nothing() -> None:
    assert SMALL.around[SMALL.hex_of("a0101")] == (1, 4, NOWHERE, NOWHERE, NOWHERE, NOWHERE)
    assert SMALL.at(-1, 0) == SMALL.at(0, 4) == SMALL.at(5, 0) == SMALL.at(0, -1) == NOWHERE
    assert SMALL.direction(0, NOWHERE) is None
    assert SMALL.direction(0, 0) is None
    assert SMALL.direction(0, 2) is None


@pytest.mark.parametrize("grid", GRIDS)
def test_every_hexside_lies_between_two_hexes(grid: Grid) -> None:
    pairs = [(here, there) for here in range(grid.size) for there in grid.neighbours[here]]
    found = list(grid.hexsides())
    assert found == sorted({*found})
    assert len(found) * 2 == len(pairs)
    for here, there in pairs:
        hexside = grid.hexside(here, there)
        assert hexside is not None
        assert hexside == grid.hexside(there, here)
        assert grid.sides_of(hexside) == (min(here, there), max(here, there))
    assert [grid.hexside(*grid.sides_of(hexside)) for hexside in found] == found
    assert grid.hexside(0, 0) is None


def steps_away(grid: Grid, start: Hex) -> dict[Hex, int]:
    """Counts steps, ring by ring."""
    found = {start: 0}
    front = deque([start])
    while front:
        here = front.popleft()
        for there in grid.neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                front.append(there)
    return found


@given(hexes, st.integers(0, 12))
def test_distance_and_reach_are_counted_in_steps(start: Hex, reach: int) -> None:
    away = steps_away(CONTINENT, start)
    assert [CONTINENT.distance(start, hex_) for hex_ in range(CONTINENT.size)] == [
        away[hex_] for hex_ in range(CONTINENT.size)
    ]
    assert CONTINENT.within(start, reach) == tuple(
        hex_ for hex_ in range(CONTINENT.size) if away[hex_] <= reach
    )


def test_a_copy_with_other_rows_makes_its_own_tables() -> None:
    assert SMALL.rows == 5
    assert len(SMALL.neighbours) == 20
    copied = SMALL.model_copy(update={"columns": 3})
    assert copied.size == len(copied.numbers) == len(copied.around) == 15
    assert copied.hex_of("a0104") == NOWHERE
    assert copied.rows == 5


def test_the_json_form() -> None:
    text = '{"sections":[{"letter":"s","rows":38},{"letter":"n","rows":36}],"columns":56}'
    assert Grid.model_validate_json(text) == CONTINENT
    assert CONTINENT.to_json() == json.loads(text)
    for good, wrong in ((',"columns":56', ""), ("56", "0"), ('"s"', '"S"'), ('"s"', '"s\\n"')):
        with pytest.raises(ValidationError):
            Grid.model_validate_json(text.replace(good, wrong))


# -- ways ------------------------------------------------------------------------------------------

GRAPH: tuple[tuple[tuple[Hex, int], ...], ...] = tuple(
    tuple((there, 1 + (here * 7 + there * 3) % 4) for there in SMALL.neighbours[here])
    for here in range(SMALL.size)
)


def slow_costs(
    start: Hex, at_most: int, closed: frozenset[Hex], ends: frozenset[Hex]
) -> dict[Hex, int]:
    """Costs by going on as long as anything gets cheaper."""
    found = {start: 0}
    changed = True
    while changed:
        changed = False
        for here, cost in [*found.items()]:
            if here in ends and here != start:
                continue
            for there, step in GRAPH[here]:
                total = cost + step
                if there not in closed and total <= min(at_most, found.get(there, 99) - 1):
                    found[there] = total
                    changed = True
    return found


small = st.integers(0, SMALL.size - 1)


@given(small, small, st.integers(0, 30), st.frozensets(small), st.frozensets(small))
def test_costs_and_ways_are_the_cheapest(
    start: Hex, goal: Hex, at_most: int, closed: frozenset[Hex], ends: frozenset[Hex]
) -> None:
    expected = slow_costs(start, at_most, closed - {start}, ends)
    found = costs_from(GRAPH, start, at_most=at_most, closed=closed, ends=ends)
    assert found == expected
    assert list(found.values()) == sorted(found.values())
    way = cheapest_way(GRAPH, start, goal, at_most=at_most, closed=closed, ends=ends)
    if goal not in expected:
        assert way is None
        return
    assert way is not None
    assert (way[0], way[-1]) == (start, goal)
    steps = [dict(GRAPH[here])[there] for here, there in pairwise(way)]
    assert sum(steps) == expected[goal]
    assert not closed & {*way[1:]}
    assert not ends & {*way[1:-1]}


def test_without_a_limit_everything_is_reached() -> None:
    assert costs_from(GRAPH, 0).keys() == {*range(SMALL.size)}
    assert cheapest_way(GRAPH, 3, 3) == (3,)


@given(st.lists(small, max_size=3), st.frozensets(small), st.none() | st.integers(0, 4))
def test_a_flood_goes_round_what_is_closed(
    starts: list[Hex], closed: frozenset[Hex], at_most: int | None
) -> None:
    found = flood(SMALL.neighbours, starts, closed=closed, at_most=at_most)
    graph = tuple(tuple((there, 1) for there in others) for others in SMALL.neighbours)
    limit = SMALL.size if at_most is None else at_most
    away = [costs_from(graph, start, closed=closed) for start in starts]
    expected = {
        hex_: min(costs[hex_] for costs in away if hex_ in costs)
        for hex_ in range(SMALL.size)
        if any(hex_ in costs and costs[hex_] <= limit for costs in away)
    }
    assert found.keys() == expected.keys()
    for hex_, steps in expected.items():
        way = way_from(found, hex_)
        assert len(way) == steps + 1
        assert way[-1] in starts
        assert all(there in SMALL.neighbours[here] for here, there in pairwise(way))
    order = [expected[hex_] for hex_ in found]
    assert order == sorted(order)

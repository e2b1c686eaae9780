"""Exact geometry of rings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.boards.area import Outline, Outlines, Point, Ring
from adjudicator.boards.area_geometry import (
    edges_of,
    is_inside,
    length_of,
    shared_edges,
    twice_the_area,
)
from adjudicator.core.values import FrozenMap

SQUARE: Ring = ((0, 0), (10, 0), (10, 10), (0, 10))
ARROW: Ring = ((0, 0), (10, 5), (0, 10), (4, 5))


def drawn(**rings: Ring) -> Outlines:
    """Outlines of areas whose anchors do not matter."""
    areas = {
        area: Outline(
            polygon=ring,
            label=(0, 0),
            label_width=0,
            city=None,
            units=(0, 0),
            radius=0,
            icon=(0, 0),
        )
        for area, ring in rings.items()
    }
    return Outlines(
        format=1,
        map="drawn",
        viewbox=(100, 100),
        areas=FrozenMap(areas),
        points=(),
        decor=FrozenMap(),
    )


def test_edges_close_the_ring() -> None:
    assert list(edges_of(SQUARE[:3])) == [
        ((0, 0), (10, 0)),
        ((10, 0), (10, 10)),
        ((10, 10), (0, 0)),
    ]
    assert list(edges_of(())) == []


@pytest.mark.parametrize(
    ("ring", "area"), [(SQUARE, 200), (SQUARE[::-1], 200), (ARROW, 60), (((0, 0), (5, 5)), 0)]
)
def test_twice_the_area(ring: Ring, area: int) -> None:
    assert twice_the_area(ring) == area


@pytest.mark.parametrize(
    ("point", "inside"),
    [
        ((5, 5), True),
        ((9, 5), True),
        ((4, 5), False),
        ((3, 5), False),
        ((2, 2), True),
        ((2, 1), False),
        ((0, 0), False),
        ((-5, 5), False),
        ((11, 5), False),
        ((-5, 0), False),
        ((-5, 10), False),
    ],
)
def test_is_inside(point: Point, inside: bool) -> None:
    assert is_inside(point, ARROW) is inside
    assert is_inside(point, ARROW[::-1]) is inside


@given(st.tuples(st.integers(-3, 13), st.integers(-3, 13)))
def test_is_inside_a_square(point: Point) -> None:
    assert is_inside(point, SQUARE) is all(0 < coordinate < 10 for coordinate in point)


def test_length_is_rounded_down() -> None:
    assert length_of((((0, 0), (3, 4)), ((0, 0), (1, 1)))) == 6


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        (((10, 0), (20, 0), (20, 10), (10, 10)), (((10, 0), (10, 10)),)),
        (((10, 10), (20, 10), (20, 0), (10, 0)), (((10, 0), (10, 10)),)),
        (((10, 3), (20, 3), (20, 30), (10, 30)), (((10, 3), (10, 10)),)),
        (((10, 3), (20, 3), (20, 8), (10, 8)), (((10, 3), (10, 8)),)),
        (
            ((10, 0), (20, 0), (20, 10), (10, 10), (10, 8), (12, 5), (10, 2)),
            (((10, 0), (10, 2)), ((10, 8), (10, 10))),
        ),
    ],
)
def test_shared_edges(other: Ring, shared: tuple[tuple[Point, Point], ...]) -> None:
    assert shared_edges(drawn(a=SQUARE, b=other)) == {("a", "b"): shared}
    assert shared_edges(drawn(b=SQUARE, a=other)) == {("a", "b"): shared}


@pytest.mark.parametrize(
    "other",
    [
        ((10, 10), (20, 10), (20, 20), (10, 20)),
        ((11, 0), (20, 0), (20, 10), (11, 10)),
        ((10, 10), (15, 15), (10, 20)),
        ((10, 0), (10, 0), (20, -5)),
    ],
)
def test_a_common_point_is_no_edge(other: Ring) -> None:
    assert shared_edges(drawn(a=SQUARE, b=other)) == {}

"""The graph of areas: neighbours, groups, distances, connection."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.boards.area import Area, AreaMap, Region
from adjudicator.core.values import FrozenMap


def made(*borders: tuple[str, str], mountains: str = "") -> AreaMap:
    """A map of the areas a to g, of which a to c lie in a region."""
    names = "abcdefg"
    return AreaMap(
        format=1,
        map="letters",
        title="Letters",
        regions=FrozenMap({"early": Region(name="Early")}),
        areas=FrozenMap(
            {
                name: Area(
                    name=name.upper(),
                    kind="land",
                    region="early" if name < "d" else None,
                    traits=("mountain",) if name in mountains else (),
                    side=None,
                )
                for name in names
            }
        ),
        borders=borders,
    )


CHAIN = made(("a", "b"), ("b", "c"), ("c", "d"), ("a", "e"), ("d", "e"), ("e", "f"), mountains="cf")


def test_neighbours_are_sorted_and_mutual() -> None:
    assert CHAIN.neighbours("e") == ("a", "d", "f")
    assert CHAIN.neighbours("g") == ()
    assert CHAIN.are_adjacent("d", "e")
    assert CHAIN.are_adjacent("e", "d")
    assert not CHAIN.are_adjacent("a", "d")
    assert not CHAIN.are_adjacent("nowhere", "a")
    with pytest.raises(KeyError):
        CHAIN.neighbours("nowhere")


def test_groups() -> None:
    assert CHAIN.areas_with("mountain") == ("c", "f")
    assert CHAIN.areas_with("oil") == ()
    assert CHAIN.has_trait("c", "mountain")
    assert not CHAIN.has_trait("a", "mountain")
    assert CHAIN.areas_in("early") == ("a", "b", "c")
    assert CHAIN.areas_in("late") == ()
    assert CHAIN.region_of("a") == "early"
    assert CHAIN.region_of("g") is None
    assert CHAIN.areas_of_kind("land") == tuple("abcdefg")
    assert CHAIN.areas_of_kind("sea") == ()


def test_distances() -> None:
    assert list(CHAIN.distances("a").items()) == [
        ("a", 0),
        ("b", 1),
        ("e", 1),
        ("c", 2),
        ("d", 2),
        ("f", 2),
    ]


def test_distances_end_in_what_may_not_be_passed() -> None:
    assert CHAIN.distances("a", may_pass=lambda area: area != "e") == {
        "a": 0,
        "b": 1,
        "e": 1,
        "c": 2,
        "d": 3,
    }
    assert CHAIN.distances("a", may_pass=lambda _: False) == {"a": 0, "b": 1, "e": 1}


def test_distances_end_where_one_need_not_look_further() -> None:
    assert CHAIN.distances("a", within=1) == {"a": 0, "b": 1, "e": 1}
    assert CHAIN.distances("a", within=0) == {"a": 0}
    assert CHAIN.distances("a", within=99) == CHAIN.distances("a")


@pytest.mark.parametrize(
    ("starts", "closed", "connected"),
    [
        ("a", "", "abcdef"),
        ("a", "be", "a"),
        ("ag", "d", "abcefg"),
        ("b", "b", "abcdef"),
        ("", "", ""),
    ],
)
def test_connected_to(starts: str, closed: str, connected: str) -> None:
    assert CHAIN.connected_to(starts, lambda area: area not in closed) == tuple(connected)


def test_a_copy_with_other_borders_has_its_own_neighbours() -> None:
    assert CHAIN.neighbours("a") == ("b", "e")
    assert CHAIN.model_copy(update={"borders": (("a", "g"),)}).neighbours("a") == ("g",)
    assert CHAIN.neighbours("a") == ("b", "e")


def test_looking_up_does_not_change_equality_or_hash() -> None:
    fresh = CHAIN.model_copy()
    CHAIN.neighbours("a")
    assert fresh == CHAIN
    assert hash(fresh) == hash(CHAIN)


LETTERS = st.sampled_from("abcdefg")
PAIRS = st.lists(
    st.tuples(LETTERS, LETTERS).filter(lambda pair: pair[0] < pair[1]), unique=True, max_size=12
)
OPEN: st.SearchStrategy[Callable[[str], bool]] = st.sets(LETTERS).map(
    lambda closed: lambda area: area not in closed
)


@given(PAIRS, LETTERS, OPEN)
def test_distances_are_shortest(
    pairs: list[tuple[str, str]], start: str, is_open: Callable[[str], bool]
) -> None:
    area_map = made(*pairs)
    distances = area_map.distances(start, may_pass=is_open)
    for area, distance in distances.items():
        ways = [
            distances[other]
            for other in area_map.neighbours(area)
            if other in distances and (other == start or is_open(other))
        ]
        assert distance == (0 if area == start else min(ways) + 1)


@given(PAIRS, LETTERS, OPEN)
def test_connected_is_what_distances_reach_and_may_enter(
    pairs: list[tuple[str, str]], start: str, is_open: Callable[[str], bool]
) -> None:
    area_map = made(*pairs)
    reached = area_map.distances(start, may_pass=is_open)
    expected = sorted(area for area in reached if area == start or is_open(area))
    assert list(area_map.connected_to([start], is_open)) == expected


def test_ways_lead_to_the_nearest_goal() -> None:
    ways = CHAIN.ways_to("a", lambda _: True)
    assert ways["a"] is None
    assert ways["b"] == ways["e"] == "a"
    assert "g" not in ways


@given(PAIRS, LETTERS, OPEN)
def test_ways_are_shortest(
    pairs: list[tuple[str, str]], goal: str, is_open: Callable[[str], bool]
) -> None:
    area_map = made(*pairs)
    ways = area_map.ways_to([goal], is_open)
    reached = area_map.distances(goal, may_pass=is_open)
    assert tuple(sorted(ways)) == area_map.connected_to([goal], is_open)
    for area in ways:
        steps, here = 0, area
        while (there := ways[here]) is not None:
            assert area_map.are_adjacent(here, there)
            steps, here = steps + 1, there
        assert (steps, here) == (reached[area], goal)

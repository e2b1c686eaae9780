"""Everything in an area finds room, clear of everything else."""

from __future__ import annotations

from itertools import combinations

import pytest

from adjudicator.boards.area import Outline
from adjudicator.render.areas.layout import HEIGHTS, Arrangement, Lettering, Needs, arrange
from adjudicator.render.raster import CELL, Box, raster
from tests.render import sample
from tests.render.overlap import meet

SQUARE = Outline(
    polygon=((0, 0), (1000, 0), (1000, 1000), (0, 1000)),
    label=(500, 150),
    label_width=800,
    city=None,
    units=(500, 500),
    radius=500,
    icon=(500, 850),
)
PLAIN = Lettering("Square", (84, 78), bold=False)


def boxes(arranged: Arrangement) -> list[Box]:
    signs = [Box(x - 78, y - 78, 156, 156) for x, y in arranged.signs]
    battle = [arranged.battle] if arranged.battle else []
    counters = [box for group in arranged.groups for box in group]
    return [arranged.name.box, *counters, *arranged.tokens, *battle, *signs]


def test_a_raster_covers_its_ring_without_the_margin() -> None:
    grid = raster(SQUARE.polygon)
    assert grid.inside.bit_count() == (1000 // CELL - 2) ** 2
    assert grid.has(grid.inside, (500, 500))
    assert not grid.has(grid.inside, (5, 500))
    assert not grid.has(grid.inside, (-5000, 500))


def test_boxes_fit_exactly_or_not_at_all() -> None:
    grid = raster(SQUARE.polygon)
    free = 1000 - 2 * CELL
    assert grid.fits(grid.inside, free, free).bit_count() == 1
    assert grid.fits(grid.inside, free + 1, free) == 0
    assert grid.nearest(0, (500, 500)) is None
    assert grid.nearest(grid.inside, (500, 500)) == (0, (500, 500))
    assert grid.highest(0) is None
    assert grid.lowest(0) is None


def test_a_lonely_counter_stands_in_the_middle_at_full_size() -> None:
    arranged = arrange(SQUARE, Needs(PLAIN, groups=(1,)))
    assert arranged.height == HEIGHTS[0]
    ((box,),) = arranged.groups
    x, y = box.centre
    assert abs(x - 500) <= CELL
    assert abs(y - 500) <= CELL


@pytest.mark.parametrize("counters", range(1, 13))
def test_counters_of_one_side_stand_together(counters: int) -> None:
    (group,) = arrange(SQUARE, Needs(PLAIN, groups=(counters,))).groups
    assert len(group) == counters
    assert not any(meet(one, other) for one, other in combinations(group, 2))


def test_what_cannot_fit_is_still_shown() -> None:
    small = SQUARE.model_copy(
        update={"polygon": ((0, 0), (300, 0), (300, 300), (0, 300)), "units": (150, 150)}
    )
    needs = Needs(PLAIN, groups=(5, 5), tokens=1, battle=True, signs=1)
    arranged = arrange(small, needs)
    assert [len(group) for group in arranged.groups] == [5, 5]
    assert len(arranged.tokens) == 1
    assert arranged.battle is not None


@pytest.mark.parametrize("area", sorted(sample.outlines().areas))
@pytest.mark.parametrize(("groups", "least"), [((3,), 140), ((5,), 106), ((5, 5), HEIGHTS[-1])])
def test_every_area_holds_full_stacks_of_two_sides(
    area: str, groups: tuple[int, ...], least: int
) -> None:
    """Up to five kinds of each of two sides, a laser, a battle and a sign, in every area."""
    facts = sample.board().areas[area]
    text = area.upper() if facts.kind == "zone" else facts.name
    city = "city" in facts.traits
    lettering = Lettering(text, (84, 78), bold=city)
    crowded = len(groups) == 2
    land = facts.kind == "land"
    needs = Needs(
        lettering,
        groups=groups,
        tokens=int(crowded and city),
        battle=crowded,
        signs=int(land and not city),
    )
    outline = sample.outlines().areas[area]
    arranged = arrange(outline, needs)
    assert arranged.height >= least
    inside = boxes(arranged)
    for one, other in combinations(inside, 2):
        assert not meet(one, other), area
    grid = raster(outline.polygon)
    for box in inside[1:]:
        assert grid.covered(box) & ~grid.inside == 0, area
    if outline.city is not None:
        x, y = outline.city
        mark = Box(x - 40, y - 40, 80, 80)
        assert not any(meet(mark, box) for box in inside), area

"""Sides are told apart: by colour, by the outline of their counters, by hatch."""

from __future__ import annotations

from itertools import combinations

import pytest

from adjudicator.render.areas.picture import SideEntry, side_looks
from adjudicator.render.looks import HATCHES, LOOKS, SHAPES, look_at, looks_of, outline_path
from adjudicator.render.raster import Box
from adjudicator.render.theme import SEA, TINTS, grey_of, mixed
from tests.render.sights import SIGHTS, apart, contrast

FIRST = tuple(LOOKS.values())[:8]
APART = 25
"""The least distance of two colours that are told apart without another sign, as CIE76."""


def distance(one: str, other: str, sight: str = "normal") -> float:
    """Returns how far two colours are apart; on a grey printer, as it prints them."""
    if sight == "grey":
        return apart(grey_of(one), grey_of(other), "normal")
    return apart(one, other, sight)


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_first_eight_differ_by_colour_or_by_shape(sight: str) -> None:
    for one, other in combinations(FIRST, 2):
        alike = distance(one.face, other.face, sight) < APART
        assert not (alike and one.shape == other.shape), (one.id, other.id)
    assert len({look.shape for look in FIRST}) == len(FIRST)


def test_all_of_the_table_differ_by_colour_in_normal_sight() -> None:
    for one, other in combinations(LOOKS.values(), 2):
        assert distance(one.face, other.face) >= APART, (one.id, other.id)
    assert len({look.hatch for look in LOOKS.values()}) == len(LOOKS)


def test_what_a_side_holds_is_not_the_colour_of_what_nobody_holds() -> None:
    for look in LOOKS.values():
        for ground in (*TINTS.values(), SEA):
            held = mixed(ground, look.wash, look.share)
            assert distance(held, ground) >= 10, (look.id, ground)


def test_what_stands_on_a_counter_can_be_read() -> None:
    for look in LOOKS.values():
        assert contrast(look.face, look.ink) >= 4.5, look.id
        assert contrast(grey_of(look.face), grey_of(look.ink)) >= 4.5, look.id


def test_an_arrow_is_seen_on_ground_of_its_own_colour() -> None:
    """Its casing does it: 3 to 1 is what WCAG asks of a sign."""
    for look in LOOKS.values():
        for ground in TINTS.values():
            assert contrast(look.edge, mixed(ground, look.wash, look.share)) >= 3, look.id
        assert contrast(look.edge, "#ffffff") >= 4.5


@pytest.mark.parametrize("count", [1, 7, 12, 40, 144])
def test_any_number_of_sides_has_looks_of_their_own(count: int) -> None:
    looks = looks_of((None,) * count)
    assert len({(look.face, look.shape, look.hatch) for look in looks}) == count
    assert len({(look.face, look.shape) for look in looks}) == count
    assert len({look.id for look in looks}) == count
    assert looks == tuple(look_at(index) for index in range(count))


def test_a_side_that_names_no_look_gets_one_that_is_free() -> None:
    named = looks_of(("red", None, None, "red", "blue"))
    assert [look.id for look in named] == ["red", "green", "violet", "red-2", "blue"]
    assert named[0].face == named[3].face
    assert named[0].shape != named[3].shape
    with pytest.raises(ValueError, match="no such look: mauve; looks: yellow, blue"):
        looks_of(("mauve",))
    with pytest.raises(ValueError, match="no such look: mauve"):
        SideEntry(id="us", name="Us", look="mauve")
    sides = (SideEntry(id="a", name="A"), SideEntry(id="b", name="B", look="teal"))
    assert [(side.id, side.look.id) for side in side_looks(sides).values()] == [
        ("a", "yellow"), ("b", "teal"),
    ]  # fmt: skip


def test_every_outline_and_hatch_is_another() -> None:
    paths = {outline_path(shape, Box(0, 0, 160, 100)) for shape in SHAPES}
    assert len(paths) == len(SHAPES)
    assert len(set(HATCHES.values())) == len(HATCHES)

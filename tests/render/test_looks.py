"""Sides are told apart: by colour, by the outline of their counters, by hatch."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from adjudicator.render.areas.picture import SideEntry, side_looks
from adjudicator.render.looks import HATCHES, LOOKS, SHAPES, look_at, looks_of, outline_path
from adjudicator.render.raster import Box
from adjudicator.render.theme import SEA, TINTS, greyed, mixed

FIRST = tuple(LOOKS.values())[:8]
APART = 25
"""The least distance of two colours that are told apart without another sign, as CIE76."""
SIGHTS = {
    # Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}  # fmt: skip
Numbers = tuple[float, ...]


def linear(colour: str) -> Numbers:
    """Returns the light of `#rrggbb`, each channel from 0 to 1."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def lab(light: Numbers) -> Numbers:
    """Returns CIE L*a*b* (D65) of linear light."""
    rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041))  # fmt: skip
    white = (0.95047, 1.0, 1.08883)
    scaled = []
    for row, full in zip(rows, white, strict=True):
        part = sum(a * b for a, b in zip(row, light, strict=True)) / full
        scaled.append(part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116)
    x, y, z = scaled
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, sight: str) -> Numbers:
    """Returns a colour as somebody sees it, or as a grey printer prints it."""
    if sight == "grey":
        return lab(linear(greyed(f'fill="{colour}"').split('"')[1]))
    light = linear(colour)
    mixed_light = (sum(a * b for a, b in zip(row, light, strict=True)) for row in SIGHTS[sight])
    return lab(tuple(min(max(channel, 0.0), 1.0) for channel in mixed_light))


def distance(one: str, other: str, sight: str = "normal") -> float:
    """Returns how far two colours are apart: CIE76."""
    return math.dist(seen(one, sight), seen(other, sight))


def contrast(one: str, other: str) -> float:
    """Returns the contrast of two colours, as WCAG defines it."""
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(
        sum(a * b for a, b in zip(weights, linear(colour), strict=True)) for colour in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sight", [*SIGHTS, "grey"])
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
        grey = [greyed(f'fill="{colour}"').split('"')[1] for colour in (look.face, look.ink)]
        assert contrast(*grey) >= 4.5, look.id


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

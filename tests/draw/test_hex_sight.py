"""Forces of a hex map are told apart by whoever sees no red or no green, and on grey paper.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the whole defect, in linear
RGB; colours differ by their distance in CIE L*a*b* of 1976.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations
from math import dist

import pytest

from adjudicator.core.report import Style
from adjudicator.draw.hex_map import hex_map
from adjudicator.draw.hex_theme import hex_palette
from tests.draw.hex_sample import FORCES, position

Matrix = tuple[tuple[float, float, float], ...]
SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}  # fmt: skip
APART = 25
SVG = "{http://www.w3.org/2000/svg}"


def _linear(colour: str) -> list[float]:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]


def _lab(colour: str, sight: Matrix) -> tuple[float, float, float]:
    """Returns a colour as somebody sees it, in CIE L*a*b*."""
    linear = _linear(colour)
    seen = [sum(part * one for part, one in zip(row, linear, strict=True)) for row in sight]
    red, green, blue = (min(max(one, 0.0), 1.0) for one in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_the_distance_is_that_of_known_colours() -> None:
    assert _lab("#ff0000", SIGHTS["usual"]) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)
    red, green = (_lab(one, SIGHTS["protanopia"]) for one in ("#b9302a", "#2f7d46"))
    assert dist(red, green) == pytest.approx(15, abs=1)  # what it was once: too close


@pytest.mark.parametrize("sight", SIGHTS)
def test_counters_lines_and_washes_differ_in_colour(sight: str) -> None:
    looks = hex_palette(Style()).looks
    for one, other in combinations(looks, 2):
        for kind in ("face", "line"):
            first, second = getattr(looks[one], kind), getattr(looks[other], kind)
            apart = dist(_lab(first, SIGHTS[sight]), _lab(second, SIGHTS[sight]))
            assert apart >= APART, (one, other, kind, apart)


@pytest.mark.parametrize("theme", ["colour", "grey"])
def test_counters_differ_in_shape_at_every_size(theme: str) -> None:
    style = Style.model_validate({"theme": theme})
    root = ElementTree.fromstring(hex_map(position(style=style)).encode())
    shapes = set()
    for force in FORCES:
        (face,) = (one for one in root.iter(f"{SVG}g") if one.get("id") == f"face-{force.id}")
        outlines = {one.get("d") for one in face.iter(f"{SVG}path")}
        assert len(outlines) == 1
        shapes |= outlines
        # Every stack is drawn with the face of its own force.
        for stack in root.iter(f"{SVG}g"):
            if stack.get("data-side") == force.id and stack.get("data-kind") == "stack":
                used = [one.get("{http://www.w3.org/1999/xlink}href") for one in stack]
                assert f"#face-{force.id}" in used
    assert len(shapes) == len(FORCES)

"""Forces of a hex map are told apart by whoever sees no red or no green, and on grey paper."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from adjudicator.core.report import Style
from adjudicator.render.hexes.board import hex_map
from adjudicator.render.hexes.theme import hex_palette
from tests.render.hex_sample import FORCES, position
from tests.render.sights import apart

APART = 25
SVG = "{http://www.w3.org/2000/svg}"


def test_the_distance_is_that_of_known_colours() -> None:
    assert apart("#ff0000", "#000000", "normal") == pytest.approx(117.3, abs=0.3)
    # What forces once wore: too close.
    assert apart("#b9302a", "#2f7d46", "protanopia") == pytest.approx(15, abs=1)


@pytest.mark.parametrize("sight", ["normal", "deuteranopia", "protanopia"])
def test_counters_lines_and_washes_differ_in_colour(sight: str) -> None:
    looks = hex_palette(position()).looks
    for one, other in combinations(looks, 2):
        for kind in ("face", "line"):
            far = apart(getattr(looks[one], kind), getattr(looks[other], kind), sight)
            assert far >= APART, (one, other, kind, far)


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

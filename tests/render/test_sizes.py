"""Whatever a picture is given, every number in it is finite, and no size is nought or less."""

from __future__ import annotations

import re
import string
import xml.etree.ElementTree as ElementTree
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.render.areas.board import area_map
from adjudicator.render.areas.picture import AreaPicture, Places, Reserve, Stack, Track
from adjudicator.render.lettering import ELLIPSIS, balanced, cut, fitted_size, wrapped
from adjudicator.render.squares.board import square_board
from adjudicator.render.stars.board import star_chart
from adjudicator.render.stars.picture import LaneEntry, PlanetEntry, RegionEntry, StarPicture
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import text_width
from tests.render import sample, square_sample, star_sample

SIZES = ("font-size", "width", "height", "r", "rx", "stroke-width", "viewBox")
NUMBER = re.compile(r"[-+]?(?:nan|inf|infinity|\d*\.?\d+(?:e[-+]?\d+)?)", re.I)
TRIED = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def has_sound_numbers(text: str) -> None:
    """Asserts that a picture is XML, and that its numbers can be drawn."""
    assert not re.search(r"\b(?:nan|inf)\b", re.sub(r">[^<]*<", "><", text), re.I)
    for element in ElementTree.fromstring(text.encode()).iter():
        for name, value in element.attrib.items():
            if name not in SIZES or value.endswith("%"):
                continue
            numbers = [float(one) for one in NUMBER.findall(value)]
            shown = numbers[2:] if name == "viewBox" else numbers
            least = 0 if name in ("rx", "stroke-width") else 1e-9
            assert all(least <= one < 1e9 for one in shown), (element.tag, element.attrib)
        if element.tag.endswith("text"):
            assert element.get("font-size", "1")[0] != "-"


@cache
def board() -> AreaPicture:
    """A board that takes long to be read."""
    return sample.early()


LENGTHS = st.one_of(st.integers(1, 400), st.integers(1, 20_000))
RECTANGLES = st.tuples(st.integers(-500, 17_000), st.integers(-500, 12_000), LENGTHS, LENGTHS)
WORDS = st.text(
    st.sampled_from([*string.ascii_letters, *" \u0301\u4e2d\U0001f680\u202e\ufdfd"]),
    min_size=1, max_size=60,
)  # fmt: skip


@TRIED
@given(
    places=st.builds(
        Places, title=RECTANGLES, tracks=RECTANGLES, legend=RECTANGLES, reserves=RECTANGLES,
        lost=RECTANGLES,
    ),
    layout=st.sampled_from(["board", "phone", "print"]),
    words=st.lists(WORDS, min_size=1, max_size=5),
    cells=st.integers(1, 60),
)  # fmt: skip
def test_panels_of_any_size(places: Places, layout: Any, words: list[str], cells: int) -> None:
    """A board without strips is cut into parts for a phone."""
    stack = Stack(side="western", kind="infantry", count=3)
    track = Track(id="any", title=words[0], cells=tuple(map(str, range(cells))), marker=0)
    row = Reserve(id="any", title=words[0], stacks=(stack,) * min(cells, 9))
    drawn = area_map(
        board().model_copy(
            update={
                "places": places, "style": Style(layout=layout), "title": tuple(words),
                "tracks": (track, track.model_copy(update={"id": "other"})),
                "notes": tuple(words), "reserves": (row,), "lost": (row,),
            }
        )
    )  # fmt: skip
    has_sound_numbers(drawn)


def test_a_place_without_extent_is_refused() -> None:
    with pytest.raises(ValidationError, match="greater than or equal to 1"):
        Places(legend=(0, 0, 0, 100))


@TRIED
@given(text=WORDS, size=st.integers(1, 400), room=st.integers(-50, 3000), count=st.integers(1, 5))
def test_texts_are_fitted(text: str, size: int, room: int, count: int) -> None:
    assert 1 <= fitted_size([text], size, room) <= size
    fitted = fitted_size([text], size, room)
    assert text_width(text, fitted) <= max(room, text_width(text, 1))
    lines = wrapped(text, size, room)
    letters = "".join(text.split())
    assert len("".join(lines).replace(" ", "")) >= len(letters)
    assert all(text_width(line, size) <= room or len(line) <= 10 for line in lines)
    assert balanced(text, count)
    assert text_width(cut(text, size, room), size) <= max(room, text_width(ELLIPSIS, size))


@TRIED
@given(
    name=WORDS, count=st.integers(1, 90_000), layout=st.sampled_from(["board", "phone", "print"]),
    places=st.lists(
        st.tuples(st.integers(-100_000, 100_000), st.integers(-100_000, 100_000)),
        min_size=2, max_size=9, unique=True,
    ),
)  # fmt: skip
def test_charts_of_any_size(name: str, count: int, layout: Any, places: Any) -> None:
    """Names, numbers of troops and places of planets as a chart's author may choose them."""
    ids = [f"p{number}" for number in range(len(places))]
    planets = {
        planet: PlanetEntry(name=name[:40], region="any", at=at, seat=None, troops=count)
        for planet, at in zip(ids, places, strict=True)
    }
    drawn = star_chart(
        StarPicture(
            map="any", title=(name, name), description=name,
            regions=FrozenMap({"any": RegionEntry(name=name[:40], bonus=99)}),
            planets=FrozenMap(planets), seats=(), style=Style(layout=layout),
            lanes=tuple(LaneEntry(between=pair, hyper=True) for pair in pairwise(ids)),
        )
    )  # fmt: skip
    has_sound_numbers(drawn)


@TRIED
@given(
    words=st.lists(WORDS, min_size=1, max_size=4),
    layout=st.sampled_from(["board", "phone", "print"]),
    points=st.lists(st.integers(0, 8), min_size=5, max_size=5),
)
def test_titles_of_any_length(words: list[str], layout: Any, points: list[int]) -> None:
    style = Style(layout=layout)
    squares = square_sample.position("middle", style=style)
    squares = squares.model_copy(
        update={
            "title": tuple(words),
            "armies": tuple(
                army.model_copy(update={"name": words[0], "line": words[-1]})
                for army in squares.armies
            ),
        }
    )
    has_sound_numbers(square_board(squares))
    chart = star_sample.position("world", style=style)
    seats = tuple(
        seat.model_copy(update={"name": words[0], "planets": planets, "troops": planets})
        for seat, planets in zip(chart.seats, points, strict=False)
    )
    has_sound_numbers(star_chart(chart.model_copy(update={"title": tuple(words), "seats": seats})))


def test_what_has_no_extent_is_not_drawn() -> None:
    canvas = Canvas()
    canvas.rect(0, 0, 0, 5)
    canvas.rect(0, 0, 5, -1)
    canvas.circle(0, 0, 0)
    assert canvas.markup() == ""

"""The kept sky of the shipped chart is what the search finds; another chart is laid out anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.core.values import FrozenMap
from adjudicator.render.stars import kept
from adjudicator.render.stars.board import (
    BOARD,
    PHONE,
    bare_of,
    laid_out,
    layout_of,
    sky_of,
    star_chart,
)
from adjudicator.render.stars.kept import kept_sky, key_of, read_sky, written_sky
from adjudicator.render.stars.picture import StarPicture
from adjudicator.render.stars.places import Scale
from tests.render.star_sample import position
from tests.render.star_skies import SHIPPED, made

SCALES = pytest.mark.parametrize("scale", [BOARD, PHONE], ids=["board", "phone"])


def shipped() -> StarPicture:
    return bare_of(position("shipped"))


def test_what_is_kept_is_current() -> None:
    assert SHIPPED.read_text() == made(), "python -m tests.render.star_skies makes it"


@SCALES
def test_the_kept_sky_is_the_one_that_the_search_finds(scale: Scale) -> None:
    kept, searched = kept_sky(shipped(), scale), laid_out(shipped(), scale)
    assert kept is not None
    assert kept == searched
    assert list(kept.places.at) == list(searched.places.at)


@SCALES
@pytest.mark.parametrize("name", ["world", "small"])
def test_another_chart_is_laid_out(name: str, scale: Scale) -> None:
    chart = bare_of(position(name))
    assert kept_sky(chart, scale) is None
    sky = sky_of(chart, scale)
    assert sky == laid_out(chart, scale)
    assert read_sky(written_sky(sky, chart), chart) == sky


def test_whatever_differs_is_another_chart() -> None:
    chart = shipped()
    first, *rest = chart.planets.items()
    keys = [key_of(chart, BOARD), key_of(chart, PHONE)]
    for change in ({"name": "X"}, {"at": (1, 1)}):
        planets = FrozenMap([(first[0], first[1].model_copy(update=change)), *rest])
        keys.append(key_of(chart.model_copy(update={"planets": planets}), BOARD))
    keys.append(key_of(chart.model_copy(update={"lanes": chart.lanes[1:]}), BOARD))
    assert len(set(keys)) == 5


def test_nothing_is_searched_for_on_the_shipped_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it is laid out already")

    monkeypatch.setattr("adjudicator.render.stars.board.laid_out", never)
    sky_of.cache_clear()
    assert isinstance(sky_of(shipped(), PHONE), kept.Sky)


def forget() -> None:
    """Forgets what was laid out in this process, as another one knows nothing of it."""
    sky_of.cache_clear()


@pytest.mark.parametrize("name", ["world", "crowd", "small"])
def test_what_was_found_is_not_searched_for_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture is the same, byte by byte, and its chart is told by its hash alone."""
    found = position(name)
    drawn, layout = star_chart(found), layout_of(found)
    forget()
    monkeypatch.setattr("adjudicator.render.stars.board.laid_out", None)
    assert star_chart(found.model_copy(update={"layout": layout})) == drawn
    assert layout_of(found.model_copy(update={"layout": layout})) == layout
    other = "small" if name != "small" else "world"
    with pytest.raises(TypeError):
        star_chart(position(other).model_copy(update={"layout": layout}))


def test_a_shipped_chart_needs_no_layout() -> None:
    assert layout_of(position("shipped")) == ""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields where the numbers of a document stand."""
    if isinstance(value, int):
        yield path
    if isinstance(value, list):
        value = dict(enumerate(value))
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from leaves(inner, (*path, key))


HOSTILE: list[Any] = ['"><script>1</script>', 1.5, True, None, [], {}, 10**9]


def test_a_layout_may_come_from_anywhere() -> None:
    """Whatever stands where a number belongs: the whole sky is searched for instead."""
    small = bare_of(position("small"))
    key, written = layout_of(small).splitlines()[0].split(" ", 1)
    places = [*leaves(json.loads(written))]
    assert kept_sky(small.model_copy(update={"layout": f"{key} {written}"}), BOARD) is not None
    for path in places[:: max(1, len(places) // 60)]:
        for hostile in HOSTILE:
            document = json.loads(written)
            inner = document
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = hostile
            layout = f"{key} {json.dumps(document)}"
            assert kept_sky(small.model_copy(update={"layout": layout}), BOARD) is None


@pytest.mark.parametrize("cut", ["", "{", "[]", "[[], {}, [], {}, {}]", "[" * 100_000, "7", "\0"])
def test_what_is_no_layout_is_not_used(cut: str) -> None:
    small = bare_of(position("small"))
    key = key_of(small, BOARD)
    assert kept_sky(small.model_copy(update={"layout": f"{key} {cut}"}), BOARD) is None
    assert kept_sky(small.model_copy(update={"layout": cut}), BOARD) is None


@pytest.mark.parametrize("part", [1, 3, 4])
def test_a_layout_without_a_place_is_not_used(part: int) -> None:
    """Planets, their names, regions: one too few, or one of another chart."""
    small = bare_of(position("small"))
    key, written = layout_of(small).splitlines()[0].split(" ", 1)
    document = json.loads(written)
    first = next(iter(document[part]))
    moved = document[part].pop(first)
    for more in ({}, {"elsewhere": moved}):
        changed = [*document[:part], document[part] | more, *document[part + 1 :]]
        layout = f"{key} {json.dumps(changed)}"
        assert kept_sky(small.model_copy(update={"layout": layout}), BOARD) is None


def test_names_in_a_layout_are_text() -> None:
    small = position("small")
    line, *more = layout_of(small).splitlines()
    key, written = line.split(" ", 1)
    document = json.loads(written)
    region = next(iter(document[4]))
    document[4][region][1][0] = ["</text><script>alert(1)</script>"]
    drawn = star_chart(
        small.model_copy(update={"layout": "\n".join([f"{key} {json.dumps(document)}", *more])})
    )
    assert "<script" not in drawn
    assert "&lt;script" in drawn

"""The kept sky of the shipped chart is what the search finds; another chart is laid out anew."""

from __future__ import annotations

import pytest

from adjudicator.core.values import FrozenMap
from adjudicator.draw import star_kept
from adjudicator.draw.star_chart import BOARD, PHONE, bare_of, laid_out, sky_of
from adjudicator.draw.star_kept import kept_sky, key_of, lowered, read_sky, written_sky
from adjudicator.draw.star_picture import StarPicture
from adjudicator.draw.star_places import Scale
from tests.draw.star_sample import position
from tests.draw.star_skies import SHIPPED, made

SCALES = pytest.mark.parametrize("scale", [BOARD, PHONE], ids=["board", "phone"])


def shipped() -> StarPicture:
    return bare_of(position("shipped"))


def test_what_is_kept_is_current() -> None:
    assert SHIPPED.read_text() == made(), "python -m tests.draw.star_skies makes it"


@SCALES
@pytest.mark.parametrize("top", [0, 1, 900, 1237, 2481])
def test_the_kept_sky_is_the_one_that_the_search_finds(scale: Scale, top: int) -> None:
    """Wherever the map begins: what is kept begins at the edge of the sheet."""
    kept = kept_sky(shipped(), scale, top)
    assert kept is not None
    assert kept == laid_out(shipped(), scale, top)
    assert list(kept.places.at) == list(laid_out(shipped(), scale, top).places.at)


@SCALES
@pytest.mark.parametrize("name", ["world", "small"])
def test_another_chart_is_laid_out(name: str, scale: Scale) -> None:
    chart = bare_of(position(name))
    assert kept_sky(chart, scale, 900) is None
    sky = sky_of(chart, scale, 900)
    assert sky == laid_out(chart, scale, 900)
    assert read_sky(written_sky(sky)) == sky
    assert lowered(laid_out(chart, scale, 0), 900) == sky


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

    monkeypatch.setattr("adjudicator.draw.star_chart.laid_out", never)
    sky_of.cache_clear()
    assert isinstance(sky_of(shipped(), PHONE, 777), star_kept.Sky)

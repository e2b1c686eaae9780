"""Maps as differences: they come out byte for byte, and what was changed is refused."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.site.cutting import CannotJoin, Cut, cut, joined
from adjudicator.site.earlier import read_page
from tests.site.pages import maps_of

PIECES = ("<g>", "<g id='1'>a", "</g>", "<use/>", "<path d='M0 0'/>b", "<title>é</title>\n", "<x>")
MAPS = st.lists(
    st.lists(st.sampled_from(PIECES), max_size=30).map(
        lambda inner: f"<?xml version='1.0'?>\n<svg>{''.join(inner)}</svg>\n"
    ),
    max_size=6,
)


@given(MAPS)
def test_any_maps_come_out_as_they_went_in(maps: list[str]) -> None:
    assert joined(cut(maps)) == maps


def test_what_maps_share_is_kept_once() -> None:
    uses = "".join(f"<use x='{x}'/>" for x in range(1000))
    one = f"<svg>{uses}</svg>"
    maps = [one.replace("'500'", f"'-{n}'") for n in range(1, 41)]
    made = cut(maps)
    assert len(made.base) + len(made.pieces) < len(one) + 40 * 20
    assert sum(map(len, made.changes)) < 40 * 8


@pytest.mark.parametrize("bad", ["", "svg", "<html></html>", " <svg/>"])
def test_what_is_no_map_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="a map begins"):
        cut(["<svg></svg>", bad])


@pytest.mark.parametrize(
    ("pieces", "steps"),
    [
        ("", (-3, 0)),  # more than there is
        ("", (-1, -1)),
        ("", (-1, 5)),
        ("", (-1,)),  # a copy that does not say from where: from the end of the last one
        ("", (100,)),
        ("", (101,)),
        ("<svg>", (0,)),  # a piece that stands there already
        ("x<g>", (0,)),
    ],
)
def test_numbers_that_lead_nowhere_are_refused(pieces: str, steps: tuple[int, ...]) -> None:
    of = Cut("<svg></svg>", pieces, (steps,))
    if steps == (-1,):
        assert joined(of) == ["<svg>"]
        return
    with pytest.raises(CannotJoin):
        joined(of)


def test_copies_of_copies_do_not_grow_without_end() -> None:
    doubled, size = [], 2
    for _ in range(60):
        doubled.append((-size, 0, -size, -size))
        size *= 2
    with pytest.raises(CannotJoin, match="far too large"):
        joined(Cut("<svg></svg>", "", tuple(doubled)))


@pytest.mark.parametrize("game", ["nine-fields", "galactic-conquest"])
def test_a_page_gives_every_map_back(game: str, site_in: Callable[[str], Path]) -> None:
    page = (site_in(game) / "index.html").read_bytes()
    maps = read_page(page, "index.html").maps
    assert tuple(maps[n] for n in sorted(maps)) == maps_of(game)


def test_a_page_is_small(site_in: Callable[[str], Path]) -> None:
    """As designed (repository.md, 7): 0.60 MB, 101 kB packed; with graphs and reports whole."""
    page = (site_in("galactic-conquest") / "index.html").read_bytes()
    assert len(page) < 720_000
    assert len(gzip.compress(page, 9)) < 118_000

"""The benchmarks run; nothing here is a test of time."""

from __future__ import annotations

import re
from xml.etree.ElementTree import canonicalize

import pytest

from tests.benchmarks import svg
from tests.benchmarks.__main__ import Size, table


@pytest.mark.parametrize(
    "large", [pytest.param(large, marks=pytest.mark.exhaustive) for large in (0, 1)]
)
def test_the_table_has_a_figure_in_every_row(large: int) -> None:
    size = Size(
        starts=1, turns=1, openings=3, walk=1, appended=(2, 4), rounds=1, rolls=60, audits=1,
        matches=1, match_rounds=3, battles=1, chains=1, compared=large, continents=large,
        whole_matches=False, compiled=False,
    )  # fmt: skip
    rows = table(size)
    assert [what for what, _, _ in rows if what.startswith("peak memory")] == [
        f"peak memory: {name}"
        for name in ("check", "adjudicate", "status after 3", "verify of 3", "random play")
    ]
    assert all(re.search("[1-9]", now) for _, now, _ in rows)
    (dice,) = (now for what, now, _ in rows if what.startswith("the dice of 60 rolls"))
    assert re.fullmatch(r"\d\.\d\d s \(`verify_log.py` \d\.\d\d s\)", dice)
    limits = {what: most for what, _, most in rows}
    assert limits["random matches of Galactic Conquest"] == "at least 21000"
    assert limits["100 against 100, all ends, floats"] == "5 ms"
    assert limits["100 against 100, all ends, rationals"] == "200 ms"
    assert any(what.startswith("a turn of 30 chained invasions") for what in limits)
    (orders,) = (int(found[1]) for what, _, _ in rows if (found := re.search(r"of (\d+) or", what)))
    assert 100 <= orders <= 150
    if not large:
        return
    beside = [what for what, most in limits.items() if most == "at least 0.5 x"]
    assert beside == [
        f"Four Fronts: {what}, beside python-chess"
        for what in ("legal moves", "leaves of perft", "moves generated and played")
    ]
    assert limits["Invasion: America: peak memory"] == "250 MB"


@pytest.mark.exhaustive
def test_plain_strings_draw_the_same_pictures() -> None:
    drawn = svg.pictures()
    usual = {name: step() for name, step in drawn.items()}
    with svg.in_plain_strings():
        plain = {name: step() for name, step in drawn.items()}
    for name, picture in usual.items():
        assert picture != plain[name], name
        assert canonicalize(picture) == canonicalize(plain[name]), name

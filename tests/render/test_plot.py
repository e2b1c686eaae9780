"""The chart of who is left."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from adjudicator.render.plot import Bar, Plot, plot, ranged

SVG = "{http://www.w3.org/2000/svg}"
SHOWN = Plot(
    title="A battle & its end",
    notes=("A note that is long enough to be broken into two lines when it is drawn for a phone.",),
    attacker="attacker 60.0 %",
    defender="defender 40.0 %",
    bars=(Bar(3, 400_000, 0), Bar(2, 200_000, 100_000), Bar(1, 0, 300_000), Bar(9, 500, 0)),
)


def drawn(shown: Plot) -> ElementTree.Element:
    return ElementTree.fromstring(plot(shown).encode())


def words(tree: ElementTree.Element) -> list[str]:
    return [found.text or "" for found in tree.iter(f"{SVG}text")]


def test_each_number_left_has_a_row_with_both_sides() -> None:
    tree = drawn(SHOWN)
    rows = {row.get("id"): row for row in tree.iter(f"{SVG}g") if row.get("id")}
    assert list(rows) == ["left-3", "left-2", "left-1"]
    assert words(rows["left-2"]) == ["2", "20.0 %", "10.0 %"]
    wide = {
        name: [float(bar.get("width", "")) for bar in row.iter(f"{SVG}rect")]
        for name, row in rows.items()
    }
    assert wide["left-3"][0] == pytest.approx(2 * wide["left-2"][0], abs=0.2)
    assert wide["left-2"][0] == pytest.approx(2 * wide["left-2"][1], abs=0.2)
    assert "What is rarer than 0.1 % is not drawn." in words(tree)


def test_it_fits_a_phone_and_the_sides_differ_without_colour() -> None:
    tree = drawn(SHOWN)
    width = float(tree.get("viewBox", "").split()[2])
    assert width == 390
    for bar in tree.iter(f"{SVG}rect"):
        assert float(bar.get("x", "0")) >= 0
        assert float(bar.get("x", "0")) + float(bar.get("width", "0")) <= width
    fills = {bar.get("fill") for row in tree.iter(f"{SVG}g") for bar in row.iter(f"{SVG}rect")}
    assert len(fills) == 2
    assert any((fill or "").startswith("url(#") for fill in fills), "one side is hatched"


def test_many_numbers_are_taken_together() -> None:
    bars = [Bar(left, left, 1) for left in range(100, 0, -1)]
    rows = ranged(bars)
    assert rows[0] == ("96-100", 96 + 97 + 98 + 99 + 100, 5)
    assert rows[-1] == ("1-5", 15, 5)
    assert sum(attacker for _, attacker, _ in rows) == sum(bar.attacker for bar in bars)
    assert ranged([]) == ()


def test_nothing_to_show_is_drawn_as_nothing() -> None:
    tree = drawn(Plot("Nothing", (), "attacker 0.0 %", "defender 0.0 %", ()))
    assert words(tree) == ["Nothing", "attacker 0.0 %", "defender 0.0 %", "left"]

"""The map of shipped positions: what is shown of it, and what is shown on demand."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from adjudicator.core.problem import Refused
from adjudicator.core.report import Style
from adjudicator.draw.hex_space import space_of
from adjudicator.games.invasion_america.rules.shown import supply_ways, zones_of
from adjudicator.games.invasion_america.rules.supply import is_supplied
from adjudicator.games.invasion_america.state import HOLDING_BOX, side_of
from tests.draw.hex_sample import board
from tests.games.invasion_america.playing import opened

SVG = "{http://www.w3.org/2000/svg}"
INLAND = "inland-campaign"
"""A position in which all sides are ashore."""


def drawn(scenario: str, **style: object) -> dict[str, ElementTree.Element]:
    """Returns the elements of a picture of a scenario's start, by id."""
    rules = opened(scenario)
    text = rules.picture(rules.start, (), Style.model_validate(style))
    root = ElementTree.fromstring(text.encode())
    return {found: one for one in root.iter() if (found := one.get("id"))}


@pytest.mark.parametrize("scenario", ["three-pronged-invasion", INLAND, "partisan-revolt"])
def test_every_unit_on_the_map_is_in_a_stack_of_its_hex(scenario: str) -> None:
    rules = opened(scenario)
    found = drawn(scenario)
    for name, unit in rules.start.units.items():
        if unit.at == HOLDING_BOX or unit.aboard is not None:
            continue
        titles = [
            one.findtext(f"{SVG}title") or ""
            for element_id, one in found.items()
            if re.match(rf"(stack|fleet)-{unit.at}-", element_id)
        ]
        assert any(f"({name})" in title for title in titles)


def test_a_part_is_shown_around_a_hex_or_where_a_side_stands() -> None:
    near = drawn(INLAND, around="n0146", radius=3)
    assert "hex-n0146" in near
    assert "hex-s3011" not in near
    south = drawn(INLAND, near=("sau",))
    rules = opened(INLAND)
    at = {unit.at for name, unit in rules.start.units.items() if side_of(name) == "sau"}
    assert {f"hex-{number}" for number in at if number in rules.book.charts.map.hexes} <= {*south}
    assert "row-numbers" not in south
    # The units of a side that stands everywhere fit into no part.
    assert "row-numbers" in drawn(INLAND, near=("us",))
    assert "row-numbers" in drawn("three-pronged-invasion", near=("pal",))


@pytest.mark.parametrize("number", ["n3746", "s0057", "boston", "N0146"])
def test_a_hex_that_the_map_does_not_have_is_refused(number: str) -> None:
    with pytest.raises(Refused) as refused:
        drawn(INLAND, around=number)
    (problem,) = refused.value.problems
    assert problem.code == "unknown-hex"
    assert problem.hint == "Rows are s01 to s38 and n01 to n36, columns 01 to 56."


@pytest.mark.parametrize("side", ["us", "esc", "sau", "pal"])
def test_lines_of_supply_lead_to_sources_over_open_hexes(side: str) -> None:
    rules = opened(INLAND)
    book, state = rules.book, rules.start
    ways = list(supply_ways(book, state, side))  # type: ignore[arg-type]  # a side's name
    assert ways
    for nation, path in ways:
        hexes = [book.hex_of(number) for number in path]
        for here, there in pairwise(hexes):
            assert there in book.charts.trace[here]
        names = book.occupation(state).units[hexes[0]]
        assert any(
            name.startswith(f"{nation}-") and is_supplied(book, state, name) for name in names
        )
        if nation in ("us", "canada"):
            assert hexes[-1] in book.charts.supply_hexes
    found = drawn(INLAND, supply=(side,))
    assert f"supply-{side}" in found
    assert not [
        one for one in found if one.startswith("supply-") and not one.endswith((side, "canada"))
    ]


def test_zones_of_control_are_those_of_units_that_have_them() -> None:
    rules = opened("three-pronged-invasion")
    book, state = rules.book, rules.start
    assert zones_of(book, state, "pal") == ()
    zones = zones_of(book, state, "esc")
    grid = book.charts.grid
    cuba = {number for number, facts in book.charts.map.hexes.items() if facts.country == "cuba"}
    assert {*zones} <= {
        grid.number_of(there)
        for number in cuba
        for there in (*grid.neighbours[grid.hex_of(number)], grid.hex_of(number))
    }
    assert not drawn("three-pronged-invasion")["zones"].findall(f"{SVG}path")
    shown = drawn("three-pronged-invasion", zones=("esc", "us"))["zones"]
    assert len(shown.findall(f"{SVG}path")) == 2


def test_the_shipped_board_is_the_one_that_is_drawn() -> None:
    rules = opened(INLAND)
    assert space_of(board().grid, None).grid == rules.book.charts.grid

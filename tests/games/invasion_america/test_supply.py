"""Supply against a slow and plain reading of chapter 9."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.boards.hexes import Hex
from adjudicator.games.invasion_america.rules.supply import lines_of, out_of_supply
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    State,
    Unit,
    nation_of,
    side_of,
    type_of,
)
from tests.games.galactic_conquest.chance import Chance
from tests.games.invasion_america.playing import opened


def plainly_supplied(book: Ruleset, state: State, name: str) -> bool:
    """Says whether a unit is in supply, word for word as the chapter says, hex by hex."""
    unit, side = state.units[name], side_of(name)
    if unit.aboard or unit.at == HOLDING_BOX or book.of(name).unit_class in ("naval", "rail"):
        return True
    start = book.hexes[unit.at]
    seen, front = {start: 0}, [start]
    while front:
        here = front.pop(0)
        if _is_source(book, state, name, here, seen[here]) and (
            here == start or _is_open(book, state, side, here)
        ):
            return True
        for there in book.charts.grid.neighbours[here]:
            if there in seen or not _joins(book, here, there):
                continue
            if _is_open(book, state, side, there):
                seen[there] = seen[here] + 1
                front.append(there)
    return False


def _joins(book: Ruleset, here: Hex, there: Hex) -> bool:
    """No line over sea or lake hexes, or over blocked, lake or sea hexsides. (9.4)"""
    charts = book.charts
    between = charts.grid.hexside(here, there)
    sides = (charts.blocked, charts.lake_sides, charts.sea_sides)
    return {here, there} <= charts.open_land and not any(between in shut for shut in sides)


def _is_open(book: Ruleset, state: State, side: str, hex_: Hex) -> bool:
    """No enemy unit, and no enemy zone but where an own land unit stands. (9.4, 11.19)"""
    own_land = False
    for name, unit in _at(book, state, hex_):
        if _are_enemies(book, side, name):
            if type_of(name) != "rail":
                return False
        elif side_of(name) == side and not unit.aboard:
            own_land = own_land or book.of(name).unit_class in ("land", "supply")
    return own_land or not any(_zone_from(book, state, side, there, hex_) for there in
                               book.charts.grid.neighbours[hex_])  # fmt: skip


def _are_enemies(book: Ruleset, side: str, name: str) -> bool:
    return not any(
        side in facts.sides and side_of(name) in facts.sides for facts in book.seats.values()
    )


def _zone_from(book: Ruleset, state: State, side: str, there: Hex, hex_: Hex) -> bool:
    charts = book.charts
    if charts.grid.hexside(there, hex_) in charts.great_rivers or not _joins(book, there, hex_):
        return False
    return any(
        _are_enemies(book, side, name)
        and not unit.aboard
        and book.of(name).unit_class == "land"
        and type_of(name) not in ("hovercraft", "militia")
        for name, unit in _at(book, state, there)
    )


def _is_source(book: Ruleset, state: State, name: str, hex_: Hex, steps: int) -> bool:
    charts, side = book.charts, side_of(name)
    if side == "us":
        country = charts.country_of(hex_)
        return hex_ in charts.supply_hexes and country == nation_of(name)
    for other, unit in _at(book, state, hex_):
        if side_of(other) != side:
            continue
        ashore = not unit.aboard and book.of(other).unit_class != "naval"
        if ashore and hex_ in charts.coast and (type_of(other) == "supply" or hex_ in charts.ports):
            return True
        if type_of(other) == "amphibious" and hex_ in charts.amphibious and steps <= 3:
            return True
    return False


def _at(book: Ruleset, state: State, hex_: Hex) -> Iterator[tuple[str, Unit]]:
    yield from ((name, state.units[name]) for name in book.occupation(state).units.get(hex_, ()))


def scattered(book: Ruleset, state: State, seed: str) -> State:
    """Returns a position in which units were put into hexes near the middle of the map."""
    choose, units = Chance(seed), {}
    centre = book.hexes[choose(("s2835", "s3432", "s2437", "s3638", "s2440"))]
    near = [hex_ for hex_ in book.charts.grid.within(centre, 4) if hex_ in book.charts.open_land]
    water = [hex_ for hex_ in book.charts.grid.within(centre, 4) if hex_ in book.charts.coast]
    taken: dict[Hex, str] = {}
    for name, unit in state.units.items():
        counters = book.of(name)
        if counters.unit_class == "naval" and counters.type != "amphibious":
            continue
        if choose(range(6)):
            continue
        hex_ = choose(water or near) if counters.unit_class == "naval" else choose(near)
        if taken.setdefault(hex_, counters.side) == counters.side:
            units[name] = unit.model_copy(
                update={"at": book.number_of(hex_), "aboard": None, "water": None}
            )
    return state.model_copy(update={"units": type(state.units)(units)})


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.exhaustive), 4])
def test_as_a_plain_reading_says(seats: int) -> None:
    """Units put anywhere about a place: the fast lines say what going hex by hex says."""
    rules = opened("three-pronged-invasion" if seats == 2 else "three-pronged-invasion-four")
    found = {True: 0, False: 0}
    for number in range(6):
        state = scattered(rules.book, rules.start, f"supply-{seats}-{number}")
        for side in rules.book.facts.sides:
            out = out_of_supply(rules.book, state, side)
            for name in state.units:
                if side_of(name) == side:
                    plain = plainly_supplied(rules.book, state, name)
                    assert (name not in out) == plain, (number, name, state.units[name])
                    found[plain] += 1
    assert found[False] > 50
    assert found[True] > 50


def test_lines_lead_to_sources() -> None:
    """From every hex of a line one comes to a source, over hexes that are joined."""
    rules = opened("inland-campaign-four")
    book, state = rules.book, rules.start
    for nation in (one for side in book.facts.sides for one in NATIONS_OF[side]):
        far = lines_of(book, state, nation).far
        assert far
        for here, there in far.items():
            assert there == -1 or (there in book.charts.trace[here] and there in far)

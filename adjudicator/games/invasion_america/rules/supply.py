"""Chapter 9: which units are in supply, and by which line of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.boards.hexes import NOWHERE, Hex, flood
from adjudicator.core.game import Table
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.events import SupplyChecked
from adjudicator.games.invasion_america.rules.positions import (
    enemy_hexes,
    ignores_zones,
    is_garrisoned,
    zone_hexes,
)
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    nation_of,
    side_of,
    type_of,
)

__all__ = [
    "Lines",
    "closed_hexes",
    "is_supplied",
    "lines_of",
    "out_of_supply",
    "primary_supply",
    "reaches",
    "second_supply",
    "sources_of",
    "unsupplied",
]


class Lines(NamedTuple):
    """The lines of supply of one nation."""

    far: Mapping[Hex, Hex]
    """All hexes from which lines of any length lead to a source, each with the next hex on the
    way; NOWHERE behind a source."""
    near: Mapping[Hex, Hex]
    """The same to amphibious units: no farther than three hexes. (9.12)"""
    shut: frozenset[Hex]
    """Sources that enemies or their zones close: they supply who stands in them. (Ruling 92)"""


def primary_supply(book: Ruleset, table: Table[State]) -> None:
    """The phasing side judges which of its units are in supply. (9.31)"""
    _judge(book, table)


def second_supply(book: Ruleset, table: Table[State]) -> None:
    """The phasing side judges it again, for mechanised movement. (9.31)"""
    _judge(book, table)


def _judge(book: Ruleset, table: Table[State]) -> None:
    side = table.state.side
    table.record(SupplyChecked(side=side, out=out_of_supply(book, table.state, side)))
    end_of_phase(book, table)


def out_of_supply(book: Ruleset, state: State, side: Side) -> tuple[str, ...]:
    """Returns the units of a side that are out of supply, sorted. (9.0)"""
    lines = {nation: lines_of(book, state, nation) for nation in NATIONS_OF[side]}
    return tuple(
        name
        for name in state.units
        if side_of(name) == side and not _is_supplied(book, state, name, lines[nation_of(name)])
    )


def is_supplied(book: Ruleset, state: State, unit: str) -> bool:
    """Whether one unit is in supply at this moment: it is judged so in combat. (9.32)"""
    return _is_supplied(book, state, unit, lines_of(book, state, nation_of(unit)))


def unsupplied(book: Ruleset, state: State, units: Iterable[str]) -> frozenset[str]:
    """Returns which of some units are out of supply at this moment. (9.32)"""
    lines: dict[Nation, Lines] = {}
    found: list[str] = []
    for name in units:
        nation = nation_of(name)
        if nation not in lines:
            lines[nation] = lines_of(book, state, nation)
        if not _is_supplied(book, state, name, lines[nation]):
            found.append(name)
    return frozenset(found)


def _is_supplied(book: Ruleset, state: State, unit: str, lines: Lines) -> bool:
    """Whether a unit is in supply.

    Naval units and what is aboard of them are, rail units, partisans, and what is in the holding
    box. (9.13, 9.24, 17.22, rulings 30 and 51)
    """
    here = state.units[unit]
    if here.aboard is not None or here.at == HOLDING_BOX or ignores_zones(state, unit):
        return True
    if book.of(unit).unit_class in ("naval", "rail"):
        return True
    hex_ = book.hexes[here.at]
    # South of the border there is no supply for good, whatever line there is. (17.1)
    is_cut = state.annexation_cut and nation_of(unit) == "us"
    if is_cut and book.charts.country_of(hex_) == "annexation":
        return False
    return reaches(book, hex_, lines)


def reaches(book: Ruleset, hex_: Hex, lines: Lines) -> bool:
    """Whether a line leads from a hex to a source. The hex itself may be in an enemy zone. (9.4)

    A unit stands in it; the line is what lies beyond it. (Rulings 52, 92)
    """
    if hex_ in lines.far or hex_ in lines.near or hex_ in lines.shut:
        return True
    beside = book.charts.trace[hex_]
    if any(there in lines.far for there in beside):
        return True
    most = book.charts.tables.limits.amphibious_supply - 1
    return any(_steps(lines.near, there) <= most for there in beside if there in lines.near)


def _steps(lines: Mapping[Hex, Hex], hex_: Hex) -> int:
    """Returns how many hexes a line is long."""
    steps = 0
    while (hex_ := lines[hex_]) != NOWHERE:
        steps += 1
    return steps


def lines_of(book: Ruleset, state: State, nation: Nation) -> Lines:
    """Returns the lines of supply of a nation.

    Lines run over land, not over blocked, lake or sea hexsides, and through no hex with an enemy
    unit or in an enemy zone, unless a friendly land unit stands there. (9.4, 11.19, ruling 35)
    """
    side: Side = US if nation == "canada" else nation
    sources, landings = sources_of(book, state, nation, side), _landings(book, state, side)
    closed = closed_hexes(book, state, side)
    return _lines(book.charts, tuple(sources), tuple(landings), closed)


@lru_cache(maxsize=16)
def _lines(
    charts: Charts, sources: tuple[Hex, ...], landings: tuple[Hex, ...], closed: frozenset[Hex]
) -> Lines:
    """Returns the lines from some places. Few steps of a turn change them: the last are kept."""
    trace = charts.trace
    far = flood(trace, (hex_ for hex_ in sources if hex_ not in closed), closed=closed)
    near: Mapping[Hex, Hex] = {}
    ships = [hex_ for hex_ in landings if hex_ not in closed]
    if ships:
        at_most = charts.tables.limits.amphibious_supply
        near = flood(trace, ships, closed=closed, at_most=at_most)
    shut = frozenset(hex_ for hex_ in (*sources, *landings) if hex_ in closed)
    return Lines(far, near, shut)


def closed_hexes(book: Ruleset, state: State, side: Side) -> frozenset[Hex]:
    """Returns the hexes through which no line of supply of a side runs. (9.4)

    Rail units alone close nothing. (16.43, ruling 52)
    """
    occupied = enemy_hexes(book, state, side)
    zones = zone_hexes(book, state, side)
    here = book.occupation(state).units
    negated = frozenset(
        hex_ for hex_ in zones & here.keys() if is_garrisoned(book, state, side, hex_)
    )
    return occupied | (zones - negated)


def sources_of(book: Ruleset, state: State, nation: Nation, side: Side) -> Sequence[Hex]:
    """Returns the hexes that supply a nation at any distance. (9.11, 9.5, 9.6)

    The U.S. and Canada: supply hexes of the own country. (Ruling 8) Aggressors: coastal hexes with
    an own supply unit that was landed before this naval movement phase, ports with an own land or
    air unit. (Rulings 7, 33)
    """
    charts = book.charts
    if side == US:
        countries = charts.map.countries
        return [
            hex_
            for hex_ in sorted(charts.supply_hexes)
            if (country := charts.country_of(hex_)) is not None
            and countries[country].nation == nation
        ]
    found: list[Hex] = []
    for hex_, names in book.occupation(state).units.items():
        if hex_ in charts.coast and any(
            _supplies(book, state, name, is_port=hex_ in charts.ports)
            for name in names
            if side_of(name) == side
        ):
            found.append(hex_)
    return found


def _supplies(book: Ruleset, state: State, name: str, *, is_port: bool) -> bool:
    """Whether a unit makes its coastal hex a source of supply."""
    if state.units[name].aboard is not None or book.of(name).unit_class == "naval":
        return False
    return is_port or (type_of(name) == "supply" and name not in state.landed)


def _landings(book: Ruleset, state: State, side: Side) -> list[Hex]:
    """Returns the amphibious hexes with an own amphibious unit. (9.12)"""
    amphibious = book.charts.amphibious
    return [
        hex_
        for hex_, names in book.occupation(state).units.items()
        if hex_ in amphibious
        and any(side_of(name) == side and type_of(name) == "amphibious" for name in names)
    ]

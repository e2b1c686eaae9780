"""Where units are set up: the deployment areas of the scenarios. (18.31, 19.12, 19.42, 19.62)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.boards.hexes import Hex
from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.rules.positions import ashore, is_barred
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.scenario_facts import (
    Country,
    NearPlaces,
    NearSupply,
    Within,
)
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, State, side_of, type_of

if TYPE_CHECKING:
    from adjudicator.games.invasion_america.narrator import ContinentNarrator

__all__ = ["area_hexes", "area_text", "harbours", "in_area", "is_harbour", "own_supply_at"]


def in_area(book: Ruleset, side: Side, mix: str, place: str) -> bool:
    """Whether units of a nation and type may be deployed in a place, by their scenario.

    Args:
        side: the side that sets them up; in Scenario VI aggressors set up units of other nations.
    """
    counters = book.counters[mix]
    nation: Nation = counters.nation
    if counters.side != side:  # units that an aggressor sets up stand where their own do
        nation = side
    area = book.facts.areas[nation]
    if area is None or place == HOLDING_BOX:
        return place == HOLDING_BOX and _uses_box(book, nation, counters.unit_class == "naval")
    hex_ = book.hexes[place]
    country = book.charts.country_of(hex_)
    if (side, counters.nation, country) in book.facts.barred:
        return False
    match area:
        case Within():
            return country in area.countries
        case NearSupply():
            return _near_supply(book, area, mix, hex_)
        case NearPlaces():
            return hex_ in book.near_places[area]


def _near_supply(book: Ruleset, area: NearSupply, mix: str, hex_: Hex) -> bool:
    """Supply units stand in the hexes named, ships in ports, others near. (19.42, ruling 53)"""
    counters = book.counters[mix]
    named = [book.hexes[number] for number in area.hexes]
    if counters.unit_class == "supply" or hex_ in named:
        return hex_ in named
    if counters.unit_class == "naval":
        return book.charts.country_of(hex_) in area.harbour and hex_ in book.charts.ports
    grid = book.charts.grid
    return any(grid.distance(hex_, there) <= area.reach for there in named)


def _uses_box(book: Ruleset, nation: Nation, is_naval: bool) -> bool:
    """Whether units of a nation may be deployed in the holding box: all of the P.A.L.'s, or its
    ships alone. (19.12, 19.42)"""
    area = book.facts.areas[nation]
    return area is None or (isinstance(area, NearSupply) and not area.harbour and is_naval)


def is_harbour(book: Ruleset, state: State, side: Side, place: str) -> bool:
    """Whether ships may be deployed there with units aboard.

    In own ports, coastal hexes with an own supply unit, and the holding box. (19.12)
    """
    if place == HOLDING_BOX:
        return True
    hex_ = book.hexes[place]
    is_own = book.home_of(place) == side and hex_ in book.charts.ports
    return is_own or (hex_ in book.charts.coast and own_supply_at(book, state, side, hex_))


def own_supply_at(book: Ruleset, state: State, side: Side, hex_: Hex) -> bool:
    """Whether a supply unit of a side stands in a hex. (9.5)"""
    return any(
        type_of(name) == "supply" and side_of(name) == side for name in ashore(book, state, hex_)
    )


def harbours(book: Ruleset, state: State, side: Side) -> Iterator[str]:
    """Yields the hexes on the map in which ships of a side may be deployed with units aboard."""
    for hex_ in sorted(book.charts.coast):
        number = book.number_of(hex_)
        if is_harbour(book, state, side, number) and not is_barred(book, state, side, hex_):
            yield number


def area_hexes(book: Ruleset, side: Side, mixes: Iterable[str]) -> tuple[str, ...]:
    """Returns the hexes in which a side may set up any of some units, by number. (18.31)

    Ships in coastal hexes, others on land.
    """
    charts, found = book.charts, dict[Hex, None]()
    for mix in mixes:
        is_naval = book.counters[mix].unit_class == "naval"
        for hex_ in charts.coast if is_naval else charts.open_land:
            if hex_ not in found and in_area(book, side, mix, book.number_of(hex_)):
                found[hex_] = None
    return tuple(map(book.number_of, sorted(found)))


def area_text(of: ContinentNarrator, side: Side, mix: str) -> str:
    """Returns where units of a nation and type may be deployed, in words."""
    book = of.book
    counters = book.counters[mix]
    nation: Nation = counters.nation if counters.side == side else side
    area = book.facts.areas[nation]
    match area:
        case None:
            return of.say("holding-box")
        case Within():
            return of.say("area-within", countries=_countries(of, area.countries))
        case NearSupply():
            hexes = list(area.hexes)
            if counters.unit_class == "supply":
                return of.say("area-hexes", hexes=hexes)
            if counters.unit_class == "naval":
                ports = [of.say("area-ports", country=one) for one in _countries(of, area.harbour)]
                named = of.say("area-hexes", hexes=hexes)
                return of.say("area-any", areas=[*(ports or [of.say("holding-box")]), named])
            return of.say("area-near", reach=area.reach, hexes=hexes)
        case NearPlaces():
            where = _countries(of, area.countries)
            return of.say("area-near-places", reach=area.reach, countries=where)


def _countries(of: ContinentNarrator, countries: Iterable[Country]) -> list[str]:
    """Returns countries as they stand in a sentence: "Canada", "the United States"."""
    names = of.book.charts.map.countries
    return [
        of.say("country" if one in ("canada", "cuba") else "the-country", name=names[one].name)
        for one in countries
    ]

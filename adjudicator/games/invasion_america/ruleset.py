"""The book: what the rules of one match read and never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.core.game import Seat
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.games.invasion_america.counter_mix import (
    CounterMix,
    CounterType,
    Nation,
    UnitClass,
    UnitType,
    class_of,
)
from adjudicator.games.invasion_america.options import Options
from adjudicator.games.invasion_america.scenario_facts import Facts, NearPlaces
from adjudicator.games.invasion_america.state import NATIONS_OF, SIDES, US, Side, State, Unit

__all__ = ["Counters", "Occupation", "Ruleset", "unit_name"]

_WITHOUT_ZONE: tuple[UnitType, ...] = ("hovercraft", "militia", "rail", "supply")
"""Land units that have no zone of control; air and naval units have none either. (11.23)"""
_EXTRA_RAIL: Mapping[str, str] = {"us-rail": "canada-rail"}
"""Where a scenario gives the first more counters than there are, it may use the second's.
(Ruling 45)"""


class Counters(NamedTuple):
    """What all counters of one nation and type share."""

    nation: Nation
    type: UnitType
    side: Side
    unit_class: UnitClass
    movement: int
    """Movement allowance; 0: it does not move on land."""
    has_zone: bool
    """Whether it has a zone of control. (11.23)"""
    is_untried: bool
    """Whether its strength is unknown until it fights: its counters differ. (18.32)"""
    made: int
    """How many there are."""
    facts: CounterType
    """What is printed."""

    @property
    def strength(self) -> int:
        """Returns the strength that all of them share, if they do."""
        return self.facts.counters[0][0]


class Occupation(NamedTuple):
    """Who stands where, looked up by hexes."""

    units: Mapping[Hex, list[str]]
    """All units on the map by hex, those aboard of ships among them."""
    zoned: Mapping[Side, frozenset[Hex]]
    """By side, the hexes with units that have a zone of control: land combat units ashore that did
    not assault in this player-turn. (11.11, 11.21, 11.23, 15.16)"""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The facts of one match."""

    charts: Charts
    mix: CounterMix
    options: Options
    seats: FrozenMap[Id, Seat]
    """The seats, each with the sides that it leads."""
    shores: bytes = b""
    """How the map is drawn: `shores.json`, read when the first picture is made."""
    _kept: list[tuple[FrozenMap[Id, Unit], tuple[str, ...], Occupation]] = field(
        default_factory=list
    )

    @cached_property
    def facts(self) -> Facts:
        """Returns what the scenario says."""
        return self.options.facts

    # -- seats and sides --------------------------------------------------------------------

    @cached_property
    def _seats(self) -> Mapping[Side, str]:
        return {
            side: seat for seat, led in self.seats.items() for side in SIDES if side in led.sides
        }

    def seat_of(self, side: Side) -> str:
        """Returns the seat that leads a side."""
        return self._seats[side]

    def sides_of(self, seat: str) -> tuple[Side, ...]:
        """Returns the sides that a seat leads, in the order of play."""
        return tuple(side for side in self.facts.sides if self._seats.get(side) == seat)

    @cached_property
    def enemies(self) -> Mapping[Side, tuple[Side, ...]]:
        """Returns by side the sides of other seats. (Ruling 46)"""
        return {
            side: tuple(
                other for other in self.facts.sides if self._seats[other] != self._seats[side]
            )
            for side in self.facts.sides
        }

    @cached_property
    def aggressors(self) -> tuple[Side, ...]:
        """Returns the aggressor sides of the scenario, in the order of play."""
        return tuple(side for side in self.facts.sides if side != US)

    @cached_property
    def nations(self) -> tuple[Nation, ...]:
        """Returns the nations of the scenario."""
        return tuple(nation for side in self.facts.sides for nation in NATIONS_OF[side])

    @cached_property
    def set_up_order(self) -> tuple[str, ...]:
        """Returns the seats in the order in which they set up. (19.91, ruling 47)

        Among three seats the E.S.C.'s is the first, else that of the S.A.U.; the U.S. is last.
        """
        first: tuple[Side, ...] = ("sau", "pal", "esc", "us")
        if len(self.seats) == 3:
            first = ("esc", "pal", "sau", "us")
        return tuple(dict.fromkeys(self._seats[side] for side in first if side in self._seats))

    # -- counters ---------------------------------------------------------------------------

    @cached_property
    def counters(self) -> Mapping[str, Counters]:
        """Returns all counters of the scenario's nations, by nation and type: `esc-armour`."""
        found: dict[str, Counters] = {}
        for side in self.facts.sides:
            for nation in NATIONS_OF[side]:
                for unit_type, facts in self.mix.nations[nation].units.items():
                    unit_class = class_of(unit_type)
                    found[f"{nation}-{unit_type}"] = Counters(
                        nation, unit_type, side, unit_class,
                        movement=facts.movement or 0,
                        has_zone=unit_class == "land" and unit_type not in _WITHOUT_ZONE,
                        is_untried=len(facts.counters) > 1,
                        made=facts.count,
                        facts=facts,
                    )  # fmt: skip
        for short, lender in _EXTRA_RAIL.items():
            if short not in found or lender not in found:  # counters of somebody's own
                continue
            lacking = self.initial(short) - found[short].made
            if lacking > 0:
                found[short] = found[short]._replace(made=found[short].made + lacking)
                found[lender] = found[lender]._replace(made=found[lender].made - lacking)
        return found

    def initial(self, mix: str) -> int:
        """Returns how many units of a nation and type begin in play. (18.2)"""
        nation, _, unit_type = mix.partition("-")
        forces = [self.facts.forces, *self.facts.set_up_by.values()]
        return sum(
            count
            for force in forces
            for named, count in force.get(_NATIONS[nation], {}).items()
            if named == unit_type
        )

    def of(self, unit: str) -> Counters:
        """Returns what a unit has in common with all counters of its kind."""
        return self.counters[unit[:-3]]

    def strength_of(self, name: str, unit: Unit) -> int | None:
        """Returns the printed strength of a unit; None: nobody knows it yet. (3.37)"""
        if unit.strength is not None:
            return unit.strength
        counters = self.of(name)
        return None if counters.is_untried else counters.strength

    # -- the map ----------------------------------------------------------------------------

    @cached_property
    def hexes(self) -> Mapping[str, Hex]:
        """Returns all hexes by their numbers."""
        return {number: hex_ for hex_, number in enumerate(self.charts.grid.numbers)}

    def hex_of(self, number: str) -> Hex:
        """Returns the hex with a number; NOWHERE for the holding box and for what is no hex."""
        return self.hexes.get(number, NOWHERE)

    def number_of(self, hex_: Hex) -> str:
        """Returns the number of a hex."""
        return self.charts.grid.numbers[hex_]

    def home_of(self, number: str) -> Side | None:
        """Returns the side whose country a hex lies in. (Ruling 26)"""
        country = self.charts.country_of(self.hexes[number])
        if country is None:
            return None
        return self.mix.nations[self.charts.map.countries[country].nation].force

    @cached_property
    def valued(self) -> Mapping[str, int]:
        """Returns the hexes that are worth victory points, by number. (18.4)

        Where the scenario says so, resource hexes bring none. (19.66)
        """
        charts, found = self.charts, dict[str, int]()
        for hex_, points in charts.points.items():
            counts_all = self.facts.victory.counts_resources
            if worth := points if counts_all else charts.terrain_of(hex_).points:
                found[self.number_of(hex_)] = worth
        return found

    @cached_property
    def near_places(self) -> Mapping[NearPlaces, frozenset[Hex]]:
        """Returns by area of deployment the hexes near urban and supply hexes. (19.62)"""
        charts, found = self.charts, dict[NearPlaces, frozenset[Hex]]()
        for area in self.facts.areas.values():
            if isinstance(area, NearPlaces) and area not in found:
                found[area] = frozenset(
                    near
                    for hex_ in charts.points
                    if charts.terrain_of(hex_).points and charts.country_of(hex_) in area.countries
                    for near in charts.grid.within(hex_, area.reach)
                )
        return found

    def name(self, number: str) -> str:
        """Returns how players read a hex: with the name of its city, "s3423 (Denver)"."""
        hex_ = self.hexes.get(number)
        facts = self.charts.facts[hex_] if hex_ is not None else None
        return f"{number} ({facts.name})" if facts is not None and facts.name else number

    # -- who stands where -------------------------------------------------------------------

    def occupation(self, state: State) -> Occupation:
        """Returns who stands where. That of the last position asked about is kept."""
        if self._kept:
            units, assaulted, kept = self._kept[0]
            if units is state.units and assaulted == state.assaulted:
                return kept
        made = self._occupation(state)
        self._kept[:] = [(state.units, state.assaulted, made)]
        return made

    def _occupation(self, state: State) -> Occupation:
        hexes, counters = self.hexes, self.counters
        units: dict[Hex, list[str]] = {}
        zoned: dict[Side, set[Hex]] = {side: set() for side in SIDES}
        for name, unit in state.units.items():
            here = hexes.get(unit.at)
            if here is None:
                continue
            if here in units:
                units[here].append(name)
            else:
                units[here] = [name]
            facts = counters[name[:-3]]
            if facts.has_zone and unit.aboard is None and name not in state.assaulted:
                zoned[facts.side].add(here)
        return Occupation(units, {side: frozenset(found) for side, found in zoned.items()})


_NATIONS: Mapping[str, Nation] = {
    nation: nation for nations in NATIONS_OF.values() for nation in nations
}


def unit_name(mix: str, number: int) -> str:
    """Returns the name of a unit: `esc-armour-07`."""
    return f"{mix}-{number:02}"

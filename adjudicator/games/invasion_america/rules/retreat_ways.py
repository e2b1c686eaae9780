"""Where units may retreat, and who must make way for them. (13.5, 13.6)

Nothing happens here: a retreat is searched on the position, with those displaced so far laid over
it. Land and air units go from hex to hex, ships from water to water (`charts.Sea`); for retreats
neither takes notice of the other (12.11, ruling 73).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.games.invasion_america.rules.positions import (
    ashore,
    enemies_at,
    fleet_at,
    ignores_zones,
    in_zone,
    is_barred,
    stack_at,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of, type_of

__all__ = [
    "Ground",
    "Place",
    "Plan",
    "Routes",
    "after",
    "displace",
    "hex_at",
    "place_of",
    "routes",
    "way_is_clear",
]

Place: TypeAlias = int
"""A hex, or for ships a water (`charts.Water`)."""
Plan: TypeAlias = tuple[tuple[Place, Place], ...]
"""Who makes way: each place that is left with that which is entered, in the order carried out."""


class Ground(NamedTuple):
    """A position as those see it who retreat."""

    book: Ruleset
    state: State
    side: Side
    afloat: bool
    """Whether ships retreat."""
    changed: Mapping[Place, tuple[str, ...]]
    """By place, who stands there now of the own units that may be displaced, where that differs
    from the state."""

    def occupants(self, place: Place) -> tuple[str, ...]:
        """Returns the own units in a place that a retreat would displace."""
        if place in self.changed:
            return self.changed[place]
        book, state = self.book, self.state
        if not self.afloat:
            return tuple(stack_at(book, state, place, self.side))
        return tuple(
            name
            for name in fleet_at(book, state, book.charts.sea.hexes[place])
            if side_of(name) == self.side and place_of(book, state, name) == place
        )

    def held(self, place: Place) -> tuple[Place, ...]:
        """Returns the places with own units in the hex of a place; empty: the hex is vacant.

        Ships may lie in several waters of a hex that is cut by land. (Ruling 39)
        """
        sea = self.book.charts.sea
        places = sea.waters[sea.hexes[place]] if self.afloat else (place,)
        return tuple(one for one in places if self.occupants(one))

    def with_(self, changed: Mapping[Place, tuple[str, ...]]) -> Ground:
        """Returns the ground with other units in some places."""
        return self._replace(changed={**self.changed, **changed})


class Routes(NamedTuple):
    """The ways on which units may retreat, each without the place where they begin."""

    ways: tuple[tuple[Place, ...], ...]
    """At least one; an empty one: they cannot go at all."""
    survive: bool
    """Whether the ways are as long as they must be; if not, the units are eliminated in the last
    hex. (13.54)"""
    displace: bool
    """Whether others must make way. (13.53)"""


def hex_at(ground: Ground, place: Place) -> Hex:
    """Returns the hex of a place."""
    return ground.book.charts.sea.hexes[place] if ground.afloat else place


def place_of(book: Ruleset, state: State, unit: str) -> Place:
    """Returns the place of a unit: its hex, or of a ship the water in which it lies. (Ruling 39)"""
    here = state.units[unit]
    hex_ = book.hexes[here.at]
    if book.of(unit).unit_class != "naval":
        return hex_
    return book.charts.sea.waters[hex_][here.water or 0]


# -- single steps ----------------------------------------------------------------------------------


def _steps(ground: Ground, units: Sequence[str], here: Place) -> list[Place]:
    """Returns the places into which units may go next, own units there or not. (13.51, 13.52)"""
    book = ground.book
    if ground.afloat:
        return [
            there
            for there in book.charts.sea.links[here]
            if (hex_ := book.charts.sea.hexes[there]) != NOWHERE and _is_open_sea(ground, hex_)
        ]
    hovering = [type_of(name) == "hovercraft" for name in units]
    charts = book.charts
    beside: list[Hex] = list(charts.trace[here])
    if all(hovering):  # over blocked, lake and sea hexsides too (16.24, ruling 43)
        beside = [there for there, _ in charts.hovercraft[here] if there in charts.open_land]
    if any(hovering):  # not into terrain that they never enter (16.22)
        beside = [there for there in beside if charts.terrain_of(there).hovercraft]
    free = all(ignores_zones(ground.state, name) for name in units)
    return [there for there in beside if _is_open_land(ground, there, free=free)]


def _is_open_land(ground: Ground, hex_: Hex, *, free: bool) -> bool:
    """Whether no enemy stands in a hex, no other force, and no enemy zone reaches into it.

    That own units stand there changes nothing about zones. (11.18, 13.51)
    """
    book, state, side = ground.book, ground.state, ground.side
    if is_barred(book, state, side, hex_):
        return False
    if any(side_of(name) != side and type_of(name) != "rail" for name in ashore(book, state, hex_)):
        return False
    return free or not in_zone(book, state, side, hex_)


def _is_open_sea(ground: Ground, hex_: Hex) -> bool:
    """Whether ships may enter a hex: no enemy is there, and no ship of another force. (5.23)"""
    book, state = ground.book, ground.state
    if enemies_at(book, state, ground.side, hex_):
        return False
    return all(side_of(name) == ground.side for name in fleet_at(book, state, hex_))


# -- displacement ----------------------------------------------------------------------------------


def displace(ground: Ground, place: Place, standing: Place) -> list[Plan]:
    """Returns how the units in a place may make way, in as few moves as possible. (13.61, 13.62)

    They go one hex, as if they retreated; only where none is vacant do they displace others in
    turn. Supply units never move over land, so they never make way (9.54, ruling 74). Ships begin
    in the water in which they lie, those of each water of a hex for themselves (ruling 118).

    Args:
        standing: where those stand who retreat.
    """
    plans: list[Plan] = [()]
    for here in ground.held(place):
        plans = [
            (*plan, *chain)
            for plan in plans
            for chain in _chains(after(ground, plan), here, standing)
        ]
    fewest = min(map(len, plans), default=0)
    return [plan for plan in plans if len(plan) == fewest]


def _chains(ground: Ground, place: Place, standing: Place) -> list[Plan]:
    """Returns how the units in one place may make way, in as few moves as possible.

    No chain leads through ships that lie in several waters of a hex. (Ruling 118)
    """
    chains: list[tuple[Place, Plan]] = [(place, ())]
    while chains:
        done: list[Plan] = []
        longer: list[tuple[Place, Plan]] = []
        for here, plan in chains:
            movers = ground.occupants(here)
            if any(type_of(name) == "supply" for name in movers):
                continue
            left = [hex_at(ground, one) for one in (standing, here, *(one for one, _ in plan))]
            for there in _steps(ground, movers, here):
                if hex_at(ground, there) in left:
                    continue
                whole = ((here, there), *plan)
                held = ground.held(there)
                if not held:
                    done.append(whole)
                elif len(held) == 1:
                    longer.append((held[0], whole))
        if done:
            return done
        chains = longer
    return []


def after(ground: Ground, plan: Plan) -> Ground:
    """Returns the ground when others have made way."""
    for here, there in plan:
        ground = ground.with_({there: ground.occupants(here), here: ()})
    return ground


# -- retreats --------------------------------------------------------------------------------------


def routes(ground: Ground, units: Sequence[str], start: Place, hexes: int) -> Routes:
    """Returns the ways on which units may retreat so many hexes. (13.53, 13.54, ruling 37)

    Every hex lies one farther from the combat position than that before it. Through vacant hexes
    if there is such a way; else through own units, which are displaced; else they go as far as
    vacant hexes lead, and die there.

    Args:
        ground: the position, without those who retreat.
    """
    ways = list(_ways(ground, units, start, hexes))
    vacant = [way for way in ways if not any(map(ground.held, way))]
    whole = [way for way in vacant if len(way) == hexes]
    if whole:
        return Routes(tuple(whole), survive=True, displace=False)
    through = [way for way in ways if len(way) == hexes and way_is_clear(ground, units, start, way)]
    if through:
        return Routes(tuple(through), survive=True, displace=True)
    farthest = max(map(len, vacant))
    short = tuple(way for way in vacant if len(way) == farthest)
    return Routes(short, survive=False, displace=False)


def _ways(
    ground: Ground, units: Sequence[str], start: Place, hexes: int
) -> Iterator[tuple[Place, ...]]:
    """Yields all ways of at most so many hexes that lead straight away, shorter ones too."""
    distance = ground.book.charts.grid.distance
    first = hex_at(ground, start)
    ways: list[tuple[Place, ...]] = [()]
    yield ()
    for steps in range(1, hexes + 1):
        ways = [
            (*way, there)
            for way in ways
            for there in _steps(ground, units, way[-1] if way else start)
            if distance(first, hex_at(ground, there)) == steps
        ]
        yield from ways


def way_is_clear(ground: Ground, units: Sequence[str], here: Place, rest: Sequence[Place]) -> bool:
    """Whether units can go on along a way, if all those in it make way. (13.62)"""
    if not rest:
        return True
    there = rest[0]
    if not ground.held(there):
        return way_is_clear(ground, units, there, rest[1:])
    return any(
        way_is_clear(after(ground, plan), units, there, rest[1:])
        for plan in displace(ground, there, here)
    )

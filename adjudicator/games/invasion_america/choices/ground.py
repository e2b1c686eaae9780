"""The map and who stands on it, packed for a page on which sheets are made by clicks.

`compose.js` reads it. What closes hexes, what ends moves, where ships come and what may be attacked
is found by the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from adjudicator.boards.hexes import Hex, flood
from adjudicator.core.choices import packed
from adjudicator.games.invasion_america.rules.attack_checks import is_assaulted
from adjudicator.games.invasion_america.rules.ground import ground_of
from adjudicator.games.invasion_america.rules.line_up import defenders_of, is_air, is_land
from adjudicator.games.invasion_america.rules.naval import closed_waters, water_at
from adjudicator.games.invasion_america.rules.positions import fleet_at, other_force_at, why_never
from adjudicator.games.invasion_america.rules.supply import sources_of
from adjudicator.games.invasion_america.rules.weather import in_weather, is_weather_turn
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    State,
    side_of,
    type_of,
)

__all__ = ["ground_facts", "ground_sets", "sea_reach"]

LAND, AIR, SHIPS, ASSAULTED, FOUGHT = 1, 2, 4, 8, 16
"""What defends a hex: land combat units; air units or carriers; ships alone; what an amphibious
unit assaults; who has fought in this phase."""


# -- the map ---------------------------------------------------------------------------------------


def _terrain(book: Ruleset) -> str:
    """Returns what it costs to enter each hex over its cheapest side: "a" is 1, "." nothing enters.

    A number says how often what follows it stands there.
    """
    costs = ["."] * len(book.charts.land)
    for there, cost in _cheapest(book).items():
        costs[there] = "abcdefghi"[cost - 1]
    runs = ((letter, len([*same])) for letter, same in groupby(costs))
    return "".join(letter if count == 1 else f"{count}{letter}" for letter, count in runs)


def _cheapest(book: Ruleset) -> Mapping[Hex, int]:
    """Returns what it costs to enter each hex of land at least."""
    found: dict[Hex, int] = {}
    for links in book.charts.land:
        for there, cost in links:
            found[there] = min(cost, found.get(there, cost))
    return found


def _sides(book: Ruleset) -> str:
    """Returns the hexsides between hexes of land that cost more, or that nobody crosses.

    By number, each as how much larger it is than the one before, in base 36, and a letter: B and
    on: so much more to cross; A: closed; Z: closed, but hovercraft attack over it. (16.24)
    """
    grid, cheapest, found = book.charts.grid, _cheapest(book), list[str]()
    last = 0
    for side in grid.hexsides():
        here, there = grid.sides_of(side)
        if here not in cheapest or there not in cheapest:
            continue
        cost = next((cost for other, cost in book.charts.land[here] if other == there), None)
        if cost == cheapest[there]:
            continue
        attacked = any(other == there for other, _ in book.charts.hovercraft_attacks[here])
        letter = ("Z" if attacked else "A") if cost is None else "ABCDE"[cost - cheapest[there]]
        found.append(f"{_base36(side - last)}{letter}")
        last = side
    return "".join(found)


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return (_base36(number // 36) if number >= 36 else "") + digits[number % 36]


# -- the position ----------------------------------------------------------------------------------


def ground_sets(book: Ruleset, view: State) -> dict[str, tuple[str, ...]]:
    """Returns places by what they are for the side that plays."""
    charts, side = book.charts, view.side
    ground = ground_of(book, view, side)
    found: dict[str, Iterable[Hex]] = {
        "closed": ground.closed,
        "zones": ground.zones,
        "allied": (
            hex_
            for hex_ in book.occupation(view).units
            if hex_ not in ground.closed and other_force_at(book, view, side, hex_)
        ),
    }
    if side == US:
        found["net"] = (hex_ for hex_, links in enumerate(charts.rail) if links)
        for nation in NATIONS_OF[US]:
            found[f"supply-{nation}"] = sources_of(book, view, nation, side)
        if view.annexation_cut:
            found["cut"] = (
                hex_ for hex_ in charts.open_land if charts.country_of(hex_) == "annexation"
            )
    else:
        found["coast"] = charts.coast
        found["ports"] = charts.ports
        found["parted"] = (hex_ for hex_, waters in charts.sea.waters.items() if len(waters) > 1)
        for cost in sorted({effect.cost for effect in charts.amphibious.values()}):
            found[f"landing-{cost}"] = [
                hex_ for hex_, effect in charts.amphibious.items() if effect.cost == cost
            ]
    if book.facts.militia_rise and side == US:
        there = book.occupation(view).units
        found["cities"] = (hex_ for hex_ in charts.points if hex_ not in there)
    hovers = next((mix for mix in book.counters if _hovers(book, view, mix)), None)
    if hovers is not None:
        links = charts.hovercraft
        found["hover"] = (hex_ for hex_, others in enumerate(links) if others)
        found["hover-ends"] = (
            hex_
            for hex_, others in enumerate(links)
            if others and not why_never(book, hovers, hex_)
        )
    if is_weather_turn(book, view):
        found["weather"] = (
            hex_
            for hex_, number in enumerate(charts.grid.numbers)
            if in_weather(book, view, number)
        )
    return {name: packed(map(book.number_of, hexes)) for name, hexes in found.items()}


def _hovers(book: Ruleset, view: State, mix: str) -> bool:
    """Whether units of a nation and type are hovercraft of the side that plays."""
    counters = book.counters[mix]
    return counters.side == view.side and counters.type == "hovercraft"


def sea_reach(book: Ruleset, view: State) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Returns sets of places that ships reach, and by ship the name of its set. (5.21, 5.23)

    Ships that reach the same share a set; "assaults" of it are the hexes with enemies beside it.
    """
    sea, side = book.charts.sea, view.side
    closed = closed_waters(book, view)
    sets: dict[str, tuple[str, ...]] = {}
    ships: dict[str, str] = {}
    names: dict[frozenset[int], str] = {}
    for ship in view.units:
        if side_of(ship) != side or book.of(ship).unit_class != "naval":
            continue
        reached = flood(sea.links, (water_at(book, view, ship),), closed=closed)
        key = frozenset(reached)
        if key not in names:
            names[key] = f"sea-{len(names) + 1}"
            sets[names[key]] = packed({_place(book, water) for water in reached})
            sets[f"assaults-{names[key]}"] = packed({
                book.number_of(hex_)
                for hex_ in {sea.hexes[one] for one in closed - {sea.box}}
                if hex_ in book.charts.amphibious
                and is_assaulted(book, view, side, hex_)
                and any(there in key for water in sea.waters[hex_] for there in sea.links[water])
            })  # fmt: skip
        ships[ship] = names[key]
    return sets, ships


def _place(book: Ruleset, water: int) -> str:
    sea = book.charts.sea
    return HOLDING_BOX if water == sea.box else book.number_of(sea.hexes[water])


# -- facts -----------------------------------------------------------------------------------------


def ground_facts(book: Ruleset, view: State) -> dict[str, Any]:
    """Returns what `compose.js` needs to know besides sets of places."""
    grid, limits = book.charts.grid, book.charts.tables.limits
    own = {name: unit for name, unit in view.units.items() if side_of(name) == view.side}
    moving = view.phase in ("naval", "rail", "movement", "mechanised")
    facts: dict[str, Any] = {
        "side": view.side,
        "phase": view.phase,
        "columns": grid.columns,
        "sections": [[one.letter, one.rows] for one in grid.sections],
        "land": _terrain(book),
        "sides": _sides(book),
        "units": dict(_mixes(book, view)),
        "aboard": {name: unit.aboard for name, unit in own.items() if unit.aboard},
        "waters": {name: unit.water for name, unit in own.items() if unit.water},
        "moved": dict(view.moved) if moving else {},
        "fought": [name for name in view.fought if name in own],
        "still": [name for name in own if name.partition("-")[0] in view.frozen],
        "halted": [*view.halted],
        "rooted": [*view.rooted],
        "landed": [*view.landed],
        "out": [*view.out_of_supply],
        "partisans": view.partisans,
        "rise": book.facts.militia_rise if view.side == US else 0,
        "limits": [limits.stack, limits.fleet, limits.cargo, limits.amphibious_supply],
        "loading": book.charts.tables.costs.loading,
        "foes": dict(_foes(book, view)),
        "air": [*_disputers(book, view)],
        "fleets": dict(_fleets(book, view)),
    }
    return {key: one for key, one in facts.items() if one not in ([], {}, False, 0)}


def _mixes(book: Ruleset, view: State) -> Iterator[tuple[str, list[Any]]]:
    """Yields by nation and type of the side: its class, movement points, and range."""
    for mix, counters in book.counters.items():
        if counters.side == view.side:
            yield mix, [counters.unit_class, counters.movement, counters.facts.range or 0]


def _foes(book: Ruleset, view: State) -> Iterator[tuple[str, list[Any]]]:
    """Yields the hexes with enemies: what defends them, and of which forces. (13.0, 12.14)"""
    for hex_ in sorted(book.occupation(view).units):
        there = defenders_of(book, view, view.side, hex_)
        if not there:
            continue
        flags = 0
        flags |= LAND * any(is_land(book, name) for name in there)
        flags |= AIR * any(is_air(book, name) for name in there)
        flags |= SHIPS * all(book.of(name).unit_class == "naval" for name in there)
        flags |= ASSAULTED * is_assaulted(book, view, view.side, hex_)
        flags |= FOUGHT * any(name in view.fought for name in there)
        forces = dict.fromkeys(side_of(one) for one in there if book.of(one).unit_class != "naval")
        yield book.number_of(hex_), [flags, *forces]


def _disputers(book: Ruleset, view: State) -> Iterator[list[Any]]:
    """Yields where enemies are that may dispute the air, and how far they reach. (14.5)"""
    enemies = book.enemies[view.side]
    for name, unit in view.units.items():
        if side_of(name) not in enemies or type_of(name) not in ("lrb", "carrier"):
            continue
        if unit.at in book.hexes and unit.aboard is None and name not in view.fought:
            yield [unit.at, book.of(name).facts.range or 0]


def _fleets(book: Ruleset, view: State) -> Iterator[tuple[str, int]]:
    """Yields how many ships of others lie in a hex. (6.0)"""
    for hex_ in sorted(book.occupation(view).units):
        count = sum(side_of(name) != view.side for name in fleet_at(book, view, hex_))
        if count:
            yield book.number_of(hex_), count

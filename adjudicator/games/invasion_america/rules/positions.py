"""Questions to the position: who stands where, whose zones reach where, who may enter what.

Hexes are integers here; `Ruleset.hex_of` and `Ruleset.number_of` lead in and out.
(Chapters 11 and 12)
"""

from __future__ import annotations

from adjudicator.boards.hexes import Hex
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, nation_of, side_of, type_of

__all__ = [
    "ashore",
    "cargo_of",
    "closing_enemies",
    "controller",
    "enemies_at",
    "enemy_hexes",
    "fleet_at",
    "holders",
    "ignores_zones",
    "in_zone",
    "is_barred",
    "is_frozen",
    "is_garrisoned",
    "other_force_at",
    "stack_at",
    "why_never",
    "zone_hexes",
]


# -- who stands where ------------------------------------------------------------------------------


def ashore(book: Ruleset, state: State, hex_: Hex) -> list[str]:
    """Returns the land, supply, rail and air units in a hex that are not aboard of a ship."""
    return [
        name
        for name in book.occupation(state).units.get(hex_, ())
        if state.units[name].aboard is None and book.of(name).unit_class != "naval"
    ]


def fleet_at(book: Ruleset, state: State, hex_: Hex) -> list[str]:
    """Returns the naval units in a hex. (6.0)"""
    return [
        name
        for name in book.occupation(state).units.get(hex_, ())
        if book.of(name).unit_class == "naval"
    ]


def cargo_of(state: State, ship: str) -> list[str]:
    """Returns what is aboard of a ship. (7.11)"""
    return [name for name, unit in state.units.items() if unit.aboard == ship]


def holders(book: Ruleset, state: State, hex_: Hex) -> tuple[Side, ...]:
    """Returns the sides that have units of any kind in a hex, in the order in which they stand."""
    return tuple(dict.fromkeys(map(side_of, book.occupation(state).units.get(hex_, ()))))


def enemies_at(book: Ruleset, state: State, side: Side, hex_: Hex) -> list[str]:
    """Returns the units in a hex that belong to other seats than a side does. (Ruling 46)"""
    there = book.occupation(state).units.get(hex_)
    if not there:
        return []
    enemies = book.enemies[side]
    return [name for name in there if side_of(name) in enemies]


def closing_enemies(book: Ruleset, state: State, side: Side, hex_: Hex) -> list[str]:
    """Returns the enemy units that close a hex to a side: all but lone rail units. (16.43)"""
    there = enemies_at(book, state, side, hex_)
    return [] if all(type_of(name) == "rail" for name in there) else there


def enemy_hexes(book: Ruleset, state: State, side: Side) -> frozenset[Hex]:
    """Returns the hexes that enemy units close to a side: all but lone rail units. (10.12)"""
    enemies = book.enemies[side]
    return frozenset(
        hex_
        for hex_, names in book.occupation(state).units.items()
        if any(side_of(name) in enemies and type_of(name) != "rail" for name in names)
    )


def other_force_at(book: Ruleset, state: State, side: Side, hex_: Hex) -> list[str]:
    """Returns the units in a hex of other forces with which a side's do not stack. (12.14)

    Rail units do not count. (16.44)
    """
    if not book.occupation(state).units.get(hex_):
        return []
    return [
        name
        for name in ashore(book, state, hex_)
        if side_of(name) != side and type_of(name) != "rail"
    ]


def stack_at(book: Ruleset, state: State, hex_: Hex, side: Side) -> list[str]:
    """Returns a side's units in a hex that count for stacking.

    All land, supply and air units, but no rail units and nothing aboard of ships. (12.13, 16.44,
    6.24)
    """
    return [
        name
        for name in ashore(book, state, hex_)
        if side_of(name) == side and type_of(name) != "rail"
    ]


# -- zones of control ------------------------------------------------------------------------------


def in_zone(book: Ruleset, state: State, side: Side, hex_: Hex) -> bool:
    """Whether an enemy's zone of control reaches into a hex. (11.16, 11.22, ruling 13)"""
    zoned = book.occupation(state).zoned
    beside = book.charts.zones[hex_]
    return any(there in zoned[enemy] for enemy in book.enemies[side] for there in beside)


def zone_hexes(book: Ruleset, state: State, side: Side) -> frozenset[Hex]:
    """Returns all hexes into which zones of a side's enemies reach. (11.0)"""
    zoned, zones = book.occupation(state).zoned, book.charts.zones
    return frozenset(
        there for enemy in book.enemies[side] for here in zoned[enemy] for there in zones[here]
    )


def ignores_zones(state: State, unit: str) -> bool:
    """Whether a unit is not affected by enemy zones of control: partisans. (17.21)"""
    return state.partisans and type_of(unit) == "militia"


def is_garrisoned(book: Ruleset, state: State, side: Side, hex_: Hex) -> bool:
    """Whether a friendly land unit stands in a hex, so that it negates an enemy zone for supply.

    Neither air nor rail units do, nor what is aboard of ships. (11.19, ruling 35)
    """
    return any(
        side_of(name) == side and book.of(name).unit_class in ("land", "supply")
        for name in ashore(book, state, hex_)
    )


# -- who may enter ---------------------------------------------------------------------------------


def is_barred(book: Ruleset, state: State, side: Side, hex_: Hex) -> bool:
    """Whether enemy units keep a side's units out of a hex. (5.23, 10.12, ruling 3)"""
    return bool(closing_enemies(book, state, side, hex_))


def why_never(book: Ruleset, mix: str, hex_: Hex) -> str:
    """Returns where a hex is that units of a nation and type may never stop in; "" if they may.

    "on land" for ships (5.21), "at sea", "in a lake", "in prohibited land" (10.22), "in a hex of
    urban terrain" and the like for hovercraft (16.22).
    """
    charts, counters = book.charts, book.counters[mix]
    facts = charts.facts[hex_]
    if counters.unit_class == "naval":
        return "" if hex_ in charts.sea.waters else "on land"
    if facts is None:
        return "at sea"
    if facts.kind == "lake":
        return "in a lake"
    if facts.prohibited:
        return "in prohibited land"
    if counters.type == "hovercraft" and not charts.terrain_of(hex_).hovercraft:
        return f"in a hex of {facts.terrain} terrain"
    return ""


def is_frozen(state: State, unit: str) -> bool:
    """Whether a unit belongs to a nation that does not function yet. (19.35, ruling 31)"""
    return nation_of(unit) in state.frozen


# -- control ---------------------------------------------------------------------------------------


def controller(book: Ruleset, state: State, number: str) -> Side | None:
    """Returns which side controls a hex with victory points. (18.4, ruling 26)"""
    return state.control.get(number) or book.home_of(number)

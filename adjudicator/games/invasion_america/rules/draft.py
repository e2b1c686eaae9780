"""Set-ups to begin with: legal ones that a seat can play or change.

`template` writes them, and the ready set-ups of the scenarios are made of them. Defenders stand on
what is worth victory points, militia and infantry at the coasts, armour behind them; aggressors
load their ships and keep the rest at the ports, or stand about their beachheads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.boards.hexes import Hex, flood
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.counter_mix import UnitType
from adjudicator.games.invasion_america.rules.deployment import harbours, in_area
from adjudicator.games.invasion_america.rules.placing import placed
from adjudicator.games.invasion_america.rules.set_up import (
    Setting,
    check_deploy,
    check_set_up,
    first_setting,
    party_of,
    without,
)
from adjudicator.games.invasion_america.rules.supply import lines_of, out_of_supply, reaches
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.scenario_facts import NearPlaces, NearSupply, Within
from adjudicator.games.invasion_america.state import HOLDING_BOX, US, Side, State

__all__ = ["draft_set_up"]

_LOADS: Mapping[UnitType, tuple[tuple[UnitType, ...], ...]] = {
    "amphibious": (
        ("supply", "infantry", "mechanised"),
        ("infantry", "armour", "mechanised"),
        ("infantry", "mechanised", "armour"),
    ),
    "transport": (("armour", "mechanised", "infantry"), ("mechanised", "infantry", "cas")),
}
"""What ships take aboard first, one unit of each; what there is not is left out. A ship with a
supply unit assaults nothing, so one of three has one. (7.22)"""
_CARGO: tuple[UnitType, ...] = ("infantry", "mechanised", "armour", "special-infantry", "cas")
"""What fills them up."""
_ORDER: tuple[UnitType, ...] = (
    "amphibious", "transport", "carrier", "supply", "hovercraft", "militia", "infantry",
    "special-infantry", "armour", "mechanised", "cas", "lrb", "rail",
)  # fmt: skip
"""In which order types are set up."""


def draft_set_up(book: Ruleset, state: State, seat: str) -> tuple[o.Deploy, ...]:
    """Returns a legal set-up of a seat; what finds no place is left out. (18.31)"""
    plan = _Plan(book, state, first_setting(book, seat))
    for side in book.sides_of(seat):
        for mix in _mixes(book, plan, side):
            _settle(plan, side, mix)
    _resettle(plan)
    return plan.compact()


def _mixes(book: Ruleset, plan: _Plan, side: Side) -> list[str]:
    """Returns what a side sets up, its own units before those of others."""
    mixes = [mix for (other, mix), count in plan.setting.left.items() if other == side and count]
    return sorted(
        mixes,
        key=lambda mix: (book.counters[mix].side != side, _ORDER.index(book.counters[mix].type)),
    )


class _Plan:
    """A set-up in the making."""

    def __init__(self, book: Ruleset, state: State, setting: Setting) -> None:
        self.book, self.state, self.setting = book, state, setting
        self.orders: dict[str, o.Deploy] = {}
        """By the unit that each sets up; for ships with units aboard, by the ship."""

    def left(self, side: Side, mix: str) -> int:
        """Returns how many units are left."""
        return self.setting.left.get((side, mix), 0)

    def put(self, side: Side, mix: str, place: str, **more: object) -> bool:
        """Sets up one unit, or one ship with units aboard, if that is legal."""
        nation, _, unit_type = mix.partition("-")
        document = {"order": "deploy", "nation": nation, "type": unit_type, "in": place, **more}
        if self.book.counters[mix].side != side:
            document["beside"] = side
        order = o.Deploy.model_validate(document)
        if any(check_deploy(self.book, self.state, self.setting, order)):
            return False
        units = placed(self.book, self.state, party_of(order))
        self.state = self.state.model_copy(update={"units": self.state.units | units})
        self.setting = without(self.book, self.setting, order, units)
        self.orders[next(iter(units))] = order
        return True

    def take_back(self, name: str) -> tuple[Side, str]:
        """Takes a unit up again; returns who sets it up, and its nation and type."""
        order = self.orders.pop(name)
        mix = f"{order.nation}-{order.type}"
        side = order.beside or self.book.counters[mix].side
        units = {other: unit for other, unit in self.state.units.items() if other != name}
        self.state = self.state.model_copy(update={"units": FrozenMap(units)})
        left = {**self.setting.left, (side, mix): self.left(side, mix) + 1}
        foreign = tuple(one for one in self.setting.foreign if one[0] != name)
        self.setting = self.setting._replace(left=left, foreign=foreign)
        return side, mix

    def put_ship(self, side: Side, mix: str, place: str, **more: object) -> bool:
        """The same for a ship; where land cuts its water, it lies by the first side that does."""
        if self.put(side, mix, place, **more):
            return True
        if place == HOLDING_BOX:
            return False
        grid = self.book.charts.grid
        beside = (grid.number_of(hex_) for hex_ in grid.neighbours[self.book.hexes[place]])
        return any(self.put(side, mix, place, by=by, **more) for by in beside)

    def compact(self) -> tuple[o.Deploy, ...]:
        """Returns the orders, those of like units in one hex as one."""
        counts: dict[str, int] = {}
        orders: dict[str, o.Deploy] = {}
        for order in self.orders.values():
            key = order.model_dump_json()
            is_alone = bool(order.carrying)
            key = f"{key}{len(orders)}" if is_alone else key
            orders[key] = order
            counts[key] = counts.get(key, 0) + 1
        return tuple(
            order.model_copy(update={"count": counts[key]}) for key, order in orders.items()
        )


def _settle(plan: _Plan, side: Side, mix: str) -> None:
    """Finds places for all units of a nation and type, the best ones first."""
    book, counters = plan.book, plan.book.counters[mix]
    if counters.unit_class == "naval":
        _moor(plan, side, mix)
        return
    if in_area(book, side, mix, HOLDING_BOX):
        while plan.left(side, mix) and plan.put(side, mix, HOLDING_BOX):
            pass
        return
    if counters.side != side:
        _settle_beside(plan, side, mix)
    for wave in _wishes(plan, side, mix):
        for hex_ in wave:
            if not plan.left(side, mix):
                return
            plan.put(side, mix, book.number_of(hex_))


def _settle_beside(plan: _Plan, side: Side, mix: str) -> None:
    """Units of others stand beside a side's own where they cut nobody off, as far as they can."""
    out = len(_unsupplied(plan))
    for wave in _wishes(plan, side, mix):
        for hex_ in wave:
            if not plan.left(side, mix):
                return
            if plan.put(side, mix, plan.book.number_of(hex_)) and len(_unsupplied(plan)) > out:
                plan.take_back([*plan.orders][-1])


def _resettle(plan: _Plan) -> None:
    """Who would begin out of supply stands elsewhere instead, where that is possible. (9.0)"""
    for name in _unsupplied(plan):
        order, state, setting = plan.orders[name], plan.state, plan.setting
        before = _faults(plan)
        side, mix = plan.take_back(name)
        if not _is_better_placed(plan, side, mix, before):
            plan.orders[name], plan.state, plan.setting = order, state, setting


def _is_better_placed(plan: _Plan, side: Side, mix: str, before: tuple[int, int]) -> bool:
    """Whether a unit has found a place in supply that leaves less wrong with the set-up."""
    lines = lines_of(plan.book, plan.state, plan.book.counters[mix].nation)
    for hex_ in dict.fromkeys(hex_ for wave in _wishes(plan, side, mix) for hex_ in wave):
        if reaches(plan.book, hex_, lines) and plan.put(side, mix, plan.book.number_of(hex_)):
            if _faults(plan) < before:
                return True
            plan.take_back([*plan.orders][-1])
    return False


def _faults(plan: _Plan) -> tuple[int, int]:
    """Returns how many things a set-up lacks, and how many of its units are out of supply."""
    lacking = check_set_up(plan.book, plan.state, plan.setting)
    return sum(1 for _ in lacking), len(_unsupplied(plan))


def _unsupplied(plan: _Plan) -> list[str]:
    """Returns the units set up here that are out of supply, in the order in which they were."""
    sides = {plan.book.of(name).side for name in plan.orders}
    out = {
        name for side in plan.book.facts.sides if side in sides
        for name in out_of_supply(plan.book, plan.state, side)
    }  # fmt: skip
    return [name for name in plan.orders if name in out]


def _moor(plan: _Plan, side: Side, mix: str) -> None:
    """Ships lie in harbours, loaded if they carry others. (19.12)"""
    book, counters = plan.book, plan.book.counters[mix]
    places = [HOLDING_BOX] if in_area(book, side, mix, HOLDING_BOX) else []
    if not places:
        places = list(harbours(book, plan.state, side))
        if counters.type == "carrier":  # they need no harbour: leave it to the others
            coast = (book.number_of(hex_) for hex_ in sorted(book.charts.coast))
            places = [*(place for place in coast if place not in places), *places]
    number = 0
    while plan.left(side, mix):
        cargo = _cargo(plan, side, mix, number)
        if not any(plan.put_ship(side, mix, place, carrying=cargo) for place in places):
            return
        number += 1


def _cargo(plan: _Plan, side: Side, mix: str, number: int) -> dict[UnitType, int]:
    """Returns what a ship takes aboard; nothing where units begin ashore."""
    book, counters = plan.book, plan.book.counters[mix]
    loads = _LOADS.get(counters.type)
    if loads is None or not isinstance(book.facts.areas[counters.nation], Within | None):
        return {}
    most = book.charts.tables.limits.cargo
    found: dict[UnitType, int] = {}
    for unit_type in (*loads[number % len(loads)], *_CARGO):
        other = f"{counters.nation}-{unit_type}"
        if unit_type == "cas" and counters.type == "amphibious":
            continue
        if unit_type == "special-infantry" and counters.type == "amphibious":
            continue
        if sum(found.values()) < most and plan.left(side, other) > found.get(unit_type, 0):
            found[unit_type] = found.get(unit_type, 0) + 1
    return found


# -- where units would best stand ------------------------------------------------------------------


def _wishes(plan: _Plan, side: Side, mix: str) -> Iterator[Iterable[Hex]]:
    """Yields hexes in waves, the best first: each wave puts one unit into each hex."""
    book, counters = plan.book, plan.book.counters[mix]
    area = book.facts.areas[counters.nation if counters.side == side else side]
    allowed = [
        hex_
        for hex_ in sorted(book.charts.open_land)
        if in_area(book, side, mix, book.number_of(hex_))
    ]
    match area:
        case Within() if side == US:
            yield from _home_wishes(plan, mix, allowed, in_supply=area.in_supply)
        case NearSupply():
            yield from _beachhead_wishes(book, area, allowed)
        case NearPlaces():
            yield from _revolt_wishes(plan, side, mix, allowed)
        case _:
            ports = [hex_ for hex_ in allowed if hex_ in book.charts.ports]
            near = _by_distance(book, allowed, ports)
            if counters.type == "supply":
                near = [hex_ for hex_ in near if hex_ in book.charts.coast]
            yield from (near, near, near)


def _home_wishes(
    plan: _Plan, mix: str, allowed: list[Hex], *, in_supply: bool
) -> Iterator[Iterable[Hex]]:
    """Yields where units of the U.S. and Canada would stand: on what is worth points."""
    book, counters = plan.book, plan.book.counters[mix]
    charts = book.charts
    if in_supply:
        far = lines_of(book, plan.state, counters.nation).far
        allowed = [hex_ for hex_ in allowed if hex_ in far]
    garrison = _garrison(book, [hex_ for hex_ in allowed if hex_ in charts.points])
    home = [hex_ for hex_ in allowed if charts.country_of(hex_) != "annexation"]
    worth = [hex_ for hex_ in home if hex_ in charts.points]
    shore = [hex_ for hex_ in worth if hex_ in charts.coast]
    steps = _lengths(flood(charts.trace, [hex_ for hex_ in allowed if hex_ in charts.coast]))
    inland = [hex_ for hex_ in worth if 2 <= steps.get(hex_, 99) <= 6]
    cities = [hex_ for hex_ in inland if charts.terrain_of(hex_).points]
    inland = [*_spread(book, cities), *(hex_ for hex_ in inland if hex_ not in cities)]
    supply = [hex_ for hex_ in worth if hex_ in charts.supply_hexes]
    match counters.type:
        case "militia":
            waves = [shore, _spread(book, worth), home]
        case "infantry":
            coastal_supply = [hex_ for hex_ in supply if hex_ in charts.coast]
            waves = [garrison, coastal_supply, shore, _spread(book, worth), home]
        case "lrb" | "rail":
            waves = [_spread(book, [hex_ for hex_ in supply if hex_ in inland]), supply, home]
        case _:
            waves = [inland, inland, worth, home]
    yield from waves


def _spread(book: Ruleset, hexes: list[Hex]) -> list[Hex]:
    """Returns hexes in an order in which each is as far as can be from those before it."""
    distance = book.charts.grid.distance
    left, found = list(hexes), list[Hex]()
    away = dict.fromkeys(left, 999)
    while left:
        best = max(left, key=lambda hex_: (away[hex_], -hex_))
        left.remove(best)
        found.append(best)
        for hex_ in left:
            away[hex_] = min(away[hex_], distance(hex_, best))
    return found


def _garrison(book: Ruleset, worth: list[Hex]) -> list[Hex]:
    """Returns where the garrison of Central America stands, if there must be one. (17.1)"""
    needed = book.facts.garrison or 0
    south = [hex_ for hex_ in worth if book.charts.country_of(hex_) == "annexation"]
    return south[-needed:] if needed else []


def _beachhead_wishes(
    book: Ruleset, area: NearSupply, allowed: list[Hex]
) -> Iterator[Iterable[Hex]]:
    """Yields hexes about the supply units, those worth points first, then nearer ones."""
    bases = [book.hexes[number] for number in area.hexes]
    near = _by_distance(book, allowed, bases)
    worth = [hex_ for hex_ in near if hex_ in book.charts.points]
    yield from (worth, near, near, near)


def _revolt_wishes(
    plan: _Plan, side: Side, mix: str, allowed: list[Hex]
) -> Iterator[Iterable[Hex]]:
    """Yields where occupiers stand in Scenario VI: in cities of their part of the continent; units
    of others beside them. (19.62)"""
    book = plan.book
    charts, grid = book.charts, book.charts.grid
    if book.counters[mix].side != side:
        own = [hex_ for hex_ in allowed if _holds(plan, side, hex_)]
        yield [hex_ for here in own for hex_ in grid.neighbours[here] if hex_ in allowed]
        return
    bases = [book.hexes[number] for number in _QUARTERS[side] if number in book.hexes]
    worth = [hex_ for hex_ in allowed if charts.points.get(hex_)]
    in_cities = [hex_ for hex_ in worth if charts.terrain_of(hex_).points]
    yield from (_by_distance(book, in_cities, bases), _by_distance(book, allowed, bases))


_QUARTERS: Mapping[Side, tuple[str, ...]] = {
    "esc": ("s3644", "n0544"),
    "sau": ("s2331",),
    "pal": ("s3410", "s2913"),
}
"""About which hexes the aggressors of Scenario VI are set up."""


def _holds(plan: _Plan, side: Side, hex_: Hex) -> bool:
    names = plan.book.occupation(plan.state).units.get(hex_, ())
    return any(plan.book.of(name).side == side for name in names)


def _by_distance(book: Ruleset, hexes: list[Hex], bases: list[Hex]) -> list[Hex]:
    """Returns hexes by how near they are to the nearest of some others."""
    distance = book.charts.grid.distance
    return sorted(
        hexes, key=lambda hex_: (min((distance(hex_, base) for base in bases), default=0), hex_)
    )


def _lengths(lines: Mapping[Hex, Hex]) -> dict[Hex, int]:
    """Returns how many steps away each hex lies that a flood has reached."""
    found: dict[Hex, int] = {}
    for hex_, following in lines.items():
        found[hex_] = found.get(following, -1) + 1
    return found

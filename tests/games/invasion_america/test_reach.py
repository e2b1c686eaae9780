"""Ways over land and by sea against slow and plain readings of chapters 5, 10, 11 and 16.2.

The plain readings know the map as it lies in its files, and nothing of the charts of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import pytest

from adjudicator.core.game import Ask
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.rules.ground import ground_of
from adjudicator.games.invasion_america.rules.journeys import journeys
from adjudicator.games.invasion_america.rules.movement import check_move
from adjudicator.games.invasion_america.rules.naval import naval_phase
from adjudicator.games.invasion_america.rules.positions import zone_hexes
from adjudicator.games.invasion_america.state import State, Unit, side_of, type_of
from tests.games.invasion_america.chance import Chance, LeanTable, O
from tests.games.invasion_america.matches import plain
from tests.games.invasion_america.playing import MAP_FILES

Facts: TypeAlias = Mapping[str, Any]
Place: TypeAlias = tuple[str, int]
"""A hex and, where land cuts its water, which of its waters."""

MAP: Facts = json.loads(MAP_FILES["map.json"])
COUNTERS: Facts = json.loads(MAP_FILES["counters.json"])["nations"]
SOUTH_ROWS = 38
TERRAIN = {
    "clear": 1, "forest": 1, "wilderness": 2, "broken": 2, "rough": 3, "urban": 1, "supply": 1,
    "tundra": 4,
}  # fmt: skip
"""What entering costs by the chart. (13.8)"""
NOT_FOR_HOVERCRAFT = ("broken", "rough", "urban", "supply")
LANDING = {"3-2": 3, "6-3": 6}
STEPS = {"e": (0, 2), "ne": (1, 1), "nw": (1, -1), "w": (0, -2), "sw": (-1, -1), "se": (-1, 1)}
BACK = {"e": "w", "ne": "sw", "nw": "se", "w": "e", "sw": "ne", "se": "nw"}
LAND_COMBAT = ("armour", "mechanised", "infantry", "militia", "special-infantry", "hovercraft")
WITH_ZONE = ("armour", "mechanised", "infantry", "special-infantry")
SHIPS = ("carrier", "amphibious", "transport")
BEACH = next(number for number, facts in MAP["hexes"].items() if "amphibious" in facts)


def _sides(*lists: Any) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for one in lists for pair in one)


RIVERS = _sides(*(river["sides"] for river in MAP["rivers"].values() if not river["great"]))
GREAT = _sides(*(river["sides"] for river in MAP["rivers"].values() if river["great"]))
WATER = _sides(MAP["sides"]["lake"], MAP["sides"]["sea"])
BLOCKED = _sides(MAP["sides"]["blocked"])
NO_SHIPS = _sides(MAP["sides"]["all_land"], MAP["sides"]["lake"])


@lru_cache(maxsize=8000)
def beside(number: str) -> Mapping[str, str]:
    """Returns the neighbours of a hex by direction; even rows lie half a hex to the east."""
    row = int(number[1:3]) + (SOUTH_ROWS if number[0] == "n" else 0)
    across = 2 * int(number[3:]) + (row % 2 == 0)
    found = {}
    for direction, (north, east) in STEPS.items():
        other = row + north
        column = (across + east - (other % 2 == 0)) // 2
        if 1 <= other <= SOUTH_ROWS + 36 and 1 <= column <= 56:
            letter, in_section = ("s", other) if other <= SOUTH_ROWS else ("n", other - SOUTH_ROWS)
            found[direction] = f"{letter}{in_section:02}{column:02}"
    return found


def is_land(number: str) -> bool:
    """Whether land and air units may be in a hex. (10.22)"""
    facts = MAP["hexes"].get(number)
    return facts is not None and facts["kind"] != "lake" and not facts.get("prohibited")


class Plain:
    """A position as somebody reads it who looks at every unit."""

    def __init__(self, rules: InvasionAmericaRules, state: State) -> None:
        self.state = state
        self.seat = {side: seat for seat, facts in rules.book.seats.items() for side in facts.sides}
        self.at: dict[str, list[str]] = {}
        for name, unit in state.units.items():
            self.at.setdefault(unit.at, []).append(name)

    def enemies(self, number: str) -> list[str]:
        """Returns who closes a hex to the phasing side: all enemies but rail units. (10.12)"""
        own = self.seat[self.state.side]
        return [
            name
            for name in self.at.get(number, ())
            if self.seat[side_of(name)] != own and type_of(name) != "rail"
        ]

    def in_zone(self, number: str) -> bool:
        """Whether an enemy zone reaches into a hex. (11.16, 11.22, 11.23, ruling 13)"""
        return is_land(number) and any(
            is_land(other)
            and frozenset((number, other)) not in BLOCKED | GREAT | WATER
            and any(
                type_of(name) in WITH_ZONE and self.state.units[name].aboard is None
                for name in self.enemies(other)
            )
            for other in beside(number).values()
        )

    def cost(self, unit: str, here: str, there: str) -> int | None:
        """Returns what a step costs; None: it is not possible. (13.8, 16.2)"""
        side, facts = frozenset((here, there)), MAP["hexes"].get(there)
        if self.enemies(there):
            return None
        if type_of(unit) == "hovercraft":
            is_open = facts is None or facts["kind"] == "lake"
            return 1 if is_open or (is_land(there) and self.fits(unit, there)) else None
        if facts is None or not is_land(there) or side in BLOCKED | WATER:
            return None
        cost: int = TERRAIN[facts["terrain"]]
        return cost + (2 if side in GREAT else 1 if side in RIVERS else 0)

    def fits(self, unit: str, number: str) -> bool:
        """Whether the terrain of a hex lets a unit stand there. (10.22, 16.22, 16.23)"""
        if not is_land(number):
            return False
        terrain = MAP["hexes"][number]["terrain"]
        return type_of(unit) != "hovercraft" or terrain not in NOT_FOR_HOVERCRAFT

    def ashore(self, unit: str) -> int | None:
        """Returns what going ashore costs; None: it is not possible. (7.0, 15.15, ruling 2)"""
        ship, number = self.state.units[unit].aboard, self.state.units[unit].at
        if ship is None:
            return 0
        if self.enemies(number) or not self.fits(unit, number):
            return None
        own = [
            name
            for name in self.at[number]
            if side_of(name) == self.state.side
            and type_of(name) not in SHIPS
            and self.state.units[name].aboard is None
        ]
        facts = MAP["hexes"][number]
        is_port = facts["kind"] == "coast" and (
            facts.get("port") or facts["terrain"] in ("urban", "supply")
        )
        if (is_port and own) or any(type_of(name) == "supply" for name in own):
            return 2
        beach = facts.get("amphibious")
        return LANDING[beach] if beach and type_of(ship) == "amphibious" else None

    def reach(self, unit: str) -> dict[str, int]:
        """Returns where a unit can get, and what the cheapest way costs; going round and round."""
        landing, start = self.ashore(unit), self.state.units[unit].at
        points = self.points(unit)
        if landing is None or landing > points:
            return {}
        is_aboard = self.state.units[unit].aboard is not None
        costs, changed = {start: landing}, True
        while changed:
            changed = False
            for here in [*costs]:
                if self.in_zone(here) and (here != start or is_aboard):
                    continue
                for there in beside(here).values():
                    step = self.cost(unit, here, there)
                    total = costs[here] + (step or 0)
                    if step is not None and total <= min(points, costs.get(there, 99) - 1):
                        costs[there], changed = total, True
        return costs

    def walk(self, unit: str, path: tuple[str, ...]) -> int | None:
        """Returns what it costs to go ashore and from hex to hex; None: it is not possible."""
        spent, here = self.ashore(unit), self.state.units[unit].at
        is_stopped = self.state.units[unit].aboard is not None and self.in_zone(here)
        for there in path:
            step = None if is_stopped else self.cost(unit, here, there)
            if step is None or spent is None:
                return None
            spent, here, is_stopped = spent + step, there, self.in_zone(there)
        return spent if spent is not None and spent <= self.points(unit) else None

    def points(self, unit: str) -> int:
        """Returns the movement points of a unit. (9.31)"""
        nation, _, kind = unit[:-3].partition("-")
        points: int = COUNTERS[nation]["units"][kind]["movement"]
        return -(-points // 2) if unit in self.state.out_of_supply else points

    def may_stop(self, unit: str, number: str) -> bool:
        """Whether a unit may end its move in a hex. (12.14, 16.23)"""
        others = [
            name
            for name in self.at.get(number, ())
            if side_of(name) != self.state.side
            and type_of(name) not in (*SHIPS, "rail")
            and self.state.units[name].aboard is None
        ]
        return self.fits(unit, number) and not others

    # -- the sea --------------------------------------------------------------------------------

    def courses(self, ship: str) -> dict[Place, int]:
        """Returns where a ship can get, and over how many hexes, but to assault. (5.2)"""
        unit = self.state.units[ship]
        found: dict[Place, int] = {(unit.at, unit.water or 0): 0}
        front = [*found]
        while front:
            following = []
            for here in front:
                for there in passages(here):
                    is_shut = is_land(there[0]) and self.enemies(there[0])
                    if there[0] == "holding-box" and self.state.side != "pal":
                        continue
                    if there not in found and not is_shut:
                        found[there] = found[here] + 1
                        following.append(there)
            front = following
        return found

    def may_assault(self, ship: str, number: str) -> bool:
        """Whether a ship may enter a hex with enemies. (5.23, 7.22, 15.0, 15.11, ruling 99)"""
        aboard = [type_of(name) for name, unit in self.state.units.items() if unit.aboard == ship]
        others = [
            name
            for name in self.at.get(number, ())
            if type_of(name) == "amphibious" and side_of(name) == self.state.side
        ]
        return (
            "amphibious" in MAP["hexes"][number]
            and type_of(ship) == "amphibious"
            and not others
            and "supply" not in aboard
            and any(kind in LAND_COMBAT for kind in aboard)
            and (not self.enemies(number) or self._is_held_ashore(number))
        )

    def _is_held_ashore(self, number: str) -> bool:
        """Whether not only ships, and what they carry, hold a hex. (Ruling 99)"""
        return any(
            type_of(name) not in SHIPS and self.state.units[name].aboard is None
            for name in self.enemies(number)
        )


@lru_cache(maxsize=8000)
def passages(place: Place) -> tuple[Place, ...]:
    """Returns to which places a ship can pass. (5.21, rulings 6, 30, 44)"""
    number, water = place
    if number == "holding-box":
        return tuple((other, 0) for other in MAP["holding_box"])
    found: list[Place] = [("holding-box", 0)] if number in MAP["holding_box"] else []
    for direction, other in beside(number).items():
        if frozenset((number, other)) in NO_SHIPS or not _opens(number, water, direction):
            continue
        waters = range(len(_waters(other)) or 1)
        found += [(other, there) for there in waters if _opens(other, there, BACK[direction])]
    return tuple(found)


def _waters(number: str) -> list[list[str]]:
    facts = MAP["hexes"].get(number)
    found: list[list[str]] = facts.get("waters", []) if facts is not None else []
    return found


def _opens(number: str, water: int, direction: str) -> bool:
    """Whether a water of a hex lies at a side of it."""
    facts = MAP["hexes"].get(number)
    if facts is not None and facts["kind"] != "coast":
        return False
    waters = _waters(number)
    return not waters or direction in waters[water]


# -- positions -----------------------------------------------------------------------------------

CENTRES = (
    "s2835", "s3432", "s2437", "s2440", "n0544", "s2123", "n0512", "s3841", "n1037", "s1821",
)  # fmt: skip


def scattered(rules: InvasionAmericaRules, seed: str) -> tuple[State, str]:
    """Returns a position with units about a place of the map, and where that is.

    Forces of one seat may stand together with those of others where they never would in play.
    """
    choose, units = Chance(seed), dict[str, Unit]()
    book, centre = rules.book, choose(CENTRES)
    near = [*map(book.number_of, book.charts.grid.within(book.hexes[centre], 4))]
    coast = [number for number in near if number in MAP["hexes"] and _opens_to_ships(number)]
    side = choose(book.facts.sides)
    holders: dict[str, str] = {}
    ships: dict[str, str] = {}
    for name in [*rules.start.units]:
        unit = rules.start.units[name]
        if choose(range(5)):
            continue
        kind, own = type_of(name), side_of(name)
        is_ship = kind in SHIPS
        number = choose(coast or near) if is_ship else choose(near)
        if is_ship and not coast:
            continue
        if not is_ship and (not is_land(number) or _is_rough_for(kind, number)):
            continue
        if holders.setdefault(number, own) != own:
            continue
        waters = _waters(number)
        water = choose(range(len(waters))) if is_ship and waters else None
        units[name] = unit.model_copy(update={"at": number, "aboard": None, "water": water})
        if is_ship and kind != "carrier":
            ships[own] = name
        carrier = ships.get(own)
        if kind in LAND_COMBAT and carrier is not None and not choose(range(2)):
            units[name] = unit.model_copy(update={"at": units[carrier].at, "aboard": carrier})
    out = tuple(sorted(name for name in units if side_of(name) == side and not choose(range(4))))
    changes = {"units": type(rules.start.units)(units), "side": side, "out_of_supply": out}
    return rules.start.model_copy(update={**changes, "phase": "movement"}), centre


def _opens_to_ships(number: str) -> bool:
    return any(passages((number, water)) for water in range(len(_waters(number)) or 1))


def _is_rough_for(kind: str, number: str) -> bool:
    return kind == "hovercraft" and MAP["hexes"][number]["terrain"] in NOT_FOR_HOVERCRAFT


def rules_by_turns(number: int) -> InvasionAmericaRules:
    """Returns rules for two seats and for four, by turns."""
    return _RULES[number % len(_RULES)]


_RULES = (plain("three-pronged-invasion"), plain("inland-campaign-four"))
POSITIONS = 60
"""So many, or as many as `--matches` says."""


@pytest.fixture
def positions(request: pytest.FixtureRequest) -> int:
    """Returns how many positions are tried."""
    return max(POSITIONS, int(request.config.getoption("matches")))


def own(state: State, *kinds: str) -> list[str]:
    """Returns the units of the phasing side that are of some types."""
    return [name for name in state.units if side_of(name) == state.side and type_of(name) in kinds]


# -- comparisons ---------------------------------------------------------------------------------


def test_zones_reach_where_a_plain_reading_says() -> None:
    """(11.16, 11.22, 11.23)"""
    for number in range(20):
        rules = rules_by_turns(number)
        state, centre = scattered(rules, f"zones-{number}")
        book, read = rules.book, Plain(rules, state)
        near = book.charts.grid.within(book.hexes[centre], 6)
        zones = zone_hexes(book, state, state.side)
        found = {book.number_of(hex_) for hex_ in near if hex_ in zones}
        assert found == {one for one in map(book.number_of, near) if read.in_zone(one)}, number


def test_units_get_where_a_plain_reading_says(positions: int) -> None:
    """(10.2, 11.13, 12.14, 13.8, 16.2) At the cost of the cheapest way, and nowhere else."""
    told = {True: 0, False: 0}
    for number in range(positions):
        rules = rules_by_turns(number)
        state, _ = scattered(rules, f"reach-{number}")
        choose, read = Chance(f"goals-{number}"), Plain(rules, state)
        for unit in _movers(state, choose):
            reach = read.reach(unit)
            for path in _paths(rules, state, unit, choose):
                goal = path[-1] if path else state.units[unit].at
                cost = reach.get(goal) if _is_far(state, unit, path) else read.walk(unit, path)
                legal = cost is not None and read.may_stop(unit, goal)
                order = o.Move(order="move", units=(unit,), path=path)
                problems = check_move(rules.book, state, order)
                assert legal == (not problems), (number, unit, order, problems)
                told[legal] += 1
                if legal:
                    ground = ground_of(rules.book, state, state.side)
                    (found,) = journeys(rules.book, state, ground, order).able
                    assert found.spent == cost, (number, order)
    assert min(told.values()) > positions, told


def _movers(state: State, choose: Chance) -> tuple[str, ...]:
    """Returns some units of the phasing side: any, one aboard of a ship, hovercraft."""
    able = own(state, *LAND_COMBAT, "cas", "lrb")
    aboard = [name for name in able if state.units[name].aboard is not None]
    hovercraft = [name for name in able if type_of(name) == "hovercraft"]
    on_ships = [name for name in hovercraft if name in aboard]
    return tuple(
        dict.fromkeys(choose(names) for names in (able, aboard, hovercraft, on_ships) if names)
    )


def _paths(
    rules: InvasionAmericaRules, state: State, unit: str, choose: Chance
) -> Iterator[tuple[str, ...]]:
    """Yields paths: to hexes near, step by step, and to where the unit is."""
    book, start = rules.book, state.units[unit].at
    for reach in (1, 2, 3, 5):
        goal = book.number_of(choose(book.charts.grid.within(book.hexes[start], reach)))
        if goal != start:
            yield (goal,)
    for steps in (2, 3):
        path = [start]
        for _ in range(steps):
            path.append(choose([*beside(path[-1]).values()]))
        yield tuple(path[1:])
    if state.units[unit].aboard is not None:
        yield ()


def _is_far(state: State, unit: str, path: tuple[str, ...]) -> bool:
    """Whether the way there is not said hex by hex."""
    return len(path) == 1 and path[0] not in beside(state.units[unit].at).values()


class _Harbour(LeanTable):
    """A table that keeps the question where ships sail."""

    question: Ask[o.Sail]

    def next(self, question: Ask[O]) -> O | None:
        """Gives no order."""
        if question.expects is o.Sail:
            self.question = question  # type: ignore[assignment]  # as its `expects` says
        return None


def test_ships_get_where_a_plain_reading_says(positions: int) -> None:
    """(5.12 to 5.24, rulings 6, 30, 39, 44, 63)"""
    told = {True: 0, False: 0}
    for number in range(positions):
        rules = rules_by_turns(number)
        state, centre = scattered(rules, f"ships-{number}")
        state = state.model_copy(update={"phase": "naval", "out_of_supply": ()})
        read, choose = Plain(rules, state), Chance(f"ports-{number}")
        ships = own(state, *SHIPS)
        if not ships:
            continue
        table = _Harbour(rules, state, choose)
        naval_phase(rules.book, table)
        laden = [name for name in own(state, "amphibious") if read.may_assault(name, BEACH)]
        for ship in (choose(ships), choose(laden or ships)):
            courses = read.courses(ship)
            for order in _sailings(rules, state, ship, (centre, choose)):
                legal = _may_sail(read, ship, courses, order)
                problems = list(table.question.check(order))
                assert legal == (not problems), (number, order, problems)
                told[legal] += 1
    assert min(told.values()) > positions, told


def _sailings(
    rules: InvasionAmericaRules, state: State, ship: str, where: tuple[str, Chance]
) -> Iterator[o.Sail]:
    """Yields orders for a ship: to hexes near and far, to cut ones, to beaches, to other ships."""
    book, (centre, choose) = rules.book, where
    near = [*map(book.number_of, book.charts.grid.within(book.hexes[centre], 5))]
    cut = [number for number, facts in MAP["hexes"].items() if "waters" in facts]
    afar = [number for number, facts in MAP["hexes"].items() if facts["kind"] == "coast"]
    beaches = [number for number in near if "amphibious" in MAP["hexes"].get(number, ())]
    ships = [unit.at for name, unit in state.units.items() if type_of(name) == "amphibious"]
    for goals in (near, near, near, beaches, beaches, ships, afar, cut, cut, ("holding-box",)):
        to = choose(goals or near)
        by = None
        if to != "holding-box" and not choose(range(3)):
            by = choose([*beside(to).values()])
        yield o.Sail(order="sail", units=(ship,), to=to, by=by)


def _may_sail(read: Plain, ship: str, courses: Mapping[Place, int], order: o.Sail) -> bool:
    """Whether a ship may sail as ordered; not if it lies there already."""
    to, unit = order.to, read.state.units[ship]
    places = [(to, water) for water in range(len(_waters(to)) or 1)]
    if order.by is not None:
        direction = next(way for way, other in beside(to).items() if other == order.by)
        joined = frozenset((to, order.by)) not in NO_SHIPS
        places = [
            one
            for one in places
            if joined
            and _opens(to, one[1], direction)
            and any(_opens(order.by, water, BACK[direction])
                    for water in range(len(_waters(order.by)) or 1))
        ]  # fmt: skip
    if (unit.at, unit.water or 0) in places:
        return False
    if is_land(to) and read.enemies(to):
        if not read.may_assault(ship, to):
            return False
        return any(one in passages(other) for one in places for other in courses)
    return any(one in courses for one in places)

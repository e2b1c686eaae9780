"""A second reading of the combat rules, slow and plain, to hold against the first one.

It reads the map's and the counters' files itself and knows hexes by their numbers alone. Only
supply it takes from the game. Nothing here is shared with `rules/`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Any

from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.rules.supply import is_supplied
from adjudicator.games.invasion_america.state import State, Unit
from tests.games.invasion_america.playing import MAP_FILES, opened, units

__all__ = [
    "BASE",
    "SOUTH_ROWS",
    "clashes",
    "column",
    "distance",
    "may_attack",
    "near",
    "retreats",
    "total",
]

BASE = opened({"side": "esc", "units": units("us infantry s2931")}, garrison=False, weather=True)
SOUTH_ROWS = 38
_MAP: dict[str, Any] = json.loads(MAP_FILES["map.json"])
_TABLES: dict[str, Any] = json.loads(MAP_FILES["tables.json"])
_COUNTERS: dict[str, Any] = json.loads(MAP_FILES["counters.json"])
_NAVAL = ("carrier", "amphibious", "transport")
_LAND = ("armour", "mechanised", "infantry", "militia", "special-infantry", "hovercraft")


def kind(unit: str) -> str:
    """Returns the type of a unit out of its name."""
    return unit.split("-", 1)[1][:-3]


def ours(unit: str) -> bool:
    """Whether the E.S.C. owns a unit; the U.S. and Canada own the others."""
    return unit.startswith("esc-")


def flies(unit: str) -> bool:
    return kind(unit) in ("cas", "lrb", "carrier")


# -- the map -------------------------------------------------------------------------------------


@cache
def _place(number: str) -> tuple[int, int]:
    row = int(number[1:3]) + (SOUTH_ROWS if number[0] == "n" else 0)
    return row, int(number[3:])


def distance(one: str, other: str) -> int:
    """Returns how many hexes lie between two, the second one counted; even rows stand east."""
    (row, column), (to_row, to_column) = _place(one), _place(other)
    rows = abs(row - to_row)
    halves = abs(2 * column + (row % 2 == 0) - 2 * to_column - (to_row % 2 == 0))
    return rows + max(0, (halves - rows) // 2)


@cache
def near(number: str) -> tuple[str, ...]:
    """Returns the hexes around one."""
    row, column = _place(number)
    around = [(row + rows, column + columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1)]
    names = [
        f"{'s' if r <= SOUTH_ROWS else 'n'}{r if r <= SOUTH_ROWS else r - SOUTH_ROWS:02}{c:02}"
        for r, c in around
        if r >= 1 and 1 <= c <= _MAP["grid"]["columns"]
    ]
    return tuple(one for one in names if distance(number, one) == 1)


@cache
def _sides(what: str) -> frozenset[tuple[str, str]]:
    if what in ("river", "great"):
        rivers = [one for one in _MAP["rivers"].values() if one["great"] == (what == "great")]
        pairs = [pair for one in rivers for pair in one["sides"]]
    else:
        pairs = _MAP["sides"][what]
    return frozenset((a, b) for pair in pairs for a, b in (pair, pair[::-1]))


@cache
def _open(number: str) -> bool:
    facts = _MAP["hexes"].get(number)
    return facts is not None and facts["kind"] != "lake" and not facts.get("prohibited")


def _crossed(here: str, there: str, unit: str, *, retreat: bool = False) -> bool:
    """Whether a land unit attacks, or retreats, over the side between two hexes."""
    shut = ["lake", "sea", "blocked"]
    if kind(unit) == "hovercraft":
        shut = [] if retreat else ["lake", "sea"]
    return _open(here) and _open(there) and not any((here, there) in _sides(one) for one in shut)


# -- who stands where ----------------------------------------------------------------------------


def _enemies_in(state: State, number: str, *, of_us: bool) -> list[str]:
    return [
        name
        for name, unit in state.units.items()
        if unit.at == number and unit.aboard is None and ours(name) != of_us
    ]


def _zoned(state: State, number: str, *, of_us: bool) -> bool:
    """Whether a zone of the enemy reaches into a hex."""
    for name, unit in state.units.items():
        if ours(name) == of_us or unit.aboard is not None or unit.at not in near(number):
            continue
        if kind(name) not in ("armour", "mechanised", "infantry", "special-infantry"):
            continue
        if name in state.assaulted:
            continue
        if not _open(unit.at) or not _open(number):
            continue
        if not any((unit.at, number) in _sides(one) for one in ("blocked", "lake", "sea", "great")):
            return True
    return False


# -- who may attack ------------------------------------------------------------------------------


def may_attack(state: State, units: Sequence[str], hexes: Sequence[str]) -> bool:
    """Whether units of the E.S.C. may attack what stands in some hexes, as the first ones."""
    defenders = {number: _enemies_in(state, number, of_us=True) for number in hexes}
    if not all(defenders.values()):
        return False
    ships = [name for name in units if kind(name) == "amphibious"]
    aboard = [n for n, unit in state.units.items() if unit.aboard in ships and kind(n) in _LAND]
    everybody = {*units, *aboard}
    for number in hexes:
        due = [
            name
            for name, unit in state.units.items()
            if kind(name) == "amphibious" and unit.at == number and ours(name)
        ]
        if due and any(kind(name) != "rail" for name in defenders[number]) and not ships:
            return False
    if ships:
        (number, *more) = hexes
        if len(ships) > 1 or more or state.units[ships[0]].at != number:
            return False
        if "amphibious" not in _MAP["hexes"].get(number, {}):
            return False
        if all(kind(name) == "rail" for name in defenders[number]):
            return False
    return all(_takes_part(state, name, everybody, hexes) for name in units) and all(
        _has_the_air(state, number) for number in hexes if any(flies(name) for name in units)
    )


def _takes_part(state: State, name: str, everybody: set[str], hexes: Sequence[str]) -> bool:
    unit, far = state.units[name], [distance(state.units[name].at, number) for number in hexes]
    if not ours(name):
        return False
    if unit.aboard is not None:
        return unit.aboard in everybody and kind(name) in _LAND
    if flies(name):
        if min(far) > _reach(name) or (min(far) == 1 and max(far) > 1):
            return False
        helped = any(kind(one) in _LAND for one in everybody)
        return len(hexes) == 1 or min(far) == 1 or helped
    if kind(name) == "amphibious":
        return True
    if kind(name) not in _LAND:
        return False
    return all(number in near(unit.at) and _crossed(unit.at, number, name) for number in hexes)


def _reach(name: str) -> int:
    nation = name.split("-")[0]
    return int(_COUNTERS["nations"][nation]["units"][kind(name)]["range"])


def _has_the_air(state: State, number: str) -> bool:
    there = _enemies_in(state, number, of_us=True)
    if any(flies(name) for name in there) or not any(kind(name) in _LAND for name in there):
        return True
    return not any(
        kind(name) in ("lrb", "carrier")
        and not ours(name)
        and unit.aboard is None
        and distance(unit.at, number) <= _reach(name)
        for name, unit in state.units.items()
    )


# -- the odds ------------------------------------------------------------------------------------


def _half(strength: int, times: int) -> int:
    for _ in range(times):
        strength = ceil(Fraction(strength, 2))
    return strength


def _bad(state: State, name: str) -> int:
    """Returns how often supply and weather halve a unit."""
    at = state.units[name].at
    winter = state.turn % 12 in (9, 10, 11, 0)
    north = "weather-line" in _MAP["hexes"].get(at, {}).get("north_of", [])
    return (not is_supplied(BASE.book, state, name)) + (winter and north)


def _strength(state: State, name: str) -> int:
    known = state.units[name].strength
    if known is not None:
        return known
    ((strength, _),) = _COUNTERS["nations"][name.split("-")[0]]["units"][kind(name)]["counters"]
    return int(strength)


def total(state: State, units: Sequence[str], hexes: Sequence[str]) -> tuple[int, int]:
    """Returns what attackers and defenders count for."""
    attack = sum(_half(_strength(state, name), _bad(state, name)) for name in units)
    by_land = any(kind(name) in _LAND for name in units)
    defence = 0
    for number in hexes:
        there = _enemies_in(state, number, of_us=True)
        alone = not any(kind(name) in _LAND for name in there)
        for name in there:
            times = _bad(state, name) + (flies(name) and alone and by_land)
            multiple = 1 if flies(name) else _multiple(state, units, number)
            defence += multiple * _half(_strength(state, name), times)
    return attack, defence


def _multiple(state: State, units: Sequence[str], number: str) -> int:
    facts = _MAP["hexes"].get(number, {})
    if any(kind(name) == "amphibious" for name in units):
        return int(_TABLES["amphibious"][facts["amphibious"]]["defence"])
    if any(flies(name) for name in units):
        return 1
    sides = [(state.units[name].at, number) for name in units]
    over = [3 if one in _sides("great") else 2 if one in _sides("river") else 1 for one in sides]
    return max(int(_TABLES["terrain"][facts["terrain"]]["defence"]), min(over))


def column(attack: int, defence: int) -> str:
    """Returns the column of the table, rounded off in favour of the defender."""
    if not defence:
        return "7-1"
    if attack >= defence:
        return f"{min(floor(Fraction(attack, defence)), 7)}-1"
    return f"1-{min(ceil(Fraction(defence, attack)), 4) if attack else 4}"


# -- retreats ------------------------------------------------------------------------------------


def retreats(
    state: State, units: Sequence[str], hexes: int
) -> tuple[str, frozenset[tuple[str, ...]]]:
    """Returns how land and air units that stand together retreat, and on which ways.

    "vacant", "displacing", or "dead" with those on which they get farthest.
    """
    start = state.units[units[0]].at
    ways = [*_ways(state, units, (start,), hexes)]
    empty = [way for way in ways if not any(_own(state, units, number) for number in way[1:])]
    whole = frozenset(way[1:] for way in empty if len(way) == hexes + 1)
    if whole:
        return "vacant", whole
    pushing = frozenset(
        way[1:] for way in ways if len(way) == hexes + 1 and _pushed(state, units, way)
    )
    if pushing:
        return "displacing", pushing
    most = max(map(len, empty))
    return "dead", frozenset(way[1:] for way in empty if len(way) == most)


def _own(state: State, units: Sequence[str], number: str) -> list[str]:
    """Returns the own units in a hex that are in the way of those who retreat."""
    return [
        name
        for name, unit in state.units.items()
        if unit.at == number
        and unit.aboard is None
        and name not in units
        and ours(name) == ours(units[0])
        and kind(name) not in (*_NAVAL, "rail")
    ]


def _ways(
    state: State, units: Sequence[str], way: tuple[str, ...], hexes: int
) -> Iterator[tuple[str, ...]]:
    yield way
    if len(way) > hexes:
        return
    for there in near(way[-1]):
        if distance(way[0], there) == len(way) and _enterable(state, units, way[-1], there):
            yield from _ways(state, units, (*way, there), hexes)


def _enterable(state: State, units: Sequence[str], here: str, there: str) -> bool:
    movers = [name for name in units if kind(name) != "rail"] or [*units]
    if not all(kind(name) == "hovercraft" for name in movers) and not all(
        _crossed(here, there, "us-infantry-01", retreat=True) for _ in movers
    ):
        return False
    if not _open(there):
        return False
    closed = ("broken", "rough", "urban", "supply")
    terrain = _MAP["hexes"][there]["terrain"]
    if any(kind(name) == "hovercraft" for name in movers) and terrain in closed:
        return False
    foes = _enemies_in(state, there, of_us=ours(units[0]))
    if any(kind(name) != "rail" for name in foes):
        return False
    return not _zoned(state, there, of_us=ours(units[0]))


def _pushed(state: State, units: Sequence[str], way: Sequence[str]) -> bool:
    """Whether units can go along a way while all in it make way, in as few moves as may be."""
    if len(way) == 1:
        return True
    here, there = way[:2]
    after = _moved(state, units, there)
    movers = _own(state, units, there)
    if not movers:
        return _pushed(after, units, way[1:])
    return any(
        _pushed(_moved(pushed, units, there), units, way[1:])
        for pushed in _made_way(state, movers, (here, there))
    )


def _made_way(state: State, movers: Sequence[str], taken: tuple[str, ...]) -> list[State]:
    """Returns the positions when a stack has moved one hex, with the fewest that make way."""
    for depth in range(1, 8):
        found = [*_chains(state, movers, taken, depth)]
        if found:
            return found
    return []


def _chains(
    state: State, movers: Sequence[str], taken: tuple[str, ...], depth: int
) -> Iterator[State]:
    """Yields the positions when exactly so many stacks have made way, one after another."""
    here = state.units[movers[0]].at
    if any(kind(name) == "supply" for name in movers):
        return
    for there in near(here):
        if there in taken or not _enterable(state, movers, here, there):
            continue
        others = _own(state, movers, there)
        if not others and depth == 1:
            yield _moved(state, movers, there)
        elif others and depth > 1:
            for after in _chains(state, others, (*taken, there), depth - 1):
                yield _moved(after, movers, there)


def _moved(state: State, units: Sequence[str], to: str) -> State:
    moved: dict[str, Unit] = {
        name: state.units[name].model_copy(update={"at": to}) for name in units
    }
    return state.model_copy(update={"units": state.units | moved})


# -- positions -----------------------------------------------------------------------------------

_CENTRES = (
    "s2625",
    "s2433",
    "s2333",
    "s2438",
    "s1641",
    "n0336",
    "s2927",
    "s3111",
    "n2134",
    "s2516",
)
_TYPES = {
    True: ("armour", "mechanised", "infantry", "hovercraft", "cas", "lrb", "supply"),
    False: ("armour", "mechanised", "infantry", "militia", "cas", "lrb", "rail"),
}


def clashes(choose: Any) -> State:
    """Returns a random position of the E.S.C. and the U.S. beside each other, all tried."""
    centre = choose(_CENTRES)
    field = [centre, *near(centre)]
    field += [there for number in near(centre) for there in near(number) if there not in field]
    field = [number for number in dict.fromkeys(field) if _open(number)]
    there_are: dict[str, Unit] = {}
    count: dict[str, int] = {}
    crowded = choose((2, 3, 5))
    for number in field:
        if choose(range(6)) >= crowded:
            continue
        attacks = choose((True, False))
        closed = _MAP["hexes"][number]["terrain"] in ("broken", "rough", "urban", "supply")
        for _ in range(choose((1, 1, 1, 2, 3))):
            what = choose(_TYPES[attacks])
            if what == "hovercraft" and closed:
                continue
            mix = f"{'esc' if attacks else 'us'}-{what}"
            count[mix] = count.get(mix, 0) + 1
            made = _COUNTERS["nations"][mix.split("-")[0]]["units"][what]["counters"]
            if count[mix] > sum(pieces for _, pieces in made):
                continue
            strength = choose([value for value, _ in made if value or what != "militia"] or [0])
            there_are[f"{mix}-{count[mix]:02}"] = Unit(
                at=number, strength=strength if len(made) > 1 else None
            )
    landing = _MAP["hexes"][centre].get("amphibious")
    foes = [name for name, unit in there_are.items() if unit.at == centre and not ours(name)]
    if landing and foes and not any(u.at == centre and ours(n) for n, u in there_are.items()):
        there_are["esc-amphibious-01"] = Unit(at=centre)
        there_are["esc-infantry-20"] = Unit(at=centre, aboard="esc-amphibious-01", strength=4)
    landed = [n for n, u in there_are.items() if ours(n) and kind(n) in _LAND and choose((0, 0, 1))]
    return BASE.start.model_copy(
        update={
            "units": FrozenMap(there_are),
            "phase": "combat",
            "turn": choose((1, 5, 9, 10)),
            "assaulted": tuple(sorted(landed)),
        }
    )

"""Checks of a map's files, whoever wrote them: all that is wrong, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.boards.hexes import NOWHERE, Grid
from adjudicator.core.english import either, joined, nth
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.board import DIRECTIONS, HexFacts, HexMap, Pair, Sides
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.games.invasion_america.counter_checks import check_counters
from adjudicator.games.invasion_america.counter_mix import CounterMix
from adjudicator.games.invasion_america.table_checks import check_tables
from adjudicator.games.invasion_america.tables import Tables

__all__ = ["check_board", "check_map"]

MOST_HEXES = 20_000
"""A map of the published size five times over: rules walk over all hexes."""
_SIDE_KINDS: Mapping[str, str] = {
    "all_land": "an all-land hexside",
    "blocked": "a blocked hexside",
    "lake": "a lake hexside",
    "sea": "a sea hexside",
}
_TOGETHER = (frozenset({"all_land", "blocked"}), frozenset({"all_land", "sea"}))
"""Kinds of hexsides that one may be at once. (Ruling 40)"""


def check_board(files: Mapping[str, Any]) -> Iterator[tuple[str, Problem]]:
    """Yields all that is wrong with the files of a map, each with the name of its file.

    What a fault of the grid or of the tables leads to elsewhere is not told beside it.

    Args:
        files: map.json, tables.json and counters.json by name, each a value of its model.
    """
    hex_map: HexMap = files["map.json"]
    tables: Tables = files["tables.json"]
    mix: CounterMix = files["counters.json"]
    sound = True
    for problem in check_tables(tables):
        sound = False
        yield "tables.json", problem
    yield from (("counters.json", problem) for problem in check_counters(mix))
    for problem in check_map(hex_map):
        sound = False
        yield "map.json", problem
    if sound:
        yield from (("map.json", problem) for problem in _check_ships(Charts(hex_map, tables)))
        for country, facts in hex_map.countries.items():
            if facts.nation not in mix.nations:
                problem = _unusable(
                    "nation-without-counters",
                    f"{facts.nation} has no counters, and {country} on the map is its own",
                    ("nations",),
                    "Give it counters, or let the country belong to another nation",
                )
                yield "counters.json", problem


def check_map(hex_map: HexMap) -> Iterator[Problem]:
    """Yields all that is wrong with a map by itself; paths lead into its file."""
    sound = True
    for problem in _check_grid(hex_map.grid):
        sound = False
        yield problem
    if sound:
        yield from _check_hexes(hex_map)
        yield from _check_countries(hex_map)
        yield from _check_sides(hex_map)
        yield from _check_holding_box(hex_map)


def _check_grid(grid: Grid) -> Iterator[Problem]:
    letters = [section.letter for section in grid.sections]
    for index, letter in enumerate(letters):
        if letter in letters[:index]:
            yield _unusable(
                "doubled-section",
                f'two sections have the letter "{letter}"',
                ("grid", "sections", index, "letter"),
                "Give each section a letter of its own",
            )
    if grid.rows * grid.columns > MOST_HEXES:
        yield _unusable(
            "too-many-hexes",
            f"the grid has {grid.rows * grid.columns} hexes, more than {MOST_HEXES}",
            ("grid",),
            "Give it fewer rows or columns",
        )


# -- hexes -----------------------------------------------------------------------------------------


def _check_hexes(hex_map: HexMap) -> Iterator[Problem]:
    for number, facts in hex_map.hexes.items():
        path = ("hexes", number)
        if hex_map.grid.hex_of(number) == NOWHERE:
            yield _off_the_grid(hex_map.grid, number, path)
            continue
        yield from _check_kind(number, facts, path)
        yield from _check_waters(number, facts, path)
        if facts.country is not None and facts.country not in hex_map.countries:
            yield _unusable(
                "unknown-country",
                f'{number} lies in "{facts.country}", which is no country of the map',
                (*path, "country"),
                f"Countries are {joined(list(hex_map.countries), 'none')}.",
            )


def _check_kind(number: str, facts: HexFacts, path: Path) -> Iterator[Problem]:
    """What is printed in a hex fits its kind. (10.2, 15.0, 9.6)"""
    if facts.kind == "lake":
        for name in ("terrain", "country", "name", "resource", "amphibious"):
            if getattr(facts, name) is not None:
                yield _out_of_place(number, name, "a lake", (*path, name))
        if facts.prohibited:
            yield _out_of_place(number, "prohibited", "a lake", (*path, "prohibited"))
    elif facts.terrain is None:
        yield _unusable(
            "terrain-missing",
            f"{number} has no terrain",
            path,
            "Give it terrain, or make it a lake",
        )
    elif facts.country is None and not facts.prohibited:
        yield _unusable(
            "country-missing",
            f"{number} lies in no country",
            path,
            "Name its country, or make it prohibited",
        )
    if facts.kind != "coast":
        for name in ("port", "amphibious", "waters"):
            if getattr(facts, name) and not (facts.kind == "lake" and name == "amphibious"):
                where = "a lake" if facts.kind == "lake" else "no coastal hex"
                yield _out_of_place(number, name, where, (*path, name))
    if facts.prohibited and facts.kind != "lake":
        for name in ("country", "port", "resource", "amphibious"):
            if getattr(facts, name):
                yield _out_of_place(number, name, "prohibited", (*path, name))
        if facts.terrain in ("urban", "supply"):
            yield _out_of_place(number, facts.terrain, "prohibited", (*path, "terrain"))


def _check_waters(number: str, facts: HexFacts, path: Path) -> Iterator[Problem]:
    """Each water has sides of its own, and there are two or more. (Ruling 6)"""
    if len(facts.waters) == 1:
        yield _unusable(
            "one-water",
            f"{number} lists one water, and waters are listed only where land cuts them",
            (*path, "waters"),
            "Leave waters out, or list two or more with their sides",
        )
    seen: set[str] = set()
    for index, water in enumerate(facts.waters):
        if not water:
            yield _unusable(
                "water-without-sides",
                f"a water of {number} has no side",
                (*path, "waters", index),
                f"Name its sides: {either(DIRECTIONS)}.",
            )
        for place, side in enumerate(water):
            if side in seen:
                yield _unusable(
                    "side-in-two-waters",
                    f"the side {side} of {number} is named twice",
                    (*path, "waters", index, place),
                    "Each side leads to one water",
                )
            seen.add(side)


def _check_countries(hex_map: HexMap) -> Iterator[Problem]:
    settled = {facts.country for facts in hex_map.hexes.values()}
    for country, facts in hex_map.countries.items():
        if country not in settled:
            yield _unusable(
                "country-without-hexes",
                f"no hex lies in {facts.name}",
                ("countries", country),
                "Give it hexes, or take it out",
            )


def _check_holding_box(hex_map: HexMap) -> Iterator[Problem]:
    """Ships reach the box from all-sea hexes. (Ruling 30)"""
    for index, number in enumerate(hex_map.holding_box):
        path = ("holding_box", index)
        if hex_map.grid.hex_of(number) == NOWHERE:
            yield _off_the_grid(hex_map.grid, number, path)
        elif number in hex_map.hexes:
            yield _unusable(
                "holding-box-inland",
                f"{number} is not all sea, so no ship reaches the holding box from it",
                path,
                "Name all-sea hexes at the edge of the map",
            )
        elif number in hex_map.holding_box[:index]:
            yield _unusable(
                "named-twice", f"{number} is already in the list", path, "Name each hex once"
            )


def _check_ships(charts: Charts) -> Iterator[Problem]:
    """A coast is where ships come: every coastal hex, and every water of it, can be reached."""
    sea = charts.sea
    for hex_ in sorted(charts.coast):
        number = charts.grid.number_of(hex_)
        facts = charts.map.hexes[number]
        for index, water in enumerate(sea.waters[hex_]):
            if not sea.links[water] and (not facts.waters or facts.waters[index]):
                path: Path = ("hexes", number)
                yield _unusable(
                    "no-way-by-sea",
                    f"no ship can come to {number}"
                    if not facts.waters
                    else f"no ship can come by {joined(facts.waters[index])} to {number}",
                    (*path, "waters", index) if facts.waters else path,
                    "Make it land, or open a side of it to ships",
                )


# -- hexsides --------------------------------------------------------------------------------------


def _check_sides(hex_map: HexMap) -> Iterator[Problem]:
    """Every hexside lies between two hexes with land or lake, and says one thing. (13.8)"""
    kinds: dict[Pair, list[str]] = {}
    for kind in Sides.model_fields:
        pairs: Sequence[Pair] = getattr(hex_map.sides, kind)
        yield from _check_pairs(hex_map, pairs, ("sides", kind))
        for index, pair in enumerate(pairs):
            others = [
                other
                for other in kinds.setdefault(pair, [])
                if other != kind and frozenset({kind, other}) not in _TOGETHER
            ]
            kinds[pair].append(kind)
            if others:
                yield _unusable(
                    "two-meanings",
                    f"the hexside between {pair[0]} and {pair[1]} is {_SIDE_KINDS[kind]}"
                    f" and {_SIDE_KINDS[others[0]]}",
                    ("sides", kind, index),
                    "Take it out of one of the lists",
                )
        if kind == "all_land":
            yield from _check_all_land(hex_map, pairs)
    yield from _check_rivers(hex_map)


def _check_rivers(hex_map: HexMap) -> Iterator[Problem]:
    water = frozenset((*hex_map.sides.lake, *hex_map.sides.sea))
    for river, facts in hex_map.rivers.items():
        path = ("rivers", river, "sides")
        yield from _check_pairs(hex_map, facts.sides, path)
        for index, pair in enumerate(facts.sides):
            if pair in water:
                yield _unusable(
                    "two-meanings",
                    f"the {facts.name} runs between {pair[0]} and {pair[1]}, where all is water",
                    (*path, index),
                    "Take it out of the river, or of the lake or sea hexsides",
                )


def _check_all_land(hex_map: HexMap, pairs: Sequence[Pair]) -> Iterator[Problem]:
    """Ships cross sides of coastal hexes alone; of others nothing needs to be said. (5.21)"""
    for index, pair in enumerate(pairs):
        for end, number in enumerate(pair):
            facts = hex_map.hexes.get(number)
            if facts is not None and facts.kind != "coast":
                yield _unusable(
                    "out-of-place",
                    f"{number} is no coastal hex, so no ship crosses its sides",
                    ("sides", "all_land", index, end),
                    "Take the hexside out",
                )


def _check_pairs(hex_map: HexMap, pairs: Sequence[Pair], path: Path) -> Iterator[Problem]:
    grid = hex_map.grid
    firsts: dict[tuple[str, str], int] = {}
    for index, pair in enumerate(pairs):
        strange = False
        for end, number in enumerate(pair):
            if grid.hex_of(number) == NOWHERE:
                strange = True
                yield _off_the_grid(grid, number, (*path, index, end))
            elif number not in hex_map.hexes:
                strange = True
                yield _unusable(
                    "all-sea",
                    f"{number} is all sea, and so are its sides",
                    (*path, index, end),
                    "Take the hexside out, or list the hex",
                )
        if strange:
            continue
        here, there = (grid.hex_of(number) for number in pair)
        if grid.hexside(here, there) is None:
            beside = [grid.number_of(hex_) for hex_ in grid.neighbours[here]]
            yield _unusable(
                "no-hexside",
                f"{pair[0]} and {pair[1]} have no side in common",
                (*path, index),
                f"{pair[0]} lies beside {joined(beside, 'nothing')}.",
            )
        elif here > there:
            yield _unusable(
                "unsorted-hexside",
                f"{pair[0]} stands before {pair[1]}",
                (*path, index),
                f'Write ["{pair[1]}", "{pair[0]}"]: the hex farther south, or west, comes first',
            )
        first = firsts.setdefault((min(pair), max(pair)), index)
        if first != index:
            yield _unusable(
                "doubled-hexside",
                f"the hexside between {pair[0]} and {pair[1]} is listed already,"
                f" as {nth(first + 1)}",
                (*path, index),
                "Give each hexside once in a list",
            )


# -- words -----------------------------------------------------------------------------------------


def _off_the_grid(grid: Grid, number: str, path: Path) -> Problem:
    sections = [f"{one.letter}01 to {one.letter}{one.rows:02}" for one in grid.sections]
    return _unusable(
        "unknown-hex",
        f"{number} lies off the grid",
        path,
        f"Rows are {joined(sections)}, columns 01 to {grid.columns:02}.",
    )


def _out_of_place(number: str, what: str, where: str, path: Path) -> Problem:
    return _unusable(
        "out-of-place",
        f"{number} is {where}, so it cannot have {_THINGS[what]}",
        path,
        "Take it out",
    )


_THINGS: Mapping[str, str] = {
    "amphibious": "landings",
    "country": "a country",
    "name": "a name",
    "port": "a port",
    "prohibited": "a prohibition of its own",
    "resource": "a resource",
    "supply": "supply terrain",
    "terrain": "terrain",
    "urban": "urban terrain",
    "waters": "waters",
}


def _unusable(code: str, message: str, path: Path, hint: str = "") -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")

"""Hex maps to draw: the continent with armies on it, and a small map without shores.

Where everything stands follows from names by hashing; nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from adjudicator.boards.hexes import cheapest_way, flood, way_from
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.games.invasion_america.board import HexMap
from adjudicator.games.invasion_america.board_picture import board_picture
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.games.invasion_america.counter_mix import (
    TYPE_NAMES,
    CounterMix,
    Nation,
    UnitType,
    class_of,
)
from adjudicator.games.invasion_america.narrator import game_language
from adjudicator.games.invasion_america.tables import Tables
from adjudicator.render.hexes.picture import (
    Crop,
    Fight,
    Force,
    Goal,
    HexBoard,
    HexPicture,
    Manner,
    March,
    Mark,
    Progress,
    Reserve,
    Stack,
    SupplyWay,
    Unit,
    Zone,
)
from tests.games.invasion_america.maps import FOLDER, shipped_charts, small, values

__all__ = ["FORCES", "bare", "board", "position", "unit"]

FORCES = (
    Force(id="us", name="United States", code="US", look="blue"),
    Force(id="canada", name="Canada", code="CAN", look="sky"),
    Force(id="esc", name="E.S.C.", code="ESC", look="red"),
    Force(id="sau", name="S.A.U.", code="SAU", look="teal"),
    Force(id="pal", name="P.A.L.", code="PAL", look="yellow"),
)
LANDED: Mapping[Nation, tuple[str, ...]] = {
    "esc": ("s3043", "n0146", "n1037", "s3344", "s3345", "s3144", "s3143"),
    "sau": ("s2437", "s2334", "s2129", "s2231", "s2330", "s2331"),
    "pal": ("s3011", "s3410", "n0411", "s3111", "s3311", "n0412"),
}
MONTHS = ("Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct")


def _dice(words: str, sides: int) -> int:
    return int.from_bytes(sha256(words.encode()).digest()[:8], "big") % sides


@cache
def board() -> HexBoard:
    """Returns the shipped map as it is drawn."""
    return board_picture(
        shipped_charts(), Path(FOLDER / "shores.json").read_bytes(), game_language()
    )


@cache
def _mix() -> CounterMix:
    found = values({})["counters.json"]
    assert isinstance(found, CounterMix)
    return found


def unit(nation: Nation, unit_type: UnitType, number: int, marks: tuple[Mark, ...] = ()) -> Unit:
    """Returns a counter, tried or untried as its name falls."""
    facts = _mix().facts(nation, unit_type)
    assert facts is not None
    name = f"{nation}-{unit_type}-{number:02}"
    tried = facts.untried is None or _dice(name, 3) == 0
    strength: int | None = facts.strengths[_dice(name, facts.count)] if tried else facts.untried
    return Unit(
        id=name,
        force=nation,
        symbol=unit_type,
        name=TYPE_NAMES[unit_type],
        strength=None if unit_type == "rail" else strength,
        tried=tried,
        movement=facts.movement,
        range=facts.range,
        defends_only=facts.defends_only,
        marks=marks,
    )


def _army(nation: Nation) -> list[Unit]:
    """Returns about half of the units of a nation that fight on land or in the air."""
    counters = _mix().nations[nation].units
    return [
        unit(nation, unit_type, number, ("out-of-supply",) if number % 9 == 4 else ())
        for unit_type, facts in counters.items()
        if class_of(unit_type) in ("land", "air", "rail")
        for number in range(1, facts.count // 2 + 1)
    ]


def _stacks() -> Iterator[Stack]:
    charts = shipped_charts()
    taken = {number for numbers in LANDED.values() for number in numbers}
    homes: dict[str, list[str]] = {"us": [], "canada": []}
    for number, facts in charts.map.hexes.items():
        in_reach = "rail-net" not in facts.north_of and number not in taken
        if in_reach and facts.country in homes:
            homes[facts.country].append(number)
    defenders: tuple[Nation, ...] = ("us", "canada")
    for nation in defenders:
        numbers = sorted(homes[nation], key=lambda number: _dice(number, 10_000))
        army = _army(nation)
        while army:
            size = 1 + _dice(numbers[0], 3)
            yield Stack(at=numbers.pop(0), units=tuple(army[:size]))
            army = army[size:]
    for side, landed in LANDED.items():
        army = sorted(_army(side), key=lambda one: _dice(one.id, 10_000))
        for number in landed:
            yield Stack(at=number, units=tuple(army[:3]))
            army = army[3:]
    fleet = unit("esc", "amphibious", 1), unit("esc", "infantry", 19), unit("esc", "supply", 1)
    yield Stack(at="s3344", units=fleet, afloat=True)
    ships = unit("esc", "carrier", 1), unit("esc", "transport", 1)
    yield Stack(at="s3047", units=ships, afloat=True, words="2 units aboard")
    yield Stack(at="s2308", units=(unit("pal", "carrier", 1),), afloat=True)


def _marches() -> Iterator[March]:
    charts = shipped_charts()
    hex_of, number_of = charts.grid.hex_of, charts.grid.number_of
    ways: Sequence[tuple[Nation, Manner, str, str, int]] = (
        ("us", "rail", "s3635", "s3539", 1), ("us", "land", "s3541", "s3443", 3),
        ("us", "land", "s3241", "s3242", 2), ("esc", "land", "s3043", "s3142", 2),
        ("esc", "sea", "s2851", "s3047", 2), ("pal", "land", "s3011", "s3212", 1),
        ("us", "air", "s2838", "s2939", 1), ("us", "retreat", "s3143", "s3140", 1),
        ("sau", "advance", "s2331", "s2430", 1),
    )  # fmt: skip
    for force, manner, start, end, count in ways:
        graph = charts.land if manner != "sea" else [
            tuple((there, 1) for there in others) for others in charts.grid.neighbours
        ]  # fmt: skip
        way = cheapest_way(graph, hex_of(start), hex_of(end))
        assert way is not None
        yield March(
            force=force,
            path=tuple(map(number_of, way)),
            manner=manner,
            count=count,
            words=f"{count} from {start} to {end}",
        )


def _supply(stacks: Sequence[Stack]) -> Iterator[SupplyWay]:
    charts = shipped_charts()
    hex_of, number_of = charts.grid.hex_of, charts.grid.number_of
    for nation, numbers in LANDED.items():
        flooded = flood(charts.trace, [hex_of(numbers[0])], at_most=9)
        for stack in stacks:
            if stack.units[0].force == nation and hex_of(stack.at) in flooded:
                way = way_from(flooded, hex_of(stack.at))
                yield SupplyWay(force=nation, path=tuple(map(number_of, way)))


def _zones() -> Iterator[Zone]:
    charts = shipped_charts()
    hex_of = charts.grid.hex_of
    for nation, numbers in LANDED.items():
        found = {there for number in numbers for there in charts.zones[hex_of(number)]}
        yield Zone(force=nation, hexes=tuple(map(charts.grid.number_of, sorted(found))))


@cache
def position(
    crop: Crop | None = None,
    style: Style = USUAL_STYLE,
    *,
    empty: bool = False,
    lines: bool = False,
) -> HexPicture:
    """Returns a picture: of the board alone, or with armies; with supply and zones on demand."""
    if empty:
        return HexPicture(board=board(), title=("Invasion: America",), crop=crop, style=style)
    stacks = tuple(_stacks())
    return HexPicture(
        board=board(),
        title=("Invasion: America", "Turn 3 (May): E.S.C., combat phase", "Three pronged invasion"),
        description="A position by chance.",
        forces=FORCES,
        stacks=stacks,
        control=tuple(Zone(force=nation, hexes=numbers) for nation, numbers in LANDED.items()),
        zones=tuple(_zones()) if lines else (),
        supply=tuple(_supply(stacks)) if lines else (),
        marches=tuple(_marches()),
        fights=(
            Fight(
                at=("s3342", "s3442"), force="esc", origins=("s3343", "s2838"), odds="3-1",
                result="D2", words="E.S.C. attacks s3342", told="s3342 and s3442: 3-1, die 4, D2",
            ),
            Fight(at=("s3410",), number=2, force="us", odds="1-2", result="AX"),
        ),
        fights_title="Attacks of the E.S.C. in turn 3",
        progress=Progress(
            turns=tuple(f"{turn} {month}" for turn, month in enumerate(MONTHS, start=1)),
            turn=2,
            points=(("us", 489), ("esc", 24), ("sau", 10), ("pal", 5)),
            goals=(Goal(forces=("us",), points=340, words="340"),),
            goal_words="United States and Canada win with 340",
        ),
        boxes=(
            Reserve(id="us", title="U.S. destroyed", force="us", units=(
                (unit("us", "infantry", 20), 5), (unit("us", "militia", 30), 12),
                (unit("us", "cas", 9), 2), (unit("canada", "armour", 6), 1),
            )),
            Reserve(id="pal-holding", title="P.A.L. holding box", force="pal", units=(
                (unit("pal", "infantry", 15), 4), (unit("pal", "transport", 2), 3),
                (unit("pal", "special-infantry", 1), 2),
            )),
            Reserve(id="esc", title="E.S.C. destroyed", force="esc", units=()),
        ),
        crop=crop,
        style=style,
    )  # fmt: skip


def bare() -> HexPicture:
    """Returns a picture of a small map that has no shores."""
    files = values({"map.json": small()})
    hex_map, tables = files["map.json"], files["tables.json"]
    assert isinstance(hex_map, HexMap)
    assert isinstance(tables, Tables)
    printed = board_picture(
        Charts(hex_map, tables), Path(FOLDER / "shores.json").read_bytes(), game_language()
    )
    return HexPicture(board=printed, title=("Small",))

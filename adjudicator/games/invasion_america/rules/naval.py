"""Naval movement: ships sail, and amphibious units take supply units along. (Chapters 5 and 6)

They may also enter a hex with enemies, to assault it. (5.23, 15.0)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from adjudicator.boards.hexes import flood
from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.charts import Water
from adjudicator.games.invasion_america.events import ShipsSailed
from adjudicator.games.invasion_america.rules.attack_checks import is_assaulted
from adjudicator.games.invasion_america.rules.control import activate_nations
from adjudicator.games.invasion_america.rules.kinds import check_kinds
from adjudicator.games.invasion_america.rules.limits import Moved, check_limits, taken_back
from adjudicator.games.invasion_america.rules.line_up import is_land
from adjudicator.games.invasion_america.rules.own_units import check_in_play, check_together
from adjudicator.games.invasion_america.rules.positions import cargo_of, enemy_hexes, fleet_at
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.rules.transport import supply_loading, supply_unloading
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, State, side_of, type_of
from adjudicator.games.invasion_america.words import place, units_text

__all__ = ["check_entry", "closed_waters", "naval_phase", "water_at"]


def naval_phase(book: Ruleset, table: Table[State]) -> None:
    """Supply units go aboard and ashore, then ships sail. (4.2, 5.1, 7.2)"""
    moves: list[Moved] = []
    supply_loading(book, table, moves)
    supply_unloading(book, table, moves)
    _sailing(book, table, moves)
    taken_back(book, table, moves)
    end_of_phase(book, table)


def _sailing(book: Ruleset, table: Table[State], moves: list[Moved]) -> None:
    """Ships sail, alone or as a stack, with what is aboard. (5.12, 6.12)"""
    waters = _Waters(book, closed_waters(book, table.state))
    while True:
        order = table.next(_question(waters, table.state))
        if order is None:
            return
        state = table.state
        course = _course(waters, state, order)
        assert isinstance(course, _Course)
        moves += [Moved(name, state.units[name]) for name in order.units]
        table.record(
            ShipsSailed(
                units=order.units,
                origin=state.units[order.units[0]].at,
                to=order.to,
                water=course.water,
                hexes=course.hexes,
            )
        )
        activate_nations(book, table)


def _question(waters: _Waters, state: State) -> Ask[o.Sail]:
    book = waters.book
    return Ask(
        label=f"turn-{state.turn}/{state.side}/naval/sail",
        topic="naval",
        seat=book.seat_of(state.side),
        expects=o.Sail,
        prompt="Move ships.",
        rule="5.1",
        check=partial(_check, waters, state),
        sample=partial(_sample, waters, state),
        clamped=partial(_clamped, waters, state),
        matches=lambda order: isinstance(order, o.Sail),
        check_complete=partial(check_limits, book, state, state.side),
    )


# -- where ships can go ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Waters:
    """The sea as it is open to a side in a phase: the coasts that enemies hold stay the same."""

    book: Ruleset
    shut: frozenset[Water]
    """Places that its ships may not enter."""
    _floods: dict[Water, Mapping[Water, Water]] = field(default_factory=dict)

    def reached_from(self, start: Water) -> Mapping[Water, Water]:
        """Returns all places that ships reach, nearer ones first, each with the one before it."""
        if start not in self._floods:
            self._floods[start] = flood(self.book.charts.sea.links, (start,), closed=self.shut)
        return self._floods[start]


class _Course(NamedTuple):
    """How ships get somewhere."""

    water: int | None
    """Of a hex that is cut by land: in which of its waters they lie then."""
    hexes: int
    """How many hexes the shortest way has."""


def closed_waters(book: Ruleset, state: State) -> frozenset[Water]:
    """Returns the places that a side's ships may not enter.

    No ship enters a coastal hex with enemy units, but to assault it; lone rail units do not count.
    Only the P.A.L.'s ships enter the holding box. (5.23, 16.43, ruling 30)
    """
    sea = book.charts.sea
    coasts = enemy_hexes(book, state, state.side) & book.charts.coast
    shut = frozenset(water for hex_ in sorted(coasts) for water in sea.waters[hex_])
    return shut if state.side == "pal" else shut | {sea.box}


def water_at(book: Ruleset, state: State, ship: str) -> Water:
    """Returns the place where a ship lies. (Ruling 39)"""
    sea, unit = book.charts.sea, state.units[ship]
    if unit.at == HOLDING_BOX:
        return sea.box
    return sea.waters[book.hexes[unit.at]][unit.water or 0]


def _goals(book: Ruleset, to: str, by: str | None) -> tuple[Water, ...]:
    """Returns the places that an order to sail means: the waters of a hex, or the one by a side."""
    sea = book.charts.sea
    if to == HOLDING_BOX:
        return (sea.box,)
    hex_ = book.hexes[to]
    if by is None:
        return sea.waters[hex_]
    water = sea.water_towards(hex_, book.hexes[by])
    return () if water is None else (water,)


def _course(waters: _Waters, state: State, order: o.Sail) -> _Course | None:
    """Returns the shortest way of ships that lie together; None: there is none. (5.12, 5.21)

    Where it is not said by which water they come, it is the nearest. (Ruling 63)
    """
    book = waters.book
    sea = book.charts.sea
    starts = [*dict.fromkeys(water_at(book, state, name) for name in order.units)]
    goals = _goals(book, order.to, order.by)
    if len(starts) != 1:
        return None
    found = waters.reached_from(starts[0])
    goal = next((water for water in found if water in goals), None)
    last = goal
    if goal is None and order.to in book.hexes:
        goal, last = _assaulted(waters, state, order, found)
    if goal is None or last is None:
        return None
    hexes = int(goal != last)
    while (last := found[last]) >= 0:
        hexes += 1
    groups = () if order.to == HOLDING_BOX else sea.waters[book.hexes[order.to]]
    return _Course(groups.index(goal) if len(groups) > 1 else None, hexes)


def _assaulted(
    waters: _Waters, state: State, order: o.Sail, found: Mapping[Water, Water]
) -> tuple[Water | None, Water | None]:
    """Returns the water of a hex with enemies that a ship enters to assault it, and the nearest one
    beside it from which it comes; None: it may not. (5.23)"""
    if not any(check_entry(waters.book, state, order.units, order.to)):
        goals = _goals(waters.book, order.to, order.by)
        for there in found:
            for goal in waters.book.charts.sea.links[there]:
                if goal in goals:
                    return goal, there
    return None, None


# -- checks ----------------------------------------------------------------------------------------


def _check(waters: _Waters, state: State, order: o.Sail) -> Sequence[Problem]:
    book = waters.book
    shape = list(check_static(book, order)) or list(check_kinds(book, state.side, "naval", order))
    if shape:
        return shape
    return list(_check_ships(book, state, order)) or list(_check_course(waters, state, order))


def _check_ships(book: Ruleset, state: State, order: o.Sail) -> Iterator[Problem]:
    absent = [
        problem
        for index, unit in enumerate(order.units)
        for problem in check_in_play(state, unit, ("units", index))
    ]
    if absent:
        yield from absent
        return
    for index, unit in enumerate(order.units):
        if unit in state.moved:
            yield _stays(state, unit, index)
    apart = list(check_together(book, state, order.units, ("units",)))
    yield from apart
    if not apart and len({water_at(book, state, unit) for unit in order.units}) > 1:
        yield Problem(
            "not-together",
            f"{joined(order.units)} lie in different waters of "
            f"{place(book, state.units[order.units[0]].at)}",
            ("units",),
            "5.21, ruling 39",
            hint="Give an order for the ships of each water.",
        )


def _stays(state: State, unit: str, index: int) -> Problem:
    """A ship that takes a supply unit aboard or ashore stays; others sail once. (7.2, 10.14)"""
    loads = any(
        name != unit and (one.aboard == unit or name in state.landed)
        for name, one in state.units.items()
        if name in state.moved
    )
    if loads and state.moved[unit] == 0:
        return Problem(
            "ship-stays",
            f"{unit} takes a supply unit aboard or ashore: it stays where it is for the phase",
            ("units", index),
            "7.2",
            hint="It may sail in the next naval movement phase.",
        )
    return Problem(
        "moved-already",
        f"{unit} has moved in this phase",
        ("units", index),
        "10.14, ruling 58",
        hint="Name where it goes in the end: ships sail any distance.",
    )


def _check_course(waters: _Waters, state: State, order: o.Sail) -> Iterator[Problem]:
    """Ships keep out of coastal hexes with enemies, and to the water. (5.21, 5.23)"""
    book = waters.book
    start = state.units[order.units[0]]
    goals = _goals(book, order.to, order.by)
    if order.to == start.at and water_at(book, state, order.units[0]) in goals:
        yield Problem(
            "goes-nowhere",
            f"the ships lie in {place(book, order.to)} already",
            ("to",),
            "5.12",
            hint="Leave the order out: they stay.",
        )
        return
    if order.to in book.hexes and all(goal in waters.shut for goal in goals):
        barred = list(check_entry(book, state, order.units, order.to))
        if barred:
            yield from barred
            return
    if _course(waters, state, order) is None:
        yield Problem(
            "no-sea-way",
            f"no way by sea leads from {place(book, start.at)} to {place(book, order.to)}",
            ("to",),
            "5.21, 5.23, ruling 39",
            hint="Land and coastal hexes with enemy units close ways; where land cuts the water of "
            "a hex, ships leave by the water by which they came.",
        )


def _clamped(waters: _Waters, state: State, order: o.Sail) -> o.Sail | None:
    """Returns the order for those of its ships that can sail there."""
    able = [
        unit
        for unit in order.units
        if not any(check_in_play(state, unit, ())) and unit not in state.moved
    ]
    able = [unit for unit in able if state.units[unit].at == state.units[able[0]].at]
    return order.model_copy(update={"units": tuple(able)}) if able else None


def _sample(waters: _Waters, state: State, choose: Choose) -> o.Sail | None:
    """Returns a random ship's way to a coast, or out to sea."""
    book = waters.book
    ships = [
        name
        for name in state.units
        if side_of(name) == state.side
        and book.of(name).unit_class == "naval"
        and name not in state.moved
    ]
    if not ships or state.side in state.frozen:
        return None
    ship = choose(ships)
    goals = _anchorages(waters, state, ship)
    if not goals:
        return None
    landings = [to for to in goals if book.hexes.get(to) in book.charts.amphibious]
    harbours = [to for to in goals if book.hexes.get(to) in book.charts.ports]
    to = choose(choose((goals, landings or goals, harbours or goals)))
    return o.Sail(order="sail", units=(ship,), to=to)


def _anchorages(waters: _Waters, state: State, ship: str) -> list[str]:
    """Returns where a ship can get that has room for it, besides where it is."""
    book = waters.book
    sea, most = book.charts.sea, book.charts.tables.limits.fleet
    reached = waters.reached_from(water_at(book, state, ship))
    found: Mapping[str, None] = dict.fromkeys(
        HOLDING_BOX if water == sea.box else book.number_of(sea.hexes[water]) for water in reached
    )
    held = [
        book.number_of(sea.hexes[water])
        for water in sorted(waters.shut)
        if water != sea.box and any(there in reached for there in sea.links[water])
    ]
    assaulted = [to for to in held if not any(check_entry(book, state, (ship,), to))]
    if assaulted:
        return assaulted
    full = {
        book.number_of(hex_)
        for hex_ in book.occupation(state).units
        if len(fleet_at(book, state, hex_)) >= most
    }
    return [to for to in found if to != state.units[ship].at and to not in full]


def check_entry(book: Ruleset, state: State, ships: Sequence[str], to: str) -> Iterator[Problem]:
    """Yields why ships may not enter a coastal hex with enemies; nothing: to assault it they may.

    One amphibious unit with land combat units aboard, and no supply unit, enters an amphibious hex
    where no other does. (5.23, 7.22, 15.0, 15.11)
    """
    if book.hexes[to] not in book.charts.amphibious:
        yield _barred(book, to, "it is no amphibious hex", "5.23, 15.0")
        return
    if not is_assaulted(book, state, side_of(ships[0]), book.hexes[to]):
        yield _barred(book, to, "ships alone are not assaulted", "5.23, 7.4, ruling 99")
        return
    others = [name for name in ships if type_of(name) != "amphibious"]
    if others:
        yield _barred(book, to, f"{units_text(others)} cannot assault it", "5.23, 15.0")
        return
    there = [
        name
        for name, unit in state.units.items()
        if unit.at == to and type_of(name) == "amphibious" and side_of(name) == state.side
    ]
    if len(ships) + len(there) > 1:
        yield _barred(book, to, "one amphibious unit assaults a hex, not several", "15.11")
        return
    aboard = cargo_of(state, ships[0])
    if any(type_of(name) == "supply" for name in aboard):
        yield _barred(book, to, f"{ships[0]} carries a supply unit and cannot assault it", "7.22")
    elif not any(is_land(book, name) for name in aboard):
        yield _barred(book, to, f"{ships[0]} carries no land units to assault it", "15.0")


def _barred(book: Ruleset, to: str, why: str, rule: str) -> Problem:
    path: Path = ("to",)
    return Problem(
        "enemy-there",
        f"enemy units hold {place(book, to)}, and {why}",
        path,
        rule,
        hint="Name another coastal hex, or one at sea.",
    )

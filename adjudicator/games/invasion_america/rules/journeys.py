"""The moves of land and air units, one unit at a time: by what way, at what cost. (10.0, 7.0)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.english import amount, sentence
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.rules.ground import (
    Ground,
    Stop,
    Way,
    graph_of,
    way_through,
)
from adjudicator.games.invasion_america.rules.harbours import loading_points, unloading_points
from adjudicator.games.invasion_america.rules.positions import (
    cargo_of,
    other_force_at,
    why_never,
)
from adjudicator.games.invasion_america.rules.weather import in_weather, movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    Side,
    State,
    mix_of,
    side_of,
    type_of,
)
from adjudicator.games.invasion_america.words import SIDE_WORDS, place, units_text

__all__ = ["Journey", "Journeys", "journeys", "stacks_with"]


class Journey(NamedTuple):
    """What one unit does in a phase."""

    unit: str
    path: tuple[str, ...]
    """Every hex by its number, the first one included."""
    entered: tuple[str, ...]
    """The hexes that it enters over land or by going ashore."""
    aboard: str | None
    """The ship that it is aboard in the end."""
    spent: int
    """The movement points that it spends."""
    left: int
    """The movement points that it has left."""


class Journeys(NamedTuple):
    """What becomes of an order to move."""

    able: tuple[Journey, ...]
    """Those of the units that can do what the order says."""
    problems: tuple[Problem, ...]
    """Why others cannot."""


def journeys(book: Ruleset, state: State, ground: Ground, order: o.Move) -> Journeys:
    """Returns what becomes of an order: each unit spends its own points. (10.13)

    The units are able to move, and stand together.
    """
    able: list[Journey] = []
    problems: list[Problem] = []
    ways: dict[tuple[object, ...], Way | Stop] = {}
    for index, unit in enumerate(order.units):
        found = _journey(_Trip(book, state, ground, order), unit, ("units", index), ways)
        if isinstance(found, Journey):
            able.append(found)
        elif all(found[:3] != other[:3] for other in problems):
            problems.append(found)
    full = _overload(book, state, order, able)
    if full is not None:
        problems.append(full)
        able = able[: _room(book, state, order)]
    return Journeys(tuple(able), tuple(problems))


class _Trip(NamedTuple):
    """What all units of an order share."""

    book: Ruleset
    state: State
    ground: Ground
    order: o.Move

    @property
    def side(self) -> Side:
        """Returns whose player-turn it is."""
        return self.state.side


def _journey(
    trip: _Trip, unit: str, path: Path, ways: dict[tuple[object, ...], Way | Stop]
) -> Journey | Problem:
    """Returns what a unit does, or why it cannot."""
    book, state, order = trip.book, trip.state, trip.order
    here = state.units[unit]
    start, ship = here.at, here.aboard
    spent = 0
    if ship is not None:
        landing = _landing(trip, unit, path)
        if isinstance(landing, Problem):
            return landing
        spent = landing
    ends = trip.ground.ends_for(state, unit)
    way = _way(trip, unit, ends, ways)
    if isinstance(way, Problem):
        return way
    spent += way.points
    numbers = (start,) if start == HOLDING_BOX else tuple(map(book.number_of, way.path))
    if order.aboard is not None:
        boarding = _boarding(trip, unit, numbers, ends)
        if isinstance(boarding, Problem):
            return boarding
        spent += boarding
    elif len(numbers) == 1 and ship is None:
        return _goes_nowhere(trip, start)
    points = movement_points(book, state, unit)
    if spent > points:
        return _too_far(trip, unit, path, spent)
    if order.aboard is None:
        other = _other_force(trip, numbers[-1])
        if other is not None:
            return other
    entered = numbers if ship is not None and start != HOLDING_BOX else numbers[1:]
    return Journey(unit, numbers, entered, order.aboard, spent, points - spent)


# -- going ashore, on land, aboard -----------------------------------------------------------------


def _landing(trip: _Trip, unit: str, path: Path) -> int | Problem:
    """Returns what going ashore costs, which is entering a hex. (7.0, 15.15, 16.22)"""
    book, state = trip.book, trip.state
    here = state.units[unit]
    ship = here.aboard
    assert ship is not None
    if here.at != HOLDING_BOX and book.hexes[here.at] in trip.ground.closed:
        return Problem(
            "enemy-there",
            f"enemy units hold {place(book, here.at)}: {unit} cannot go ashore",
            path,
            "15.15",
            hint="It stays aboard.",
        )
    cost = unloading_points(book, state, trip.side, type_of(ship), at=here.at)
    if cost is None:
        return _no_harbour(trip, unit, ship, path, verb="go ashore from")
    never = "" if here.at == HOLDING_BOX else why_never(book, mix_of(unit), book.hexes[here.at])
    if never:
        return Problem(
            "cannot-stand",
            f"{place(book, here.at)} is {never}: {unit} cannot go ashore",
            path,
            "16.22, ruling 56",
            hint="It stays aboard; hovercraft enter neither broken, rough, urban nor supply hexes.",
        )
    return cost


def _way(
    trip: _Trip,
    unit: str,
    ends: frozenset[int],
    ways: dict[tuple[object, ...], Way | Stop],
) -> Way | Problem:
    """Returns the way of a unit over land; the units of a group that go alike share it."""
    book, state, order = trip.book, trip.state, trip.order
    here = state.units[unit]
    if here.at == HOLDING_BOX:
        if order.path:
            return Problem(
                "cannot-stand",
                f"{unit} is in the holding box: no way over land leads out of it",
                ("path", 0),
                "7.0, ruling 30",
                hint="It leaves the box aboard a ship.",
            )
        return Way((), 0)
    start = book.hexes[here.at]
    if here.aboard is not None and start in ends:
        onwards = [place_ for place_, number in enumerate(order.path) if number != here.at]
        if onwards:
            return _ends_here(trip, start, ("path", onwards[0]))
    mix = mix_of(unit)
    graph = graph_of(book, mix)
    key = (graph is book.charts.land, bool(ends))
    if key not in ways:
        ways[key] = way_through(
            graph,
            start,
            tuple(book.hexes[number] for number in order.path),
            beside=book.charts.grid.neighbours,
            closed=trip.ground.closed,
            ends=ends,
        )
    way = ways[key]
    return _no_way(trip, way, start) if isinstance(way, Stop) else way


def _boarding(
    trip: _Trip, unit: str, numbers: Sequence[str], ends: frozenset[int]
) -> int | Problem:
    """Returns what going aboard costs at the end of the way. (7.0)"""
    book, state, ship = trip.book, trip.state, trip.order.aboard
    assert ship is not None
    at = numbers[-1]
    if ship not in state.units or state.units[ship].at != at:
        where = place(book, state.units[ship].at) if ship in state.units else "not in play"
        return Problem(
            "no-ship-there",
            f"{ship} does not lie in {place(book, at)}",
            ("aboard",),
            "7.0",
            hint=f"It is {where}." if ship not in state.units else f"It lies in {where}.",
        )
    if ship == state.units[unit].aboard:
        return _goes_nowhere(trip, at)
    has_entered = len(numbers) > 1 or state.units[unit].aboard is not None
    if has_entered and at != HOLDING_BOX and book.hexes[at] in ends:
        return _ends_here(trip, book.hexes[at], ("aboard",))
    cost = loading_points(book, state, trip.side, type_of(ship), at=at)
    if cost is None:
        return _no_harbour(trip, unit, ship, ("aboard",), verb="go aboard")
    return cost


def _room(book: Ruleset, state: State, order: o.Move) -> int:
    """Returns how many more units a ship takes. (7.11)"""
    if order.aboard is None:
        return len(order.units)
    return book.charts.tables.limits.cargo - len(cargo_of(state, order.aboard))


def _overload(
    book: Ruleset, state: State, order: o.Move, able: Sequence[Journey]
) -> Problem | None:
    """Returns a problem if a ship would carry too many. (7.11)"""
    room = _room(book, state, order)
    if len(able) <= room:
        return None
    most = book.charts.tables.limits.cargo
    return Problem(
        "ship-full",
        f"{order.aboard} takes {amount(room, 'unit')} more, not {len(able)}",
        ("aboard",),
        "7.11",
        hint=f"A ship carries {most} units.",
    )


# -- why not ---------------------------------------------------------------------------------------


def _goes_nowhere(trip: _Trip, at: str) -> Problem:
    return Problem(
        "goes-nowhere",
        f"the order ends where it begins, in {place(trip.book, at)}",
        ("path",),
        "10.0",
        hint="Leave the order out: the units stay.",
    )


def _too_far(trip: _Trip, unit: str, path: Path, spent: int) -> Problem:
    book, state = trip.book, trip.state
    halved = []
    if unit in state.out_of_supply:
        halved.append("it was out of supply when that was judged")
    if in_weather(book, state, state.units[unit].at):
        halved.append("it begins in the weather")
    hint = "Name a nearer hex."
    if halved:
        halves = "which halves" if len(halved) == 1 else "which both halve"
        hint = f"{sentence(' and '.join(halved))}, {halves} its points."
    points = movement_points(book, state, unit)
    return Problem(
        "too-few-points",
        f"this costs {unit} {amount(spent, 'movement point')}, and it has {points}",
        path,
        "10.13, 9.31, 17.32" if halved else "10.13",
        hint=hint,
    )


def _no_way(trip: _Trip, stop: Stop, start: int) -> Problem:
    """Tells why no way leads on. (10.12, 10.22, 11.13)"""
    book, order = trip.book, trip.order
    number = order.path[stop.place]
    path: Path = ("path", stop.place)
    if stop.reason == "zone":
        return _ends_here(trip, book.hexes[number], path)
    if stop.reason == "enemy":
        return Problem(
            "enemy-there",
            f"enemy units hold {place(book, number)}: no unit enters it",
            path,
            "10.12",
            hint="Stop beside it; it can be attacked from there in the combat phase.",
        )
    before = order.path[stop.place - 1] if stop.place else book.number_of(start)
    if stop.reason == "side":
        return Problem(
            "no-passage",
            f"{_side_text(book, book.hexes[before], book.hexes[number])} lies between "
            f"{place(book, before)} and {place(book, number)}: no such unit crosses it",
            path,
            "13.8",
            hint="Name only a hex beyond it: then the cheapest way round is taken.",
        )
    return Problem(
        "no-way",
        f"no legal way leads from {place(book, before)} to {place(book, number)}",
        path,
        "10.2, 11.13",
        hint="Enemy units close hexes, and their zones of control end moves.",
    )


def _side_text(book: Ruleset, here: int, there: int) -> str:
    """Returns what closes a hexside to land units. (13.8)"""
    side = book.charts.grid.hexside(here, there)
    if side in book.charts.blocked:
        return "a blocked hexside"
    return "a lake hexside" if side in book.charts.lake_sides else "a sea hexside"


def _ends_here(trip: _Trip, hex_: int, path: Path) -> Problem:
    number = trip.book.number_of(hex_)
    return Problem(
        "in-enemy-zone",
        f"{place(trip.book, number)} is in an enemy zone of control: who enters it stops there",
        path,
        "11.13, ruling 56",
        hint="End the order there, or go round.",
    )


def _other_force(trip: _Trip, number: str) -> Problem | None:
    """Land units of different forces do not stack. (12.14)"""
    if number == HOLDING_BOX or trip.book.hexes[number] in trip.ground.closed:
        return None
    others = other_force_at(trip.book, trip.state, trip.side, trip.book.hexes[number])
    return stacks_with(trip.book, number, others, ("path",)) if others else None


def stacks_with(book: Ruleset, number: str, others: Sequence[str], path: Path) -> Problem:
    """Returns the problem of ending in a hex where units of another force stand. (12.14)"""
    return Problem(
        "other-force-there",
        f"{place(book, number)} holds {units_text(others)} of "
        f"{SIDE_WORDS[side_of(others[0])]}: forces do not stack together",
        path,
        "12.14",
        hint="Units may pass there, and not stay.",
    )


def _no_harbour(trip: _Trip, unit: str, ship: str, path: Path, *, verb: str) -> Problem:
    book = trip.book
    at = trip.state.units[ship].at
    hint = "Units go aboard and ashore in ports and at supply units"
    if type_of(ship) == "amphibious":
        hint += ", on amphibious units in amphibious hexes too"
    return Problem(
        "no-harbour",
        f"{unit} cannot {verb} {ship} in {place(book, at)}",
        path,
        "7.0, ruling 4",
        hint=f"{hint}; a port must be held by a land or air unit.",
    )

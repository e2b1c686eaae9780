"""Rail movement: rail units carry land combat and air units within the rail net. (16.4)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.boards.hexes import Hex, costs_from
from adjudicator.core.english import amount
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.events import RailUsed
from adjudicator.games.invasion_america.rules.control import pass_through
from adjudicator.games.invasion_america.rules.ground import Ground, Stop, ground_of, way_through
from adjudicator.games.invasion_america.rules.kinds import CARRIED_BY_RAIL, check_kinds
from adjudicator.games.invasion_america.rules.limits import (
    Moved,
    check_limits,
    room_in,
    taken_back,
)
from adjudicator.games.invasion_america.rules.own_units import check_in_play
from adjudicator.games.invasion_america.rules.positions import ashore
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.rules.weather import movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, side_of
from adjudicator.games.invasion_america.words import place

__all__ = ["rail_phase"]


def rail_phase(book: Ruleset, table: Table[State]) -> None:
    """Rail units move, and carry units one at a time. (16.41)"""
    phase = _Phase(book, table.state, ground_of(book, table.state, table.state.side))
    ground = phase.ground
    moves: list[Moved] = []
    while True:
        state = table.state
        order = table.next(_question(phase, state))
        if order is None:
            break
        path = _way(book, state, ground, order)
        assert not isinstance(path, Stop)
        if order.carry is not None:
            moves.append(Moved(order.carry, state.units[order.carry]))
        spent = state.moved.get(order.unit, 0) + _points(book, path)
        numbers = tuple(map(book.number_of, path))
        left = phase.points_of(order.unit) - spent
        table.record(
            RailUsed(unit=order.unit, carried=order.carry, path=numbers, spent=spent, left=left)
        )
        if order.carry is not None:
            # What is carried passes nothing; where it is left off, it stands. (Ruling 64)
            pass_through(book, table, state.side, numbers[-1:])
    taken_back(book, table, moves)
    end_of_phase(book, table)


class _Phase(NamedTuple):
    """A rail movement phase: enemies stand still in it."""

    book: Ruleset
    begun: State
    """The position in which it began."""
    ground: Ground

    def points_of(self, rail: str) -> int:
        """Returns the points of a rail unit for all its ways. (16.45, ruling 93)"""
        return movement_points(self.book, self.begun, rail)


def _question(phase: _Phase, state: State) -> Ask[o.Rail]:
    book = phase.book
    return Ask(
        label=f"turn-{state.turn}/{state.side}/rail",
        topic="rail",
        seat=book.seat_of(state.side),
        expects=o.Rail,
        prompt="Move rail units and what they carry.",
        rule="16.4",
        check=partial(_check, phase, state),
        sample=partial(_sample, phase, state),
        check_complete=partial(check_limits, book, state, state.side),
    )


def _way(book: Ruleset, state: State, ground: Ground, order: o.Rail) -> tuple[Hex, ...] | Stop:
    """Returns the way of a rail unit, around all enemies and their zones. (Ruling 36)"""
    found = way_through(
        book.charts.rail,
        book.hexes[state.units[order.unit].at],
        tuple(book.hexes[number] for number in order.path),
        beside=book.charts.grid.neighbours,
        closed=ground.closed | ground.zones,
        ends=frozenset(),
    )
    return found if isinstance(found, Stop) else found.path


def _points(book: Ruleset, path: Sequence[Hex]) -> int:
    """Returns what a way costs: one point for each hex. (16.42)"""
    return (len(path) - 1) * book.charts.tables.costs.rail


# -- checks ----------------------------------------------------------------------------------------


def _check(phase: _Phase, state: State, order: o.Rail) -> Sequence[Problem]:
    book = phase.book
    shape = list(check_static(book, order)) or list(check_kinds(book, state.side, "rail", order))
    if shape:
        return shape
    absent = list(check_in_play(state, order.unit, ("unit",)))
    if order.carry is not None:
        absent += check_in_play(state, order.carry, ("carry",))
    return absent or [
        *_check_carried(book, state, order),
        *_check_way(phase, state, order),
    ]


def _check_carried(book: Ruleset, state: State, order: o.Rail) -> Iterator[Problem]:
    """A rail unit takes up what stands where it does. (16.41)"""
    if order.carry is None:
        return
    carried, rail = state.units[order.carry], state.units[order.unit]
    if carried.at != rail.at:
        yield Problem(
            "not-together",
            f"{order.carry} is in {place(book, carried.at)}, and {order.unit} in "
            f"{place(book, rail.at)}",
            ("carry",),
            "16.41",
            hint='Move the rail unit there first, in an order without "carry".',
        )
    if order.carry in state.rooted:
        yield Problem(
            "may-not-move",
            f"{order.carry} must stay in the hex where it appeared",
            ("carry",),
            "19.64",
            hint="Of the two militia that rise one may move.",
        )


def _check_way(phase: _Phase, state: State, order: o.Rail) -> Iterator[Problem]:
    """Rail units neither enter nor leave enemy zones; sixty hexes a phase. (16.42, 16.45)"""
    book, ground = phase.book, phase.ground
    start = state.units[order.unit].at
    if book.hexes[start] in ground.zones:
        yield Problem(
            "rail-in-zone",
            f"{order.unit} is in an enemy zone of control, in {place(book, start)}: it cannot "
            "leave",
            ("unit",),
            "16.4, ruling 36",
            hint="It stays there while the zone does.",
        )
        return
    path = _way(book, state, ground, order)
    if isinstance(path, Stop):
        yield _no_way(book, ground, order, path)
        return
    if len(path) == 1:
        yield Problem(
            "goes-nowhere",
            f"the order ends where it begins, in {place(book, start)}",
            ("path",),
            "16.41",
            hint="Leave the order out: the rail unit stays.",
        )
    spent, points = state.moved.get(order.unit, 0), phase.points_of(order.unit)
    cost = _points(book, path)
    if spent + cost > points:
        yield Problem(
            "too-few-points",
            f"this costs {order.unit} {amount(cost, 'movement point')}, and it has "
            f"{points - spent}",
            ("path",),
            "16.45",
            hint="Rail units have so many points for all their ways of a phase.",
        )


def _no_way(book: Ruleset, ground: Ground, order: o.Rail, stop: Stop) -> Problem:
    number = order.path[stop.place]
    hex_ = book.hexes[number]
    path = ("path", stop.place)
    if hex_ in ground.closed:
        text, rule = f"enemy units hold {place(book, number)}", "10.12"
    elif hex_ in ground.zones:
        text, rule = f"{place(book, number)} is in an enemy zone of control", "16.4"
    elif stop.reason == "side":
        text, rule = f"no rail unit crosses the hexside to {place(book, number)}", "16.42"
    else:
        text, rule = f"no way by rail leads to {place(book, number)}", "16.42"
    return Problem(
        "no-rail-way",
        text,
        path,
        rule,
        hint="Rail units go over land within the rail net, around enemy units and their zones.",
    )


# -- samples ---------------------------------------------------------------------------------------


def _sample(phase: _Phase, state: State, choose: Choose) -> o.Rail | None:
    """Returns a random way of a rail unit, mostly with a unit from its hex."""
    book, ground = phase.book, phase.ground
    rails = [
        name
        for name in state.units
        if side_of(name) == state.side
        and book.of(name).unit_class == "rail"
        and not any(check_in_play(state, name, ()))
        and book.hexes[state.units[name].at] not in ground.zones
    ]
    if not rails:
        return None
    rail = choose(rails)
    start = book.hexes[state.units[rail].at]
    points = phase.points_of(rail) - state.moved.get(rail, 0)
    shut = ground.closed | ground.zones
    found = costs_from(book.charts.rail, start, at_most=points, closed=shut)
    carry = choose((None, *_passengers(book, state, start)))
    beside = book.charts.grid.neighbours[start]
    goals = [
        hex_
        for hex_ in found
        if hex_ != start
        and (hex_ not in beside or any(there == hex_ for there, _ in book.charts.rail[start]))
        and (carry is None or room_in(book, state, state.side, hex_) > 0)
    ]
    if not goals:
        return None
    return o.Rail(order="rail", unit=rail, carry=carry, path=(book.number_of(choose(goals)),))


def _passengers(book: Ruleset, state: State, hex_: Hex) -> list[str]:
    return [
        name
        for name in ashore(book, state, hex_)
        if side_of(name) == state.side
        and book.of(name).unit_class in CARRIED_BY_RAIL
        and name not in state.rooted
        and not any(check_in_play(state, name, ()))
    ]

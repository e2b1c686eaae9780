"""Why a piece cannot go somewhere: the reason behind what the generator leaves out.

`generate.reaches` alone says what is legal. This module explains a refusal, and judges a way that a
player has written out; tests hold both to the generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.boards.squares import DIRECTIONS, STRAIGHT
from adjudicator.games.stratix.geometry import (
    ARTILLERY,
    FLIGHT_STEPS,
    GROUND_STEPS,
    HELICOPTER,
    INFANTRY,
    TANK,
    Geometry,
)
from adjudicator.games.stratix.rules.generate import (
    EMPTY,
    Move,
    Position,
    is_attackable,
    kind_at,
    reaches,
    side_at,
)

__all__ = ["Fault", "Reason", "fault_of_move", "fault_of_way"]

Reason: TypeAlias = Literal[
    "same-square",
    "water",
    "red-square",
    "own-piece",
    "exit-strike",
    "safe-recon",
    "cease-fire",
    "recon-to-recon",
    "out-of-reach",
    "blocked",
    "not-a-step",
    "not-on-the-line",
    "wrong-length",
    "twice",
    "two-bridges",
]
"""Of the end: it is the start; water; red; an own piece stands there; a strike from red squares;
the piece there is safe on its recon space, or by a cease-fire; from a recon space to another. Of
the way: no way leads there even on an empty board; pieces are in the way. Of a way written out: two
squares are no step apart; a square lies off the straight line; too few or too many steps; a square
comes twice; a second bridge."""


class Fault(NamedTuple):
    """What is wrong with a move."""

    reason: Reason
    square: int
    """The square that it is about: for `blocked` the piece in the way, or else the end."""
    step: int = 0
    """Of a way written out: the place of that square in it, 0 for the start."""


def fault_of_move(geometry: Geometry, position: Position, move: Move) -> Fault | None:
    """Returns why the piece on the first square cannot go to the other; None: it can."""
    origin, target = move
    if target in reaches(geometry, position, origin):
        return None
    fault = _fault_of_end(geometry, position, move)
    if fault is not None:
        return fault
    if target not in _ever_reached(geometry, position, origin):
        return Fault("out-of-reach", target)
    return Fault("blocked", _first_in_the_way(geometry, position, move))


def _fault_of_end(geometry: Geometry, position: Position, move: Move) -> Fault | None:
    """Returns what is wrong with the end of a move, whatever the way."""
    origin, target = move
    if target == origin:
        return Fault("same-square", target)
    if geometry.is_water[target]:
        return Fault("water", target)
    if geometry.line[target]:
        return Fault("red-square", target)
    if position.board[target] != EMPTY:
        if side_at(position, target) == side_at(position, origin):
            return Fault("own-piece", target)
        if geometry.line[origin]:
            return Fault("exit-strike", target)
        if not is_attackable(geometry, position, target):
            at_rest = geometry.is_recon[target] and not position.assault
            return Fault("safe-recon" if at_rest else "cease-fire", target)
    if geometry.is_recon[origin] and geometry.is_recon[target] and not position.assault:
        return Fault("recon-to-recon", target)
    return None


def _ever_reached(geometry: Geometry, position: Position, origin: int) -> Sequence[int]:
    """Returns where the piece could end if it stood alone on the board."""
    kind = kind_at(position, origin)
    if kind in (INFANTRY, TANK):
        return geometry.walks(origin, 0).squares
    if kind == HELICOPTER:
        return geometry.flights_of(origin).squares
    return [end for line in geometry.lines_of(origin, _directions(kind)) for end in line]


def _directions(kind: int) -> Sequence[int]:
    return STRAIGHT if kind == ARTILLERY else range(len(DIRECTIONS))


def _first_in_the_way(geometry: Geometry, position: Position, move: Move) -> int:
    """Returns the first enemy on a straight line; of other pieces the end of their move."""
    origin, target = move
    if kind_at(position, origin) in (INFANTRY, TANK):
        return target
    side = side_at(position, origin)
    between = geometry.grid.between(origin, target)
    return next((one for one in between if side_at(position, one) not in (-1, side)), target)


# -- a way written out ----------------------------------------------------------------------------


def fault_of_way(geometry: Geometry, position: Position, way: Sequence[int]) -> Fault | None:
    """Returns what is wrong with a way: all squares of the move, its start and its end included.

    Infantry and tanks name every square; a helicopter the end of each step, whatever it crosses;
    on a straight line any squares of it, in order. (Ruling 20)
    """
    assert len(way) > 1, way
    origin, last = way[0], len(way) - 1
    kind = kind_at(position, origin)
    fault = _fault_of_end(geometry, position, (origin, way[-1]))
    if fault is not None:
        return fault._replace(step=last)
    if kind in (INFANTRY, TANK):
        return _fault_of_walk(geometry, position, way)
    if kind == HELICOPTER:
        return _fault_of_flight(geometry, way)
    line = (origin, *geometry.grid.between(origin, way[-1]), way[-1])
    for step in range(1, last):
        if way[step] not in line[line.index(way[step - 1]) + 1 : -1]:
            return Fault("not-on-the-line", way[step], step)
    fault = fault_of_move(geometry, position, (origin, way[-1]))
    return fault and fault._replace(step=last)


def _fault_of_walk(geometry: Geometry, position: Position, way: Sequence[int]) -> Fault | None:
    for step in range(1, len(way)):
        before, there = way[:step], way[step]
        if there not in geometry.grid.near[before[-1]]:
            return Fault("not-a-step", there, step)
        if there in before:
            return Fault("twice", there, step)
        if geometry.is_water[there]:
            return Fault("water", there, step)
        if not geometry.may_enter(before[-1], there):
            return Fault("red-square", there, step)
        if not geometry.may_walk(before, there):
            return Fault("two-bridges", there, step)
        if step < len(way) - 1 and position.board[there] != EMPTY:
            return Fault("blocked", there, step)
    if len(way) - 1 != GROUND_STEPS:
        return Fault("wrong-length", way[-1], len(way) - 1)
    return None


def _fault_of_flight(geometry: Geometry, way: Sequence[int]) -> Fault | None:
    for step in range(1, len(way)):
        here, there = way[step - 1], way[step]
        if geometry.is_water[there]:
            return Fault("water", there, step)
        if there not in geometry.hops_of(here):
            barred = not geometry.may_enter(here, there)
            return Fault("red-square" if barred else "not-a-step", there, step)
    if len(way) - 1 > FLIGHT_STEPS:
        return Fault("wrong-length", way[-1], len(way) - 1)
    return None

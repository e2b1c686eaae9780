"""What the attacks of a combat phase may change of a position, at most. (13.4 to 13.7)

Bounds, not projections: what stands outside them is certain to be as it is when mechanised movement
begins, whatever the dice show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.rules.combat import assaults_due
from adjudicator.games.invasion_america.rules.line_up import participants
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of

__all__ = ["CombatReach", "combat_reach"]

_RETREAT = 3
"""How many hexes units retreat at most. (13.42)"""
_ADVANCE = 4
"""How many hexes units advance at most: into the hex attacked, and along a retreat. (13.71)"""


class CombatReach(NamedTuple):
    """What attacks may change."""

    book: Ruleset
    state: State
    """The position before the dice."""
    attackers: frozenset[str]
    """Own units that may attack, or are carried into an attack."""
    hexes: frozenset[Hex]
    """Where they stand."""
    groups: int
    """How many groups of own units may have to retreat."""
    gone: frozenset[Hex]
    """Hexes with enemies who may be lost, retreat or make way."""
    drift: int
    """How many hexes enemies may come from there."""

    def reach(self, unit: str) -> int:
        """Returns how many hexes from here combat may have taken an own unit, at most."""
        here = self.state.units[unit]
        lead = here.aboard or unit
        pushed = _RETREAT * self.groups
        if unit in self.attackers or lead in self.attackers:
            return _ADVANCE + pushed
        hex_ = self.book.hex_of(here.at)
        if hex_ == NOWHERE or not pushed:
            return 0
        grid = self.book.charts.grid
        near = any(grid.distance(hex_, there) <= _far(self.groups) for there in self.pushing)
        return pushed if near else 0

    @property
    def pushing(self) -> frozenset[Hex]:
        """Returns the hexes of own units that may retreat or be displaced. (13.53, 13.62)"""
        return _closure(self.book, self.hexes, _held(self.book, self.state, (self.state.side,)),
                        _far(self.groups))  # fmt: skip

    def best(self) -> State:
        """Returns the best case: all enemies gone who may go, and all own units in supply."""
        book, state = self.book, self.state
        enemies = book.enemies[state.side]
        left = {
            name: unit
            for name, unit in state.units.items()
            if side_of(name) not in enemies or book.hex_of(unit.at) not in self.gone
        }
        return state.model_copy(
            update={
                "units": FrozenMap(left),
                "phase": "mechanised",
                "moved": FrozenMap(),
                "out_of_supply": (),
            }
        )

    def may_see_enemies(self, hex_: Hex) -> bool:
        """Whether enemies may stand in a hex behind the attacks who do not stand there now."""
        distance = self.book.charts.grid.distance
        return any(distance(hex_, there) <= self.drift for there in self.gone)


def combat_reach(book: Ruleset, state: State, attacks: Sequence[o.Attack] | None) -> CombatReach:
    """Returns what attacks may change.

    Args:
        attacks: those that are ordered; None: nobody knows yet, all may attack and be attacked.
    """
    side = state.side
    if attacks is None:
        own = [name for name in state.units if side_of(name) == side]
        foes = _held(book, state, book.enemies[side])
        attacked, groups = [*foes], len(own)
    else:
        orders = [*attacks, *_late(book, state)]
        taking = [participants(book, state, _there(state, one.units)) for one in orders]
        own = [name for names in taking for name in names]
        attacked = [hex_ for one in orders for number in one.hexes
                    if (hex_ := book.hex_of(number)) != NOWHERE]  # fmt: skip
        groups = sum(len({*_groups(book, state, names)}) for names in taking)
    hexes = frozenset(hex_ for name in own if (hex_ := book.hex_of(state.units[name].at)) >= 0)
    there = book.occupation(state).units
    fleeing = sum(
        1 + sum(book.of(name).unit_class == "naval" for name in there.get(hex_, ()))
        for hex_ in attacked
    )
    reach = _far(fleeing)
    gone = _closure(book, frozenset(attacked), _held(book, state, book.enemies[side]), reach)
    return CombatReach(book, state, frozenset(own), hexes, groups, gone, reach + _ADVANCE)


def _late(book: Ruleset, state: State) -> Iterator[o.Attack]:
    """Yields the assaults that are made unasked. (Ruling 71)"""
    for ship in assaults_due(book, state, state.side):
        yield o.Attack(order="attack", units=(ship,), hexes=(state.units[ship].at,))


def _there(state: State, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in state.units)


def _groups(book: Ruleset, state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields what retreats for itself: each ship, and the others of each hex. (Ruling 73)"""
    for name in names:
        yield state.units[name].at, name if book.of(name).unit_class == "naval" else ""


def _held(book: Ruleset, state: State, sides: Sequence[Side]) -> frozenset[Hex]:
    return frozenset(
        hex_
        for hex_, names in book.occupation(state).units.items()
        if any(side_of(name) in sides for name in names)
    )


def _far(groups: int) -> int:
    """Returns how far so many groups may retreat or push others, one after another."""
    return _RETREAT * groups + 1


def _closure(
    book: Ruleset, start: frozenset[Hex], held: frozenset[Hex], reach: int
) -> frozenset[Hex]:
    """Returns some hexes, and those held that a chain of steps of such a reach leads to."""
    distance = book.charts.grid.distance
    found, fresh = set(start), sorted(start)
    while fresh:
        left = sorted(held - found)
        fresh = [hex_ for hex_ in left if any(distance(hex_, one) <= reach for one in fresh)]
        found.update(fresh)
    return frozenset(found)

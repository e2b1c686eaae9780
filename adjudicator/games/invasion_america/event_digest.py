"""What an opening brought, counted: losses, landings, returns, attacks, and who gained what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.results_table import meaning_of
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    Side,
    State,
    Unit,
    mix_of,
    side_of,
)
from adjudicator.games.invasion_america.urns import size_of

__all__ = ["Happened", "Standing", "boxed", "happened"]


class Standing(NamedTuple):
    """How a position stands, as the rules judge it."""

    holders: Mapping[str, Side | None]
    """By hex with victory points, who controls it. (18.4)"""
    points: Mapping[Side, int]
    """The victory points of each side."""
    out: Mapping[Side, int]
    """How many units of each side are out of supply at this moment. (9.0)"""


@dataclass
class Happened:
    """What the events of an opening come to."""

    lost: dict[Side, dict[str, list[int | None]]] = field(default_factory=dict)
    """By side, then by nation and type, the printed strengths of what was destroyed; None: it was
    never revealed."""
    for_good: dict[Side, int] = field(default_factory=dict)
    """How many of them left the game. (17.31)"""
    landed: list[tuple[str, str]] = field(default_factory=list)
    """Units that came ashore from ships, each with the hex."""
    returned: dict[str, dict[str, int]] = field(default_factory=dict)
    """By hex, by nation and type, what came out of the boxes. (8.2)"""
    for_defender: int = 0
    """Attacks whose result the attackers suffered. (13.42)"""
    for_attacker: int = 0
    """Those whose result the defenders suffered."""
    unrolled: int = 0
    """Those in which no die was rolled."""
    called_off: int = 0
    """Those that were not made: a condition was not met, or they had become impossible."""

    @property
    def attacks(self) -> int:
        """Returns how many attacks were made."""
        return self.for_defender + self.for_attacker + self.unrolled


def happened(book: Ruleset, before: State, events: Sequence[Event]) -> Happened:
    """Returns what the events that follow a position come to."""
    counting = _Counting(book, before.units)
    for event in events:
        counting.count(event)
    return counting.found


class _Counting:
    """Follows the units that an opening concerns."""

    def __init__(self, book: Ruleset, units: FrozenMap[Id, Unit]) -> None:
        self.found = Happened()
        self._book = book
        self._is_open = False
        self._known = {name: book.strength_of(name, unit) for name, unit in units.items()}
        self._ships = {name: unit.at for name, unit in units.items()}
        self._aboard = {name for name, unit in units.items() if unit.aboard is not None}

    def count(self, event: Event) -> None:
        """Takes in the next event."""
        found = self.found
        match event:
            case c.AttackMade():
                self._settle()
                self._is_open = True
            case e.PhaseBegun() | e.TurnBegun() | e.GameEnded():
                self._settle()
            case c.AttackResolved():
                self._is_open = False
                if meaning_of(event.result).by_attacker:
                    found.for_defender += 1
                else:
                    found.for_attacker += 1
            case c.AttackCalledOff() | c.AttackFailed():
                found.called_off += 1
            case e.UnitRevealed():
                self._known[event.unit] = event.strength
            case e.UnitEliminated():
                self._lost(event)
            case _:
                self._moved(event)

    def _settle(self) -> None:
        """An attack is over. One that is still open counts where it is resolved."""
        self.found.unrolled += self._is_open
        self._is_open = False

    def _lost(self, event: e.UnitEliminated) -> None:
        side = side_of(event.unit)
        mixes = self.found.lost.setdefault(side, {})
        mixes.setdefault(mix_of(event.unit), []).append(self._known.get(event.unit))
        self._aboard.discard(event.unit)
        if event.for_good:
            self.found.for_good[side] = self.found.for_good.get(side, 0) + 1

    def _moved(self, event: Event) -> None:
        """Takes in what brings units ashore, aboard or back."""
        match event:
            case e.UnitMoved() if event.aboard is not None:
                self._aboard.add(event.unit)
            case e.UnitMoved():
                self._ashore(event.unit, event.path[-1])
            case e.ShipsSailed():
                self._ships.update(dict.fromkeys(event.units, event.to))
            case e.SupplyUnitLoaded():
                self._aboard.add(event.unit)
            case e.SupplyUnitLanded():
                self._ashore(event.unit, self._ships[event.ship])
            case c.UnitsAdvanced():
                for name in event.units:
                    self._ashore(name, event.path[-1])
            case e.MoveUndone() if event.aboard is not None:
                self._aboard.add(event.unit)
                self.found.landed = [pair for pair in self.found.landed if pair[0] != event.unit]
            case e.UnitsReplaced():
                for name, unit in event.units.items():
                    self._known[name] = self._book.strength_of(name, unit)
                    self._ships[name] = unit.at
                    counts = self.found.returned.setdefault(unit.at, {})
                    counts[mix_of(name)] = counts.get(mix_of(name), 0) + 1

    def _ashore(self, name: str, at: str) -> None:
        if name in self._aboard:
            self._aboard.discard(name)
            if at != HOLDING_BOX:
                self.found.landed.append((name, at))


def boxed(state: State, side: Side) -> int:
    """Returns how many counters of a side lie in its Destroyed Units Box. (8.11)"""
    alike = sum(count for mix, count in state.destroyed.items() if side_of(f"{mix}-01") == side)
    differing = sum(
        size_of(urns.box) for mix, urns in state.urns.items() if side_of(f"{mix}-01") == side
    )
    return alike + differing

"""The player's ledger of one movement phase: who goes where, what room is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.player.assessment import Assessment
from adjudicator.games.invasion_america.rules.harbours import unloading_points
from adjudicator.games.invasion_america.rules.kinds import MECHANISED
from adjudicator.games.invasion_america.rules.samples import able_units, named_path
from adjudicator.games.invasion_america.state import HOLDING_BOX, mix_of, type_of

__all__ = ["Ledger"]

_MOST_UNITS = 12
"""Units that one order names."""


@dataclass(slots=True, eq=False)
class Ledger:
    """What is planned so far."""

    look: Assessment
    count: dict[Hex, int] = field(default_factory=dict)
    """How many units count for stacking in each hex behind the planned moves."""
    free: dict[str, Hex] = field(default_factory=dict)
    """Units that may move and have no place yet, with their hexes; those aboard among them."""
    ends: dict[str, Hex] = field(default_factory=dict)
    """Where units end that go ashore or over land."""
    boarded: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Units that go aboard, with the ship and where it lies."""
    late: set[str] = field(default_factory=set)
    """Units that land in a port which others take before them in this phase."""
    _options: dict[str, Mapping[Hex, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, look: Assessment) -> Ledger:
        """Returns a ledger in which nothing is planned."""
        book, state = look.book, look.state
        ledger = cls(look, dict(look.stacked))
        able = able_units(book, state, ("land", "air"))
        if state.phase == "mechanised":
            able = [name for name in able if type_of(name) in MECHANISED]
        ledger.free = {name: look.own[name] for name in able}
        return ledger

    def room(self, hex_: Hex) -> int:
        """Returns how many more units may end in a hex."""
        look = self.look
        taken = self.count.get(hex_, 0) + (look.rising if hex_ in look.risings else 0)
        return look.book.charts.tables.limits.stack - taken

    def is_aboard(self, unit: str) -> bool:
        """Whether a unit is aboard of a ship."""
        return self.look.state.units[unit].aboard is not None

    def options(self, unit: str) -> Mapping[Hex, int]:
        """Returns the hexes where a unit could end, with what the way costs; room apart."""
        found = self._options.get(unit)
        if found is None:
            found = {
                hex_: cost
                for hex_, cost in self._reached(unit).items()
                if self.look.may_end(unit, hex_)
            }
            if found or not self.is_aboard(unit):
                self._options[unit] = found
        return found

    def _reached(self, unit: str) -> Mapping[Hex, int]:
        look, start = self.look, self.free[unit]
        if start == NOWHERE:
            return {}
        points = look.points(unit)
        if self.is_aboard(unit):
            cost = self.landing_points(unit)
            if start in look.ground.closed or cost is None or cost > points:
                return {}
            if start in look.ground.ends_for(look.state, unit):
                return {start: 0}
            points -= cost
        return look.reach(unit, start, points)

    def landing_points(self, unit: str) -> int | None:
        """Returns what going ashore costs; also where others take the port before. (Ruling 4)"""
        look = self.look
        ship = look.state.units[unit].aboard
        assert ship is not None
        at = look.state.units[unit].at
        if at == HOLDING_BOX:
            return None
        cost = unloading_points(look.book, look.state, look.side, type_of(ship), at=at)
        if cost is not None:
            return cost
        hex_ = look.book.hexes[at]
        if hex_ in look.book.charts.ports and hex_ in self.ends.values():
            return look.book.charts.tables.costs.loading
        return None

    def fits(self, unit: str, hex_: Hex) -> bool:
        """Whether a free unit finds room in a hex."""
        stays = self.free[unit] == hex_ and not self.is_aboard(unit)
        return stays or self.room(hex_) > 0

    def stay(self, unit: str) -> None:
        """Plans that a unit stays where it is."""
        self.free.pop(unit, None)

    def move(self, unit: str, hex_: Hex) -> None:
        """Plans that a free unit ends in a hex that is among its options."""
        start = self.free.pop(unit)
        if self.is_aboard(unit):
            look, units = self.look, self.look.state.units
            ship = units[unit].aboard
            assert ship is not None
            at = units[unit].at
            kind = type_of(ship)
            if unloading_points(look.book, look.state, look.side, kind, at=at) is None:
                self.late.add(unit)
        elif start == hex_:
            return
        else:
            self.count[start] -= 1
        self.count[hex_] = self.count.get(hex_, 0) + 1
        self.ends[unit] = hex_
        self.look.open(unit, hex_)

    def board(self, unit: str, ship: str, at: str) -> None:
        """Plans that a free unit goes aboard of a ship."""
        start = self.free.pop(unit)
        if start != NOWHERE and not self.is_aboard(unit):
            self.count[start] -= 1
        self.boarded[unit] = (ship, at)

    def orders(self) -> list[o.Move]:
        """Returns the planned moves as orders, those who go alike together."""
        groups: dict[tuple[object, ...], list[str]] = {}
        for unit, hex_ in self.ends.items():
            groups.setdefault(self._key(unit, hex_), []).append(unit)
        ordered = sorted(groups.values(), key=lambda units: self._turn_of(units[0]))
        found = [
            self._order(units[index : index + _MOST_UNITS], self.ends[units[0]])
            for units in ordered
            for index in range(0, len(units), _MOST_UNITS)
        ]
        return found + self._boarding_orders()

    def _turn_of(self, unit: str) -> int:
        """Returns when a unit goes: ashore before others leave the port, or once others hold it."""
        if unit in self.late:
            return 2
        return 0 if self.is_aboard(unit) else 1

    def _key(self, unit: str, hex_: Hex) -> tuple[object, ...]:
        look = self.look
        start = look.own[unit]
        beside = hex_ in look.book.charts.grid.neighbours[start]
        kind = mix_of(unit) if beside else type_of(unit) == "hovercraft"
        return start, hex_, kind, self.is_aboard(unit), unit in self.late

    def _order(self, units: Sequence[str], hex_: Hex) -> o.Move:
        look, unit = self.look, units[0]
        path = named_path(
            look.book, look.ground, unit, look.own[unit],
            goal=hex_, ends=look.ground.ends_for(look.state, unit),
        )  # fmt: skip
        return o.Move(order="move", units=tuple(units), path=path)

    def _boarding_orders(self) -> list[o.Move]:
        found: list[o.Move] = []
        for unit, (ship, at) in self.boarded.items():
            look, path = self.look, tuple[str, ...]()
            start = look.own[unit]
            if at != HOLDING_BOX and look.book.hexes[at] != start:
                path = named_path(
                    look.book, look.ground, unit, start, goal=look.book.hexes[at],
                    ends=look.ground.ends_for(look.state, unit),
                )  # fmt: skip
            found.append(o.Move(order="move", units=(unit,), path=path, aboard=ship))
        return found

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

    assessment: Assessment
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
    def of(cls, assessment: Assessment) -> Ledger:
        """Returns a ledger in which nothing is planned."""
        book, state = assessment.book, assessment.state
        ledger = cls(assessment, dict(assessment.stacked))
        able = able_units(book, state, ("land", "air"))
        if state.phase == "mechanised":
            able = [name for name in able if type_of(name) in MECHANISED]
        ledger.free = {name: assessment.own[name] for name in able}
        return ledger

    def room(self, hex_: Hex) -> int:
        """Returns how many more units may end in a hex."""
        assessment = self.assessment
        taken = self.count.get(hex_, 0) + (assessment.rising if hex_ in assessment.risings else 0)
        return assessment.book.charts.tables.limits.stack - taken

    def is_aboard(self, unit: str) -> bool:
        """Whether a unit is aboard of a ship."""
        return self.assessment.state.units[unit].aboard is not None

    def options(self, unit: str) -> Mapping[Hex, int]:
        """Returns the hexes where a unit could end, with what the way costs; room apart."""
        found = self._options.get(unit)
        if found is None:
            found = {
                hex_: cost
                for hex_, cost in self._reached(unit).items()
                if self.assessment.may_end(unit, hex_)
            }
            if found or not self.is_aboard(unit):
                self._options[unit] = found
        return found

    def _reached(self, unit: str) -> Mapping[Hex, int]:
        assessment, start = self.assessment, self.free[unit]
        if start == NOWHERE:
            return {}
        points = assessment.points(unit)
        if self.is_aboard(unit):
            cost = self.landing_points(unit)
            if start in assessment.ground.closed or cost is None or cost > points:
                return {}
            if start in assessment.ground.ends_for(assessment.state, unit):
                return {start: 0}
            points -= cost
        return assessment.reach(unit, start, points)

    def landing_points(self, unit: str) -> int | None:
        """Returns what going ashore costs; also where others take the port before. (Ruling 4)"""
        assessment = self.assessment
        ship = assessment.state.units[unit].aboard
        assert ship is not None
        at = assessment.state.units[unit].at
        if at == HOLDING_BOX:
            return None
        cost = unloading_points(
            assessment.book, assessment.state, assessment.side, type_of(ship), at=at
        )
        if cost is not None:
            return cost
        hex_ = assessment.book.hexes[at]
        if hex_ in assessment.book.charts.ports and hex_ in self.ends.values():
            return assessment.book.charts.tables.costs.loading
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
            assessment, units = self.assessment, self.assessment.state.units
            ship = units[unit].aboard
            assert ship is not None
            at = units[unit].at
            kind = type_of(ship)
            if (
                unloading_points(assessment.book, assessment.state, assessment.side, kind, at=at)
                is None
            ):
                self.late.add(unit)
        elif start == hex_:
            return
        else:
            self.count[start] -= 1
        self.count[hex_] = self.count.get(hex_, 0) + 1
        self.ends[unit] = hex_
        self.assessment.open(unit, hex_)

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
        assessment = self.assessment
        start = assessment.own[unit]
        beside = hex_ in assessment.book.charts.grid.neighbours[start]
        kind = mix_of(unit) if beside else type_of(unit) == "hovercraft"
        return start, hex_, kind, self.is_aboard(unit), unit in self.late

    def _order(self, units: Sequence[str], hex_: Hex) -> o.Move:
        assessment, unit = self.assessment, units[0]
        path = named_path(
            assessment.book, assessment.ground, unit, assessment.own[unit],
            goal=hex_, ends=assessment.ground.ends_for(assessment.state, unit),
        )  # fmt: skip
        return o.Move(order="move", units=tuple(units), path=path)

    def _boarding_orders(self) -> list[o.Move]:
        found: list[o.Move] = []
        for unit, (ship, at) in self.boarded.items():
            assessment, path = self.assessment, tuple[str, ...]()
            start = assessment.own[unit]
            if at != HOLDING_BOX and assessment.book.hexes[at] != start:
                path = named_path(
                    assessment.book, assessment.ground, unit, start, goal=assessment.book.hexes[at],
                    ends=assessment.ground.ends_for(assessment.state, unit),
                )  # fmt: skip
            found.append(o.Move(order="move", units=(unit,), path=path, aboard=ship))
        return found

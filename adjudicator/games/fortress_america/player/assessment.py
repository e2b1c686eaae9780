"""How the player sees the board: what spaces are worth, what threatens them, where to go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.boards.area import AreaMap
from adjudicator.games.fortress_america.player.estimate import WORTH, worth_of
from adjudicator.games.fortress_america.rules.ways import distances
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    USA,
    Counts,
    Side,
    State,
    UnitKind,
)

__all__ = ["FAR", "Assessment", "nearness"]

CITY, LASER, RESOURCE, LAND = 100, 70, 12, 6
"""What it is worth to take a city, a laser in it, a resource area, any area."""
THREAT_A_UNIT = 25
"""Worth of threatening units for each unit more that stays in a city."""
LIFELINE = 60
"""Worth of units from which on their line of supply is guarded."""
FAR = 99
"""Farther than anything on the map."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The board as one side sees it."""

    book: Ruleset
    state: State
    side: Side
    _ways: dict[tuple[UnitKind, str], dict[str, int]] = field(default_factory=dict, compare=False)
    """Ways that were looked up before."""
    _dependents: dict[str, int] = field(default_factory=dict, compare=False)
    """By space, what was found to have its supply through it."""
    _threats: dict[str, int] = field(default_factory=dict, compare=False)
    """By space, threats that were reckoned before."""

    # -- who is where -----------------------------------------------------------------------

    def is_mine(self, area: str) -> bool:
        """Says whether the side may stand in a space as a friend."""
        return self.book.is_friendly(self.state, self.side, area)

    def is_target(self, area: str) -> bool:
        """Says whether the player would fight for a space; invaders leave each other alone."""
        owner = self.book.owner(self.state, area)
        return owner == USA if self.side != USA else owner != USA

    def enemies_in(self, area: str) -> Counts:
        """Returns the enemy's units in a space."""
        enemy = self.state.enemy_in(area, self.side)
        return Counts() if enemy is None else self.state.units_in(area, enemy)

    def open_targets(self) -> list[str]:
        """Returns the enemy land without units, by id."""
        return [
            area
            for area in self.book.map.areas
            if not self.book.is_closed(self.state, area)
            and self.is_target(area)
            and not self.enemies_in(area)
        ]

    def held_targets(self) -> list[str]:
        """Returns the enemy's spaces with units, by id."""
        return [area for area in self.state.units if self.is_target(area) and self.enemies_in(area)]

    # -- what it is worth -------------------------------------------------------------------

    def prize(self, area: str) -> int:
        """Returns what it is worth to take a space."""
        book = self.book
        if book.is_closed(self.state, area):
            return 0
        prize = LAND
        if book.is_city(area):
            prize += CITY + LASER * (area in self.state.lasers)
        if any(book.map.has_trait(area, resource) for resource in book.edition.resources):
            prize += RESOURCE
        return prize + (self._cut_off_by(area) if self.side == USA else self._opened_by(area))

    def _opened_by(self, area: str) -> int:
        """An area beside a city that is still to be taken is a way to it."""
        return 5 * sum(
            self.book.is_city(there) and self.is_target(there)
            for there in self.book.map.neighbours(area)
        )

    def _cut_off_by(self, area: str) -> int:
        """Returns half the worth of the units that lose their supply with a space."""
        return self._dependents_of(area) // 2

    def _dependents_of(self, area: str) -> int:
        """Returns the worth of an invader's units elsewhere that have their supply through it."""
        holder = self.book.owner(self.state, area)
        if holder == USA or self.book.is_zone(area):
            return 0
        found = self._dependents.get(area)
        if found is None:
            cut = {*_supplied(self, holder, None)} - {*_supplied(self, holder, area), area}
            found = sum(worth_of(self.state.units_in(there, holder)) for there in sorted(cut))
            self._dependents[area] = found
        return found

    # -- ways -------------------------------------------------------------------------------

    def ways(self, kind: UnitKind, start: str) -> dict[str, int]:
        """Returns how many spaces a unit moves from `start` to each other one."""
        found = self._ways.get((kind, start))
        if found is None:
            found = distances(self.book, self.state, self.side, start, kind=kind)
            self._ways[kind, start] = found
        return found

    # -- what threatens it ------------------------------------------------------------------

    def threat_to(self, area: str) -> int:
        """Returns the worth of the enemy's units that could attack a space next turn."""
        found = self._threats.get(area)
        if found is None:
            found = self._threats[area] = self._reckoned_threat(area)
        return found

    def _reckoned_threat(self, area: str) -> int:
        threat = 0
        far = _distances(self.book.map)[area]
        for there, sides in self.state.units.items():
            distance = far.get(there, FAR)
            if distance > 5:
                continue
            for side, counts in sides.items():
                if (side == USA) != (self.side == USA):
                    for kind, count in counts.items():
                        if distance <= self.book.facts(kind).first_move + 1:
                            threat += WORTH[kind] * count
        return threat

    def garrison(self, area: str) -> int:
        """Returns how many units should stay: in a city, and where supply goes through.

        In the last round nothing is left to lose behind the front.
        """
        threat = self.threat_to(area)
        if not threat or self.state.last_round:
            return 0
        if not self.book.is_city(area):
            return int(self.side != USA and self._dependents_of(area) >= LIFELINE)
        each = THREAT_A_UNIT
        return min(self.book.edition.stack_limit, 1 + threat // each)

    # -- where to go ------------------------------------------------------------------------

    def goals(self) -> dict[str, int]:
        """Returns how far each space is from what the side wants; small is near."""
        weights: dict[str, int] = {}
        for area in self.book.map.areas:
            if self.is_target(area) and not self.book.is_closed(self.state, area):
                weights[area] = 0 if self.book.is_city(area) else 3
            elif self.side == USA and self.book.is_city(area) and self.threat_to(area):
                weights[area] = 0
        return nearness(self.book, weights, self.side)


def nearness(book: Ruleset, weights: Mapping[str, int], side: Side) -> dict[str, int]:
    """Returns by space the least sum of a weight and the way to its space."""
    far = _distances(book.map)
    return {
        area: min(
            (weight + far[goal].get(area, FAR) for goal, weight in weights.items()), default=0
        )
        for area in book.map.areas
        if not book.is_foreign_zone(side, area)
    }


@lru_cache(maxsize=4)
def _distances(area_map: AreaMap) -> dict[str, dict[str, int]]:
    """Returns how far every two spaces are from each other, whoever holds what lies between."""
    return {area: area_map.distances(area) for area in area_map.areas}


def _supplied(assessment: Assessment, holder: Side, without: str | None) -> tuple[str, ...]:
    """Returns the spaces of an invader that are joined to their zones and footholds. (Action 7)"""
    book, state = assessment.book, assessment.state
    return book.map.connected_to(
        book.sources_of(state, holder),
        lambda area: area != without and book.owner(state, area) == holder,
    )

"""What the player makes of a position: who threatens what, where it is worth going."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from adjudicator.boards.hexes import NOWHERE, Graph, Hex, costs_from, flood
from adjudicator.games.invasion_america.results_table import halved
from adjudicator.games.invasion_america.rules.ground import Ground, graph_of, ground_of
from adjudicator.games.invasion_america.rules.line_up import back_of, is_air, is_land
from adjudicator.games.invasion_america.rules.positions import (
    controller,
    ignores_zones,
    is_frozen,
    other_force_at,
    why_never,
)
from adjudicator.games.invasion_america.rules.supply import (
    Lines,
    closed_hexes,
    lines_of,
    reaches,
    unsupplied,
)
from adjudicator.games.invasion_america.rules.weather import in_weather, movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    NATIONS_OF,
    US,
    Side,
    State,
    mix_of,
    nation_of,
    side_of,
    type_of,
)

__all__ = ["FAR", "Assessment", "defence_of", "river_at"]

FAR = 9999
"""Farther than any way."""
_NEAR = 6
"""Hexes from which an enemy may soon be there."""


@dataclass(frozen=True, eq=False)
class Assessment:
    """A position as one side sees it when its phase begins."""

    book: Ruleset
    state: State
    side: Side

    # -- who stands where -----------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground:
        """Returns what enemies close, and where they end moves."""
        return ground_of(self.book, self.state, self.side)

    @cached_property
    def own(self) -> Mapping[str, Hex]:
        """Returns the side's units that function, by name, with their hexes; NOWHERE: the box."""
        return {
            name: self.book.hex_of(unit.at)
            for name, unit in self.state.units.items()
            if side_of(name) == self.side and not is_frozen(self.state, name)
        }

    @cached_property
    def stacked(self) -> Mapping[Hex, int]:
        """Returns how many units of the side count for stacking in each hex. (12.0)

        Units that do not function yet take up room as well.
        """
        found: dict[Hex, int] = {}
        for name, unit in self.state.units.items():
            hex_ = self.book.hex_of(unit.at)
            is_ashore = hex_ != NOWHERE and unit.aboard is None
            counts = self.book.of(name).unit_class in ("land", "air", "supply")
            if is_ashore and counts and side_of(name) == self.side:
                found[hex_] = found.get(hex_, 0) + 1
        return found

    @cached_property
    def fighters(self) -> tuple[str, ...]:
        """Returns the side's land and air units ashore, on the map."""
        return tuple(
            name
            for name, hex_ in self.own.items()
            if hex_ != NOWHERE
            and self.state.units[name].aboard is None
            and self.book.of(name).unit_class in ("land", "air")
        )

    @cached_property
    def enemies(self) -> Mapping[Hex, tuple[str, ...]]:
        """Returns the enemy units by hex, without what is aboard of ships."""
        hostile = self.book.enemies[self.side]
        found: dict[Hex, list[str]] = {}
        for name, unit in self.state.units.items():
            if side_of(name) in hostile and unit.aboard is None:
                here = self.book.hex_of(unit.at)
                if here != NOWHERE:
                    found.setdefault(here, []).append(name)
        return {hex_: tuple(names) for hex_, names in sorted(found.items())}

    @cached_property
    def enemy_land(self) -> Mapping[Hex, int]:
        """Returns the strength of the enemy's land units by hex, as on their backs."""
        found: dict[Hex, int] = {}
        for hex_, names in self.enemies.items():
            there = [self.back(name) for name in names if is_land(self.book, name)]
            if there:
                found[hex_] = sum(there)
        return found

    def back(self, unit: str) -> int:
        """Returns the strength of a unit as far as everybody sees it."""
        return back_of(self.book, self.state, unit)

    @cached_property
    def _weak(self) -> frozenset[str]:
        """Returns the units of all sides that are out of supply at this moment."""
        fight = [
            name
            for name, unit in self.state.units.items()
            if unit.aboard is None and self.book.of(name).unit_class in ("land", "air", "supply")
        ]
        return unsupplied(self.book, self.state, fight)

    def worth_at(self, unit: str, number: str) -> int:
        """Returns what a unit counts for in a fight at a hex, without terrain."""
        times = (unit in self._weak) + in_weather(self.book, self.state, number)
        return halved(self.back(unit), times)

    def worth(self, unit: str) -> int:
        """Returns what a unit counts for where it stands, without terrain."""
        return self.worth_at(unit, self.state.units[unit].at)

    # -- what it is worth -----------------------------------------------------------------------

    @cached_property
    def prizes(self) -> Mapping[Hex, int]:
        """Returns the hexes with victory points that enemies control, with these."""
        hostile = self.book.enemies[self.side]
        return {
            self.book.hexes[number]: points
            for number, points in self.book.valued.items()
            if controller(self.book, self.state, number) in hostile
        }

    @cached_property
    def holdings(self) -> Mapping[Hex, int]:
        """Returns the hexes with victory points that the side controls, with these."""
        return {
            self.book.hexes[number]: points
            for number, points in self.book.valued.items()
            if controller(self.book, self.state, number) == self.side
        }

    def threat(self, hex_: Hex) -> int:
        """Returns the strength of the enemy's land units that are near a hex."""
        distance = self.book.charts.grid.distance
        return sum(
            strength
            for there, strength in self.enemy_land.items()
            if distance(hex_, there) <= _NEAR
        )

    @cached_property
    def goals(self) -> Mapping[Hex, int]:
        """Returns where the side wants to go, with what the way may be longer for lesser goals."""
        found = {hex_: max(0, 12 - 2 * points) for hex_, points in self.prizes.items()}
        if self.side == US:
            for hex_ in self.enemy_land:
                if hex_ in self.book.charts.open_land:
                    found[hex_] = min(found.get(hex_, FAR), 6)
        return found

    @cached_property
    def field(self) -> tuple[int, ...]:
        """Returns for each hex how far it is over land to the nearest goal; lesser ones are far."""
        return _spread(self.book.charts.land, self.goals)

    @property
    def rising(self) -> int:
        """Returns how many militia rise where militia enter an empty city. (19.64)"""
        return self.book.facts.militia_rise if self.side == US else 0

    @cached_property
    def risings(self) -> frozenset[Hex]:
        """Returns the empty urban and supply hexes, where militia may rise."""
        if not self.rising:
            return frozenset()
        charts, there = self.book.charts, self.book.occupation(self.state).units
        return frozenset(
            hex_ for hex_ in charts.points if charts.terrain_of(hex_).points and hex_ not in there
        )

    # -- ways -----------------------------------------------------------------------------------

    @cached_property
    def _reached(self) -> dict[tuple[object, ...], Mapping[Hex, int]]:
        return {}

    def reach(self, unit: str, start: Hex, points: int) -> Mapping[Hex, int]:
        """Returns the hexes that a unit reaches with some points, with what that costs."""
        graph = graph_of(self.book, mix_of(unit))
        ends = self.ground.ends_for(self.state, unit)
        key = (graph is self.book.charts.land, start, points, bool(ends))
        found = self._reached.get(key)
        if found is None:
            found = costs_from(graph, start, at_most=points, closed=self.ground.closed, ends=ends)
            self._reached[key] = found
        return found

    def points(self, unit: str) -> int:
        """Returns the movement points of a unit for this phase."""
        return movement_points(self.book, self.state, unit)

    @cached_property
    def _barred(self) -> dict[tuple[str, Hex], bool]:
        return {}

    def may_end(self, unit: str, hex_: Hex) -> bool:
        """Whether a unit may stop in a hex, as far as terrain and others go."""
        key = (mix_of(unit), hex_)
        if key not in self._barred:
            self._barred[key] = bool(
                hex_ in self.ground.closed
                or why_never(self.book, mix_of(unit), hex_)
                or other_force_at(self.book, self.state, self.side, hex_)
            )
        return not self._barred[key]

    # -- supply ---------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> Mapping[str, Lines]:
        return {nation: lines_of(self.book, self.state, nation) for nation in NATIONS_OF[self.side]}

    def is_supplied_at(self, unit: str, hex_: Hex) -> bool:
        """Whether a unit would be in supply in a hex, as things stand."""
        if ignores_zones(self.state, unit):
            return True
        is_cut = self.state.annexation_cut and nation_of(unit) == "us"
        if is_cut and self.book.charts.country_of(hex_) == "annexation":
            return False
        if reaches(self.book, hex_, self._lines[nation_of(unit)]):
            return True
        return hex_ in self._opened or any(
            there in self._opened for there in self.book.charts.trace[hex_]
        )

    @cached_property
    def _opened(self) -> dict[Hex, Hex]:
        """Returns the hexes that ports supply which the side enters in this phase."""
        return {}

    def open(self, unit: str, hex_: Hex) -> None:
        """Plans that an aggressor's unit ends in a hex: if it is a port, it supplies. (9.6)

        Not beyond it, where the unit is an air unit and an enemy zone closes the port. (Ruling 35)
        """
        charts = self.book.charts
        if self.side == US or hex_ not in charts.ports:
            return
        self._opened.setdefault(hex_, NOWHERE)
        closed = closed_hexes(self.book, self.state, self.side)
        if self.book.of(unit).unit_class == "land" or hex_ not in closed:
            self._opened.update(flood(charts.trace, (hex_,), closed=closed))

    # -- kinds ----------------------------------------------------------------------------------

    def is_air(self, unit: str) -> bool:
        """Whether it is an air unit or a carrier."""
        return is_air(self.book, unit)

    def is_land(self, unit: str) -> bool:
        """Whether it is a land combat unit."""
        return is_land(self.book, unit)

    def of_type(self, *types: str) -> list[str]:
        """Returns the side's units of some types."""
        return [name for name in self.own if type_of(name) in types]


def _spread(graph: Graph, goals: Mapping[Hex, int], closed: Iterable[Hex] = ()) -> tuple[int, ...]:
    """Returns for each hex what the cheapest way to a goal costs, with what the goal costs.

    FAR where none leads. Ways are read backwards: a hex costs the same in both directions, or
    nearly so.
    """
    found = [FAR] * len(graph)
    shut = frozenset(closed)
    waiting = [(cost, hex_) for hex_, cost in goals.items()]
    waiting.sort()
    for cost, hex_ in waiting:
        found[hex_] = cost
    while waiting:
        cost, here = heappop(waiting)
        if cost > found[here] or (here in shut and here not in goals):
            continue
        for there, step in graph[here]:
            total = cost + step
            if total < found[there]:
                found[there] = total
                heappush(waiting, (total, there))
    return tuple(found)


def river_at(assessment: Assessment, post: Hex, target: Hex) -> int | None:
    """Returns by what the hexside from a post to a target multiplies; None: nobody attacks so."""
    links = assessment.book.charts.attacks[post]
    return next((multiple for there, multiple in links if there == target), None)


def defence_of(
    assessment: Assessment, target: Hex, rivers: Iterable[int], *, from_air: bool = False,
    by_land: bool = True, landing: int = 0,
) -> int:  # fmt: skip
    """Returns what the defenders of a hex count for. (13.3, 14.16, 14.43, 15.13)

    Args:
        rivers: by what the hexside of each land attacker multiplies.
        from_air: whether air units attack too: then terrain does not help.
        by_land: whether land units attack: they count lone air units half.
        landing: in an assault what is printed for it; else 0.
    """
    charts = assessment.book.charts
    terrain = charts.terrain_of(target).defence if target in charts.open_land else 1
    multiple = landing or (1 if from_air else max(terrain, min(rivers, default=1)))
    names = assessment.enemies.get(target, ())
    alone = by_land and not any(assessment.is_land(name) for name in names)
    total = 0
    for name in names:
        strength = assessment.worth(name)
        if assessment.is_air(name):
            total += halved(strength, 1) if alone else strength
        else:
            total += strength * multiple
    return total

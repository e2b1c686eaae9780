"""What the player brings back out of the Destroyed Units Boxes, and what goes by rail."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.boards.hexes import Hex, cheapest_way, costs_from
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.counter_mix import UnitType
from adjudicator.games.invasion_america.player.assessment import FAR, Assessment
from adjudicator.games.invasion_america.rules.positions import (
    other_force_at,
    stack_at,
    why_never,
)
from adjudicator.games.invasion_america.rules.replacements import (
    allowance_of,
    beside_the_map,
    check_replace,
    in_box,
    replacement_hexes,
)
from adjudicator.games.invasion_america.rules.weather import movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    State,
    nation_of,
    type_of,
)

__all__ = ["planned_rail", "planned_replacements"]

_CHOICE: tuple[UnitType, ...] = (
    "armour", "special-infantry", "mechanised", "infantry", "lrb", "cas", "militia", "hovercraft",
)  # fmt: skip
"""What is chosen first where there is a choice."""
_REAR = 14
"""Units farther from the front, in movement points, go by rail."""


# -- replacements ----------------------------------------------------------------------------------


def planned_replacements(book: Ruleset, state: State) -> list[o.Replace]:
    """Returns the orders of the replacement phase."""
    assessment = Assessment(book, state, state.side)
    left = allowance_of(book, state, state.side)
    places = _places(assessment)
    rooms = {
        number: book.charts.tables.limits.stack
        - len(stack_at(book, state, book.hexes[number], assessment.side))
        for number in places
        if number != HOLDING_BOX
    }
    counts: dict[tuple[str, str], int] = {}
    for mix in _wishes(assessment):
        for number in places:
            if rooms.get(number, 1) <= 0:
                continue
            key = mix, number
            order = _replace(mix, number, counts.get(key, 0) + 1)
            if any(check_replace(book, state, left, order)):
                continue
            counts[key] = order.count
            if number in rooms and book.counters[mix].unit_class in ("land", "air", "supply"):
                rooms[number] -= 1
            break
    return [_replace(mix, number, count) for (mix, number), count in counts.items()]


def _replace(mix: str, number: str, count: int) -> o.Replace:
    nation, _, unit_type = mix.partition("-")
    return o.Replace.model_validate(
        {"order": "replace", "nation": nation, "type": unit_type, "count": count, "in": number}
    )


def _places(assessment: Assessment) -> list[str]:
    """Returns where replacements may appear, those nearest to the goals first."""
    book = assessment.book
    found = [
        number
        for number in replacement_hexes(book, assessment.state, assessment.side)
        if number == HOLDING_BOX
        or not other_force_at(book, assessment.state, assessment.side, book.hexes[number])
    ]

    def rank(number: str) -> tuple[bool, int, str]:
        if number == HOLDING_BOX:
            return False, FAR + 1, number
        hex_ = book.hexes[number]
        return hex_ in assessment.ground.zones, assessment.field[hex_], number

    return sorted(found, key=rank)


def _wishes(assessment: Assessment) -> Iterator[str]:
    """Yields each unit that may come: what is listed, then what may be chosen."""
    book, state = assessment.book, assessment.state
    left = allowance_of(book, state, assessment.side)
    boxed: dict[str, int] = {}
    for mix, counters in book.counters.items():
        if counters.side == assessment.side:
            beside = beside_the_map(book, state, mix) if book.facts.boxed is not None else 0
            boxed[mix] = in_box(book, state, mix) + (beside if left.bonus else 0)
    for mix, listed in left.constant.items():
        count = min(listed, in_box(book, state, mix))
        boxed[mix] -= count
        yield from [mix] * count
    of_choice = left.variable + left.bonus
    for unit_type in _CHOICE:
        for mix, count in boxed.items():
            if book.counters[mix].type != unit_type or nation_of(f"{mix}-01") in state.frozen:
                continue
            taken = min(count, of_choice)
            of_choice -= taken
            yield from [mix] * taken


# -- rail ------------------------------------------------------------------------------------------


def planned_rail(book: Ruleset, state: State) -> list[o.Rail]:
    """Returns the orders of the rail movement phase: units far in the rear go to the front."""
    assessment = Assessment(book, state, state.side)
    if not assessment.enemy_land and not assessment.prizes:
        return []
    return [*_Railway(assessment).orders()]


class _Railway:
    """Rail units, what they carry, and where there is room."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self.shut = assessment.ground.closed | assessment.ground.zones
        self.waiting = self._rear()
        self.count = dict(assessment.stacked)

    def _rear(self) -> list[str]:
        """Returns the units that may go, the strongest first."""
        assessment = self.assessment
        charts = assessment.book.charts
        found = []
        for unit in assessment.fighters:
            hex_ = assessment.own[unit]
            is_rear = _REAR < assessment.field[hex_] < FAR and charts.rail[hex_]
            is_able = assessment.is_land(unit) and type_of(unit) != "militia"
            is_bound = unit in assessment.state.rooted or charts.country_of(hex_) == "annexation"
            if is_able and is_rear and not is_bound and not self._guards(unit, hex_):
                found.append(unit)
        return sorted(found, key=lambda unit: (-assessment.back(unit), unit))

    def _guards(self, unit: str, hex_: Hex) -> bool:
        """Whether a unit is alone in a place at the coast."""
        assessment = self.assessment
        if hex_ not in assessment.holdings or hex_ not in assessment.book.charts.coast:
            return False
        return len(stack_at(assessment.book, assessment.state, hex_, assessment.side)) < 2

    def orders(self) -> Iterator[o.Rail]:
        """Yields the ways of all rail units."""
        for rail in self.assessment.of_type("rail"):
            start = self.assessment.own[rail]
            if start in self.assessment.ground.zones:
                continue
            points = movement_points(self.assessment.book, self.assessment.state, rail)
            while (found := self._trip(start, points)) is not None:
                unit, goal, spent = found
                here = self.assessment.own[unit]
                if here != start:
                    yield self._order(rail, None, start, here)
                yield self._order(rail, unit, here, goal)
                self.waiting.remove(unit)
                self.count[here] -= 1
                self.count[goal] = self.count.get(goal, 0) + 1
                start, points = goal, points - spent

    def _trip(self, start: Hex, points: int) -> tuple[str, Hex, int] | None:
        """Returns whom a rail unit carries next, where, and for how many points."""
        rail = self.assessment.book.charts.rail
        empty = costs_from(rail, start, at_most=points, closed=self.shut)
        for unit in self.waiting:
            here = self.assessment.own[unit]
            if here not in empty or here in self.shut:
                continue
            ways = costs_from(rail, here, at_most=points - empty[here], closed=self.shut)
            goals = [hex_ for hex_ in ways if self._suits(unit, hex_)]
            if goals:
                goal = min(goals, key=lambda hex_: (self.assessment.field[hex_], hex_))
                if self.assessment.field[goal] + _REAR // 2 < self.assessment.field[here]:
                    return unit, goal, empty[here] + ways[goal]
        return None

    def _suits(self, unit: str, hex_: Hex) -> bool:
        assessment = self.assessment
        return (
            self.count.get(hex_, 0) < assessment.book.charts.tables.limits.stack
            and not why_never(assessment.book, unit[:-3], hex_)
            and not other_force_at(assessment.book, assessment.state, assessment.side, hex_)
            and assessment.is_supplied_at(unit, hex_)
        )

    def _order(self, rail: str, carry: str | None, here: Hex, goal: Hex) -> o.Rail:
        """Returns the order to go to a hex, and to carry a unit there.

        A neighbour that no rail joins is reached by another way, of which each hex is named: else
        the order would cross the hexside. (Ruling 57)
        """
        book, rails = self.assessment.book, self.assessment.book.charts.rail
        way: tuple[Hex, ...] = (goal,)
        is_joined = any(there == goal for there, _ in rails[here])
        if goal in book.charts.grid.neighbours[here] and not is_joined:
            found = cheapest_way(rails, here, goal, closed=self.shut)
            assert found is not None, "the cost of a way was found"
            way = found[1:]
        return o.Rail(order="rail", unit=rail, carry=carry, path=tuple(map(book.number_of, way)))

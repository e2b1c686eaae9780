"""The exact chances of orders to invade, with all that follows from them. (Step 4)

What can come about is followed order by order: who holds the planets that the orders name, with how
many troops. Every order of a sheet is tried where it is possible by then, as it will be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.chances import battles_of
from adjudicator.odds.battles import EXACT, followed, moved_in

__all__ = ["MOST_FOLLOWED", "Course", "Outcome", "Projected", "planets_named", "projected"]

MOST_FOLLOWED = 40_000
"""Pairs of attackers and defenders that are followed for one projected."""
Standing: TypeAlias = tuple[int, bool]
"""The troops on a planet, and whether they are those of the seat that invades."""
Position: TypeAlias = tuple[Standing, ...]
"""How the planets named stand."""


class Course(NamedTuple):
    """Positions with their weights."""

    weights: dict[Position, int]
    total: int
    """What certainty weighs: more than these weights add up to where they are a part of it."""

    @property
    def chance(self) -> Fraction:
        """Returns the chance of all these positions together."""
        return Fraction(sum(self.weights.values()), self.total)

    def troops(self, *places: int) -> Fraction:
        """Returns the troops on some of the planets, each position by its chance."""
        found = sum(
            weight * sum(position[place][0] for place in places)
            for position, weight in self.weights.items()
        )
        return Fraction(found, self.total)


class Outcome(NamedTuple):
    """What comes of one order. Chances are those of the whole, averages those of the battle."""

    order: o.Invade
    tried: Fraction
    """That it is possible when its turn comes."""
    captured: Fraction
    """That it captures its planet."""
    own_lost: Fraction
    """Troops that it costs on average, where it is tried."""
    enemy_lost: Fraction
    """Troops that it fells on average, where it is tried."""
    left: tuple[tuple[int, Fraction], ...]
    """How many troops stand on both planets after a capture, the most first."""
    then: tuple[Outcome, ...]
    """What comes of the orders that follow a capture."""
    else_: tuple[Outcome, ...]
    """What comes of those that follow where there is none."""


class Projected(NamedTuple):
    """What comes of several orders, carried out one after another."""

    outcomes: tuple[Outcome, ...]
    planets: tuple[str, ...]
    """The planets named."""
    start: Position
    """How they stand before."""
    course: Course
    """How they stand at the end."""

    def chance_of(self, planet: str) -> Fraction:
        """Returns the chance that a planet is the invader's at the end."""
        place = self.planets.index(planet)
        held = sum(w for position, w in self.course.weights.items() if position[place][1])
        return Fraction(held, self.course.total)

    @property
    def none_captured(self) -> Fraction:
        """Returns the chance that no planet changes hands."""
        weights = self.course.weights.items()
        owners = [is_own for _, is_own in self.start]
        none = sum(w for position, w in weights if [is_own for _, is_own in position] == owners)
        return Fraction(none, self.course.total)


def projected(
    orders: Sequence[o.Invade], owners: Mapping[str, str], troops: Mapping[str, int], *, seat: str
) -> Projected | None:
    """Returns what comes of orders to invade; None: too much can come about to be followed.

    Everybody is supposed to defend with as many as they can. What an elimination brings in the same
    turn is left out. (Rulings 3 and 25)
    """
    planets = planets_named(orders)
    places = {planet: place for place, planet in enumerate(planets)}
    start = tuple((troops[planet], owners[planet] == seat) for planet in planets)
    walk = _Walk(places)
    course, outcomes = walk.all_of(orders, Course({start: 1}, 1))
    if walk.left_to_follow < 0:
        return None
    return Projected(outcomes, planets, start, course)


def planets_named(orders: Iterable[o.Invade]) -> tuple[str, ...]:
    """Returns the planets that orders name, with those that follow from them."""
    found: dict[str, None] = {}
    for order in orders:
        found |= dict.fromkeys((order.from_, order.to))
        found |= dict.fromkeys(planets_named((*order.then, *order.else_)))
    return tuple(found)


class _Walk:
    """Follows orders, as long as there is not too much to follow."""

    def __init__(self, places: Mapping[str, int]) -> None:
        self._places = places
        self.left_to_follow = MOST_FOLLOWED

    def all_of(
        self, orders: Iterable[o.Invade], course: Course
    ) -> tuple[Course, tuple[Outcome, ...]]:
        """Follows orders one after another."""
        outcomes = []
        for order in orders:
            course, outcome = self._one(order, course)
            outcomes.append(outcome)
        return course, tuple(outcomes)

    def _one(self, order: o.Invade, course: Course) -> tuple[Course, Outcome]:
        places = here, there = self._places[order.from_], self._places[order.to]
        possible, passed = dict[Position, int](), dict[Position, int]()
        for position, weight in course.weights.items():
            can = position[here][1] and position[here][0] > 1 and not position[there][1]
            (possible if can else passed)[position] = weight
        before = Course(possible, course.total)
        captured, held = self._fought(order, before)
        tried = before.chance
        # Averages are those where it is tried.
        scale = Fraction(tried.denominator, tried.numerator) if tried else Fraction(1)
        own = before.troops(here) - captured.troops(here, there) - held.troops(here)
        enemy = before.troops(there) - held.troops(there)
        chance, left = captured.chance, _left(captured, places)
        captured, then = self.all_of(order.then, captured)
        held, else_ = self.all_of(order.else_, held)
        after = _together((captured, held, Course(passed, course.total)))
        return after, Outcome(order, tried, chance, own * scale, enemy * scale, left, then, else_)

    def _fought(self, order: o.Invade, course: Course) -> tuple[Course, Course]:
        """Fights in all positions; returns those in which the planet is captured, and others."""
        here, there = self._places[order.from_], self._places[order.to]
        captured, held = list[Course](), list[Course]()
        for rest, begun in _grouped(course, here).items():
            enemy = rest[there][0]
            self.left_to_follow -= max(begun) * enemy
            if self.left_to_follow < 0:
                break
            battle = next(battles_of(order, {order.to: enemy}))
            found = followed(begun, battle, total=course.total, arithmetic=EXACT)
            taken, kept = dict[Position, int](), dict[Position, int]()
            for (own, defenders), weight in found.weights.items():
                position = list(rest)
                if defenders:
                    position[here], position[there] = (own + 1, True), (defenders, False)
                    kept[tuple(position)] = weight
                else:
                    moved = moved_in(own, battle)
                    position[here], position[there] = (own + 1 - moved, True), (moved, True)
                    taken[tuple(position)] = weight
            captured.append(Course(taken, found.total))
            held.append(Course(kept, found.total))
        return _together(captured), _together(held)


def _grouped(course: Course, here: int) -> dict[Position, dict[int, int]]:
    """Returns positions that differ in the attackers alone together, by attackers that may fight.

    One of the troops on a planet may not.
    """
    groups: dict[Position, dict[int, int]] = {}
    for position, weight in course.weights.items():
        rest = (*position[:here], (0, True), *position[here + 1 :])
        groups.setdefault(rest, {})[position[here][0] - 1] = weight
    return groups


def _together(courses: Sequence[Course]) -> Course:
    """Returns all positions over one total."""
    total = lcm(*(course.total for course in courses))
    weights: dict[Position, int] = {}
    for course in courses:
        scale = total // course.total
        for position, weight in course.weights.items():
            weights[position] = weights.get(position, 0) + weight * scale
    return Course(weights, total)


def _left(captured: Course, places: tuple[int, int]) -> tuple[tuple[int, Fraction], ...]:
    left: dict[int, int] = {}
    for position, weight in captured.weights.items():
        count = sum(position[place][0] for place in places)
        left[count] = left.get(count, 0) + weight
    return tuple((count, Fraction(left[count], captured.total)) for count in sorted(left)[::-1])

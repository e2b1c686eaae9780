"""The exact chances of a battle. (Action 5)

A battle is one exchange of fire, so that its outcomes can all be followed: class by class, the
numbers of units left on both sides with the weight of each. Weights are whole numbers over one
denominator; nothing is rounded.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.games.fortress_america.editions import Column, Edition, FireResult
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import CLASSES, KINDS, Counts, UnitClass, UnitKind

__all__ = [
    "MOST_FOLLOWED",
    "BattleProjection",
    "Preferences",
    "Survivors",
    "battle_projection",
    "outcome_of",
    "sampled",
    "survivors",
]

MOST_FOLLOWED = 400
"""Attackers times defenders of the largest battle whose outcomes are all followed for `odds`; that
takes up to about two seconds. Larger ones are played with seeded dice."""

Force: TypeAlias = tuple[int, ...]
"""How many units of each kind, in the order of `KINDS`."""
Weights: TypeAlias = dict[tuple[Force, Force], int]
"""How often each pair of forces, the side's that fires and its enemy's, comes about."""


class Preferences(NamedTuple):
    """Which kinds each side chooses first where it has the choice; then the published default."""

    attacker_hits: tuple[UnitKind, ...] = ()
    """What the attacker's hits destroy."""
    attacker_ones: tuple[UnitKind, ...] = ()
    """What the attacker's ones drive away."""
    defender_hits: tuple[UnitKind, ...] = ()
    """What the defender's hits destroy."""
    defender_ones: tuple[UnitKind, ...] = ()
    """What the defender's ones put out of action."""


DEFAULTS = Preferences()


class BattleProjection(NamedTuple):
    """What one battle will bring, exactly."""

    won: Fraction
    """The chance that no defender is left and a unit that may enter is still in action."""
    bombers_alone: Fraction
    """The chance that no defender is left and bombers alone are in action. (Ruling 5)"""
    attackers_destroyed: Fraction
    """How many attackers are destroyed on average."""
    attackers_disengaged: Fraction
    """How many attackers are put out of action on average."""
    defenders_destroyed: Fraction
    """How many defenders hits destroy on average."""
    defenders_driven_out: Fraction
    """How many defenders ones drive away on average."""

    @property
    def held(self) -> Fraction:
        """The chance that a defender is left."""
        return 1 - self.won - self.bombers_alone


def battle_projection(
    book: Ruleset,
    area: str,
    attackers: Counts,
    *,
    defenders: Counts,
    wishes: Preferences = DEFAULTS,
) -> BattleProjection:
    """Returns the exact chances of a battle for `area` between these units."""
    forces = (_force(attackers), _force(defenders))
    return _battle_projection(_facts_of(book.edition), forces, book.is_hard(area), wishes)


class Survivors(NamedTuple):
    """Who is left after a battle."""

    weights: Weights
    """How often each pair of forces comes about: attackers in action, defenders left."""
    total: int
    """What the weights add up to; of a sample, the number of plays."""
    projection: BattleProjection
    """What it brings on average."""


def survivors(
    book: Ruleset,
    area: str,
    attackers: Counts,
    *,
    defenders: Counts,
    wishes: Preferences = DEFAULTS,
) -> Survivors:
    """Returns exactly who is left after a battle for `area` between these units."""
    forces = (_force(attackers), _force(defenders))
    return _survivors(*_fought(_facts_of(book.edition), forces, book.is_hard(area), wishes))


def sampled(
    book: Ruleset,
    area: str,
    forces: tuple[Counts, Counts],
    *,
    wishes: Preferences = DEFAULTS,
    plays: int,
    die: Callable[[int], int],
) -> Survivors:
    """Returns who was left when a battle was played so often with these dice."""
    facts, is_hard = _facts_of(book.edition), book.is_hard(area)
    attackers, defenders = map(_force, forces)
    weights: Weights = {}
    hits, ones = [0, 0], [0, 0]
    attacker_order = (_places(wishes.attacker_hits), _places(wishes.attacker_ones))
    defender_order = (_places(wishes.defender_hits), _places(wishes.defender_ones))
    for _ in range(plays):
        left, done = _played(facts, (defenders, attackers), defender_order, die=die, hard=False)
        hits[1], ones[1] = hits[1] + done[0], ones[1] + done[1]
        gone, done = _played(facts, (left, defenders), attacker_order, die=die, hard=is_hard)
        hits[0], ones[0] = hits[0] + done[0], ones[0] + done[1]
        weights[left, gone] = weights.get((left, gone), 0) + 1
    tallies = (_Tally(Fraction(hits[by], plays), Fraction(ones[by], plays)) for by in (0, 1))
    return _survivors(weights, *tallies)


def _played(
    facts: _Facts,
    forces: tuple[Force, Force],
    order: tuple[tuple[int, ...], tuple[int, ...]],
    *,
    die: Callable[[int], int],
    hard: bool,
) -> tuple[Force, tuple[int, int]]:
    """One side fires once; returns what is left of the other, how many were hit, driven away."""
    here, there = forces
    destroyed = away = 0
    column = _column(facts, here, hard=hard)
    sides = facts.dice_alone if sum(here) == 1 else facts.dice
    for unit_class, tiers in enumerate(facts.tiers):
        results = [
            facts.results_of(sides[place], column)[die(sides[place]) - 1]
            for place in facts.kinds[unit_class]
            for _ in range(here[place])
        ]
        there, done = _chosen(tiers, there, results.count("hit"), order[0])
        destroyed += done
        there, done = _chosen(tiers, there, results.count("back"), order[1])
        away += done
    return there, (destroyed, away)


def outcome_of(attackers: Force, defenders: Force) -> Literal["won", "bombers-alone", "held"]:
    """Returns how a battle ended after which these are left."""
    if any(defenders) or not any(attackers):
        return "held"
    return "bombers-alone" if _are_bombers(attackers) else "won"


def _force(counts: Counts) -> Force:
    return tuple(counts.get(kind, 0) for kind in KINDS)


class _Facts(NamedTuple):
    """The facts of an edition that a battle needs, quick to compare and to look up."""

    kinds: tuple[tuple[int, ...], ...]
    """By class, the places in `KINDS` of its kinds."""
    dice: tuple[int, ...]
    """By kind, its die."""
    dice_alone: tuple[int, ...]
    """By kind, its die if no other unit of its side fires."""
    tiers: tuple[tuple[tuple[int, ...], ...], ...]
    """By firing class: the kinds that must be chosen first, then second, ...; in each of them the
    published default comes first."""
    results: tuple[tuple[FireResult, ...], ...]
    """By number of sides and column: what each number of a die comes to; see `results_of`."""
    sides: tuple[int, ...]
    """The numbers of sides of its dice."""

    def results_of(self, die: int, column: Column) -> tuple[FireResult, ...]:
        """Returns what each number of a die comes to."""
        return self.results[self.sides.index(die) * 2 + column - 1]


@functools.lru_cache(maxsize=8)
def _facts_of(edition: Edition) -> _Facts:
    def rank(place: int) -> tuple[int, int]:
        return -edition.units[KINDS[place]].die, place

    def places(*classes: UnitClass) -> tuple[int, ...]:
        facts = edition.units
        found = [i for i, kind in enumerate(KINDS) if facts[kind].unit_class in classes]
        return tuple(sorted(found, key=rank))

    dice = [die for facts in edition.units.values() for die in (facts.die, facts.die_alone)]
    sides = tuple(dict.fromkeys(dice))
    columns: tuple[Column, ...] = (1, 2)
    return _Facts(
        kinds=tuple(places(one) for one in CLASSES),
        dice=tuple(edition.units[kind].die for kind in KINDS),
        dice_alone=tuple(edition.units[kind].die_alone for kind in KINDS),
        tiers=tuple(tuple(places(*tier) for tier in edition.casualties[one]) for one in CLASSES),
        results=tuple(edition.results(die, column) for die in sides for column in columns),
        sides=sides,
    )


_NONE = Fraction()


class _Tally:
    """Averages of one side's fire, as numerators over the weight of all."""

    def __init__(self, hits: Fraction = _NONE, ones: Fraction = _NONE) -> None:
        self.hits, self.ones = hits, ones


@functools.lru_cache(maxsize=20_000)
def _battle_projection(
    facts: _Facts, forces: tuple[Force, Force], is_hard: bool, wishes: Preferences
) -> BattleProjection:
    return _survivors(*_fought(facts, forces, is_hard, wishes)).projection


def _survivors(weights: Weights, by_attacker: _Tally, by_defender: _Tally) -> Survivors:
    total = sum(weights.values())
    ended = {"won": 0, "bombers-alone": 0, "held": 0}
    for (here, there), weight in weights.items():
        ended[outcome_of(here, there)] += weight
    projection = BattleProjection(
        won=Fraction(ended["won"], total),
        bombers_alone=Fraction(ended["bombers-alone"], total),
        attackers_destroyed=by_defender.hits,
        attackers_disengaged=by_defender.ones,
        defenders_destroyed=by_attacker.hits,
        defenders_driven_out=by_attacker.ones,
    )
    return Survivors(weights, total, projection)


def _are_bombers(here: Force) -> bool:
    return sum(here) == here[KINDS.index("bomber")]


def _fought(
    facts: _Facts, forces: tuple[Force, Force], is_hard: bool, wishes: Preferences
) -> tuple[Weights, _Tally, _Tally]:
    """The defender fires, then the attacker; attackers come first in the weights."""
    attackers, defenders = forces
    by_defender, by_attacker = _Tally(), _Tally()
    weights: Weights = {(defenders, attackers): 1}
    hits, ones = wishes.defender_hits, wishes.defender_ones
    weights = _fire(facts, weights, by_defender, hard=False, order=(_places(hits), _places(ones)))
    weights = {(there, here): weight for (here, there), weight in weights.items()}
    hits, ones = wishes.attacker_hits, wishes.attacker_ones
    weights = _fire(facts, weights, by_attacker, hard=is_hard, order=(_places(hits), _places(ones)))
    return weights, by_attacker, by_defender


def _places(kinds: tuple[UnitKind, ...]) -> tuple[int, ...]:
    return tuple(KINDS.index(kind) for kind in kinds)


def _fire(
    facts: _Facts,
    weights: Weights,
    tally: _Tally,
    *,
    hard: bool,
    order: tuple[tuple[int, ...], tuple[int, ...]],
) -> Weights:
    """One side fires, class by class; returns the weights of all outcomes."""
    for unit_class in range(len(CLASSES)):
        kinds = facts.kinds[unit_class]
        most = max(sum(here[i] for i in kinds) for here, _ in weights)
        after: Weights = {}
        hits_made = ones_made = 0
        for (here, there), weight in weights.items():
            idle = most - sum(here[i] for i in kinds)
            scaled = weight * _denominator(facts) ** idle
            for (hits, ones), ways in _volleys(facts, here, kinds, hard).items():
                share = scaled * ways
                hit, hits_done = _chosen(facts.tiers[unit_class], there, hits, order[0])
                left, ones_done = _chosen(facts.tiers[unit_class], hit, ones, order[1])
                after[here, left] = after.get((here, left), 0) + share
                hits_made += hits_done * share
                ones_made += ones_done * share
        weights = after
        total = sum(weights.values())
        tally.hits += Fraction(hits_made, total)
        tally.ones += Fraction(ones_made, total)
    return weights


@functools.lru_cache(maxsize=8)
def _denominator(facts: _Facts) -> int:
    """Returns a number that every die's number of sides divides."""
    product = 1
    for die in sorted({*facts.dice, *facts.dice_alone}):
        product *= die
    return product


@functools.lru_cache(maxsize=4_000)
def _volleys(
    facts: _Facts, here: Force, kinds: tuple[int, ...], hard: bool
) -> Mapping[tuple[int, int], int]:
    """Returns how often a class rolls each number of hits and ones.

    The numbers add up to the denominator to the power of the units that fire.
    """
    column = _column(facts, here, hard=hard)
    rolled: dict[tuple[int, int], int] = {(0, 0): 1}
    for place in kinds:
        count = here[place]
        die = (facts.dice_alone if sum(here) == 1 else facts.dice)[place]
        times = (_denominator(facts) // die) ** count
        results = facts.results_of(die, column)
        hit, back = results.count("hit"), results.count("back")
        grown: dict[tuple[int, int], int] = {}
        for hits in range(count + 1):
            for ones in range(count - hits + 1):
                ways = comb(count, hits) * comb(count - hits, ones) * hit**hits * back**ones
                ways *= (die - hit - back) ** (count - hits - ones) * times
                for (more_hits, more_ones), weight in rolled.items():
                    key = (hits + more_hits, ones + more_ones)
                    grown[key] = grown.get(key, 0) + ways * weight
        rolled = grown
    return rolled


def _column(facts: _Facts, here: Force, *, hard: bool) -> Column:
    """Returns 1 at a city or mountain unless units of all classes fire. (Action 5)"""
    return 2 if not hard or all(any(here[i] for i in kinds) for kinds in facts.kinds) else 1


def _chosen(
    tiers: tuple[tuple[int, ...], ...], there: Force, count: int, wishes: tuple[int, ...]
) -> tuple[Force, int]:
    """Takes `count` units away, as the choosing side wishes; returns the rest and how many."""
    left = list(there)
    for done in range(count):
        tier = next((tier for tier in tiers if any(left[i] for i in tier)), None)
        if tier is None:
            return tuple(left), done
        left[next(i for i in (*wishes, *tier) if i in tier and left[i])] -= 1
    return tuple(left), count

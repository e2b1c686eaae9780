"""What captures are worth to a seat, counted in thousandths of a troop."""

from __future__ import annotations

import functools
from collections.abc import Collection
from fractions import Fraction

from adjudicator.games.galactic_conquest.rules.chances import (
    MOST_DEFENDING,
    MOST_INVADING,
    chance_to_capture,
    one_roll,
)
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = ["MOST_EXACT", "TROOP", "Evaluation", "chance_of", "losses_to_take"]

TROOP = 1000
"""One troop."""
MOST_EXACT = 60
"""Armies up to which chances are exact; of larger ones their proportion says enough."""
_PLANET = 1000
"""A planet: a third of a troop a turn, for a few turns."""
_CARD = 2000
"""A card: a third of a set."""
_HELD_CARD = 1800
"""A card that an eliminated seat leaves behind."""
_REGION_TURNS = 2
"""For how many turns of its bonus a whole region counts."""
_RIVAL = 4000
"""A rival fewer."""
_VICTORY = 1_000_000
_KILLED, _KILLED_LAST, _LATER = 600, 1000, 15
"""A troop that a rival loses: where several are left, where they are the last one, and how much
more in each round, so that nobody waits for ever."""
_MOST_WEAK = 6
"""With so many planets or fewer a seat is weak: its elimination is worked for."""


class Evaluation:
    """What a seat sees before its invasions: what it might take, and what that brings."""

    def __init__(self, book: Ruleset, view: State, seat: str) -> None:
        self.book, self.view, self.seat = book, view, seat
        self.rivals = tuple(one for one in view.order if one != seat)
        self.own = planets_of(view, seat)
        later = _LATER * view.turn
        self._killed = _KILLED_LAST if len(self.rivals) == 1 else min(_KILLED + later, _KILLED_LAST)
        self._left = {one: len(planets_of(view, one)) for one in self.rivals}
        self._missing: dict[str, int] = {}
        self._holder: dict[str, str | None] = {}
        for region in book.chart.regions:
            owners = [view.owners.get(planet) for planet in book.chart.planets_in(region)]
            self._missing[region] = sum(owner != seat for owner in owners)
            self._holder[region] = owners[0] if len({*owners}) == 1 else None

    def enemies_of(self, planet: str, taken: Collection[str] = ()) -> list[str]:
        """Returns the planets of others beside a planet, but those taken by then, by id."""
        owners, seat = self.view.owners, self.seat
        return [
            one
            for one in self.book.chart.neighbours(planet)
            if owners.get(one) != seat and one not in taken
        ]

    def gain(self, planet: str, taken: Collection[str]) -> int:
        """Returns what the capture of a planet brings after those taken before it."""
        view, chart = self.view, self.book.chart
        region, owner = chart.planets[planet].region, view.owners[planet]
        before = [one for one in taken if chart.planets[one].region == region]
        bonus = chart.regions[region].bonus * _REGION_TURNS * TROOP
        missing = self._missing[region] - len(before)
        gain = _PLANET + (bonus if missing == 1 else bonus // (missing * missing))
        if not taken and not view.has_captured:
            gain += _CARD
        if owner == NEUTRAL:
            return gain
        gain += self._killed * view.troops[planet]
        if self._holder[region] == owner and not before:
            gain += bonus
        return gain + self._of_elimination(owner, taken)

    def _of_elimination(self, rival: str, taken: Collection[str]) -> int:
        """Its cards are won with its last planet; before that, each planet is a step there."""
        fallen = sum(self.view.owners[one] == rival for one in taken)
        left = self._left[rival] - fallen
        worth = _RIVAL + _HELD_CARD * len(self.view.hands[rival])
        if left == 1:
            return worth + (_VICTORY if len(self.rivals) == 1 else 0)
        return worth // left if self._left[rival] <= _MOST_WEAK else 0

    def is_eliminated(self, rival: str, taken: Collection[str]) -> bool:
        """Whether a seat has nothing left when these planets are taken."""
        return sum(self.view.owners[one] == rival for one in taken) == self._left.get(rival)

    def completes(self, taken: Collection[str]) -> bool:
        """Whether these planets complete a region or eliminate a seat."""
        regions = [self.book.chart.planets[one].region for one in taken]
        return any(regions.count(one) == self._missing[one] for one in regions) or any(
            self.is_eliminated(rival, taken) for rival in self.rivals
        )

    def threat(self, planet: str) -> int:
        """Returns the largest army of a rival beside a planet; the neutral army never acts."""
        armies = (
            self.view.troops[one]
            for one in self.enemies_of(planet)
            if self.view.owners.get(one, NEUTRAL) != NEUTRAL
        )
        return max(armies, default=0)

    def held_bonus(self, planet: str) -> int:
        """Returns the bonus of the planet's region, if the seat holds all of it."""
        region = self.book.chart.planets[planet].region
        return 0 if self._missing[region] else self.book.chart.regions[region].bonus


@functools.lru_cache(maxsize=4096)
def chance_of(troops: int, defenders: int) -> int:
    """Returns the exact chance to capture, cut to thousandths.

    Of larger armies than `MOST_EXACT` that of smaller ones in the same proportion.
    """
    larger = max(troops, defenders)
    if larger > MOST_EXACT:
        troops, defenders = (max(count * MOST_EXACT // larger, 1) for count in (troops, defenders))
    chance = chance_to_capture(troops, defenders)
    return chance.numerator * TROOP // chance.denominator


def losses_to_take(defenders: int) -> int:
    """Returns what an army that always attacks with three loses on average, in thousandths."""
    if defenders > MOST_EXACT:
        return _losses()[MOST_EXACT] * defenders // MOST_EXACT
    return _losses()[defenders]


@functools.cache
def _losses() -> tuple[int, ...]:
    """Returns by defenders what it costs to take their planet."""
    losses = [Fraction(0)]
    for left in range(1, MOST_EXACT + 1):
        outcomes, ways = one_roll(MOST_INVADING, min(left, MOST_DEFENDING))
        again = sum(of for _, fallen, of in outcomes if not fallen)
        expected = sum(
            (lost + (losses[left - fallen] if fallen else 0)) * of for lost, fallen, of in outcomes
        )
        losses.append(Fraction(expected, ways - again))
    return tuple(int(lost * TROOP) for lost in losses)

"""A chart with the options and seats of one match: what rules look up and never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from adjudicator.games.galactic_conquest.chart import Chart
from adjudicator.games.galactic_conquest.options import Options

__all__ = [
    "CLASS_NAMES",
    "LEAST_PLANETS",
    "MOST_SEATS",
    "STARTING_TROOPS",
    "Ruleset",
    "class_of",
    "troops_for",
]

STARTING_TROOPS: Mapping[int, int] = {2: 40, 3: 35, 4: 30, 5: 25}
"""Troops with which each seat begins, by the number of seats. (Set-up)"""
MOST_SEATS = max(STARTING_TROOPS)
LEAST_PLANETS = 2
"""Planets that a map has at least for each seat, and in a match of two for the neutral army."""
CLASS_NAMES: Mapping[str, str] = {"f": "fighter", "b": "bomber", "c": "capital ship"}
"""The classes of the cards, by their letter. (Ruling 19)"""
_SET_OF_ALL = 7
_SETS_OF_ONE: Mapping[str, int] = {"f": 4, "b": 5, "c": 6}
_RISING = (4, 6, 8, 10, 12, 15, 20)
_RISE = 5
_LEAST_TROOPS = 3
_PLANETS_A_TROOP = 3


def troops_for(planets: int) -> int:
    """Returns what so many planets bring: a third, rounded down, three at least. (Step 1)"""
    return max(_LEAST_TROOPS, planets // _PLANETS_A_TROOP)


def class_of(card: str) -> str:
    """Returns the letter of a card's class."""
    return card[0]


@dataclass(frozen=True)
class Ruleset:
    """The facts of one match."""

    chart: Chart
    options: Options
    seats: tuple[str, ...]
    """In the order in which they sit; the lot says who of them begins."""

    @cached_property
    def planets(self) -> tuple[str, ...]:
        """Returns all planets by id."""
        return tuple(self.chart.planets)

    @property
    def has_neutral_army(self) -> bool:
        """Whether a third, neutral army gets its share of the planets. (Set-up)"""
        return len(self.seats) == 2 and self.options.neutral_army

    @property
    def starting_troops(self) -> int:
        """Returns the troops with which each seat begins. (Set-up)"""
        return self.options.troops or STARTING_TROOPS[len(self.seats)]

    @property
    def most_planets(self) -> int:
        """Returns how many planets a seat may get in the set-up. (Ruling 21)"""
        return -(-len(self.planets) // (len(self.seats) + self.has_neutral_army))

    @property
    def neutral_share(self) -> int:
        """Returns how many planets the neutral army gets before seats claim theirs. (Ruling 34)"""
        return len(self.planets) // 3 * self.has_neutral_army

    def value_of(self, cards: tuple[str, ...], sets_traded: int) -> int:
        """Returns the troops that three cards bring as a set; 0: they are none.

        (Step 2, ruling 14)
        """
        classes = {class_of(card) for card in cards}
        if len(classes) == 2:
            return 0
        if self.options.set_values == "rising":
            beyond = sets_traded - len(_RISING) + 1
            return _RISING[sets_traded] if beyond <= 0 else _RISING[-1] + _RISE * beyond
        return _SET_OF_ALL if len(classes) == 3 else _SETS_OF_ONE[class_of(cards[0])]

"""The words in which problems and prompts speak of seats, planets, troops and chances."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.core.english import amount, sentence
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = [
    "chance_text",
    "held_regions",
    "named",
    "place",
    "seat_name",
    "troops_of",
    "troops_text",
]

_SHORT = 100_000
"""Fractions with a larger denominator tell nobody anything."""


def troops_text(count: int) -> str:
    """Returns "1 troop", "2 troops"."""
    return amount(count, "troop")


def chance_text(over: int, under: int, *, has_fraction: bool = True) -> str:
    """Returns a chance as "65.6 percent", with the fraction where it is short: "(5/9)".

    It is rounded to the nearest tenth; 100 stands for certain alone and 0 for impossible.
    """
    tenths = (over * 2000 + under) // (under * 2)
    if over in (0, under):
        text = f"{tenths // 10} percent"
    elif tenths in (0, 1000):
        text = "over 99.9 percent" if tenths else "under 0.1 percent"
    else:
        text = f"{tenths // 10}.{tenths % 10} percent"
    return f"{text} ({over}/{under})" if has_fraction and 0 < over < under < _SHORT else text


# -- what stands on the map -----------------------------------------------------------------------


def seat_name(seat: str) -> str:
    """Returns who holds planets, as players read it: "Amber", "the neutral army"."""
    return "the neutral army" if seat == NEUTRAL else sentence(seat.replace("-", " "))


def place(book: Ruleset, planet: str) -> str:
    """Returns a planet's name."""
    facts = book.chart.planets.get(planet)
    return planet if facts is None else facts.name


def held_regions(book: Ruleset, owners: Mapping[str, str], seat: str) -> list[str]:
    """Returns the regions of which a seat holds every planet."""
    return [
        region
        for region in book.chart.regions
        if all(owners.get(planet) == seat for planet in book.chart.planets_in(region))
    ]


def troops_of(state: State, seat: str) -> tuple[int, int]:
    """Returns how many planets a seat holds, and how many troops stand on them."""
    planets = [planet for planet, owner in state.owners.items() if owner == seat]
    return len(planets), sum(state.troops[planet] for planet in planets)


def named(book: Ruleset, message: str) -> str:
    """Returns a message of a check with the names of planets for their ids."""

    def name(found: re.Match[str]) -> str:
        return place(book, found[0])

    return re.sub(r"[a-z0-9]+(?:-[a-z0-9]+)*", name, message)

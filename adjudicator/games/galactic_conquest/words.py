"""The words in which problems and prompts speak of seats, planets, troops and chances."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.core.english import amount
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = [
    "held_regions",
    "named",
    "place",
    "troops_of",
    "troops_text",
]


def troops_text(count: int) -> str:
    """Returns "1 troop", "2 troops"."""
    return amount(count, "troop")


# -- what stands on the map -----------------------------------------------------------------------


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

"""The words in which reports speak of seats, planets, regions, troops, cards and orders."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from adjudicator.core.english import amount, joined, sentence
from adjudicator.games.galactic_conquest.ruleset import CLASS_NAMES, Ruleset, class_of
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = [
    "cards_text",
    "chance_text",
    "held_regions",
    "named",
    "order_text",
    "place",
    "places_text",
    "region_name",
    "seat_name",
    "set_text",
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


def region_name(book: Ruleset, region: str) -> str:
    """Returns a region's name with what it brings: "Far Reach (+5)"."""
    facts = book.chart.regions[region]
    return f"{facts.name} (+{facts.bonus})"


def places_text(book: Ruleset, planets: Collection[str]) -> str:
    """Returns planets by region: "Far Reach: Aldine, Beryl; Heartworlds: Crown"."""
    parts = []
    for region, facts in book.chart.regions.items():
        names = [place(book, one) for one in book.chart.planets_in(region) if one in planets]
        if names:
            parts.append(f"{facts.name}: {', '.join(names)}")
    return "; ".join(parts)


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


# -- cards and orders -----------------------------------------------------------------------------


def cards_text(cards: Sequence[str]) -> str:
    """Returns cards with their classes: "f3 (fighter) and c20 (capital ship)"."""
    return joined([f"{card} ({CLASS_NAMES[class_of(card)]})" for card in cards])


def set_text(cards: Sequence[str]) -> str:
    """Returns a set of cards: "f3, b1 and c20, one of each class"."""
    classes = {class_of(card) for card in cards}
    kind = "one of each class"
    if len(classes) == 1:
        kind = f"{len(cards)} {CLASS_NAMES[min(classes)]}s"
    return f"{joined(list(cards))}, {kind}"


def named(book: Ruleset, message: str) -> str:
    """Returns a message of a check with the names of planets for their ids."""

    def name(found: re.Match[str]) -> str:
        return place(book, found[0])

    return re.sub(r"[a-z0-9]+(?:-[a-z0-9]+)*", name, message)


def order_text(book: Ruleset, order: Mapping[str, Any]) -> str:
    """Returns an order of a sheet in a few words; its JSON is in the sheet."""
    match order["order"]:
        case "claim":
            return place(book, order["planet"])
        case "place":
            return f"{troops_text(order['count'])} on {place(book, order['in'])}"
        case "trade":
            return joined(list(order["cards"]))
        case "invade":
            return f"{place(book, order['to'])} from {place(book, order['from'])}"
        case "fortify":
            count = order["count"]
            troops = "all troops but one" if count == "all" else troops_text(count)
            return f"{troops} from {place(book, order['from'])} to {place(book, order['to'])}"
        case _:
            return f"with {order['dice']}"

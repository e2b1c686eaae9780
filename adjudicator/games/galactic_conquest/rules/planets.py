"""Who holds which planets, and what follows from it; the words of problems about them."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from adjudicator.core.english import either
from adjudicator.core.problem import Path, Problem
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = [
    "next_turn",
    "not_yours",
    "planets_of",
    "spread",
    "unknown_planet",
]


def planets_of(state: State, seat: str) -> list[str]:
    """Returns the planets of a seat by id."""
    return [planet for planet, owner in state.owners.items() if owner == seat]


def spread(planets: list[str], count: int) -> dict[str, int]:
    """Returns how troops without an order are placed: one at a time on own planets by id.

    (Ruling 30)
    """
    each, more = divmod(count, len(planets))
    counts = {planet: each + (place < more) for place, planet in enumerate(planets)}
    return {planet: number for planet, number in counts.items() if number}


def next_turn(state: State) -> tuple[str, int]:
    """Returns whose turn comes next, and its round: seats without troops are passed over."""
    place = state.order.index(state.seat) + 1
    if place == len(state.order):
        return state.order[0], state.turn + 1
    return state.order[place], state.turn


def unknown_planet(book: Ruleset, planet: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if the map has no such planet."""
    if planet not in book.chart.planets:
        near = get_close_matches(planet, book.planets)
        yield Problem(
            "unknown-planet",
            f'the map has no planet "{planet}"',
            path,
            "map",
            hint=f"Did you mean {either(near)}?" if near else "map.json names all planets.",
        )


def not_yours(state: State, seat: str, planet: str, path: Path, *, rule: str) -> Iterator[Problem]:
    """Yields a problem if a planet is not held by a seat."""
    owner = state.owners.get(planet)
    if owner != seat:
        whose = {None: "nobody's yet", NEUTRAL: "neutral"}.get(owner, f"{owner}'s")
        yield Problem(
            "not-your-planet",
            f"{planet} is {whose}, not yours",
            path,
            rule,
            hint="Name a planet that is yours by then.",
        )

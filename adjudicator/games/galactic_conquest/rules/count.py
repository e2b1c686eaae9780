"""Step 1: how many new troops a turn brings."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest.book import Book
from adjudicator.games.galactic_conquest.events import TroopsCounted
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.state import State

__all__ = ["count_troops", "held_regions"]


def count_troops(book: Book, table: Table[State]) -> None:
    """A third of the planets, three at least, and what whole regions bring. (Step 1)"""
    state = table.state
    planets = len(planets_of(state, state.seat))
    for_planets, regions = book.troops_for(planets), held_regions(book, state, state.seat)
    table.record(
        TroopsCounted(
            seat=state.seat,
            planets=planets,
            for_planets=for_planets,
            regions=regions,
            troops=for_planets + sum(regions.values()),
        )
    )


def held_regions(book: Book, state: State, seat: str) -> FrozenMap[str, int]:
    """Returns the regions that a seat holds entirely, with what they bring.

    They count as they stand when the turn begins. (Step 1, ruling 12)
    """
    owners = state.owners
    return FrozenMap(
        {
            region: facts.bonus
            for region, facts in book.chart.regions.items()
            if all(owners.get(planet) == seat for planet in book.chart.planets_in(region))
        }
    )

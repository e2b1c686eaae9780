"""Step 1: how many new troops a turn brings. They are counted when the turn begins."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.game import Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest.events import TroopsCounted
from adjudicator.games.galactic_conquest.ruleset import Ruleset, troops_for
from adjudicator.games.galactic_conquest.state import State

__all__ = ["count_troops", "counted", "held_regions"]


def count_troops(book: Ruleset, table: Table[State]) -> None:
    """The troops of the turn that begins are counted. (Step 1)"""
    table.record(counted(book, table.state.owners, table.state.seat))


def counted(book: Ruleset, owners: Mapping[str, str], seat: str) -> TroopsCounted:
    """A third of the planets, three at least, and what whole regions bring. (Step 1)"""
    planets = sum(owner == seat for owner in owners.values())
    for_planets, regions = troops_for(planets), held_regions(book, owners, seat)
    return TroopsCounted(
        seat=seat,
        planets=planets,
        for_planets=for_planets,
        regions=regions,
        troops=for_planets + sum(regions.values()),
    )


def held_regions(book: Ruleset, owners: Mapping[str, str], seat: str) -> FrozenMap[str, int]:
    """Returns the regions that a seat holds entirely, with what they bring.

    They count as they stand when the turn begins. (Step 1, ruling 12)
    """
    return FrozenMap(
        {
            region: facts.bonus
            for region, facts in book.chart.regions.items()
            if all(owners.get(planet) == seat for planet in book.chart.planets_in(region))
        }
    )

"""The garrison of the Central American Annexation. (17.1)"""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.invasion_america.events import AnnexationCut, GarrisonTested
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, nation_of

__all__ = ["garrison", "in_annexation", "is_tested"]

_SAFE = 7
"""So many U.S. units in Central America need no die."""


def garrison(book: Ruleset, table: Table[State]) -> None:
    """With six U.S. units or fewer in Central America a die is rolled in each replacement phase.

    If it shows their number or more, they are out of supply for good. (17.1, ruling 27)
    """
    state = table.state
    if not is_tested(book, state):
        return
    units = len(in_annexation(book, state))
    (die,) = table.roll(f"turn-{state.turn}/us/garrison", count=1, sides=6)
    table.record(GarrisonTested(units=units, die=die))
    if die >= units:
        table.record(AnnexationCut())


def is_tested(book: Ruleset, state: State) -> bool:
    """Whether a die is rolled for the garrison. (17.1)"""
    if book.facts.garrison is None or state.annexation_cut:
        return False
    return len(in_annexation(book, state)) < _SAFE


def in_annexation(book: Ruleset, state: State) -> list[str]:
    """Returns the U.S. units in Central America, rail units apart. (17.1, ruling 27)"""
    charts, hexes = book.charts, book.hexes
    return [
        name
        for name, unit in state.units.items()
        if nation_of(name) == "us"
        and book.of(name).unit_class != "rail"
        and charts.country_of(hexes[unit.at]) == "annexation"
    ]

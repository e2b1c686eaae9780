"""Units that are destroyed in combat. (8.11, 6.25, 17.31)"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.game import Table
from adjudicator.games.invasion_america.events import LossReason, UnitEliminated
from adjudicator.games.invasion_america.rules.positions import cargo_of
from adjudicator.games.invasion_america.rules.weather import in_weather
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["eliminate", "for_good_in"]


def eliminate(
    table: Table[State], units: Iterable[str], reason: LossReason, *, for_good: bool
) -> None:
    """Units are destroyed; what ships carry goes down with them. (8.11, 6.25)

    Args:
        for_good: whether they leave the game. (17.31)
    """
    for name in units:
        if name not in table.state.units:
            continue  # it went down with its ship
        for lost in (*cargo_of(table.state, name), name):
            table.record(
                UnitEliminated(
                    unit=lost,
                    at=table.state.units[lost].at,
                    reason=reason if lost == name else "sunk",
                    for_good=for_good,
                )
            )


def for_good_in(book: Ruleset, state: State, hexes: Iterable[str]) -> bool:
    """Whether what is destroyed in an attack on some hexes leaves the game. (17.31)

    It does in the weather, if one of the hexes lies north of the weather line. (Ruling 79)
    """
    return any(in_weather(book, state, number) for number in hexes)

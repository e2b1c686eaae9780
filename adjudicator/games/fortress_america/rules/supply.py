"""Action 7: the supply check of the invaders."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.fortress_america.events import ActionBegun, UnitDestroyed
from adjudicator.games.fortress_america.rules.ways import cut_off
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State

__all__ = ["supply_check"]


def supply_check(book: Ruleset, table: Table[State]) -> None:
    """Units that are cut off from their invader's zones are destroyed. (Action 7)"""
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import play_cards

        play_cards(book, table, ("supply",))
    state = table.state
    for area, counts in cut_off(book, state).items():
        for kind, count in counts.items():
            table.record(
                UnitDestroyed(side=state.side, unit=kind, area=area, count=count, reason="supply")
            )
    table.record(ActionBegun(action="capture"))

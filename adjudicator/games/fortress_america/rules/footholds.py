"""Footholds: what becomes of one when its city changes hands. (2012 variants)"""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.fortress_america.events import FootholdLost
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State

__all__ = ["lose_foothold"]


def lose_foothold(book: Ruleset, table: Table[State], area: str) -> None:
    """Whoever takes an area has the foothold there discarded. (Ruling 98)"""
    one = book.foothold_in(table.state, area) if table.state.in_force else None
    if one is not None:
        table.record(FootholdLost(area=area, side=one.side, card=one.card))

"""The player looks ahead: its own orders are carried out on a copy of the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.game import Order
from adjudicator.games.invasion_america.events import PhaseBegun
from adjudicator.games.invasion_america.rules.movement import movement_phase
from adjudicator.games.invasion_america.rules.order_projection import ProjectionTable
from adjudicator.games.invasion_america.rules.rail import rail_phase
from adjudicator.games.invasion_america.rules.supply import primary_supply, second_supply
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["behind_combat", "behind_moves", "behind_replacements"]


def behind_replacements(book: Ruleset, state: State) -> State:
    """Returns the position in which the rail movement phase of the U.S. begins.

    The player has ordered its replacements; the die for the garrison is still to fall, and it
    hopes. (17.1)
    """
    table = ProjectionTable(book, state, {})
    table.record(PhaseBegun(phase="supply"))
    primary_supply(book, table)
    return table.state


def behind_combat(book: Ruleset, state: State) -> State:
    """Returns the position in which mechanised movement begins, as if nobody fought before."""
    table = ProjectionTable(book, state, {})
    if state.phase == "combat":
        table.record(PhaseBegun(phase="second-supply"))
        second_supply(book, table)
    return table.state


def behind_moves(book: Ruleset, state: State, orders: Mapping[str, Sequence[Order]]) -> State:
    """Returns the position behind the rail movement or land movement phase that begins."""
    table = ProjectionTable(book, state, orders)
    (rail_phase if state.phase == "rail" else movement_phase)(book, table)
    return table.state

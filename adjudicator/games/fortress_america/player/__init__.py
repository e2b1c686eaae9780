"""The built-in player of Fortress America: what it orders and answers, from a view alone.

It plans one player-turn at a time. Nothing is hidden in this game and nothing is remembered, so the
same view always gives the same orders.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Order
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.player.advance import planned_invasion
from adjudicator.games.fortress_america.player.assault import (
    planned_attacks,
    planned_declarations,
    planned_maneuvers,
)
from adjudicator.games.fortress_america.player.forces import planned_reinforcements, planned_setup
from adjudicator.games.fortress_america.player.invader_cards import planned_draw, planned_plays
from adjudicator.games.fortress_america.player.partisans import (
    planned_aims,
    planned_cards,
    planned_lasers,
)
from adjudicator.games.fortress_america.rules.together import signed
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, State

__all__ = ["planned"]


def planned(book: Ruleset, view: State, seat: str, topic: str) -> Sequence[Order]:
    """Returns what the player orders under a topic; nothing where another seat is to play."""
    if topic == "setup":
        return planned_setup(book, view, seat)
    if book.seat_of(view.side) != seat:
        return ()
    return [_signed(book, view, order) for order in _planned(book, view, topic)]


def _signed(book: Ruleset, view: State, order: Order) -> Order:
    """Returns the order with the side that gives it, where a sheet may hold those of several."""
    match order:
        case o.Declare():
            return signed(book, view, order)
        case o.Move():
            return signed(book, view, order)
        case o.Attack():
            return signed(book, view, order)
        case _:
            return order


def _planned(book: Ruleset, view: State, topic: str) -> Sequence[Order]:
    match topic:
        case "reinforcements":
            usa = view.side == USA
            if usa:
                return planned_lasers(book, view)
            return [*planned_draw(book, view), *planned_reinforcements(book, view)]
        case "cards":
            return planned_cards(book, view) if view.side == USA else planned_plays(book, view)
        case "declare":
            return planned_declarations(book, view)
        case "maneuvers":
            return planned_maneuvers(book, view)
        case "attacks":
            return planned_attacks(book, view)
        case "lasers":
            return planned_aims(book, view)
        case "invasion":
            return planned_invasion(book, view)
        case _:
            return ()

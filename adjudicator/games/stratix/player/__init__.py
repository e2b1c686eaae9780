"""The built-in player of Four Fronts: what it orders and answers, from a view alone.

It plans one turn at a time and remembers nothing, so the same view always gives the same orders.
It looks one move ahead, and one reply; cards of others are hidden from it. What it expects and
would answer it says in replies, so that a mail may carry several moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Order
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.player.answers import answered
from adjudicator.games.stratix.player.hand import plays
from adjudicator.games.stratix.player.moves import best_move
from adjudicator.games.stratix.player.projected_replies import replies
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["answered", "planned"]


def planned(book: Ruleset, view: State, seat: str, topic: str) -> Sequence[Order]:
    """Returns what the player orders under a topic, in the order to be carried out."""
    match topic:
        case "catch":
            return _catches(view, seat)
        case "play":
            return plays(book, view, seat)
        case "move":
            return [] if (move := best_move(book, view, seat)) is None else [move]
        case "replies":
            return replies(book, view, seat)
        case _:
            return ()


def _catches(view: State, seat: str) -> list[o.Catch]:
    """An army that kept its piece on a recon space is caught. (Ruling 21)"""
    breach = view.breach
    if breach is None or breach.side == seat:
        return []
    return [o.Catch(order="catch", side=breach.side)]

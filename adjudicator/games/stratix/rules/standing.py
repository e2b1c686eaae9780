"""Standing orders: what is wrong with one, the published defaults, examples."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import StandingOrder
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.rules.places import unknown_kind
from adjudicator.games.stratix.state import State

__all__ = ["check_standing", "standing_defaults", "standing_examples"]


def check_standing(order: StandingOrder) -> Iterator[Problem]:
    """Yields what is wrong with a standing order whatever will be asked."""
    if isinstance(order, o.StandingLose):
        for index, kind in enumerate(order.first):
            yield from unknown_kind(kind, ("first", index), "red squares, ruling 23")


def standing_defaults() -> tuple[StandingOrder, ...]:
    """Returns the published defaults as standing orders, for players to change."""
    return (
        o.StandingLose(standing="lose", first=()),
        o.StandingSingle(standing="single", play=False),
        o.StandingReplies(standing="reply", play=True),
    )


def standing_examples(state: State, seat: str) -> tuple[StandingOrder, ...]:
    """Returns a standing order of each kind that makes sense for the army in this position."""
    own = {piece.kind for piece in state.pieces.values() if piece.side == seat}
    left = tuple(kind for kind in KINDS if kind in own)
    return (
        o.StandingLose(standing="lose", first=left),
        o.StandingSingle(standing="single", play=True),
        o.StandingReplies(standing="reply", play=False),
    )

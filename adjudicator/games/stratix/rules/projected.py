"""The position behind moves that are only thought of: replies and `check` look ahead with it."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.game import Event
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.conditions import Way
from adjudicator.games.stratix.rules import generate
from adjudicator.games.stratix.rules.evolve import evolve
from adjudicator.games.stratix.rules.moving import make_move
from adjudicator.games.stratix.rules.places import following, in_turn_of
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Made, Piece, State

__all__ = ["Projected", "ever_reached", "moved", "projected"]


class Projected(NamedTuple):
    """What the board looks like after some moves, as far as that can be known."""

    state: State
    is_exact: bool
    """Whether nothing is unknown: every move was named, and no card turned up."""
    are_own_known: bool
    """Whether the own pieces are where `state` has them, but for those that were struck."""
    next: str
    """The army whose turn comes."""


class _Trial:
    """A table for moves alone: it records, and nothing else."""

    def __init__(self, state: State) -> None:
        self.state = state

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self.state = evolve(self.state, event)


def projected(book: Ruleset, state: State, side: str, order: o.Move | None) -> Projected:
    """Returns what a move of the army whose turn it is leads to; without a move what there is."""
    here = Projected(state, is_exact=True, are_own_known=True, next=side)
    if order is None:
        after = following(state.order, side, state.order)
        return here._replace(state=in_turn_of(state, after), next=after)
    return moved(book, here, order.from_, order.to)


def moved(book: Ruleset, before: Projected, origin: str, target: str) -> Projected:
    """Returns what a move leads to that is legal as far as anybody knows.

    Where it ends on a recon space a card is drawn, and what that does nobody knows.
    """
    state = before.state
    side = state.pieces[origin].side
    others = tuple(one for one in state.made if one.side != side)
    trial = _Trial(state.model_copy(update={"made": (*others, Made(side=side))}))
    way = Way.model_construct(from_=origin, to=target, path=None)
    make_move(book, trial, side, way)
    draws = book.is_recon(target) and not state.assault
    after = following(state.order, side, state.order)
    return Projected(
        in_turn_of(trial.state, after),
        is_exact=before.is_exact and not draws,
        are_own_known=before.are_own_known and not draws,
        next=after,
    )


def ever_reached(book: Ruleset, piece: Piece, origin: str) -> list[str]:
    """Returns where a piece could go from a square were the board empty but for it.

    What is not possible then is never possible without a card: from a recon space to another it is,
    in the final assault.
    """
    numbers = book.geometry.grid.numbers
    side = ARMIES.index(piece.side)
    alone = [(numbers[origin], side, KINDS.index(piece.kind))]
    position = generate.placed(alone, (side,), assault=True, size=len(numbers))
    ends = generate.reaches(book.geometry, position, numbers[origin])
    return book.geometry.grid.in_order([book.name(end) for end in ends])

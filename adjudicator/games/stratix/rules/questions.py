"""Questions that a turn may ask, by the form of their labels, and standing orders for them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import StandingOrder
from adjudicator.core.problem import Problem
from adjudicator.core.questions import Form
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.rules.places import unknown_kind
from adjudicator.games.stratix.state import State

__all__ = ["check_standing", "questions", "standing_defaults", "standing_examples"]

_AHEAD = 3
"""So many rounds ahead turns may be played by themselves before the next sheet is awaited."""


def questions(state: State) -> Iterator[Form]:
    """Yields the questions of a turn, and of those that may be played by themselves behind it.

    What belongs to the beginning of a turn is played with the turn before. The lot asks nothing.
    """
    if state.phase in ("lot", "deal", "over"):
        return
    for number in range(state.turn, state.turn + _AHEAD):
        for side in state.order:
            yield from _of_turn(f"turn-{number}/{side}", side, state.order)


def _of_turn(turn: str, side: str, armies: tuple[str, ...]) -> Iterator[Form]:
    own = (side,)
    yield Form(f"{turn}/replies", own, "automatic", (o.Automatic,))
    yield Form(f"{turn}/single", own, "automatic", (o.Automatic,))
    yield Form(f"{turn}/play/must", own, "play", (o.Play,))
    yield Form(f"{turn}/move-#/must", own, "move", (o.Move,))
    yield Form(f"{turn}/lose", own, "lose", (o.Lose,))
    drawn = f"{turn}/move-#/card-#"
    yield Form(f"{drawn}/relay", own, "card", (o.Relay,))
    # The piece that goes back may be another army's.
    yield Form(f"{drawn}/return", armies, "card", (o.Return,))
    yield Form(f"{drawn}/target", own, "card", (o.Target,))
    yield Form(f"{drawn}/lift", own, "card", (o.Lift,))
    yield Form(f"{drawn}/move", own, "card", (o.Move,))
    yield Form(f"{drawn}/arrange", own, "card", (o.Arrange,))
    yield Form(f"{drawn}/recover", own, "card", (o.Recover,))
    for army in armies:
        yield Form(f"{turn}/catch/{army}", (army,), "catch", (o.Catch,))
        yield Form(f"{turn}/last/{army}/card-#", (army,), "card", (o.Play,))
        yield Form(f"{turn}/last/{army}/card-#/move-#", (army,), "card", (o.Move,))


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

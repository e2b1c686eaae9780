"""What the built-in player answers when it is asked in mid-turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator.core.game import Ask, Order
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.player.hand import best_use
from adjudicator.games.stratix.player.moves import rank
from adjudicator.games.stratix.player.worth import VALUES, Evaluation, value_of
from adjudicator.games.stratix.rules.deck import facts_of
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["answered"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type

_WELCOME = (c.Ambush, c.FallBack, c.MissTurn)
"""Cards that enemies may draw: they harm who draws them."""


def answered(book: Ruleset, view: State, question: Ask[O]) -> O | None:
    """Returns the answer to a question; None: the default, or the first option, will do."""
    if question.options is None:
        return None
    evaluation = Evaluation(book, view, question.seat)
    worth = _judge(evaluation, question.expects)
    if worth is None:
        return None
    judge: Callable[[Any], int] = worth
    return max(
        question.options(),
        key=lambda order: (judge(order), *_squares(evaluation, order)),
        default=None,
    )


def _squares(evaluation: Evaluation, order: Order) -> tuple[int, ...]:
    """Returns what decides between equal answers: their squares as the army sees the board."""
    return evaluation.seen_at(*(getattr(order, name, None) for name in ("at", "from_", "to")))


def _judge(evaluation: Evaluation, expects: type[Order]) -> Callable[[Any], int] | None:
    """Returns what says how good an answer of a kind is; None: nothing does."""
    if expects is o.Return or expects is o.Relay:
        return lambda order: 0
    if expects is o.Catch:
        return lambda order: _of_catch(evaluation, order)
    if expects is o.Recover:
        return lambda order: value_of(order.kind)
    if expects is o.Target:
        return lambda order: value_of(evaluation.view.pieces[order.at].kind)
    if expects is o.Move:
        return lambda order: rank(evaluation, _numbers(evaluation, order))
    if expects is o.Lift:
        return lambda order: _of_lift(evaluation, order)
    if expects is o.Arrange:
        return lambda order: _of_arranging(evaluation, order)
    if expects is o.Play:
        return lambda order: _of_last_use(evaluation, order)
    return None


def _numbers(evaluation: Evaluation, order: o.Move) -> tuple[int, int]:
    numbers = evaluation.geometry.grid.numbers
    return numbers[order.from_], numbers[order.to]


def _of_catch(evaluation: Evaluation, order: o.Catch) -> int:
    """Only who left a piece where it had to go is caught. (Ruling 21)"""
    breach = evaluation.view.breach
    is_right = breach is not None and breach.side == order.side
    return 1 if is_right else 0 if order.side == o.NOBODY else -1


def _of_lift(evaluation: Evaluation, order: o.Lift) -> int:
    """A piece is lifted to strike, or into the zone of the weakest enemy; not into danger."""
    if order.from_ is None or order.to is None:
        return 0
    numbers, pieces = evaluation.geometry.grid.numbers, evaluation.view.pieces
    origin, target = numbers[order.from_], numbers[order.to]
    score = value_of(pieces[order.to].kind) if order.to in pieces else 0
    score += 16 * evaluation.urgency * (evaluation.zone_at(target) == evaluation.goal) // 12
    score -= 8 * evaluation.urgency * (evaluation.zone_at(origin) == evaluation.side) // 12
    worth = VALUES[KINDS.index(pieces[order.from_].kind)]
    return score - evaluation.threatened[target] * worth * evaluation.fear // 4 - 1


def _of_arranging(evaluation: Evaluation, order: o.Arrange) -> int:
    """What harms its drawer comes first: the others draw before the player does."""
    effects = [facts_of(evaluation.book, card).effect for card in order.cards]
    last = len(effects)
    return sum(last - place for place, one in enumerate(effects) if isinstance(one, _WELCOME))


def _of_last_use(evaluation: Evaluation, order: o.Play) -> int:
    """The last cards are used as best they can, rather than discarded."""
    if order.discard:
        return -1
    return int(order == best_use(evaluation, order.card))

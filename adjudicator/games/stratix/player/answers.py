"""What the built-in player answers when he is asked in mid-turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator.core.game import Ask, Order
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.player.hand import best_use
from adjudicator.games.stratix.player.moves import rank
from adjudicator.games.stratix.player.worth import VALUES, Prospect, value_of
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
    prospect = Prospect(book, view, question.seat)
    worth = _judge(prospect, question.expects)
    if worth is None:
        return None
    judge: Callable[[Any], int] = worth
    return max(
        question.options(),
        key=lambda order: (judge(order), *_squares(prospect, order)),
        default=None,
    )


def _squares(prospect: Prospect, order: Order) -> tuple[int, ...]:
    """Returns what decides between equal answers: their squares as the army sees the board."""
    return prospect.seen_at(*(getattr(order, name, None) for name in ("at", "from_", "to")))


def _judge(prospect: Prospect, expects: type[Order]) -> Callable[[Any], int] | None:
    """Returns what says how good an answer of a kind is; None: nothing does."""
    if expects is o.Return or expects is o.Relay:
        return lambda order: 0
    if expects is o.Catch:
        return lambda order: _of_catch(prospect, order)
    if expects is o.Recover:
        return lambda order: value_of(order.kind)
    if expects is o.Target:
        return lambda order: value_of(prospect.view.pieces[order.at].kind)
    if expects is o.Move:
        return lambda order: rank(prospect, _numbers(prospect, order))
    if expects is o.Lift:
        return lambda order: _of_lift(prospect, order)
    if expects is o.Arrange:
        return lambda order: _of_arranging(prospect, order)
    if expects is o.Play:
        return lambda order: _of_last_use(prospect, order)
    return None


def _numbers(prospect: Prospect, order: o.Move) -> tuple[int, int]:
    numbers = prospect.geometry.grid.numbers
    return numbers[order.from_], numbers[order.to]


def _of_catch(prospect: Prospect, order: o.Catch) -> int:
    """Only who left a piece where it had to go is caught. (Ruling 21)"""
    breach = prospect.view.breach
    is_right = breach is not None and breach.side == order.side
    return 1 if is_right else 0 if order.side == o.NOBODY else -1


def _of_lift(prospect: Prospect, order: o.Lift) -> int:
    """A piece is lifted to strike, or into the zone of the weakest enemy; not into danger."""
    if order.from_ is None or order.to is None:
        return 0
    numbers, pieces = prospect.geometry.grid.numbers, prospect.view.pieces
    origin, target = numbers[order.from_], numbers[order.to]
    score = value_of(pieces[order.to].kind) if order.to in pieces else 0
    score += 16 * prospect.urgency * (prospect.zone_at(target) == prospect.goal) // 12
    score -= 8 * prospect.urgency * (prospect.zone_at(origin) == prospect.side) // 12
    worth = VALUES[KINDS.index(pieces[order.from_].kind)]
    return score - prospect.threatened[target] * worth * prospect.fear // 4 - 1


def _of_arranging(prospect: Prospect, order: o.Arrange) -> int:
    """What harms its drawer comes first: the others draw before the player does."""
    effects = [facts_of(prospect.book, card).effect for card in order.cards]
    last = len(effects)
    return sum(last - place for place, one in enumerate(effects) if isinstance(one, _WELCOME))


def _of_last_use(prospect: Prospect, order: o.Play) -> int:
    """The last cards are used as best they can, rather than discarded."""
    if order.discard:
        return -1
    return int(order == best_use(prospect, order.card))

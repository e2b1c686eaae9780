"""The last card has been drawn: every kept card is used or discarded. (Final assault)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.events import CardDiscarded, CardHadNoEffect
from adjudicator.games.stratix.rules.cards_kept import (
    carry_out,
    check_choice,
    uses_of,
    why_void,
)
from adjudicator.games.stratix.rules.deck import facts_of, look_up
from adjudicator.games.stratix.rules.moving import Limits, legal_moves, make_move, move_question
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["use_held_cards"]

_RULE = "final assault, ruling 31"


def use_held_cards(book: Ruleset, table: Table[State], side: str, last: int | None) -> None:
    """Each army uses its kept cards or discards them: first who drew the last card, then clockwise.

    An army goes through them in the order in which it got them; but a last card that is to be kept
    comes before all others, and is used if it can be. Cards that stand instead of a move take
    nobody's move here. ("The last card must be used at this time and all other cards in play must
    be used immediately or discarded"; rulings 26 and 31)

    Args:
        side: the army that drew the last card, or in whose turn it was put away unread.
        last: the position of the last card, if it is one that is kept.
    """
    label, order = f"turn-{table.state.turn}/{side}/last", table.state.order
    place = order.index(side)
    for army in (*order[place:], *order[:place]):
        hand = table.state.hands[army]
        if last in hand:
            hand = (last, *(position for position in hand if position != last))
        for number, position in enumerate(hand, start=1):
            card, own = look_up(table, position), f"{label}/{army}/card-{number}"
            _last_use(book, table, _Kept(army, position, card, own, position == last))


class _Kept(NamedTuple):
    """A kept card that is used up."""

    side: str
    """Who keeps it."""
    position: int
    card: str
    label: str
    is_last: bool
    """Whether it is the last card of the deck, which has to be used. (Ruling 31)"""


def _last_use(book: Ruleset, table: Table[State], kept: _Kept) -> None:
    """One kept card is used, or turned up and discarded."""
    reason = why_void(book, table.state, kept.side, kept.card)
    if reason is None:
        order = table.ask(_question(book, table.state, kept))
        if not order.discard:
            _use(book, table, kept, order)
            return
    (deck,) = table.state.decks
    table.unseal(deck, kept.position)
    table.record(
        CardDiscarded(side=kept.side, card=kept.card, position=kept.position, reason=reason)
    )


def _use(book: Ruleset, table: Table[State], kept: _Kept, order: o.Play) -> None:
    """A card is used; a night march makes its two moves at once, with two different pieces."""
    side = kept.side
    carry_out(table, book, side, order)
    if not isinstance(facts_of(book, kept.card).effect, c.NightMarch):
        return
    limits = Limits()
    for number in (1, 2):
        if not legal_moves(book, table.state, side, limits):
            table.record(CardHadNoEffect(side=side, card=kept.card, reason="no-move"))
            return
        label = f"{kept.label}/move-{number}"
        question = move_question(book, table.state, side, label, limits=limits, topic="card")
        move = table.ask(question)
        make_move(book, table, side, move)
        limits = Limits(barred=(move.to,))


def _question(book: Ruleset, state: State, kept: _Kept) -> Ask[o.Play]:
    """Asks whether a kept card is used, and how."""
    side, card, is_last = kept.side, kept.card, kept.is_last
    discarding = o.Play(order="play", card=card, discard=True)
    title = facts_of(book, card).title

    def check(order: o.Play) -> Iterator[Problem]:
        if order.card != card:
            yield Problem(
                "other-card",
                f"this is about {card}, not about {order.card}",
                ("card",),
                _RULE,
                hint=f'Name {card}, with "discard": true if you do not use it.',
            )
        elif not order.discard:
            yield from check_choice(book, state, side, order, rule=_RULE)
        elif is_last:
            yield Problem(
                "last-card-used",
                f"{card}, {title}, is the last card: it is used, not discarded",
                ("discard",),
                _RULE,
                hint="Leave it out, and say how it is used.",
            )
        elif order != discarding:
            yield Problem(
                "discarded-and-used",
                f"{card} is either used or discarded",
                ("discard",),
                _RULE,
                hint='Leave "discard" out, or what the card would do.',
            )

    def options() -> Iterator[o.Play]:
        yield from uses_of(book, state, side, card)
        if not is_last:
            yield discarding

    def sample(choose: Choose) -> o.Play | None:
        if not is_last and choose((True, False, False)):
            return discarding
        return choose(list(uses_of(book, state, side, card)))

    discards = "" if is_last else ", or is it discarded"
    return Ask(
        label=kept.label,
        topic="card",
        seat=side,
        expects=o.Play,
        prompt=f"The last card is drawn. How do you use {card}, {title}{discards}?",
        rule=_RULE,
        check=check,
        options=options,
        sample=sample,
    )

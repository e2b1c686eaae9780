"""A kept card in its holder's turn: at most one, before the move or instead of it. (Turn, cards)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.book import Book
from adjudicator.games.stratix.rules.cards_kept import carry_out, check_choice, uses_of, why_void
from adjudicator.games.stratix.rules.deck import cards_of, facts_of
from adjudicator.games.stratix.state import State

__all__ = ["NO_CARD", "Played", "card_play", "plays", "plays_instead"]

_RULE = "turn"


class Played(NamedTuple):
    """What a card that was played leaves of the turn."""

    card: str | None = None
    """The card; None: none was played."""
    is_instead: bool = False
    """Whether it was played instead of the move."""
    moves: int = 1
    """How many moves are made, with different pieces."""
    moved: str | None = None
    """The square from which the card moved a piece: what the recon duty looks at. (Ruling 28)"""
    stays: str | None = None
    """The square of a piece that has dug in: another one moves."""


NO_CARD = Played()


def card_play(book: Book, table: Table[State], label: str) -> Played:
    """The army to move may play one kept card, as the card says. (Turn)"""
    played = NO_CARD
    while (order := table.next(_question(book, table.state, label, played))) is not None:
        carry_out(table, book, table.state.side, order)
        played = _leaves(book, order)
    return played


def _leaves(book: Book, order: o.Play) -> Played:
    facts = facts_of(book, order.card)
    if facts.is_instead_of_move:
        return Played(order.card, is_instead=True, moves=0, moved=order.from_)
    if isinstance(facts.effect, c.NightMarch):
        return Played(order.card, moves=2)
    if isinstance(facts.effect, c.DigIn):
        return Played(order.card, stays=order.from_)
    return Played(order.card)


def plays(book: Book, state: State, side: str) -> Iterator[o.Play]:
    """Yields every way in which an army can play a kept card now, as far as it is known here."""
    for card in cards_of(state, side):
        yield from uses_of(book, state, side, card)


def plays_instead(book: Book, state: State, side: str) -> Iterator[o.Play]:
    """Yields those that take the place of a move: with them an army is not blocked. (Ruling 24)"""
    return (order for order in plays(book, state, side) if _is_instead(book, order))


def _is_instead(book: Book, order: o.Play) -> bool:
    return facts_of(book, order.card).is_instead_of_move


def _question(book: Book, state: State, label: str, played: Played) -> Ask[o.Play]:
    """Asks whether a card is played before the move, or instead of it."""
    side = state.side

    def sample(choose: Choose) -> o.Play | None:
        if played.card is not None or choose((True, True, False)):
            return None
        cards = [card for card in cards_of(state, side) if not why_void(book, state, side, card)]
        return choose(list(uses_of(book, state, side, choose(cards)))) if cards else None

    return Ask(
        label=f"{label}/play",
        topic="play",
        seat=side,
        expects=o.Play,
        prompt="Play a card that you keep, or none.",
        rule=_RULE,
        check=partial(_check_play, book, state, played),
        options=lambda: plays(book, state, side),
        sample=sample,
    )


def _check_play(book: Book, state: State, played: Played, order: o.Play) -> Iterator[Problem]:
    """A card of the hand, one in a turn, and what it can do now. (Turn)"""
    held = cards_of(state, state.side)
    if played.card is not None:
        yield Problem(
            "one-card",
            f"{played.card} has been played: one card a turn",
            ("card",),
            _RULE,
            hint="Keep this one for another turn.",
        )
    elif order.card not in book.cards.cards:
        yield unknown_card(book, order.card)
    elif order.card not in held:
        yield Problem(
            "card-not-in-hand",
            f"you do not keep {order.card}",
            ("card",),
            _RULE,
            hint=f"You keep {joined(list(held), 'no cards')}.",
        )
    elif order.discard:
        yield Problem(
            "discarded-too-early",
            "a kept card is not discarded before the last card is drawn",
            ("discard",),
            "final assault",
            hint="Leave it out, or keep the card.",
        )
    else:
        yield from check_choice(book, state, state.side, order)


def unknown_card(book: Book, card: str) -> Problem:
    """Returns the problem that there is no such card."""
    first, *_, last = book.cards.in_order
    return Problem(
        "unknown-card",
        f'there is no card "{card}"',
        ("card",),
        "cards",
        hint=f"Cards are {first} to {last}.",
    )

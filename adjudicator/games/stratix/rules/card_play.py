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
from adjudicator.games.stratix.rules.cards_kept import carry_out, check_choice, uses_of
from adjudicator.games.stratix.rules.deck import cards_of, facts_of, look_up
from adjudicator.games.stratix.rules.moving import collecting_problems, duty_undone, legal_moves
from adjudicator.games.stratix.rules.static_checks import check_static
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["NO_CARD", "Played", "play_card", "plays"]

_RULE = "turn"


class Played(NamedTuple):
    """What a card that was played leaves of the turn."""

    card: str | None = None
    """The card; None: none was played."""
    moves: int = 1
    """How many moves are made, with different pieces; none after a card instead of a move."""
    stays: tuple[str, ...] = ()
    """The square of a piece that has dug in: another one moves."""
    is_refused: bool = False
    """Whether none was played, as what was ordered cannot be: whether a move is missing then,
    nobody can say."""


NO_CARD = Played()


def play_card(book: Ruleset, table: Table[State], side: str, label: str) -> Played:
    """The army to move may play one kept card, as the card says. (Turn)

    Who has no legal move plays one that can be played: it is a legal move. (Ruling 24)
    """
    played, refused = NO_CARD, list[Problem]()
    question = partial(_question, book, label=f"{label}/play")
    while (
        order := table.next(collecting_problems(question(table.state, played=played), refused))
    ) is not None:
        carry_out(table, book, side, order)
        played = _leaves(book, order)
    if played.card is None and not legal_moves(book, table.state, side):
        for position in table.state.hands[side]:
            look_up(table, position)
        if any(plays(book, table.state, side)):
            must = question(table.state, played=played)._replace(label=f"{label}/play/must")
            order = table.ask(must)
            carry_out(table, book, side, order)
            played = _leaves(book, order)
    return played._replace(is_refused=played.card is None and bool(refused))


def _leaves(book: Ruleset, order: o.Play) -> Played:
    facts = facts_of(book, order.card)
    if facts.is_instead_of_move:
        return Played(order.card, moves=0)
    if isinstance(facts.effect, c.NightMarch):
        return Played(order.card, moves=2)
    if isinstance(facts.effect, c.DigIn):
        assert order.from_ is not None, order
        return Played(order.card, stays=(order.from_,))
    return Played(order.card)


def plays(book: Ruleset, state: State, side: str) -> Iterator[o.Play]:
    """Yields every way in which an army can play a kept card now, as far as it is known here."""
    for card in cards_of(state, side):
        for use in uses_of(book, state, side, card):
            if not any(_check_duty(book, state, use)):
                yield use


def _question(book: Ruleset, state: State, *, label: str, played: Played) -> Ask[o.Play]:
    """Asks whether a card is played before the move, or instead of it."""
    side = state.side

    def sample(choose: Choose) -> o.Play | None:
        if played.card is not None or choose((True, True, False)):
            return None
        uses: dict[str, list[o.Play]] = {}
        for use in plays(book, state, side):
            uses.setdefault(use.card, []).append(use)
        return choose(choose(list(uses.values()))) if uses else None

    return Ask(
        label=label,
        topic="play",
        seat=side,
        expects=o.Play,
        prompt="Play a card that you keep, or none.",
        rule=_RULE,
        check=partial(_check_play, book, state, played),
        options=lambda: plays(book, state, side),
        sample=sample,
    )


def _check_play(book: Ruleset, state: State, played: Played, order: o.Play) -> Iterator[Problem]:
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
    elif shape := list(check_static(book, order)):
        yield from shape
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
        problems = list(check_choice(book, state, state.side, order))
        yield from problems or _check_duty(book, state, order)


def _check_duty(book: Ruleset, state: State, order: o.Play) -> Iterator[Problem]:
    """A card instead of the move leaves the recon space, where breaches are refused. (Ruling 28)"""
    is_refused = book.options.catch == "strict" and facts_of(book, order.card).is_instead_of_move
    if is_refused and state.due and order.from_ not in state.due:
        yield duty_undone(state.due, "recon spaces, ruling 28")

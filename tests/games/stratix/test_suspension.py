"""Turns by chance as sheets: in one go, or stopped at every question, they lead to the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from adjudicator.core.decks import Deck
from adjudicator.core.dice import ScriptedDice
from adjudicator.core.game import AnswerUnused, Ask, Event, QuestionAnswered
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.values import canonical
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.options import Question
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance, O
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import THREE, TWO, board, opened, sheet, state_of


class _Writing(RandomTable):
    """Writes down orders and answers by seat, dice and decks by label."""

    def __init__(self, rules: StratixRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.given: dict[str, dict[str, Any]] = {}
        self.orders: dict[str, dict[str, list[Any]]] = {}
        self.dice: dict[str, tuple[int, ...]] = {}
        self.decks: dict[str, tuple[str, ...]] = {}

    def ask(self, question: Ask[O]) -> O:
        order = super().ask(question)
        self.given.setdefault(question.seat, {})[question.label] = order.to_json()
        return order

    def next(self, question: Ask[O]) -> O | None:
        queue = self.orders.setdefault(question.seat, {}).setdefault(question.topic, [])
        order = super().next(question)
        if order is not None:
            queue.append(order.to_json())
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        self.dice[label] = super().roll(label, count=count, sides=sides)
        return self.dice[label]

    def draw(self, label: str, pile: Sequence[Any]) -> Any:
        return pile[self.roll(label, count=1, sides=len(pile))[0] - 1]

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        order = super().deck(label, cards).order
        self.decks[label] = tuple(card.value for card in order if card is not None)
        return ScriptedDice({}, self.decks).deck(label, cards)


def by_chance(rules: StratixRules, state: State, seed: str) -> _Writing:
    """Plays one player-turn by chance, with all that happens before the next sheet is awaited."""
    table, step = _Writing(rules, state, Chance(seed)), rules.next_step(state)
    turn = None if step is None else step.turn
    while step is not None and (step.turn == turn or not step.seats):
        step.run(table)
        step = rules.next_step(table.state)
    return table


def _told(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, AnswerUnused | QuestionAnswered)]


def _straight(
    rules: StratixRules, save: Save, n: int, written: _Writing
) -> tuple[Save, list[Event]]:
    """Sends everything at once."""
    dice = ScriptedDice(written.dice, written.decks)
    sheets = {
        seat: sheet(
            seat, n, orders=written.orders.get(seat, {}), answers=written.given.get(seat, {})
        )
        for seat in rules.seats
    }
    done = run(rules, save, sheets, n, dice=dice)
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, _told(done.events)


def _piecemeal(
    rules: StratixRules, save: Save, n: int, written: _Writing
) -> tuple[Save, list[Event], int]:
    """Sends the sheets that are awaited, then one mail for each question; says how many."""
    dice = ScriptedDice(written.dice, written.decks)
    step = rules.next_step(state_of(save))
    assert step is not None
    sheets = {seat: sheet(seat, n, orders=written.orders.get(seat, {})) for seat in step.seats}
    events: list[Event] = []
    mails = 0
    while True:
        done = run(rules, save, sheets, n, dice=dice)
        events += done.events
        save = done.save
        questions = [q for q in save.pending if q.topic not in ("orders", "rolls")]
        if not questions:
            assert canonical(done.state.to_json()) == canonical(written.state.to_json())
            return save, _told(events), mails
        mails += len(questions)
        answers: dict[str, dict[str, Any]] = {}
        for question in questions:
            assert question.seat is not None
            given = written.given[question.seat][question.label]
            answers.setdefault(question.seat, {})[question.label] = given
        sheets = {seat: sheet(seat, n, answers=labels) for seat, labels in answers.items()}


def both_ways(rules: StratixRules, asking: StratixRules, seed: str, turns: int) -> int:
    """Plays some player-turns both ways, which must lead to the same; returns the mails."""
    one, other, total = first_save(rules), first_save(asking), 0
    for number in range(1, turns + 1):
        if one.is_over:
            break
        written = by_chance(rules, state_of(one), f"{seed}-{number}")
        one, events = _straight(rules, one, number, written)
        other, others, mails = _piecemeal(asking, other, number, written)
        assert events == others
        total += mails
    return total


NEAR = "A: H e5, H g4, J d8, T d7, I e7; {0}: H m15, H o13, J n12, T m13, I p11"
"""Pieces that reach recon spaces soon: cards are what stops a match."""


@pytest.mark.parametrize("others", ["C", "B: T d13, H g12; C"])
def test_the_referee_plays_what_chance_played(others: str) -> None:
    """Asked at every question, and with all answers in one sheet, the match goes the same way."""
    start, seats = board(NEAR.format(others)), TWO if others == "C" else THREE
    asking = opened(start, seats, ask=list(get_args(Question)))
    asking.always_ask = (*get_args(Question), "automatic", "catch")
    mails = both_ways(opened(start, seats), asking, f"suspension-{others}", 60)
    assert mails > 5, "the questions did stop the match"

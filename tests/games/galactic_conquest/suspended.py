"""Random turns sent as sheets, in one go and mail by mail.

A turn is first played by chance at a table that writes down every order, answer, die and deck. What
it wrote is then sent to the referee: all at once, or with one mail for each question that stops
him.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from adjudicator.core.decks import Deck
from adjudicator.core.dice import ScriptedDice
from adjudicator.core.game import AnswerUnused, Ask, Event, Order, QuestionAnswered
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.values import canonical
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.state import State
from tests.games.galactic_conquest.chance import Chance, RandomTable
from tests.games.galactic_conquest.playing import sheet

__all__ = ["WritingTable", "both_ways", "by_chance", "told"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


class WritingTable(RandomTable):
    """Writes down orders and answers by seat, dice and decks by label."""

    def __init__(self, rules: GalacticConquestRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.given: dict[str, dict[str, Any]] = {}
        self.orders: dict[str, dict[str, list[Any]]] = {}
        self.dice: dict[str, tuple[int, ...]] = {}
        self.decks: dict[str, tuple[str, ...]] = {}

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        order = super().ask(question)
        self.given.setdefault(question.seat, {})[question.label] = order.to_json()
        return order

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order."""
        queue = self.orders.setdefault(question.seat, {}).setdefault(question.topic, [])
        order = super().next(question)
        if order is not None:
            queue.append(order.to_json())
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice."""
        self.dice[label] = super().roll(label, count=count, sides=sides)
        return self.dice[label]

    def draw(self, label: str, pile: Sequence[Any]) -> Any:
        """Returns one of a pile."""
        return pile[self.roll(label, count=1, sides=len(pile))[0] - 1]

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns cards in any order, as a script deals them."""
        order = super().deck(label, cards).order
        self.decks[label] = tuple(card.value for card in order if card is not None)
        return ScriptedDice({}, self.decks).deck(label, cards)


def by_chance(rules: GalacticConquestRules, state: State, seed: str) -> WritingTable:
    """Plays one player-turn by chance."""
    table, step = WritingTable(rules, state, Chance(seed)), rules.next_step(state)
    turn = None if step is None else step.turn
    while step is not None and step.turn == turn:
        step.run(table)
        step = rules.next_step(table.state)
    return table


def told(events: Sequence[Event]) -> list[Event]:
    """Leaves out by which of two ways the same answer came."""
    return [event for event in events if not isinstance(event, AnswerUnused | QuestionAnswered)]


def _state_of(save: Save) -> State:
    return State.model_validate_json(canonical(save.checkpoint))


def straight(
    rules: GalacticConquestRules, save: Save, n: int, written: WritingTable
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
    assert not dice.unused
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, told(done.events)


def piecemeal(
    rules: GalacticConquestRules, save: Save, n: int, written: WritingTable
) -> tuple[Save, list[Event], int]:
    """Sends the sheets that are awaited, then one mail for each question; says how many."""
    dice = ScriptedDice(written.dice, written.decks)
    step = rules.next_step(_state_of(save))
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
            assert not dice.unused
            assert canonical(done.state.to_json()) == canonical(written.state.to_json())
            return save, told(events), mails
        mails += len(questions)
        answers: dict[str, dict[str, Any]] = {}
        for question in questions:
            assert question.seat is not None
            given = written.given[question.seat][question.label]
            answers.setdefault(question.seat, {})[question.label] = given
        sheets = {seat: sheet(seat, n, answers=labels) for seat, labels in answers.items()}


def both_ways(
    rules: GalacticConquestRules, asking: GalacticConquestRules, seed: str, turns: int
) -> int:
    """Plays some player-turns both ways, which must lead to the same; returns the mails."""
    one, other, total = first_save(rules), first_save(asking), 0
    for number in range(1, turns + 1):
        if rules.next_step(_state_of(one)) is None:
            break
        written = by_chance(rules, _state_of(one), f"{seed}-{number}")
        one, events = straight(rules, one, 1, written)
        other, others, mails = piecemeal(asking, other, 1, written)
        assert events == others
        total += mails
    return total

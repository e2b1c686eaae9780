"""Random player-turns sent as sheets, in one go and mail by mail, of any game.

A player-turn is first played by chance at a table that writes down every order, answer, die and
deck. What it wrote is then sent to the referee: all at once, or with one mail for each question
that stops him.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.decks import Deck
from adjudicator.core.game import AnswerUnused, Ask, Event, QuestionAnswered, Rules, State
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.sheet import Sheet
from adjudicator.core.values import canonical
from tests.games.chance import Chance, LeanTable, O

__all__ = ["Sent", "Writing", "told"]

S = TypeVar("S", bound=State)


class Writing(LeanTable[S]):
    """Writes down orders and answers by seat, dice and decks by label.

    A game's own table of chance is its second base.
    """

    def __init__(self, rules: Rules[S], state: S, choose: Chance) -> None:
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


def told(events: Sequence[Event]) -> list[Event]:
    """Leaves out by which of two ways the same answer came."""
    return [event for event in events if not isinstance(event, AnswerUnused | QuestionAnswered)]


@dataclass(frozen=True, slots=True)
class Sent(Generic[S]):
    """How player-turns of a game are played by chance, and sent."""

    table: Callable[[Any, S, Chance], Writing[S]]
    """Makes a table of chance that writes down what happens at it, from rules and a state."""
    sheet: Callable[..., Sheet]
    """Makes a sheet of a seat, for an opening, with the parts named."""
    state_of: Callable[[Save], S]
    """Returns the state at the last finished step."""

    def by_chance(self, rules: Rules[S], state: S, seed: str) -> Writing[S]:
        """Plays one player-turn by chance, and what happens before the next sheet is awaited."""
        table, step = self.table(rules, state, Chance(seed)), rules.next_step(state)
        turn = None if step is None else step.turn
        while step is not None and (step.turn == turn or not step.seats):
            step.run(table)
            step = rules.next_step(table.state)
        return table

    def straight(
        self, rules: Rules[S], save: Save, n: int, written: Writing[S]
    ) -> tuple[Save, list[Event]]:
        """Sends everything at once."""
        dice = ScriptedDice(written.dice, written.decks)
        sheets = {
            seat: self.sheet(
                seat, n, orders=written.orders.get(seat, {}), answers=written.given.get(seat, {})
            )
            for seat in rules.seats
        }
        done = run(rules, save, sheets, n, dice=dice)
        assert not dice.unused
        assert canonical(done.state.to_json()) == canonical(written.state.to_json())
        return done.save, told(done.events)

    def piecemeal(
        self, rules: Rules[S], save: Save, n: int, written: Writing[S]
    ) -> tuple[Save, list[Event], int]:
        """Sends the sheets that are awaited, then one mail for each question; says how many."""
        dice = ScriptedDice(written.dice, written.decks)
        step = rules.next_step(self.state_of(save))
        assert step is not None
        sheets = {
            seat: self.sheet(seat, n, orders=written.orders.get(seat, {})) for seat in step.seats
        }
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
            sheets = {seat: self.sheet(seat, n, answers=given) for seat, given in answers.items()}

    def both_ways(self, rules: Rules[S], asking: Rules[S], seed: str, turns: int) -> int:
        """Plays some player-turns both ways, which must lead to the same; returns the mails.

        Args:
            asking: the same rules, with every question put.
        """
        one, other, total = first_save(rules), first_save(asking), 0
        for number in range(1, turns + 1):
            if one.is_over:
                break
            written = self.by_chance(rules, self.state_of(one), f"{seed}-{number}")
            one, events = self.straight(rules, one, number, written)
            other, others, mails = self.piecemeal(asking, other, number, written)
            assert events == others
            total += mails
        return total

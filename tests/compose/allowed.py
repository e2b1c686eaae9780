"""What the rules allow as the first order of a topic, asked of the very rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from adjudicator.core.decks import Deck
from adjudicator.core.game import Ask, Event, Order, Suspended, Table
from adjudicator.core.save import state_of
from adjudicator.core.sheet import tag_of, topics_of
from tests.compose.recorded import Position

__all__ = ["question_of"]


class _Until:
    """A table that carries out a sheet up to a topic, without dice, and keeps what is asked."""

    def __init__(
        self,
        position: Position,
        orders: Mapping[str, Sequence[Order]],
        topic: str,
        wanted: type[Order] | None,
    ) -> None:
        self.wanted = wanted
        self.rules, self.seat, self.topic = position.rules, position.seat, topic
        self.state = self.rules.view(state_of(self.rules.game, position.saved.position), self.seat)
        self.queues = {name: list(listed) for name, listed in orders.items()}
        self.asked: Ask[Any] | None = None

    def record(self, event: Event) -> None:
        self.state = self.rules.evolve(self.state, event)

    def next(self, question: Ask[Any]) -> Order | None:
        if question.seat != self.seat:
            return None
        if question.topic == self.topic and self.wanted in (None, question.expects):
            self.asked = question
            raise Suspended(())
        queue = self.queues.get(question.topic, [])
        for place, order in enumerate(queue):
            if question.matches is None or question.matches(order):
                found: Order = queue.pop(place)
                return found
        return None

    def ask(self, question: Ask[Any]) -> Order:
        if question.seat == self.seat and question.topic == self.topic:
            self.asked = question
            raise Suspended(())
        answer: Order | None = question.default_answer()
        if answer is None:
            raise Suspended(())
        return answer

    def ask_all(self, questions: Sequence[Ask[Any]]) -> tuple[Order, ...]:
        return tuple(self.ask(one) for one in questions)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        raise Suspended(())

    def draw(self, label: str, pile: Sequence[Any]) -> Any:
        raise Suspended(())

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        raise Suspended(())

    def unseal(self, deck: Deck, position: int) -> str:
        card = deck.card(position)
        if card is None:
            raise Suspended(())
        return card


def question_of(
    position: Position,
    topic: str,
    sheet: Mapping[str, Any],
    wanted: type[Order] | None = None,
) -> Ask[Any] | None:
    """Returns the question that the first order of a topic answers; None: it comes behind dice.

    Args:
        sheet: the orders of earlier topics.
        wanted: the kind of order, where a topic asks for several one after another.
    """
    models = {
        name: {tag_of(one): one for one in listed}
        for name, listed in topics_of(position.rules.game).items()
    }
    orders = {
        name: [models[name][one["order"]].model_validate_json(json.dumps(one)) for one in listed]
        for name, listed in sheet.items()
    }
    table = _Until(position, orders, topic, wanted)
    step = position.rules.next_step(table.state)
    turn = None if step is None else step.turn
    try:
        while step is not None and step.turn == turn:
            step.run(cast("Table[Any]", table))
            step = position.rules.next_step(table.state)
    except Suspended:
        pass
    return table.asked

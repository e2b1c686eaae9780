"""Plays by chance: a table that answers every question with a random legal order."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Self, TypeVar

from adjudicator.audit import tfd1
from adjudicator.core.decks import Card, Deck
from adjudicator.core.game import Ask, Event, Order
from adjudicator.core.table import DiceRolled
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.state import State

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")


class Chance:
    """Choices and dice that depend on a seed alone."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0

    def __call__(self, things: Sequence[T], /) -> T:
        self._count += 1
        digest = sha256(f"{self._seed}/{self._count}".encode()).digest()
        return things[int.from_bytes(digest[:8], "big") % len(things)]


class RandomTable:
    """A table at which everything is decided by chance; each answer is checked."""

    def __init__(self, rules: FortressAmericaRules, state: State, choose: Chance) -> None:
        self._rules, self._choose = rules, choose
        self.state = state
        self.events: list[Event] = []
        self._orders: dict[str, dict[str, list[Order]]] = {}
        """By seat and topic, the orders taken; none where nothing was ordered."""

    def orders_of(self, seat: str) -> dict[str, list[Any]]:
        """Returns by topic what a seat ordered, as it stands in a sheet."""
        given = self._orders.get(seat, {})
        return {topic: [order.to_json() for order in orders] for topic, orders in given.items()}

    def ask(self, question: Ask[O]) -> O:
        if question.options is None:
            given = self._sampled(question)
            assert not list(question.check(given)), (given, list(question.check(given)))
            return given
        options = list(question.options())
        assert options, question.label
        if question.default is not None:
            default = question.default()
            assert default is not None
            assert not list(question.check(default)), question.label
            assert default in options
        for option in options:
            assert not list(question.check(option)), (question.label, option)
        return self._choose(options)

    def _sampled(self, question: Ask[O]) -> O:
        """Answers where the answers are too many to list: cards, the order of the battles."""
        given = question.sample(self._choose) if question.sample is not None else None
        if given is None and question.default is not None:
            given = question.default()
        assert given is not None, question.label
        return given

    def _queue(self, question: Ask[O]) -> list[Order]:
        return self._orders.setdefault(question.seat, {}).setdefault(question.topic, [])

    def next(self, question: Ask[O]) -> O | None:
        assert question.sample is not None, question.label
        queue = self._queue(question)
        for _ in range(3):
            order = question.sample(self._choose)
            if order is not None:
                assert not list(question.check(order)), (order, list(question.check(order)))
                queue.append(order)
                return order
        if question.check_complete is not None:
            assert not list(question.check_complete()), list(question.check_complete())
        return None

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        return tuple(self.ask(question) for question in questions)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        assert count > 0, label
        values = tuple(self._choose(range(1, sides + 1)) for _ in range(count))
        self.events.append(DiceRolled(label=label, sides=sides, values=values))
        return values

    def draw(self, label: str, pile: Sequence[T]) -> T:
        return pile[self.roll(label, count=1, sides=len(pile))[0] - 1]

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        left, order = list(cards), list[Card]()
        while left:
            value = self._choose(left)
            left.remove(value)
            order.append(Card(value=value, salt=tfd1.ZERO))
        return Deck(label=label, n=1, cards=tuple(cards), order=tuple(order))

    def unseal(self, deck: Deck, position: int) -> str:
        assert position not in deck.public, f"{deck.label}: {position} was unsealed before"
        card = deck.card(position)
        assert card is not None
        return card

    def record(self, event: Event) -> None:
        self.state = self._rules.evolve(self.state, event)
        self.events.append(event)

    def play_turn(self) -> Self:
        """Plays the player-turn that begins to its end; returns the table."""
        step = self._rules.next_step(self.state)
        turn = None if step is None else step.turn
        while step is not None and step.turn == turn:
            step.run(self)
            step = self._rules.next_step(self.state)
        return self


def random_match(rules: FortressAmericaRules, seed: str, turns: int) -> tuple[State, list[Event]]:
    """Plays to the end of turn `turns` at most; returns the last state and all that happened."""
    choose, state, events = Chance(seed), rules.start, list[Event]()
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = RandomTable(rules, state, choose)
        step.run(table)
        assert table.state != state, step.label
        state = table.state
        events += table.events
    return state, events

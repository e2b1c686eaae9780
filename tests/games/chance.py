"""Plays a game by chance: a table that answers every question with a legal order."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512
from struct import unpack
from typing import Generic, TypeVar

from adjudicator.audit import tfd1
from adjudicator.core.decks import Card, Deck
from adjudicator.core.game import Ask, Event, Order, Rules, State

__all__ = ["Chance", "LeanTable", "O"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
S = TypeVar("S", bound=State)
T = TypeVar("T")


class Chance:
    """Choices and dice that depend on a seed alone; one digest does for sixteen of them."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0
        self._left: list[int] = []

    def __call__(self, things: Sequence[T], /) -> T:
        """Chooses one of several things."""
        if not self._left:
            self._count += 1
            digest = sha512(f"{self._seed}/{self._count}".encode()).digest()
            self._left = list(unpack(">16I", digest))
        return things[self._left.pop() % len(things)]


class LeanTable(Generic[S]):
    """A table that takes what chance gives it and judges nothing."""

    def __init__(self, rules: Rules[S], state: S, choose: Chance) -> None:
        self._rules, self._choose = rules, choose
        self.state = state
        self.events: list[Event] = []
        self.answers = 0

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        self.answers += 1
        if question.options is not None:
            return self._choose(list(question.options()))
        given = question.sample(self._choose) if question.sample is not None else None
        assert given is not None, question.label
        return given

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order, or None where chance found none."""
        assert question.sample is not None, question.label
        order = question.sample(self._choose)
        if order is not None:
            self.answers += 1
        return order

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        """Returns any legal answers."""
        return tuple(self.ask(question) for question in questions)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice."""
        assert count > 0, label
        return tuple(self._choose(range(1, sides + 1)) for _ in range(count))

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Returns one of a pile."""
        return self._choose(pile)

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns cards in any order, under salts that hide nothing."""
        left, order = list(cards), list[Card]()
        while left:
            value = self._choose(left)
            left.remove(value)
            order.append(Card(value=value, salt=tfd1.ZERO))
        return Deck(label=label, n=1, cards=tuple(cards), order=tuple(order))

    def unseal(self, deck: Deck, position: int) -> str:
        """Returns the card at a position."""
        assert position not in deck.public, f"{deck.label}: {position} was unsealed before"
        card = deck.card(position)
        assert card is not None
        return card

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self.state = self._rules.evolve(self.state, event)
        self.events.append(event)

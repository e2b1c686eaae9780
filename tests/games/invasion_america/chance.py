"""Plays Invasion: America by chance: a table that answers every question with a legal order."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512
from struct import unpack
from typing import TypeVar

from adjudicator.core.decks import Deck
from adjudicator.core.game import Ask, Event, Order
from adjudicator.core.table import DiceRolled
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.state import State

__all__ = ["Chance", "LeanTable", "O", "RandomTable", "random_match"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")

_TRIES = {"setup": 200}
_USUAL_TRIES = 3
"""How often a topic is asked for one more order before it ends; a set-up must be whole."""


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


class LeanTable:
    """A table that takes what chance gives it and judges nothing."""

    def __init__(
        self, rules: InvasionAmericaRules, state: State, choose: Chance, most: int = 400
    ) -> None:
        """Opens a step in which a topic takes `most` orders at most."""
        self._rules, self._choose, self._most = rules, choose, most
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
        """Returns any legal order, or None where chance found none in a few tries."""
        assert question.sample is not None, question.label
        tries = _TRIES.get(question.topic, _USUAL_TRIES if self.answers < self._most else 0)
        for _ in range(tries):
            order = question.sample(self._choose)
            if order is not None:
                self.answers += 1
                return order
        return None

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
        """Makes no deck: this game has no cards."""
        raise AssertionError(label)

    def unseal(self, deck: Deck, position: int) -> str:
        """Opens no card: this game has none."""
        raise AssertionError(deck.label)

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self.state = self._rules.evolve(self.state, event)
        self.events.append(event)


class RandomTable(LeanTable):
    """A table that holds every answer against the rules, and tells of dice."""

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order; behind the last one the topic as a whole is legal."""
        order = super().next(question)
        if order is not None:
            found = list(question.check(order))
            assert not found, (question.label, order, found)
        elif question.check_complete is not None:
            found = list(question.check_complete())
            assert not found, (question.label, found)
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice, and tells of them."""
        values = super().roll(label, count=count, sides=sides)
        self.events.append(DiceRolled(label=label, sides=sides, values=values))
        return values


def random_match(
    rules: InvasionAmericaRules, seed: str, turns: int = 60
) -> tuple[State, list[Event]]:
    """Plays to the end of a match, of game-turn `turns` at most."""
    choose, state, events = Chance(seed), rules.start, list[Event]()
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = RandomTable(rules, state, choose)
        step.run(table)
        assert table.state != state, step.label
        broken = list(rules.check_state(table.state))
        assert not broken, (step.label, broken)
        state = table.state
        events += table.events
    return state, events

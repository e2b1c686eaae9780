"""Examples of orders that are legal in a position: the very rules, asked what they would take.

A player-turn is played with samples instead of sheets and with dice that show the same each time;
what one seat was asked on the way are its examples. They belong together as one sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from adjudicator.core.decks import Deck
from adjudicator.core.game import Ask, Event, Order, Rules, State, Suspended
from adjudicator.core.problem import Problem

__all__ = ["example_orders"]

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")

_Key: TypeAlias = tuple[str, str, str]
"""A seat, a topic and, if it has parts, the label of one."""

PLAYS = 6
"""How often the player-turn is played at most, until all topics that came up have an example."""
TRIES = 60
"""How many choices are tried before a topic is left without an example."""
MOST = 60
"""More orders than this no topic takes to be whole."""


def example_orders(rules: Rules[Any], view: State, seat: str) -> dict[str, tuple[Order, ...]]:
    """Returns legal orders by topic for the player-turn that stands in what a seat may see.

    A topic has one order, or as many as it needs to be legal as a whole; none, where none is
    possible. What is not asked is absent.
    """
    best: dict[str, tuple[Order, ...]] = {}
    for play in range(PLAYS):
        found = _played(rules, view, seat, play)
        if _fullness(found) > _fullness(best):
            best = found
        if all(found.values()):
            break
    return best


def _fullness(found: Mapping[str, Sequence[Order]]) -> tuple[int, int]:
    return sum(1 for orders in found.values() if orders), len(found)


def _played(rules: Rules[Any], state: State, seat: str, play: int) -> dict[str, tuple[Order, ...]]:
    found: dict[tuple[str, str], list[Order]] = {}
    step = rules.next_step(state)
    turn = None if step is None else step.turn
    while step is not None and step.turn == turn:
        table = _Sampling(rules, state, found, play)
        try:
            step.run(table)
        except Suspended:
            # Only the seat itself can answer: the examples end here.
            break
        state = table.state
        step = rules.next_step(state)
    return {topic: tuple(orders) for (whose, topic), orders in found.items() if whose == seat}


class _Sampling(Generic[S]):
    """A table that answers every question itself."""

    def __init__(
        self, rules: Rules[S], state: S, found: dict[tuple[str, str], list[Order]], play: int
    ) -> None:
        self.state: S = state
        self._rules, self._play = rules, play
        # By seat and topic, of the whole player-turn: a step may come again while there are orders.
        self._found = found
        self._taken: dict[_Key, int] = {}
        self._drafts: dict[_Key, Sequence[Order]] = {}

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self.state = self._rules.evolve(self.state, event)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice that all show their middle, largest or smallest number."""
        return (((sides + 1) // 2, sides, 1)[self._play % 3],) * count

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Returns the first thing of the pile."""
        return pile[0]

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns a deck of which nothing is known."""
        return Deck(label=label, n=1, cards=tuple(cards), order=(None,) * len(cards))

    def unseal(self, deck: Deck, position: int) -> str:
        """Returns a card that is known here; where it is not, the examples end."""
        card = deck.card(position)
        if card is None:
            raise Suspended(())
        return card

    def next(self, question: Ask[O]) -> O | None:
        """Returns the next order of a topic; one, or as many as the topic needs."""
        key = self._key(question)
        taken = self._taken.get(key, 0)
        drafted = self._drafted(question)
        if drafted:
            order = drafted[taken] if taken < len(drafted) else None
        elif self._has_example(question) and not _lacks(question):
            order = None
        else:
            order = next(_samples(question, self._play), None) if taken < MOST else None
        kept = self._found.setdefault((question.seat, question.topic), [])
        if order is None:
            return None
        assert isinstance(order, question.expects)
        self._taken[key] = taken + 1
        kept.append(order)
        return order

    def _key(self, question: Ask[Any]) -> _Key:
        """Returns what tells the queues of orders apart: a topic may have parts."""
        part = "" if question.matches is None else question.label
        return question.seat, question.topic, part

    def _drafted(self, question: Ask[O]) -> Sequence[Order]:
        """Returns what the game drafts for a queue of orders."""
        key, concerns = self._key(question), question.matches
        if key not in self._drafts:
            drafted = self._rules.draft(self.state, question.seat, question.topic)
            self._drafts[key] = [one for one in drafted if concerns is None or concerns(one)]
        return self._drafts[key]

    def _has_example(self, question: Ask[O]) -> bool:
        """Whether a topic, or the part of it that is asked for, has an order.

        A topic of which every step takes one order would go on for ever.
        """
        if question.matches is not None:
            return bool(self._taken.get(self._key(question)))
        return bool(self._found.get((question.seat, question.topic)))

    def ask(self, question: Ask[O]) -> O:
        """Returns the default, the first legal answer, or a sample of what has no list."""
        order = question.default_answer()
        if order is None:
            order = next(_samples(question, self._play), None)
        if order is None:
            raise Suspended(())
        kept = self._found.setdefault((question.seat, question.topic), [])
        if not kept:
            kept.append(order)
        return order

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        """Returns an answer to each."""
        return tuple(self.ask(question) for question in questions)


def _lacks(question: Ask[O]) -> bool:
    """Whether a topic is not whole yet."""
    return question.check_complete is not None and any(question.check_complete())


def _samples(question: Ask[O], play: int) -> Iterator[O]:
    """Yields legal orders, the same each time."""
    for place in range(TRIES if question.sample is not None else 0):
        assert question.sample is not None
        order = question.sample(_Chooser(place + play))
        problems: list[Problem] = [] if order is None else list(question.check(order))
        if order is not None and not problems:
            yield order


class _Chooser:
    """Takes something rather than nothing, all rather than a part, and each time another one."""

    def __init__(self, place: int) -> None:
        self._place = place

    def __call__(self, things: Sequence[T], /) -> T:
        real = [thing for thing in things if thing is not None] or list(things)
        return real[-1 if isinstance(things, range) else self._place % len(real)]

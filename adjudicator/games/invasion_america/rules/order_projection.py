"""What the orders of a sheet do behind a die, told before it falls. (17.1)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.core.decks import Deck
from adjudicator.core.game import Ask, Event, Order
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america.events import AnnexationCut, PhaseBegun
from adjudicator.games.invasion_america.rules.evolve import evolve
from adjudicator.games.invasion_america.rules.movement import (
    mechanised_phase,
    movement_phase,
)
from adjudicator.games.invasion_america.rules.rail import rail_phase
from adjudicator.games.invasion_america.rules.supply import (
    primary_supply,
    second_supply,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["Failure", "OrderProjection", "ProjectionTable", "project_orders", "project_to_the_end"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")


class Failure(NamedTuple):
    """An order that would not be carried out, or not whole."""

    topic: str
    place: int
    """Its place in the topic, from 0."""
    problem: Problem


class OrderProjection(NamedTuple):
    """What the orders would do."""

    state: State
    events: Sequence[Event]
    failures: Sequence[Failure]
    problems: Mapping[tuple[str, int | None], Sequence[Problem]]
    """By topic and place in it, all that is wrong with an order; None: with the topic as a whole,
    behind its last order."""


def project_orders(
    book: Ruleset, state: State, orders: Mapping[str, Sequence[Order]], *, is_cut: bool
) -> OrderProjection:
    """Returns what the orders of the U.S. do behind the die for its garrison, up to the combat.

    Args:
        state: the position before the die.
        is_cut: whether the die cuts Central America off.
    """
    return _told(_to_the_combat(book, state, orders, is_cut=is_cut))


def project_to_the_end(
    book: Ruleset, state: State, orders: Mapping[str, Sequence[Order]], *, is_cut: bool
) -> OrderProjection:
    """Returns what orders without attacks do behind that die, mechanised movement included."""
    table = _to_the_combat(book, state, orders, is_cut=is_cut)
    table.record(PhaseBegun(phase="second-supply"))
    second_supply(book, table)
    mechanised_phase(book, table)
    return _told(table)


def _to_the_combat(
    book: Ruleset, state: State, orders: Mapping[str, Sequence[Order]], *, is_cut: bool
) -> ProjectionTable:
    table = ProjectionTable(book, state, orders)
    if is_cut:
        table.record(AnnexationCut())
    table.record(PhaseBegun(phase="supply"))
    primary_supply(book, table)
    rail_phase(book, table)
    movement_phase(book, table)
    return table


def _told(table: ProjectionTable) -> OrderProjection:
    return OrderProjection(table.state, table.events, table.failures, table.problems)


class ProjectionTable:
    """A table at which the orders of a sheet are tried, and no dice fall."""

    def __init__(self, book: Ruleset, state: State, orders: Mapping[str, Sequence[Order]]) -> None:
        self._book = book
        self._left = {topic: iter([*enumerate(listed)]) for topic, listed in orders.items()}
        self.state = state
        self.events: list[Event] = []
        self.failures: list[Failure] = []
        self.problems: dict[tuple[str, int | None], Sequence[Problem]] = {}

    def next(self, question: Ask[O]) -> O | None:
        """Returns the next order of the topic that can be carried out, whole or in part."""
        left: Iterator[tuple[int, Order]] = self._left.get(question.topic, iter(()))
        for index, order in left:
            if not isinstance(order, question.expects):
                continue
            problems = list(question.check(order))
            if not problems:
                return order
            self.failures.append(Failure(question.topic, index, problems[0]))
            self.problems[question.topic, index] = problems
            part = question.clamped(order) if question.clamped is not None else None
            if part is not None and not any(question.check(part)):
                return part
        closing = list(question.check_complete()) if question.check_complete is not None else []
        if closing:
            self.problems[question.topic, None] = closing
        return None

    def ask(self, question: Ask[O]) -> O:
        """Asks nobody: movement has no questions."""
        raise AssertionError(question.label)

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        """Asks nobody."""
        raise AssertionError(questions)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Rolls nothing: movement has no dice."""
        raise AssertionError(label)

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Draws nothing."""
        raise AssertionError(label)

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Makes no deck."""
        raise AssertionError(label)

    def unseal(self, deck: Deck, position: int) -> str:
        """Opens no card."""
        raise AssertionError(deck.label)

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self.state = evolve(self._book, self.state, event)
        self.events.append(event)

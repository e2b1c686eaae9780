"""The chain of answers: by label > by topic > the only legal one > standing > default > suspended.

`Answers` holds what the seats have said so far in one player-turn, and looks answers up. It changes
only by taking (marking orders and answers as used), so that a snapshot of the marks is all that a
checkpoint needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from adjudicator.core.ending import MATCH
from adjudicator.core.game import Order, Rules, StandingOrder
from adjudicator.core.problem import Problem
from adjudicator.core.sheet import AskAgain, Sheet
from adjudicator.core.values import FrozenMap, Id, Value

__all__ = ["Answers", "Marks", "Taken", "WhyAsked", "standing_problems"]

WhyAsked: TypeAlias = Literal["hold", "option", "standing"]
"""The seat holds the topic; an option of the match or a standing order asks every time."""


class Marks(Value):
    """What has been taken from the sheets in force, as of a checkpoint."""

    begun: FrozenMap[Id, tuple[Id, ...]] = FrozenMap()
    """By seat, the topics whose first question was reached, in that order."""
    used: FrozenMap[Id, FrozenMap[Id, tuple[int, ...]]] = FrozenMap()
    """By seat and topic, places in the topic's list that were taken or passed over."""
    answered: FrozenMap[Id, tuple[str, ...]] = FrozenMap()
    """By seat, labels whose answers were taken or reported."""
    sheets_before: int = 0
    """In a player-turn in parts: how many of the sheets in force came before the present part."""


class Taken:
    """An order of a queue with its place."""

    __slots__ = ("index", "order")

    def __init__(self, index: int, order: Order) -> None:
        self.index = index
        self.order = order


class Answers:
    """The sheets in force in one player-turn, the standing orders of all seats, and the marks."""

    def __init__(
        self,
        sheets: Iterable[Sheet],
        standing: Mapping[str, Sequence[StandingOrder]],
        always_ask: Sequence[str],
        marks: Marks,
    ) -> None:
        self.sheets: tuple[Sheet, ...] = tuple(sheets)
        self._standing = {seat: tuple(orders) for seat, orders in standing.items()}
        self._always_ask = tuple(always_ask)
        self._begun = {seat: list(topics) for seat, topics in marks.begun.items()}
        self._used = {
            seat: {topic: set(places) for topic, places in topics.items()}
            for seat, topics in marks.used.items()
        }
        self._answered = {seat: list(labels) for seat, labels in marks.answered.items()}
        self._sheets_before = marks.sheets_before
        self.another_chose = False
        """In a dry run: whether another seat has chosen something; what comes then is open."""

    def marks(self) -> Marks:
        """Returns the marks as they stand."""
        return Marks(
            begun=FrozenMap({seat: tuple(topics) for seat, topics in self._begun.items()}),
            used=FrozenMap(
                {
                    seat: FrozenMap({t: tuple(sorted(places)) for t, places in topics.items()})
                    for seat, topics in self._used.items()
                }
            ),
            answered=FrozenMap({seat: tuple(labels) for seat, labels in self._answered.items()}),
            sheets_before=self._sheets_before,
        )

    def begin_part(self) -> None:
        """Begins the next part of a player-turn: its topics begin again, holds hold again."""
        self._begun = {}
        self._sheets_before = len(self.sheets)

    def renew(self, sheet: Sheet) -> None:
        """Takes a new sheet in: the orders that it repeats are all to be carried out again."""
        for topic in sheet.orders:
            if not self.is_begun(sheet.seat, topic):
                self._used.get(sheet.seat, {}).pop(topic, None)

    def seats(self) -> tuple[str, ...]:
        """Returns the seats with a sheet in force, each once, in the order of arrival.

        A sheet that speaks of nothing but the match is not what a player-turn awaits.
        """
        return tuple(dict.fromkeys(s.seat for s in self.sheets if not s.is_about_match))

    def begin(self, seat: str, topic: str) -> None:
        """Marks a topic as begun: from here on no sheet can replace its orders."""
        topics = self._begun.setdefault(seat, [])
        if topic not in topics:
            topics.append(topic)

    def is_begun(self, seat: str, topic: str) -> bool:
        """Returns whether a question of this topic was reached in this player-turn."""
        return topic in self._begun.get(seat, ())

    def queue(self, seat: str, topic: str) -> tuple[Order, ...] | None:
        """Returns the orders of the seat's latest sheet that names the topic."""
        sheet = self._latest(seat, topic)
        return None if sheet is None else sheet.orders[topic]

    def _latest(self, seat: str, topic: str) -> Sheet | None:
        for sheet in self.sheets[::-1]:
            if sheet.seat == seat and topic in sheet.orders:
                return sheet
        return None

    def unused(self, seat: str, topic: str) -> Iterator[Taken]:
        """Yields the orders of the topic's queue that are neither taken nor passed over."""
        used = self._used.get(seat, {}).get(topic, set())
        orders = self.queue(seat, topic) or ()
        return (Taken(i, order) for i, order in enumerate(orders) if i not in used)

    def use(self, seat: str, topic: str, index: int) -> None:
        """Marks one order of a queue as taken or passed over."""
        self._used.setdefault(seat, {}).setdefault(topic, set()).add(index)

    def is_last_word(self, seat: str, name: str) -> bool:
        """Returns whether the seat's latest sheet gives a topic or answer, or is its only one."""
        *earlier, last = (s for s in self.sheets if s.seat == seat and not s.is_about_match)
        return not earlier or name in last.orders or name in last.answers

    def answer(self, seat: str, label: str) -> Order | None:
        """Returns the seat's answer to this very question, the latest sheet's first."""
        for sheet in self.sheets[::-1]:
            if sheet.seat == seat and label in sheet.answers:
                return sheet.answers[label]
        return None

    def use_answer(self, seat: str, label: str) -> None:
        """Marks an answer as taken or reported."""
        self._answered.setdefault(seat, []).append(label)

    def is_answered(self, seat: str, label: str) -> bool:
        """Returns whether the answer to this question was taken or reported before."""
        return label in self._answered.get(seat, ())

    def unused_orders(self, topics: Iterable[str]) -> list[tuple[str, str, Taken]]:
        """Returns seat, topic and order of every order of some topics that nothing took."""
        return [
            (seat, topic, taken)
            for seat in sorted(self.seats())
            for topic in topics
            for taken in self.unused(seat, topic)
        ]

    def unused_answers(self) -> list[tuple[str, str, Order]]:
        """Returns seat, label and answer of every question that was never asked."""
        left = {
            (sheet.seat, label): answer
            for sheet in self.sheets
            for label, answer in sheet.answers.items()
            if not self.is_answered(sheet.seat, label)
        }
        return [(seat, label, answer) for (seat, label), answer in sorted(left.items())]

    def standing(self, seat: str) -> tuple[StandingOrder, ...]:
        """Returns the seat's standing orders."""
        return self._standing.get(seat, ())

    def is_held(self, seat: str, topic: str) -> bool:
        """Returns whether the seat's sheets hold the topic back until it is asked again.

        A later sheet lifts the hold by giving the topic, in a player-turn in parts for the part
        in which it comes, or by another `hold` for all.
        """
        held: set[str] = set()
        for place, sheet in enumerate(self.sheets):
            if sheet.seat != seat:
                continue
            if sheet.hold is not None:
                held = set(sheet.hold)
            elif place >= self._sheets_before:
                held -= sheet.orders.keys()
        return topic in held

    def why_asked(self, seat: str, topic: str) -> WhyAsked | None:
        """Returns why neither standing orders nor defaults answer for the topic; None: they do."""
        if self.is_held(seat, topic):
            return "hold"
        if topic in self._always_ask:
            return "option"
        asks = (order for order in self.standing(seat) if isinstance(order, AskAgain))
        return "standing" if any(topic in order.topics for order in asks) else None

    def has_orders_left(self, sheet: Sheet) -> bool:
        """Returns whether something that the sheet orders is still to be carried out.

        What a later sheet of the seat replaced never will be; what it says about the match was.
        """
        used = self._used.get(sheet.seat, {})
        return any(
            index not in used.get(topic, ())
            for topic, orders in sheet.orders.items()
            if topic != MATCH and self._latest(sheet.seat, topic) is sheet
            for index in range(len(orders))
        )


def standing_problems(rules: Rules[Any], sheet: Sheet) -> Iterator[Problem]:
    """Yields what a game finds wrong with the standing orders of a sheet.

    `ask` is the core's own: no game is asked about it.
    """
    for place, order in enumerate(sheet.standing or ()):
        if not isinstance(order, AskAgain):
            for problem in rules.check_standing(sheet.seat, order):
                yield problem.under("standing", place)

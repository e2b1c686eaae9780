"""The built-in player's sheets: what a seat orders and answers, found by running the very rules.

The rules run dry, as when a sheet is checked; but every topic and question of the seat is put to
the built-in player, up to the first die. For the topics behind it it plans by what it sees then:
such orders are skipped where the dice make them impossible, as everybody's are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

from adjudicator.core.capabilities import Plays, player_of
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Ask, Order, Pending, Rules, State, Step
from adjudicator.core.problem import Problem
from adjudicator.core.referee import Save
from adjudicator.core.sheet import as_written, read_sheet
from adjudicator.core.table import Found, WorkingTable
from adjudicator.core.values import JSONValue, canonical

__all__ = ["WrittenSheet", "awaited_seats", "written_sheet"]

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


class WrittenSheet(NamedTuple):
    """A sheet as the built-in player wrote it."""

    document: dict[str, Any]
    left_out: tuple[Problem, ...]
    """Why planned orders were left out; empty for a player who knows the rules."""


@dataclass(slots=True)
class _Writing:
    """What has been written so far."""

    seat: str
    player: Plays[Any]
    given: frozenset[str]
    """Topics that earlier sheets of the seat gave in this player-turn, or that have begun."""
    orders: dict[str, list[Order]] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """Topics before which the match waits: without orders, too, the sheet must give them."""
    answers: dict[str, Order] = field(default_factory=dict)
    left_out: list[Problem] = field(default_factory=list)
    planned: dict[str, list[Order]] = field(default_factory=dict)
    """By topic, the orders planned and not given yet."""
    table: WorkingTable[Any] | None = None
    """The table of the step that was entered last."""
    step: Step[Any] | None = None
    """That step."""
    is_stopped: bool = False
    """Whether that step has not come to its end."""
    turns: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By player-turn, what is written for those that are complete."""

    def enter(self, rules: Rules[Any], table: WorkingTable[Any], step: Step[Any]) -> None:
        """Goes on to the next step; where another player-turn begins, the last one is complete."""
        if self.step is not None and self.step.turn != step.turn:
            self.close_turn(rules)
            self.orders, self.answers, self.asked = {}, {}, set()
            self.given, self.planned = frozenset(), {}
        elif _part(self.step) not in (None, _part(step)):
            # A dry run goes on in the seat's next part: what it orders in this one is complete.
            self.finish(rules)
        self.table, self.step, self.is_stopped = table, step, True

    def close_turn(self, rules: Rules[Any]) -> None:
        """Completes what is written for a player-turn."""
        if self.is_stopped:
            self.finish(rules)
        said: dict[str, Any] = {"orders": _written(self)}
        if self.answers:
            said["answers"] = {label: as_written(one) for label, one in self.answers.items()}
        self.turns["" if self.step is None else self.step.turn] = said

    def add(self, topic: str, order: Order, problems: Iterable[Problem]) -> bool:
        """Takes an order in, unless it has a problem; returns whether it did."""
        written = self.orders.setdefault(topic, [])
        found = [problem.under("orders", topic, len(written)) for problem in problems]
        self.left_out += found
        if not found:
            written.append(order)
        return not found

    def finish(self, rules: Rules[Any]) -> None:
        """Plans what stands behind the first die, in the position before it."""
        if self.table is None or self.step is None or self.seat not in self.step.seats:
            return
        state = self.table.state
        view = rules.view(state, self.seat)
        for topic in self.step.topics:
            left = self.planned.get(topic)
            if left is None and topic not in self.given:
                left = list(self.player.bot_orders(view, self.seat, topic))
            for order in left or ():
                shape = rules.check_static(state, topic, order, seat=self.seat)
                self.add(topic, order, shape)
        self.planned = {}


def awaited_seats(pending: Sequence[Pending]) -> tuple[str, ...]:
    """Returns the seats from which something is awaited, each once, in that order."""
    return tuple(dict.fromkeys(asked.seat for asked in pending if asked.seat is not None))


def written_sheet(rules: Rules[Any], save: Save, blank: Mapping[str, Any]) -> WrittenSheet:
    """Returns the sheet with which the built-in player answers what is awaited from a seat.

    It is a function of what the seat may see, and of nothing else.

    Args:
        blank: the document of a sheet for the next opening without orders; its seat plays. Of the
            later player-turns that it names, too, the orders are written; they are for the
            position that there is if nothing more happens before.

    Raises:
        Refused: the game has no built-in player.
    """
    sheet, problems = read_sheet(rules.game, blank)
    assert sheet is not None, problems
    seat = sheet.seat
    earlier = [entry.said["orders"] for entry in save.sheets if entry.seat == seat]
    begun = save.topics_begun.get(seat, ())
    given = frozenset((*begun, *(topic for orders in earlier for topic in orders)))
    given |= _sealed(rules, save, seat)
    writing = _Writing(seat, player_of(rules), given)
    make_table = partial(_PlayedTable, writing=writing)
    dry = dry_run(rules, save, {seat: sheet}, sheet.n, seat=seat, make_table=make_table)
    if not sheet.then:
        writing.is_stopped = dry.why in ("dice", "awaited")
    writing.close_turn(rules)
    document = {**blank, **next(iter(writing.turns.values()))}
    if sheet.then:
        document["then"] = {
            turn: said for turn, said in writing.turns.items() if turn in sheet.then
        }
    return WrittenSheet(document, tuple(writing.left_out))


def _part(step: Step[Any] | None) -> str | None:
    return None if step is None or step.part is None else step.part.label


def _sealed(rules: Rules[Any], save: Save, seat: str) -> frozenset[str]:
    """Returns the topics of which nobody orders more: all sheets of the turn have been opened."""
    state = type(rules.start).model_validate_json(canonical(save.checkpoint))
    step = rules.next_step(state)
    if step is None or step.part is None or not save.begun:
        return frozenset()
    asked = {pending.topic for pending in save.pending if pending.seat == seat}
    return frozenset(step.topics) - asked


def _written(writing: _Writing) -> dict[str, JSONValue]:
    return {
        topic: [as_written(order) for order in listed]
        for topic, listed in writing.orders.items()
        if listed or topic in writing.asked
    }


class _PlayedTable(WorkingTable[S]):
    """A table at which one seat is played by the built-in player and no die is rolled."""

    def __init__(
        self, rules: Rules[S], state: S, step: Step[S], *, writing: _Writing, **parts: Any
    ):
        super().__init__(rules, state, step, **parts)
        self._writing = writing
        writing.enter(rules, self, step)
        self._planned_in: dict[str, S] = {}
        """By topic, the state in which its orders were planned."""

    def close(self) -> None:
        """Ends the step."""
        super().close()
        self._writing.is_stopped = False

    def next(self, question: Ask[O]) -> O | None:
        """Returns the player's next order that passes; all others' queues are empty."""
        topic = question.topic
        if not self._is_written(question) or self._is_journaled(question.label):
            return super().next(question)
        self._hear()
        self._journaled(question.label)
        if self._answers.why_asked(question.seat, topic) is not None:
            self._writing.asked.add(topic)
            self._writing.orders.setdefault(topic, [])
        self._answers.begin(question.seat, topic)
        if self._planned_in.get(topic) is not self._state:
            self._planned_in[topic] = self._state
            view = self._rules.view(self._state, question.seat)
            self._writing.planned[topic] = list(
                self._writing.player.bot_orders(view, question.seat, topic)
            )
        planned, concerns = self._writing.planned[topic], question.matches
        for order in [one for one in planned if concerns is None or concerns(one)]:
            planned.remove(order)
            if self._writing.add(topic, order, self._problems(question, order)[:1]):
                assert isinstance(order, question.expects)
                return order
        if question.check_complete is not None:
            self._writing.left_out += [p.under("orders", topic) for p in question.check_complete()]
        return None

    def _is_written(self, question: Ask[O]) -> bool:
        """Whether the player is to give a topic: nobody gave it before, or it was held."""
        seat, topic = question.seat, question.topic
        return seat == self._writing.seat and (
            topic not in self._writing.given or self._answers.is_held(seat, topic)
        )

    def _answer(self, question: Ask[O]) -> Found[O] | None:
        """Puts to the player what no sheet answers and is no only choice."""
        is_new = not self._is_journaled(question.label)
        found = super()._answer(question)
        if question.seat != self._writing.seat or not is_new:
            return found
        if found is not None and found.source not in ("standing", "default"):
            return found
        view = self._rules.view(self._state, question.seat)
        order = self._writing.player.bot_answer(view, question)
        if order is None and found is None:
            # The default, where the match asks all the same.
            order = question.default_answer()
        if order is None:
            return found
        problems = self._problems(question, order)
        if problems:
            self._writing.left_out.append(problems[0].under("answers", question.label))
            return found
        self._writing.answers[question.label] = order
        return Found("label", None, order)

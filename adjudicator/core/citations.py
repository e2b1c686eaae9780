"""What was asked in an opening and by which paragraph: a table that listens while rules run."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from adjudicator.core.game import (
    AnswerUnused,
    Ask,
    Event,
    Order,
    OrderCut,
    OrderFailed,
    Source,
    State,
)
from adjudicator.core.problem import Problem
from adjudicator.core.standing import Taken
from adjudicator.core.table import WorkingTable

__all__ = ["Asked", "CitedFailure", "Listener"]

S = TypeVar("S", bound=State)
_Said = TypeVar("_Said", bound=Order)


class Asked(NamedTuple):
    """A question that was answered, with its paragraph."""

    seat: str
    topic: str
    label: str
    rule: str
    prompt: str
    source: Source
    place: int | None
    """In the topic's list in the sheet, from 0, where the answer came from there."""


class CitedFailure(NamedTuple):
    """What a seat said and did not get, with the paragraph that stood against it."""

    event: OrderFailed | OrderCut | AnswerUnused
    rule: str


class Listener:
    """Gathers what was asked and what came of it, over the steps of a run or of a whole replay."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        """New answers; those of a journal are not told again."""
        self.unmet: list[CitedFailure] = []
        """Also those of a journal: the rules go through them again."""

    def table(self, *parts: Any, **named: Any) -> WorkingTable[Any]:
        """Makes the table of a step: what `make_table` of a run wants."""
        return _ListeningTable(*parts, listener=self, **named)


class _ListeningTable(WorkingTable[S]):
    """A table that tells a listener of each question, and changes nothing."""

    def __init__(self, *parts: Any, listener: Listener, **named: Any) -> None:
        super().__init__(*parts, **named)
        self._listener = listener

    def _journal(
        self, question: Ask[_Said], source: Source, index: int | None, order: _Said | None
    ) -> None:
        super()._journal(question, source, index, order)
        if order is not None:
            self._listener.asked.append(
                Asked(
                    question.seat, question.topic, question.label, question.rule, question.prompt,
                    source, index,
                )
            )  # fmt: skip

    def _tell_failed(self, question: Ask[_Said], taken: Taken, problem: Problem) -> None:
        told = len(self.events)
        super()._tell_failed(question, taken, problem)
        self._heard(told, problem.rule or question.rule)

    def _tell_if_cut(self, question: Ask[_Said], index: int, done: _Said) -> None:
        told = len(self.events)
        super()._tell_if_cut(question, index, done)
        self._heard(told, question.rule)

    def _mark(self, question: Ask[_Said], index: int | None, order: _Said) -> None:
        told = len(self.events)
        super()._mark(question, index, order)
        self._heard(told, question.rule)

    def _heard(self, told: int, rule: str) -> None:
        for event in self.events[told:]:
            _note_failure(self._listener.unmet, event, rule)


def _note_failure(unmet: list[CitedFailure], event: Event, rule: str) -> None:
    if isinstance(event, OrderFailed | OrderCut | AnswerUnused):
        found = CitedFailure(event, rule)
        if found not in unmet:
            unmet.append(found)

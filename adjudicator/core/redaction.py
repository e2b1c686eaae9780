"""Who may know what: all that leaves the referee, for one seat or for everybody.

`Rules.view` shows states and `Rules.redact` the game's own events. What the core itself tells (how
a question was answered, which order failed, what is asked) belongs to the seat that it concerns
wherever a match has hidden information, for it quotes that seat's sheet or its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.core.ending import MATCH
from adjudicator.core.game import (
    AnswerUnused,
    Event,
    OrderCut,
    OrderFailed,
    Pending,
    QuestionAnswered,
    Rules,
)

__all__ = ["asked", "is_unread", "redacted"]

_CORE_TOPICS = ("orders", "rolls")
"""Whole sheets and dice: the core asks for them, and says nothing of what lies in them."""


def redacted(rules: Rules[Any], events: Iterable[Event], seat: str | None) -> tuple[Event, ...]:
    """Returns events as one seat (None: everybody) may know them."""
    told = (rules.redact(event, seat) for event in events if _concerns(rules, event, seat))
    return tuple(event for event in told if event is not None)


def asked(rules: Rules[Any], pending: Sequence[Pending], seat: str | None) -> tuple[Pending, ...]:
    """Returns what is pending as one seat (None: everybody) may read it.

    In a match with hidden information a question to another seat is known by its label and topic
    alone: its words and its answers could show a hand.
    """
    return tuple(
        question if _may_read(rules, question, seat) else _unread(question) for question in pending
    )


def _concerns(rules: Rules[Any], event: Event, seat: str | None) -> bool:
    """Whether a seat may know an event of the core's; the game's own are the game's business."""
    match event:
        case OrderFailed() | OrderCut() | QuestionAnswered():
            return not rules.is_hidden or event.seat == seat or event.topic == MATCH
        case AnswerUnused():
            return not rules.is_hidden or event.seat == seat
    return True


def _may_read(rules: Rules[Any], question: Pending, seat: str | None) -> bool:
    return not rules.is_hidden or question.seat == seat or question.topic in _CORE_TOPICS


def _unread(question: Pending) -> Pending:
    words = f"{question.seat} is asked something that {question.seat} alone may read."
    return question.model_copy(update={"prompt": words, "rule": "", "options": None})


def is_unread(question: Pending) -> bool:
    """Whether a question stands here without its words: whoever sees it may not read them."""
    return question == _unread(question)

"""How far a log is proven by playing it again: to its last state line, or not (TFD1 3.10 [A10])."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from adjudicator.audit import log
from adjudicator.audit.dice_audit import not_proven_from
from adjudicator.audit.replay import Replayed
from adjudicator.core.ending import MATCH
from adjudicator.core.game import Rules
from adjudicator.core.save import state_of

__all__ = ["NotProven", "Why", "unproven"]

Why: TypeAlias = Literal["not-yet", "lacking"]
"""Why a log is not proven: it cannot be yet, in the open player-turn or before the end of a match
with hidden information; or something is not there that should be."""


class NotProven(NamedTuple):
    """From where on a log is not proven, and why."""

    n: int
    """The first opening that is not."""
    why: Why
    told: str
    """A sentence that begins with that opening."""


def unproven(rules: Rules[Any], read: log.Log, replayed: Replayed[Any]) -> NotProven | None:
    """Returns from where on a log is not proven; None: to its last state line all of it is.

    Args:
        replayed: the log made again, in which nothing was refuted.
    """
    numbers = [line.payload.n for line in read.lines if isinstance(line.payload, log.StateReached)]
    last = numbers[-1] if numbers else 0
    if not last:
        return None
    if replayed.needs_secret:
        what = "the match has hidden information, and its secret is public only when it is over"
        return _not_proven(1, last, "not-yet", what)
    if replayed.waiting_for:
        n = replayed.waiting_for[0]
        if _is_turn_over(rules, read, replayed, n):
            what = "its sheets are not in the log, and its player-turn is over"
            return _not_proven(n, last, "lacking", what)
        what = "its sheets are withheld until its player-turn is over"
        return _not_proven(n, last, "not-yet", what)
    if replayed.missing:
        what = "the match is over, and the lines that end it are not in the log"
        return _not_proven(last, last, "lacking", what)
    if replayed.left_out and replayed.saved.is_over:
        what = "it was taken back, the match is over, and its sheets are not in the log"
        return _not_proven(replayed.left_out[0], last, "lacking", what)
    return None


def _not_proven(n: int, last: int, why: Why, what: str) -> NotProven:
    return NotProven(n, why, not_proven_from(n, last, what))


def _is_turn_over(rules: Rules[Any], read: log.Log, replayed: Replayed[Any], first: int) -> bool:
    """Whether later sheets order what the player-turn of an opening leaves no room for.

    Of what the missing sheets order the log tells nothing; but whoever may order what in their
    step, the rules say of the position before it.
    """
    state = state_of(rules.game, replayed.saved.checkpoint)
    step = rules.next_step(state)
    if step is None:
        return True
    for (n, seat), sheet in read.published().items():
        orders = sheet.get("orders")
        if n <= first or not isinstance(orders, Mapping):
            continue
        topics = [topic for topic, listed in orders.items() if listed and topic != MATCH]
        if any(seat not in step.seats or topic not in step.topics for topic in topics):
            return True
    return False

"""The options of a match of Fortress America: departures that players agree on beforehand."""

from __future__ import annotations

from typing import Literal, TypeAlias

from adjudicator.core.values import Value

__all__ = ["Options", "Question"]

Question: TypeAlias = Literal["lasers", "invasion", "targets", "disengage", "retreat"]
"""Topics whose questions have published defaults."""


class Options(Value):
    """What may be changed about the game."""

    ask: tuple[Question, ...] = ()
    """Ruling 14: topics in which every seat is asked, without standing orders and defaults."""
    cards: Literal["all-at-once"] = "all-at-once"
    """Action 1, ruling 9: all cards of a US turn are drawn before it begins."""
    invader_turns: Literal["in-order", "simultaneous"] = "in-order"
    """Order of play, ruling 70: the invaders play one after another, or all at the same time on
    sheets that are opened together."""

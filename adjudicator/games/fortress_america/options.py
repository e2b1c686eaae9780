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
    cards: Literal["all-at-once", "one-at-a-time"] = "all-at-once"
    """Action 1, ruling 9: all cards of a US turn are drawn before it begins; or each one in the
    turn, after the laser and after the card before it was played."""

"""What a game throws its dice for: which side threw, what is counted, how likely each result was.

A game tells it by `Rules.trials`; `luck` holds it against what came.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

__all__ = ["Chances", "Trial"]

Chances: TypeAlias = tuple[tuple[int, int], ...]
"""Results of one throw, in ascending order, each with its weight: two hits in six are
((0, 4), (1, 2))."""


class Trial(NamedTuple):
    """Throws that one roll made for one side, all with the same chances.

    A throw is what counts by itself: one die that hits or not, or all dice of an exchange whose
    result they make together.
    """

    label: str
    """The roll of this side, by its label in the log."""
    side: str
    """Who is lucky or not: the side, or the seat in a game where seats fight."""
    role: str
    """What it did, in a word: "attacking"."""
    kind: str
    """Which of its throws these are: "infantry (d6)"."""
    counts: str
    """What is counted: "hits", "troops lost"."""
    wants: Literal["more", "fewer"]
    """What is good for the side."""
    chances: Chances
    """The chances of one throw."""
    came: tuple[int, ...]
    """What came, throw by throw."""

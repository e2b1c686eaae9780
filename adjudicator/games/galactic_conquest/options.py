"""The options of a match of Galactic Conquest: what players agree on beforehand."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.values import Value

__all__ = ["Options", "Question"]

Question: TypeAlias = Literal["defend", "trade"]
"""Topics whose questions have published defaults: the defender's dice, a forced trade."""


class Options(Value):
    """What may be changed about the game."""

    ask: tuple[Question, ...] = ()
    """Rulings 3 and 25: topics in which every seat is asked, without standing orders and
    defaults."""
    set_up: Literal["dealt", "claimed"] = "dealt"
    """Set-up: planets are dealt by lot, or claimed one after another."""
    set_values: Literal["fixed", "rising"] = "fixed"
    """Ruling 14: what a set of cards brings: always the same by its classes, or 4, 6, 8, 10, 12,
    15, 20 and five more each time, whatever its classes."""
    neutral_army: bool = True
    """Set-up: whether a match of two has a third, neutral army."""
    troops: Annotated[int, Field(ge=1, le=9999)] | None = None
    """Set-up: troops that each seat begins with, one for each of its planets at least; null: the
    table's for so many seats. All together are 9,999 at most."""

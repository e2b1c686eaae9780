"""The options of a match of Four Fronts: what players agree on beforehand."""

from __future__ import annotations

from typing import Literal, TypeAlias

from adjudicator.core.values import Value

__all__ = ["Options", "Question"]

Question: TypeAlias = Literal["card", "lose"]
"""Topics whose questions have published defaults: what a card asks, the piece that is lost."""


class Options(Value):
    """What may be changed about the game."""

    ask: tuple[Question, ...] = ()
    """Topics in which every seat is asked, without standing orders and defaults."""
    catch: Literal["manual", "strict"] = "manual"
    """Ruling 7: whether the others must catch a piece that stays on its recon space, or whether an
    order that leaves it there is refused."""
    icbm_expended: bool = False
    """Ruling 4: whether an ICBM is lost with the target that it strikes."""

"""Which questions a player-turn may still ask, by the form of their labels.

An answer in a sheet names its question by a label, before anybody knows whether it will be asked.
A label that no question of the player-turn can have, or that of a question to another seat, never
answers anything: whoever checks the sheet is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.core.game import Order, StandingOrder
from adjudicator.core.values import Id

__all__ = ["Form", "Ranking", "first_ranked"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


class Form(NamedTuple):
    """Questions whose labels are alike."""

    label: str
    """As labels are written, but `#` stands for a number from 1 and `*` for any one word."""
    seats: tuple[str, ...]
    """To whom they may be put."""
    topic: str
    """The topic of the questions."""
    expects: tuple[type[Order], ...]
    """The orders that may answer them."""

    def fits(self, label: str) -> bool:
        """Returns whether a label is of this form."""
        written = re.escape(self.label).replace(r"\#", "[1-9][0-9]*").replace(r"\*", "[^/]+")
        return re.fullmatch(written, label) is not None

    @property
    def in_words(self) -> str:
        """Returns the form for people: `turn-3/amber/invade-N/battle-N/defend`."""
        return self.label.replace("#", "N").replace("*", "…")


class Ranking(StandingOrder):
    """A standing order that is a list: of what can be chosen, the first thing that it names."""

    first: tuple[Id, ...]
    """What can be chosen, the best first."""


def first_ranked(
    standing: Sequence[StandingOrder], kind: type[Ranking], answers: Mapping[str, O]
) -> O | None:
    """Returns the answer that standing orders of a kind rank first; None: they name none of them.

    Args:
        answers: the legal answers by what a list calls them.
    """
    ranked = (name for one in standing if isinstance(one, kind) for name in one.first)
    return next((answers[name] for name in ranked if name in answers), None)

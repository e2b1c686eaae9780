"""Which questions a player-turn may still ask, by the form of their labels.

An answer in a sheet names its question by a label, before anybody knows whether it will be asked.
A label that no question of the player-turn can have, or that of a question to another seat, never
answers anything: whoever checks the sheet is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from adjudicator.core.game import Order, State

__all__ = ["Form", "NamesQuestions"]

S_contra = TypeVar("S_contra", bound=State, contravariant=True)


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


@runtime_checkable
class NamesQuestions(Protocol[S_contra]):
    """Rules that say which questions may come. Optional: others' labels are not judged."""

    def questions(self, state: S_contra) -> Iterable[Form]:
        """Every question that the player-turn in which a view stands may still put to a seat.

        Too many forms do no harm, a missing one would refuse an answer that could work.
        """

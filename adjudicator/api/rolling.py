"""Dice rolled elsewhere: files of them, and single rolls held against what was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.audit.chance import ExternalDice
from adjudicator.core.game import Pending
from adjudicator.core.limits import MAX_TYPED_LINE, MAX_UNDONE, MAX_WRONG_ROLLS
from adjudicator.documents.rolls import read_rolls as _read_rolls

__all__ = ["MAX_TYPED_LINE", "MAX_UNDONE", "MAX_WRONG_ROLLS", "as_rolled", "read_rolls"]


def read_rolls(raw: bytes, source: str) -> Mapping[str, Sequence[int]]:
    """Returns the dice in a file, by label.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    return _read_rolls(raw, source)


def as_rolled(roll: Pending, values: Sequence[int]) -> tuple[int, ...]:
    """Returns what dice show that were asked for by `Match.rolls_awaited`.

    Raises:
        Refused: they cannot: too many or too few, or faces that no such die has.
    """
    count, _, sides = roll.prompt.partition("d")
    return ExternalDice({roll.label: values}).roll(roll.label, count=int(count), sides=int(sides))

"""Dice: the ways to make them, in words; rounds of the beacon; and dice rolled elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from adjudicator.api.problems import Problem, Refused
from adjudicator.audit import log
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.lock_first import DRAND_GENESIS, DRAND_PERIOD, DRAND_ROUNDS, round_at
from adjudicator.audit.mode_words import ADVICE, guarantee_of, weaknesses_of
from adjudicator.core.game import Pending
from adjudicator.core.limits import MAX_TYPED_LINE, MAX_UNDONE, MAX_WRONG_ROLLS
from adjudicator.documents.rolls import read_rolls as _read_rolls

__all__ = [
    "ADVICE",
    "DRAND_GENESIS",
    "DRAND_ROUNDS",
    "LATE_ENOUGH",
    "MAX_TYPED_LINE",
    "MAX_UNDONE",
    "MAX_WRONG_ROLLS",
    "POSTPONE",
    "about_dice",
    "as_rolled",
    "check_future",
    "read_rolls",
    "round_at",
    "round_time",
]


def round_time(number: int) -> datetime:
    """Returns when a round of drand quicknet comes out, in UTC."""
    return datetime.fromtimestamp(DRAND_GENESIS + (number - 1) * DRAND_PERIOD, UTC)


LATE_ENOUGH = "Name a round that is to come, late enough for the mail with the lock."
"""What to do where a round that has come was to be fixed."""
POSTPONE = (
    "Sheets that are locked now would be locked by whoever knows their dice. --deadline postpones "
    "the round; then all sheets are void and are sent anew."
)
"""What to do where the fixed round has come, and sheets were to be locked by it."""


def check_future(number: int, hint: str) -> None:
    """Raises Refused where a round has come: whoever locks by it knows the dice.

    Args:
        hint: what to do instead.
    """
    comes = round_time(number)
    if comes <= datetime.now(UTC):
        said = f"{comes:%Y-%m-%dT%H:%M:%SZ}"
        message = f"round {number} of the beacon came at {said}: its value is known"
        raise Refused([Problem("round-past", message, rule="TFD1 3.8", hint=hint)])


def about_dice(mode: log.Mode, without: tuple[str, ...]) -> tuple[str, ...]:
    """Returns what a way to make dice proves and what it leaves possible, in sentences.

    Args:
        without: the seats that have no chain of their own.
    """
    return (guarantee_of(mode), *weaknesses_of(mode, without))


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

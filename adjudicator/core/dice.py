"""Where dice come from: a port with three sources, and one that refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from adjudicator.core import tfd1
from adjudicator.core.game import Pending, Suspended
from adjudicator.core.problem import Problem, Refused

__all__ = ["Dice", "DiceRefused", "ExternalDice", "OpenedDice", "RefusingDice", "ScriptedDice"]


class Dice(Protocol):
    """A source of dice. The label names the roll and decides its values."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns `count` values from 1 to `sides`."""


class DiceRefused(BaseException):
    """The first die was reached in a dry run. Never caught in rules."""


class RefusingDice:
    """Dice for a dry run: nothing may depend on them."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Raises DiceRefused."""
        raise DiceRefused(label)


class OpenedDice:
    """Dice derived from an opened turn key (TFD1 §3.5)."""

    def __init__(self, key: str) -> None:
        self._key = key

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the dice that this key gives this label."""
        return tfd1.roll(self._key, label, count, sides)


class _Listed:
    """Dice listed by label; shared by scripts and by rolls made at a table."""

    def __init__(self, rolls: Mapping[str, Sequence[int]]) -> None:
        self._rolls = {label: tuple(values) for label, values in rolls.items()}
        self._taken: set[str] = set()

    @property
    def unused(self) -> tuple[str, ...]:
        """Labels that were listed and never rolled, sorted."""
        return tuple(sorted(self._rolls.keys() - self._taken))

    def _take(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        values = self._rolls[label]
        if len(values) != count:
            raise Refused(
                [
                    Problem(
                        "wrong-number-of-dice",
                        f"{label} needs {count}d{sides}, not {len(values)} dice",
                        (label,),
                        hint=f"Give {_values(count)} from 1 to {sides}.",
                        kind="invalid",
                    )
                ]
            )
        wrong = [
            Problem(
                "no-such-face",
                f"a die of {label} shows {value}, but has {sides} sides",
                (label, index),
                hint=f"Give a value from 1 to {sides}.",
                kind="invalid",
            )
            for index, value in enumerate(values)
            if not 1 <= value <= sides
        ]
        if wrong:
            raise Refused(wrong)
        self._taken.add(label)
        return values


def _values(count: int) -> str:
    return f"{count} value{'' if count == 1 else 's'}"


class ScriptedDice(_Listed):
    """Dice for cases and tests: every roll that happens must be listed."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the listed dice.

        Raises:
            Refused: the label is not listed, or with other dice.
        """
        if label not in self._rolls:
            raise Refused(
                [
                    Problem(
                        "roll-not-listed",
                        f"the case does not list the roll {label} ({count}d{sides})",
                        (label,),
                        hint=f'Add "{label}" with {_values(count)} from 1 to {sides} to its dice.',
                        kind="invalid",
                    )
                ]
            )
        return self._take(label, count, sides)


class ExternalDice(_Listed):
    """Dice rolled elsewhere and typed in (mode external)."""

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the dice typed in under this label; without them the match waits for them.

        Raises:
            Suspended: pending the roll.
            Refused: another number of dice, or no such face.
        """
        if label not in self._rolls:
            raise Suspended(
                [Pending(label=label, topic="rolls", seat=None, prompt=f"{count}d{sides}", rule="")]
            )
        return self._take(label, count, sides)

"""What one roll does: the losses of both sides with the number of ways in which they come about."""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

__all__ = ["Losses", "OneRoll", "RollTable"]


class Losses(NamedTuple):
    """One outcome of a roll."""

    own: int
    """How many troops the attacker loses."""
    enemy: int
    """How many the defender loses."""
    ways: int
    """In how many of all ways the dice can fall this comes about."""


class OneRoll(NamedTuple):
    """All outcomes of one roll. Each costs somebody a troop, so that a battle has an end."""

    outcomes: tuple[Losses, ...]
    """The outcomes, the attacker's smallest losses first."""
    ways: int
    """In how many ways the dice can fall."""


class RollTable(NamedTuple):
    """The rolls of a battle by the troops that fight: who has more than the most uses the most."""

    rolls: tuple[tuple[OneRoll, ...], ...]
    """By the attacker's troops less one, then by the defender's less one."""

    @property
    def most_own(self) -> int:
        """With how many troops an attacker fights at most."""
        return len(self.rolls)

    @property
    def most_enemy(self) -> int:
        """With how many troops a defender fights at most."""
        return len(self.rolls[0])

    @property
    def unit(self) -> int:
        """A number that the ways of every roll divide: each roll is counted in parts of it."""
        return lcm(*(roll.ways for row in self.rolls for roll in row))

    def at(self, own: int, enemy: int) -> OneRoll:
        """Returns the roll of so many troops against so many, at least one each."""
        return self.rolls[min(own, self.most_own) - 1][min(enemy, self.most_enemy) - 1]

"""Beacons in the dice audit: which round an opening may take, and whether it was known before.

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["BeaconAudit", "is_value", "round_of"]


class BeaconAudit:
    """What a log said of the beacon so far."""

    def __init__(self) -> None:
        self.fixed: int | None = None
        """The round fixed for the next opening."""
        self.newest = 0
        """The newest round whose value was taken: everybody knows it."""
        self.not_fixed: list[int] = []
        """Openings whose round was not fixed before their lock."""

    def fix(self, number: int) -> Iterator[str]:
        """Fixes the round of the next opening before its lock; yields what is wrong with that."""
        if self.fixed is not None:
            yield f"round {self.fixed} was fixed for this opening before"
        self.fixed = number
        if number <= self.newest:
            yield f"the value of round {self.newest} is known already"

    def take(self, beacon: str | None, n: int) -> Iterator[str]:
        """Takes the value of opening `n`; yields what is wrong with it.

        It is of the round that was fixed before the lock, where one was, and of a later one than
        all before it, whose values everybody knew at the lock.
        """
        number = round_of(beacon)
        if self.fixed is not None and f":{self.fixed}:" not in (beacon or ""):
            yield f"round {self.fixed} of the beacon was fixed before the lock"
        elif self.fixed is None and beacon is not None:
            self.not_fixed.append(n)
        if self.fixed is None and number is not None and number <= self.newest:
            yield f"the value of round {self.newest} was known before the lock"
        self.newest, self.fixed = max(self.newest, number or 0), None


def is_value(beacon: str | None) -> bool:
    """Whether there is a value; "-" is what a turn key holds where there is none (3.4)."""
    return beacon not in (None, "-")


def round_of(beacon: str | None) -> int | None:
    """Returns which round a value says that it is of; None: it says none (3.8)."""
    parts = (beacon or "").split(":")
    says = len(parts) == 3 and parts[1].isdecimal() and len(parts[1]) <= 16
    return int(parts[1]) if says else None

"""Beacons in the dice audit: which round an opening may take, and whether it was known before.

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.audit.tfd1 import digest
from adjudicator.core.problem import Problem

__all__ = ["BeaconAudit", "SignaturesChecked", "has_value"]

_VALUE = re.compile(r"drand-quicknet:([1-9][0-9]{0,15}):([0-9a-f]{64})", re.ASCII)


class BeaconAudit:
    """What a log said of the beacon so far."""

    def __init__(self, *, is_played: bool, is_amended: bool) -> None:
        self.is_played = is_played
        """Whether a beacon has a part in the dice of this match."""
        self.is_fixed_early = is_played and is_amended
        """Whether rounds are fixed before sheets, and signatures kept (3.10 [A2], [A11])."""
        self.fixed: int | None = None
        """The round fixed for the next opening."""
        self.newest = 0
        """The newest round that was fixed or taken."""
        self.value: str | None = None
        """What the present opening took: the digits alone, where the form is right."""
        self.is_taken = False
        """Whether the present opening took anything at all."""
        self.is_signed = False
        """Whether a note of this opening holds the signature."""

    def fix(self, number: int) -> Iterator[str]:
        """Fixes the round of the next opening before its lock; yields what is wrong (3.10 [A1]).

        A second note postpones the round, in a match in which sheets cite the note ([A2]).
        """
        if not self.is_played:
            yield "no beacon has a part in the dice of this match"
        if self.fixed is not None and not self.is_fixed_early:
            yield f"round {self.fixed} was fixed for this opening before"
        if number <= self.newest:
            yield f"round {self.newest} was named before: a later one is to come"
        self.fixed = number
        self.newest = max(self.newest, number)

    def take(self, beacon: str | None) -> Iterator[str]:
        """Takes the value of an opening; yields what is wrong with it (3.10 [A1]).

        It has one form, and is of the very round that was fixed before the lock. Without a value
        an opening draws nothing.
        """
        fixed, self.fixed, self.value, self.is_signed = self.fixed, None, None, False
        self.is_taken = beacon is not None
        if beacon is None:
            return
        found = _VALUE.fullmatch(beacon)
        self.value = None if found is None else found[2]
        if not self.is_played:
            yield "no beacon has a part in the dice of this match"
            return
        if found is None:
            yield "the value of the beacon is drand-quicknet:<round>:<64 hexadecimal digits>"
            return
        number = int(found[1])
        if fixed is None:
            yield f"round {number} of the beacon was not fixed before the lock"
        elif number != fixed:
            yield f"round {fixed} of the beacon was fixed before the lock, not {number}"
        self.newest = max(self.newest, number)

    def sign(self, signature: str) -> Iterator[str]:
        """Takes the signature of the present opening's value; yields what is wrong ([A11])."""
        if not self.is_taken:
            yield "this opening takes no value of the beacon"
        if self.is_signed:
            yield "the signature of this opening stands in the log already"
        self.is_signed = True
        if self.value is not None and digest(bytes.fromhex(signature)) != self.value:
            yield "the value of the beacon is not the hash of this signature"


class SignaturesChecked(NamedTuple):
    """What the signatures of the beacon in a log prove."""

    problems: tuple[Problem, ...]
    """Those that are not the beacon's, by their lines."""
    proved: str = ""
    """In plain words, what is certain; empty: nothing."""
    not_checked: str = ""
    """In plain words, what was not looked at; empty: nothing."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that there is to say, but for problems."""
        return tuple(filter(None, (self.proved, self.not_checked)))


def has_value(beacon: str | None) -> bool:
    """Whether there is a value; "-" is what a turn key holds where there is none (3.4)."""
    return beacon not in (None, "-")

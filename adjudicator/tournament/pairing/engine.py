"""What an engine is: a file of a Swiss in, pairs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adjudicator.api.problems import Problem, Refused

__all__ = ["MAX_ANSWER", "TIMEOUT", "Engine", "EngineFailed", "Impossible", "failure"]

MAX_ANSWER = 4_000_000
"""The most characters of an answer that are read."""
TIMEOUT = 600
"""Seconds after which an engine is stopped."""


class Impossible(Exception):
    """An engine found no pairing that keeps the rules."""


class EngineFailed(Refused):
    """An engine is not there, failed, or answered what is no pairing."""


class Engine(Protocol):
    """Who pairs a Swiss."""

    @property
    def absent_as_entries(self) -> bool:
        """Whether absent players are entries of the file; else their numbers are given."""

    def version(self) -> str:
        """Returns its name and version, for the record of a pairing."""

    def pair(self, trf: str, *, round_number: int, absent: Sequence[int]) -> str:
        """Returns the pairs as text: how many, then White and Black a line, Black 0 in a bye.

        Args:
            trf: the file; it holds `absent` as entries where `absent_as_entries` says so.
            round_number: the round that is to be paired.
            absent: the pairing numbers of who is not to be paired.

        Raises:
            Impossible: there is no pairing that keeps the rules.
            EngineFailed: it is not there, or failed.
        """


def failure(code: str, message: str, hint: str) -> EngineFailed:
    """Returns the error of an engine that gave no pairing."""
    return EngineFailed([Problem(code, message, rule="tournaments 3", hint=hint, kind="unusable")])

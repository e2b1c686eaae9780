"""The ways to make dice, in words, and when the rounds of the beacon come."""

from __future__ import annotations

from datetime import UTC, datetime

from adjudicator.audit import log
from adjudicator.audit.lock_first import DRAND_GENESIS, DRAND_PERIOD, DRAND_ROUNDS, round_at
from adjudicator.audit.mode_words import ADVICE, guarantee_of, weaknesses_of

__all__ = ["ADVICE", "DRAND_GENESIS", "DRAND_ROUNDS", "about_dice", "round_at", "round_time"]


def round_time(number: int) -> datetime:
    """Returns when a round of drand quicknet comes out, in UTC."""
    return datetime.fromtimestamp(DRAND_GENESIS + (number - 1) * DRAND_PERIOD, UTC)


def about_dice(mode: log.Mode, without: tuple[str, ...]) -> tuple[str, ...]:
    """Returns what a way to make dice proves and what it leaves possible, in sentences.

    Args:
        without: the seats that have no chain of their own.
    """
    return (guarantee_of(mode), *weaknesses_of(mode, without))

"""Histories of the clock by chance, in part; all: `python -m tests.post.clock_histories 500`."""

from __future__ import annotations

import pytest

from tests.post import plain_clock
from tests.post.clock_histories import play


def test_both_readings_say_the_same_and_meet_what_a_clock_can_meet() -> None:
    """Each history holds one reading of the clock against the other."""
    seen = play(range(10))
    steps = ("wait", "bank", "default", "built-in", "replaced")
    assert {*steps, "brake", "late", "leave", "gap", "agreed", "new player"} <= {*seen}


def test_a_fault_in_one_reading_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days of the bank that begin an hour too late are noticed."""
    paid = plain_clock.paid
    monkeypatch.setattr(plain_clock, "paid", lambda policy, over: paid(policy, over - 60))
    with pytest.raises(AssertionError):
        play(range(12))

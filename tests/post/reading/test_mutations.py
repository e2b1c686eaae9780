"""Damaged mails raise nothing, and give no sheet that nobody wrote."""

from __future__ import annotations

import pytest

from tests.post.reading.mutations import SHAPES, tried


def test_damaged_mails(pytestconfig: pytest.Config) -> None:
    """At least two of each shape; 20,000 and more by `python -m tests.post.reading.mutations`."""
    count = max(3 * len(SHAPES), int(pytestconfig.getoption("--inputs")))
    outcomes, faults = tried(count)
    assert not faults
    assert outcomes["the same sheets"] > count // 10
    assert outcomes["refused, with a reason"] > count // 10


def test_the_same_mails_each_time() -> None:
    """What a fault names can be tried again."""
    assert tried(20, start=77) == tried(20, start=77)

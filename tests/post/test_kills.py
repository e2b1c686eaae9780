"""Killed anywhere, an office loses nothing and does nothing twice; 300 kills are a command."""

from __future__ import annotations

from pathlib import Path

from tests.post.kills import Killed


def test_an_office_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """A few kills of `tick` and `receive`, as `python -m tests.post.kills` does many."""
    killed = Killed(tmp_path, seed=7)
    killed.go_on(3)
    counted = killed.check()
    assert counted["kills"] >= 3
    assert counted["letters"] >= 4

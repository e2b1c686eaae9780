"""`submit` and `turn`, killed; `python -m tests.repository.kills` kills them 200 times."""

from __future__ import annotations

from pathlib import Path

from tests.repository.kills import Killed


def test_a_killed_run_is_continued_to_the_same_bytes(tmp_path: Path) -> None:
    killed = Killed(tmp_path, 1)
    for _ in range(2):
        killed.submit_killed()
        killed.turn_killed()
    for what in ("submit, ", "turn, "):
        assert sum(times for told, times in killed.seen.items() if told.startswith(what)) == 2

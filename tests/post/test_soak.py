"""An office under siege, for a while; `python -m tests.post.soak` does it for as long as told."""

from __future__ import annotations

from pathlib import Path

from tests.post.pairs import Pairs
from tests.post.soak import Soak


def test_an_office_under_siege(tmp_path: Path) -> None:
    """Every mail becomes what a plain model says, every letter is its reader's, no match stands."""
    soak = Soak(tmp_path, seed=11, matches=(0, 2, 19))
    for _ in range(5):
        soak.step()
    soak.settle()
    soak.check_end()
    assert soak.counted["did filed"] > 5
    assert soak.counted["openings"] > 2


def test_of_two_runs_at_once_one_gives_way(tmp_path: Path) -> None:
    """Nothing is done twice, as `python -m tests.post.pairs` shows for 100 pairs."""
    meeting = Pairs(tmp_path)
    for _ in range(2):
        meeting.pair()
    counted = meeting.check()
    assert counted["openings"] == 1
    assert counted["gave way"] > 0

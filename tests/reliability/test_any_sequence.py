"""Random sequences of commands: after each, the match is whole and its log is sound by everybody.

More with `pytest --matches 2000`; a failing match is named by its seed, which repeats it:
`RandomMatch(folder, seed).go(STEPS)`.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

import pytest

from tests import beacon
from tests.reliability.any_sequence import MODES, RandomMatch

STEPS = 13


def test_any_sequence_of_commands_leaves_a_sound_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """One match in each mode, with whatever the seed makes happen in it."""
    monkeypatch.setattr(os, "fsync", lambda _: None)  # No power fails in a test.
    beacon.believed(monkeypatch)
    failing, did = [], set()
    for seed in range(max(len(MODES), request.config.getoption("--matches") * 6 // 100)):
        match = None
        try:
            match = RandomMatch(tmp_path / f"m{seed}", seed)
            match.go(STEPS)
        except Exception:
            mode, done = (match.mode, match.did) if match else ("", [])
            failing.append(f"seed {seed} ({mode}): {done}\n{traceback.format_exc(limit=-3)}")
        else:
            did |= set(match.did)
    assert not failing, "\n".join(failing)
    assert did >= {"play", "rewind", "correct", "replace", "lose_save", "lose_views", "tear"}

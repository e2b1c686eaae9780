"""What submit and turn cost beside check and adjudicate: `python -m tests.repository.speed`.

Processor time of whole commands, git's included, on a copy of an example match in its last
openings: `submit` beside `check` of the same sheet in the same clone, `turn` beside `adjudicate` in
the referee's folder. The limits are those of repository.md, section 9.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.repository.clones import QUIET, Hub, call, hub_of

__all__ = ["measure"]

TIMES = 5
"""How often each command is run; the median counts."""


def cpu(*words: str | Path, ok: int = 0) -> float:
    """Runs the program as a process; returns the milliseconds of processor time of it and git."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", *map(str, words)], capture_output=True, text=True,
        env=QUIET, check=False,
    )  # fmt: skip
    after = os.times()
    assert done.returncode == ok, done.stderr
    user = after.children_user - before.children_user
    return 1000 * (user + after.children_system - before.children_system)


def measure(folder: Path, game: str, openings: int) -> dict[str, float]:
    """Plays some openings with played seats, and measures the next ones; returns medians."""
    match = folder / "m"
    assert call("new", game, match).exit_code == 0
    for _ in range(openings):
        assert call("adjudicate", match, "--play", "all").exit_code in (0, 3)
    hub: Hub = hub_of(match, folder / "hub.git")
    clone = hub.clone(folder / "clone")
    referee = hub.clone(folder / "referee")
    referee.does("turn", "--secret", match)  # From now on what it keeps is there.
    told: dict[str, list[float]] = {name: [] for name in ("check", "submit", "adjudicate", "turn")}
    for _ in range(TIMES):
        sheets = [clone.writes(seat) for seat in clone.awaited]
        told["check"].append(cpu("check", clone.folder, sheets[0]))
        told["submit"].append(cpu("git", "submit", "--in", clone.folder, sheets[0]))
        for sheet in sheets[1:]:
            clone.does("submit", sheet)
        copies = []
        for sheet in sheets:
            copies.append(folder / f"{sheet.parent.name}.json")
            shutil.copy(sheet, copies[-1])
        told["adjudicate"].append(cpu("adjudicate", match, *copies))
        told["turn"].append(cpu("git", "turn", "--in", referee.folder, "--secret", match))
        clone.pulls()
    assert (match / "log.jsonl").read_bytes() == (clone.folder / "log.jsonl").read_bytes()
    return {name: statistics.median(times) for name, times in told.items()}


if __name__ == "__main__":
    for one, n in (("nine-fields", 2), ("fortress-america-1986", 8)):
        with tempfile.TemporaryDirectory() as made:
            found = measure(Path(made), one, n)
        print(one, json.dumps({name: round(ms) for name, ms in found.items()}))
        print(f"    submit {found['submit']:.0f} ms; limit {1.5 * found['check'] + 150:.0f}")
        print(f"    turn {found['turn']:.0f} ms; limit {found['adjudicate'] + 200:.0f}")

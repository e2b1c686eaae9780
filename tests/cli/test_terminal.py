"""What a command prints, and who reads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_a_command_finishes_though_nobody_reads_on(tmp_path: Path) -> None:
    """As behind `| head -1`: the opening is made whole, and nothing is complained of."""
    match = tmp_path / "m"
    words = [sys.executable, "-m", "adjudicator"]
    made = ["new", "galactic-conquest", str(match), "--scenario", "two"]
    subprocess.run([*words, *made], check=True, capture_output=True)
    adjudicate = [*words, "adjudicate", str(match), "--play", "all"]
    with subprocess.Popen(adjudicate, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        complaints = running.stderr.read()
    assert (running.returncode, complaints) == (0, b"")
    assert (match / "now" / "events.json").is_file()

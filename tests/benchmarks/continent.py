"""Whole processes on the map of Invasion: America: python -m tests.benchmarks.continent

A match is made with its map and report, one player-turn is adjudicated by the standing defaults,
the map is drawn with zones of control, and everything is verified.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.clock import Ran, run

__all__ = ["MOST_MB", "measure"]

MOST_MB = 250
"""Megabytes that any of the commands may take."""


def measure(*, compiled: bool = True) -> Mapping[str, Ran]:
    """Returns what each command takes: its processor time and its peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        match = str(place / "m")
        made = ["--scenario", "three-pronged-invasion"]
        zones = ["--zones", "us", "--out", str(place / "map.svg")]
        commands = {
            "compiling": ["new", "invasion-america", f"{match}-0", *made],
            "new": ["new", "invasion-america", match, *made],
            "adjudicate": ["adjudicate", match, "--play", "all"],
            "map": ["map", match, *zones],
            "verify": ["verify", match],
        }
        ran = {
            name: run(
                ["-m", "adjudicator", *words], place / "compiled" if compiled else None, ends=(0, 3)
            )
            for name, words in commands.items()
        }
        ran.pop("compiling")
        return ran


def main() -> None:
    """Prints what each command takes."""
    for name, took in measure().items():
        print(f"{name:12} {took.cpu_ms:6.0f} ms {took.peak_mb:6.0f} MB, at most {MOST_MB}")


if __name__ == "__main__":
    main()

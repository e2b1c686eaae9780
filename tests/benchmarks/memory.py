"""Peak memory of whole processes: python -m tests.benchmarks.memory [OPENINGS]"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.benchmarks.clock import run
from tests.benchmarks.match import long_match
from tests.benchmarks.start import EXAMPLE, SHEET

__all__ = ["measure"]


def measure(openings: int) -> dict[str, float]:
    """Returns the peak memory of each command in MB; the long match has so many openings."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        match = long_match(place / "long", openings)
        example = ["-m", "adjudicator", "adjudicate", f"{EXAMPLE}/before", SHEET]
        rolls = ["--rolls", f"{EXAMPLE}/rolls.json", "--out", str(place / "copy")]
        commands = {
            "check": ["-m", "adjudicator", "check", f"{EXAMPLE}/before", SHEET],
            "adjudicate": [*example, *rolls],
            f"status after {match.saved.n}": ["-m", "adjudicator", "status", str(place / "long")],
            f"verify of {match.saved.n}": ["-m", "adjudicator", "verify", str(place / "long")],
            "random play": ["-m", "tests.benchmarks.play", "5"],
        }
        return {
            name: run(words, place / "compiled", ends=(0, 3)).peak_mb
            for name, words in commands.items()
        }


def main(openings: int) -> None:
    """Prints the peak memory of each command."""
    print(f"{'peak memory':32} {'MB':>8}")
    for name, peak in measure(openings).items():
        print(f"{name:32} {peak:8.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)

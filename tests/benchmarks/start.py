"""Cold starts: python -m tests.benchmarks.start [RUNS]

Whole processes, against a bare script that imports the same libraries and validates the same sheet
with its published JSON Schema; all taken in turn in one run. The figures are medians.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.benchmarks.clock import Ran, medians, side_by_side

EXAMPLE = "examples/fortress-america-1986"
SHEET = f"{EXAMPLE}/western.json"
BARE = """
import json
import jsonschema, pydantic, typer
{more}
schema = json.load(open("schemas/fortress-america-1986/sheet.json"))
jsonschema.validate(json.load(open("{sheet}")), schema)
"""
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "bare script": ["-c", BARE.format(more="", sheet=SHEET)],
    "bare script, one model": [
        "-c",
        # `import pydantic` alone loads nothing of it before a name is asked for.
        BARE.format(more="type('M', (pydantic.BaseModel,), {})", sheet=SHEET),
    ],
    "--version": ["-m", "adjudicator", "--version"],
    "--help": ["-m", "adjudicator", "--help"],
    "check MATCH SHEET": ["-m", "adjudicator", "check", f"{EXAMPLE}/before", SHEET],
    "check STATE SHEET": [
        "-m", "adjudicator", "check", f"{EXAMPLE}/before/now/state.json", SHEET,
    ],
}  # fmt: skip


def measure(runs: int, *, compiled: bool = True) -> dict[str, Ran]:
    """Returns the medians of each command."""
    with tempfile.TemporaryDirectory() as folder:
        taken = side_by_side(COMMANDS, Path(folder) if compiled else None, runs)
    return {name: medians(listed) for name, listed in taken.items()}


def main(runs: int) -> None:
    """Prints the time of each command, and its ratio to the bare script's."""
    times = measure(runs)
    bare = times["bare script"]
    print(f"{f'cold process, median of {runs}':32} {'CPU ms':>8} {'of bare':>8} {'wall ms':>8}")
    for name, took in times.items():
        ratio = took.cpu_ms / bare.cpu_ms
        print(f"{name:32} {took.cpu_ms:8.0f} {ratio:8.2f} {took.wall_ms:8.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 21)

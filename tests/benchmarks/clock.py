"""What a call or a process takes: CPU time, wall time, peak memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import process_time  # noqa: TID251 - a benchmark measures time
from typing import NamedTuple

__all__ = ["Ran", "cpu_ms", "medians", "run", "side_by_side"]

ROOT = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """What one process took, or the median of several."""

    cpu_ms: float
    wall_ms: float
    peak_mb: float


def cpu_ms(step: Callable[[], object]) -> float:
    """Returns the CPU time of one call in milliseconds."""
    began = process_time()
    step()
    return (process_time() - began) * 1000


def run(words: Sequence[str], compiled: Path, *, ends: Sequence[int] = (0,)) -> Ran:
    """Runs Python with these words in a process of its own; fails if it ends otherwise.

    Args:
        compiled: a folder for compiled modules: after a first run they lie ready there, as they
            do after an installation.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    launched = subprocess.run(
        [sys.executable, "-S", "-c", _LAUNCHER, *words],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    code, cpu, wall, peak = json.loads(launched.stdout)
    assert code in ends, (words, code, launched.stderr)
    return Ran(cpu * 1000, wall * 1000, peak / (1 << (20 if sys.platform == "darwin" else 10)))


# A process counts as its peak also what its parent held when it was started: so a small one does.
_LAUNCHER = """
import json, os, subprocess, sys, time
began = time.perf_counter()
started = subprocess.Popen([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(started.pid, 0)
wall = time.perf_counter() - began
cpu = used.ru_utime + used.ru_stime
print(json.dumps([os.waitstatus_to_exitcode(status), cpu, wall, used.ru_maxrss]))
"""


def side_by_side(
    commands: Mapping[str, Sequence[str]], compiled: Path, runs: int
) -> dict[str, list[Ran]]:
    """Runs all commands in turn, as often as said, so that each meets the same load.

    One more run of each comes before and does not count: it leaves the compiled modules.
    """
    for words in commands.values():
        run(words, compiled)
    taken: dict[str, list[Ran]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, words in commands.items():
            taken[name].append(run(words, compiled))
    return taken


def medians(taken: Sequence[Ran]) -> Ran:
    """Returns the median of each figure."""
    return Ran(*(statistics.median(figures) for figures in zip(*taken, strict=True)))

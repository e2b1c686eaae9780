"""Jobs side by side: one warm process, processes, dask: `python -m tests.workers.speed [TURNS]`.

Adjudications of the example turn and whole audits of the example matches (tournaments.md 9), each
engine warm, by turns in one run so that whatever else the machine does befalls all of them. Ratios
count; seconds belong to the machine. `python -m tests.workers.speed 1000 memory` says instead how
much memory a worker holds, over so many matches.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic  # noqa: TID251 - what is measured
from typing import Any

import adjudicator
from adjudicator.api.match import open_match
from adjudicator.workers.driver import Driver, driver_of
from adjudicator.workers.engines import Engine, Processes
from tests.benchmarks.turn import EXAMPLE
from tests.workers.machines import ROOT

__all__ = ["audited", "nothing", "turned"]

_GOALS = {"adjudications": (1.7, 1.4), "audits": (1.7, 1.4)}
"""Of section 9: processes, dask."""


def turned(folder: str) -> int:
    """Adjudicates the example turn in a folder of its own; returns the memory of this process."""
    target = Path(folder)
    shutil.copytree(EXAMPLE / "before", target)
    rolls = json.loads((EXAMPLE / "rolls.json").read_bytes())
    with open_match(target) as match:
        made = match.adjudicate([EXAMPLE / "western.json"], rolls=rolls)
    assert made.n == 1
    shutil.rmtree(target)
    return memory()


def audited(folder: str) -> int:
    """Audits a match; returns the memory of this process."""
    assert adjudicator.verify(folder).is_sound
    return memory()


def nothing(what: str) -> int:
    """Does nothing: what is left is the way there and back."""
    return len(what)


def memory() -> int:
    """Returns how many MB this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


@contextmanager
def engines(workers: int) -> Iterator[dict[str, Driver]]:
    """Gives a driver for each engine, with its workers warm."""
    with ExitStack() as stack:
        found = {
            "one process": stack.enter_context(driver_of(1)),
            "processes": stack.enter_context(Driver(Processes(workers))),
        }
        if importlib.util.find_spec("distributed") is not None:
            import distributed

            from adjudicator.workers.machines import Machines

            cluster_of: Any = distributed.LocalCluster  # It has no types.
            cluster = stack.enter_context(
                cluster_of(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            )
            engine: Engine = Machines(cluster.scheduler_address)
            found["dask"] = stack.enter_context(Driver(engine))
        yield found


def side_by_side(turns: int, rounds: int, workers: int) -> None:
    """Measures all engines, by turns, and prints their rates and ratios."""
    audits = sorted(str(one) for one in (ROOT / "examples").glob("*-match"))
    with tempfile.TemporaryDirectory() as folder, engines(workers) as found:
        work: dict[str, tuple[Callable[[str], int], Sequence[str]]] = {
            "adjudications": (turned, [f"{folder}/{number}" for number in range(turns)]),
            "audits": (audited, audits * max(1, turns // 20)),
            "empty jobs": (nothing, ["x"] * (10 * turns)),
        }
        for what, (job, items) in work.items():
            seconds: dict[str, list[float]] = {name: [] for name in found}
            for driver in found.values():
                driver.run(job, items[: 6 * workers])  # warm
            for _ in range(rounds):
                for name, driver in found.items():
                    began = monotonic()
                    outcomes = driver.run(job, items)
                    seconds[name].append(monotonic() - began)
                    assert all(one.kind == "done" for one in outcomes), outcomes[0]
            _print(what, len(items), seconds)


def _print(what: str, count: int, seconds: dict[str, list[float]]) -> None:
    goals = dict(zip(("processes", "dask"), _GOALS.get(what, ()), strict=False))
    for name, taken in seconds.items():
        pairs = zip(seconds["one process"], taken, strict=True)
        ratios = sorted(alone / one for alone, one in pairs)
        middle = statistics.median(taken)
        line = (
            f"{what:14} {name:12} {count / middle:8.1f} a second, {1000 * middle / count:7.2f} ms"
        )
        if name != "one process":
            line += f", {statistics.median(ratios):.2f} x ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            line += f", goal {goals[name]} x" if name in goals else ""
        print(line, flush=True)


def memory_over(turns: int) -> None:
    """Prints how much memory workers hold after each tenth of the matches."""
    with tempfile.TemporaryDirectory() as folder, Driver(Processes(2)) as driver:
        for tenth in range(10):
            items = [f"{folder}/{tenth}-{number}" for number in range(turns // 10)]
            found = driver.run(turned, items)
            held = [one.done for one in found]
            print(f"after {(tenth + 1) * len(items):5} matches: {max(held[-8:])} MB", flush=True)


def main(turns: int = 200, what: str = "speed", rounds: int = 3, workers: int = 2) -> None:
    """Measures."""
    if what == "memory":
        memory_over(int(turns))
    else:
        side_by_side(int(turns), int(rounds), int(workers))


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type] # numbers are read where they are used

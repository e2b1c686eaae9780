"""A scheduler and workers as processes of their own, as they would run on several machines."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

__all__ = ["NEEDS_DASK", "ROOT", "machines"]

ROOT = Path(__file__).resolve().parents[2]
NEEDS_DASK = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="dask is not here: pip install 'wargame-adjudicator[dask]'",
)


@contextlib.contextmanager
def machines(folder: Path, workers: int = 2) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Begins a scheduler and its workers; gives its address and all processes, it first.

    Args:
        folder: for what they write: they run in it, so that nothing is found by chance.
    """
    known = folder / "scheduler.json"
    begun: list[subprocess.Popen[bytes]] = []
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = (folder / "said").open("wb")

    def begin(*words: str) -> None:
        command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
        begun.append(
            subprocess.Popen(
                command, cwd=folder, env=env, stdout=said, stderr=said, start_new_session=True
            )
        )

    try:
        begin("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
              "--scheduler-file", str(known))  # fmt: skip
        for _ in range(workers):
            begin("dask_worker", "--scheduler-file", str(known), "--nthreads", "1", "--nworkers",
                  "1", "--no-dashboard", "--local-directory", str(folder),
                  "--death-timeout", "60")  # fmt: skip
        yield _address(known, workers), begun
    finally:
        for one in begun:
            os.killpg(one.pid, signal.SIGKILL)  # A worker's nanny with its worker.
            one.wait()
        said.close()


def _address(known: Path, workers: int) -> str:
    """Waits till the scheduler has all its workers; returns where it is."""
    import json
    import time  # noqa: TID251 - it waits for processes

    import distributed

    for _ in range(600):
        if known.exists() and known.stat().st_size:
            break
        time.sleep(0.05)
    address = str(json.loads(known.read_text())["address"])
    client_of: Any = distributed.Client  # It has no types.
    with client_of(address, timeout=30) as client:
        client.wait_for_workers(workers, timeout=60)
    return address

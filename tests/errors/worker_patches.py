"""Workers that are killed, gone, or of another version; a scheduler that is not what it should be.

Nothing here needs dask: what stands for it runs each job where it is handed out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.cli import many, verify_many
from adjudicator.workers import carried, driver, packed
from adjudicator.workers.driver import Driver
from adjudicator.workers.engines import ThisProcess

__all__ = ["WORKER_PATCHES"]


class _Killing(Executor):
    """A pool each of whose workers is killed."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Kills a worker."""
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


class _KillingEngine(ThisProcess):
    breaks = True
    killing = suspect = (BrokenExecutor,)

    def together(self) -> Executor:
        """Returns such a pool."""
        return _Killing()

    alone = together


class _GoneEngine(ThisProcess):
    lost = (RuntimeError,)

    def together(self) -> Executor:
        """Finds nobody there."""
        raise RuntimeError


def _by(engine: ThisProcess, *, interrupted: bool = False) -> Callable[[pytest.MonkeyPatch], None]:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        def driver_of(workers: int) -> Driver:
            made = Driver(engine)
            made.is_interrupted = interrupted
            return made

        monkeypatch.setattr(many, "driver_of", driver_of)

    return patch


def other_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker of another version than the run."""
    monkeypatch.setattr(carried, "VERSION", "0.1.0")
    monkeypatch.setattr(driver, "VERSION", "0.2.0")


def no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is not installed."""
    monkeypatch.setitem(sys.modules, "distributed", None)


class _Client:
    """What stands for a client of a scheduler."""

    status = "running"
    workers = 1

    def __init__(self, address: str, **given: Any) -> None:
        if not self.workers and address.endswith(":9"):
            raise OSError("nobody answers")

    def nthreads(self) -> dict[str, int]:
        """Returns the workers."""
        return dict.fromkeys(map(str, range(self.workers)), 1)

    def get_executor(self, **given: Any) -> Executor:
        """Returns what does each job at once."""
        return ThisProcess().together()

    def close(self, **given: Any) -> None:
        """Leaves."""


class _NoWorkers(_Client):
    workers = 0


def _dask(monkeypatch: pytest.MonkeyPatch, client: type[_Client]) -> None:
    module: Any = SimpleNamespace(Client=client, KilledWorker=BrokenExecutor)
    monkeypatch.setitem(sys.modules, "distributed", module)


def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler without workers; at port 9, none at all."""
    _dask(monkeypatch, _NoWorkers)


def _packed(**changed: Any) -> Callable[[pytest.MonkeyPatch], None]:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        _dask(monkeypatch, _Client)
        pack = packed.pack
        monkeypatch.setattr(
            verify_many, "pack", lambda folder, names: pack(folder, names)._replace(**changed)
        )

    return patch


def long_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match with more than may be sent."""
    _dask(monkeypatch, _Client)
    monkeypatch.setattr(packed, "_LONGEST", 5)


def archive_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive that unpacks to more than it may hold."""
    _dask(monkeypatch, _Client)
    monkeypatch.setattr(packed, "_OVERHEAD", 0)
    pack = packed.pack

    def small(*given: Any) -> Any:
        made = pack(*given)
        monkeypatch.setattr(packed, "MOST_BYTES", 100)
        return made

    monkeypatch.setattr(verify_many, "pack", small)


WORKER_PATCHES = {
    "archive-changed": _packed(hash="0" * 64),
    "archive-refused": archive_refused,
    "interrupted": _by(ThisProcess(), interrupted=True),
    "long-names": long_names,
    "no-dask": no_dask,
    "no-workers": no_workers,
    "other-worker": other_worker,
    "workers-gone": _by(_GoneEngine()),
    "workers-killed": _by(_KillingEngine()),
}

"""Jobs on several machines, by the scheduler of dask; it comes with the extra `dask`.

For trusted networks alone: whoever reaches a scheduler has it run any code, as it has us run this.
The one module that knows dask.
"""

from __future__ import annotations

import pickle
from concurrent.futures import Executor, Future
from typing import Any

from adjudicator.api.problems import Problem, TryAgain, Unusable

__all__ = ["Machines"]

_SECONDS = 20
"""So long it is tried to reach a scheduler."""
_PATIENCE = 3
"""So often it may be silent before it is given up; the driver asks every few seconds."""
_AT_ONCE = 3
"""So many jobs are handed out for each thread of the workers."""


class Machines:
    """The workers of a scheduler."""

    is_here = False
    breaks = False
    suspect: tuple[type[BaseException], ...] = (Exception,)
    """Whatever a job raises is a value: what its future raises tells of a worker, or of the way."""
    lost: tuple[type[BaseException], ...] = (OSError, RuntimeError)

    def __init__(self, address: str) -> None:
        """Reaches a scheduler.

        Args:
            address: as `dask scheduler` says it: tcp://10.0.0.5:8786.

        Raises:
            Unusable: `no-dask`, dask is not installed; `no-workers`, the scheduler has none.
            TryAgain: `no-scheduler`, nobody answers there.
        """
        try:
            import distributed
        except ImportError:
            hint = "Say `pip install 'wargame-adjudicator[dask]'`."
            message = "dask is not installed"
            raise Unusable([Problem("no-dask", message, hint=hint, kind="unusable")]) from None
        self.killing: tuple[type[BaseException], ...] = (distributed.KilledWorker,)
        client_of: Any = distributed.Client  # It has no types.
        try:
            self._client = client_of(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"no scheduler answers at {address}: {type(error).__name__}"
            hint = "Begin one with `dask scheduler`, its workers with `dask worker ADDRESS`."
            raise TryAgain(Problem("no-scheduler", message, hint=hint, kind="unusable")) from None
        threads = sum(self._client.nthreads().values())
        if not threads:
            self.close()
            message = f"the scheduler at {address} has no workers"
            hint = "Begin some with `dask worker ADDRESS --nthreads 1`, one for each core."
            raise Unusable([Problem("no-workers", message, hint=hint, kind="unusable")])
        self.window = _AT_ONCE * threads
        self._unheard = 0

    def is_gone(self) -> bool:
        """Whether, several times that it was asked, no scheduler answered or it had no workers."""
        is_there = self._client.status == "running" and bool(self._client.nthreads())
        self._unheard = 0 if is_there else self._unheard + 1
        return self._unheard > _PATIENCE

    def together(self) -> Executor:
        """Returns all workers as a pool.

        A job is no pure function to dask: else it would give an earlier run's value.
        """
        return _Pickled(self._client.get_executor(pure=False))

    def alone(self) -> Executor:
        """Returns the same: the driver hands one job out at a time."""
        return self.together()

    def close(self) -> None:
        """Leaves the scheduler."""
        self._client.close(timeout=_SECONDS)


class _Pickled(Executor):
    """Sends each job as bytes: dask looks into tuples that it is given, and takes some apart."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hands a job out."""
        return self._pool.submit(_unpickled, pickle.dumps((fn, args, kwargs)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Hands nothing more out."""
        self._pool.shutdown(wait)


def _unpickled(raw: bytes) -> Any:
    job, args, kwargs = pickle.loads(raw)
    return job(*args, **kwargs)

"""Where jobs run: in this process, or in processes of this machine; one interface for all.

What the driver needs of an engine is an `Executor` of the standard library, and what it says when
a worker is killed.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.workers.carried import ready

if TYPE_CHECKING:  # what runs in this process alone needs none
    from multiprocessing.context import BaseContext

__all__ = ["Engine", "Processes", "ThisProcess", "is_forkserver_here"]

_PRELOADED = ("adjudicator.api.match", "adjudicator.api.verifying")
"""What nearly all jobs need: the server loads it once, and its workers share it."""


class Engine(Protocol):
    """Where jobs run."""

    is_here: bool
    """Whether they run in this process, one after another."""
    window: int
    """How many jobs are handed out at once: those are under suspicion when a worker is killed."""
    killing: tuple[type[BaseException], ...]
    """What a job's future raises whose worker was killed, or one beside it."""
    suspect: tuple[type[BaseException], ...]
    """What it raises of a job that is tried once more, with nothing beside it."""
    lost: tuple[type[BaseException], ...]
    """What handing a job out raises where all workers are gone."""
    breaks: bool
    """Whether nothing more can be handed out once a worker was killed."""

    def is_gone(self) -> bool:
        """Whether it is given up: asked again and again while nothing comes back."""

    def together(self) -> Executor:
        """Returns a new pool of all workers."""

    def alone(self) -> Executor:
        """Returns a new pool in which one job is by itself."""

    def close(self) -> None:
        """Lets go of what it holds; no pool of it is asked for any more."""


class ThisProcess:
    """No workers: a job is done where it is asked for."""

    is_here = True
    window = 1
    killing: tuple[type[BaseException], ...] = ()
    suspect: tuple[type[BaseException], ...] = ()
    lost: tuple[type[BaseException], ...] = ()
    breaks = False

    def is_gone(self) -> bool:
        """Returns no: it is here."""
        return False

    def together(self) -> Executor:
        """Returns what does each job at once."""
        return _AtOnce()

    alone = together

    def close(self) -> None:
        """Holds nothing."""


class _AtOnce(Executor):
    """Does a job while it is submitted; what that raises is the future's."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Does a job."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes:
    """Processes of this machine: of a fork server, or begun anew where there is none.

    No worker is ended after some tasks: `max_tasks_per_child` hangs (CPython 115634).
    """

    is_here = False
    killing: tuple[type[BaseException], ...] = (BrokenExecutor,)
    suspect: tuple[type[BaseException], ...] = (BrokenExecutor,)
    lost: tuple[type[BaseException], ...] = ()
    breaks = True

    def __init__(self, workers: int, *, method: str | None = None) -> None:
        """Begins nothing yet.

        Args:
            workers: how many processes.
            method: "forkserver" or "spawn"; None: the first of them that is here.

        Raises:
            ValueError: there is not one worker; there is no such method.
        """
        if workers < 1:
            raise ValueError("at least one worker")
        self.workers, self.window = workers, 2 * workers
        self._context = _context(method)

    def is_gone(self) -> bool:
        """Returns no: where a process ends, its pool says so."""
        return False

    def together(self) -> Executor:
        """Returns a pool of all workers."""
        return self._pool(self.workers)

    def alone(self) -> Executor:
        """Returns a pool of one."""
        return self._pool(1)

    def close(self) -> None:
        """Holds nothing beside its pools."""

    def _pool(self, workers: int) -> Executor:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(
            workers, mp_context=self._context, initializer=ready, initargs=(str(Path.cwd()),)
        )


def is_forkserver_here() -> bool:
    """Whether this system has fork servers; else processes are spawned."""
    import multiprocessing

    return "forkserver" in multiprocessing.get_all_start_methods()


def _context(method: str | None) -> BaseContext:
    import multiprocessing

    chosen = method or ("forkserver" if is_forkserver_here() else "spawn")
    context = multiprocessing.get_context(chosen)
    if chosen == "forkserver":
        context.set_forkserver_preload(list(_PRELOADED))
    return context

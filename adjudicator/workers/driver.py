"""Who hands jobs out: nothing is lost, results come in the order of the items.

A worker may be killed at any moment: by the system that lacks memory, by a person, by a fault in a
library. Then the pool is made anew, whatever was handed out is under suspicion, and each suspect is
run with nothing beside it; what kills its worker twice there is handed to the caller as a value,
and is for the referee (tournaments.md 9).
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from types import FrameType, TracebackType
from typing import Any, TypeVar

from adjudicator.workers.carried import VERSION, carry, not_done
from adjudicator.workers.engines import Engine, Processes, ThisProcess
from adjudicator.workers.outcomes import Outcome, killed, late

__all__ = ["Driver", "driver_of", "in_order"]

Item = TypeVar("Item")
Result = TypeVar("Result")
_KILLS = 2
"""So often a suspect may kill its worker with nothing beside it, till it is the caller's."""
_SECONDS = 5
"""So often it is asked, while nothing comes back, whether the workers are still there."""


def driver_of(workers: int) -> Driver:
    """Returns a driver over so many processes; of one: over this process itself, with none."""
    return Driver(ThisProcess() if workers == 1 else Processes(workers))


class Driver:
    """Hands jobs out, run after run; between two runs its workers stay warm.

    Ctrl-C hands nothing more out and waits for what runs: the rest is late, and `is_interrupted`
    says so. A job that runs cannot be stopped from here; what is killed is lost only till the
    next run, for jobs are idempotent.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_interrupted = False
        """Whether Ctrl-C came while jobs ran."""
        self.is_lost = False
        """Whether all workers are gone."""
        self.rebuilt = 0
        """How often the pool was made anew."""
        self._pool: Executor | None = None

    def __enter__(self) -> Driver:
        """Returns the driver."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Lets the workers go."""
        self._close()
        self.engine.close()

    def run(
        self,
        job: Callable[[Item], Result],
        items: Sequence[Item],
        *,
        told: Callable[[Outcome[Result]], None] = lambda outcome: None,
    ) -> list[Outcome[Result]]:
        """Does one job for each item; returns what came of them, in the order of the items.

        Args:
            job: can be pickled, and done twice without harm.
            items: can be pickled.
            told: is given each outcome as soon as it is there, in any order.
        """
        found: dict[int, Outcome[Result]] = {}

        def take(outcome: Outcome[Result]) -> None:
            found[outcome.place] = outcome
            told(outcome)

        with self._interruptible():
            suspects = self._together(job, items, take)
            self._one_by_one(job, items, suspects, take)
        for place in range(len(items)):
            if place not in found:
                take(late(place, interrupted=self.is_interrupted))
        return [found[place] for place in range(len(items))]

    # -- all together ---------------------------------------------------------------------------

    def _together(
        self, job: Callable[[Item], Result], items: Sequence[Item], take: Callable[..., None]
    ) -> list[int]:
        """Does all jobs; returns the places of those whose worker, or one beside it, was killed."""
        queue, flying, suspects = deque(range(len(items))), dict[Future[Any], int](), list[int]()
        while flying or (queue and not self._ends):
            is_broken = False
            while queue and len(flying) < self.engine.window and not self._ends:
                try:
                    future = self._opened().submit(carry, VERSION, job, queue[0], items[queue[0]])
                except self.engine.killing:  # It broke since: nothing of this one was begun.
                    is_broken = True
                    break
                except self.engine.lost:
                    self.is_lost = True
                    break
                except Exception as error:
                    take(not_done(queue.popleft(), error))
                    continue
                flying[future] = queue.popleft()
                if self.engine.is_here:
                    break
            done = self._waited(flying)
            if self.is_lost and not done:
                break  # What is under way comes back no more: it is late.
            for future in sorted(done, key=flying.__getitem__):
                place = flying.pop(future)
                if self._is_suspect(future):
                    suspects.append(place)
                    is_broken = True
                else:
                    self._take(future, place, take)
            if is_broken and self.engine.breaks:
                suspects += self._after_the_break(flying, take)
        return sorted(suspects)

    def _after_the_break(
        self, flying: dict[Future[Any], int], take: Callable[..., None]
    ) -> list[int]:
        """Waits till all that was handed out has ended, and makes the pool anew."""
        suspects = []
        wait(flying)
        for future, place in flying.items():
            if self._is_suspect(future):
                suspects.append(place)
            else:
                self._take(future, place, take)
        flying.clear()
        self._close()
        self.rebuilt += 1
        return suspects

    # -- one by one -----------------------------------------------------------------------------

    def _one_by_one(
        self,
        job: Callable[[Item], Result],
        items: Sequence[Item],
        suspects: Sequence[int],
        take: Callable[..., None],
    ) -> None:
        """Does each suspect with nothing beside it; what kills its worker twice is the caller's."""
        kills: Counter[int] = Counter()
        queue = deque(suspects)
        pool: Executor | None = None
        while queue and not self._ends:
            place, pool = queue[0], pool or self.engine.alone()
            try:
                waited = self._waited([pool.submit(carry, VERSION, job, place, items[place])])
            except self.engine.lost:
                self.is_lost = True
                break
            except self.engine.killing:  # Killed while it waited for this job: it is no suspect.
                pool.shutdown()
                pool = None
                continue
            except Exception as error:
                take(not_done(queue.popleft(), error))
                continue
            for future in waited:
                if not self._was_killed(future):
                    self._take(future, queue.popleft(), take)
                    continue
                kills[place] += 1
                if self.engine.breaks and pool is not None:
                    pool.shutdown()
                    pool = None
                if kills[place] == _KILLS:
                    take(killed(queue.popleft()))
        if pool is not None:
            pool.shutdown(wait=not self.is_lost)

    # -- one of them ----------------------------------------------------------------------------

    def _waited(self, flying: Collection[Future[Any]]) -> set[Future[Any]]:
        """Waits till some have ended; returns none where the workers are gone."""
        while flying and not self.is_lost:
            done, _ = wait(flying, _SECONDS, return_when=FIRST_COMPLETED)
            if done:
                return done
            self.is_lost = self.engine.is_gone()
        return {future for future in flying if future.done()}

    def _is_suspect(self, future: Future[Any]) -> bool:
        return not future.cancelled() and isinstance(future.exception(), self.engine.suspect)

    def _was_killed(self, future: Future[Any]) -> bool:
        return not future.cancelled() and isinstance(future.exception(), self.engine.killing)

    def _take(self, future: Future[Any], place: int, take: Callable[..., None]) -> None:
        try:
            outcome = future.result()
        except CancelledError:
            self.is_lost = True  # It is late: nobody knows what became of it.
        except Exception as error:
            take(not_done(place, error))
        else:
            take(outcome)

    @property
    def _ends(self) -> bool:
        return self.is_interrupted or self.is_lost

    def _opened(self) -> Executor:
        if self._pool is None:
            self._pool = self.engine.together()
        return self._pool

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=not self.is_lost, cancel_futures=True)
            self._pool = None

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Lets Ctrl-C end the run in good order meanwhile, where this is the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(number: int, frame: FrameType | None) -> None:
            self.is_interrupted = True

        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def in_order(take: Callable[[Outcome[Result]], None]) -> Callable[[Outcome[Result]], None]:
    """Returns a function for `told` that hands outcomes on in the order of their items."""
    waiting: dict[int, Outcome[Result]] = {}
    following = [0]

    def told(outcome: Outcome[Result]) -> None:
        waiting[outcome.place] = outcome
        while following[0] in waiting:
            take(waiting.pop(following[0]))
            following[0] += 1

    return told

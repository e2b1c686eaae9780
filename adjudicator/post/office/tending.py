"""All matches of an office are looked after: their openings and letters at once, by workers.

The journal has one writer, and whatever is written does not depend on how many workers there are,
nor on which of them is done first: lines are written in the order of the matches' names, and no
letter is written before all openings of its lot are made, as its foot tells of other matches.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from adjudicator.api.once import OpeningJob, OpeningMade, make_once
from adjudicator.api.problems import AdjudicatorError, Problem, TryAgain
from adjudicator.post.office.rounds import Looked, Rounds
from adjudicator.post.office.turn_letters import write_letters
from adjudicator.workers.driver import Driver, in_order
from adjudicator.workers.outcomes import Outcome

__all__ = ["Tending", "Told"]

Told = Callable[[str, str, str], None]
"""Is given the name of a match, "opening" or "letters", and what came of it: an outcome's kind."""
_LOT = 64
"""So many matches are open at once. It is no option: the journal would depend on it."""


class Tending:
    """One run over matches; it gathers what there is to tell."""

    def __init__(
        self, rounds: Rounds, driver: Driver, *, fault: Callable[[str], None], told: Told
    ) -> None:
        """Begins.

        Args:
            fault: is given the trace of a match at which the program failed.
            told: is given what came of each job.
        """
        self.rounds, self.driver, self.fault, self.told = rounds, driver, fault, told
        self.openings = 0
        """How many openings were made."""
        self.wanted: list[str] = []
        """Why the referee is wanted."""
        self.problems: list[Problem] = []
        """What will be tried again."""
        self._lot: dict[str, Looked] = {}
        """The matches that are open, but for those that failed."""

    def tend(self, names: Sequence[str]) -> None:
        """Looks after matches; after Ctrl-C, after no more of them.

        Args:
            names: sorted.
        """
        for first in range(0, len(names), _LOT):
            if not self.driver.is_interrupted:
                self._tend_lot(names[first : first + _LOT])

    def _tend_lot(self, names: Sequence[str]) -> None:
        begun = [self._do(name, self.rounds.begin, name) for name in names]
        self._lot = {seen.name: seen for seen in begun if seen is not None}
        for work in (self._make_openings, self._write_letters, self._end):
            if not self.driver.is_interrupted:  # Else the next run does the rest.
                work()

    def _usable(self) -> list[Looked]:
        return [seen for seen in self._lot.values() if seen.card is not None]

    def _make_openings(self) -> None:
        """Makes openings, one of each match at a time, as long as any is due."""
        going = self._usable()
        while going and not self.driver.is_interrupted:
            jobs = [(seen, self._do(seen.name, self.rounds.due, seen)) for seen in going]
            due = [(seen, job) for seen, job in jobs if job is not None]
            again: list[Looked] = []
            take = in_order(partial(self._opened, due, again))
            self.driver.run(make_once, [job for _, job in due], told=take)
            for seen in again:
                self._do(seen.name, self.rounds.refreshed, seen)
            going = [seen for seen in again if seen.name in self._lot]

    def _opened(
        self,
        due: Sequence[tuple[Looked, OpeningJob]],
        again: list[Looked],
        outcome: Outcome[OpeningMade],
    ) -> None:
        """Notes what came of an opening; adds the match to those that may go on."""
        seen, job = due[outcome.place]
        self.told(seen.name, "opening", outcome.kind)
        if outcome.kind == "done":
            made = outcome.done
            if self._do(seen.name, self.rounds.opened, seen, job, made):
                self.openings += 1
                again.append(seen)
            if made.failure:
                self._fails(seen.name, made.failure)
        elif outcome.kind == "refused":
            words = [problem.message for problem in outcome.problems]
            seen.refused = "refused", (words or ["it is refused"])[0]
        else:
            self._failed(seen.name, outcome)

    def _write_letters(self) -> None:
        """Writes the letters of all new stages."""
        wanted = [(seen, self._do(seen.name, self.rounds.letters, seen)) for seen in self._usable()]
        jobs = [(seen, job) for seen, job in wanted if job is not None]

        def take(outcome: Outcome[tuple[dict[str, Any], ...]]) -> None:
            seen, _ = jobs[outcome.place]
            self.told(seen.name, "letters", outcome.kind)
            if outcome.kind == "done":
                self._do(seen.name, self.rounds.lettered, seen, outcome.done)
            else:
                self._failed(seen.name, outcome)

        self.driver.run(write_letters, [job for _, job in jobs], told=in_order(take))

    def _end(self) -> None:
        for name, seen in list(self._lot.items()):
            self.wanted.extend(self._do(name, self.rounds.end, seen) or ())

    # -- what fails -----------------------------------------------------------------------------

    def _failed(self, name: str, outcome: Outcome[Any]) -> None:
        """Notes a job that is not done."""
        if outcome.kind == "late":
            self._lot.pop(name, None)
            if not self.driver.is_interrupted:
                self.problems.extend(outcome.problems)
        elif outcome.killed:
            self._lot.pop(name, None)
            self.wanted.extend(self._do(name, self.rounds.killed, name) or ())
        elif outcome.trace:
            self._fails(name, "the program failed; its trace is in faults/", outcome.trace)
        else:
            self._fails(name, "; ".join(problem.message for problem in outcome.problems))

    def _fails(self, name: str, words: str, trace: str = "") -> None:
        """Ends the run for one match, and calls whoever keeps the office."""
        self._lot.pop(name, None)
        self.fault(trace or words)
        self.wanted.append(f"{name}: {words}")

    def _do(self, name: str, step: Callable[..., Any], *given: Any) -> Any:
        """Does one step for a match and returns what it gives; None where it fails."""
        try:
            return step(*given)
        except TryAgain as error:
            self._lot.pop(name, None)
            self.problems.append(error.problem)
        except AdjudicatorError as error:
            self._fails(name, f"{type(error).__name__}: {error}")
        except Exception:
            trace = traceback.format_exc()
            self._fails(name, "the program failed; its trace is in faults/", trace)
        return None

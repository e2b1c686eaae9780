"""What came of a job, as a value: done, refused, failed, or late."""

from __future__ import annotations

from typing import Any, Generic, Literal, NamedTuple, TypeVar

from adjudicator.api.problems import Located, Problem, as_json

__all__ = ["Kind", "Outcome", "killed", "late"]

Result = TypeVar("Result")
Kind = Literal["done", "refused", "failed", "late"]
"""done: there is a value. refused: its input has problems. failed: the program did, or the worker
was killed twice. late: nothing is wrong with it; the same job may work in a later run."""


class Outcome(NamedTuple, Generic[Result]):
    """What came of one job."""

    place: int
    """The place of its item among those that were given."""
    kind: Kind
    """What came of it."""
    value: Result | None = None
    """What it returned, where it is done."""
    located: tuple[Located, ...] = ()
    """What is wrong, where it is not done; the first thing first."""
    trace: str = ""
    """Where the program failed: the trace, for whoever mends it."""
    killed: bool = False
    """Whether its worker was killed twice with nothing else at work: a person must look at it."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, without the files in which it stands."""
        return tuple(one.problem for one in self.located)

    @property
    def done(self) -> Result:
        """The value of a job that is done.

        ValueError: it is not.
        """
        if self.kind != "done":
            raise ValueError(f"job {self.place} is {self.kind}")
        return self.value  # type: ignore[return-value] # None, too, where the job returns that

    def to_json(self, name: str) -> dict[str, Any]:
        """Returns it as a line for programs, without its value.

        Args:
            name: what its item is called.
        """
        line: dict[str, Any] = {"item": name, "outcome": self.kind}
        if self.located:
            line["problems"] = [as_json(one) for one in self.located]
        return line


def killed(place: int) -> Outcome[Any]:
    """Returns the outcome of a job whose worker was killed twice (tournaments.md 9)."""
    message = "its worker was killed twice, with nothing else at work"
    hint = (
        "Look whether the machine has memory enough for it; run it by itself, in one process, to "
        "see where it ends."
    )
    problem = Problem("worker-killed", message, hint=hint, kind="unusable")
    return Outcome(place, "failed", located=(Located(problem, ""),), killed=True)


def late(place: int, *, interrupted: bool) -> Outcome[Any]:
    """Returns the outcome of a job that was not begun, or of which nothing is known.

    Args:
        interrupted: whether Ctrl-C ended the run; else the workers are gone.
    """
    if interrupted:
        problem = Problem(
            "interrupted", "it was not begun before the run was interrupted",
            hint="Run the same command again.", kind="unusable",
        )  # fmt: skip
    else:
        problem = Problem(
            "workers-gone", "the workers are gone: what became of it is not known",
            hint="Look after the scheduler and its workers, then run the same command again.",
            kind="unusable",
        )  # fmt: skip
    return Outcome(place, "late", located=(Located(problem, ""),))

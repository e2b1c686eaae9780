"""Problems: what is wrong with an input, as values that are gathered and shown all at once.

The exceptions of the package, as a tree:

    AdjudicatorError
    |-- Refused            problems of an input; nothing was changed
    |   `-- Unusable       a file or match cannot be used as it is (exit code 4)
    |-- TryAgain           nothing wrong with the input; the same command may work later (75)
    `-- ReplayDivergence   the same journal led to another position: a bug or altered files
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.core.limits import MAX_PROBLEMS

__all__ = [
    "AdjudicatorError",
    "Kind",
    "Path",
    "Problem",
    "Refused",
    "ReplayDivergence",
    "TryAgain",
    "Unusable",
    "no_more",
]

Kind: TypeAlias = Literal["malformed", "invalid", "illegal", "failed", "stale", "unusable"]
"""malformed: not JSON; invalid: not understood; illegal: against the rules; failed: legal once,
made impossible by the dice; stale: for another match, opening or head; unusable: a file."""
Path: TypeAlias = tuple[str | int, ...]
"""Keys and places in lists, from the top of a document."""


class Problem(NamedTuple):
    """One malformed, invalid, illegal or failed thing.

    `path` leads into the JSON document, relative to whatever the check looked at; `rule` cites the
    paragraph ("1986 action 3"); `hint` says what to do instead; `facts` are for programs.
    """

    code: str
    """What kind of problem it is, for programs: `unknown-area`."""
    message: str
    """What is wrong, in words without a final period."""
    path: Path = ()
    """Where, in the document: keys and places in lists."""
    rule: str = ""
    """The paragraph of the rulebook; empty: none."""
    hint: str = ""
    """What to do instead, as a sentence; empty: nothing more is known."""
    kind: Kind = "illegal"
    """Which sort of fault it is; it decides the exit code."""
    facts: tuple[tuple[str, str | int], ...] = ()
    """Names and numbers in it, for programs."""
    warning: bool = False
    """Whether it refuses nothing."""

    def under(self, *prefix: str | int) -> Problem:
        """Returns the same problem with `prefix` put before its path."""
        return self._replace(path=(*prefix, *self.path))


def no_more(doing: str, hint: str, *, kind: Kind = "malformed") -> Problem:
    """Returns what closes a list of problems that is as long as it may be."""
    message = f"{doing} stopped after {MAX_PROBLEMS} problems"
    return Problem("too-many-problems", message, hint=hint, kind=kind)


class AdjudicatorError(Exception):
    """Base of every exception that the package raises on purpose."""


class Refused(AdjudicatorError):
    """An input has problems; nothing was changed."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = tuple(problems)
        """All that was found."""
        super().__init__("; ".join(problem.message for problem in self.problems))


class Unusable(Refused):
    """A file or a match cannot be used as it is."""


class TryAgain(AdjudicatorError):
    """Another run holds the match, or the disk is full: the same command may work later."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        """Why it is not possible now."""
        super().__init__(problem.message)


class ReplayDivergence(AdjudicatorError):
    """The same journal led to another position, or a journaled answer no longer passes."""

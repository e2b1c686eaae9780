"""Faults of the program in what is only shown: they are kept to be told, and stop nothing."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.matches.fallbacks import Fault, OnFault, fault_words
from adjudicator.registry import package_in

__all__ = ["Fault", "Faults", "OnFault", "fault_words", "package_at_fault"]


def package_at_fault(files: Iterable[str]) -> str:
    """Returns the installed package of a game in whose code a fault lies; empty: it is in ours.

    Args:
        files: the source files of its trace, the innermost last.
    """
    return package_in(files)


class Faults:
    """What was met since somebody last asked; of each thing that is shown, the first fault."""

    def __init__(self) -> None:
        self._met: list[Fault] = []
        self._known: set[tuple[str, int]] = set()

    def __call__(self, fault: Fault) -> None:
        """Takes a fault."""
        if (fault.what, fault.n) not in self._known:
            self._known.add((fault.what, fault.n))
            self._met.append(fault)

    def take(self) -> tuple[Fault, ...]:
        """Returns the faults that nobody has taken yet."""
        taken = tuple(self._met)
        self._met.clear()
        return taken

"""Faults of the program in what is shown, told by commands that write nothing into a match."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.core.visible import visible
from adjudicator.files.matches.stand_ins import Fault, Meet, fault_words, standings_or_plain

if TYPE_CHECKING:  # loaded by whoever has them
    from adjudicator.core.game import Rules
    from adjudicator.core.opening import SavedMatch

__all__ = ["Traceback", "kept_trace", "telling", "told_standings"]

Traceback = Annotated[
    bool,
    typer.Option(
        "--traceback", help="Print the trace of a fault of the program, instead of a file with it."
    ),
]


def telling(*, traceback: bool = False) -> Meet:
    """Returns what tells of faults as they are met, of each thing that is shown once.

    Args:
        traceback: whether traces are printed, and not kept in files.
    """
    told: set[tuple[str, int]] = set()

    def meet(fault: Fault) -> None:
        if (fault.what, fault.n) in told:
            return
        told.add((fault.what, fault.n))
        if traceback:
            typer.echo(visible(fault.trace, keep="\n"), err=True, nl=False)
            kept = "the trace stands above"
        else:
            kept = f"the trace is in {kept_trace(fault.trace)}"
        typer.echo(f"notice: {visible(fault_words(fault, kept))}", err=True)

    return meet


def kept_trace(trace: str) -> str:
    """Keeps a trace in a new file outside of any match; returns its path."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="adjudicator-trace-", suffix=".txt", delete=False,
        encoding="utf-8", errors="backslashreplace",
    ) as file:  # fmt: skip
        file.write(trace)
    return file.name


def told_standings(
    rules: Rules[Any], view: Any, saved: SavedMatch, *, traceback: bool = False
) -> tuple[str, ...]:
    """Returns how a match stands, as far as that can be told."""
    return standings_or_plain(rules, view, n=saved.reached, meet=telling(traceback=traceback))

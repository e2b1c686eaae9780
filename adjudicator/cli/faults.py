"""Faults of the program in what is shown, told by commands that write nothing into a match."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.api.shown import fault_words
from adjudicator.api.texts import visible

if TYPE_CHECKING:  # loaded by whoever has them
    from adjudicator.api.shown import Faults

__all__ = ["Traceback", "kept_trace", "tell_faults"]

Traceback = Annotated[
    bool,
    typer.Option(
        "--traceback", help="Print the trace of a fault of the program, instead of a file with it."
    ),
]


def tell_faults(faults: Faults, *, traceback: bool = False) -> None:
    """Tells of the faults that were met in what was shown, each once.

    Args:
        traceback: whether traces are printed, and not kept in files.
    """
    for fault in faults.take():
        if traceback:
            typer.echo(visible(fault.trace, keep="\n"), err=True, nl=False)
            kept = "the trace stands above"
        else:
            kept = f"the trace is in {kept_trace(fault.trace)}"
        typer.echo(f"notice: {visible(fault_words(fault, kept))}", err=True)


def kept_trace(trace: str) -> str:
    """Keeps a trace in a new file outside of any match; returns its path."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="adjudicator-trace-", suffix=".txt", delete=False,
        encoding="utf-8", errors="backslashreplace",
    ) as file:  # fmt: skip
        file.write(trace)
    return file.name

"""Options of commands that take many matches; nothing is loaded for one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["EngineName", "Scheduler", "Workers", "one_of"]

_MOST = 256


def _checked(workers: int) -> int:
    """Refuses what is no number of workers; the limits would stand in the help otherwise."""
    if not 1 <= workers <= _MOST:
        raise typer.BadParameter(f"1 to {_MOST}")
    return workers


Workers = Annotated[
    int,
    typer.Option(
        metavar="N", callback=_checked, help="How many processes work at once.", show_default=False
    ),
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="Where the work is done: processes, or dask with --scheduler.",
        show_default=False,
    ),
]
Scheduler = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="A scheduler of dask, such as tcp://10.0.0.5:8786, in a network that you trust: "
        "whoever reaches it runs any code there.",
        show_default=False,
    ),
]


def one_of(named: Sequence[Path] | None) -> Path | None:
    """Returns the only match that was named, or the present folder; None: several were."""
    return None if named is not None and len(named) > 1 else (named or [Path()])[0]

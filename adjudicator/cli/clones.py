"""A clone of a match at the terminal: what it shows without the folder of the referee."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from adjudicator.cli.lock_first import (
    beacon_as_json,
    locked_as_json,
    locked_lines,
    round_lines,
)
from adjudicator.cli.shell import Viewed
from adjudicator.core.visible import visible
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.storage import read_bytes

if TYPE_CHECKING:  # loaded only where a clone is looked at
    from adjudicator.files.matches.shown import ShownMatch

__all__ = ["check_everybodys", "clone_as_json", "clone_lines", "report_of"]


def clone_lines(shown: ShownMatch, where: Path) -> list[str]:
    """Returns what is locked in a clone, or which round is fixed; mostly nothing."""
    return [*locked_lines(shown, where), *round_lines(shown, where)]


def clone_as_json(shown: ShownMatch) -> dict[str, Any]:
    """Returns the same as JSON."""
    locked = locked_as_json(shown.saved, shown.awaited())
    return {"locked": locked, **beacon_as_json(shown)}


def check_everybodys(opened: Viewed, seat: str | None) -> None:
    """Refuses what one seat alone may see, where a clone shows what everybody may."""
    if opened.shown is not None and seat is not None and opened.rules.is_hidden:
        raise typer.BadParameter("a clone shows what everybody may know", param_hint="--seat")


def report_of(opened: Viewed, *, html: bool) -> str:
    """Returns the report of a clone's newest opening, as it came: it cannot be told again."""
    assert opened.shown is not None, "a state.json has no report"
    path = opened.shown.views / ("report.html" if html else "report.txt")
    text = read_bytes(path, limit=MAX_SIZE).decode(errors="replace")
    return text if html else visible(text, keep="\n")

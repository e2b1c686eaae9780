"""template --send-as-is: a sheet in which nothing is to be ordered, ready to send, in one act.

The deal and the lot ask nobody anything; but every seat sends a sheet for them, whose blind and
pledge go into the dice: else the referee alone would choose the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from adjudicator.api.named_files import pretty, write_new
from adjudicator.api.own_keys import Own, usual_name
from adjudicator.api.position import Position
from adjudicator.cli.common import tell_own

__all__ = ["write_as_is"]


def write_as_is(
    subject: Position, sheet: Mapping[str, Any], out: Path | None, own: Own | None
) -> None:
    """Writes a sheet that is complete as it stands to a new file; the seat's key remembers it.

    Raises:
        Refused: nothing is due from the seat, or there is something to order or to answer.
        UnusableFile: the file is there already.
    """
    seat = str(sheet["player"])
    subject.check_as_is(seat, sheet)
    path = out or Path(usual_name("sheet", f"n{subject.n + 1:04d}", seat))
    write_new(path, pretty(sheet))
    if own is not None:
        tell_own(own.remember(sheet))
    typer.echo(f"{path}: complete. Send it as it is; there is nothing to fill in.")

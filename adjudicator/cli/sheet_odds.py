"""odds, of order sheets: what `check` tells of the battles ahead, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from adjudicator.api.problems import as_json
from adjudicator.api.texts import paragraphs_text
from adjudicator.cli.check import checked_sheet, end_refused
from adjudicator.cli.common import errors_shown, open_subject, print_json, print_problems
from adjudicator.cli.faults import tell_faults

__all__ = ["sheet_odds"]


def sheet_odds(
    where: Path, sheets: Sequence[Path], own_map: Path | None, *, as_data: bool, traceback: bool
) -> None:
    """Tells the chances of order sheets in a match, or in a mailed state."""
    if not sheets:
        raise typer.BadParameter("name at least one sheet")
    with errors_shown("nothing is computed", as_data=as_data):
        subject = open_subject(where, own_map)
        checked = [checked_sheet(subject, path) for path in sheets]
    if as_data:
        print_json(
            [
                {
                    "source": one.source,
                    "seat": one.seat,
                    "acceptable": one.is_acceptable,
                    "problems": [as_json(problem) for problem in one.problems],
                    "outlook": [paragraph.to_json() for paragraph in one.chances],
                }
                for one in checked
            ]
        )
    for one in checked if not as_data else ():
        print_problems(one.problems, "")
        if one.is_acceptable:
            typer.echo(f"{one.source}: {one.seat}")
            nothing = "    no battle follows the first dice\n"
            typer.echo(paragraphs_text(one.chances) or nothing, nl=False)
    tell_faults(subject.faults, traceback=traceback)
    end_refused(checked, as_data=as_data)

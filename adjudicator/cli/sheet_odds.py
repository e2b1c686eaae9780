"""odds, of order sheets: what `check` tells of the battles ahead, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from adjudicator.cli.check import checked_sheet, outlook_of
from adjudicator.cli.shell import Exit, errors_shown, open_subject, print_json, print_problems
from adjudicator.draw.report import paragraphs_text
from adjudicator.files.matches.stand_ins import Meet
from adjudicator.files.problems import as_json, summary

__all__ = ["sheet_odds"]


def sheet_odds(
    where: Path, sheets: Sequence[Path], own_map: Path | None, *, as_data: bool, meet: Meet
) -> None:
    """Tells the chances of order sheets in a match, or in a mailed state."""
    if not sheets:
        raise typer.BadParameter("name at least one sheet")
    with errors_shown("nothing is computed", as_data=as_data):
        subject = open_subject(where, own_map)
        checked = [checked_sheet(subject, path) for path in sheets]
        told = [outlook_of(one, subject, meet) for one in checked]
    if as_data:
        print_json(
            [
                {
                    "source": one.document.source,
                    "seat": one.sheet.seat,
                    "acceptable": one.is_acceptable,
                    "problems": [as_json(problem) for problem in one.located],
                    "outlook": [paragraph.to_json() for paragraph in outlook],
                }
                for one, outlook in zip(checked, told, strict=True)
            ]
        )
    for one, outlook in zip(checked, told, strict=True) if not as_data else ():
        print_problems(one.located, "")
        if one.is_acceptable:
            typer.echo(f"{one.document.source}: {one.sheet.seat}")
            nothing = "    nothing is fought behind the first dice\n"
            typer.echo(paragraphs_text(outlook) or nothing, nl=False)
    if not all(one.is_acceptable for one in checked):
        if not as_data:
            located = [place for one in checked for place in one.located]
            typer.echo(summary(located, "the sheet would be refused"), err=True)
        raise typer.Exit(Exit.NO)

"""case, schemas and new-game: for those who write rules, cases and tools."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.api.authoring import TUTORIAL, begin_game, guides
from adjudicator.api.games import answered_case, run_case
from adjudicator.api.games import schemas as all_schemas
from adjudicator.api.named_files import MAX_SIZE, command, write_atomically
from adjudicator.api.texts import in_json, visible
from adjudicator.cli.common import Exit, errors_shown
from adjudicator.cli.names import did_you_mean

__all__ = ["case", "new_game", "schemas"]


def case(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="Case files or folders.", show_default=False),
    ] = None,
    *,
    answer: Annotated[
        bool,
        typer.Option(
            "--answer",
            help="Answer questions of cases: one a line in, one answer a line out, as JSON.",
        ),
    ] = False,
    own_map: Annotated[
        Path | None,
        typer.Option(
            "--map",
            metavar="FILE|FOLDER",
            help="Run them on a map of your own, as `new` does.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run rule cases.

    Shows where what happens is not what a case says.
    """
    if answer:
        _answer_all()
        return
    if not files:
        raise typer.BadParameter("name a case file or a folder, or give --answer")
    with errors_shown("no case was run"):
        paths = _case_files(files)
    ends = [_run_case(path, own_map) for path in paths]
    typer.echo(_counted(ends))
    if unread := [end for end in ends if isinstance(end, Exit)]:
        raise typer.Exit(max(unread))
    if not all(ends):
        raise typer.Exit(Exit.NO)


def _run_case(path: Path, own_map: Path | None) -> bool | Exit:
    """Runs a case and tells of it; whether it holds, or how it could not be read."""
    try:
        with errors_shown(f"{path} was not run"):
            run = run_case(path, own_map)
    except typer.Exit as end:  # told already: the others are run all the same
        return Exit(end.exit_code)
    holds = "differs" if run.differences else "holds"
    typer.echo(visible(f"{holds}  {run.case}: {run.why}  [{run.rule}]"))
    for line in run.differences:
        typer.echo(f"    {visible(line)}")
    return not run.differences


def _counted(ends: Sequence[bool | Exit]) -> str:
    """Returns the closing line: how many hold, differ, and could not be read."""
    unread = sum(isinstance(end, Exit) for end in ends)
    hold = sum(end is True for end in ends)
    told = f"{hold} hold, {len(ends) - unread - hold} differ"
    return f"{told}, {unread} could not be read" if unread else told


def _answer_all() -> None:
    """Answers each line that comes in, at once, until no more come."""
    while raw := sys.stdin.buffer.readline(MAX_SIZE + 1):
        typer.echo(in_json(json.dumps(answered_case(raw), ensure_ascii=False)))
        sys.stdout.flush()


def _case_files(paths: list[Path]) -> list[Path]:
    return [
        found
        for path in paths
        for found in (sorted(path.rglob("*.json")) if path.is_dir() else [path])
    ]


def schemas(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="The schema to print; without, all are listed.",
            show_default=False,
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write all into this folder.")
    ] = None,
) -> None:
    """List, print or write the JSON Schemas of all files."""
    from adjudicator.repository.settings import settings_schema
    from adjudicator.tournament.schemas import tournament_schemas

    others = {"repository.json": settings_schema, **tournament_schemas()}
    makers = dict(sorted({**all_schemas(), **others}.items()))
    if out is not None:
        for path, make in makers.items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(out / path, make())
            typer.echo(f"wrote {out / path}")
    elif not name:
        for path in makers:
            typer.echo(path)
    elif found := makers.get(name) or makers.get(f"{name}.json"):
        typer.echo(found().decode(), nl=False)
    else:
        raise typer.BadParameter(
            f"no schema {name!r}; there are {', '.join(makers)}{did_you_mean(name, makers)}"
        )


def new_game(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="A new folder; its name is that of the game: border-war."
        ),
    ],
) -> None:
    """Begin a game of your own, as a copy of the tutorial game.

    It is a package with rules, a map, cases and tests, which are green: change it function by
    function.
    """
    with errors_shown("no game was begun"):
        files = begin_game(folder)
    name = folder.resolve().name
    typer.echo(f"{folder}: {len(files)} files, a copy of {TUTORIAL} under the name {name}")
    typer.echo(f"next: pip install -e {folder} && pytest {folder}")
    typer.echo(f"read: {', '.join(map(str, guides()))}")
    typer.echo(f"then: {command('new', name, 'spring', '--scenario', 'standard')}")

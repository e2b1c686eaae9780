"""editions: what the editions of a game differ in, in the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from typing import Annotated

import typer

from adjudicator.api.games import (
    Difference,
    HasEditions,
    difference_table,
    editions_of,
    families,
)
from adjudicator.api.listing import game_names as all_games
from adjudicator.cli.common import Exit, print_json
from adjudicator.cli.names import did_you_mean, game_names

__all__ = ["editions"]

_WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""
_NARROWEST = 16
"""Columns are no narrower than this."""


def editions(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="The name that they share, as `fortress-america`.",
            autocompletion=game_names,
        ),
    ],
    *,
    as_data: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Show what the editions of a game differ in.

    The table is read from the values that the rules read.
    """
    found = editions_of(game)
    if not found and game not in all_games():
        every = dict.fromkeys([*families(), *all_games()])
        raise typer.BadParameter(
            f"no game {game!r}; known: {', '.join(every)}{did_you_mean(game, every)}"
        )
    if len(found) < 2:
        others = ", ".join(families()) or "none"
        typer.echo(f"{game} has one edition; games with several: {others}.", err=True)
        raise typer.Exit(Exit.NO)
    family = found[0].family
    rows, names = difference_table(found), [one.name for one in found]
    if as_data:
        facts = []
        for row in rows:
            values = dict(zip(names, row.values, strict=True))
            facts.append({"fact": row.fact, "says": row.says, "values": values})
        print_json(
            {"family": family, "editions": names, "paragraphs_of": names[0], "differences": facts}
        )
        return
    typer.echo("\n".join(_lines(found, rows)))


def _lines(found: Sequence[HasEditions], rows: Sequence[Difference]) -> list[str]:
    """Returns the table: each fact with its columns, and under it what it means."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    paragraphs = (
        f"Paragraphs are named as in the rulebook of {found[0].title}; where another names them "
        'otherwise, the table says so. "-" stands where an edition has no such entry.'
    )
    room = max((width - 2 * len(found)) // (len(found) + 1), _NARROWEST)
    heading = _row("", [one.title for one in found], room)
    lines = textwrap.wrap(paragraphs, max(width, 40))
    lines += ["", *heading, "-" * (room * (len(found) + 1) + 2 * len(found))]
    indent = "    "
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        lines += _row(row.fact, row.texts, room)
        if after is not None and after.says == row.says:
            continue  # told once, under the last of them
        says = textwrap.fill(
            row.says, max(width, 40), initial_indent=indent, subsequent_indent=indent
        )
        lines += says.splitlines()
    return lines


def _row(fact: str, texts: Sequence[str], room: int) -> list[str]:
    """Returns one row, cells folded where they are too long."""
    cells = [_folded(text, room) for text in (fact, *texts)]
    high = max(map(len, cells))
    padded = [[*cell, *[""] * (high - len(cell))] for cell in cells]
    return ["  ".join(f"{part:<{room}}" for part in parts).rstrip()
            for parts in zip(*padded, strict=True)]  # fmt: skip


def _folded(text: str, room: int) -> list[str]:
    """Returns a text in lines; a long path is cut behind a dot."""
    loose = text.replace(".", ". ") if " " not in text else text
    return [line.replace(". ", ".") if " " not in text else line
            for line in textwrap.wrap(loose, room, break_on_hyphens=False)] or [""]  # fmt: skip

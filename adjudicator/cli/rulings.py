"""rulings: what we decided where a rulebook is silent, in the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from typing import Annotated

import typer

from adjudicator.api.games import Ruling
from adjudicator.api.games import rulings as rulings_of
from adjudicator.api.listing import game_names as all_games
from adjudicator.cli.common import Exit, print_json
from adjudicator.cli.names import did_you_mean, game_names

__all__ = ["rulings"]

_WIDEST = 88
"""Longer lines are hard to read, however wide the terminal is."""


def rulings(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="See `adjudicator games`.", autocompletion=game_names),
    ],
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="[N]...", help="The numbers to show [default: all]."),
    ] = None,
    *,
    search: Annotated[
        str, typer.Option(metavar="WORD", help="Only those that hold this.", show_default=False)
    ] = "",
    as_data: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Show the numbered rulings of a game.

    A ruling is our answer where the rulebook is silent or says two things. Problems cite its
    number, as in "1986 action 5, ruling 15".
    """
    known = all_games()
    if game not in known:
        raise typer.BadParameter(
            f"no game {game!r}; known: {', '.join(known)}{did_you_mean(game, known)}"
        )
    every = rulings_of(game)
    unknown = sorted(set(numbers or ()) - {ruling.number for ruling in every})
    if unknown:
        missing = ", ".join(str(number) for number in unknown)
        raise typer.BadParameter(f"{game} has no ruling {missing}; {_there_are(every)}")
    shown = [
        ruling
        for ruling in every
        if ruling.number in (numbers or (ruling.number,))
        and search.casefold() in ruling.text.casefold()
    ]
    if as_data:
        print_json([ruling._asdict() for ruling in shown])
    elif shown:
        typer.echo("\n\n".join(_wrapped(ruling) for ruling in shown))
    else:
        nothing = f"No ruling of {game} holds {search!r}." if every else f"{game} has no rulings."
        typer.echo(nothing, err=True)
    if not shown:
        raise typer.Exit(Exit.NO)


def _there_are(every: Sequence[Ruling]) -> str:
    """Says which numbers there are, in ranges."""
    if not every:
        return "it has none"
    ranges: list[list[int]] = []
    for ruling in every:
        if ranges and ruling.number == ranges[-1][-1] + 1:
            ranges[-1].append(ruling.number)
        else:
            ranges.append([ruling.number])
    texts = [f"{one[0]} to {one[-1]}" if len(one) > 1 else f"{one[0]}" for one in ranges]
    return f"there are {', '.join(texts)}"


def _wrapped(ruling: Ruling) -> str:
    """Returns a ruling in lines that fit the terminal, the number before the first."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    number = f"{ruling.number:>3}. "
    return textwrap.fill(
        ruling.text,
        width=max(width, 30),
        initial_indent=number,
        subsequent_indent=" " * len(number),
        break_on_hyphens=False,
        break_long_words=False,
    )

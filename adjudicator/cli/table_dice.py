"""Dice rolled at a table and typed in: `adjudicate --rolls -` asks for them one by one.

The rules run again with what was typed so far until they ask for no more dice; nothing is written
meanwhile. The words that end the typing say what becomes of it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import typer

from adjudicator.api.dice import MAX_TYPED_LINE, MAX_UNDONE, MAX_WRONG_ROLLS, as_rolled
from adjudicator.api.match import Match
from adjudicator.api.named_files import SheetFile
from adjudicator.api.position import Pending
from adjudicator.api.problems import Problem, Refused, Unusable

__all__ = ["ask_for_rolls", "in_words", "kept", "read_line"]

_HOW = (
    "Type what the dice show, such as 3 5 1, and Enter. `undo` takes the last roll back; `stop` "
    "adjudicates as far as the rolls go; `quit` changes nothing and prints the rolls."
)


def ask_for_rolls(
    match: Match, sheets: Sequence[SheetFile], play: Sequence[str]
) -> dict[str, tuple[int, ...]] | None:
    """Asks for every roll that the sheets lead to; nothing is written.

    Args:
        play: seats whose sheets are written if none is there.

    Returns:
        The rolls by label, up to the end of the dice or the input; None: the player has quit.

    Raises:
        RefusedFile: a sheet has problems.
        Unusable: the dice of this match come from the log, or what is typed in is no dice.
    """
    rolls: dict[str, tuple[int, ...]] = {}
    heading, undone = None, 0
    try:
        while awaited := match.rolls_awaited(sheets, rolls=rolls, play=play):
            if heading is None:
                typer.echo(_HOW, err=True)
            turn, words = in_words(awaited[0].label)
            if turn != heading:
                typer.echo(f"{turn}:", err=True)
                heading = turn
            said = _said(awaited[0], words, may_undo=bool(rolls))
            if said == "undo":
                label, values = rolls.popitem()
                typer.echo(f"  taken back: {in_words(label)[1]}: {_text(values)}", err=True)
                undone += 1
                if undone > MAX_UNDONE:
                    raise Unusable([_no_dice(f"{MAX_UNDONE} rolls were taken back")])
            elif said == "stop":
                break
            elif isinstance(said, str):
                _keep(rolls)
                return None
            else:
                rolls[awaited[0].label] = said
    except (KeyboardInterrupt, SystemExit):
        _keep(rolls)
        raise
    except Unusable:
        if rolls:
            _keep(rolls)
        raise
    return rolls


@contextmanager
def kept(rolls: Mapping[str, Sequence[int]]) -> Iterator[None]:
    """Prints rolls that were typed in if what is done with them fails."""
    try:
        yield
    except BaseException:
        _keep(rolls)
        raise


def in_words(label: str) -> tuple[str, str]:
    """Returns a label for people: the player-turn, and what is rolled for.

    `turn-1/western/battle/portland/defender/foot/infantry` becomes "Turn 1, western" and
    "Battle, portland, defender, foot, infantry".
    """
    turn, _, rest = label.partition("/")
    parts = rest.split("/")
    if len(parts) > 1:
        turn, parts = f"{turn}, {parts[0]}", parts[1:]
    return _capitalised(turn), _capitalised(", ".join(filter(None, parts)) or turn)


def read_line() -> str:
    """Returns the next line of the input, empty at its end; a very long one in pieces."""
    try:
        return sys.stdin.readline(MAX_TYPED_LINE)
    except UnicodeDecodeError:  # no text: no dice either
        return "?"


def _capitalised(text: str) -> str:
    return (text[:1].upper() + text[1:]).replace("-", " ")


def _said(roll: Pending, words: str, *, may_undo: bool) -> tuple[int, ...] | str:
    """Asks until the answer is dice that this roll can show, or one of the words.

    The end of the input is `stop`.

    Raises:
        Unusable: nothing typed in was dice, so often that nobody can be typing.
    """
    for _ in range(MAX_WRONG_ROLLS):
        typer.echo(f"  {words} - {roll.prompt}: ", err=True, nl=False)
        line = read_line()
        if not line:
            typer.echo(err=True)
            return "stop"
        word = line.strip().lower()
        if word in ("stop", "quit") or (word == "undo" and may_undo):
            return word
        if word == "undo":
            typer.echo("    there is no roll to take back", err=True)
            continue
        try:
            return _as_rolled(roll, line.replace(",", " ").split())
        except Refused as error:
            first = error.problems[0]
            message = first.message.replace(roll.label, "this roll")
            typer.echo(f"    {message}. {first.hint}", err=True)
    raise Unusable([_no_dice(f"{MAX_WRONG_ROLLS} lines in a row were no dice of this roll")])


def _no_dice(why: str) -> Problem:
    """Returns why no more dice are asked for."""
    hint = "Type what the dice show, or give a file: --rolls FILE"
    return Problem("no-dice-typed", why, hint=hint, kind="unusable")


def _as_rolled(roll: Pending, texts: Sequence[str]) -> tuple[int, ...]:
    """Returns what the dice show; Refused where they cannot."""
    # What is no number is taken for a face that no die has.
    values = [int(text) if re.fullmatch("[0-9]{1,10}", text) else 0 for text in texts]
    return as_rolled(roll, values)


def _keep(rolls: Mapping[str, Sequence[int]]) -> None:
    """Prints what was typed as the content of a file for `--rolls FILE`."""
    typer.echo("Nothing was adjudicated.", err=True)
    if rolls:
        typer.echo("The rolls so far; kept in a file, `--rolls FILE` takes them:", err=True)
        typer.echo(json.dumps(rolls, indent=1))


def _text(values: Iterable[int]) -> str:
    return " ".join(map(str, values))

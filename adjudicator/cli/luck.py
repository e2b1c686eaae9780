"""luck: what was to be expected of the dice of a log, what came, and how often fair dice do so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from adjudicator.cli.faults import Traceback, telling
from adjudicator.cli.luck_rows import FacesRow, ThrowsRow, faces_rows, panels, throws_rows
from adjudicator.cli.luck_words import luck_text
from adjudicator.cli.shell import AsJson, Force, errors_shown, print_json
from adjudicator.core import log
from adjudicator.core.english import amount
from adjudicator.core.gambles import Gamble
from adjudicator.core.problem import Unusable
from adjudicator.files.matches.stand_ins import Meet
from adjudicator.files.published.logged import Logged
from adjudicator.files.published.rolled import (
    Gambled,
    Rolled,
    gambled_in,
    openings_standing,
    rolls_in,
    sound_log,
)
from adjudicator.files.storage import write_wanted
from adjudicator.files.written.offers import rules_of
from adjudicator.registry import by_name

__all__ = ["luck"]


class _Found(NamedTuple):
    """A log whose dice are sound, and what they were for."""

    read: log.Log
    title: str
    standing: tuple[int, ...]
    annulled: tuple[int, ...]
    gambled: Gambled

    def gambles(self, numbers: Iterable[int]) -> list[Gamble]:
        """Returns what the rolls of some openings were for."""
        return [one for n in numbers for one in self.gambled.by_opening.get(n, ())]


class _Told(NamedTuple):
    """What is told of the dice of some openings."""

    throws: tuple[ThrowsRow, ...]
    faces: tuple[FacesRow, ...]
    rolls: int
    dice: int
    openings: tuple[int, ...]
    notes: tuple[str, ...]


def luck(
    match: Annotated[
        Path, typer.Argument(metavar="[MATCH|LOG]", help="A match folder or a log.jsonl.")
    ] = Path(),
    *,
    side: Annotated[
        str | None,
        typer.Option(metavar="SIDE", help="Only this side, with all kinds of its throws."),
    ] = None,
    n: Annotated[
        str | None,
        typer.Option("--n", metavar="FROM-TO", help="Only these openings: 3-12, 7, 7- or -12."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw how luck went, as SVG, in this file."),
    ] = None,
    force: Force = False,
    as_data: AsJson = False,
    traceback: Traceback = False,
) -> None:
    """Hold the dice against what was to be expected of them.

    Were my dice cold? For each side: what its throws should have brought on average, what they
    brought, and how often fair dice do so badly, or so well.
    """
    with errors_shown("no luck is told", as_data=as_data):
        found = _found_in(match, telling(traceback=traceback))
        told = _told(found, side, _openings(found, n))
        if plot is not None:
            write_wanted(plot, _drawn(found, told, side).encode(), force=force)
    if as_data:
        print_json(_as_json(found, told))
    else:
        typer.echo(
            luck_text(_heading(found, told), told.throws, told.faces, side=side, notes=told.notes),
            nl=False,
        )
        if plot is not None:
            typer.echo(f"wrote {plot}")


def _drawn(found: _Found, told: _Told, side: str | None) -> str:
    """Returns the chart of how luck went."""
    from adjudicator.draw.luck_plot import luck_plot

    if not told.throws:
        raise typer.BadParameter(f"nothing to draw: {_no_sides(found)}", param_hint="--plot")
    by_opening = [
        [one for one in found.gambles([n]) if side in (None, one.side)] for n in told.openings
    ]
    title = f"{found.read.genesis.offer.game}: luck of the dice"
    return luck_plot(title, panels(by_opening), told.openings)


def _found_in(match: Path, meet: Meet) -> _Found:
    """Reads a log, audits its dice, and plays it again where its rules are at hand."""
    path, raw, read = sound_log(match)
    folder = match if match.is_dir() else None
    standing, annulled = openings_standing(read)
    title = read.genesis.offer.rules.id
    try:
        rules = rules_of(read.genesis, by_name())
    except Unusable as error:
        gambled = Gambled({}, "; ".join(problem.message for problem in error.problems))
    else:
        title = rules.game.title
        gambled = gambled_in(Logged(path, raw, read, rules, folder), meet)
    return _Found(read, title, standing, annulled, gambled)


def _openings(found: _Found, named: str | None) -> tuple[int, ...]:
    """Returns the openings that stand among those that were named."""
    last = max((*found.standing, *found.annulled), default=0)
    if named is None:
        return found.standing
    read = re.fullmatch(r"(\d{1,9})?(-)?(\d{1,9})?", named)
    if not read or not named.strip("-") or (read[1] and read[3] and not read[2]):
        raise typer.BadParameter(f"{named!r} is none of 3-12, 7, 7- and -12", param_hint="--n")
    first = int(read[1] or 1)
    end = int(read[3]) if read[3] else last if read[2] else first
    if not 1 <= first <= end <= last:
        raise typer.BadParameter(f"openings are 1 to {last}", param_hint="--n")
    return tuple(n for n in found.standing if first <= n <= end)


def _told(found: _Found, side: str | None, openings: tuple[int, ...]) -> _Told:
    """Adds up what some openings brought, to one side or to all."""
    gambles = found.gambles(openings)
    if side is not None:
        sides = list(dict.fromkeys(one.side for one in found.gambles(found.standing)))
        if side not in sides:
            what = f"sides that threw dice: {', '.join(sides)}" if sides else _no_sides(found)
            raise typer.BadParameter(what, param_hint="--side")
        gambles = [one for one in gambles if one.side == side]
    chosen = frozenset(openings)
    every = rolls_in(found.read)
    rolls = [roll for roll in every if roll.n in chosen]
    if side is not None:
        labels = {one.label for one in gambles}
        rolls = [roll for roll in rolls if roll.label in labels]
    return _Told(
        throws_rows(gambles, kinds=side is not None),
        faces_rows(rolls),
        len(rolls),
        _dice(rolls),
        openings,
        tuple(_notes(found, every, rolls)),
    )


def _no_sides(found: _Found) -> str:
    if found.gambled.unknown:
        return f"who threw which dice is not known: {found.gambled.unknown}"
    return "these openings show no dice of a side"


def _dice(rolls: Iterable[Rolled]) -> int:
    return sum(len(roll.values) for roll in rolls)


def _heading(found: _Found, told: _Told) -> str:
    game = found.read.genesis.offer.game
    where = "no opening"
    if told.openings:
        first, last = told.openings[0], told.openings[-1]
        where = f"opening {first}" if first == last else f"openings {first} to {last}"
    return f"{game}: {found.title}, {where}, {_counted(told.rolls, told.dice)}"


def _counted(rolls: int, dice: int) -> str:
    return f"{amount(rolls, 'roll')} with {amount(dice, 'die', 'dice')}"


def _notes(found: _Found, every: Sequence[Rolled], rolls: Sequence[Rolled]) -> Iterable[str]:
    """Yields what everybody should know of what was counted."""
    if found.gambled.unknown:
        yield f"What the rolls were for is not known of all: {found.gambled.unknown}."
    trusted = [roll for roll in rolls if roll.on_trust]
    if trusted:
        yield (
            f"{_counted(len(trusted), _dice(trusted))} were made elsewhere and are taken on trust: "
            "the chances are those of fair dice, if they were thrown at all."
        )
    back = [roll for roll in every if roll.n in found.annulled]
    if found.annulled:
        numbers = ", ".join(str(n) for n in found.annulled)
        yield f"Not counted: {_counted(len(back), _dice(back))} of annulled openings ({numbers})."
    if any(isinstance(line.payload, _NO_DICE) for line in found.read.lines):
        yield "Not counted: decks, shuffled or sealed, and hidden rolls."


_NO_DICE = (log.Shuffle, log.SealedDeck, log.SealedRoll)


def _as_json(found: _Found, told: _Told) -> Mapping[str, Any]:
    """Returns what --json prints."""
    back = [roll for roll in rolls_in(found.read) if roll.n in found.annulled]
    return {
        "match": found.read.genesis.offer.game,
        "game": found.read.genesis.offer.rules.id,
        "openings": list(told.openings),
        "rolls": told.rolls,
        "dice": told.dice,
        "throws": [row.as_json() for row in told.throws],
        "faces": [row.as_json() for row in told.faces],
        "annulled": {
            "openings": list(found.annulled),
            "rolls": len(back),
            "dice": _dice(back),
        },
        "notes": list(told.notes),
    }

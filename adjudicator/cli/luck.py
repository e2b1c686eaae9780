"""luck: what was to be expected of the dice of a log, what came, and how often fair dice do so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from adjudicator.api.luck import DiceOf, Rolled, dice_of, drawn_luck
from adjudicator.api.luck_rows import FacesRow, ThrowsRow, faces_rows, throws_rows
from adjudicator.api.named_files import write_wanted
from adjudicator.api.texts import amount
from adjudicator.cli.common import AsJson, Force, Traceback, errors_shown, print_json, tell_faults
from adjudicator.cli.luck_words import luck_text
from adjudicator.cli.many_options import Workers, one_of

__all__ = ["luck", "luck_json"]


class _Told(NamedTuple):
    """What is told of the dice of some openings."""

    throws: tuple[ThrowsRow, ...]
    faces: tuple[FacesRow, ...]
    rolls: int
    dice: int
    openings: tuple[int, ...]
    notes: tuple[str, ...]


def luck(
    matches: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[MATCH|LOG]...", help="Match folders or log.jsonl; several give a table."
        ),
    ] = None,
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
    workers: Workers = 1,
    force: Force = False,
    as_data: AsJson = False,
    traceback: Traceback = False,
) -> None:
    """Hold the dice against what was to be expected of them.

    Were my dice cold? For each side: what its throws should have brought on average, what they
    brought, and how often fair dice do so badly, or so well.
    """
    match = one_of(matches)
    if match is None:
        if any(one is not None for one in (side, n, plot)):
            raise typer.BadParameter("--side, --n and --plot are for one match")
        _luck_many(matches or (), workers, as_data=as_data)
        return
    with errors_shown("no luck is told", as_data=as_data):
        found = dice_of(match)
        tell_faults(found.faults, traceback=traceback)
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


def _drawn(found: DiceOf, told: _Told, side: str | None) -> str:
    """Returns the chart of how luck went."""
    if not told.throws:
        raise typer.BadParameter(f"nothing to draw: {_no_sides(found)}", param_hint="--plot")
    return drawn_luck(found, told.openings, side)


def _openings(found: DiceOf, named: str | None) -> tuple[int, ...]:
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


def _told(found: DiceOf, side: str | None, openings: tuple[int, ...]) -> _Told:
    """Adds up what some openings brought, to one side or to all."""
    trials = found.trials(openings)
    if side is not None:
        sides = list(dict.fromkeys(one.side for one in found.trials(found.standing)))
        if side not in sides:
            what = f"sides that threw dice: {', '.join(sides)}" if sides else _no_sides(found)
            raise typer.BadParameter(what, param_hint="--side")
        trials = [one for one in trials if one.side == side]
    chosen = frozenset(openings)
    every = found.rolls
    rolls = [roll for roll in every if roll.n in chosen]
    if side is not None:
        labels = {one.label for one in trials}
        rolls = [roll for roll in rolls if roll.label in labels]
    return _Told(
        throws_rows(trials, kinds=side is not None),
        faces_rows(rolls),
        len(rolls),
        _dice(rolls),
        openings,
        tuple(_notes(found, every, rolls)),
    )


def _no_sides(found: DiceOf) -> str:
    if found.unknown:
        return f"who threw which dice is not known: {found.unknown}"
    return "these openings show no dice of a side"


def _dice(rolls: Iterable[Rolled]) -> int:
    return sum(len(roll.values) for roll in rolls)


def _heading(found: DiceOf, told: _Told) -> str:
    game = found.name
    where = "no opening"
    if told.openings:
        first, last = told.openings[0], told.openings[-1]
        where = f"opening {first}" if first == last else f"openings {first} to {last}"
    return f"{game}: {found.title}, {where}, {_counted(told.rolls, told.dice)}"


def _counted(rolls: int, dice: int) -> str:
    return f"{amount(rolls, 'roll')} with {amount(dice, 'die', 'dice')}"


def _notes(found: DiceOf, every: Sequence[Rolled], rolls: Sequence[Rolled]) -> Iterable[str]:
    """Yields what everybody should know of what was counted."""
    if found.unknown:
        yield f"What the rolls were for is not known of all: {found.unknown}."
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
    if found.has_other_draws:
        yield "Not counted: decks, shuffled or sealed, and hidden rolls."


def _luck_many(named: Sequence[Path], workers: int, *, as_data: bool) -> None:
    """Holds the dice of matches against what was to be expected: one table, or lines of JSON."""
    from adjudicator.cli.many import Shown, do_many, driver_for, subjects_of

    heads = ("match", "side", "counts", "throws", "expected", "actual", "so badly", "so well")
    shown = Shown(heads, _rows, lambda found: {"luck": found})
    with driver_for(workers) as driver:
        do_many(driver, luck_json, named, subjects=subjects_of(named), shown=shown, as_data=as_data)


def _rows(found: Mapping[str, Any]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (
            row["side"], " ".join(filter(None, (row["counts"], row["role"]))), str(row["throws"]),
            f"{row['expected']:.1f}", str(row["actual"]), _percent(row["so_badly"]),
            _percent(row["so_well"]),
        )
        for row in found["throws"]
    ]  # fmt: skip
    return rows or [("", f"{found['dice']} dice of no side", "", "", "", "", "")]


def _percent(chance: Mapping[str, Any]) -> str:
    return f"{100 * chance['chance']:.1f} %"


def luck_json(match: Path) -> Mapping[str, Any]:
    """Returns what --json prints of a match, with all its sides and openings."""
    found = dice_of(match)
    return _as_json(found, _told(found, None, _openings(found, None)))


def _as_json(found: DiceOf, told: _Told) -> Mapping[str, Any]:
    """Returns what --json prints."""
    back = [roll for roll in found.rolls if roll.n in found.annulled]
    return {
        "match": found.name,
        "game": found.game,
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

"""One command for many matches: over workers, with a line of each, and how far it is.

A match that is refused keeps no other one waiting. Results stand in the order in which matches were
named, whoever was done first.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import typer

from adjudicator.api.problems import Located, Problem, render
from adjudicator.api.texts import in_json, visible
from adjudicator.cli.common import Exit
from adjudicator.workers.driver import Driver, driver_of, in_order
from adjudicator.workers.outcomes import Outcome

__all__ = [
    "INTERRUPTED",
    "Shown",
    "Subject",
    "counted_kinds",
    "do_many",
    "driver_for",
    "gravest",
    "subjects_of",
]

Item = TypeVar("Item")
Result = TypeVar("Result")

INTERRUPTED = 130
"""The exit code of what Ctrl-C ended, as other programs have it."""


class Subject(NamedTuple):
    """A match folder or a file, as it was named and as a worker finds it."""

    named: Path
    path: Path
    """The same; whole, where the worker is on another machine."""


def subjects_of(named: Sequence[Path], *, whole: bool = False) -> list[Subject]:
    """Returns what was named.

    Args:
        whole: whether workers may run in another folder.
    """
    return [Subject(path, path.absolute() if whole else path) for path in named]


@contextmanager
def driver_for(workers: int, engine: str = "processes", scheduler: str = "") -> Iterator[Driver]:
    """Gives who hands jobs out.

    Raises:
        typer.BadParameter: there is no such engine; one option needs another.
        Unusable, TryAgain: dask or its scheduler is not there.
    """
    if engine not in ("processes", "dask"):
        raise typer.BadParameter("processes or dask", param_hint="--engine")
    if (engine == "dask") != bool(scheduler):
        raise typer.BadParameter("--engine dask goes with --scheduler ADDRESS",
                                 param_hint="--engine")  # fmt: skip
    if engine == "processes":
        with driver_of(workers) as driver:
            yield driver
        return
    from adjudicator.workers.machines import Machines

    with Driver(Machines(scheduler)) as driver:
        yield driver


class Shown(NamedTuple):
    """How results are shown."""

    heads: tuple[str, ...]
    """The heads of the table; the first one is that of the match."""
    rows: Callable[[Any], Sequence[Sequence[str]]]
    """Gives the rows of one result, without the match."""
    line: Callable[[Any], Mapping[str, Any]]
    """Gives what a line of JSON holds of one result."""
    code: Callable[[Any], Exit] = lambda found: Exit.DONE
    """Gives the exit code of one result."""


def do_many(
    driver: Driver,
    job: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    subjects: Sequence[Subject],
    shown: Shown,
    as_data: bool,
    judged: Callable[[Outcome[Any]], Outcome[Any]] = lambda outcome: outcome,
) -> None:
    """Does one job for each match and shows what came of them; ends with the gravest exit code.

    Args:
        as_data: whether a line of JSON is printed for each, as soon as those before it are; else
            one table, and on a terminal meanwhile how far it is.
        judged: is given each outcome before it is shown, and gives the one to be shown.
    """
    names = [subject.named for subject in subjects]
    found: dict[int, Outcome[Any]] = {}

    def print_line(outcome: Outcome[Any]) -> None:
        told = outcome.to_json(str(names[outcome.place]))
        if outcome.kind == "done":
            told |= shown.line(outcome.done)
        typer.echo(in_json(json.dumps(told, ensure_ascii=False)))

    printed = in_order(print_line)
    with _progress(len(items), shows=not as_data) as step:

        def told(outcome: Outcome[Result]) -> None:
            right = _renamed(judged(outcome), subjects[outcome.place])
            found[outcome.place] = right
            step(right.kind)
            if as_data:
                printed(right)

        driver.run(job, items, told=told)
    outcomes = [found[place] for place in range(len(items))]
    if not as_data:
        _print_table(shown, names, outcomes)
    codes = {shown.code(one.done) if one.kind == "done" else _code(one) for one in outcomes}
    if driver.is_interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(gravest(codes))


@contextmanager
def counted_kinds(shows: bool) -> Iterator[Callable[[str, str, str], None]]:
    """Shows on a terminal how many jobs are done, where nobody knows how many there will be.

    Gives what is told of each: a match, what was done, an outcome's kind.
    """
    with _progress(None, shows=shows) as step:
        yield lambda name, what, kind: step(kind)


@contextmanager
def _progress(total: int | None, *, shows: bool) -> Iterator[Callable[[str], None]]:
    """Shows on a terminal how many are done, refused, failed, late; no name of a match is shown."""
    stream = sys.__stderr__
    if not shows or stream is None or not stream.isatty() or not sys.stderr.isatty():
        yield lambda kind: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    counted: Counter[str] = Counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=Console(file=stream), transient=True) as shown:
        task = shown.add_task(_counts(counted), total=total)

        def step(kind: str) -> None:
            counted[kind] += 1
            shown.update(task, advance=1, description=_counts(counted))

        yield step


def _counts(counted: Mapping[str, int]) -> str:
    kinds = ("done", "refused", "failed", "late")
    return ", ".join(f"{counted.get(kind, 0)} {kind}" for kind in kinds)


# -- what is told at last -------------------------------------------------------------------------


def _print_table(shown: Shown, names: Sequence[Path], outcomes: Sequence[Outcome[Any]]) -> None:
    """Prints what came of all, and of each that is not done why."""
    blank = [""] * (len(shown.heads) - 2)
    rows = [list(shown.heads)]
    for one, name in zip(outcomes, names, strict=True):
        told = shown.rows(one.done) if one.kind == "done" else [[one.kind, *blank]]
        rows += [[str(name), *map(str, row)] for row in told]
    cells = [[visible(cell) for cell in row] for row in rows]
    wide = [max(len(row[place]) for row in cells) for place in range(len(shown.heads))]
    for row in cells:
        typer.echo("  ".join(cell.ljust(wide[at]) for at, cell in enumerate(row)).rstrip())
    for one, name in zip(outcomes, names, strict=True):
        _print_not_done(one, name)
    typer.echo(f"{len(outcomes)} matches: {_counts(Counter(one.kind for one in outcomes))}")


def _renamed(outcome: Outcome[Any], subject: Subject) -> Outcome[Any]:
    """Returns an outcome whose problems call a match as it was named."""
    there, here = str(subject.path), str(subject.named)

    def named(one: Located) -> Located:
        problem = one.problem._replace(
            message=one.problem.message.replace(there, here),
            hint=one.problem.hint.replace(there, here),
        )
        return one._replace(problem=problem, source=one.source.replace(there, here))

    return outcome._replace(located=tuple(map(named, outcome.located)))


def _print_not_done(outcome: Outcome[Any], name: Path) -> None:
    if outcome.kind == "done":
        return
    typer.echo(f"{name}: {outcome.kind}", err=True)
    for one in outcome.located:
        typer.echo(render(one), err=True)
    if outcome.trace:
        typer.echo(outcome.trace.rstrip(), err=True)


def gravest(codes: Container[Exit]) -> Exit:
    """Returns the exit code of a run in which several things came about."""
    return next((code for code in _GRAVEST if code in codes), Exit.DONE)


_GRAVEST = (Exit.NO, Exit.BUG, Exit.UNUSABLE, Exit.TRY_AGAIN, Exit.AWAITED)


def _code(outcome: Outcome[Any]) -> Exit:
    if outcome.kind == "late":
        return Exit.TRY_AGAIN
    if outcome.kind == "refused":
        problems: tuple[Problem, ...] = outcome.problems
        unusable = bool(problems) and all(one.kind == "unusable" for one in problems)
        return Exit.UNUSABLE if unusable else Exit.NO
    if outcome.kind == "failed":
        return Exit.UNUSABLE if outcome.killed else Exit.BUG
    return Exit.DONE

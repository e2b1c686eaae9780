"""Checks of the tables: that rules find whatever they look up. All problems at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.english import joined
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.tables import DIE, LANDINGS, ODDS, TERRAINS, Combat, Tables

__all__ = ["check_tables"]


def check_tables(tables: Tables) -> Iterator[Problem]:
    """Yields all that is wrong with the tables; paths lead into their file."""
    yield from _check_entries(TERRAINS, list(tables.terrain), ("terrain",))
    yield from _check_entries(LANDINGS, list(tables.amphibious), ("amphibious",))
    for terrain, effect in tables.terrain.items():
        if effect.cost == 0:
            yield _unusable(
                "free-terrain",
                f"{terrain} costs nothing to enter",
                ("terrain", terrain, "cost"),
                "Let it cost 1 movement point or more",
            )
    months = tables.seasons.weather
    for index, month in enumerate(months):
        if month in months[:index]:
            yield _unusable(
                "named-twice",
                f"month {month} is already in the list",
                ("seasons", "weather", index),
                "Name each month once",
            )
    yield from _check_combat(tables.combat)


def _check_combat(combat: Combat) -> Iterator[Problem]:
    """Ten columns from the worst odds, six rows of ten results. (13.9)"""
    path: Path = ("combat", "odds")
    if combat.odds != ODDS:
        yield _unusable(
            "odds-out-of-order",
            f"the columns are {joined(combat.odds)}",
            path,
            f"They are {joined(ODDS)}.",
        )
    yield from _check_entries(DIE, list(combat.results), ("combat", "results"))
    for face, row in combat.results.items():
        if len(row) != len(ODDS):
            yield _unusable(
                "row-incomplete",
                f"row {face} has {len(row)} results, not {len(ODDS)}",
                ("combat", "results", face),
                "Give one result for each column",
            )


def _check_entries(wanted: Sequence[str], there: Sequence[str], path: Path) -> Iterator[Problem]:
    missing = [one for one in wanted if one not in there]
    if missing:
        yield _unusable(
            "entry-missing",
            f"{joined(missing)} {'is' if len(missing) == 1 else 'are'} not in the table",
            path,
            f"It needs {joined(wanted)}.",
        )


def _unusable(code: str, message: str, path: Path, hint: str) -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")

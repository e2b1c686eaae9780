"""Whether there is a unit of a name, and which may be ordered now: in play, free, together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.rules.positions import is_frozen
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, is_unit_name
from adjudicator.games.invasion_america.words import place

__all__ = ["check_able", "check_in_play", "check_together", "unknown_unit"]


def unknown_unit(book: Ruleset, name: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if no counter can have this name in the scenario."""
    counters = book.counters.get(name[:-3]) if is_unit_name(name) else None
    if counters is not None and 1 <= int(name[-2:]) <= counters.made:
        return
    yield Problem(
        "unknown-unit",
        f'there is no unit "{name}"',
        path,
        "3.36",
        hint=_hint(book, name),
        kind="invalid",
    )


def _hint(book: Ruleset, name: str) -> str:
    """Returns what was probably meant, or how units are named."""
    mix, _, number = name.rpartition("-")
    if not number.isdecimal():
        mix, number = name, ""
    counters = book.counters.get(mix)
    if counters is not None and counters.made:
        return f"There are {counters.made} of them: {mix}-01 to {mix}-{counters.made:02}."
    nation, _, kind = mix.partition("-")
    kinds = {name.removeprefix(f"{nation}-"): name for name in book.counters}
    for near in get_close_matches(kind or nation, kinds, n=1):
        meant = f"{kinds[near]}-{number:0>2}" if number else f"{kinds[near]}-01"
        if is_unit_name(meant) and 1 <= int(number or 1) <= book.counters[kinds[near]].made:
            return f'Did you mean "{meant}"?'
    return "Units are named by nation, type and number: us-armour-01."


def check_in_play(state: State, unit: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if a unit is not in play, or of a nation that does not function. (19.35)"""
    if unit not in state.units:
        yield Problem(
            "not-in-play",
            f"{unit} is not in play",
            path,
            "8.1",
            hint="state.json lists the units in play.",
        )
    elif is_frozen(state, unit):
        yield Problem(
            "does-not-function",
            f"{unit} does not function yet, like all of its nation",
            path,
            "19.35, ruling 31",
            hint="They stay where they are.",
        )


def check_able(state: State, unit: str, path: Path) -> Iterator[Problem]:
    """Yields why a unit in play may not move in this phase. (8.26, 10.14, 16.41, 19.64)"""
    if unit in state.moved:
        yield Problem(
            "moved-already",
            f"{unit} has moved in this phase",
            path,
            "10.14, ruling 58",
            hint="Name its whole way in one order.",
        )
    elif state.phase == "movement" and unit in state.halted:
        yield Problem(
            "may-not-move",
            f"{unit} may not move in this phase: it came by rail, or into an enemy zone as a "
            "replacement",
            path,
            "8.26, 16.41",
            hint="It may move in later phases, as its type does.",
        )
    elif unit in state.rooted:
        yield Problem(
            "may-not-move",
            f"{unit} must stay in the hex where it appeared",
            path,
            "19.64",
            hint="Of the two militia that rise one may move.",
        )


def check_together(
    book: Ruleset, state: State, units: Sequence[str], path: Path
) -> Iterator[Problem]:
    """Yields the units that do not stand where the first one does."""
    first = state.units[units[0]].at
    for index, unit in enumerate(units[1:], start=1):
        at = state.units[unit].at
        if at != first:
            yield Problem(
                "not-together",
                f"{unit} is in {place(book, at)}, and {units[0]} in {place(book, first)}",
                (*path, index),
                "10.0",
                hint="Give an order for the units of each hex.",
            )

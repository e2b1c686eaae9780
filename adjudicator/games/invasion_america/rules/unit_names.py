"""Whether there are units of a name."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import is_unit_name

__all__ = ["unknown_unit"]


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

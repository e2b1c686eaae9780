"""Checks of the counters: that each type can do what the rules ask of it. All problems at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.counter_mix import (
    TYPE_NAMES,
    CounterMix,
    CounterType,
    Force,
    Nation,
    UnitType,
    class_of,
)

__all__ = ["check_counters", "shortfalls"]

_KNOWN = ("special-infantry", "hovercraft", "supply", "rail", "carrier", "amphibious", "transport")
"""Types whose strength is always known. (16.14, 16.26, 7.4)"""
_DEFENDERS = ("supply", "transport")
"""Types whose strength stands in parentheses. (9.52, 3.36)"""
_FORCES: Mapping[Nation, Force] = {
    "us": "us", "canada": "us", "esc": "esc", "sau": "sau", "pal": "pal",
}  # fmt: skip
"""To which force each nation belongs. (4.1)"""
_MOST = 99
"""Counters of a nation and type: their names end in two digits."""
_US_ONLY = ("militia", "rail")
"""Types of the United States and Canada alone. (16.3, 16.4)"""
_AGGRESSORS_ONLY = ("supply", "carrier", "amphibious", "transport")
"""Types that only aggressors have. (9.5, 7.4)"""


def check_counters(mix: CounterMix) -> Iterator[Problem]:
    """Yields all that is wrong with the counters; paths lead into their file."""
    for nation, counters in mix.nations.items():
        if counters.force != _FORCES[nation]:
            yield _unfit(
                f"{nation} belongs to the force {_FORCES[nation]}, not {counters.force}",
                ("nations", nation, "force"),
                f'Write "{_FORCES[nation]}"',
            )
        for unit_type, facts in counters.units.items():
            path = ("nations", nation, "units", unit_type)
            yield from _check_values(unit_type, facts, path)
            yield from _check_strengths(unit_type, facts, path)
            foreign = _AGGRESSORS_ONLY if counters.force == "us" else _US_ONLY
            if unit_type in foreign:
                yield _unfit(
                    f"{counters.name} cannot have {TYPE_NAMES[unit_type]} counters",
                    path,
                    "Take them out",
                )


def _check_values(unit_type: UnitType, facts: CounterType, path: Path) -> Iterator[Problem]:
    """Land, air and rail units have a movement allowance, air units and carriers a range. (3.3)"""
    sort, name = class_of(unit_type), TYPE_NAMES[unit_type]
    moves = sort in ("land", "air", "rail")
    if moves and not facts.movement:
        yield _unfit(f"a {name} counter needs a movement allowance", path, "Give it movement")
    if not moves and facts.movement is not None:
        yield _unfit(
            f"a {name} counter has no movement allowance", (*path, "movement"), "Take it out"
        )
    reaches = sort == "air" or unit_type == "carrier"
    if reaches and not facts.range:
        yield _unfit(f"a {name} counter needs a range", path, "Give it a range")
    if not reaches and facts.range is not None:
        yield _unfit(f"a {name} counter has no range", (*path, "range"), "Take it out")
    if facts.defends_only is not (unit_type in _DEFENDERS):
        yield _unfit(
            f"a {name} counter {'only defends' if unit_type in _DEFENDERS else 'may attack'}",
            (*path, "defends_only") if facts.defends_only else path,
            f"Set defends_only to {'true' if unit_type in _DEFENDERS else 'false'}",
        )
    if facts.untried is not None and unit_type in _KNOWN:
        yield _unfit(
            f"the strength of a {name} counter is always known", (*path, "untried"), "Take it out"
        )
    if facts.untried is None and unit_type not in _KNOWN:
        yield _unfit(
            f"a {name} counter needs an untried strength", path, "Give it one: about the average"
        )


def _check_strengths(unit_type: UnitType, facts: CounterType, path: Path) -> Iterator[Problem]:
    """Militia alone may turn out to have no strength. (16.32)"""
    if facts.count > _MOST:
        yield _unfit(
            f"{facts.count} {TYPE_NAMES[unit_type]} counters are more than {_MOST}",
            (*path, "counters"),
            "Take some out",
        )
    seen: set[int] = set()
    for index, (strength, _) in enumerate(facts.counters):
        place = (*path, "counters", index)
        if unit_type == "rail" and strength:
            yield _unfit("a rail unit has no strength", (*place, 0), "Write 0")
        if not strength and unit_type not in ("rail", "militia"):
            yield _unfit(
                f"a {TYPE_NAMES[unit_type]} counter needs a strength",
                (*place, 0),
                "Give it 1 or more",
            )
        if strength in seen:
            yield _unfit(
                f"strength {strength} is already in the list", place, "Name each strength once"
            )
        seen.add(strength)
    if unit_type in _KNOWN and len(facts.counters) > 1:
        yield _unfit(
            f"all {TYPE_NAMES[unit_type]} counters have the same strength",
            (*path, "counters"),
            "Name one strength",
        )


def shortfalls(
    mix: CounterMix, wanted: Mapping[Nation, Mapping[UnitType, int]]
) -> Iterator[tuple[Nation, UnitType, int, int]]:
    """Yields of what an order of battle needs more than there are counters: needed, there."""
    for nation, types in wanted.items():
        for unit_type, needed in types.items():
            facts = mix.facts(nation, unit_type)
            there = facts.count if facts is not None else 0
            if needed > there:
                yield nation, unit_type, needed, there


def _unfit(message: str, path: Path, hint: str) -> Problem:
    return Problem("unfit-counter", message, path, hint=hint, kind="unusable")

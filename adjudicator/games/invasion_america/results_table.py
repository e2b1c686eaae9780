"""The combat results table, read: from strengths to a column, from a column to results. (13.9)

`check`, `odds` and the rules read it here and nowhere else; columns and results are named here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.games.invasion_america.tables import DIE, ODDS, Combat, Odds, Result

__all__ = [
    "RESULT_WORDS",
    "Meaning",
    "at_least",
    "chances_of",
    "column_of",
    "column_text",
    "halved",
    "meaning_of",
    "result_of",
    "result_text",
]

RESULT_WORDS: Mapping[Result, str] = MappingProxyType(
    {
        "de": "defender eliminated",
        "dx": "exchange, the defender first",
        "d3": "defender retreats 3 hexes",
        "d2": "defender retreats 2 hexes",
        "d1": "defender retreats 1 hex",
        "a1": "attacker retreats 1 hex",
        "a2": "attacker retreats 2 hexes",
        "a3": "attacker retreats 3 hexes",
        "ax": "exchange, the attacker first",
        "ae": "attacker eliminated",
    }
)
"""The results in words, the best for the attacker first. (13.42)"""


class Meaning(NamedTuple):
    """What a result does. (13.42)"""

    by_attacker: bool
    """Whether the attacker suffers it, else the defender."""
    retreat: int
    """How many hexes they retreat; 0: they are eliminated."""
    exchange: bool
    """Whether the other side then loses as much."""


def meaning_of(result: Result) -> Meaning:
    """Returns what a result does. (13.42)"""
    kind = result[1]
    return Meaning(result[0] == "a", int(kind) if kind.isdecimal() else 0, kind == "x")


def halved(strength: int, times: int) -> int:
    """Returns a strength halved so many times, fractions rounded up each time. (9.32, ruling 10)"""
    return -(-strength >> times) if times else strength


def column_of(combat: Combat, attack: int, defence: int) -> Odds:
    """Returns the column for two strengths, rounded off in favour of the defender. (13.41)

    Odds lower than the first column are treated as it, higher than the last one likewise. Whoever
    defends with no strength at all is attacked at the last one. (Ruling 70)
    """
    for odds in reversed(combat.odds):
        if _reached(odds, attack, defence):
            return odds
    return combat.odds[0]


def _reached(odds: Odds, attack: int, defence: int) -> bool:
    over, _, under = odds.partition("-")
    return attack * int(under) >= defence * int(over)


def at_least(odds: Odds, wanted: Odds) -> bool:
    """Whether a column is no worse for the attacker than another."""
    return ODDS.index(odds) >= ODDS.index(wanted)


def result_of(combat: Combat, odds: Odds, die: int) -> Result:
    """Returns the result for a column and a die. (13.9)"""
    return combat.results[DIE[die - 1]][combat.odds.index(odds)]


def chances_of(combat: Combat, odds: Odds) -> dict[Result, int]:
    """Returns how many faces of the die bring each result of a column, the best ones first."""
    faces = [result_of(combat, odds, die) for die in range(1, len(DIE) + 1)]
    return {result: faces.count(result) for result in RESULT_WORDS if result in faces}


def column_text(odds: str) -> str:
    """Returns "3 to 1"."""
    return odds.replace("-", " to ")


def result_text(result: Result) -> str:
    """Returns "De (defender eliminated)"."""
    return f"{result.capitalize()} ({RESULT_WORDS[result]})"

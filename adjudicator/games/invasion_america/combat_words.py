"""The words in which messages and reports speak of combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.core.english import joined
from adjudicator.games.invasion_america.results_table import RESULT_WORDS
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State
from adjudicator.games.invasion_america.tables import Result

__all__ = ["chance_text", "column_text", "fighters_text", "result_text"]


def column_text(odds: str) -> str:
    """Returns "3 to 1"."""
    return odds.replace("-", " to ")


def result_text(result: Result) -> str:
    """Returns "De (defender eliminated)"."""
    return f"{result.capitalize()} ({RESULT_WORDS[result]})"


def chance_text(chance: Fraction) -> str:
    """Returns "17 percent", to the nearest; 0 and 100 stand for impossible and certain alone."""
    if chance < Fraction(1, 100):
        return "less than 1 percent" if chance else "0 percent"
    nearest = (chance.numerator * 200 + chance.denominator) // (chance.denominator * 2)
    return f"{nearest if chance == 1 else min(nearest, 99)} percent"


def fighters_text(book: Ruleset, state: State, units: Sequence[str]) -> str:
    """Returns units with the strengths that everybody sees: "us-armour-01 (6, untried)"."""
    told: list[str] = []
    for name in units:
        known = book.strength_of(name, state.units[name])
        if known is None:
            told.append(f"{name} ({book.of(name).facts.untried}, untried)")
        else:
            told.append(f"{name} ({known})")
    return joined(told)

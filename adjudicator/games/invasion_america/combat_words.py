"""The words in which messages and reports speak of combat."""

from __future__ import annotations

from adjudicator.games.invasion_america.results_table import RESULT_WORDS
from adjudicator.games.invasion_america.tables import Result

__all__ = ["column_text", "result_text"]


def column_text(odds: str) -> str:
    """Returns "3 to 1"."""
    return odds.replace("-", " to ")


def result_text(result: Result) -> str:
    """Returns "De (defender eliminated)"."""
    return f"{result.capitalize()} ({RESULT_WORDS[result]})"

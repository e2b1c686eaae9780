"""The movement allowance of units, with all that halves it."""

from __future__ import annotations

from adjudicator.games.invasion_america.rules.weather import halved, in_weather
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["movement_points"]


def movement_points(book: Ruleset, state: State, unit: str) -> int:
    """Returns the movement points that a unit has for a phase. (3.37, 9.31, 17.32)

    Half of them where it was out of supply when that was last judged; half again where it begins
    its move in the weather. Each time fractions are rounded up. (Rulings 10 and 55)
    """
    points = book.of(unit).movement
    if unit in state.out_of_supply:
        points = halved(points)
    if in_weather(book, state, state.units[unit].at):
        points = halved(points)
    return points

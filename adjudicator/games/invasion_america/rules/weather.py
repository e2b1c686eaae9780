"""Weather game-turns halve what stands north of the weather line, and how far it moves. (17.3)"""

from __future__ import annotations

from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["halved", "in_weather", "is_weather_turn", "month_of", "movement_points"]

_MONTHS = 12


def month_of(book: Ruleset, turn: int) -> int:
    """Returns the month of a game-turn, 1 to 12. (17.33, ruling 28)"""
    return (book.charts.tables.seasons.first_month + turn - 2) % _MONTHS + 1


def is_weather_turn(book: Ruleset, state: State) -> bool:
    """Whether it is a weather game-turn of a match that is played with weather. (17.33)"""
    return book.facts.weather and month_of(book, state.turn) in book.charts.tables.seasons.weather


def in_weather(book: Ruleset, state: State, number: str) -> bool:
    """Whether the weather halves what stands in a hex. (17.32)"""
    if not is_weather_turn(book, state):
        return False
    hex_ = book.hexes.get(number)
    return hex_ is not None and book.charts.is_north_of(hex_, "weather-line")


def halved(number: int) -> int:
    """Returns half of a number, rounded up. (9.31, 17.32)"""
    return (number + 1) // 2


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

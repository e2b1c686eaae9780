"""What wins and how far it is, in the words of map, status and report. (19.16, 19.66, 19.84)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.core.english import amount
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Side, State

__all__ = ["Goal", "goal_text", "goal_words", "goals", "in_order"]


class Goal(NamedTuple):
    """How many points some sides need together."""

    sides: tuple[Side, ...]
    number: int
    """As the book says it."""
    is_beyond: bool
    """Whether they need more than that."""
    held: int
    """How many they have."""

    @property
    def least(self) -> int:
        """Returns the least number that is enough."""
        return self.number + self.is_beyond

    @property
    def distance(self) -> str:
        """Returns how far they are from it: "12 below"."""
        room = self.held - self.number
        return f"{room} above" if room > 0 else f"{-room} below" if room < 0 else "just at it"


def goals(book: Ruleset, points: Mapping[Side, int]) -> tuple[Goal, ...]:
    """Returns what wins; nothing where it is not decided by points. (19.84)

    Among more than two seats of Scenario VI: what the best aggressor needs, then what all of them
    need. (Ruling 41)
    """
    victory = book.facts.victory
    if victory.everything:
        return ()
    if victory.us_keeps is not None:
        return (Goal((US,), victory.us_keeps, False, points[US]),)
    need, best_needs = victory.aggressors_need, victory.best_needs
    assert need is not None
    sides = tuple(side for side in in_order(book, points) if side != US)
    held = sum(points[side] for side in sides)
    if best_needs is None or len(book.seats) == 2:
        return (Goal(sides, need, False, held),)
    best = book.sides_of(book.seat_of(sides[0]))
    most = sum(points[side] for side in best)
    return Goal(best, best_needs, True, most), Goal(sides, need, True, held)


def in_order(book: Ruleset, points: Mapping[Side, int]) -> tuple[Side, ...]:
    """Returns the sides in the order in which their points are drawn.

    Where the best aggressor counts, the aggressors' seats by their points; the U.S. comes last.
    """
    if book.facts.victory.best_needs is None or len(book.seats) == 2:
        return book.facts.sides
    seats = [seat for seat in book.seats if seat != book.seat_of(US)]
    seats.sort(key=lambda seat: -sum(points[side] for side in book.sides_of(seat)))
    return (*(side for seat in seats for side in book.sides_of(seat)), US)


def goal_text(book: Ruleset, state: State, points: Mapping[Side, int]) -> str:
    """Returns what wins and how far it is, as status and reports say it."""
    found = goals(book, points)
    match found:
        case (Goal(sides=("us",)) as goal,):
            return (
                f"The U.S. and Canada win with {goal.number} at the end; they are {goal.distance}."
            )
        case (goal,):
            return f"The aggressors win with {goal.number} at the end; they are {goal.distance}."
        case (best, together):
            return (
                f"The best aggressor wins with more than {best.number} at the end, if all of them "
                f"together have more than {together.number}; now the best has {best.held}, all "
                f"have {together.held}."
            )
    left, of = _left(book, state)
    return (
        "The aggressors win with every urban and supply hex at the end; the U.S. and Canada "
        f"control {left} of {of}."
    )


def goal_words(book: Ruleset, state: State, points: Mapping[Side, int]) -> str:
    """Returns the same as the map says it."""
    match goals(book, points):
        case (Goal(sides=("us",)) as goal,):
            return f"U.S. and Canada win with {goal.number}: {goal.distance}"
        case (goal,):
            return f"aggressors win with {goal.number}: {goal.distance}"
        case (best, together):
            return (
                f"best aggressor wins with more than {best.number} (now {best.held}), if all have "
                f"more than {together.number} (now {together.held})"
            )
    left, _ = _left(book, state)
    return f"aggressors win with every urban and supply hex: {amount(left, 'hex', 'hexes')} left"


def _left(book: Ruleset, state: State) -> tuple[int, int]:
    """Returns how many urban and supply hexes the U.S. and Canada control, and how many there are.

    (19.84, ruling 26)
    """
    charts = book.charts
    counted = [number for number in book.valued if charts.terrain_of(book.hexes[number]).points]
    left = [
        number for number in counted if (state.control.get(number) or book.home_of(number)) == US
    ]
    return len(left), len(counted)

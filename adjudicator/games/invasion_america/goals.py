"""What wins and how far it is, in the words of map, status and report. (19.16, 19.66, 19.84)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.games.invasion_america.narrator import ContinentNarrator
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


def goal_text(narrator: ContinentNarrator, state: State, points: Mapping[Side, int]) -> str:
    """Returns what wins and how far it is, as status and reports say it."""
    match goals(narrator.book, points):
        case (Goal(sides=("us",)) as goal,):
            return narrator.say("goal-us", number=goal.number, distance=_distance(narrator, goal))
        case (goal,):
            far = _distance(narrator, goal)
            return narrator.say("goal-aggressors", number=goal.number, distance=far)
        case (best, together):
            return narrator.say("goal-best", **_both(best, together))
    left, of = _left(narrator.book, state)
    return narrator.say("goal-everything", left=left, of=of)


def goal_words(narrator: ContinentNarrator, state: State, points: Mapping[Side, int]) -> str:
    """Returns the same as the map says it."""
    match goals(narrator.book, points):
        case (Goal(sides=("us",)) as goal,):
            far = _distance(narrator, goal)
            return narrator.say("map-goal-us", number=goal.number, distance=far)
        case (goal,):
            far = _distance(narrator, goal)
            return narrator.say("map-goal-aggressors", number=goal.number, distance=far)
        case (best, together):
            return narrator.say("map-goal-best", **_both(best, together))
    left, _ = _left(narrator.book, state)
    return narrator.say("map-goal-everything", count=left)


def _distance(narrator: ContinentNarrator, goal: Goal) -> str:
    """Returns how far some sides are from what they need: "12 below"."""
    room = goal.held - goal.number
    if room > 0:
        return narrator.say("above", room=room)
    return narrator.say("below", room=-room) if room < 0 else narrator.say("just-at-it")


def _both(best: Goal, together: Goal) -> dict[str, int]:
    return {
        "best": best.number, "all": together.number,
        "best_held": best.held, "all_held": together.held,
    }  # fmt: skip


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

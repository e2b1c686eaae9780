"""The end of the match: victory, seats that give up, agreed draws. (18.4, chapter 19)"""

from __future__ import annotations

from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.events import GameEnded
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.positions import controller
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Result, State

__all__ = ["conceded", "ended", "evaluated", "points_by_seat"]


def evaluated(book: Ruleset, state: State) -> GameEnded:
    """Returns how the match ends after its last game-turn. (18.4)"""
    victory = book.facts.victory
    if victory.everything:
        return _campaign(book, state)
    keeps = victory.us_keeps
    falls_short = keeps is not None and points_by_side(book, state)[US] < keeps
    wins = falls_short if keeps is not None else _revolt(book, state)
    winner = _best_aggressor(book, state) if wins else book.seat_of(US)
    return ended(book, state, winner, "points")


def points_by_seat(book: Ruleset, state: State) -> dict[str, int]:
    """Returns the victory points that each seat controls. (19.16)"""
    points = points_by_side(book, state)
    return {seat: sum(points[side] for side in book.sides_of(seat)) for seat in book.seats}


def conceded(book: Ruleset, state: State) -> tuple[GameEnded, ...]:
    """Returns the end of the match, if those who conceded decide it. (Ruling 50)"""
    us = book.seat_of(US)
    others = [seat for seat in book.seats if seat != us and seat not in state.conceded]
    if not others:
        if us in state.conceded:
            return (ended(book, state, None, "draw"),)
        return (ended(book, state, us, "conceded"),)
    if us not in state.conceded:
        return ()
    return (ended(book, state, _best_aggressor(book, state), "conceded"),)


def ended(book: Ruleset, state: State, winner: str | None, reason: str) -> GameEnded:
    """Returns the end of the match, with the points of all sides. (Ruling 50)"""
    points = FrozenMap(points_by_side(book, state))
    return GameEnded(
        result=Result.model_validate({"winner": winner, "reason": reason, "points": points})
    )


def _campaign(book: Ruleset, state: State) -> GameEnded:
    """The aggressors must control every urban and supply hex. (19.84)"""
    charts = book.charts
    held = all(
        controller(book, state, number) != US
        for number in book.valued
        if charts.terrain_of(book.hexes[number]).points
    )
    winner = _best_aggressor(book, state) if held else book.seat_of(US)
    return ended(book, state, winner, "all-taken" if held else "points")


def _revolt(book: Ruleset, state: State) -> bool:
    """Whether the aggressors have won enough: between two seats so many points, among more of them
    more than so many, and the best seat more than its own measure. (19.66, ruling 41)"""
    victory = book.facts.victory
    assert victory.aggressors_need is not None
    points = points_by_seat(book, state)
    del points[book.seat_of(US)]
    total = sum(points.values())
    if len(points) == 1 or victory.best_needs is None:
        return total >= victory.aggressors_need
    return total > victory.aggressors_need and max(points.values()) > victory.best_needs


def _best_aggressor(book: Ruleset, state: State) -> str | None:
    """Returns the aggressor with most points; None: several have as many. (19.16, ruling 48)

    Who has conceded cannot win.
    """
    points = points_by_seat(book, state)
    left = {
        seat: count
        for seat, count in points.items()
        if seat != book.seat_of(US) and seat not in state.conceded
    }
    most = max(left.values(), default=0)
    best = [seat for seat, count in left.items() if count == most]
    return best[0] if len(best) == 1 else None

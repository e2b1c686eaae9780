"""What a result gives in the event, as an exact number for each seat (tournaments.md 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from adjudicator.tournament.standings.values import (
    MET,
    DrawSize,
    Places,
    Result,
    RulebookPoints,
    Scoring,
    Seated,
    SumOfSquares,
    Unplayed,
    WinDrawLoss,
)

__all__ = ["draw_worth", "match_scores", "won"]


def match_scores(scoring: Scoring, unplayed: Unplayed, result: Result) -> tuple[Fraction, ...]:
    """Returns what each seat of a result gets, in the order of its seats.

    What a referee awarded to a seat stands in place of what the scoring gives it; the others get
    what they would get without it.

    Raises:
        ValueError: points below 0 are to be squared.
    """
    given = _given(scoring, unplayed, result)
    return tuple(
        points if one.awarded is None else one.awarded
        for one, points in zip(result.seats, given, strict=True)
    )


def won(result: Result, seated: Seated) -> bool:
    """Returns whether a seat won a match in which players met: it is the first, alone."""
    if result.kind not in MET:
        return False
    first = min(one.place for one in result.seats)
    return seated.place == first and [one.place for one in result.seats].count(first) == 1


def draw_worth(scoring: Scoring, seats: int) -> Fraction | None:
    """Returns what a match gives to each seat where all share the first place.

    None: the scoring does not say (the rulebook's points).
    """
    match scoring:
        case WinDrawLoss():
            return scoring.draw
        case Places():
            return sum(scoring.points[:seats], Fraction(0)) / seats
        case SumOfSquares() | DrawSize():
            return scoring.total / seats
        case RulebookPoints():
            return None


def _given(scoring: Scoring, unplayed: Unplayed, result: Result) -> list[Fraction]:
    match result.kind:
        case "void":
            return [Fraction(0)] * len(result.seats)
        case "bye-asked":
            return [unplayed.bye_asked] * len(result.seats)
        case "bye-given":
            return [unplayed.bye_given] * len(result.seats)
        case "double-forfeit":
            return [unplayed.forfeit_loss] * len(result.seats)
        case "forfeited":
            return [
                unplayed.forfeit_loss if one.forfeits else unplayed.forfeit_win
                for one in result.seats
            ]
        case _:
            return _scored(scoring, result.seats)


def _scored(scoring: Scoring, seats: Sequence[Seated]) -> list[Fraction]:
    """Returns the points of a match in which players met."""
    first = min(one.place for one in seats)
    sharing = sum(one.place == first for one in seats)
    match scoring:
        case WinDrawLoss():
            best = scoring.win if sharing == 1 else scoring.draw
            return [best if one.place == first else scoring.loss for one in seats]
        case RulebookPoints():
            return [one.points for one in seats]
        case Places():
            return _by_place(scoring.points, seats)
        case SumOfSquares():
            return _by_squares(scoring.total, seats)
        case DrawSize():
            share = scoring.total / sharing
            return [share if one.place == first else Fraction(0) for one in seats]


def _by_place(points: tuple[Fraction, ...], seats: Sequence[Seated]) -> list[Fraction]:
    sharing = Counter(one.place for one in seats)
    worth: dict[int, Fraction] = {}
    taken = 0
    for place in sorted(sharing):
        places = points[taken : taken + sharing[place]]
        worth[place] = sum(places, Fraction(0)) / sharing[place]
        taken += sharing[place]
    return [worth[one.place] for one in seats]


def _by_squares(total: Fraction, seats: Sequence[Seated]) -> list[Fraction]:
    if any(one.points < 0 for one in seats):
        raise ValueError("points below 0 cannot be shared by their squares")
    squares = [one.points**2 for one in seats]
    whole = sum(squares)
    if not whole:
        return [total / len(seats)] * len(seats)
    return [total * square / whole for square in squares]

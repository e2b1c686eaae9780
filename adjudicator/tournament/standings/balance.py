"""How often each side wins, and how well that is known (tournaments.md 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from adjudicator.tournament.standings.values import OVER_THE_BOARD, Result, in_force

__all__ = ["ENOUGH", "Balance", "SideBalance", "balance", "wilson"]

ENOUGH = 100
"""With fewer matches than these the balance of sides is not known."""
_Z = 1.959963984540054
"""95 of 100 normal deviates lie within so many standard deviations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBalance:
    """How a seat did."""

    seat: str
    """Named as the game names it."""
    matches: int
    """How many it was played in."""
    wins: Fraction
    """How many it won; who share the first place share the win."""
    fair: Fraction
    """The wins that are its share: a match of four seats gives each a quarter."""
    low: float
    high: float
    """Between these the share of wins lies, by Wilson's interval, in 95 of 100 such samples."""

    @property
    def share(self) -> float:
        """The share of wins."""
        return float(self.wins / self.matches)

    @property
    def is_known(self) -> bool:
        """Whether there are enough matches to say anything of the side."""
        return self.matches >= ENOUGH


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The balance of sides, matches with a built-in player apart."""

    people: tuple[SideBalance, ...]
    """By seat: matches among people alone."""
    built_in: tuple[SideBalance, ...]
    """By seat: the others."""


def wilson(wins: Fraction | int, matches: int) -> tuple[float, float]:
    """Returns Wilson's interval of a share, at 95 %.

    >>> [round(bound, 2) for bound in wilson(50, 100)]
    [0.4, 0.6]

    Raises:
        ValueError: there are no matches, or more wins than matches.
    """
    if not 0 <= wins <= matches or not matches:
        raise ValueError(f"{wins} wins in {matches} matches")
    share, square = float(Fraction(wins) / matches), _Z * _Z
    middle = (share + square / (2 * matches)) / (1 + square / matches)
    spread = share * (1 - share) / matches + square / (4 * matches * matches)
    width = _Z / (1 + square / matches) * sqrt(spread)
    return max(0.0, middle - width), min(1.0, middle + width)


def balance(results: Sequence[Result], built_in: Collection[str] = ()) -> Balance:
    """Returns the balance of sides of matches that were played to an end or conceded.

    Args:
        results: all lines, corrected ones too.
        built_in: the ids of players who are the built-in player.

    Raises:
        ValueError: results contradict each other (`in_force`).
    """
    over = [one for one in in_force(tuple(results)) if one.kind in OVER_THE_BOARD]
    people = [one for one in over if not any(seat.player in built_in for seat in one.seats)]
    others = [one for one in over if any(seat.player in built_in for seat in one.seats)]
    return Balance(people=_sides(people), built_in=_sides(others))


def _sides(results: Sequence[Result]) -> tuple[SideBalance, ...]:
    matches: dict[str, int] = {}
    wins: dict[str, Fraction] = {}
    fair: dict[str, Fraction] = {}
    for result in results:
        first = min(one.place for one in result.seats)
        sharing = sum(one.place == first for one in result.seats)
        for one in result.seats:
            won = Fraction(1, sharing) if one.place == first else Fraction(0)
            matches[one.seat] = matches.get(one.seat, 0) + 1
            wins[one.seat] = wins.get(one.seat, Fraction(0)) + won
            fair[one.seat] = fair.get(one.seat, Fraction(0)) + Fraction(1, len(result.seats))
    found = []
    for seat in sorted(matches):
        low, high = wilson(wins[seat], matches[seat])
        found.append(
            SideBalance(
                seat=seat,
                matches=matches[seat],
                wins=wins[seat],
                fair=fair[seat],
                low=low,
                high=high,
            )
        )
    return tuple(found)

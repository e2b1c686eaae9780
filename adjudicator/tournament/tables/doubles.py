"""Somebody at two tables, where players do not divide into tables otherwise (tournaments.md 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.tournament.pairing.check import key_of
from adjudicator.tournament.pairing.values import Apart, Entrant

__all__ = ["doubled", "is_double", "meetings_of", "own_id"]

_MARK = "+"
"""Behind the id of a second seat; no id has it."""


def own_id(seat: str) -> str:
    """Returns whose seat it is."""
    return seat.removesuffix(_MARK)


def is_double(seat: str) -> bool:
    """Returns whether it is somebody's second seat."""
    return seat.endswith(_MARK)


def doubled(
    entrants: Mapping[str, Entrant], count: int, order: Sequence[str]
) -> dict[str, Entrant]:
    """Returns entrants with so many second seats besides, of volunteers (`Entrant.twice`).

    Those with the fewest matches so far come first, then the draw. Where there are too few
    volunteers nobody sits down twice: one more would help nobody.

    Args:
        entrants: who sits down, by id.
        count: how many seats are lacking.
        order: ids in the order of the draw.
    """
    volunteers = sorted(
        (one for one in order if entrants[one].twice), key=lambda one: len(entrants[one].had)
    )
    if len(volunteers) < count:
        return dict(entrants)
    seats = [replace(entrants[one], id=one + _MARK) for one in volunteers[:count]]
    return {**entrants, **{one.id: one for one in seats}}


def meetings_of(seats: Sequence[str], pairs: Mapping[Apart, int]) -> dict[Apart, int]:
    """Returns what holds of pairs of players for pairs of seats, the second ones too."""
    own: dict[str, list[str]] = {}
    for seat in seats:
        own.setdefault(own_id(seat), []).append(seat)
    return {
        key_of(one, two): count
        for (first, second), count in pairs.items()
        for one in own.get(first, ())
        for two in own.get(second, ())
    }

"""How a match has ended, for programs: who has won, why, and with how many points.

A game says it in its state: `result`, null until the end, with `winner` or `winners` (seats) and a
`reason`; where points were counted, `points` by side. Of a game that says nothing there, the first
line of its standings is all that is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from adjudicator.core.game import Rules, Seat
from adjudicator.core.save import Save

__all__ = ["SaysHowItEnded", "SaysWhoWon", "match_result"]


@runtime_checkable
class SaysWhoWon(Protocol):
    """The result of a match in the state of a game."""

    winner: str | None
    """The seat that has won; null: nobody, or several together."""
    reason: str
    """Why the match ended: "conceded", "draw", or as the game calls it."""


@runtime_checkable
class SaysHowItEnded(Protocol):
    """The state of a game that says how it ended."""

    result: Any


def match_result(
    rules: Rules[Any], saved: Save, state: Any, seats: Mapping[str, Seat]
) -> dict[str, Any] | None:
    """Returns how a match has ended as JSON; None: it goes on.

    Args:
        state: the position, as everybody may know it.
        seats: the seats of the match, each with its sides.
    """
    if not saved.is_over:
        return None
    told = next(iter(rules.standings(state)), "")
    result = state.result if isinstance(state, SaysHowItEnded) else None
    if not isinstance(result, SaysWhoWon):
        return {"winner": None, "winners": [], "how": None, "points": {}, "text": told}
    winners: Sequence[str] = getattr(result, "winners", ()) or (
        (result.winner,) if result.winner is not None else ()
    )
    by_side: Mapping[str, int] = getattr(result, "points", {})
    points = {
        name: sum(by_side.get(side, 0) for side in seat.sides)
        for name, seat in seats.items()
        if any(side in by_side for side in seat.sides)
    }
    return {
        "winner": winners[0] if len(winners) == 1 else None,
        "winners": list(winners),
        "how": result.reason,
        "points": points,
        "text": told,
    }

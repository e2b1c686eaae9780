"""The end of the match, and seats that give it up."""

from __future__ import annotations

from adjudicator.core.game import Reason, Table
from adjudicator.games.galactic_conquest.events import GameEnded, SeatWithdrawn
from adjudicator.games.galactic_conquest.rules.count import count_troops
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import Result, State

__all__ = ["ended", "to_withdraw", "withdrawal"]


def to_withdraw(state: State) -> str | None:
    """Returns a seat that has conceded and still has troops or a place in the set-up."""
    if not state.conceded:
        return None
    return next((seat for seat in state.order if seat in state.conceded), None)


def withdrawal(book: Ruleset, seat: str, table: Table[State]) -> None:
    """Who has conceded is out: planets are neutral with their troops, cards out of play.

    Nobody gets to see these cards. Their turn, if it is theirs, ends with that. (Ruling 31)
    """
    before = table.state
    table.record(SeatWithdrawn(seat=seat))
    if seat == before.seat and before.phase not in ("deal", "set-up"):
        count_troops(book, table)


def ended(winner: str | None, reason: Reason) -> GameEnded:
    """Returns the end of the match: one seat is left, or none, or all agreed to a draw.

    (Rulings 18, 31 and 32)
    """
    return GameEnded(result=Result(winner=winner, reason=reason))

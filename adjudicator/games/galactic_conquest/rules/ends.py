"""The end of the match, and seats that give it up."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.galactic_conquest.events import GameEnded, SeatWithdrawn, TurnEnded
from adjudicator.games.galactic_conquest.rules.planets import next_turn
from adjudicator.games.galactic_conquest.state import Result, State

__all__ = ["conceded", "drawn", "to_withdraw", "withdrawal"]


def to_withdraw(state: State) -> str | None:
    """Returns a seat that has conceded and still has troops or a place in the set-up."""
    if not state.conceded:
        return None
    return next((seat for seat in state.order if seat in state.conceded), None)


def withdrawal(seat: str, table: Table[State]) -> None:
    """Who has conceded is out: planets are neutral with their troops, cards out of play.

    Nobody gets to see these cards. (Ruling 31)
    """
    state = table.state
    table.record(SeatWithdrawn(seat=seat))
    if seat == state.seat and state.phase not in ("deal", "set-up"):
        next_seat, turn = next_turn(state)
        table.record(TurnEnded(seat=next_seat, turn=turn))


def conceded(state: State) -> tuple[GameEnded, ...]:
    """Returns the end of the match, if only one seat is left, or none. (Rulings 18 and 31)"""
    left = [seat for seat in state.order if seat not in state.conceded]
    if not left:
        return drawn()
    if len(left) == 1:
        return (GameEnded(result=Result(winner=left[0], reason="conceded")),)
    return ()


def drawn() -> tuple[GameEnded, ...]:
    """Returns the end of the match as a draw. (Ruling 32)"""
    return (GameEnded(result=Result(winner=None, reason="draw")),)

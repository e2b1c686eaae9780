"""The end of the match, and seats that give it up."""

from __future__ import annotations

from adjudicator.core.game import Reason, Table
from adjudicator.games.stratix.events import ArmyWithdrawn, GameEnded, TurnEnded
from adjudicator.games.stratix.rules.places import following
from adjudicator.games.stratix.rules.recon_obligations import left_to_catch
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Result, State

__all__ = ["ended", "to_withdraw", "withdrawal"]


def to_withdraw(state: State) -> str | None:
    """Returns an army whose seat has conceded and that is not out yet."""
    if not state.conceded:
        return None
    return next((side for side in state.order if side in state.conceded), None)


def withdrawal(book: Ruleset, side: str, table: Table[State]) -> None:
    """Who has conceded is out: its pieces leave the board, its cards the game, unseen.

    Its turn, if it is its turn, ends with that; it is no move. (Rulings 16 and 52)
    """
    before = table.state
    table.record(ArmyWithdrawn(side=side))
    if side == before.side and before.phase not in ("lot", "deal"):
        after = following(before.order, side, table.state.order)
        begins = before.order.index(after) <= before.order.index(side)
        breach = left_to_catch(table.state, table.state.breach, after)
        table.record(TurnEnded(side=side, next=after, turn=before.turn + begins, breach=breach))


def ended(winner: str | None, reason: Reason) -> GameEnded:
    """Returns the end of the match: one army is left, or none, or all agreed to a draw.

    (Rulings 16 and 25)
    """
    return GameEnded(result=Result(winner=winner, reason=reason))

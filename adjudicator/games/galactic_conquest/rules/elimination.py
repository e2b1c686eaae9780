"""Step 5: who takes a seat's last troops takes its cards; and the end of the match."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.galactic_conquest.events import GameEnded, SeatEliminated
from adjudicator.games.galactic_conquest.rules.trade import forced_trade
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, Result, State

__all__ = ["elimination"]


def elimination(
    book: Ruleset, table: Table[State], loser: str, label: str, *, captured: str
) -> None:
    """Removes a seat that has lost its last planet, if it has. (Step 5)

    The neutral army yields nothing. The match ends when one seat alone has troops; those of who
    has conceded count no more. (Rulings 10, 13, 15, 18 and 31)
    """
    state = table.state
    if loser == NEUTRAL or loser in state.owners.values():
        return
    table.record(SeatEliminated(seat=loser, by=state.seat, held=state.hands[loser]))
    left = [seat for seat in table.state.order if seat not in table.state.conceded]
    if len(left) == 1:
        result = Result(winner=left[0], reason="last-with-troops")
        table.record(GameEnded(result=result))
        return
    forced_trade(book, table, label, captured=captured)

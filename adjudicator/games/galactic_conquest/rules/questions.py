"""Which questions a turn may ask, by the form of their labels."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.questions import Form
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.state import State

__all__ = ["questions"]


def questions(state: State) -> Iterator[Form]:
    """Yields the questions of the turn: which sets are turned in, where their troops go, defence.

    The set-up asks nothing. (Steps 2, 4 and 5)
    """
    if state.phase in ("deal", "set-up", "over"):
        return
    turn, own = f"turn-{state.turn}/{state.seat}", (state.seat,)
    others = tuple(seat for seat in state.order if seat != state.seat)
    yield Form(f"{turn}/trade/set-#", own, "trade", (o.Trade,))
    battle = f"{turn}/invade-#/battle-#"
    yield Form(f"{battle}/defend", others, "defend", (o.Defend,))
    yield Form(f"{battle}/set-#", own, "trade", (o.Trade,))
    yield Form(f"{battle}/set-#/place-#", own, "trade", (o.Place,))

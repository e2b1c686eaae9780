"""Which questions a player-turn may ask, by the form of their labels."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.questions import Form
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, SIDES, USA, State

__all__ = ["questions"]


def questions(book: Ruleset, state: State) -> Iterator[Form]:
    """Yields the questions of a player-turn; the set-up asks nothing.

    Whom a battle asks depends on who fires and on whose unit goes: every seat may be meant. Where
    the invaders play one turn together, the questions are those of each of them.
    """
    every = tuple(book.seats)
    sides = INVADERS if state.side in INVADERS else (state.side,)
    turns = {side: f"turn-{state.turn}/{side}" for side in SIDES if side in sides}
    for side, turn in turns.items():
        volley, own = f"{turn}/battle/*/*/*", (book.seat_of(side),)
        yield Form(f"{volley}/target-#", every, "targets", (o.Target,))
        yield Form(f"{volley}/disengage-#", every, "disengage", (o.Disengage,))
        yield Form(f"{volley}/retreat-#", every, "retreat", (o.Retreat,))
        yield Form(f"{volley}/retreat-#/to", every, "retreat", (o.Retreat,))
        yield Form(f"{turn}/battles/order", own, "battles", (o.Battles,))
        yield Form(f"{turn}/leave/*/bomber-#", own, "invasion", (o.Move,))
        for moment in ("*", "*/*") if book.invader_cards else ():
            yield Form(f"{turn}/cards/{moment}/more-#", own, "play", (o.Play,))
    if state.side == USA:
        turn, own = turns[USA], (book.seat_of(USA),)
        yield Form(f"{turn}/cards/#/play", own, "cards", (o.Card,))
        yield Form(f"{turn}/cards/#/retreat-#/to", every, "retreat", (o.Retreat,))
        yield Form(f"{turn}/laser/*/target", own, "lasers", (o.Fire,))

"""Which questions a player-turn may ask, by the form of their labels."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.questions import Form
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["questions"]


def questions(book: Ruleset, state: State) -> Iterator[Form]:
    """Yields the questions of combat, by the side that each is put to; the set-up asks nothing."""
    if state.phase == "set-up":
        return
    attack = f"turn-{state.turn}/{state.side}/combat/attack-#"
    for side in book.facts.sides:
        seats = (book.seat_of(side),)
        yield Form(f"{attack}/retreat/{side}/*/*", seats, "retreat", (o.Retreat,))
        yield Form(f"{attack}/displace/{side}/*/*/*/*", seats, "displace", (o.Displace,))
        yield Form(f"{attack}/exchange/{side}", seats, "exchange", (o.Exchange,))
        yield Form(f"{attack}/advance/{side}", seats, "advance", (o.Advance,))

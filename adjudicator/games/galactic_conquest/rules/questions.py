"""Questions that a turn may ask, by the form of their labels, and standing orders for them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import StandingOrder
from adjudicator.core.problem import Problem
from adjudicator.core.questions import Form
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.hands import cards_of
from adjudicator.games.galactic_conquest.rules.planets import planets_of, unknown_planet
from adjudicator.games.galactic_conquest.rules.static_checks import unknown_card
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["check_standing", "questions", "standing_defaults", "standing_examples"]


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


def check_standing(book: Ruleset, order: StandingOrder) -> Iterator[Problem]:
    """Yields what is wrong with a standing order whatever will be asked."""
    match order:
        case o.StandingDefend():
            for index, planet in enumerate(order.in_ or ()):
                yield from unknown_planet(book, planet, ("in", index))
        case o.StandingTrade():
            for index, card in enumerate(order.keep):
                yield from unknown_card(card, ("keep", index))
            if order.place != "captured":
                yield from unknown_planet(book, order.place, ("place",))


def standing_defaults() -> tuple[StandingOrder, ...]:
    """Returns the published defaults as standing orders, for players to change.

    (Rulings 3 and 25)
    """
    return (
        o.StandingDefend(standing="defend", dice=2),
        o.StandingTrade(standing="trade"),
    )


def standing_examples(state: State, seat: str) -> tuple[StandingOrder, ...]:
    """Returns a standing order of each kind that makes sense for the seat in this position."""
    home = tuple(planets_of(state, seat)[:1])
    defend = {"standing": "defend", "dice": 1, "in": home}
    place = home[0] if home else "captured"
    keep = tuple(cards_of(state, seat))[:1]
    return (
        o.StandingDefend.model_validate(defend),
        o.StandingTrade(standing="trade", keep=keep, place=place),
    )

"""Standing orders: what is wrong with one, the published defaults, examples."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import StandingOrder
from adjudicator.core.problem import Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.hands import cards_of
from adjudicator.games.galactic_conquest.rules.planets import planets_of, unknown_planet
from adjudicator.games.galactic_conquest.rules.static_checks import unknown_card
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["check_standing", "standing_defaults", "standing_examples"]


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

"""The built-in player of Galactic Conquest: what it orders, from a view alone.

It plans one player-turn at a time and remembers nothing, so the same view always gives the same
orders. Hands of others are hidden from it: it counts their cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Order
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.player.campaign import best_campaign, orders_of
from adjudicator.games.galactic_conquest.player.places import claims, places
from adjudicator.games.galactic_conquest.player.trades import trades
from adjudicator.games.galactic_conquest.player.worth import Evaluation
from adjudicator.games.galactic_conquest.rules.fortify import path_between
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["planned"]


def planned(book: Ruleset, view: State, seat: str, topic: str) -> Sequence[Order]:
    """Returns what the player orders under a topic, in the order to be carried out."""
    match topic:
        case "setup" if len(view.owners) < len(book.planets):
            return claims(book, view)
        case "setup" | "place":
            return places(book, view, seat)
        case "trade":
            return trades(book, view, seat)
        case "invade":
            return _invasions(Evaluation(book, view, seat))
        case "fortify":
            return _fortification(Evaluation(book, view, seat))
        case _:
            return ()


def _invasions(evaluation: Evaluation) -> tuple[o.Invade, ...]:
    """The army with the best campaign sets out first; the others go elsewhere. (Step 4)"""
    orders, used = list[o.Invade](), list[str]()
    while (campaign := best_campaign(evaluation, 0, used=used)) is not None:
        orders.append(orders_of(evaluation, campaign))
        used += [campaign.start, *campaign.route]
    return tuple(orders)


def _fortification(evaluation: Evaluation) -> tuple[o.Fortify, ...]:
    """The largest army without an enemy beside it goes where the enemy is strongest. (Step 6)"""
    book, view = evaluation.book, evaluation.view
    fronts = [planet for planet in evaluation.own if evaluation.enemies_of(planet)]
    idle = [one for one in evaluation.own if one not in fronts and view.troops[one] > 1]

    def rank(planet: str) -> tuple[int, int, str]:
        lacking = evaluation.threat(planet) - view.troops[planet]
        return (-evaluation.held_bonus(planet), -lacking, planet)

    if not idle:
        return ()
    start = min(idle, key=lambda one: (-view.troops[one], one))
    # A chart is connected: around every army without an enemy beside it there is a front.
    end = min((end for end in fronts if path_between(book, view, start, end)), key=rank)
    order = {"order": "fortify", "from": start, "to": end, "count": "all"}
    return (o.Fortify.model_validate(order),)

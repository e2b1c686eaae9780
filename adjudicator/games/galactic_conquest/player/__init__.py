"""The built-in player: everything to the front, attacks where he is stronger."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Order
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.book import Book
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.rules.trade import draft_trade
from adjudicator.games.galactic_conquest.state import State

__all__ = ["planned"]


def planned(book: Book, view: State, seat: str, topic: str) -> Sequence[Order]:
    """Returns what the player orders under a topic, in the order to be carried out."""
    match topic:
        case "setup" | "place":
            return _places(book, view, seat)
        case "trade":
            return draft_trade(book, view, seat)
        case "invade":
            return _invasions(book, view, seat)
        case _:
            return ()


def _enemies_of(book: Book, view: State, seat: str, planet: str) -> list[str]:
    """Returns the planets of others beside a planet, the weakest first."""
    enemies = [one for one in book.chart.neighbours(planet) if view.owners.get(one) != seat]
    return sorted(enemies, key=lambda one: (view.troops.get(one, 0), one))


def _places(book: Book, view: State, seat: str) -> tuple[o.Place, ...]:
    """All troops go to the planet with most enemies around it."""
    count, held = view.to_place.get(seat, 0), planets_of(view, seat)
    if not count or not held:
        return ()
    front = max(held, key=lambda planet: len(_enemies_of(book, view, seat, planet)))
    return (o.Place.model_validate({"order": "place", "count": count, "in": front}),)


def _invasions(book: Book, view: State, seat: str) -> tuple[o.Invade, ...]:
    """Each strong planet attacks its weakest neighbour, as long as the chances are good."""
    planned = []
    for planet in planets_of(view, seat):
        enemies = _enemies_of(book, view, seat, planet)
        if enemies and view.troops[planet] > view.troops[enemies[0]] + 1:
            planned.append(_invasion(book, view, planet, enemies[0]))
    return tuple(planned)


def _invasion(book: Book, view: State, origin: str, target: str) -> o.Invade:
    """One attack, and one more from there onwards."""
    onward = _enemies_of(book, view, view.owners[origin], target)[:1]
    follows = tuple(_order(target, one, ()) for one in onward)
    return _order(origin, target, follows)


def _order(origin: str, target: str, follows: tuple[o.Invade, ...]) -> o.Invade:
    return o.Invade.model_validate(
        {
            "order": "invade",
            "from": origin,
            "to": target,
            "until": o.Until(chance="1/2"),
            "move": "all",
            "then": follows,
        }
    )

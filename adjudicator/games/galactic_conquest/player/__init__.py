"""The built-in player: everything to the front, attacks where he is stronger."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Order
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.book import Book
from adjudicator.games.galactic_conquest.rules.fortify import path_between
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.rules.trade import draft_trade
from adjudicator.games.galactic_conquest.state import State

__all__ = ["planned"]

_FARTHEST = 8
"""How many planets a chain of attacks may take."""


def planned(book: Book, view: State, seat: str, topic: str) -> Sequence[Order]:
    """Returns what the player orders under a topic, in the order to be carried out."""
    match topic:
        case "setup" | "place":
            return _places(book, view, seat)
        case "trade":
            return draft_trade(book, view, seat)
        case "invade":
            return _invasions(book, view, seat)
        case "fortify":
            return _fortification(book, view, seat)
        case _:
            return ()


def _enemies_of(book: Book, view: State, seat: str, planet: str) -> list[str]:
    """Returns the planets of others beside a planet, the weakest first."""
    enemies = [one for one in book.chart.neighbours(planet) if view.owners.get(one) != seat]
    return sorted(enemies, key=lambda one: (view.troops.get(one, 0), one))


def _fronts(book: Book, view: State, seat: str) -> list[str]:
    """Returns the planets that may attack, that with the largest army first."""
    fronts = [one for one in planets_of(view, seat) if _enemies_of(book, view, seat, one)]
    return sorted(fronts, key=lambda one: (-view.troops[one], one))


def _places(book: Book, view: State, seat: str) -> tuple[o.Place, ...]:
    """All troops go to the largest army that has an enemy beside it."""
    count, fronts = view.to_place.get(seat, 0), _fronts(book, view, seat)
    if not count or not fronts:
        return ()
    return (o.Place.model_validate({"order": "place", "count": count, "in": fronts[0]}),)


def _invasions(book: Book, view: State, seat: str) -> tuple[o.Invade, ...]:
    """Each army with an even chance sets out against its weakest neighbours, one after another."""
    planned, aims = list[o.Invade](), list[str]()
    for planet in _fronts(book, view, seat):
        route = _route(book, view, planet, aims)
        if route and view.troops[planet] > view.troops[route[0]] + 1:
            aims += route
            planned.append(_chain(planet, route))
    return tuple(planned)


def _route(book: Book, view: State, start: str, aims: Sequence[str]) -> list[str]:
    """Returns the planets that a chain of attacks is to take."""
    route: list[str] = []
    while len(route) < _FARTHEST:
        here = route[-1] if route else start
        seat = view.owners[start]
        onward = [one for one in _enemies_of(book, view, seat, here) if one not in (*route, *aims)]
        if not onward:
            break
        route.append(onward[0])
    return route


def _chain(start: str, route: Sequence[str]) -> o.Invade:
    follows: tuple[o.Invade, ...] = ()
    for origin, target in zip((*route[-2::-1], start), route[::-1], strict=True):
        order = {
            "order": "invade",
            "from": origin,
            "to": target,
            "until": o.Until(chance="1/2"),
            "move": "all",
            "then": follows,
        }
        follows = (o.Invade.model_validate(order),)
    return follows[0]


def _fortification(book: Book, view: State, seat: str) -> tuple[o.Fortify, ...]:
    """The largest army without an enemy beside it goes to the nearest planet that has one."""
    fronts = _fronts(book, view, seat)
    idle = [one for one in planets_of(view, seat) if one not in fronts and view.troops[one] > 1]
    if not idle:
        return ()
    start = max(idle, key=lambda one: view.troops[one])
    paths = [path for end in fronts if (path := path_between(book, view, start, end))]
    if not paths:
        return ()
    end = min(paths, key=len)[-1]
    order = {"order": "fortify", "from": start, "to": end, "count": "all"}
    return (o.Fortify.model_validate(order),)

"""What only the USA orders: its laser, its cards, and what its lasers fire at."""

from __future__ import annotations

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.player.estimate import WORTH
from adjudicator.games.fortress_america.player.outlook import Outlook
from adjudicator.games.fortress_america.rules.cards import CardPlay
from adjudicator.games.fortress_america.state import USA, State, total_of

__all__ = ["planned_aims", "planned_cards", "planned_laser"]


def planned_laser(book: Book, state: State) -> list[o.Laser]:
    """Returns the laser of the turn.

    Lasers reach every space of the board, so this one stands where no enemy comes soon.
    """
    if not state.lasers_left:
        return []
    look = Outlook(book, state, USA)
    cities = [
        city
        for city in book.map.areas_with("city")
        if look.is_mine(city) and city not in state.lasers
    ]
    if not cities:
        return []
    city = min(
        cities,
        key=lambda city: (look.threat_to(city), -total_of(state.units_in(city, USA)), city),
    )
    return [o.Laser.model_validate({"order": "laser", "in": city})]


def planned_cards(book: Book, state: State) -> list[o.Card]:
    """Returns the card to play next: its units go where they cut off most or defend most."""
    if not state.hand:
        return []
    look = Outlook(book, state, USA)
    play = CardPlay.of(book, state, state.hand[0])
    areas = sorted(play.rooms, key=lambda area: (-_use(look, area), area))
    return [play.usual_order(areas)]


def _use(look: Outlook, area: str) -> int:
    """Returns how much units do in an area that a card may put them into."""
    if look.book.owner(look.state, area) != USA:
        return 40 + look.prize(area)
    threat = min(look.threat_to(area), 120)
    return threat * (2 if look.book.is_city(area) else 1)


def planned_aims(book: Book, state: State) -> list[o.Fire]:
    """Returns what the lasers fire at: the unit of most worth in each of the best spaces."""
    look = Outlook(book, state, USA)
    found = []
    for area in state.units:
        side = state.enemy_in(area, USA)
        if side is None:
            continue
        counts = state.units_in(area, side)
        kind = max(counts, key=lambda kind: (WORTH[kind], kind))
        score = WORTH[kind]
        if area in state.declared:
            # It helps the battle; and who stands alone leaves the land open without one.
            score += 10 + (look.prize(area) // 4 if total_of(counts) == 1 else 0)
        score += 4 * sum(
            book.is_city(there) and look.is_mine(there) for there in book.map.neighbours(area)
        )
        found.append((-score, area, o.Fire(order="fire", at=area, unit=kind)))
    return [fire for _, _, fire in sorted(found, key=lambda one: one[:2])[: len(state.lasers)]]

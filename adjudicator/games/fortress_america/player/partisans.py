"""What only the USA orders: its laser, its cards, and what its lasers fire at."""

from __future__ import annotations

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.in_force import firing_lasers
from adjudicator.games.fortress_america.player.assessment import Assessment, nearness
from adjudicator.games.fortress_america.player.estimate import WORTH, worth_of
from adjudicator.games.fortress_america.rules.cards import default_card_order
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, USA, State, total_of

__all__ = ["planned_aims", "planned_cards", "planned_lasers"]


def planned_lasers(book: Ruleset, state: State) -> list[o.Laser]:
    """Returns the laser of the turn, or those with which the USA begins.

    Lasers reach every space of the board, so they stand where no enemy comes soon.
    """
    assessment = Assessment(book, state, USA)
    zones = {zone: 0 for side in INVADERS for zone in book.zones_of(side)}
    near = nearness(book, zones, USA)
    cities = [
        city
        for city in book.map.areas_with("city")
        if assessment.is_mine(city) and city not in state.lasers
    ]
    due = book.options.lasers_at_start if state.action == "setup-usa" else min(1, state.lasers_left)
    safest = sorted(cities, key=lambda city: (assessment.threat_to(city), -near[city], city))
    return [o.Laser.model_validate({"order": "laser", "in": city}) for city in safest[:due]]


def planned_cards(book: Ruleset, state: State) -> list[o.Card]:
    """Returns how to play the next card: where it cuts off, destroys or defends most."""
    if not state.hand:
        return []
    assessment = Assessment(book, state, USA)

    def rank(area: str) -> int:
        return -_use(assessment, area)

    return [default_card_order(book, state, state.hand[0], prefer=rank)]


def _use(assessment: Assessment, area: str) -> int:
    """Returns what a card is good for in an area."""
    enemies = assessment.enemies_in(area)
    if enemies:
        return worth_of(enemies) + assessment.prize(area)
    if assessment.is_target(area):
        return 40 + assessment.prize(area)
    threat = min(assessment.threat_to(area), 120)
    return threat * (2 if assessment.book.is_city(area) else 1)


def planned_aims(book: Ruleset, state: State) -> list[o.Fire]:
    """Returns what the lasers fire at: the unit of most worth in each of the best spaces."""
    assessment = Assessment(book, state, USA)
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
            score += 10 + (assessment.prize(area) // 4 if total_of(counts) == 1 else 0)
        score += 4 * sum(
            book.is_city(there) and assessment.is_mine(there) for there in book.map.neighbours(area)
        )
        found.append((-score, area, o.Fire(order="fire", at=area, unit=kind)))
    best = sorted(found, key=lambda one: one[:2])
    return [fire for _, _, fire in best[: len(firing_lasers(book, state))]]

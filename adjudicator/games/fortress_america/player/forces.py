"""The player's set-up and reinforcements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.player.assessment import Assessment, nearness
from adjudicator.games.fortress_america.player.invader_cards import draws
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    KINDS,
    USA,
    Side,
    State,
    UnitKind,
    total_of,
)

__all__ = ["planned_reinforcements", "planned_setup"]

_GARRISONS: tuple[tuple[UnitKind, ...], ...] = (
    ("hovertank", "infantry"),
    ("mobile-unit", "infantry"),
    ("helicopter", "infantry"),
    ("bomber", "helicopter"),
)
"""Pairs for the cities, those for the nearest to the zones first."""
_WAVES: tuple[tuple[UnitKind, ...], ...] = (
    ("infantry", "infantry", "hovertank", "mobile-unit", "helicopter"),
    ("infantry", "infantry", "hovertank", "mobile-unit", "helicopter"),
    ("infantry", "infantry", "hovertank", "mobile-unit", "helicopter"),
    ("infantry", "infantry", "hovertank", "bomber", "bomber"),
)
"""The stacks of an invader's first wave, that for their best zone first."""


def planned_setup(book: Ruleset, state: State, seat: str) -> list[o.Place]:
    """Returns the set-up of a seat's units."""
    if seat == book.seat_of(USA):
        return _usa_setup(book)
    placed: list[o.Place] = []
    for side in INVADERS:
        if side in book.seats[seat].sides:
            placed += _first_wave(book, state, side)
    return placed


def _usa_setup(book: Ruleset) -> list[o.Place]:
    """Tanks and infantry stand in the cities near the zones, aircraft farther inland."""
    zones = {zone: 0 for side in INVADERS for zone in book.zones_of(side)}
    near = nearness(book, zones, USA)
    cities = sorted(book.map.areas_with("city"), key=lambda city: (near[city], city))
    left = dict(book.units_of(USA))
    placed = []
    for city in cities:
        free = [kind for kind in KINDS if left.get(kind) and not book.facts(kind).only_by_card]
        pair = next(
            (p for p in _GARRISONS if all(left.get(kind, 0) for kind in p)),
            tuple(kind for kind in free for _ in range(min(2, left[kind]))),
        )
        for kind in pair[: book.edition.setup_units_per_city]:
            left[kind] -= 1
            placed.append(_place(kind, 1, city))
    return placed


def _first_wave(book: Ruleset, state: State, side: Side) -> list[o.Place]:
    left = {
        kind: facts.first_wave for kind, facts in book.edition.units.items() if facts.first_wave
    }
    zones = _best_zones(book, state, side)
    placed = []
    for zone, stack in zip(zones, _WAVES, strict=False):
        for kind in dict.fromkeys(stack):
            count = min(stack.count(kind), left.get(kind, 0))
            if count:
                left[kind] -= count
                placed.append(_place(kind, count, zone))
    room = dict.fromkeys(zones, book.edition.stack_limit)
    for order in placed:
        room[order.in_] -= order.count
    return placed + _dealt(left, [(zone, room[zone]) for zone in zones])


def _best_zones(book: Ruleset, state: State, side: Side) -> list[str]:
    """Returns a side's zones and footholds, those beside weakly held cities first."""
    assessment = Assessment(book, state, side)

    def rank(zone: str) -> tuple[int, str]:
        beside = [there for there in book.map.neighbours(zone) if not book.is_zone(there)]
        cities = [there for there in beside if book.is_city(there) and assessment.is_target(there)]
        held = min((total_of(assessment.enemies_in(city)) for city in cities), default=0)
        return -(10 * len(cities) + len(beside) - held), zone

    return sorted(book.sources_of(state, side), key=rank)


def planned_reinforcements(book: Ruleset, state: State) -> list[o.Place]:
    """Returns an invader's reinforcements: some of all kinds, near to what is to be taken."""
    if state.turn < book.edition.reinforcements_from:
        return []
    side = state.side
    limit = book.edition.stack_limit
    goals = Assessment(book, state, side).goals()
    zones = sorted(book.sources_of(state, side), key=lambda zone: (goals.get(zone, 0), zone))
    rooms = [(zone, limit - total_of(state.units_in(zone, side))) for zone in zones]
    reserve = dict(state.reserves.get(side, {}))
    whole = dict(reserve)
    chosen: dict[UnitKind, int] = {}
    most: int = book.options.reinforcements
    if draws(book, state) or state.card_drawn:
        most = min(most, book.edition.reinforcements_with_card)
    for _ in range(min(most, total_of(whole), sum(r for _, r in rooms))):
        # The kind of which the smallest share has been chosen, so that all last equally long.
        kind = min(
            (kind for kind in KINDS if reserve.get(kind)),
            key=lambda kind: (
                (2 * chosen.get(kind, 0) + 1) * 1000 // whole[kind],
                KINDS.index(kind),
            ),
        )
        chosen[kind] = chosen.get(kind, 0) + 1
        reserve[kind] -= 1
    return _dealt(chosen, rooms)


def _dealt(counts: Mapping[UnitKind, int], rooms: Sequence[tuple[str, int]]) -> list[o.Place]:
    """Returns the placing of units one by one round the spaces, as far as they have room."""
    kinds = [kind for kind in KINDS for _ in range(counts.get(kind, 0))]
    slots = [
        space for k in range(max((r for _, r in rooms), default=0)) for space, r in rooms if r > k
    ]
    placed: dict[tuple[UnitKind, str], int] = {}
    for kind, space in zip(kinds, slots, strict=False):
        placed[kind, space] = placed.get((kind, space), 0) + 1
    return [_place(kind, count, space) for (kind, space), count in placed.items()]


def _place(kind: UnitKind, count: int, area: str) -> o.Place:
    return o.Place.model_validate({"order": "place", "unit": kind, "count": count, "in": area})

"""Step 3: the new troops are placed on own planets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.events import PhaseBegun, TroopsPlaced
from adjudicator.games.galactic_conquest.rules.planets import (
    not_yours,
    planets_of,
    spread,
    unknown_planet,
)
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State
from adjudicator.games.galactic_conquest.words import troops_text

__all__ = [
    "check_place",
    "check_placed",
    "clamped_place",
    "draft_places",
    "place_rest",
    "placing",
    "sample_place",
]


def placing(book: Ruleset, table: Table[State]) -> None:
    """All new troops are placed, in any split, on planets held at that moment. (Step 3)"""
    seat = table.state.seat
    label = f"turn-{table.state.turn}/{seat}/place"
    while (order := table.next(_place_order(book, table.state, seat, label))) is not None:
        table.record(TroopsPlaced(seat=seat, planet=order.in_, count=order.count))
    place_rest(table, seat)
    table.record(PhaseBegun(phase="invade"))


def place_rest(table: Table[State], seat: str) -> None:
    """Places the troops that no order placed. (Ruling 30)"""
    state = table.state
    left = state.to_place.get(seat, 0)
    if left:
        for planet, count in spread(planets_of(state, seat), left).items():
            table.record(TroopsPlaced(seat=seat, planet=planet, count=count))


def draft_places(state: State, seat: str, troops: int) -> tuple[o.Place, ...]:
    """Returns orders to start from: the troops over all own planets. (Step 3)"""
    if not troops:
        return ()
    counts = spread(planets_of(state, seat), troops)
    return tuple(
        o.Place.model_validate({"order": "place", "count": count, "in": planet})
        for planet, count in counts.items()
    )


def _place_order(book: Ruleset, state: State, seat: str, label: str) -> Ask[o.Place]:
    left = state.to_place.get(seat, 0)
    return Ask(
        label=label,
        topic="place",
        seat=seat,
        expects=o.Place,
        prompt=f"Place {troops_text(left)}.",
        rule="step 3",
        check=partial(check_place, book, state, seat=seat, rule="step 3"),
        sample=partial(sample_place, state, seat),
        clamped=partial(clamped_place, left),
        check_complete=partial(check_placed, left, rule="step 3"),
    )


def clamped_place(left: int, order: o.Place) -> o.Place | None:
    """Returns an order for no more troops than are left."""
    return order.model_copy(update={"count": left}) if left else None


def sample_place(state: State, seat: str, choose: Choose) -> o.Place | None:
    """Returns a random legal order."""
    left = state.to_place.get(seat, 0)
    if not left:
        return None
    count = choose(range(1, left + 1))
    return o.Place.model_validate(
        {"order": "place", "count": count, "in": choose(planets_of(state, seat))}
    )


def check_place(
    book: Ruleset, state: State, order: o.Place, *, seat: str, rule: str
) -> Iterable[Problem]:
    """Returns what is wrong with an order to place new troops of a seat. (Set-up, step 3)"""
    unknown = list(unknown_planet(book, order.in_, ("in",)))
    return unknown or _check_own(state, order, seat=seat, rule=rule)


def _check_own(state: State, order: o.Place, *, seat: str, rule: str) -> Iterator[Problem]:
    yield from not_yours(state, seat, order.in_, ("in",), rule=rule)
    left = state.to_place.get(seat, 0)
    if order.count > left:
        yield Problem(
            "too-many-troops",
            f"you have {troops_text(left)} left to place, not {order.count}",
            ("count",),
            rule,
        )


def check_placed(left: int, *, rule: str) -> Iterator[Problem]:
    """Yields a problem if troops are left to place. (Step 3)"""
    if left:
        yield Problem(
            "troops-not-placed",
            f"{troops_text(left)} must still be placed",
            (),
            rule,
            hint='Add {"order": "place", "count": N, "in": PLANET}, or raise a count.',
        )

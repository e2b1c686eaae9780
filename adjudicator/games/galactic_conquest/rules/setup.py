"""The set-up: the order of play by lot, planets dealt or claimed, the first troops placed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Ask, Choose, Order, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.events import (
    OrderOfPlayDrawn,
    PhaseBegun,
    PlacementFailed,
    PlanetClaimed,
    PlanetsDealt,
    TroopsPlaced,
)
from adjudicator.games.galactic_conquest.rules.count import count_troops
from adjudicator.games.galactic_conquest.rules.evolve import evolve
from adjudicator.games.galactic_conquest.rules.hands import draw_card
from adjudicator.games.galactic_conquest.rules.place import (
    check_place,
    check_placed,
    clamped_place,
    place_rest,
    sample_place,
)
from adjudicator.games.galactic_conquest.rules.planets import unknown_planet
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.words import troops_text

__all__ = ["claiming", "deal", "deal_cards", "set_up"]

_TROOPS_OF_NEUTRAL = 2
"""Troops on each planet of the neutral army. (Set-up)"""


def deal(book: Ruleset, table: Table[State]) -> None:
    """The lot says who begins, and who gets which planets. (Set-up)"""
    order = _order_of_play(table)
    table.record(OrderOfPlayDrawn(order=order))
    is_claimed = book.options.set_up == "claimed"
    _deal_planets(book, table, () if is_claimed else order)
    if table.state.to_place:
        table.record(PhaseBegun(phase="set-up"))
    else:
        _begin_turns(book, table)


def deal_cards(book: Ruleset, table: Table[State]) -> None:
    """Cards of a written position are dealt from the sealed deck, seat by seat. (Ruling 33)"""
    for seat, count in table.state.to_deal.items():
        for _ in range(count):
            draw_card(table, seat)
    _begin_turns(book, table)


def _begin_turns(book: Ruleset, table: Table[State]) -> None:
    table.record(PhaseBegun(phase="trade"))
    count_troops(book, table)


def _order_of_play(table: Table[State]) -> tuple[str, ...]:
    """The highest die begins, the others follow clockwise; those tied roll again. (Set-up)"""
    seats = rolling = table.state.order
    again = 0
    while len(rolling) > 1:
        again += 1
        dice = {}
        for seat in rolling:
            (dice[seat],) = table.roll(f"deal/first-{again}/{seat}", count=1, sides=6)
        highest = max(dice.values())
        rolling = tuple(seat for seat in rolling if dice[seat] == highest)
    place = seats.index(rolling[0])
    return (*seats[place:], *seats[:place])


def _deal_planets(book: Ruleset, table: Table[State], seats: tuple[str, ...]) -> None:
    """Deals planets as evenly as possible, a neutral army's among them, each with a first troop.

    The first seats in the order of play get those that are left over, the others a troop more for
    each planet fewer. Where seats claim theirs, only those of the neutral army are dealt. (Set-up,
    rulings 21 and 34)
    """
    armies = (*seats, NEUTRAL) if book.has_neutral_army else seats
    left = list(book.planets)
    count = len(left) if seats else book.neutral_share
    owners: dict[str, str] = {}
    for number in range(1, count + 1):
        army = armies[(number - 1) % len(armies)]
        planet = left[0] if len(left) == 1 else table.draw(f"deal/planet-{number}", left)
        left.remove(planet)
        owners[planet] = army
    dealt = {seat: sum(army == seat for army in owners.values()) for seat in table.state.order}
    most = max(dealt.values())
    # What a seat has fewer it gets in troops, and one of them stands on each planet.
    to_place = {seat: book.starting_troops + most - 2 * count for seat, count in dealt.items()}
    troops = {
        planet: _TROOPS_OF_NEUTRAL if army == NEUTRAL else 1 for planet, army in owners.items()
    }
    table.record(
        PlanetsDealt(
            owners=FrozenMap(owners),
            troops=FrozenMap(troops),
            to_place=FrozenMap({seat: count for seat, count in to_place.items() if count > 0}),
        )
    )


def set_up(book: Ruleset, table: Table[State]) -> None:
    """All seats place their troops at once, unseen by each other. (Set-up, ruling 25)

    Nothing is on the map before all have said where: who holds its orders back sees nothing.
    """
    order = table.state.order
    placed = [event for seat in order for event in _placements(book, table, seat)]
    for event in placed:
        table.record(event)
    for seat in order:
        place_rest(table, seat)
    _begin_turns(book, table)


def _placements(book: Ruleset, table: Table[State], seat: str) -> list[TroopsPlaced]:
    """Returns what a seat places, as far as its troops go."""
    state, placed = table.state, list[TroopsPlaced]()
    while (order := table.next(_place_order(book, state, seat))) is not None:
        event = TroopsPlaced(seat=seat, planet=order.in_, count=order.count)
        state = evolve(state, event)
        placed.append(event)
    return placed


def claiming(book: Ruleset, table: Table[State]) -> None:
    """Planets are claimed one after another, then troops are placed. (Set-up, ruling 30)"""
    order = table.state.order
    wishes = {}
    for seat in order:
        wishes[seat] = _wishes(book, table, seat)
    free = [planet for planet in book.planets if planet not in table.state.owners]
    for number in range(len(free)):
        seat = order[number % len(order)]
        wished = (planet for planet in wishes[seat] if planet in free)
        planet = next(wished, free[0])
        free.remove(planet)
        table.record(PlanetClaimed(seat=seat, planet=planet))
    for seat in order:
        while (placed := table.next(_claimed_place(book, table.state, seat))) is not None:
            _place_as_claimed(table, seat, placed)
    for seat in order:
        place_rest(table, seat)
    _begin_turns(book, table)


def _wishes(book: Ruleset, table: Table[State], seat: str) -> list[str]:
    """Returns the planets that a seat would claim, the preferred one first."""
    wishes: list[str] = []
    while (claim := table.next(_claim(book, table.state, seat, tuple(wishes)))) is not None:
        wishes.append(claim.planet)
    return wishes


def _place_as_claimed(table: Table[State], seat: str, order: o.Place) -> None:
    """Places as many troops as are left, if the seat has got the planet. (Ruling 30)"""
    state = table.state
    count = min(order.count, state.to_place.get(seat, 0))
    if state.owners[order.in_] != seat or not count:
        table.record(PlacementFailed(seat=seat, planet=order.in_, count=order.count))
    else:
        table.record(TroopsPlaced(seat=seat, planet=order.in_, count=count))


def _place_order(book: Ruleset, state: State, seat: str) -> Ask[o.Place]:
    left = state.to_place.get(seat, 0)
    return Ask(
        label=f"setup/{seat}",
        topic="setup",
        seat=seat,
        expects=o.Place,
        prompt=f"Place {troops_text(left)} on your planets.",
        rule="set-up",
        check=partial(check_place, book, state, seat=seat, rule="set-up"),
        sample=partial(sample_place, state, seat),
        clamped=partial(clamped_place, left),
        check_complete=partial(check_placed, left, rule="set-up"),
    )


def _claim(book: Ruleset, state: State, seat: str, wishes: tuple[str, ...]) -> Ask[o.Claim]:
    def check(order: o.Claim) -> Iterator[Problem]:
        yield from unknown_planet(book, order.planet, ("planet",))
        if order.planet in state.owners:
            yield Problem(
                "planet-taken",
                f"{order.planet} belongs to the neutral army",
                ("planet",),
                "set-up, ruling 34",
                hint="Claim an empty planet.",
            )
        elif order.planet in wishes:
            yield Problem(
                "claimed-twice", f"{order.planet} is claimed twice", ("planet",), "set-up"
            )

    def sample(choose: Choose) -> o.Claim | None:
        planet = choose(book.planets)
        if planet in state.owners or planet in wishes:
            return None
        return o.Claim(order="claim", planet=planet)

    return Ask(
        label=f"setup/{seat}/claims",
        topic="setup",
        seat=seat,
        expects=o.Claim,
        prompt="Name the planets that you claim, the preferred one first.",
        rule="set-up",
        check=check,
        sample=sample,
        matches=_is_claim,
    )


def _is_claim(order: Order) -> bool:
    return isinstance(order, o.Claim)


def _claimed_place(book: Ruleset, state: State, seat: str) -> Ask[o.Place]:
    """Asks where troops go; no sheet can know which planets its seat gets. (Ruling 30)"""
    return Ask(
        label=f"setup/{seat}",
        topic="setup",
        seat=seat,
        expects=o.Place,
        prompt="Place your troops.",
        rule="set-up, ruling 30",
        check=lambda order: unknown_planet(book, order.in_, ("in",)),
        sample=partial(sample_place, state, seat),
    )

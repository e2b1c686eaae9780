"""Action 1: the invaders' reinforcements, and the USA's laser. The USA's cards are in `cards`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, Order, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    LaserPlaced,
    Placement,
    UnitsPlaced,
)
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.rules.together import concerns, judged, sides_of
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, Side, State, total_of
from adjudicator.games.fortress_america.words import units_text

__all__ = [
    "draft_laser",
    "draft_reinforcements",
    "invader_reinforcements",
    "laser_cities",
    "laser_placement",
    "most_units",
    "room_in_zones",
    "units_due",
]


def invader_reinforcements(book: Ruleset, table: Table[State]) -> None:
    """From turn 2 an invader places eight units in their zones.

    They must, as long as they have units and room for them; in turn 1 the set-up counts. (Action 1,
    ruling 3)
    """
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import play_cards

        _draw(book, table)
        play_cards(book, table, ("reinforcements",))
    state = table.state
    placed: tuple[Placement, ...] = ()
    while True:
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/{state.side}/reinforcements",
                topic="reinforcements",
                seat=book.seat_of(state.side),
                expects=o.Place,
                prompt=f"Place {units_due(book, state)} units in your zones.",
                rule=book.cite("action 1, ruling 3"),
                check=judged(
                    book, state, "reinforcements", partial(_check_place, book, state, placed)
                ),
                sample=partial(_sample, book, state, placed),
                clamped=partial(_clamped, book, state, placed),
                matches=_concerns(book, state),
                check_complete=partial(_check_all, book, state, placed),
            )
        )
        if order is None:
            break
        placed = (*placed, Placement(unit=order.unit, count=order.count, area=order.in_))
    if placed:
        table.record(UnitsPlaced(side=state.side, placed=placed, reason="reinforcements"))
    table.record(ActionBegun(action="declare"))


def _draw(book: Ruleset, table: Table[State]) -> None:
    """An invader may draw a card, and brings five units then. (2012 variants, ruling 91)"""
    from adjudicator.games.fortress_america.rules.invader_cards import draw_invader_card

    state = table.state
    drawn = False
    while True:
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/{state.side}/draw",
                topic="reinforcements",
                seat=book.seat_of(state.side),
                expects=o.Draw,
                prompt="Draw an invader card, if you like.",
                rule=book.cite("invader cards"),
                check=partial(_check_draw, book, state, drawn),
                sample=partial(_sample_draw, book, state, drawn),
                matches=lambda order: isinstance(order, o.Draw),
            )
        )
        if order is None:
            break
        drawn = True
    if drawn:
        draw_invader_card(table, state.side)


def _check_draw(book: Ruleset, state: State, drawn: bool, order: o.Draw) -> Iterator[Problem]:
    from adjudicator.games.fortress_america.rules.invader_cards import may_draw

    rule = book.cite("invader cards, ruling 91")
    if drawn:
        yield Problem("one-card", "one card is drawn a turn", ("order",), rule, hint=_NO_MORE)
    elif state.turn < book.edition.reinforcements_from:
        yield Problem(
            "no-reinforcements-yet",
            f"no card is drawn in turn {state.turn}: the set-up counts",
            ("order",),
            rule,
            hint=f"Cards are drawn from turn {book.edition.reinforcements_from}.",
        )
    elif not may_draw(book, state):
        yield Problem(
            "no-card-left", "you have drawn all your cards", ("order",), rule, hint=_NO_MORE
        )


def _sample_draw(book: Ruleset, state: State, drawn: bool, choose: Choose) -> o.Draw | None:
    from adjudicator.games.fortress_america.rules.invader_cards import may_draw

    if drawn or not may_draw(book, state):
        return None
    return choose((None, o.Draw(order="draw")))


def _concerns(book: Ruleset, state: State) -> Callable[[Order], bool] | None:
    """Returns which orders place units: all, but where cards are drawn under the same topic."""
    if book.invader_cards:
        return lambda order: not isinstance(order, o.Draw)
    return concerns(book, state)


def most_units(book: Ruleset, state: State) -> int:
    """Returns how many units may come this turn: fewer with a card. (Action 1, ruling 91)"""
    if not state.card_drawn:
        return book.options.reinforcements
    return min(book.options.reinforcements, book.edition.reinforcements_with_card)


def units_due(book: Ruleset, state: State) -> int:
    """Returns how many units the invader to play must place. (Action 1, ruling 3)"""
    if state.turn < book.edition.reinforcements_from:
        return 0
    room = sum(
        book.edition.stack_limit - total_of(state.units_in(zone, state.side))
        for zone in book.sources_of(state, state.side)
    )
    reserve = total_of(state.reserves.get(state.side, FrozenMap()))
    return min(most_units(book, state), reserve, room)


def room_in_zones(book: Ruleset, state: State) -> list[tuple[str, int]]:
    """Returns the zones of the invader to play that take more units, each with how many.

    (Action 1, ruling 4)
    """
    found = [(zone, _room(book, state, (), zone)) for zone in book.sources_of(state, state.side)]
    return [(zone, room) for zone, room in found if room > 0]


def _room(book: Ruleset, state: State, placed: tuple[Placement, ...], zone: str) -> int:
    here = sum(one.count for one in placed if one.area == zone)
    return book.edition.stack_limit - total_of(state.units_in(zone, state.side)) - here


def _reserve(state: State, placed: tuple[Placement, ...], kind: str) -> int:
    used = sum(one.count for one in placed if one.unit == kind)
    counts = state.reserves.get(state.side, FrozenMap())
    return next((count for name, count in counts.items() if name == kind), 0) - used


def _check_place(
    book: Ruleset, state: State, placed: tuple[Placement, ...], order: o.Place
) -> Iterator[Problem]:
    rule = book.cite("action 1, ruling 3")
    if state.turn < book.edition.reinforcements_from:
        yield Problem(
            "no-reinforcements-yet",
            f"invaders get none in turn {state.turn}: the set-up counts",
            ("order",),
            rule,
            hint=f"They come from turn {book.edition.reinforcements_from}.",
        )
        return
    shape = list(check_static(book, state, "reinforcements", order))
    if shape:
        yield from shape
        return
    sources = book.sources_of(state, state.side)
    if order.in_ not in sources:
        yield Problem(
            "not-own-zone",
            f"{order.in_} is no foothold of {state.side}",
            ("in",),
            book.cite("invader cards, ruling 98"),
            hint=f"Place them in {joined(list(sources))}.",
        )
    left = _reserve(state, placed, order.unit)
    if order.count > left:
        yield Problem(
            "too-many-units",
            f"the reserve has {units_text(left, order.unit)} left, not {order.count}",
            ("count",),
            rule,
            hint="Place other kinds of unit; state.json shows the reserves.",
        )
    room = _room(book, state, placed, order.in_)
    if order.count > room:
        yield Problem(
            "stack-limit",
            f"{order.in_} takes {room} more, not {order.count}",
            ("count",),
            book.cite("action 1, ruling 4"),
            hint=f"{book.edition.stack_limit} units may stand in a space.",
        )
    already = sum(one.count for one in placed)
    most = most_units(book, state)
    with_card = " with a card" if state.card_drawn else ""
    if already + order.count > most:
        yield Problem(
            "too-many-reinforcements",
            f"{most} units come a turn{with_card}, not {already + order.count}",
            ("count",),
            rule,
            hint=f"Take {already + order.count - most} away.",
        )


def _clamped(
    book: Ruleset, state: State, placed: tuple[Placement, ...], order: o.Place
) -> o.Place | None:
    """Returns the order with as many units as the zone still takes, if it takes any: another
    invader may have driven units back into it. (Rulings 3 and 73)"""
    count = min(order.count, _room(book, state, placed, order.in_))
    return order.model_copy(update={"count": count}) if count > 0 else None


def _check_all(book: Ruleset, state: State, placed: tuple[Placement, ...]) -> Iterator[Problem]:
    due = units_due(book, state)
    count = sum(one.count for one in placed)
    if count < due:
        by = "" if concerns(book, state) is None else f" by {state.side}"
        yield Problem(
            "too-few-reinforcements",
            f"{units_text(due)} must be placed{by}, not {count}",
            (),
            book.cite("action 1, ruling 3"),
            hint=f"Place {due - count} more.",
            facts=(("missing", due - count),),
        )


def _sample(
    book: Ruleset, state: State, placed: tuple[Placement, ...], choose: Choose
) -> o.Place | None:
    if sum(one.count for one in placed) >= units_due(book, state):
        return None
    zone = choose([z for z in book.sources_of(state, state.side) if _room(book, state, placed, z)])
    kinds = [kind for kind in book.units_of(state.side) if _reserve(state, placed, kind)]
    return o.Place.model_validate({"order": "place", "unit": choose(kinds), "count": 1, "in": zone})


def draft_reinforcements(book: Ruleset, state: State, seat: str) -> tuple[o.Place, ...]:
    """Returns legal reinforcements to start from, for every side of a seat that plays now.

    Each unit is of the kind of which most are left, in the zone with most room.
    """
    sides: tuple[Side, ...] = (state.side,) if book.seat_of(state.side) == seat else ()
    if book.is_together(state.side):
        sides = sides_of(book, state, seat)
    drafted: list[o.Place] = []
    for side in sides:
        part = state.model_copy(update={"side": side})
        placed: tuple[Placement, ...] = ()
        for _ in range(units_due(book, part)):
            kind = max(book.units_of(side), key=partial(_reserve, part, placed))
            zone = max(book.sources_of(part, side), key=partial(_room, book, part, placed))
            placed = (*placed, Placement(unit=kind, count=1, area=zone))
        counted: dict[tuple[str, str], int] = {}
        for one in placed:
            counted[one.area, one.unit] = counted.get((one.area, one.unit), 0) + 1
        drafted += [
            o.Place.model_validate({"order": "place", "unit": unit, "count": count, "in": zone})
            for (zone, unit), count in sorted(counted.items())
        ]
    return tuple(drafted)


_NO_MORE = "Leave the order out."


# -- the USA's laser ----------------------------------------------------------------------------


def laser_placement(book: Ruleset, table: Table[State]) -> None:
    """The USA places one laser in a city of its own that has none. (Action 1)"""
    state = table.state
    placed: str | None = None
    while True:
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/{state.side}/reinforcements",
                topic="reinforcements",
                seat=book.seat_of(state.side),
                expects=o.Laser,
                prompt="Place this turn's laser in a city.",
                rule=book.cite("action 1"),
                check=partial(_check_laser, book, state, placed),
                sample=partial(_sample_laser, book, state, placed),
                check_complete=partial(_check_laser_placed, book, state, placed),
            )
        )
        if order is None:
            break
        placed = order.in_
    if placed is not None:
        table.record(LaserPlaced(area=placed))
    table.record(ActionBegun(action="cards"))


def laser_cities(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns the cities that can take this turn's laser. (Action 1)"""
    if not state.lasers_left:
        return ()
    return tuple(
        city
        for city in book.map.areas_with("city")
        if book.is_friendly(state, USA, city) and city not in state.lasers
    )


def draft_laser(book: Ruleset, state: State, seat: str) -> tuple[o.Laser, ...]:
    """Returns this turn's laser in the city with most units, to start from."""
    cities = laser_cities(book, state) if book.seat_of(state.side) == seat else ()
    if not cities:
        return ()
    city = max(cities, key=lambda city: total_of(state.units_in(city, USA)))
    return (o.Laser.model_validate({"order": "laser", "in": city}),)


def _cities_text(cities: tuple[str, ...]) -> str:
    more = [f"{len(cities) - 8} more"] if len(cities) > 8 else []
    return f"Cities that can take one: {joined([*cities[:8], *more])}."


def _check_laser(
    book: Ruleset, state: State, placed: str | None, order: o.Laser
) -> Iterator[Problem]:
    shape = list(check_static(book, state, "reinforcements", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 1")
    if not state.lasers_left:
        yield Problem(
            "no-laser-left", "all lasers have been placed", ("order",), rule, hint=_NO_MORE
        )
    elif placed is not None:
        yield Problem(
            "one-laser",
            f"one laser comes a turn: {placed} gets it",
            ("order",),
            rule,
            hint=_NO_MORE,
        )
    elif order.in_ in state.lasers:
        yield Problem(
            "laser-there",
            f"{order.in_} has a laser already",
            ("in",),
            rule,
            hint=_cities_text(laser_cities(book, state)),
        )
    elif order.in_ not in laser_cities(book, state):
        yield Problem(
            "not-friendly",
            f"{order.in_} belongs to {book.owner(state, order.in_)}: lasers come into US cities",
            ("in",),
            rule,
            hint=_cities_text(laser_cities(book, state)),
        )


def _check_laser_placed(book: Ruleset, state: State, placed: str | None) -> Iterator[Problem]:
    cities = laser_cities(book, state)
    if placed is None and cities:
        yield Problem(
            "laser-not-placed",
            "this turn's laser must be placed",
            (),
            book.cite("action 1"),
            hint='Add {"order": "laser", "in": CITY} under "reinforcements".',
        )


def _sample_laser(
    book: Ruleset, state: State, placed: str | None, choose: Choose
) -> o.Laser | None:
    cities = laser_cities(book, state)
    if placed is not None or not cities:
        return None
    return o.Laser.model_validate({"order": "laser", "in": choose(cities)})

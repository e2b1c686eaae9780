"""The set-up: the USA's units into its cities, then the invaders' first waves into their zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple, TypeAlias

from adjudicator.core.english import amount, joined
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    LaserPlaced,
    Placement,
    TurnEnded,
    UnitsPlaced,
)
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    KINDS,
    USA,
    Counts,
    Side,
    State,
    shifted,
)
from adjudicator.games.fortress_america.words import units_text

__all__ = ["draft_lasers", "draft_setup", "setup_invaders", "setup_usa", "to_set_up"]

_CheckEnd: TypeAlias = "Callable[[_Setting], Iterable[Problem]]"


class _Setting(NamedTuple):
    """What one seat has put on the board so far."""

    book: Ruleset
    state: State
    seat: str
    left: FrozenMap[Side, Counts]
    """Units of each of its sides that are still to be set up."""
    room: FrozenMap[str, int]
    """How many units each space still takes."""
    placed: tuple[Placement, ...] = ()

    def side_of(self, area: str) -> Side:
        """Returns whose units stand in a space: the space says it."""
        return self.book.zone_side(area) or USA

    def with_units(self, order: o.Place) -> _Setting:
        """Returns the setting with the units of a legal order."""
        side = self.side_of(order.in_)
        return self._replace(
            left=self.left | {side: shifted(self.left[side], order.unit, -order.count)},
            room=self.room | {order.in_: self.room[order.in_] - order.count},
            placed=(
                *self.placed,
                Placement(unit=order.unit, count=order.count, area=order.in_),
            ),
        )


def setup_usa(book: Ruleset, table: Table[State]) -> None:
    """The USA puts two units of any kind into each of its cities. (Set-up)

    If the players agreed so, it begins with lasers. (Chapter 4, ruling 54)
    """
    state = table.state
    setting = _gather(table, _usa_setting(book, state, book.seat_of(USA)), _check_cities)
    _record(table, setting)
    if book.options.lasers_at_start:
        _place_lasers(book, table)
    table.record(TurnEnded(side=INVADERS[0], turn=state.turn))
    table.record(ActionBegun(action="setup-invaders"))


def setup_invaders(book: Ruleset, table: Table[State]) -> None:
    """All invaders put their first waves into their own zones, at once and unseen. (Set-up)"""
    for seat in book.seats:
        if book.seat_of(USA) != seat:
            setting = _gather(table, _invader_setting(book, table.state, seat), _check_waves)
            _record(table, setting)
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import shuffle_decks

        shuffle_decks(book, table)
    table.record(ActionBegun(action="reinforcements"))


def _place_lasers(book: Ruleset, table: Table[State]) -> None:
    """The USA places the lasers with which it begins, one in a city. (Chapter 4, ruling 54)"""
    seat = book.seat_of(USA)
    cities: tuple[str, ...] = ()
    while True:
        order = table.next(
            Ask(
                label=f"setup/{seat}/lasers",
                topic="reinforcements",
                seat=seat,
                expects=o.Laser,
                prompt=f"Place {book.options.lasers_at_start} lasers in your cities.",
                rule=_cite_lasers(book),
                check=partial(_check_laser, book, table.state, cities),
                sample=partial(_sample_laser, book, cities),
                check_complete=partial(_check_lasers, book, cities),
            )
        )
        if order is None:
            break
        cities = (*cities, order.in_)
    for city in cities:
        table.record(LaserPlaced(area=city))


def draft_lasers(book: Ruleset) -> tuple[o.Laser, ...]:
    """Returns the lasers with which the USA begins, in cities to start from. (Ruling 54)"""
    cities = book.map.areas_with("city")[: book.options.lasers_at_start]
    return tuple(o.Laser.model_validate({"order": "laser", "in": city}) for city in cities)


def draft_setup(book: Ruleset, state: State, seat: str) -> tuple[o.Place, ...]:
    """Returns a legal set-up to start from: kinds are dealt round the spaces. (Set-up)"""
    own = _usa_setting if book.seat_of(USA) == seat else _invader_setting
    setting = own(book, state, seat)
    drafted: list[o.Place] = []
    for side, counts in setting.left.items():
        spaces = [space for space in setting.room if setting.side_of(space) == side]
        kinds = [kind for kind in KINDS for _ in range(counts.get(kind, 0))]
        room = sum(setting.room[space] for space in spaces)
        dealt = Counter(
            (spaces[place % len(spaces)], kind) for place, kind in enumerate(kinds[:room])
        )
        drafted += [
            o.Place.model_validate({"order": "place", "unit": kind, "count": count, "in": space})
            for space in spaces
            for kind in KINDS
            if (count := dealt[space, kind])
        ]
    return tuple(drafted)


def to_set_up(
    book: Ruleset, state: State, seat: str
) -> tuple[FrozenMap[Side, Counts], FrozenMap[str, int]]:
    """Returns the units that a seat sets up, by side, and how many each space takes. (Set-up)"""
    own = _usa_setting if book.seat_of(USA) == seat else _invader_setting
    setting = own(book, state, seat)
    return setting.left, setting.room


def _usa_setting(book: Ruleset, state: State, seat: str) -> _Setting:
    each = book.edition.setup_units_per_city
    by_card = [kind for kind, facts in book.edition.units.items() if facts.only_by_card]
    return _Setting(
        book=book,
        state=state,
        seat=seat,
        left=FrozenMap({USA: book.units_of(USA).without(*by_card)}),
        room=FrozenMap(dict.fromkeys(book.map.areas_with("city"), each)),
    )


def _invader_setting(book: Ruleset, state: State, seat: str) -> _Setting:
    sides = [side for side in INVADERS if side in book.seats[seat].sides]
    return _Setting(
        book=book,
        state=state,
        seat=seat,
        left=FrozenMap({side: _first_wave(book) for side in sides}),
        room=FrozenMap(
            {zone: book.edition.stack_limit for side in sides for zone in book.zones_of(side)}
        ),
    )


def _first_wave(book: Ruleset) -> Counts:
    return FrozenMap(
        {kind: facts.first_wave for kind, facts in book.edition.units.items() if facts.first_wave}
    )


def _gather(table: Table[State], setting: _Setting, check_end: _CheckEnd) -> _Setting:
    while True:
        order = table.next(
            Ask(
                label=f"setup/{setting.seat}",
                topic="setup",
                seat=setting.seat,
                expects=o.Place,
                prompt="Set up your units.",
                rule=setting.book.cite("set-up"),
                check=partial(_check_place, setting),
                sample=partial(_sample, setting),
                check_complete=partial(check_end, setting),
            )
        )
        if order is None:
            return setting
        setting = setting.with_units(order)


def _record(table: Table[State], setting: _Setting) -> None:
    for side in setting.left:
        placed = tuple(one for one in setting.placed if setting.side_of(one.area) == side)
        if placed:
            table.record(UnitsPlaced(side=side, placed=placed, reason="setup"))


def _check_place(setting: _Setting, order: o.Place) -> Iterator[Problem]:
    shape = list(check_static(setting.book, setting.state, "setup", order))
    if shape:
        yield from shape
        return
    rule = setting.book.cite("set-up")
    if order.in_ not in setting.room:
        yield Problem(
            "not-own-zone",
            f"{order.in_} is not an invasion zone of {setting.seat}",
            ("in",),
            rule,
            hint=f"Yours are {joined(list(setting.room))}.",
        )
        return
    left = setting.left[setting.side_of(order.in_)].get(order.unit, 0)
    if order.count > left:
        yield Problem(
            "too-many-units",
            f"{setting.side_of(order.in_)} has {units_text(left, order.unit)} left to set up, "
            f"not {order.count}",
            ("count",),
            rule,
        )
    if order.count > setting.room[order.in_]:
        yield Problem(
            "stack-limit",
            f"{order.in_} takes {setting.room[order.in_]} more, not {order.count}",
            ("count",),
            rule,
        )


def _check_cities(setting: _Setting) -> Iterator[Problem]:
    each = setting.book.edition.setup_units_per_city
    lacking = {city: room for city, room in setting.room.items() if room}
    if not lacking:
        return
    full = len(setting.room)
    if len(lacking) == 1:
        [(city, room)] = lacking.items()
        message = f"{city} gets {units_text(each)}, not {each - room}"
        hint = f"Place {room} more there."
    else:
        message = f"{len(lacking)} of {full} cities do not have their {units_text(each)}"
        listed = ", ".join(f"{room} in {city}" for city, room in lacking.items())
        hint = f"Place {listed}."
    yield Problem(
        "city-not-filled", message, (), setting.book.cite("set-up"), hint=hint,
        facts=tuple(lacking.items()),
    )  # fmt: skip


def _cite_lasers(book: Ruleset) -> str:
    return book.cite("chapter 4, ruling 54")


def _check_laser(
    book: Ruleset, state: State, cities: tuple[str, ...], order: o.Laser
) -> Iterator[Problem]:
    shape = list(check_static(book, state, "reinforcements", order))
    if shape:
        yield from shape
        return
    begins = amount(book.options.lasers_at_start, "laser")
    if order.in_ in cities:
        yield Problem(
            "laser-there",
            f"{order.in_} gets a laser already",
            ("in",),
            _cite_lasers(book),
            hint="Name another city.",
        )
    elif len(cities) == book.options.lasers_at_start:
        yield Problem(
            "no-laser-left",
            f"the USA begins with {begins}, not more",
            ("order",),
            _cite_lasers(book),
            hint="Leave the order out.",
        )


def _check_lasers(book: Ruleset, cities: tuple[str, ...]) -> Iterator[Problem]:
    lacking = book.options.lasers_at_start - len(cities)
    if lacking:
        yield Problem(
            "laser-not-placed",
            f"the USA begins with {amount(book.options.lasers_at_start, 'laser')}: "
            f"{lacking} must still be placed",
            (),
            _cite_lasers(book),
            hint='Add {"order": "laser", "in": CITY} under "reinforcements".',
        )


def _sample_laser(book: Ruleset, cities: tuple[str, ...], choose: Choose) -> o.Laser | None:
    if len(cities) == book.options.lasers_at_start:
        return None
    free = [city for city in book.map.areas_with("city") if city not in cities]
    return o.Laser.model_validate({"order": "laser", "in": choose(free)})


def _check_waves(setting: _Setting) -> Iterator[Problem]:
    for side, counts in setting.left.items():
        if counts:
            kinds = [kind for kind in KINDS if kind in counts]
            listed = joined([units_text(counts[kind], kind) for kind in kinds])
            yield Problem(
                "units-not-set-up",
                f"{side} has still to set up {listed}",
                (),
                setting.book.cite("set-up"),
                hint=f"Its zones are {joined(list(setting.book.zones_of(side)))}.",
                facts=(("side", side), *((kind, counts[kind]) for kind in kinds)),
            )


def _sample(setting: _Setting, choose: Choose) -> o.Place | None:
    areas = [
        area for area, room in setting.room.items() if room and setting.left[setting.side_of(area)]
    ]
    if not areas:
        return None
    area = choose(areas)
    left = setting.left[setting.side_of(area)]
    kind = choose(list(left))
    count = choose(range(1, min(left[kind], setting.room[area]) + 1))
    return o.Place.model_validate({"order": "place", "unit": kind, "count": count, "in": area})

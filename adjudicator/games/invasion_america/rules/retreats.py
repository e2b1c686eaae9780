"""Retreats, and those whom they displace. (13.5, 13.6)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.boards.hexes import Hex
from adjudicator.core.english import either
from adjudicator.core.game import Ask, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.combat_events import UnitsDisplaced, UnitsRetreated
from adjudicator.games.invasion_america.rules.control import pass_through
from adjudicator.games.invasion_america.rules.eliminations import eliminate
from adjudicator.games.invasion_america.rules.line_up import back_of
from adjudicator.games.invasion_america.rules.overrun import overrun
from adjudicator.games.invasion_america.rules.preferences import (
    PREFERENCES,
    fitting,
    prefer_for_displaced,
    ranking,
)
from adjudicator.games.invasion_america.rules.retreat_ways import (
    Ground,
    Place,
    Plan,
    Routes,
    after,
    displace,
    hex_at,
    place_of,
    routes,
    way_is_clear,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, side_of, type_of
from adjudicator.games.invasion_america.words import place, units_text

__all__ = ["Retreat", "retreat"]


class Retreat(NamedTuple):
    """What a result obliges units to that stand together."""

    units: tuple[str, ...]
    """All of one side in one hex that must go, what ships carry aside."""
    hexes: int
    """How far."""
    label: str
    """What questions are labelled with; the attack's."""
    for_good: bool
    """Whether who dies on the way leaves the game. (17.31)"""


class _Group(NamedTuple):
    """Units that go the same way."""

    units: tuple[str, ...]
    start: Place
    of: Retreat


def retreat(book: Ruleset, table: Table[State], of: Retreat) -> tuple[tuple[Hex, ...], ...]:
    """Units retreat; returns the paths of retreat. (13.5)

    They stay together, but ships go over sea and others over land. Supply units never move over
    land and are eliminated instead. (9.54, 13.53, rulings 73 and 74)
    """
    state = table.state
    here = book.hexes[state.units[of.units[0]].at]
    ships = tuple(name for name in of.units if book.of(name).unit_class == "naval")
    supply = tuple(name for name in of.units if type_of(name) == "supply")
    others = tuple(name for name in of.units if name not in (*ships, *supply))
    eliminate(table, supply, "retreat", for_good=of.for_good)
    paths: list[tuple[Hex, ...]] = [(here,)] if supply else []
    waters = dict.fromkeys(place_of(book, state, name) for name in ships)
    groups = [
        tuple(name for name in ships if place_of(book, state, name) == water) for water in waters
    ]
    for units in (others, *groups):
        if units:
            start = place_of(book, table.state, units[0])
            paths.append(_together(book, table, _Group(units, start, of)))
    return tuple(dict.fromkeys(paths))


def _together(book: Ruleset, table: Table[State], group: _Group) -> tuple[Hex, ...]:
    """Units that go the same way retreat, or die where they can go no farther; returns the path.

    Rail units hinder nobody and go along; beyond the rail net they are eliminated. (16.42, 16.43,
    ruling 76)
    """
    state, of = table.state, group.of
    ground = _ground(book, state, group)
    movers = _movers(group)
    found = routes(ground, movers, group.start, of.hexes)
    way = _ask_way(book, table, group, found)
    for step in range(len(way)):
        if found.displace:
            _displaced(book, table, group, (way, step))
    path = tuple(hex_at(ground, one) for one in (group.start, *way))
    numbers = tuple(map(book.number_of, path))
    side = side_of(group.units[0])
    if way:
        table.record(
            UnitsRetreated(
                label=of.label,
                side=side,
                units=group.units,
                path=numbers,
                obliged=of.hexes,
                water=_water(ground, way[-1]),
            )
        )
        if not ground.afloat and any(type_of(name) != "rail" for name in group.units):
            pass_through(book, table, side, numbers[1:])
            overrun(book, table, movers[0], numbers[1:])
    if not found.survive:
        eliminate(table, group.units, "retreat", for_good=of.for_good)
    elif not all(book.charts.rail[hex_] for hex_ in path[1:]):
        rails = [name for name in group.units if type_of(name) == "rail"]
        eliminate(table, rails, "retreat", for_good=of.for_good)
    return path


def _movers(group: _Group) -> tuple[str, ...]:
    """Returns the units that decide where the group can go: not rail units, if there are others."""
    return tuple(name for name in group.units if type_of(name) != "rail") or group.units


def _ground(book: Ruleset, state: State, group: _Group) -> Ground:
    """Returns the position without those who retreat."""
    afloat = book.of(group.units[0]).unit_class == "naval"
    ground = Ground(book, state, side_of(group.units[0]), afloat, {})
    left = tuple(name for name in ground.occupants(group.start) if name not in group.units)
    return ground.with_({group.start: left})


def _water(ground: Ground, place: Place) -> int | None:
    """Returns in which of several waters of its hex a ship is; None: in the only one."""
    if not ground.afloat:
        return None
    waters = ground.book.charts.sea.waters[hex_at(ground, place)]
    return waters.index(place) if len(waters) > 1 else None


def _kind(ground: Ground, group: _Group) -> str:
    """Returns how labels tell groups of a hex apart: units, ships, ships in its second water."""
    if not ground.afloat:
        return "units"
    water = _water(ground, group.start)
    return f"ships-{water + 1}" if water else "ships"


# -- where to --------------------------------------------------------------------------------------


def _ask_way(book: Ruleset, table: Table[State], group: _Group, found: Routes) -> tuple[Place, ...]:
    """The owner says where their units retreat. (13.42, 13.53)"""
    if len(found.ways) == 1:
        return found.ways[0]
    ground = _ground(book, table.state, group)
    start = book.number_of(hex_at(ground, group.start))
    side = ground.side

    def numbers(way: tuple[Place, ...]) -> tuple[str, ...]:
        return tuple(book.number_of(hex_at(ground, one)) for one in way)

    ways: dict[tuple[str, ...], tuple[Place, ...]] = {}
    for way in found.ways:
        ways.setdefault(numbers(way), way)

    def ordered(path: tuple[str, ...]) -> o.Retreat:
        return o.Retreat.model_validate({"order": "retreat", "from": start, "path": path})

    def best(standing: Sequence[StandingOrder]) -> o.Retreat:
        own = fitting(standing, o.StandingRetreat, side, start)
        prefer = PREFERENCES if own is None else own.prefer
        displace = fitting(standing, o.StandingDisplace, side)
        rank = ranking(ground, _movers(group), prefer)

        def worth(path: tuple[str, ...]) -> tuple[_Burden, tuple[int, ...]]:
            burden = _burden(ground, group, (ways[path], 0), displace)
            return burden, rank(hex_at(ground, ways[path][-1]))

        return ordered(min(ways, key=worth))

    def by_standing(standing: Sequence[StandingOrder]) -> o.Retreat | None:
        own = fitting(standing, o.StandingRetreat, side, start)
        making_way = fitting(standing, o.StandingDisplace, side)
        return best(standing) if own or making_way else None

    answer = table.ask(
        Ask(
            label=f"{group.of.label}/retreat/{side}/{start}/{_kind(ground, group)}",
            topic="retreat",
            seat=book.seat_of(side),
            expects=o.Retreat,
            prompt=f"{units_text(group.units)} must retreat from {place(book, start)}: where to?",
            rule="13.53" if found.survive else "13.54",
            check=partial(_check_way, book, (start, tuple(ways)), group.units),
            options=lambda: map(ordered, ways),
            by_standing=by_standing,
            default=lambda: best(()),
        )
    )
    return ways[answer.path]


class _Burden(NamedTuple):
    """Whom a retreat displaces; less is better. (Ruling 75)"""

    others: int = 0
    """Units of other types than those that shall make way."""
    units: int = 0
    strength: int = 0

    def and_(self, other: _Burden) -> _Burden:
        return _Burden(*(mine + yours for mine, yours in zip(self, other, strict=True)))


def _burden(
    ground: Ground,
    group: _Group,
    at: tuple[Sequence[Place], int],
    said: o.StandingDisplace | None = None,
) -> _Burden:
    """Returns whom a way displaces from a step on, if those displaced go where it is least."""
    way, step = at
    while step < len(way) and not ground.held(way[step]):
        step += 1
    if step == len(way):
        return _Burden()
    return min(
        _moved(ground, plan, said).and_(_burden(after(ground, plan), group, (way, step + 1), said))
        for plan in _plans(ground, group, (way, step))
    )


def _moved(ground: Ground, plan: Plan, said: o.StandingDisplace | None) -> _Burden:
    names = [name for here, _ in plan for name in ground.occupants(here)]
    first = said.first if said is not None else ()
    others = sum(type_of(name) not in first for name in names) if first else 0
    strength = sum(back_of(ground.book, ground.state, name) for name in names)
    return _Burden(others, len(names), strength)


def _check_way(
    book: Ruleset,
    ways: tuple[str, tuple[tuple[str, ...], ...]],
    units: tuple[str, ...],
    order: o.Retreat,
) -> Iterator[Problem]:
    start, paths = ways
    if order.from_ != start:
        yield _other_units(book, start, order.from_)
    elif order.path not in paths:
        some = [" to ".join(path) for path in paths[:6]]
        yield Problem(
            "no-such-retreat",
            f"{units_text(units)} cannot retreat from {place(book, start)} by "
            f"{' to '.join(order.path)}",
            ("path",),
            "13.5",
            hint=f"They can go by {either(some)}.",
        )


def _other_units(book: Ruleset, asked: str, named: str) -> Problem:
    return Problem(
        "other-hex",
        f"the question is about {place(book, asked)}, not {place(book, named)}",
        ("from",),
        "13.5",
        hint=f'Write "from": "{asked}".',
    )


# -- displacement ----------------------------------------------------------------------------------


def _plans(ground: Ground, group: _Group, at: tuple[Sequence[Place], int]) -> list[Plan]:
    """Returns how others may make way at a step of a way, so that the rest of it stays open.

    Nobody goes where they would be displaced again, if there is another way. (13.62, ruling 119)
    """
    way, step = at
    standing = way[step - 1] if step else group.start
    plans = [
        plan
        for plan in displace(ground, way[step], standing)
        if way_is_clear(after(ground, plan), _movers(group), way[step], way[step + 1 :])
    ]
    further = [hex_at(ground, one) for one in way[step + 1 :]]
    aside = [
        plan for plan in plans if not any(hex_at(ground, there) in further for _, there in plan)
    ]
    return aside or plans


def _displaced(
    book: Ruleset, table: Table[State], group: _Group, at: tuple[Sequence[Place], int]
) -> None:
    """Own units in the way are moved one hex, as if they retreated, by their owner. (13.61)

    Those whom they displace in turn move before them. (13.62)
    """
    ground = _ground(book, table.state, group)
    way, step = at
    if not ground.held(way[step]):
        return
    plans = _plans(ground, group, at)
    # From those in the way outwards: each is asked where it goes, as far as that is open.
    chosen: list[tuple[Place, Place]] = []
    start = book.number_of(hex_at(ground, group.start))
    kind = _kind(ground, group)
    while len(chosen) < len(plans[0]):
        depth = len(chosen) + 1
        moves = dict.fromkeys(plan[-depth] for plan in plans)
        label = f"{group.of.label}/displace/{ground.side}/{start}/{kind}/{step + 1}-{depth}"
        burdens = {
            move: min(
                _burden(after(ground, plan), group, (way, step + 1))
                for plan in plans
                if plan[-depth] == move
            )
            for move in moves
        }
        move = _ask_place(book, table, ground, (label, burdens))
        chosen.append(move)
        plans = [plan for plan in plans if plan[-depth] == move]
    for here, there in plans[0]:
        origin, to = hex_at(ground, here), hex_at(ground, there)
        movers = _ground(book, table.state, group).occupants(here)
        numbers = book.number_of(origin), book.number_of(to)
        table.record(
            UnitsDisplaced(
                label=group.of.label,
                side=ground.side,
                units=movers,
                origin=numbers[0],
                to=numbers[1],
                water=_water(ground, there),
            )
        )
        if not ground.afloat:
            pass_through(book, table, ground.side, numbers[1:])
            overrun(book, table, movers[0], numbers[1:])


def _ask_place(
    book: Ruleset,
    table: Table[State],
    ground: Ground,
    asked: tuple[str, Mapping[tuple[Place, Place], _Burden]],
) -> tuple[Place, Place]:
    """The owner says where displaced units go: by default where least must make way again.

    (13.61, ruling 75)
    """
    label, burdens = asked
    moves = [*burdens]
    if len(moves) == 1:
        return moves[0]
    origin = book.number_of(hex_at(ground, moves[0][0]))
    units = ground.occupants(moves[0][0])
    targets: dict[str, tuple[Place, Place]] = {}
    for move in moves:
        targets.setdefault(book.number_of(hex_at(ground, move[1])), move)

    def ordered(to: str) -> o.Displace:
        return o.Displace.model_validate({"order": "displace", "from": origin, "to": to})

    def best(prefer: Sequence[str]) -> o.Displace:
        rank = ranking(ground, units, prefer)

        def worth(number: str) -> tuple[_Burden, tuple[int, ...]]:
            return burdens[targets[number]], rank(book.hexes[number])

        return ordered(min(targets, key=worth))

    def by_standing(standing: Sequence[StandingOrder]) -> o.Displace | None:
        prefer = prefer_for_displaced(standing, ground.side)
        return None if prefer is None else best(prefer)

    def check(order: o.Displace) -> Iterator[Problem]:
        if order.from_ != origin:
            yield _other_units(book, origin, order.from_)
        elif order.to not in targets:
            yield Problem(
                "no-such-retreat",
                f"{units_text(units)} cannot be displaced from {place(book, origin)} to "
                f"{place(book, order.to)}",
                ("to",),
                "13.61",
                hint=f"They can go to {either([*targets])}.",
            )

    answer = table.ask(
        Ask(
            label=f"{label}/{origin}",
            topic="displace",
            seat=book.seat_of(ground.side),
            expects=o.Displace,
            prompt=f"{units_text(units)} in {place(book, origin)} make way: where to?",
            rule="13.61",
            check=check,
            options=lambda: map(ordered, targets),
            by_standing=by_standing,
            default=lambda: best(PREFERENCES),
        )
    )
    return targets[answer.to]

"""Exchanges: what the other side loses for what was eliminated. (13.42)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple, TypeAlias

from adjudicator.core.english import amount, joined
from adjudicator.core.game import Ask, Choose, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.rules.line_up import assault_ship
from adjudicator.games.invasion_america.rules.preferences import fitting
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, type_of

__all__ = ["Toll", "given", "printed_total", "stages_of"]

Rank: TypeAlias = Callable[[str], tuple[int, ...]]
"""Returns how early a unit is given; less is earlier."""
_LISTED = 10
"""Of how many units at most all choices are listed."""


class Toll(NamedTuple):
    """What a side must give in an exchange."""

    side: Side
    stages: tuple[tuple[str, ...], ...]
    """Who is lost first: only when all of one stage are gone does the next one follow."""
    points: int
    """How many strength points, at least."""
    label: str
    """What the question is labelled with; the attack's."""
    lose: tuple[str, ...] = ()
    """Which units go first where there is a choice, as the attack itself says."""
    keep: tuple[str, ...] = ()
    """Which units go last among equals: those that the attack lets advance. (Ruling 122)"""


def printed_total(book: Ruleset, state: State, units: Sequence[str]) -> int:
    """Returns what units count for in an exchange: their printed strengths. (Ruling 11)

    What ships carry counts for nothing. (6.23)
    """
    return sum(_printed(book, state, name) for name in units)


def _printed(book: Ruleset, state: State, unit: str) -> int:
    known = book.strength_of(unit, state.units[unit])
    assert known is not None, f"{unit} fought without being revealed"
    return known


def stages_of(state: State, units: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Returns in which order attackers are lost in a defender exchange.

    Special infantry first (16.12). Then of an assault the infantry, the other land combat units
    that were aboard, the amphibious unit (15.14, 15.16, ruling 19). Then all others.
    """
    ship = assault_ship(units)
    stages: tuple[list[str], ...] = ([], [], [], [], [])
    for name in units:
        if type_of(name) == "special-infantry":
            place = 0
        elif ship is not None and state.units[name].aboard == ship:
            place = 1 if type_of(name) == "infantry" else 2
        else:
            place = 3 if name == ship else 4
        stages[place].append(name)
    return tuple(tuple(stage) for stage in stages if stage)


def given(book: Ruleset, table: Table[State], toll: Toll) -> tuple[str, ...]:
    """Returns the units that a side gives; where it has a choice, it is asked. (13.42)

    If all of them are worth too little, all are lost. No unit is given without need.
    """
    lost: list[str] = []
    points = toll.points
    for stage in toll.stages:
        worth = {name: _printed(book, table.state, name) for name in stage}
        worth = {name: strength for name, strength in worth.items() if strength}
        if points <= 0:
            break
        if sum(worth.values()) <= points:
            lost += worth
        else:
            lost += _chosen(book, table, toll, (worth, points))
        points -= sum(worth.values())
    return tuple(lost)


def _chosen(
    book: Ruleset, table: Table[State], toll: Toll, choice: tuple[Mapping[str, int], int]
) -> tuple[str, ...]:
    worth, points = choice
    if any(name in worth for name in toll.lose):
        return _by_preference(worth, points, _named_first(toll.lose), toll.keep)

    def by_standing(standing: Sequence[StandingOrder]) -> o.Exchange | None:
        own = fitting(standing, o.StandingExchange, toll.side)
        if own is None or not any(_is_named(own, name) for name in worth):
            return None
        return _order(_by_preference(worth, points, _as_standing(own), toll.keep))

    few = len(worth) <= _LISTED
    answer = table.ask(
        Ask(
            label=f"{toll.label}/exchange/{toll.side}",
            topic="exchange",
            seat=book.seat_of(toll.side),
            expects=o.Exchange,
            prompt=f"An exchange costs you {amount(points, 'strength point')}: which units?",
            rule="13.42",
            check=partial(_check, worth, points),
            options=(lambda: map(_order, _choices(worth, points))) if few else None,
            sample=lambda choose: _order(_at_random(worth, points, choose)),
            by_standing=by_standing,
            default=lambda: _order(_cheapest(worth, points, toll.keep)),
        )
    )
    return answer.units


def _order(units: Sequence[str]) -> o.Exchange:
    return o.Exchange(order="exchange", units=tuple(units))


# -- what may be given -----------------------------------------------------------------------------


def _check(worth: Mapping[str, int], points: int, order: o.Exchange) -> Iterator[Problem]:
    """Yields what is wrong with a choice: other units, too little, more than need be."""
    total = 0
    for index, name in enumerate(order.units):
        if name not in worth or name in order.units[:index]:
            yield Problem(
                "wrong-losses",
                f"{name} cannot be given up" if name not in worth else f"{name} is named twice",
                ("units", index),
                "13.42",
                hint=f"Choose among {joined([*worth])}.",
            )
            return
        total += worth[name]
    if total < points:
        yield Problem(
            "wrong-losses",
            f"what is named is worth {total}, and {amount(points, 'point')} must be given",
            ("units",),
            "13.42",
            hint="Name more units.",
        )
        return
    for index, name in enumerate(order.units):
        if total - worth[name] >= points:
            yield Problem(
                "wrong-losses",
                f"{points} points are given without {name}",
                ("units", index),
                "13.42, ruling 80",
                hint="Leave it out.",
            )
            return


def _choices(worth: Mapping[str, int], points: int) -> Iterator[tuple[str, ...]]:
    """Yields all choices from which no unit could be spared, the cheapest first."""
    names = list(worth)
    found = [
        chosen
        for count in range(1, len(names) + 1)
        for chosen in combinations(names, count)
        if (total := sum(worth[name] for name in chosen)) >= points
        and all(total - worth[name] < points for name in chosen)
    ]
    yield from sorted(found, key=lambda chosen: (sum(map(worth.__getitem__, chosen)), len(chosen)))


def _cheapest(worth: Mapping[str, int], points: int, keep: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the published default: fewest strength points, then fewest units, then by name.

    Of choices that cost as much, that which leaves most of those to be kept. (Rulings 75, 122)
    """
    best: dict[int, tuple[tuple[int, int], tuple[str, ...]]] = {0: ((0, 0), ())}
    for name in sorted(worth):
        for total, ((count, kept), chosen) in [*best.items()]:
            cost = (count + 1, kept + (name in keep))
            there = best.get(total + worth[name])
            if there is None or cost < there[0]:
                best[total + worth[name]] = cost, (*chosen, name)
    return best[min(total for total in best if total >= points)][1]


def _is_named(said: o.StandingExchange, unit: str) -> bool:
    return unit in said.lose or type_of(unit) in said.first


def _as_standing(said: o.StandingExchange) -> Rank:
    """Units by name before units by type, each in the order that a standing order gives."""
    by_name, by_type = _named_first(said.lose), _types_first(said.first)
    return lambda unit: (*by_name(unit), *by_type(unit))


def _named_first(names: Sequence[str]) -> Rank:
    def rank(unit: str) -> tuple[int, ...]:
        return (names.index(unit) if unit in names else len(names),)

    return rank


def _types_first(types: Sequence[str]) -> Rank:
    def rank(unit: str) -> tuple[int, ...]:
        of = type_of(unit)
        return (types.index(of) if of in types else len(types),)

    return rank


def _at_random(worth: Mapping[str, int], points: int, choose: Choose) -> tuple[str, ...]:
    """Returns a random choice, for examples."""
    return _by_preference(worth, points, _named_first((choose([*worth]), choose([*worth]))))


def _by_preference(
    worth: Mapping[str, int], points: int, rank: Rank, keep: Sequence[str] = ()
) -> tuple[str, ...]:
    """Returns units in order of preference until it is enough, without those that are spared.

    Who is preferred least is spared first. (Ruling 80)
    """
    chosen: list[str] = []
    for name in sorted(worth, key=lambda one: (rank(one), worth[one], one in keep, one)):
        if sum(map(worth.__getitem__, chosen)) >= points:
            break
        chosen.append(name)
    for name in reversed(list(chosen)):
        left = sum(worth[one] for one in chosen if one != name)
        if left >= points:
            chosen.remove(name)
    return tuple(chosen)

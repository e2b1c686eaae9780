"""Retreats of defending units, and of those that a card drives away.

(Action 5, rulings 4, 14, 62 and 104)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from adjudicator.core.english import either
from adjudicator.core.game import Ask, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import UnitDestroyed, UnitRetreated
from adjudicator.games.fortress_america.rules.standing import fits, fits_any, fitting
from adjudicator.games.fortress_america.rules.ways import distances
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import Side, State, UnitKind, total_of
from adjudicator.games.fortress_america.words import article

__all__ = ["Retreating", "refuges", "retreat"]


class Retreating(NamedTuple):
    """A unit that must leave."""

    side: Side
    unit: UnitKind
    area: str
    reason: Literal["combat", "card"] = "combat"
    barred: tuple[str, ...] = ()
    """Areas that take no unit although they are friendly: those of the card. (Ruling 41)"""
    behind: tuple[tuple[str, UnitKind], ...] = ()
    """Those that the card drives away after it, each with its area. (Ruling 104)"""


def retreat(book: Ruleset, table: Table[State], leaving: Retreating, label: str) -> None:
    """The defender moves the unit at once into a friendly space.

    It goes as far as in the second movement; if it cannot, it is destroyed. (Action 5)
    """
    spaces = refuges(book, table.state, leaving)
    if not spaces:
        table.record(
            UnitDestroyed(
                side=leaving.side,
                unit=leaving.unit,
                area=leaving.area,
                battle=leaving.area if leaving.reason == "combat" else None,
                reason="no-retreat",
            )
        )
        return
    to = _ask_where(book, table, leaving, (label, spaces))
    table.record(
        UnitRetreated(
            side=leaving.side,
            unit=leaving.unit,
            area=leaving.area,
            to=to,
            reason=leaving.reason,
        )
    )


def refuges(book: Ruleset, state: State, leaving: Retreating) -> tuple[str, ...]:
    """Returns the spaces into which a unit may retreat.

    They are friendly, not declared, have room, and lie in reach of the second movement; aircraft
    fly over others. The default comes first: nearest, then a city, then more own units, then by
    id. (Ruling 14)
    """
    side = leaving.side
    reach = book.facts(leaving.unit).second_move
    near = distances(book, state, side, leaving.area, kind=leaving.unit, within=reach)

    def held(area: str) -> int:
        return total_of(state.units_in(area, side))

    spaces = {
        area: distance
        for area, distance in near.items()
        if area != leaving.area
        and book.is_friendly(state, side, area)
        and area not in (*state.declared, *leaving.barred)
        and held(area) < book.edition.stack_limit
    }
    return tuple(
        sorted(
            spaces,
            key=lambda area: (spaces[area], not book.is_city(area), -held(area), area),
        )
    )


def _usual(book: Ruleset, state: State, leaving: Retreating, spaces: tuple[str, ...]) -> str:
    """Returns the published default: the first space that leaves room to as many of those who are
    driven away after the unit as can be. (Rulings 14 and 104)"""
    if not leaving.behind or len(spaces) == 1:
        return spaces[0]
    wishes = [
        refuges(book, state, leaving._replace(unit=unit, area=area, behind=()))
        for area, unit in leaving.behind
    ]
    limit = book.edition.stack_limit
    rooms = {
        area: limit - total_of(state.units_in(area, leaving.side))
        for area in (*spaces, *(area for wish in wishes for area in wish))
    }
    return max(spaces, key=lambda space: _housed(wishes, rooms | {space: rooms[space] - 1}))


def _housed(wishes: Sequence[Sequence[str]], rooms: Mapping[str, int]) -> int:
    """Returns how many units find room at most, each in one of the spaces that it can reach."""
    lodgers: dict[str, list[int]] = {}

    def lodge(unit: int, seen: set[str]) -> bool:
        for space in wishes[unit]:
            if space in seen:
                continue
            seen.add(space)
            here = lodgers.setdefault(space, [])
            if len(here) < rooms[space]:
                here.append(unit)
                return True
            for place, other in enumerate(here):
                if lodge(other, seen):
                    here[place] = unit
                    return True
        return False

    return sum(lodge(unit, set()) for unit in range(len(wishes)))


def _preferred(
    book: Ruleset, orders: Sequence[o.StandingRetreat], spaces: tuple[str, ...]
) -> str | None:
    """Returns the space that standing orders prefer.

    A unit goes where `never` bars the way only if nothing else is left: nobody may have their own
    unit destroyed. What one order leaves is left to the orders after it. (Rulings 61 and 62)
    """
    left = spaces
    for order in orders:
        left = tuple(area for area in left if not fits_any(book, order.never, area)) or left
        for word in order.prefer:
            for area in left:
                if fits(book, word, area):
                    return area
    return None if left == spaces else left[0]


def _ask_where(
    book: Ruleset, table: Table[State], leaving: Retreating, where: tuple[str, tuple[str, ...]]
) -> str:
    label, spaces = where
    rule = book.cite("action 5")

    def answer(to: str) -> o.Retreat:
        return o.Retreat(order="retreat", unit=leaving.unit, to=to)

    def check(order: o.Retreat) -> Iterator[Problem]:
        if order.unit not in (None, leaving.unit):
            yield Problem(
                "other-unit",
                f"the question is where {article(leaving.unit)} goes, not {article(order.unit)}",
                ("unit",),
                rule,
                hint=f'Write "unit": "{leaving.unit}".',
            )
        if order.to not in spaces:
            yield Problem(
                "no-refuge",
                f"{article(leaving.unit)} cannot retreat from {leaving.area} to {order.to}"
                if order.to is not None
                else f"it is not said where {article(leaving.unit)} from {leaving.area} goes",
                ("to",),
                rule,
                hint=f"It may go to {either(spaces)}.",
            )

    def by_standing(standing: Sequence[StandingOrder]) -> o.Retreat | None:
        orders = fitting(book, standing, o.StandingRetreat, (leaving.area, "defender"))
        wish = _preferred(book, orders, spaces)
        return None if wish is None else answer(wish)

    chosen = table.ask(
        Ask(
            label=label,
            topic="retreat",
            seat=book.seat_of(leaving.side),
            expects=o.Retreat,
            prompt=f"Where does your {leaving.unit} from {book.name(leaving.area)} retreat to?",
            rule=rule,
            check=check,
            options=lambda: (answer(area) for area in spaces),
            by_standing=by_standing,
            default=lambda: answer(_usual(book, table.state, leaving, spaces)),
        )
    )
    assert chosen.to is not None
    return chosen.to

"""Advance after combat, and the landing of assault units. (13.7, 15.16)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.boards.hexes import Hex
from adjudicator.core.english import either
from adjudicator.core.game import Ask, Choose, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.combat_events import UnitsAdvanced
from adjudicator.games.invasion_america.rules.control import pass_through
from adjudicator.games.invasion_america.rules.line_up import back_of
from adjudicator.games.invasion_america.rules.overrun import overrun
from adjudicator.games.invasion_america.rules.positions import (
    ashore,
    is_barred,
    is_frozen,
    stack_at,
    why_never,
)
from adjudicator.games.invasion_america.rules.preferences import fitting
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, mix_of, side_of, type_of
from adjudicator.games.invasion_america.words import place, units_text

__all__ = ["Victory", "advance", "land"]


class Victory(NamedTuple):
    """Who may advance after an attack, and where."""

    side: Side
    units: tuple[str, ...]
    """Victorious units that took part. (13.74)"""
    paths: tuple[tuple[Hex, ...], ...]
    """The paths of retreat, each from the hex of the combat. (13.71)"""
    label: str
    """What the question is labelled with; the attack's."""
    wish: tuple[o.AdvanceTo, ...] | None = None
    """Who advances as the attack itself says; None: it does not."""


def land(book: Ruleset, table: Table[State], ship: str, label: str) -> None:
    """What an amphibious unit carries lands at once, where no enemy is left. (Rulings 18, 38)

    Hovercraft stay aboard where they may not enter the hex (16.22), and so does who finds no room:
    the strongest land first. (Ruling 78)
    """
    state, side = table.state, side_of(ship)
    at = state.units[ship].at
    able = [
        name
        for name, unit in state.units.items()
        if unit.aboard == ship
        and book.of(name).unit_class == "land"
        and not why_never(book, mix_of(name), book.hexes[at])
    ]
    able.sort(key=lambda name: (-back_of(book, state, name), name))
    limit = book.charts.tables.limits.stack
    room = max(limit - len(stack_at(book, state, book.hexes[at], side)), 0)
    units = tuple(sorted(able[:room]))
    if not units:
        return
    table.record(UnitsAdvanced(label=label, side=side, units=units, path=(at,)))
    pass_through(book, table, side, (at,))
    for name in units:
        overrun(book, table, name, (at,))


def advance(book: Ruleset, table: Table[State], of: Victory) -> None:
    """Victorious units may advance along the paths of retreat, at once. (13.71, 13.76)

    They ignore enemy zones (13.73) and stop where they like (13.72).
    """
    state = table.state
    ways = {name: found for name in of.units if (found := _ways(book, state, of, name))}
    if not ways:
        return
    wish = of.wish if of.wish is not None else _asked(book, table, of, ways)
    moves = _moves(book, state, of, (ways, wish))
    for (_, path), names in moves.items():
        numbers = tuple(map(book.number_of, path))
        table.record(UnitsAdvanced(label=of.label, side=of.side, units=tuple(names), path=numbers))
        pass_through(book, table, of.side, numbers[1:])
        for name in names:
            overrun(book, table, name, numbers[1:])


def _ways(book: Ruleset, state: State, of: Victory, unit: str) -> list[tuple[Hex, ...]]:
    """Returns the ways on which a unit may advance, each from the hex where it stands.

    Only units that were adjacent may: land combat and air units, no ships, nobody who does not
    function, and nobody who must stay where it appeared. (13.74, 15.16, rulings 31 and 105) They go
    where their type may, over hexsides that it may cross, as long as no enemy and no other force
    stands in the way. (13.75)
    """
    here = state.units.get(unit)
    if here is None or book.of(unit).unit_class not in ("land", "air") or here.aboard is not None:
        return []
    if is_frozen(state, unit) or unit in state.rooted:
        return []
    start = book.hexes[here.at]
    found: list[tuple[Hex, ...]] = []
    for path in of.paths:
        way = [start]
        for there in path if path[0] != start else path[1:]:
            if not _may_enter(book, state, unit, (way[-1], there)):
                break
            way.append(there)
        if len(way) > 1:
            found.append(tuple(way))
    return found


def _may_enter(book: Ruleset, state: State, unit: str, step: tuple[Hex, Hex]) -> bool:
    here, there = step
    side = side_of(unit)
    beside: Sequence[Hex] = book.charts.trace[here]
    if type_of(unit) == "hovercraft":
        beside = [one for one, _ in book.charts.hovercraft[here]]
    if there not in beside or why_never(book, mix_of(unit), there):
        return False
    if is_barred(book, state, side, there):
        return False
    others = ashore(book, state, there)
    return all(side_of(name) == side or type_of(name) == "rail" for name in others)


def _moves(
    book: Ruleset,
    state: State,
    of: Victory,
    wanted: tuple[Mapping[str, list[tuple[Hex, ...]]], Sequence[o.AdvanceTo]],
) -> dict[tuple[Hex, tuple[Hex, ...]], list[str]]:
    """Returns who goes together along which way, as far as there is room. (13.77, ruling 78)"""
    ways, wish = wanted
    limit = book.charts.tables.limits.stack
    more: dict[Hex, int] = {}
    found: dict[tuple[Hex, tuple[Hex, ...]], list[str]] = {}
    gone: list[str] = []
    for move in wish:
        for name in move.units:
            if name not in ways or name in gone:
                continue
            way = _way_for(book, of, ways[name], move)
            while len(way) > 1:
                there = way[-1]
                if len(stack_at(book, state, there, of.side)) + more.get(there, 0) < limit:
                    break
                way = way[:-1]
            if len(way) < 2:
                continue
            gone.append(name)
            more[way[-1]] = more.get(way[-1], 0) + 1
            more[way[0]] = more.get(way[0], 0) - 1
            found.setdefault((way[0], way), []).append(name)
    return found


def _way_for(
    book: Ruleset, of: Victory, ways: Sequence[tuple[Hex, ...]], move: o.AdvanceTo
) -> tuple[Hex, ...]:
    """Returns which part of which way units take that shall advance so far; (): none."""
    along = None if move.along is None else book.hexes.get(move.along)
    fit = [way for way in ways if along is None or along in way[:2]]
    if move.to in ("target", "end"):
        if not fit:
            return ()
        # Who has just landed stands in the hex that was attacked.
        landed = any(path[0] == fit[0][0] for path in of.paths)
        return fit[0] if move.to == "end" else fit[0][: 1 if landed else 2]
    goal = book.hexes.get(move.to)
    return next((way[: way.index(goal) + 1] for way in fit if goal in way[1:]), ())


# -- who says it -----------------------------------------------------------------------------------


def _asked(
    book: Ruleset, table: Table[State], of: Victory, ways: Mapping[str, list[tuple[Hex, ...]]]
) -> tuple[o.AdvanceTo, ...]:
    """The owner says who advances; nobody must. (13.76)"""
    state = table.state
    names = [*ways]
    first = book.number_of(of.paths[0][0])

    def by_standing(standing: Sequence[StandingOrder]) -> o.Advance | None:
        own = fitting(standing, o.StandingAdvance, of.side, first)
        if own is None:
            return None
        able = [name for name in names if type_of(name) in own.types]
        able.sort(key=lambda name: (-back_of(book, state, name), name))
        moves = tuple(o.AdvanceTo(units=(name,), to=own.to) for name in able)
        moved = {
            name
            for together in _moves(book, state, of, (ways, moves)).values()
            for name in together
        }
        return _order(tuple(move for move in moves if move.units[0] in moved))

    answer = table.ask(
        Ask(
            label=f"{of.label}/advance/{of.side}",
            topic="advance",
            seat=book.seat_of(of.side),
            expects=o.Advance,
            prompt=f"{units_text(names)} may advance towards {place(book, first)}: who does?",
            rule="13.71",
            check=partial(_check, book, state, of, ways=ways),
            sample=partial(_sample, book, state, of, ways=ways),
            by_standing=by_standing,
            default=_order,
        )
    )
    return answer.moves


def _order(moves: tuple[o.AdvanceTo, ...] = ()) -> o.Advance:
    return o.Advance(order="advance", moves=moves)


def _sample(
    book: Ruleset,
    state: State,
    of: Victory,
    choose: Choose,
    *,
    ways: Mapping[str, list[tuple[Hex, ...]]],
) -> o.Advance:
    """Returns a random advance, for examples."""
    move = o.AdvanceTo(units=(choose([*ways]),), to=choose(("target", "end")))
    moved = _moves(book, state, of, (ways, (move,)))
    return choose((_order((move,)), _order())) if moved else _order()


def _check(
    book: Ruleset,
    state: State,
    of: Victory,
    order: o.Advance,
    *,
    ways: Mapping[str, list[tuple[Hex, ...]]],
) -> Iterator[Problem]:
    """Yields who cannot advance as an answer says."""
    moved = [
        name
        for together in _moves(book, state, of, (ways, order.moves)).values()
        for name in together
    ]
    for index, move in enumerate(order.moves):
        for place_, name in enumerate(move.units):
            if name in moved:
                continue
            ends = dict.fromkeys(
                book.number_of(hex_) for way in ways.get(name, ()) for hex_ in way[1:]
            )
            yield Problem(
                "cannot-advance",
                f"{name} cannot advance that way",
                ("moves", index, "units", place_),
                "13.71 to 13.77",
                hint=f"It may go to {either([*ends])}, where there is room."
                if ends
                else f"Only {either([*ways])} may advance here.",
            )

"""Action 4: the USA fires its lasers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Ask, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    BattleEnded,
    LaserFired,
    UnitDestroyed,
)
from adjudicator.games.fortress_america.rules.shape import check_shape, joined
from adjudicator.games.fortress_america.state import KINDS, USA, State

__all__ = ["laser_fire", "laser_targets"]


def laser_fire(book: Book, table: Table[State]) -> None:
    """Each laser fires once at a unit of the USA's choice.

    They fire one after another in the order of their cities' ids, never twice at one space.
    (Action 4)
    """
    more_orders = True
    for laser in table.state.lasers:
        if not laser_targets(book, table.state):
            break
        order = None
        if more_orders:
            order = table.next(_question(book, table.state))
            more_orders = order is not None
        if order is None:
            order = table.ask(_default_question(book, table.state, laser))
        _fire_laser(book, table, laser, order)
    if more_orders and table.state.lasers:
        table.next(_spent_question(book, table.state))
    for area in table.state.battles:
        if table.state.enemy_in(area, USA) is None:
            # Ruling 6: no battle took place, so bombers there may stay and others may enter.
            table.record(BattleEnded(area=area, attacker=USA, outcome="emptied"))
    table.record(ActionBegun(action="combat" if table.state.battles else "invasion"))


def _fire_laser(book: Book, table: Table[State], laser: str, order: o.Fire) -> None:
    """Rolls for one laser."""
    state = table.state
    side = state.enemy_in(order.at, USA)
    assert side is not None
    label = f"turn-{state.turn}/usa/laser/{laser}"
    (value,) = table.roll(label, count=1, sides=book.edition.laser_die)
    hit = value >= book.edition.laser_threshold
    table.record(
        LaserFired(
            label=label,
            laser=laser,
            at=order.at,
            side=side,
            unit=order.unit,
            value=value,
            hit=hit,
        )
    )
    if hit:
        table.record(UnitDestroyed(side=side, unit=order.unit, area=order.at, reason="laser"))


def laser_targets(book: Book, state: State) -> tuple[o.Fire, ...]:
    """Returns every unit that a laser may fire at, the default first.

    That is the largest die, then one beside a city of the USA, then by id. (Action 4, ruling 14)
    """
    found = []
    for area in state.units:
        side = state.enemy_in(area, USA)
        if side is None or area in state.fired_on:
            continue
        beside = any(
            book.is_city(there) and book.is_friendly(state, USA, there)
            for there in book.map.neighbours(area)
        )
        for kind in state.units_in(area, side):
            key = (-book.facts(kind).die, not beside, area, KINDS.index(kind))
            found.append((key, o.Fire(order="fire", at=area, unit=kind)))
    return tuple(fire for _, fire in sorted(found, key=lambda item: item[0]))


def _question(book: Book, state: State) -> Ask[o.Fire]:
    targets = laser_targets(book, state)
    return Ask(
        label=f"turn-{state.turn}/usa/lasers",
        topic="lasers",
        seat=book.seat_of(USA),
        expects=o.Fire,
        prompt="Aim your lasers, in the order of their cities' ids.",
        rule=book.cite("action 4"),
        check=partial(_check_fire, book, state),
        sample=lambda choose: choose((None, *targets)),
    )


def _spent_question(book: Book, state: State) -> Ask[o.Fire]:
    """Refuses what was ordered beyond the last laser or the last target."""
    return Ask(
        label=f"turn-{state.turn}/usa/lasers",
        topic="lasers",
        seat=book.seat_of(USA),
        expects=o.Fire,
        prompt="No laser is left.",
        rule=book.cite("action 4"),
        check=lambda order: [
            Problem(
                "no-laser-left",
                "every laser has fired, or no space is left to fire at",
                ("order",),
                book.cite("action 4"),
            )
        ],
        sample=lambda choose: None,
    )


def _default_question(book: Book, state: State, laser: str) -> Ask[o.Fire]:
    targets = laser_targets(book, state)
    return Ask(
        label=f"turn-{state.turn}/usa/laser/{laser}/target",
        topic="lasers",
        seat=book.seat_of(USA),
        expects=o.Fire,
        prompt=f"What does the laser in {book.name(laser)} fire at?",
        rule=book.cite("action 4"),
        check=partial(_check_fire, book, state),
        options=lambda: iter(targets),
        default=lambda: targets[0],
    )


def _check_fire(book: Book, state: State, order: o.Fire) -> Iterator[Problem]:
    shape = list(check_shape(book, state, "lasers", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 4")
    if order.at in state.fired_on:
        yield Problem(
            "fired-on-already", f"a laser has fired at {order.at} this turn", ("at",), rule
        )
        return
    side = state.enemy_in(order.at, USA)
    if side is None:
        yield Problem("no-target", f"no invader stands in {order.at}", ("at",), rule)
    elif order.unit not in state.units_in(order.at, side):
        yield Problem(
            "no-target",
            f"{order.at} holds no {order.unit} of {side}",
            ("unit",),
            rule,
            hint=f"There: {joined(list(state.units_in(order.at, side)))}.",
        )

"""Action 4: the USA fires its lasers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    BattleEnded,
    LaserFired,
    UnitDestroyed,
)
from adjudicator.games.fortress_america.in_force import firing_lasers, laser_least
from adjudicator.games.fortress_america.rules.standing import fits
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import KINDS, USA, Side, State

__all__ = ["aim_without_order", "laser_fire"]


def laser_fire(book: Ruleset, table: Table[State]) -> None:
    """Each laser fires once at a unit of the USA's choice.

    They fire one after another in the order of their cities' ids, never twice at one space.
    (Action 4)
    """
    aims = _aims(book, table)
    for place, laser in enumerate(firing_lasers(book, table.state)):
        if next(_spaces_to_fire_at(table.state), None) is None:
            break
        if place < len(aims):
            order = aims[place]
        else:
            order = table.ask(_default_question(book, table.state, laser))
        _fire_laser(book, table, laser, order)
    for area in table.state.battles:
        if table.state.enemy_in(area, USA) is None:
            # Ruling 6: no battle took place, so bombers there may stay and others may enter.
            table.record(BattleEnded(area=area, attacker=USA, outcome="emptied"))
    table.record(ActionBegun(action="combat" if table.state.battles else "invasion"))


def _aims(book: Ruleset, table: Table[State]) -> tuple[o.Fire, ...]:
    """Returns what the sheet orders.

    All of it is judged before the first die, for no shot changes what another space holds.
    """
    aims: tuple[o.Fire, ...] = ()
    while True:
        order = table.next(_question(book, table.state, aims))
        if order is None:
            return aims
        aims = (*aims, order)


def _fire_laser(book: Ruleset, table: Table[State], laser: str, order: o.Fire) -> None:
    """Rolls for one laser."""
    state = table.state
    side = state.enemy_in(order.at, USA)
    assert side is not None
    label = f"turn-{state.turn}/usa/laser/{laser}"
    (value,) = table.roll(label, count=1, sides=book.edition.laser_die)
    hit = value >= laser_least(book, state)
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


def _spaces_to_fire_at(state: State) -> Iterator[tuple[str, Side]]:
    """Yields the spaces with enemies at which no laser has fired yet, and whose they are."""
    for area in state.units:
        side = state.enemy_in(area, USA)
        if side is not None and area not in state.fired_on:
            yield area, side


def _laser_targets(book: Ruleset, state: State) -> tuple[o.Fire, ...]:
    """Returns every unit that a laser may fire at, the default first.

    That is the largest die, then one beside a city of the USA, then by id. (Action 4, ruling 14)
    """
    found = []
    for area, side in _spaces_to_fire_at(state):
        beside = any(
            book.is_city(there) and book.is_friendly(state, USA, there)
            for there in book.map.neighbours(area)
        )
        for kind in state.units_in(area, side):
            key = (-book.facts(kind).die, not beside, area, KINDS.index(kind))
            found.append((key, o.Fire(order="fire", at=area, unit=kind)))
    return tuple(fire for _, fire in sorted(found, key=lambda item: item[0]))


def _question(book: Ruleset, state: State, aims: tuple[o.Fire, ...]) -> Ask[o.Fire]:
    return Ask(
        label=f"turn-{state.turn}/usa/lasers",
        topic="lasers",
        seat=book.seat_of(USA),
        expects=o.Fire,
        prompt="Aim your lasers, in the order of their cities' ids.",
        rule=book.cite("action 4"),
        check=partial(_check_aim, book, state, aims),
        sample=partial(_sample, book, state, aims),
    )


def _default_question(book: Ruleset, state: State, laser: str) -> Ask[o.Fire]:
    targets = _laser_targets(book, state)
    return Ask(
        label=f"turn-{state.turn}/usa/laser/{laser}/target",
        topic="lasers",
        seat=book.seat_of(USA),
        expects=o.Fire,
        prompt=f"What does the laser in {book.name(laser)} fire at?",
        rule=book.cite("action 4"),
        check=partial(_check_fire, book, state),
        options=lambda: iter(targets),
        by_standing=partial(_preferred, book, state, targets),
        default=lambda: targets[0],
    )


def _preferred(
    book: Ruleset, state: State, targets: tuple[o.Fire, ...], standing: Sequence[StandingOrder]
) -> o.Fire | None:
    """Returns the first legal target that the USA's standing orders name. (Ruling 63)"""
    for order in standing:
        for aim in order.at if isinstance(order, o.StandingLasers) else ():
            for target in targets:
                if _is_meant(book, state, aim, target):
                    return target
    return None


def aim_without_order(
    book: Ruleset, state: State, standing: Sequence[StandingOrder]
) -> tuple[o.Fire, bool] | None:
    """Returns what the next laser fires at if no order says it; None: nothing is left.

    And whether a standing order chose that. (Rulings 14 and 63)
    """
    targets = _laser_targets(book, state)
    wish = _preferred(book, state, targets, standing)
    if wish is not None:
        return wish, True
    return (targets[0], False) if targets else None


def _is_meant(book: Ruleset, state: State, aim: o.Aim, target: o.Fire) -> bool:
    return (
        aim.unit in (None, target.unit)
        and (aim.in_ is None or fits(book, aim.in_, target.at))
        and (aim.side is None or aim.side == state.enemy_in(target.at, USA))
        and (
            aim.near is None
            or any(
                fits(book, aim.near, there)
                and (not book.is_city(there) or book.is_friendly(state, USA, there))
                for there in book.map.neighbours(target.at)
            )
        )
    )


def _check_aim(
    book: Ruleset, state: State, aims: tuple[o.Fire, ...], order: o.Fire
) -> Iterator[Problem]:
    rule = book.cite("action 4")
    if len(aims) == len(firing_lasers(book, state)):
        lasers = f"{len(aims)} laser{'' if len(aims) == 1 else 's'}"
        is_silent = state.lasers and not aims
        yield Problem(
            "no-laser-left",
            "an invader card silences all lasers this turn"
            if is_silent
            else f"{lasers} may fire, each once",
            ("order",),
            rule,
            "Leave the order out.",
        )
    elif any(order.at == aim.at for aim in aims):
        yield Problem(
            "fired-on-already",
            f"another laser is aimed at {order.at}",
            ("at",),
            rule,
            hint="No space is fired at twice in a turn.",
        )
    else:
        yield from _check_fire(book, state, order)


def _check_fire(book: Ruleset, state: State, order: o.Fire) -> Iterator[Problem]:
    shape = list(check_static(book, state, "lasers", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 4")
    if order.at in state.fired_on:
        yield Problem(
            "fired-on-already",
            f"a laser has fired at {order.at} this turn",
            ("at",),
            rule,
            hint="Each laser fires at another space.",
        )
        return
    side = state.enemy_in(order.at, USA)
    if side is None:
        spaces = [area for area in state.units if state.enemy_in(area, USA) is not None]
        yield Problem(
            "no-target",
            f"no invader stands in {order.at}",
            ("at",),
            rule,
            hint=f"Invaders stand in {joined(spaces)}.",
        )
    elif order.unit not in state.units_in(order.at, side):
        yield Problem(
            "no-target",
            f"{order.at} holds no {order.unit} of {side}",
            ("unit",),
            rule,
            hint=f"There: {joined(list(state.units_in(order.at, side)))}.",
        )


def _sample(book: Ruleset, state: State, aims: tuple[o.Fire, ...], choose: Choose) -> o.Fire | None:
    if len(aims) == len(firing_lasers(book, state)):
        return None
    aimed_at = [aim.at for aim in aims]
    free = [fire for fire in _laser_targets(book, state) if fire.at not in aimed_at]
    return choose((None, *free))

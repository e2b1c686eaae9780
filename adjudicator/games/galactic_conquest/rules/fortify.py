"""Step 6: one move along a path of own planets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.events import PhaseBegun, TroopsFortified
from adjudicator.games.galactic_conquest.rules.planets import not_yours, planets_of
from adjudicator.games.galactic_conquest.rules.static_checks import check_static
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State
from adjudicator.games.galactic_conquest.words import troops_text

__all__ = ["fortification", "path_between"]


def fortification(book: Ruleset, table: Table[State]) -> None:
    """Troops move from one own planet to another, once. (Step 6, rulings 6 and 7)"""
    seat = table.state.seat
    label = f"turn-{table.state.turn}/{seat}/fortify"
    has_moved = False
    while True:
        order = table.next(_fortify_order(book, table.state, label, has_moved=has_moved))
        if order is None:
            break
        has_moved = True
        state = table.state
        path = path_between(book, state, order.from_, order.to)
        count = state.troops[order.from_] - 1 if order.count == "all" else order.count
        table.record(TroopsFortified(seat=seat, path=path, count=count))
    table.record(PhaseBegun(phase="card"))


def path_between(book: Ruleset, state: State, start: str, end: str) -> tuple[str, ...]:
    """Returns the shortest path over planets of one owner, of equal ones the first by ids.

    Empty: there is none. (Ruling 6)
    """
    owner, came_from, reached = state.owners[start], {start: start}, [start]
    for planet in reached:
        if planet == end:
            break
        for beside in book.chart.neighbours(planet):
            if beside not in came_from and state.owners[beside] == owner:
                came_from[beside] = planet
                reached.append(beside)
    if end not in came_from:
        return ()
    path = [end]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))


def _fortify_order(book: Ruleset, state: State, label: str, *, has_moved: bool) -> Ask[o.Fortify]:
    return Ask(
        label=label,
        topic="fortify",
        seat=state.seat,
        expects=o.Fortify,
        prompt="Move troops to another planet of yours.",
        rule="step 6",
        check=partial(_check_fortify, book, state, has_moved=has_moved),
        sample=partial(_sample, book, state, has_moved=has_moved),
        clamped=partial(_clamped, state),
    )


def _clamped(state: State, order: o.Fortify) -> o.Fortify | None:
    """Returns an order for no more troops than may leave."""
    spare = state.troops[order.from_] - 1
    return order.model_copy(update={"count": spare}) if spare else None


def _sample(book: Ruleset, state: State, choose: Choose, *, has_moved: bool) -> o.Fortify | None:
    if has_moved:
        return None
    start = choose(planets_of(state, state.seat))
    if state.troops[start] == 1:
        return None
    middle = choose(book.chart.neighbours(start))
    end = choose((middle, *book.chart.neighbours(middle)))
    if end == start or any(state.owners[planet] != state.seat for planet in (middle, end)):
        return None
    count = choose(range(1, state.troops[start]))
    return o.Fortify.model_validate({"order": "fortify", "from": start, "to": end, "count": count})


def _check_fortify(
    book: Ruleset, state: State, order: o.Fortify, *, has_moved: bool
) -> Iterable[Problem]:
    shape = list(check_static(book, order))
    return shape or _check_move(book, state, order, has_moved=has_moved)


def _check_move(
    book: Ruleset, state: State, order: o.Fortify, *, has_moved: bool
) -> Iterator[Problem]:
    if has_moved:
        yield Problem(
            "moved-already",
            "there is one such move a turn",
            ("order",),
            "step 6",
            hint="Leave the order out.",
        )
        return
    foreign = [
        *not_yours(state, state.seat, order.from_, ("from",), rule="step 6"),
        *not_yours(state, state.seat, order.to, ("to",), rule="step 6"),
    ]
    yield from foreign
    if not foreign and not path_between(book, state, order.from_, order.to):
        yield Problem(
            "no-path",
            f"no path of planets of yours leads from {order.from_} to {order.to}",
            ("to",),
            "step 6, ruling 6",
        )
    if not foreign:
        yield from _check_count(state.troops[order.from_], order)


def _check_count(troops: int, order: o.Fortify) -> Iterator[Problem]:
    if troops == 1:
        yield Problem(
            "too-few-troops",
            f"the only troop on {order.from_} stays there",
            ("from",),
            "step 6",
        )
    elif order.count != "all" and order.count > troops - 1:
        yield Problem(
            "too-many-troops",
            f"{troops_text(troops - 1)} may leave {order.from_}, not {order.count}",
            ("count",),
            "step 6",
        )

"""What no dice can make legal of the orders behind them. (13.0, 17.1)

Two dice stand before orders: that for the garrison of Central America before all movement of the
U.S., and those of attacks before mechanised movement. Behind the first one an order is hopeless if
it fails whether the garrison holds or not. Behind the others it is judged with every attack won,
nobody lost and everybody in supply, and every unit where it could be at best: what fails even so is
a problem, what could work is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.core.capabilities import Hopeless
from adjudicator.core.game import Order, SubmittedOrders
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.orders import Move
from adjudicator.games.invasion_america.rules.attack_checks import check_plan
from adjudicator.games.invasion_america.rules.combat_reach import CombatReach, combat_reach
from adjudicator.games.invasion_america.rules.garrison import in_annexation, is_tested
from adjudicator.games.invasion_america.rules.ground import (
    Ground,
    Stop,
    graph_of,
    ground_of,
    way_through,
)
from adjudicator.games.invasion_america.rules.journeys import journeys
from adjudicator.games.invasion_america.rules.kinds import check_kinds
from adjudicator.games.invasion_america.rules.order_projection import (
    project_orders,
    project_to_the_end,
)
from adjudicator.games.invasion_america.rules.own_units import check_in_play
from adjudicator.games.invasion_america.rules.positions import cargo_of, enemies_at, stack_at
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, State, mix_of, type_of
from adjudicator.games.invasion_america.words import place, units_text

__all__ = ["check_ahead"]

Found: TypeAlias = Mapping[tuple[str, int | None], Sequence[Problem]]
"""By topic and place in it, why an order fails."""


def check_ahead(
    book: Ruleset, state: State, seat: str, said: SubmittedOrders
) -> Iterator[Hopeless]:
    """Yields the orders of a seat behind a die that no dice can make legal.

    Args:
        state: the position where the dry run of its sheets stopped.
    """
    if state.result is not None or book.seat_of(state.side) != seat:
        return
    if state.phase == "combat":
        moves = _moves(book, state, said)
        for index, problems in _hopeless(book, state, _attacks(said), moves).items():
            yield from (Hopeless("mechanised", index, problem) for problem in problems)
        return
    is_known = not {"partisans", "replacements", "rail", "movement"} & {*said.held}
    if is_known and state.phase == "replacement" and state.side == US and is_tested(book, state):
        yield from _behind_the_garrison(book, state, said)


def _attacks(said: SubmittedOrders) -> tuple[o.Attack, ...] | None:
    """Returns the attacks that are ordered; None: they are held back."""
    if "combat" in said.held:
        return None
    return tuple(one for one in said.orders.get("combat", ()) if isinstance(one, o.Attack))


def _moves(book: Ruleset, state: State, said: SubmittedOrders) -> Mapping[int, Move]:
    """Returns the moves of mechanised movement that are well formed, by their places."""
    if "mechanised" in said.held:
        return {}
    return {
        index: order
        for index, order in enumerate(said.orders.get("mechanised", ()))
        if isinstance(order, Move) and _is_formed(book, state, "mechanised", order)
    }


def _is_formed(book: Ruleset, state: State, topic: str, order: Order) -> bool:
    """Whether nothing is wrong with an order that holds whatever the position is."""
    shape = list(check_static(book, order))
    return not (shape or list(check_kinds(book, state.side, topic, order)))


# -- behind the die for the garrison ---------------------------------------------------------------


def _behind_the_garrison(book: Ruleset, state: State, said: SubmittedOrders) -> Iterator[Hopeless]:
    """Yields what fails whether the garrison holds or not. (17.1)"""
    held = len(in_annexation(book, state)) > 1  # a one is less than two units
    branches = [_branch(book, state, said, is_cut=is_cut) for is_cut in (False, True)[not held :]]
    first, *others = branches
    for (topic, index), problems in first.items():
        order = None if index is None else said.orders[topic][index]
        if order is not None and not _is_formed(book, state, topic, order):
            continue
        for problem in problems:
            if all(_has(other.get((topic, index), ()), problem) for other in others):
                yield Hopeless(topic, index, problem)


def _has(problems: Sequence[Problem], wanted: Problem) -> bool:
    return any((one.code, one.path) == (wanted.code, wanted.path) for one in problems)


def _branch(book: Ruleset, state: State, said: SubmittedOrders, *, is_cut: bool) -> Found:
    """Returns what fails of the orders if the garrison holds, or if it does not."""
    attacks = _attacks(said)
    if attacks == ():
        return project_to_the_end(book, state, said.orders, is_cut=is_cut).problems
    moved = project_orders(book, state, said.orders, is_cut=is_cut)
    found = dict(moved.problems)
    made: tuple[o.Attack, ...] = ()
    for index, order in enumerate(attacks or ()):
        problems = tuple(check_plan(book, moved.state, made, order)) if _is_formed(
            book, state, "combat", order
        ) else ()  # fmt: skip
        if problems:
            found["combat", index] = problems
        else:
            made = (*made, order)
    hopeless = _hopeless(
        book, moved.state, None if attacks is None else made, _moves(book, state, said)
    )
    return {**found, **{("mechanised", index): all_ for index, all_ in hopeless.items()}}


# -- behind attacks --------------------------------------------------------------------------------


def _hopeless(
    book: Ruleset,
    state: State,
    attacks: Sequence[o.Attack] | None,
    moves: Mapping[int, Move],
) -> dict[int, tuple[Problem, ...]]:
    """Returns the moves behind attacks that fail even at best, with why. (4.2)"""
    if not moves:
        return {}
    combat = combat_reach(book, state, attacks)
    best = combat.best()
    ground = ground_of(book, best, state.side)
    named = frozenset(name for one in moves.values() for name in one.units)
    found = {
        index: tuple(_why_never(combat, (best, ground), order, named))
        for index, order in moves.items()
    }
    return {index: problems for index, problems in found.items() if problems}


def _why_never(
    combat: CombatReach, at_best: tuple[State, Ground], order: Move, named: frozenset[str]
) -> Iterator[Problem]:
    """Yields why a move fails at best."""
    state = combat.state
    absent = [
        problem
        for index, unit in enumerate(order.units)
        for problem in check_in_play(state, unit, ("units", index))
    ]
    if absent:
        yield from absent
        return
    yield from _never_met(combat, at_best[0], order)
    apart = list(_never_together(combat, order))
    yield from apart
    if apart:
        return
    ways: list[Problem] = []
    for index in range(len(order.units)):
        for problem in _never_there(combat, at_best, order, index):
            if all(problem[:3] != other[:3] for other in ways):
                ways.append(problem)
    yield from ways or _never_room(combat, at_best[0], order, named)


def _never_met(combat: CombatReach, best: State, order: Move) -> Iterator[Problem]:
    """Yields the conditions of a move that no attack can meet. (Rulings 81 and 120)"""
    book, side = combat.book, combat.state.side
    for index, number in enumerate(order.if_won):
        there = enemies_at(book, best, side, book.hexes[number])
        if any(type_of(name) != "rail" for name in there):
            yield Problem(
                "condition-not-met",
                f"no attack can drive {units_text(there)} out of {place(book, number)}",
                ("if_won", index),
                "4.2, ruling 120",
                hint="The move is made only where no enemy is left there.",
            )
    for index, number in enumerate(order.unless_won):
        hex_ = book.hexes[number]
        if not enemies_at(book, combat.state, side, hex_) and not combat.may_see_enemies(hex_):
            yield Problem(
                "condition-not-met",
                f"no enemy can be in {place(book, number)} then",
                ("unless_won", index),
                "4.2, ruling 120",
                hint="The move is made only where an enemy is left there.",
            )


def _never_together(combat: CombatReach, order: Move) -> Iterator[Problem]:
    """Yields the units that cannot stand where the first one does. (10.0)"""
    book, units = combat.book, combat.state.units
    first = order.units[0]
    for index, unit in enumerate(order.units[1:], start=1):
        one, other = units[first].at, units[unit].at
        most = combat.reach(first) + combat.reach(unit)
        if one == other or _apart(book, one, other) <= most:
            continue
        yield Problem(
            "not-together",
            f"{unit} is in {place(book, other)}, and {first} in {place(book, one)}",
            ("units", index),
            "10.0",
            hint="Give an order for the units of each hex.",
        )


def _apart(book: Ruleset, one: str, other: str) -> int:
    """Returns how far two places lie from each other; the holding box is beyond all hexes."""
    here, there = book.hex_of(one), book.hex_of(other)
    if NOWHERE in (here, there):
        return len(book.hexes)
    return book.charts.grid.distance(here, there)


def _never_there(
    combat: CombatReach, at_best: tuple[State, Ground], order: Move, index: int
) -> Iterator[Problem]:
    """Yields why a unit cannot make a move at best. (Chapter 10, 7.0)"""
    book, (best, ground) = combat.book, at_best
    unit, ship = order.units[index], order.aboard
    if ship is not None and ship not in combat.state.units:
        yield Problem(
            "no-ship-there",
            f"{ship} is not in play",
            ("aboard",),
            "7.0",
            hint="state.json lists the units in play.",
        )
        return
    if combat.reach(unit):
        yield from _never_near(combat, at_best, order, index)
        return
    alone = order.model_copy(update={"units": (unit,)})
    for problem in journeys(book, best, ground, alone).problems:
        if _is_certain(combat, unit, order, problem):
            path = ("units", index) if problem.path == ("units", 0) else problem.path
            yield problem._replace(path=path)


def _is_certain(combat: CombatReach, unit: str, order: Move, problem: Problem) -> bool:
    """Whether a problem of a unit that no attack moves is one whatever the dice show.

    Ports may be occupied by others, and ships moved and emptied.
    """
    book, units = combat.book, combat.state.units
    if problem.code == "no-harbour":
        is_ashore = units[unit].aboard is None or problem.path == ("aboard",)
        return is_ashore or book.hex_of(units[unit].at) not in book.charts.ports
    if order.aboard is not None and problem.code == "no-ship-there":
        return not combat.reach(order.aboard)
    if order.aboard is not None and problem.code == "ship-full":
        stay = [
            name
            for name in cargo_of(combat.state, order.aboard)
            if type_of(name) not in ("armour", "mechanised")
        ]
        return not combat.reach(order.aboard) and len(stay) >= book.charts.tables.limits.cargo
    return True


def _never_near(
    combat: CombatReach, at_best: tuple[State, Ground], order: Move, index: int
) -> Iterator[Problem]:
    """Yields why a unit that attacks may take elsewhere cannot make a move, wherever it stands."""
    book, (best, ground) = combat.book, at_best
    unit = order.units[index]
    here = book.hex_of(best.units[unit].at)
    stops: list[Hex] = [book.hexes[number] for number in order.path]
    if not stops or here == NOWHERE:
        return
    if stops[0] in ground.closed:
        yield Problem(
            "enemy-there",
            f"enemy units hold {place(book, order.path[0])}: no unit enters it",
            ("path", 0),
            "10.12",
            hint="No attack can drive them out.",
        )
        return
    way = way_through(
        graph_of(book, mix_of(unit)),
        stops[0],
        stops,
        beside=book.charts.grid.neighbours,
        closed=ground.closed,
        ends=ground.ends_for(best, unit),
    )
    if isinstance(way, Stop):
        yield Problem(
            "no-way",
            f"no way leads on to {place(book, order.path[way.place])}, even if all attacks win",
            ("path", way.place),
            "10.12, 10.22, 11.13",
            hint="Enemy units close hexes, and their zones of control end moves.",
        )
        return
    to_first = max(book.charts.grid.distance(here, stops[0]) - combat.reach(unit), 0)
    if to_first + way.points > book.of(unit).movement:
        yield Problem(
            "too-few-points",
            f"{unit} cannot come to {place(book, order.path[-1])} in this phase, wherever the "
            "attacks leave it",
            ("units", index),
            "10.13",
            hint="Name a nearer hex.",
        )


def _never_room(
    combat: CombatReach, best: State, order: Move, named: frozenset[str]
) -> Iterator[Problem]:
    """Yields a problem if those who are certain to stay leave no room. (12.0)"""
    if order.aboard is not None or not order.path:
        return
    book, number = combat.book, order.path[-1]
    stay = [
        name
        for name in stack_at(book, best, book.hexes[number], best.side)
        if name not in named and not combat.reach(name)
    ]
    if len(stay) >= book.charts.tables.limits.stack:
        yield Problem(
            "stack-full",
            f"{place(book, number)} has no room: {units_text(stay)} stay there",
            ("path", len(order.path) - 1),
            "12.0",
            hint="Name another hex.",
        )

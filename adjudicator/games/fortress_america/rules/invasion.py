"""Action 6: the second movement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.english import either
from adjudicator.core.game import Ask, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    LaserDestroyed,
    Purpose,
    UnitDestroyed,
)
from adjudicator.games.fortress_america.rules.movement import (
    Plan,
    check_move,
    check_stacks,
    clamped_move,
    clamped_plan,
    excess,
    sample_move,
)
from adjudicator.games.fortress_america.rules.together import concerns, judged
from adjudicator.games.fortress_america.rules.ways import distances, shortest_path
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    USA,
    Counts,
    State,
    UnitKind,
    shifted,
    total_of,
)

__all__ = ["invasion", "second_movement"]


def invasion(book: Ruleset, table: Table[State]) -> None:
    """Units move into open or friendly spaces; bombers that must leave do. (Action 6)"""
    state = table.state
    plan = second_movement(book, state)
    while True:
        order = table.next(_question(plan))
        if order is None:
            break
        plan = plan.with_move(order)
    plan = clamped_plan(table, plan)
    plan, lost = _bombers_leave(table, plan)
    if plan.moves:
        table.record(plan.event())
    for area, count in lost.items():
        table.record(
            UnitDestroyed(
                side=state.side, unit="bomber", area=area, count=count, reason="no-landing"
            )
        )
    _destroy_lasers(table, plan)
    table.record(ActionBegun(action="capture" if state.side == USA else "supply"))


def second_movement(book: Ruleset, state: State) -> Plan:
    """Returns the action before anybody has moved."""
    return Plan(
        book=book,
        state=state,
        action="invasion",
        movable=partial(_movable, book, state),
        destination=partial(_destination, book, state),
        rule=book.cite("action 6"),
    )


def _question(plan: Plan) -> Ask[o.Move]:
    state = plan.state
    return Ask(
        label=f"turn-{state.turn}/{state.side}/invasion",
        topic="invasion",
        seat=plan.book.seat_of(state.side),
        expects=o.Move,
        prompt="Move units after the battles.",
        rule=plan.rule,
        check=judged(plan.book, state, "invasion", partial(check_move, plan)),
        sample=partial(sample_move, plan, lambda after: not any(excess(after))),
        clamped=partial(clamped_move, plan),
        matches=concerns(plan.book, state),
        check_complete=partial(check_stacks, plan),
    )


def _must_leave(book: Ruleset, state: State, area: str) -> int:
    """Returns how many bombers must leave a space, disengaged or not.

    These are the ones that bombed where enemies are left, or where bombers alone won; and all that
    bombed a zone. (Action 6, rulings 1 and 5)
    """
    is_held = state.enemy_in(area, state.side) is not None or area in state.bombers_alone
    if not is_held and not book.is_closed(state, area):
        return 0
    return state.bombing.get(area, 0)


def _movable(book: Ruleset, state: State, area: str) -> Counts:
    """All units may move but landed helicopters and disengaged ones; bombers that must leave do
    so although disengaged."""
    counts = state.units_in(area, state.side)
    for kind, count in state.disengaged.get(area, FrozenMap()).items():
        if not (kind == "bomber" and _must_leave(book, state, area)):
            counts = shifted(counts, kind, -count)
    if area in state.landed:
        counts = shifted(counts, "helicopter", -state.landed[area])
    return counts


def _destination(book: Ruleset, state: State, kind: UnitKind, area: str) -> Purpose | Problem:
    """Every unit may end in a friendly space or in open declared land."""
    side = state.side
    if book.is_friendly(state, side, area) or book.is_open(state, side, area):
        return "move"
    if area not in state.declared:
        text = f"{area} was not declared: enemy land is entered only when it was"
    elif area in state.bombers_alone:
        text = f"{area} was won by bombers alone: nobody enters it"
    elif book.is_closed(state, area):
        text = f"{area} is another side's invasion zone: never entered"
    elif area in state.called_off:
        # A guard is a player's own plan for this: the order fails, the sheet is not refused.
        text = f"{area} is still held by the enemy: its battle was called off"
        return Problem("not-open", text, (), book.cite("action 6, ruling 60"), warning=True)
    else:
        text = f"{area} is still held by the enemy"
    ruling = ", ruling 5" if area in state.bombers_alone else ""
    return Problem("not-open", text, (), f"{book.cite('action 6')}{ruling}")


# -- bombers that must leave --------------------------------------------------------------------


def _bombers_leave(table: Table[State], plan: Plan) -> tuple[Plan, dict[str, int]]:
    """Bombers that must leave and were not moved go to the nearest legal space, then by id; those
    without a place to land are lost. (Action 6, rulings 5 and 14)"""
    lost: dict[str, int] = {}
    for area in plan.state.bombing:
        if not _must_leave(plan.book, plan.state, area):
            continue
        for k in range(1, plan.left(area).get("bomber", 0) + 1):
            spaces = _landing_places(plan, area)
            if spaces:
                plan = plan.with_move(_ask_landing(table, plan, area, (k, spaces)))
            else:
                lost[area] = lost.get(area, 0) + 1
    return plan, lost


def _landing_places(plan: Plan, area: str) -> tuple[str, ...]:
    """Returns where a bomber that must leave can land: in reach, friendly or open, with room."""
    book, state = plan.book, plan.state
    after = plan.after()
    reach = book.facts("bomber").second_move
    return tuple(
        end
        for end in distances(book, state, state.side, area, kind="bomber", within=reach)
        if end != area
        and not isinstance(plan.destination("bomber", end), Problem)
        and total_of(after.units_in(end, state.side)) < book.edition.stack_limit
    )


def _ask_landing(
    table: Table[State], plan: Plan, area: str, where: tuple[int, tuple[str, ...]]
) -> o.Move:
    k, spaces = where
    book, state = plan.book, plan.state

    def move(end: str) -> o.Move:
        path = shortest_path(book, state, state.side, (area, end), kind="bomber")
        return o.Move.model_validate({"order": "move", "unit": "bomber", "count": 1, "path": path})

    def check(order: o.Move) -> Iterator[Problem]:
        if (order.unit, order.count, order.path[0]) != ("bomber", 1, area):
            yield Problem(
                "other-unit",
                f"the question is where one bomber from {area} lands",
                ("path", 0),
                plan.rule,
                hint=f'Give a "move" of 1 bomber whose path begins in {area}.',
            )
        elif order.path[-1] not in spaces:
            yield Problem(
                "no-landing",
                f"a bomber from {area} cannot land in {order.path[-1]}",
                ("path", len(order.path) - 1),
                plan.rule,
                hint=f"It may land in {either(spaces)}.",
            )
        else:
            yield from check_move(plan, order)

    return table.ask(
        Ask(
            label=f"turn-{state.turn}/{state.side}/leave/{area}/bomber-{k}",
            topic="invasion",
            seat=book.seat_of(state.side),
            expects=o.Move,
            prompt=f"Where does the bomber that must leave {book.name(area)} land?",
            rule=plan.rule,
            check=check,
            options=lambda: (move(end) for end in spaces),
            default=lambda: move(spaces[0]),
        )
    )


def _destroy_lasers(table: Table[State], plan: Plan) -> None:
    """An invader's unit that enters an open city destroys its laser. (Action 6)"""
    state = table.state
    if state.side == USA:
        return
    entered = {move.path[-1] for move in plan.moves}
    for area in state.lasers:
        if area in entered:
            table.record(LaserDestroyed(area=area, side=state.side))

"""What both movements share: a plan of moves, judged at the end of the action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from adjudicator.core.english import amount, joined
from adjudicator.core.game import Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import (
    Movement,
    MoveUndone,
    Purpose,
    UnitsMoved,
)
from adjudicator.games.fortress_america.in_force import extra_movement
from adjudicator.games.fortress_america.rules.evolve import evolve
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.rules.together import signed
from adjudicator.games.fortress_america.rules.ways import distances, shortest_path
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    Counts,
    State,
    UnitKind,
    shifted,
    total_of,
)
from adjudicator.games.fortress_america.words import rides_text, unit_name, units_text

__all__ = [
    "Plan",
    "check_move",
    "check_stacks",
    "clamped_move",
    "clamped_plan",
    "excess",
    "overflow_problem",
    "sample_move",
]

MovementAction: TypeAlias = Literal["maneuvers", "invasion"]
Destination: TypeAlias = Callable[[UnitKind, str], "Purpose | Problem"]
"""Says what a unit of a kind may do in a space, or why it may not end there."""
Movable: TypeAlias = Callable[[str], Counts]
"""The units in a space that may move in the action."""


class Plan(NamedTuple):
    """The moves of one action so far.

    Nothing is recorded before the end of the action, because only then the five-unit limit is
    judged. (Ruling 4)
    """

    book: Ruleset
    state: State
    action: MovementAction
    movable: Movable
    destination: Destination
    rule: str
    moves: tuple[Movement, ...] = ()
    least: tuple[int, ...] = ()
    """By move, the number of units below which nobody goes. (Ruling 64)"""

    def left(self, area: str) -> Counts:
        """Returns the units in `area` that may move and have not: each moves once an action."""
        counts = self.movable(area)
        for move in self.moves:
            if move.path[0] == area:
                counts = shifted(counts, move.unit, -move.count)
        return counts

    def with_move(self, order: o.Move) -> Plan:
        """Returns the plan with the moves of a legal order."""
        purpose = self.destination(order.unit, order.path[-1])
        assert not isinstance(purpose, Problem)
        moves = [Movement(unit=order.unit, count=order.count, path=order.path, purpose=purpose)]
        if order.with_ is not None:
            moves.append(
                Movement(unit=order.with_, count=order.count, path=order.path, purpose="ride")
            )
        least = (order.at_least or 1,) * len(moves)
        return self._replace(moves=(*self.moves, *moves), least=(*self.least, *least))

    def without_units(self, index: int, count: int) -> Plan:
        """Returns the plan with `count` units fewer in one move."""
        move, least = self.moves[index], self.least[index]
        left = move.count - count
        shorter = (move.model_copy(update={"count": left}),) if left else ()
        return self._replace(
            moves=(*self.moves[:index], *shorter, *self.moves[index + 1 :]),
            least=(*self.least[:index], *(least for _ in shorter), *self.least[index + 1 :]),
        )

    def event(self) -> UnitsMoved:
        """Returns the event that carries the plan out."""
        return UnitsMoved(side=self.state.side, action=self.action, moves=self.moves)

    def after(self) -> State:
        """Returns the state after the plan."""
        return evolve(self.state, self.event()) if self.moves else self.state


def check_move(plan: Plan, order: o.Move) -> Iterator[Problem]:
    """Yields why a move may not join the plan."""
    book, side = plan.book, plan.state.side
    shape = list(check_static(book, plan.state, plan.action, order))
    if shape:
        yield from shape
        return
    far = list(_check_reach(plan, order)) if book.invader_cards else []
    if far:
        yield from far
        return
    start, end = order.path[0], order.path[-1]
    left = plan.left(start)
    if order.at_least is not None and left.get(order.unit, 0) < order.at_least:
        yield Problem(
            "too-few-left",
            f"{side} has {units_text(left.get(order.unit, 0), order.unit)} left to move in "
            f"{start}, and at least {order.at_least} must go",
            ("at_least",),
            plan.book.cite("ruling 64"),
            hint=f"Left there: {_counts_text(left)}.",
        )
        return
    if order.if_won is not None and not book.is_open(plan.state, side, order.if_won):
        yield _not_won(plan, order.if_won)
        return
    for kind in (order.unit, order.with_):
        if kind is not None and left.get(kind, 0) < order.count:
            yield Problem(
                "too-many-units",
                f"{side} has {units_text(left.get(kind, 0), kind)} left to move in {start}, "
                f"not {order.count}",
                ("count",),
                plan.rule,
                hint=f"Left there: {_counts_text(left)}.",
            )
    if book.facts(order.unit).unit_class != "air":
        for index, area in enumerate(order.path[1:-1], start=1):
            if not book.is_friendly(plan.state, side, area):
                yield Problem(
                    "not-friendly",
                    f"{area} is not friendly: only aircraft pass over it",
                    ("path", index),
                    plan.rule,
                    hint="Name a way through friendly spaces.",
                )
    purpose = plan.destination(order.unit, end)
    if isinstance(purpose, Problem):
        yield purpose._replace(path=("path", len(order.path) - 1))


def _reach(plan: Plan, kind: UnitKind) -> int:
    """Returns how far a kind of unit moves in the action, with the cards in force."""
    facts = plan.book.facts(kind)
    if plan.action == "invasion":
        return facts.second_move
    return facts.first_move + extra_movement(plan.book, plan.state, kind)


def _check_reach(plan: Plan, order: o.Move) -> Iterator[Problem]:
    """Only a card that was played lets units go farther. (2012 variants, ruling 95)"""
    reach = _reach(plan, order.unit)
    if len(order.path) - 1 > reach:
        words, rides = plan.book.edition.words, rides_text(plan.book, order.unit)
        spaces = amount(reach, "space")
        far = (
            f"move {spaces}, not {len(order.path) - 1}"
            if reach
            else f"do not move in the {words.maneuvers}"
        )
        other = "or name a shorter way" if reach else f"or {rides}" if rides else "or let them stay"
        yield Problem(
            "too-far",
            f"{unit_name(order.unit, 2)} {far}: no card that lets them go farther is in force",
            ("path",),
            plan.rule,
            hint=f'Play such a card under "cards", {other}.',
        )


def _not_won(plan: Plan, area: str) -> Problem:
    """A condition that a called-off battle does not meet is no mistake. (Rulings 60 and 64)"""
    is_declared = area in plan.state.declared
    return Problem(
        "not-won",
        f"{area} was not won" if is_declared else f"{area} was not declared: nothing is won there",
        ("if_won",),
        plan.book.cite("ruling 64"),
        hint="" if is_declared else "Name a space that you attack.",
        warning=area in plan.state.called_off,
    )


def clamped_move(plan: Plan, order: o.Move) -> o.Move | None:
    """Returns the order with as many units as are left, if any are."""
    if order.path[0] not in plan.book.map.areas:
        return None
    left = plan.left(order.path[0])
    count = min(order.count, *(left.get(k, 0) for k in (order.unit, order.with_) if k is not None))
    return order.model_copy(update={"count": count}) if count else None


def excess(plan: Plan) -> Iterator[tuple[str, int]]:
    """Yields the spaces into which the plan brings too many units, and how many too many.

    Bombers over enemies do not count. (Action 1, ruling 4)
    """
    after = plan.after()
    for area in sorted({move.path[-1] for move in plan.moves}):
        counts = after.units_in(area, after.side)
        over = after.bombing.get(area, 0) if after.enemy_in(area, after.side) else 0
        extra = total_of(counts) - over - plan.book.edition.stack_limit
        if extra > 0:
            yield area, extra


def clamped_plan(table: Table[State], plan: Plan) -> Plan:
    """Takes back the latest moves into spaces that would hold too many units, until all fit.

    What was ordered before the dice cannot be refused after them. (Ruling 25)
    """
    while True:
        over = next(excess(plan), None)
        if over is None:
            return plan
        area, extra = over
        last = max(i for i, move in enumerate(plan.moves) if move.path[-1] == area)
        move = plan.moves[last]
        back = min(extra, move.count)
        if move.count - back < plan.least[last]:
            back = move.count
        table.record(MoveUndone(side=plan.state.side, unit=move.unit, count=back, path=move.path))
        plan = plan.without_units(last, back)


def check_stacks(plan: Plan) -> Iterator[Problem]:
    """Yields a problem for each space that would hold too many units at the end of the action."""
    limit = plan.book.edition.stack_limit
    for area, extra in excess(plan):
        yield Problem(
            "stack-limit",
            f"{area} would hold {limit + extra} units at the end of the action, {limit} may stand",
            (),
            f"{plan.book.cite('action 1')}, ruling 4",
            hint=f"Send {extra} fewer, or move {extra} away.",
            facts=(("area", area), ("extra", extra)),
        )


def sample_move(plan: Plan, allowed: Callable[[Plan], bool], choose: Choose) -> o.Move | None:
    """Returns a random legal move after which the plan still passes `allowed`, or None."""
    book, side = plan.book, plan.state.side
    starts = [area for area, _ in plan.state.spaces_of(side) if plan.left(area)]
    start = choose([None, *starts])
    if start is None:
        return None
    kind = choose(list(plan.left(start)))
    facts, reach = book.facts(kind), _reach(plan, kind)
    ends = [
        end
        for end in distances(book, plan.state, side, start, kind=kind, within=reach)
        if end != start
        and (book.may_fly_over(side, end) or not book.is_foreign_zone(side, end))
        and not isinstance(plan.destination(kind, end), Problem)
    ]
    if not ends:
        return None
    end = choose(ends)
    left = plan.left(start)
    carried = facts.carries if plan.action == "maneuvers" else ()
    riders = [one for one in carried if one in left]
    rider = choose([None, *riders]) if riders else None
    most = left[kind] if rider is None else min(left[kind], left[rider])
    document: dict[str, object] = {
        "order": "move",
        "unit": kind,
        "count": choose(range(1, most + 1)),
        "path": shortest_path(book, plan.state, side, (start, end), kind=kind),
    }
    order = o.Move.model_validate(document if rider is None else document | {"with": rider})
    return signed(book, plan.state, order) if allowed(plan.with_move(order)) else None


def _counts_text(counts: Counts) -> str:
    ordered = [kind for kind in KINDS if kind in counts]
    return joined([units_text(counts[kind], kind) for kind in ordered])


def overflow_problem(book: Ruleset, area: str, count: int) -> Problem:
    """Returns the problem of orders that bring too many units into a space whatever happens."""
    limit = book.edition.stack_limit
    return Problem(
        "stack-limit",
        f"{area} would hold at least {count} units at the end of the action whatever the dice "
        f"bring, {limit} may stand",
        (),
        f"{book.cite('action 1')}, rulings 4 and 102",
        hint=f"Send {count - limit} fewer, or move {count - limit} away.",
        facts=(("area", area), ("extra", count - limit)),
    )

"""Sheets for several player-turns: a seat whose sides play one after another may write one.

What it says for a later player-turn stands under `then`, by the name of that player-turn. It comes
into force when that begins, in the same opening. A player-turn that is not named awaits its sheet
as ever: so a seat is asked in between where it wants to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Generic, NamedTuple, TypeVar

from adjudicator.core.ending import MATCH
from adjudicator.core.game import Event, OrderFailed, Rules, State, Step, SubmittedOrders
from adjudicator.core.problem import Problem
from adjudicator.core.save import SheetInForce
from adjudicator.core.sheet import Sheet, read_sheet

__all__ = [
    "Foreseen",
    "TurnAhead",
    "as_things_stand",
    "beginning_after",
    "sheets_to_come",
    "static_problems",
    "turns_ahead",
    "under_turn",
    "unplayed",
]

S = TypeVar("S", bound=State)


class TurnAhead(NamedTuple, Generic[S]):
    """A player-turn that follows another directly, of the same seats."""

    name: str
    state: S
    """The position in which it begins, if nothing more happens before."""
    step: Step[S]
    """Its first step."""


class Foreseen(NamedTuple, Generic[S]):
    """What a sheet would do in one player-turn; in a later one, if nothing more happened before."""

    turn: str
    before: S
    """The position in which the player-turn begins then."""
    state: S
    """The position that it reaches without dice."""
    events: tuple[Event, ...]
    """What happens up to there."""
    stops: tuple[S, ...]
    """The positions at which it stops: one, or one for each part of the seat."""
    submitted: SubmittedOrders
    """What the seat has said for the player-turn."""


def beginning_after(rules: Rules[S], step: Step[S], state: S) -> S | None:
    """Returns the position in which the next player-turn begins, if nothing more happens in this.

    None: the same seats have none directly behind that of the step.
    """
    events = () if step.follows is None else step.follows(state)
    return reduce(rules.evolve, events, state) if events else None


def turns_ahead(rules: Rules[S], state: S) -> Iterator[TurnAhead[S]]:
    """Yields the later player-turns for which a sheet may be that is sent for the present one."""
    step = rules.next_step(state)
    while step is not None:
        begun = beginning_after(rules, step, state)
        step = None if begun is None else rules.next_step(begun)
        if begun is not None and step is not None:
            state = begun
            yield TurnAhead(step.turn, state, step)


def sheets_to_come(sheets: Iterable[Sheet]) -> Iterator[SheetInForce]:
    """Yields what sheets say for later player-turns."""
    for sheet in sheets:
        for turn in sorted(sheet.then):
            yield SheetInForce(n=sheet.n, seat=sheet.seat, document=sheet.document, turn=turn)


def unplayed(rules: Rules[S], lapsed: Iterable[SheetInForce]) -> Iterator[OrderFailed]:
    """Yields the orders for player-turns that never came."""
    for entry in lapsed:
        sheet, problems = read_sheet(rules.game, entry.document)
        assert sheet is not None, problems
        for topic, orders in sheet.of_turn(entry.turn).orders.items():
            for index, order in enumerate(orders):
                yield OrderFailed(
                    seat=entry.seat,
                    topic=topic,
                    index=index,
                    order=order.to_json(),
                    code="turn-never-came",
                    message=f"{entry.turn} did not follow",
                )


def static_problems(rules: Rules[S], state: S, sheet: Sheet) -> Iterator[Problem]:
    """Yields what no die can change of what a sheet orders for a player-turn."""
    for topic, orders in sheet.orders.items():
        for index, order in enumerate(orders if topic != MATCH else ()):
            for problem in rules.check_static(state, topic, order, seat=sheet.seat):
                yield problem.under("orders", topic, index)


def as_things_stand(event: OrderFailed, turn: str) -> Problem:
    """Returns the warning of an order that fails if nothing more happens before its turn."""
    return Problem(
        "as-things-stand",
        f"if nothing more happens before {turn}: {event.message}",
        ("then", turn, "orders", event.topic, event.index),
        hint="What happens before that may still make it possible; otherwise it is left out.",
        warning=True,
    )


def under_turn(problem: Problem, turn: str | None) -> Problem:
    """Returns a problem with its path in the whole sheet."""
    return problem if turn is None else problem.under("then", turn)

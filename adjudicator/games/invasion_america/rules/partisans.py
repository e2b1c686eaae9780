"""Partisan warfare in the campaign. (17.2, 19.82)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.events import PartisansInvoked
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, State

__all__ = ["invocation", "may_invoke"]


def invocation(book: Ruleset, table: Table[State]) -> None:
    """The U.S. may invoke the partisan rules at the beginning of its player-turn.

    That is once it controls too few victory points. (19.83)
    """
    if book.facts.partisans_below is None:
        return
    while (order := table.next(_invoke_order(book, table.state))) is not None:
        del order
        table.record(PartisansInvoked())


def _invoke_order(book: Ruleset, state: State) -> Ask[o.Invoke]:
    return Ask(
        label=f"turn-{state.turn}/us/partisans",
        topic="partisans",
        seat=book.seat_of(US),
        expects=o.Invoke,
        prompt="Invoke the partisan rules.",
        rule="19.83",
        check=lambda order: _check_invoke(book, state),
        sample=partial(_sample, book, state),
    )


def _check_invoke(book: Ruleset, state: State) -> Iterator[Problem]:
    below = book.facts.partisans_below
    assert below is not None
    points = points_by_side(book, state)[US]
    if state.partisans:
        yield Problem(
            "partisans-already",
            "all militia are partisans already",
            ("order",),
            "19.82",
            hint="Leave the order out.",
        )
    elif points >= below:
        yield Problem(
            "too-many-points",
            f"the partisan rules may be invoked with fewer than {below} victory points; you have "
            f"{points}",
            ("order",),
            "19.83",
            hint="Leave the order out.",
        )


def may_invoke(book: Ruleset, state: State) -> bool:
    """Whether the partisan rules may be invoked now. (19.82, 19.83)"""
    return not any(_check_invoke(book, state))


def _sample(book: Ruleset, state: State, choose: Choose) -> o.Invoke | None:
    return o.Invoke(order="invoke") if may_invoke(book, state) else None

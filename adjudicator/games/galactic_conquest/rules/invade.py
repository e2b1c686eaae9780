"""Step 4: invasions, one order of the queue at a time with all that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.events import (
    InvasionBegun,
    InvasionSkipped,
    InvasionStopped,
    PhaseBegun,
    PlanetTaken,
    StopReason,
)
from adjudicator.games.galactic_conquest.rules.battle import battle
from adjudicator.games.galactic_conquest.rules.chances import is_under
from adjudicator.games.galactic_conquest.rules.elimination import elimination
from adjudicator.games.galactic_conquest.rules.planets import not_yours, planets_of
from adjudicator.games.galactic_conquest.rules.static_checks import check_static
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["LEAST_TO_INVADE", "check_possible", "invasion", "moved_in"]

LEAST_TO_INVADE = 2
"""Troops from which on a planet may attack. (Step 4)"""


def invasion(book: Ruleset, table: Table[State]) -> None:
    """The next order to invade is carried out, or there is none and the step ends. (Step 4)"""
    state = table.state
    number = state.invasion + 1
    label = f"turn-{state.turn}/{state.seat}/invade-{number}"
    order = table.next(
        Ask(
            label=label,
            topic="invade",
            seat=state.seat,
            expects=o.Invade,
            prompt="Invade a planet.",
            rule="step 4",
            check=partial(_check_invade, book, state),
            sample=partial(_sample, book, state),
        )
    )
    if order is None:
        table.record(PhaseBegun(phase="fortify"))
        return
    table.record(InvasionBegun(seat=state.seat, number=number, origin=order.from_, target=order.to))
    _carry_out(book, table, order, label, fought=0)


def _carry_out(
    book: Ruleset, table: Table[State], order: o.Invade, label: str, *, fought: int
) -> int:
    """Carries out an order and what follows from it; returns how many battles there were."""
    is_captured, fought = _fight(book, table, order, label, fought=fought)
    for follows in order.then if is_captured else order.else_:
        state = table.state
        if state.result is not None:
            return fought
        problem = next(iter(check_possible(state, follows)), None)
        if problem is None:
            fought = _carry_out(book, table, follows, label, fought=fought)
            continue
        table.record(
            InvasionSkipped(
                seat=state.seat,
                origin=follows.from_,
                target=follows.to,
                code=problem.code,
                message=problem.message,
            )
        )
    return fought


def _fight(
    book: Ruleset, table: Table[State], order: o.Invade, label: str, *, fought: int
) -> tuple[bool, int]:
    """Fights until the planet is captured or there is a reason to stop.

    Returns whether it was captured, and how many battles there were so far.
    """
    first = fought
    while (reason := _reason_to_stop(table.state, order, is_first=fought == first)) is None:
        fought += 1
        least = battle(table, order, f"{label}/battle-{fought}")
        if least:
            _take(book, table, order, f"{label}/battle-{fought}", least=least)
            return True, fought
    table.record(
        InvasionStopped(
            seat=table.state.seat,
            origin=order.from_,
            target=order.to,
            reason=reason,
            battles=fought - first,
        )
    )
    return False, fought


def _take(book: Ruleset, table: Table[State], order: o.Invade, label: str, *, least: int) -> None:
    """Troops move in; then whoever has none left is eliminated. (Steps 4 and 5, ruling 10)"""
    state = table.state
    loser = state.owners[order.to]
    moved, wanted = moved_in(order.move, least, state.troops[order.from_] - 1)
    table.record(
        PlanetTaken(
            seat=state.seat,
            origin=order.from_,
            target=order.to,
            loser=loser,
            moved=moved,
            wanted=wanted,
        )
    )
    elimination(book, table, loser, label, captured=order.to)


def moved_in(move: int | Literal["all"] | None, least: int, most: int) -> tuple[int, int | None]:
    """Returns how many troops move in, and how many were to, where that was not allowed.

    At least those that fought the last battle; at most all of the same planet but one. What lies
    outside is raised or lowered. (Step 4, rulings 4, 5, 17 and 23)
    """
    if move is None:
        return least, None
    if move == "all":
        return most, None
    moved = max(least, min(move, most))
    return moved, None if moved == move else move


def _reason_to_stop(state: State, order: o.Invade, *, is_first: bool) -> StopReason | None:
    """Returns why no battle follows, if so: before the first as before any other. (Ruling 23)"""
    troops, until = state.troops[order.from_], order.until
    if state.seat in state.conceded:
        return "conceded"
    if until is None:
        if not is_first:
            return "one-battle"
    elif until.own is not None and troops <= until.own:
        return "own"
    if troops < LEAST_TO_INVADE:
        return "too-few-troops"
    chance = until.chance if until is not None else None
    if chance is not None and is_under(troops, state.troops[order.to], chance, dice=order.dice):
        return "chance"
    return None


def _check_invade(book: Ruleset, state: State, order: o.Invade) -> Iterable[Problem]:
    shape = list(check_static(book, order))
    return shape or check_possible(state, order)


def check_possible(state: State, order: o.Invade) -> Iterator[Problem]:
    """Yields why an invasion cannot begin: whose the planets are, too few troops. (Step 4)"""
    foreign = list(not_yours(state, state.seat, order.from_, ("from",), rule="step 4"))
    yield from foreign
    if state.owners[order.to] == state.seat:
        yield Problem(
            "your-planet",
            f"{order.to} is yours already",
            ("to",),
            "step 4",
            hint="Attack a planet of another seat or of the neutral army.",
        )
    if not foreign and state.troops[order.from_] < LEAST_TO_INVADE:
        yield Problem(
            "too-few-troops",
            f"{order.from_} holds 1 troop: whoever attacks leaves one behind",
            ("from",),
            "step 4",
            hint="Attack from a planet with 2 troops or more.",
        )


def _sample(book: Ruleset, state: State, choose: Choose) -> o.Invade | None:
    """Returns a random invasion from one of the planets with troops to spare."""
    troops, owners, seat = state.troops, state.owners, state.seat
    origins = [planet for planet in planets_of(state, seat) if troops[planet] >= LEAST_TO_INVADE]
    for _ in range(min(_TRIES, len(origins))):
        origin = choose(origins)
        targets = [one for one in book.chart.neighbours(origin) if owners[one] != seat]
        if targets:
            return _random_order(state, origin, choose(targets), choose)
    return None


def _random_order(state: State, origin: str, target: str, choose: Choose) -> o.Invade:
    until = choose(_UNTIL)
    return o.Invade.model_validate(
        {
            "order": "invade",
            "from": origin,
            "to": target,
            "dice": choose((3, 3, 3, 2, 1)),
            "until": until,
            "move": choose(("all", "all", None, 4)),
        }
    )


_TRIES = 5
_UNTIL = (
    *(3 * (None, o.Until(captured=True), o.Until(captured=True), o.Until(own=3))),
    o.Until(chance="1/2"),
)
"""Conditions of random orders."""

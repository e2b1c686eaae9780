"""Invaders who play at the same time: whose an order of a sheet is. (Order of play, ruling 70)

Their sheets are opened together, then each side's part is carried out whole. A seat that leads
several of them writes all their orders into one sheet: what stands in the order says whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from adjudicator.core.english import either, joined
from adjudicator.core.game import Order, SubmittedOrders
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, Side, State

__all__ = [
    "check_order",
    "check_whose",
    "concerned",
    "concerns",
    "judged",
    "seats_still_to_move",
    "sides_of",
    "signed",
]

Sided = TypeVar("Sided", o.Declare, o.Move, o.Attack, o.Battles)
"""The orders that may say whose they are."""
N = TypeVar("N", bound=Order)


def seats_still_to_move(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns the seats of the invader to play and of those that play after them in this turn."""
    later = INVADERS[INVADERS.index(state.side) :]
    return tuple(
        dict.fromkeys(
            book.seat_of(side) for side in later if side == state.side or state.has_units(side)
        )
    )


def concerns(book: Ruleset, state: State) -> Callable[[Order], bool] | None:
    """Returns which orders of its seat's sheet are meant for the side to play; None: all.

    What belongs to none of the seat's sides is left for its last one, which refuses it.
    """
    seat = book.seat_of(state.side)
    sides = sides_of(book, state, seat)
    if not book.is_together(state.side) or len(sides) == 1:
        return None
    is_last = sides[-1] == state.side

    def concerned(order: Order) -> bool:
        side = _side_of(book, state, seat, order)
        return side == state.side or (is_last and side not in sides)

    return concerned


def judged(
    book: Ruleset, state: State, topic: str, check: Callable[[N], Iterable[Problem]]
) -> Callable[[N], Iterable[Problem]]:
    """Returns the check of an order that first asks whose it is."""
    seat = book.seat_of(state.side)

    def check_all(order: N) -> Iterable[Problem]:
        if any(check_whose(book, state, seat, order)):
            return check_order(book, state, topic, order, seat=seat)
        return check(order)

    return check_all


def check_order(
    book: Ruleset, state: State, topic: str, order: Order, *, seat: str
) -> Iterator[Problem]:
    """Yields the problems of an order that hold whatever the dice say, judged for its own side.

    If it does not say whose it is, that is told where it is sound for one of the seat's sides.
    """
    if topic == "setup" or not isinstance(order, _MINE):
        yield from check_static(book, state, topic, order)
        return
    sides: tuple[Side, ...] = (state.side,)
    if book.is_together(state.side):
        side, mine = _side_of(book, state, seat, order), sides_of(book, state, seat)
        sides = (side,) if side in mine else mine
    shapes = [
        list(check_static(book, state.model_copy(update={"side": side}), topic, order))
        for side in sides
    ]
    if all(shapes):
        yield from shapes[0]
    else:
        yield from check_whose(book, state, seat, order)


def check_whose(book: Ruleset, state: State, seat: str, order: Order) -> Iterator[Problem]:
    """Yields why an order belongs to no side of a seat that plays now. (Ruling 71)"""
    named = _named(order)
    rule = book.cite("order of play, ruling 71")
    if not book.is_together(state.side):
        if named is not None and named != state.side:
            yield Problem(
                "other-side",
                f"{state.side} plays now, the order is of {named}",
                ("side",),
                rule,
                hint='Leave "side" out: it is for invaders who play at the same time.',
            )
        return
    sides = sides_of(book, state, seat)
    side = _side_of(book, state, seat, order)
    if side in sides:
        return
    if side is not None:
        yield Problem(
            "other-side",
            f"{side} is no side of {seat} that plays now",
            ("side",) if named is not None else ("in",),
            rule,
            hint=f"It leads {joined(sides)}.",
        )
    else:
        yield Problem(
            "whose-order",
            f"{seat} leads {joined(sides)}, and the order does not say whose it is",
            (),
            rule,
            hint=f'Add "side": {either(sides)}.',
        )


def signed(book: Ruleset, state: State, order: Sided) -> Sided:
    """Returns an order of the side to play that says so where nothing else does."""
    seat = book.seat_of(state.side)
    if not book.is_together(state.side) or _side_of(book, state, seat, order) == state.side:
        return order
    return order.model_copy(update={"side": state.side})


def sides_of(book: Ruleset, state: State, seat: str) -> tuple[Side, ...]:
    """Returns the invaders of a seat that play in this turn, in the order of play."""
    return tuple(
        side
        for side in INVADERS
        if side in book.seats[seat].sides and (side == state.side or state.has_units(side))
    )


def _side_of(book: Ruleset, state: State, seat: str, order: Order) -> Side | None:
    """Returns whose an order is: of the side that it names, of the seat's only one, or of the one
    that holds the spaces where its units stand; None if that leaves it open."""
    named = _named(order)
    if named is not None:
        return named
    sides = sides_of(book, state, seat)
    if len(sides) == 1:
        return sides[0]
    holders = {book.owner(state, space) for space in _spaces(order) if space in book.map.areas}
    mine = [side for side in sides if side in holders]
    return mine[0] if len(mine) == 1 else None


_MINE = (o.Place, o.Declare, o.Move, o.Attack, o.Battles)
"""The orders of a part; all others answer questions, which say whose they are."""


def _named(order: Order) -> Side | None:
    return order.side if isinstance(order, o.Declare | o.Move | o.Attack | o.Battles) else None


def _spaces(order: Order) -> tuple[str, ...]:
    """Returns the spaces in which the units of an order stand or come."""
    match order:
        case o.Place():
            return (order.in_,)
        case o.Move():
            return (order.path[0],)
        case o.Attack():
            return tuple(order.with_)
        case _:
            return ()


def concerned(
    book: Ruleset, state: State, said: SubmittedOrders, topic: str
) -> Iterator[tuple[int, Order]]:
    """Yields the orders of a topic that are sound in form and meant for the side to play.

    Each comes with its place in the sheet.
    """
    mine, seat = concerns(book, state), book.seat_of(state.side)
    for index, order in enumerate(said.orders.get(topic, ())):
        if mine is not None and not mine(order):
            continue
        if not any(check_order(book, state, topic, order, seat=seat)):
            yield index, order

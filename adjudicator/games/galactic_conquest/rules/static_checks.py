"""What no die can change about an order: planets and cards exist, planets are adjacent."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import either
from adjudicator.core.game import Order
from adjudicator.core.problem import Path, Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.hands import NUMBERS
from adjudicator.games.galactic_conquest.rules.planets import unknown_planet
from adjudicator.games.galactic_conquest.ruleset import Ruleset

__all__ = ["check_static", "unknown_card"]


def check_static(book: Ruleset, order: Order) -> Iterator[Problem]:
    """Yields the problems of an order that hold whatever the dice say."""
    match order:
        case o.Claim():
            yield from unknown_planet(book, order.planet, ("planet",))
        case o.Place():
            yield from unknown_planet(book, order.in_, ("in",))
        case o.Trade():
            yield from _check_trade(order)
        case o.Invade():
            yield from _check_invade(book, order, ())
        case o.Fortify():
            yield from _check_fortify(book, order)
        case _:
            pass


def unknown_card(card: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if there is no such card."""
    if card not in NUMBERS:
        yield Problem(
            "unknown-card",
            f'there is no card "{card}"',
            path,
            "step 2, ruling 19",
            hint="Cards are f1 to f27, b1 to b27 and c1 to c27.",
        )


def _check_trade(order: o.Trade) -> Iterator[Problem]:
    for index, card in enumerate(order.cards):
        yield from unknown_card(card, ("cards", index))
        if card in order.cards[:index]:
            yield Problem("card-twice", f"{card} is named twice", ("cards", index), "step 2")


def _check_invade(book: Ruleset, order: o.Invade, path: Path) -> Iterator[Problem]:
    """Step 4: also what stands under `then` and `else`, as far down as it goes."""
    unknown = [
        *unknown_planet(book, order.from_, (*path, "from")),
        *unknown_planet(book, order.to, (*path, "to")),
    ]
    yield from unknown
    if not unknown and not book.chart.are_adjacent(order.from_, order.to):
        yield Problem(
            "not-adjacent",
            f"{order.from_} is not adjacent to {order.to}",
            (*path, "to"),
            "step 4",
            hint=f"{order.from_} is adjacent to {either(list(book.chart.neighbours(order.from_)))}."
            if order.from_ != order.to
            else "Name the planet that is attacked.",
        )
    if order.until is not None:
        yield from _check_until(order.until, (*path, "until"))
    for name, follows in (("then", order.then), ("else", order.else_)):
        for index, one in enumerate(follows):
            yield from _check_invade(book, one, (*path, name, index))


def _check_until(until: o.Until, path: Path) -> Iterator[Problem]:
    if until == o.Until():
        yield Problem(
            "no-condition",
            "this does not say when to stop",
            path,
            "step 4, ruling 23",
            hint='Give {"captured": true}, or leave "until" out for one battle.',
        )
    if until.chance is not None:
        over, under = until.chance.split("/")
        if int(over) > int(under):
            yield Problem(
                "chance-above-one",
                f"a chance cannot be {until.chance}: the invasion would never begin",
                (*path, "chance"),
                "step 4, ruling 23",
                hint=f"{under}/{over} would be a chance.",
            )


def _check_fortify(book: Ruleset, order: o.Fortify) -> Iterator[Problem]:
    yield from unknown_planet(book, order.from_, ("from",))
    yield from unknown_planet(book, order.to, ("to",))
    if order.from_ == order.to:
        yield Problem(
            "goes-nowhere",
            f"these troops stay on {order.to}",
            ("to",),
            "step 6",
            hint="Name another planet, or leave the order out.",
        )

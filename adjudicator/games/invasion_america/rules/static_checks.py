"""What no die can change about an order: nations, counters, hexes and names of units exist."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import Order
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.rules.combat_static import check_combat_static
from adjudicator.games.invasion_america.rules.own_units import unknown_unit
from adjudicator.games.invasion_america.rules.placing import (
    Party,
    check_cargo,
    check_known,
    unknown_hex,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX

__all__ = ["check_static", "unknown_unit"]


def check_static(book: Ruleset, order: Order) -> Iterator[Problem]:
    """Yields the problems of an order that hold whatever the dice say."""
    match order:
        case o.Deploy():
            party = Party(
                order.nation, order.type, order.count, order.in_, order.carrying, order.by
            )
            unknown = list(check_known(book, party))
            yield from unknown or check_cargo(book, party)
        case o.Replace():
            yield from check_known(
                book, Party(order.nation, order.type, order.count, order.in_, by=order.by)
            )
        case o.Sail():
            yield from _unknown_units(book, order.units, "units")
            yield from unknown_hex(book, order.to, ("to",), box=order.to == HOLDING_BOX)
            if order.by is not None:
                yield from unknown_hex(book, order.by, ("by",))
        case o.Load():
            yield from unknown_unit(book, order.unit, ("unit",))
            yield from unknown_unit(book, order.ship, ("ship",))
        case o.Unload():
            yield from unknown_unit(book, order.unit, ("unit",))
        case o.Rail():
            yield from unknown_unit(book, order.unit, ("unit",))
            if order.carry is not None:
                yield from unknown_unit(book, order.carry, ("carry",))
            yield from _unknown_path(book, order.path)
        case o.Move():
            yield from _unknown_units(book, order.units, "units")
            yield from _unknown_path(book, order.path)
            if order.aboard is not None:
                yield from unknown_unit(book, order.aboard, ("aboard",))
            for field, numbers in (("if_won", order.if_won), ("unless_won", order.unless_won)):
                for index, number in enumerate(numbers):
                    yield from unknown_hex(book, number, (field, index))
        case _:
            yield from check_combat_static(book, order)


def _unknown_units(book: Ruleset, names: tuple[str, ...], field: str) -> Iterator[Problem]:
    for index, name in enumerate(names):
        yield from unknown_unit(book, name, (field, index))
        if name in names[:index]:
            yield Problem("unit-twice", f"{name} is named twice", (field, index), "10.14")


def _unknown_path(book: Ruleset, path: tuple[str, ...]) -> Iterator[Problem]:
    for index, number in enumerate(path):
        yield from unknown_hex(book, number, ("path", index), box=number == HOLDING_BOX)

"""What no die can change about orders of the combat phase, and about its standing orders."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import Order, StandingOrder
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.rules.own_units import unknown_unit
from adjudicator.games.invasion_america.rules.placing import unknown_hex
from adjudicator.games.invasion_america.rules.preferences import PREFERENCES, WORDS
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, mix_of, side_of

__all__ = [
    "check_combat_standing",
    "check_combat_static",
    "combat_defaults",
    "combat_examples",
]


def check_combat_static(book: Ruleset, order: Order) -> Iterator[Problem]:
    """Yields units and hexes that there are not, or that are named twice."""
    match order:
        case o.Attack():
            yield from _units(book, order.units, ("units",))
            yield from _hexes(book, order.hexes, ("hexes",))
            yield from _hexes(book, order.if_won, ("if_won",))
            yield from _hexes(book, order.unless_won, ("unless_won",))
            yield from _units(book, order.lose, ("lose",))
            for index, move in enumerate(order.advance or ()):
                yield from _advance(book, move, ("advance", index))
        case o.Advance():
            for index, move in enumerate(order.moves):
                yield from _advance(book, move, ("moves", index))
        case o.Exchange():
            yield from _units(book, order.units, ("units",))
        case o.Retreat():
            unknown = list(unknown_hex(book, order.from_, ("from",)))
            unknown += _hexes(book, order.path, ("path",))
            yield from unknown or _not_away(book, order.from_, order.path, "path")
        case o.Displace():
            unknown = list(unknown_hex(book, order.from_, ("from",)))
            unknown += unknown_hex(book, order.to, ("to",))
            yield from unknown or _not_away(book, order.from_, (order.to,), "to")


def _not_away(book: Ruleset, start: str, path: tuple[str, ...], field: str) -> Iterator[Problem]:
    """Yields where a retreat does not lead straight away, which none may. (13.54, 13.61)"""
    grid, hexes = book.charts.grid, book.hexes
    before = start
    for index, number in enumerate(path):
        near = hexes[number] in grid.neighbours[hexes[before]]
        if not near or grid.distance(hexes[start], hexes[number]) != index + 1:
            yield Problem(
                "no-such-retreat",
                f"no retreat from {start} leads from {before} to {number}",
                (field, index) if field == "path" else (field,),
                "13.54",
                hint="Each hex is beside the one before, and one farther from where it begins.",
            )
            return
        before = number


def _advance(book: Ruleset, move: o.AdvanceTo, path: Path) -> Iterator[Problem]:
    yield from _units(book, move.units, (*path, "units"))
    if move.to not in ("target", "end"):
        yield from unknown_hex(book, move.to, (*path, "to"))
    if move.along is not None:
        yield from unknown_hex(book, move.along, (*path, "along"))


def _units(book: Ruleset, names: tuple[str, ...], path: Path) -> Iterator[Problem]:
    for index, name in enumerate(names):
        yield from unknown_unit(book, name, (*path, index))
        if name in names[:index]:
            yield Problem("unit-twice", f"{name} is named twice", (*path, index), "13.24")


def _hexes(book: Ruleset, numbers: tuple[str, ...], path: Path) -> Iterator[Problem]:
    for index, number in enumerate(numbers):
        yield from unknown_hex(book, number, (*path, index))
        if number in numbers[:index]:
            yield Problem("hex-twice", f"{number} is named twice", (*path, index), "13.21")


# -- standing orders -------------------------------------------------------------------------------


def check_combat_standing(book: Ruleset, seat: str, order: StandingOrder) -> Iterator[Problem]:
    """Yields what is wrong with a standing order of a seat whatever will be asked."""
    if isinstance(order, o.StandingExchange):
        unknown = list(_units(book, order.lose, ("lose",)))
        yield from unknown or _foreign(book, seat, order.lose)
    if isinstance(order, o.StandingRetreat | o.StandingDisplace):
        for index, word in enumerate(order.prefer):
            if word not in WORDS:
                yield from _criterion(book, word, ("prefer", index))
    numbers: tuple[str, ...] | None = getattr(order, "in_", None)
    for index, number in enumerate(numbers or ()):
        yield from unknown_hex(book, number, ("in", index))


def _foreign(book: Ruleset, seat: str, names: tuple[str, ...]) -> Iterator[Problem]:
    for index, name in enumerate(names):
        if book.seat_of(side_of(name)) != seat:
            yield Problem(
                "not-your-unit",
                f"{name} belongs to another seat",
                ("lose", index),
                "13.42",
                hint="Everybody chooses among their own units.",
            )


def _criterion(book: Ruleset, word: str, path: Path) -> Iterator[Problem]:
    for problem in unknown_hex(book, word, path):
        hint = f"Write {', '.join(WORDS)}, or a hex. {problem.hint}"
        yield problem._replace(hint=hint)


def combat_defaults() -> tuple[StandingOrder, ...]:
    """Returns the published defaults as standing orders, as far as they can be said so. (Ruling 75)

    Exchanges cost as little as possible, and nobody advances: no order says less.
    """
    return (o.StandingRetreat(standing="retreat", prefer=PREFERENCES),)


def combat_examples(book: Ruleset, state: State, seat: str) -> tuple[StandingOrder, ...]:
    """Returns a legal standing order of each kind, with a unit that another one is like."""
    return (
        o.StandingRetreat(standing="retreat", prefer=("supply", "terrain")),
        o.StandingDisplace(standing="displace", first=("militia", "infantry"), prefer=("supply",)),
        o.StandingExchange(
            standing="exchange",
            lose=_a_twin(book, state, seat),
            first=("militia", "infantry", "cas"),
        ),
        o.StandingAdvance(standing="advance", types=("armour", "mechanised"), to="target"),
    )


def _a_twin(book: Ruleset, state: State, seat: str) -> tuple[str, ...]:
    """Returns the second of two land units of a seat that are alike in one hex; (): there is none.

    (Ruling 122)
    """
    seen: set[tuple[str, str]] = set()
    for name in sorted(state.units):
        if book.seat_of(side_of(name)) != seat or book.of(name).unit_class != "land":
            continue
        alike = (mix_of(name), state.units[name].at)
        if alike in seen:
            return (name,)
        seen.add(alike)
    return ()

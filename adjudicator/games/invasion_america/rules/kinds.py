"""Whose units an order may name, and of what kind, whatever the position is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.game import Order
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america import combat_orders as c
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.rules.ground import graph_of
from adjudicator.games.invasion_america.rules.placing import may_carry
from adjudicator.games.invasion_america.rules.positions import why_never
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, mix_of, side_of, type_of
from adjudicator.games.invasion_america.words import SIDE_WORDS, a_unit, place

__all__ = ["CARRIED_BY_RAIL", "MECHANISED", "check_kinds", "check_whose"]

MECHANISED = ("armour", "mechanised")
"""The types that move in the mechanised movement phase. (4.2)"""
CARRIED_BY_RAIL = ("land", "air")
"""What rail units carry: land combat and air units. (16.4)"""
_MOVED_ELSEWHERE: Mapping[str, str] = {
    "naval": 'Ships move in the naval movement phase, under "naval".',
    "rail": 'Rail units move in the rail movement phase, under "rail".',
    "supply": 'Supply units never move over land; ships carry them, under "naval".',
}


def check_kinds(book: Ruleset, side: Side, topic: str, order: Order) -> Iterator[Problem]:
    """Yields the units of an order that are not the side's, or not of the kind that it is for.

    All units and hexes that the order names are known to exist.
    """
    match order:
        case o.Sail():
            yield from _check_sail(book, side, order)
        case o.Load():
            yield from _check_type(side, order.unit, "supply", ("unit",))
            yield from _check_type(side, order.ship, "amphibious", ("ship",))
        case o.Unload():
            yield from _check_type(side, order.unit, "supply", ("unit",))
        case o.Rail():
            yield from _check_rail(book, side, order)
        case o.Move():
            yield from _check_move(book, side, topic, order)
        case _:
            pass


def check_whose(book: Ruleset, seat: str, order: Order) -> Iterator[Problem]:
    """Yields the units of other seats that an answer of the combat phase names. (13.42, 13.76)"""
    named: list[tuple[Path, str]] = []
    if isinstance(order, c.Exchange):
        named = [(("units", index), name) for index, name in enumerate(order.units)]
    elif isinstance(order, c.Advance):
        named = [
            (("moves", place_, "units", index), name)
            for place_, move in enumerate(order.moves)
            for index, name in enumerate(move.units)
        ]
    for path, name in named:
        if book.seat_of(side_of(name)) != seat:
            yield Problem(
                "not-your-unit",
                f"{name} belongs to another seat",
                path,
                "4.1",
                hint="Everybody answers for their own units.",
            )


def _foreign(side: Side, unit: str, path: Path) -> Iterator[Problem]:
    if side_of(unit) != side:
        yield Problem(
            "not-your-unit",
            f"{unit} belongs to another force",
            path,
            "4.1",
            hint=f"It is the player-turn of {SIDE_WORDS[side]}: only its units move.",
        )


def _check_type(side: Side, unit: str, wanted: str, path: Path) -> Iterator[Problem]:
    """Supply units are loaded on and unloaded from amphibious units alone. (7.21)"""
    yield from _foreign(side, unit, path)
    found = type_of(unit)
    if found == wanted:
        return
    if wanted == "supply":
        yield Problem(
            "wrong-kind",
            f"{unit} is {a_unit(found)}, and no supply unit",
            path,
            "7.0",
            hint='Land and air units go aboard and ashore in land movement, under "movement".',
        )
    else:
        yield Problem(
            "wrong-kind",
            f"{unit} is {a_unit(found)}, and no amphibious unit",
            path,
            "7.21",
            hint="Only amphibious units carry supply units.",
        )


def _check_sail(book: Ruleset, side: Side, order: o.Sail) -> Iterator[Problem]:
    """Only naval units sail, and never over land. (5.11, 5.21)"""
    for index, unit in enumerate(order.units):
        yield from _foreign(side, unit, ("units", index))
        if book.of(unit).unit_class != "naval":
            yield Problem(
                "wrong-kind",
                f"{unit} is {a_unit(type_of(unit))}, and no naval unit",
                ("units", index),
                "5.11",
                hint="Name the ship that carries it.",
            )
    if order.to == HOLDING_BOX:
        if side != "pal":
            yield _not_your_box(("to",))
        return
    if book.hexes[order.to] not in book.charts.sea.waters:
        yield Problem(
            "cannot-stand",
            f"{place(book, order.to)} is on land: no ship gets there",
            ("to",),
            "5.21",
            hint="Name an all-sea or a coastal hex.",
        )
    elif order.by is not None and not _joined_by_water(book, order.to, order.by):
        yield Problem(
            "water-not-named",
            f"no water joins {place(book, order.to)} and {place(book, order.by)}",
            ("by",),
            "5.21, ruling 39",
            hint='Leave "by" out, or name a hex beside it from which the ships come.',
        )


def _joined_by_water(book: Ruleset, here: str, there: str) -> bool:
    hex_, other = book.hexes[here], book.hexes[there]
    beside = book.charts.grid.neighbours[hex_]
    return other in beside and book.charts.sea.water_towards(hex_, other) is not None


def _not_your_box(path: Path) -> Problem:
    return Problem(
        "holding-box-of-pal",
        "the holding box is for P.A.L. units alone",
        path,
        "7.0, ruling 30",
        hint="Name a hex of the map.",
    )


def _check_rail(book: Ruleset, side: Side, order: o.Rail) -> Iterator[Problem]:
    """Rail units carry one land combat or air unit, within the rail net. (16.4, 16.42)"""
    yield from _foreign(side, order.unit, ("unit",))
    if book.of(order.unit).unit_class != "rail":
        yield Problem(
            "wrong-kind",
            f"{order.unit} is {a_unit(type_of(order.unit))}, and no rail unit",
            ("unit",),
            "16.4",
            hint='Name the rail unit here and what it carries under "carry".',
        )
    if order.carry is not None:
        yield from _foreign(side, order.carry, ("carry",))
        if book.of(order.carry).unit_class not in CARRIED_BY_RAIL:
            yield Problem(
                "cannot-carry",
                f"rail units do not carry {order.carry}",
                ("carry",),
                "16.4",
                hint="They carry land combat and air units.",
            )
    for index, number in enumerate(order.path):
        if number == HOLDING_BOX or not book.charts.rail[book.hexes[number]]:
            yield Problem(
                "no-rails",
                f"{place(book, number)} lies beyond the rail net",
                ("path", index),
                "16.42",
                hint="Rail units go within the boundary of the rail net, over land.",
            )


def _check_move(book: Ruleset, side: Side, topic: str, order: o.Move) -> Iterator[Problem]:
    """Land and air units move; in mechanised movement armour and mechanised infantry. (4.2)"""
    for index, unit in enumerate(order.units):
        yield from _foreign(side, unit, ("units", index))
        unit_class, unit_type = book.of(unit).unit_class, type_of(unit)
        if unit_class in _MOVED_ELSEWHERE:
            yield Problem(
                "wrong-kind",
                f"{unit} is {a_unit(unit_type)}: it does not move now",
                ("units", index),
                "9.54" if unit_class == "supply" else "10.0",
                hint=_MOVED_ELSEWHERE[unit_class],
            )
        elif topic == "mechanised" and unit_type not in MECHANISED:
            yield Problem(
                "wrong-kind",
                f"{unit} is {a_unit(unit_type)}: it does not move now",
                ("units", index),
                "4.2",
                hint="Only armour and mechanised infantry move in mechanised movement.",
            )
    yield from _check_path(book, order)
    if order.aboard is not None:
        yield from _check_ship(book, side, order)


def _check_path(book: Ruleset, order: o.Move) -> Iterator[Problem]:
    """Nobody enters prohibited terrain or stops where they cannot stand. (10.22, 16.23)"""
    for index, number in enumerate(order.path):
        if number == HOLDING_BOX:
            yield Problem(
                "cannot-stand",
                "no way over land leads into the holding box",
                ("path", index),
                "7.0, ruling 30",
                hint="Units come and go on ships.",
            )
            return
    # A group may hold units of several types: one sentence for each reason.
    kinds = tuple(
        mix
        for mix in dict.fromkeys(mix_of(unit) for unit in order.units)
        if book.counters[mix].unit_class not in _MOVED_ELSEWHERE
    )
    for index, number in enumerate(order.path):
        hex_ = book.hexes[number]
        is_last = index == len(order.path) - 1
        never = {
            why_never(book, mix, hex_): book.counters[mix].type == "hovercraft"
            for mix in kinds
            if is_last or not graph_of(book, mix)[hex_]
        }
        for reason, hovers in never.items():
            if reason:
                yield Problem(
                    "cannot-stand",
                    f"{place(book, number)} is {reason}: no such unit "
                    f"{'stops' if is_last else 'goes'} there",
                    ("path", index),
                    "16.22, 16.23" if hovers else "10.22",
                    hint="Hovercraft pass over water, and enter neither broken, rough, urban nor "
                    "supply hexes."
                    if hovers
                    else "Name hexes of land.",
                )


def _check_ship(book: Ruleset, side: Side, order: o.Move) -> Iterator[Problem]:
    """Transports and amphibious units of the same force carry units. (7.12, 7.13, 16.11)"""
    ship = order.aboard
    assert ship is not None
    yield from _foreign(side, ship, ("aboard",))
    if book.of(ship).unit_class != "naval":
        yield Problem(
            "wrong-kind",
            f"{ship} is {a_unit(type_of(ship))}, and no ship",
            ("aboard",),
            "7.13",
            hint="Transports and amphibious units carry others.",
        )
        return
    for index, unit in enumerate(order.units):
        if not may_carry(book, type_of(ship), mix_of(unit)):
            yield Problem(
                "cannot-carry",
                f"{ship} does not carry {unit}",
                ("units", index),
                "16.11" if type_of(unit) == "special-infantry" else "7.0, 7.13",
                hint=_CARRY[type_of(ship)],
            )


_CARRY: Mapping[str, str] = {
    "transport": "Transports carry land combat and air units.",
    "amphibious": "Amphibious units carry land combat and supply units, but no special infantry.",
    "carrier": "Carriers carry nothing.",
}

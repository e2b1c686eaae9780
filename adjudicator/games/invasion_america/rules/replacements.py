"""Chapter 8: units come back out of the Destroyed Units Boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Literal, NamedTuple

from adjudicator.core.english import amount
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.book import Book
from adjudicator.games.invasion_america.events import UnitsReplaced
from adjudicator.games.invasion_america.rules.control import pass_through, supply_hexes_of
from adjudicator.games.invasion_america.rules.garrison import garrison
from adjudicator.games.invasion_america.rules.partisans import invocation
from adjudicator.games.invasion_america.rules.placing import (
    Party,
    check_known,
    check_stand,
    placed,
)
from adjudicator.games.invasion_america.rules.positions import ashore, in_zone, is_barred
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    Unit,
    mix_of,
    side_of,
    type_of,
)
from adjudicator.games.invasion_america.urns import Chit, references, size_of, taken
from adjudicator.games.invasion_america.words import counts_text, mix_text, place

__all__ = [
    "Allowance",
    "allowance_of",
    "check_replace",
    "in_box",
    "replacement_hexes",
    "replacements",
    "rise",
    "variable_units",
]


class Allowance(NamedTuple):
    """What a side may still bring back in this phase."""

    constant: Mapping[str, int]
    """By nation and type, what is listed for every game-turn. (8.28)"""
    variable: int
    """Units of choice for supply hexes. (19.14)"""
    bonus: int
    """Units of choice that come now and then. (19.64, 19.81)"""
    transports: int
    """Transports that come with those. (19.64)"""


def replacements(book: Book, table: Table[State]) -> None:
    """The phasing side brings its replacements into play. (8.0)

    What it does not claim is lost. For the U.S. the partisan rules may be invoked before, and the
    garrison of Central America is tested behind it. (8.21, 17.1, 19.83)
    """
    side = table.state.side
    if side == US:
        invocation(book, table)
    left = allowance_of(book, table.state, side)
    while True:
        order = table.next(_replace_order(book, table.state, left))
        if order is None:
            break
        left = _replace(book, table, left, order)
    if side == US:
        garrison(book, table)
    end_of_phase(book, table)


# -- what comes ------------------------------------------------------------------------------------


def allowance_of(book: Book, state: State, side: Side) -> Allowance:
    """Returns what a side may bring back in its replacement phase. (8.28)

    Nothing comes for a nation that does not function. (Ruling 31)
    """
    constant = {
        f"{nation}-{unit_type}": count
        for nation in NATIONS_OF[side]
        if nation not in state.frozen
        for unit_type, count in book.facts.constant.get(nation, {}).items()
    }
    bonus = book.facts.bonus
    if side == US:
        return Allowance(constant, variable_units(book, state), 0, 0)
    if bonus is None or not bonus.comes(state.turn) or side in state.frozen:
        return Allowance(constant, 0, 0, 0)
    return Allowance(constant, 0, bonus.units, bonus.transports)


def variable_units(book: Book, state: State) -> int:
    """Returns how many units of choice the supply hexes bring that the U.S. controls. (19.14)

    Fractions are dropped. (Ruling 24)
    """
    facts = book.facts.variable
    if facts is None or state.turn % facts.every:
        return 0
    held = supply_hexes_of(book, state, US)
    if facts.countries is not None:
        held = tuple(
            number
            for number in held
            if book.charts.country_of(book.hexes[number]) in facts.countries
        )
    return len(held) // facts.for_each


def in_box(book: Book, state: State, mix: str) -> int:
    """Returns how many counters of a nation and type lie in its Destroyed Units Box. (8.21)"""
    if mix in state.urns:
        return size_of(state.urns[mix].box)
    return state.destroyed.get(mix, 0)


def beside_the_map(book: Book, state: State, mix: str) -> int:
    """Returns how many counters lie neither in play nor in the box. (19.64, 19.65)

    Only where a scenario does not put all counters into the boxes, or the weather has taken some.
    """
    if mix in state.urns:
        urns = state.urns[mix]
        in_play = [
            unit.urn
            for name, unit in state.units.items()
            if unit.urn is not None and mix_of(name) == mix
        ]
        out = references(urns, in_play).get(1, 0)
        return size_of(urns.urns["1"]) - out if "1" in urns.urns else 0
    in_play_now = sum(mix_of(name) == mix for name in state.units)
    return book.counters[mix].count - in_play_now - state.destroyed.get(mix, 0)


def _available(book: Book, state: State, mix: str) -> int:
    """Returns how many units of a nation and type can come: from the box, or from beside the map
    where that is where a scenario keeps them. (19.64)"""
    boxed = in_box(book, state, mix)
    if book.facts.boxed is None:
        return boxed
    return boxed + beside_the_map(book, state, mix)

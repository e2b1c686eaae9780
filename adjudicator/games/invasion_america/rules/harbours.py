"""Where ships take units aboard and set them ashore, and what it costs. (7.0, 15.15)"""

from __future__ import annotations

from adjudicator.games.invasion_america.counter_mix import UnitType
from adjudicator.games.invasion_america.rules.positions import ashore
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, State, side_of, type_of

__all__ = ["has_supply_unit", "is_held_port", "loading_points", "unloading_points"]


def is_held_port(book: Ruleset, state: State, side: Side, number: str) -> bool:
    """Whether a hex is a port that a land or air unit of a side occupies. (9.62, ruling 4)

    Coastal urban and supply hexes are ports. (Ruling 7)
    """
    hex_ = book.hexes[number]
    return hex_ in book.charts.ports and any(
        side_of(name) == side and book.of(name).unit_class != "rail"
        for name in ashore(book, state, hex_)
    )


def has_supply_unit(book: Ruleset, state: State, side: Side, number: str) -> bool:
    """Whether a supply unit of a side stands in a hex that was not landed in this phase. (7.2)"""
    return any(
        type_of(name) == "supply" and side_of(name) == side and name not in state.landed
        for name in ashore(book, state, book.hexes[number])
    )


def unloading_points(
    book: Ruleset, state: State, side: Side, ship: UnitType, *, at: str
) -> int | None:
    """Returns the movement points that going ashore costs; None: nobody can there. (7.0)

    In a port that is held, at a supply unit and in the holding box it costs two; from amphibious
    units in an amphibious hex what is printed there. (15.15, rulings 2 and 56)
    """
    if at == HOLDING_BOX or has_supply_unit(book, state, side, at):
        return book.charts.tables.costs.loading
    if is_held_port(book, state, side, at):
        return book.charts.tables.costs.loading
    landing = book.charts.amphibious.get(book.hexes[at])
    return landing.cost if landing is not None and ship == "amphibious" else None


def loading_points(
    book: Ruleset, state: State, side: Side, ship: UnitType, *, at: str
) -> int | None:
    """Returns the movement points that going aboard costs; None: nobody can there. (7.0)

    Who goes aboard in a port occupies it. In amphibious hexes amphibious units take units aboard
    for the same two points. (Ruling 2)
    """
    cost = book.charts.tables.costs.loading
    if at == HOLDING_BOX or book.hexes[at] in book.charts.ports:
        return cost
    if has_supply_unit(book, state, side, at):
        return cost
    return cost if ship == "amphibious" and book.hexes[at] in book.charts.amphibious else None

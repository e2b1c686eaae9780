"""What pictures and reports show of a position: supply, zones of control, who holds what."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.boards.hexes import Hex, way_from
from adjudicator.games.invasion_america.event_digest import Standing
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.deployment import area_hexes
from adjudicator.games.invasion_america.rules.positions import ashore, controller, enemies_at
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.supply import (
    Lines,
    lines_of,
    out_of_supply,
    unsupplied,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import NATIONS_OF, Side, State, nation_of, side_of

__all__ = ["areas_of", "held_by", "standing_of", "supply_ways", "zones_of"]


def standing_of(book: Ruleset, state: State) -> Standing:
    """Returns how a position stands: who controls what, and how many are out of supply."""
    return Standing(
        holders={number: controller(book, state, number) for number in book.valued},
        points=points_by_side(book, state),
        out={side: len(out_of_supply(book, state, side)) for side in book.facts.sides},
    )


def supply_ways(book: Ruleset, state: State, side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields the line of supply of each hex with units of a side: the nation, the hexes. (9.0)

    Each line begins where the units stand and ends at its source.
    """
    for nation in NATIONS_OF[side]:
        judged: dict[Hex, str] = {}
        for hex_ in sorted(book.occupation(state).units):
            for name in ashore(book, state, hex_):
                if nation_of(name) == nation and book.of(name).unit_class != "rail":
                    judged.setdefault(hex_, name)
        lines, out = lines_of(book, state, nation), unsupplied(book, state, judged.values())
        for hex_, name in judged.items():
            way = () if name in out else _way(book, lines, hex_)
            if len(way) > 1:
                yield nation, tuple(map(book.number_of, way))


def _way(book: Ruleset, lines: Lines, hex_: Hex) -> tuple[Hex, ...]:
    """Returns the line from a hex; one in an enemy zone begins beside it. (Ruling 52)"""
    for found in (lines.far, lines.near):
        if hex_ in found:
            return way_from(found, hex_)
        beside = [way_from(found, first) for first in book.charts.trace[hex_] if first in found]
        if beside:
            return (hex_, *min(beside, key=len))
    return ()


def areas_of(book: Ruleset, state: State) -> Iterator[tuple[Side, tuple[str, ...]]]:
    """Yields the sides that the next seat sets up, each with the hexes open to it. (18.31)"""
    left = first_setting(book, state.setting_up[0]).left
    for side in book.facts.sides:
        hexes = area_hexes(
            book, side, [mix for (whose, mix), count in left.items() if whose == side and count]
        )
        if hexes:
            yield side, hexes


def zones_of(book: Ruleset, state: State, side: Side) -> tuple[str, ...]:
    """Returns the hexes into which zones of control of a side's own units reach. (11.0)"""
    zoned, zones = book.occupation(state).zoned[side], book.charts.zones
    reached = {there for here in zoned for there in zones[here]}
    return tuple(map(book.number_of, sorted(reached)))


def held_by(book: Ruleset, state: State, side: Side) -> tuple[str, ...]:
    """Returns the land away from home that a side holds as a map shows it, in order.

    Where its units stand, hexes with victory points that it controls, and hexes into which its
    zones of control reach and no enemy unit or zone does. No rule asks for it.
    """
    occupation, charts = book.occupation(state), book.charts
    zones = {
        one: {there for here in hexes for there in charts.zones[here]}
        for one, hexes in occupation.zoned.items()
    }
    enemies = book.enemies[side]
    contested = {hex_ for enemy in enemies for hex_ in zones[enemy]}
    contested |= {hex_ for hex_ in occupation.units if enemies_at(book, state, side, hex_)}
    held = zones[side] - contested
    held |= {
        hex_
        for hex_ in occupation.units
        if any(side_of(name) == side for name in ashore(book, state, hex_))
    }
    held |= {book.hex_of(number) for number, holder in state.control.items() if holder == side}
    numbers = (book.number_of(hex_) for hex_ in sorted(held) if hex_ in charts.open_land)
    return tuple(number for number in numbers if book.home_of(number) != side)

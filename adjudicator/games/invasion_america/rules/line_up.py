"""Who fights in an attack, and what each unit counts for. (13.2, 13.3, chapters 14 and 15)

A line-up is made of the position at the instant of combat. Strengths that nobody knows yet are put
in by `counted`: as on the backs of the counters, as revealed, or as one of all that are possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.boards.hexes import Graph, Hex
from adjudicator.games.invasion_america.results_table import column_of, halved
from adjudicator.games.invasion_america.rules.positions import ashore, cargo_of, enemies_at
from adjudicator.games.invasion_america.rules.supply import unsupplied
from adjudicator.games.invasion_america.rules.weather import in_weather
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of, type_of
from adjudicator.games.invasion_america.tables import Odds

__all__ = [
    "Fighter",
    "LineUp",
    "Strength",
    "Totals",
    "assault_ship",
    "attack_graph",
    "back_of",
    "defenders_of",
    "is_air",
    "is_land",
    "line_up",
    "multiple_of",
    "odds_of",
    "participants",
    "totals",
]

Strength: TypeAlias = Callable[[str], int]
"""Returns the printed strength that is supposed of a unit."""


class Fighter(NamedTuple):
    """A unit in an attack, and what changes its strength."""

    unit: str
    hex: Hex
    halvings: int
    """How often its printed strength is halved: out of supply, in the weather, a lone air unit.
    (9.32, 17.32, 14.43)"""
    multiple: int
    """By what it is multiplied then: terrain, of defenders alone. (13.3)"""

    def counted(self, printed: int) -> int:
        """Returns what it counts for with a printed strength. (Ruling 10)"""
        return halved(printed, self.halvings) * self.multiple


class LineUp(NamedTuple):
    """All that fight in one attack."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    """What ships carry does not defend and is not among them. (6.22)"""
    multiples: Mapping[Hex, int]
    """By attacked hex, by what the strength of the units in it is multiplied. (13.23, ruling 14)"""


class Totals(NamedTuple):
    """What both sides count for."""

    attack: int
    defence: int


# -- kinds of units --------------------------------------------------------------------------------


def is_air(book: Ruleset, unit: str) -> bool:
    """Whether a unit fights as an air unit: air units, and aircraft carriers. (7.4)"""
    return book.of(unit).unit_class == "air" or type_of(unit) == "carrier"


def is_land(book: Ruleset, unit: str) -> bool:
    """Whether a unit is a land combat unit: neither supply nor rail unit. (3.36)"""
    return book.of(unit).unit_class == "land"


def attack_graph(book: Ruleset, unit: str) -> Graph:
    """Returns which hexes a land unit in each hex can attack, with what its side multiplies by.

    Hovercraft attack over blocked hexsides too. (16.24, 13.8)
    """
    charts = book.charts
    return charts.hovercraft_attacks if type_of(unit) == "hovercraft" else charts.attacks


def back_of(book: Ruleset, state: State, unit: str) -> int:
    """Returns the strength that everybody sees: tried, or as printed on the back. (3.37)"""
    known = book.strength_of(unit, state.units[unit])
    return known if known is not None else book.of(unit).facts.untried or 0


# -- who fights ------------------------------------------------------------------------------------


def defenders_of(book: Ruleset, state: State, side: Side, hex_: Hex) -> list[str]:
    """Returns all enemies in a hex that defend it together: nobody is withheld. (13.21, 6.21)

    What ships carry is not among them; it suffers what its ship suffers. (6.22)
    """
    return [name for name in enemies_at(book, state, side, hex_) if not state.units[name].aboard]


def participants(book: Ruleset, state: State, units: Iterable[str]) -> tuple[str, ...]:
    """Returns the attackers that an order means: of an assault also what is aboard. (15.0)"""
    found: list[str] = []
    for name in units:
        found.append(name)
        if type_of(name) == "amphibious":
            found += (one for one in cargo_of(state, name) if is_land(book, one))
    return tuple(dict.fromkeys(found))


def assault_ship(units: Iterable[str]) -> str | None:
    """Returns the amphibious unit of an assault; None: it is no assault. (15.0)"""
    return next((name for name in units if type_of(name) == "amphibious"), None)


def line_up(book: Ruleset, state: State, units: Sequence[str], hexes: Sequence[Hex]) -> LineUp:
    """Returns who fights in an attack, as things stand.

    Args:
        units: all attackers, in an amphibious assault also those that are aboard.
    """
    side = side_of(units[0])
    by_hex = {hex_: defenders_of(book, state, side, hex_) for hex_ in hexes}
    everybody = [*units, *(name for names in by_hex.values() for name in names)]
    out = unsupplied(book, state, everybody)
    multiples = {hex_: multiple_of(book, state, units, hex_) for hex_ in by_hex}
    by_land = any(is_land(book, name) for name in units)
    attackers = tuple(
        Fighter(name, book.hexes[at], (name in out) + in_weather(book, state, at), 1)
        for name in units
        for at in (state.units[name].at,)
    )
    defenders: list[Fighter] = []
    for hex_, names in by_hex.items():
        weather = in_weather(book, state, book.number_of(hex_))
        for name in names:
            air = is_air(book, name)
            alone = air and by_land and _is_alone(book, state, name, hex_)
            halvings = (name in out) + weather + alone
            defenders.append(Fighter(name, hex_, halvings, 1 if air else multiples[hex_]))
    return LineUp(attackers, tuple(defenders), multiples)


def _is_alone(book: Ruleset, state: State, unit: str, hex_: Hex) -> bool:
    """Whether no friendly land combat unit stands with an air unit. (14.43)"""
    return not any(
        is_land(book, name) and side_of(name) == side_of(unit) for name in ashore(book, state, hex_)
    )


def multiple_of(book: Ruleset, state: State, units: Sequence[str], hex_: Hex) -> int:
    """Returns by what terrain multiplies the defenders of a hex. (13.3)

    In an assault what is printed for it, and nothing else, even if air units help (15.13, ruling
    15); else nothing where air units or ships take part (14.16); else the best of the hex itself
    and of the river over which all attackers attack, which is the lesser one where they attack
    over several (13.31, 13.32, ruling 12).
    """
    charts = book.charts
    if assault_ship(units) is not None:
        return charts.amphibious[hex_].defence
    rivers: list[int] = []
    for name in units:
        if is_air(book, name):
            return 1
        links = attack_graph(book, name)[book.hexes[state.units[name].at]]
        rivers += [multiple for there, multiple in links if there == hex_]
    return max(charts.terrain_of(hex_).defence, min(rivers, default=1))


# -- strengths -------------------------------------------------------------------------------------


def totals(lined: LineUp, strength: Strength) -> Totals:
    """Returns what both sides count for, with strengths that are supposed or known. (13.24)"""
    return Totals(
        sum(fighter.counted(strength(fighter.unit)) for fighter in lined.attackers),
        sum(fighter.counted(strength(fighter.unit)) for fighter in lined.defenders),
    )


def odds_of(book: Ruleset, found: Totals) -> Odds:
    """Returns the column of the combat results table. (13.41)"""
    return column_of(book.charts.tables.combat, found.attack, found.defence)

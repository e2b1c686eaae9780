"""The words in which messages and reports speak of sides, units and hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.core.english import amount, joined
from adjudicator.games.invasion_america.counter_mix import TYPE_NAMES, Nation, UnitType
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side

__all__ = [
    "MONTHS",
    "NATION_WORDS",
    "PHASE_WORDS",
    "SIDE_NAMES",
    "SIDE_WORDS",
    "a_unit",
    "counts_text",
    "mix_text",
    "named",
    "place",
    "type_text",
    "types_text",
    "units_text",
]

SIDE_WORDS: Mapping[Side, str] = {
    "sau": "the S.A.U.",
    "esc": "the E.S.C.",
    "pal": "the P.A.L.",
    "us": "the U.S. and Canada",
}
"""The sides, as sentences speak of them."""
NATION_WORDS: Mapping[Nation, str] = {
    "sau": "S.A.U.",
    "esc": "E.S.C.",
    "pal": "P.A.L.",
    "us": "U.S.",
    "canada": "Canadian",
}
"""What units of each nation are called."""
SIDE_NAMES: Mapping[Side, str] = {
    "sau": "S.A.U.",
    "esc": "E.S.C.",
    "pal": "P.A.L.",
    "us": "U.S. and Canada",
}
"""The sides, where their names stand alone."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
PHASE_WORDS: Mapping[str, str] = {
    "set-up": "set-up",
    "naval": "naval movement",
    "replacement": "replacements",
    "supply": "primary supply judgment",
    "rail": "rail movement",
    "movement": "land movement",
    "combat": "combat",
    "second-supply": "secondary supply judgment",
    "mechanised": "mechanised movement",
    "over": "the end",
}
"""The phases. (4.2)"""
_UNCOUNTED: tuple[UnitType, ...] = (
    "armour", "mechanised", "infantry", "militia", "special-infantry", "hovercraft", "cas", "lrb",
)  # fmt: skip
"""Types whose names are followed by "unit" where units are counted."""


def type_text(unit_type: UnitType, count: int) -> str:
    """Returns "2 armour units", "1 transport"."""
    name = TYPE_NAMES[unit_type]
    if unit_type == "lrb":
        return amount(count, name)
    return amount(count, f"{name} unit" if unit_type in _UNCOUNTED else name)


def a_unit(unit_type: UnitType) -> str:
    """Returns "an armour unit", "a transport"."""
    name = type_text(unit_type, 1).removeprefix("1 ")
    return f"{'an' if name[0] in 'aio' else 'a'} {name}"


def types_text(unit_type: UnitType) -> str:
    """Returns what units of a type are called: "armour units", "transports"."""
    return type_text(unit_type, 2).partition(" ")[2]


def mix_text(book: Ruleset, mix: str, count: int) -> str:
    """Returns "2 U.S. armour units"."""
    counters = book.counters[mix]
    number, _, rest = type_text(counters.type, count).partition(" ")
    return f"{number} {NATION_WORDS[counters.nation]} {rest}"


def counts_text(book: Ruleset, counts: Mapping[str, int]) -> str:
    """Returns units by nation and type: "2 U.S. armour units and 1 Canadian rail unit"."""
    return joined([mix_text(book, mix, count) for mix, count in counts.items() if count])


def units_text(names: Iterable[str]) -> str:
    """Returns units by their names: "us-armour-01 and us-rail-02"."""
    return joined([*names])


def place(book: Ruleset, number: str) -> str:
    """Returns a hex as players read it: "n0246 (Boston)"; the holding box likewise."""
    return "the holding box" if number == HOLDING_BOX else book.name(number)


def named(names: Sequence[str], most: int = 5) -> str:
    """Returns the first of many things: "a, b, c and 12 more"."""
    more = len(names) - most
    return joined([*names[:most], f"{more} more"]) if more > 0 else joined(list(names))

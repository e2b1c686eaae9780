"""What may stand where: limits of terrain, stacking and cargo that hold for whatever is placed.

The set-up, start positions from files and replacements place units; all of them ask here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.boards.hexes import NOWHERE
from adjudicator.core.english import amount, either
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.counter_mix import TYPE_NAMES, Nation, UnitType
from adjudicator.games.invasion_america.rules.positions import (
    ashore,
    enemies_at,
    fleet_at,
    stack_at,
    why_never,
)
from adjudicator.games.invasion_america.ruleset import Ruleset, unit_name
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, State, Unit, side_of
from adjudicator.games.invasion_america.urns import Chit
from adjudicator.games.invasion_america.words import (
    NATION_WORDS,
    place,
    types_text,
    units_text,
)

__all__ = [
    "Party",
    "check_cargo",
    "check_known",
    "check_stand",
    "free_names",
    "may_carry",
    "placed",
    "unknown_hex",
    "water_of",
]


class Party(NamedTuple):
    """Units of one nation and type that are placed together."""

    nation: Nation
    type: UnitType
    size: int
    """How many there are."""
    at: str
    """The hex by its number, or `holding-box`."""
    carrying: Mapping[UnitType, int] = {}
    """Of one ship: what is aboard."""
    by: str | None = None
    """A hex beside it with the water in which ships lie."""

    @property
    def mix(self) -> str:
        """Returns nation and type as one id."""
        return f"{self.nation}-{self.type}"


def check_known(book: Ruleset, party: Party) -> Iterator[Problem]:
    """Yields what a party names that there is not: a nation in this scenario, counters, a hex."""
    if party.nation not in book.nations:
        yield Problem(
            "nation-absent",
            f"{NATION_WORDS[party.nation]} units take no part in this scenario",
            ("nation",),
            book.facts.chapter,
            kind="invalid",
        )
        return
    for field, unit_type in (("type", party.type), *(("carrying", one) for one in party.carrying)):
        if f"{party.nation}-{unit_type}" not in book.counters:
            path = (field,) if field == "type" else (field, unit_type)
            types = [mix.partition("-")[2] for mix in book.counters if _is_of(mix, party.nation)]
            yield Problem(
                "no-such-counter",
                f"there are no {NATION_WORDS[party.nation]} counters of this type: {unit_type}",
                path,
                "3.36",
                hint=f"It has {either(types)}.",
                kind="invalid",
            )
    yield from unknown_hex(book, party.at, ("in",), box=party.nation == "pal")
    if party.by is not None:
        yield from unknown_hex(book, party.by, ("by",))


def _is_of(mix: str, nation: Nation) -> bool:
    return mix.partition("-")[0] == nation


def unknown_hex(
    book: Ruleset, number: str, path: tuple[str | int, ...], *, box: bool = False
) -> Iterator[Problem]:
    """Yields a problem if the map has no such hex."""
    if number in book.hexes or (box and number == HOLDING_BOX):
        return
    if number == HOLDING_BOX:
        yield Problem(
            "holding-box-of-pal",
            "the holding box is for P.A.L. units alone",
            path,
            "7.0, ruling 30",
            hint="Name a hex of the map.",
        )
        return
    sections = [
        f"{section.letter}0101 to {section.letter}{section.rows:02}{book.charts.grid.columns:02}"
        for section in book.charts.grid.sections
    ]
    yield Problem(
        "unknown-hex",
        f'the map has no hex "{number}"',
        path,
        "3.1",
        hint=f"Hexes are {either(sections)}.",
        kind="invalid",
    )


def check_stand(book: Ruleset, state: State, side: Side, party: Party) -> Iterator[Problem]:
    """Yields why units may not be placed where a known party says: terrain, others, limits."""
    counters = book.counters[party.mix]
    if party.at == HOLDING_BOX:
        return  # limits do not hold there (ruling 30)
    hex_ = book.hexes[party.at]
    never = why_never(book, party.mix, hex_)
    if never:
        yield Problem(
            "cannot-stand",
            f"{place(book, party.at)} is {never}: {TYPE_NAMES[party.type]} cannot be there",
            ("in",),
            "5.21" if counters.unit_class == "naval" else _prohibits(party.type),
        )
        return
    enemies = enemies_at(book, state, side, hex_)
    if enemies:
        yield Problem(
            "enemy-there",
            f"there are enemies in {place(book, party.at)}: {units_text(enemies)}",
            ("in",),
            "5.23" if counters.unit_class == "naval" else "10.12",
        )
        return
    if counters.unit_class == "naval":
        yield from _check_fleet(book, state, party, hex_)
        yield from _check_water(book, party, hex_)
    elif counters.unit_class != "rail":
        yield from _check_stack(book, state, side, party)


def _prohibits(unit_type: UnitType) -> str:
    return "16.22" if unit_type == "hovercraft" else "10.22"


def _check_fleet(book: Ruleset, state: State, party: Party, hex_: int) -> Iterator[Problem]:
    room = book.charts.tables.limits.fleet - len(fleet_at(book, state, hex_))
    if party.size > room:
        yield Problem(
            "fleet-full",
            f"{place(book, party.at)} takes {amount(max(room, 0), 'naval unit')} more, not "
            f"{party.size}",
            ("count",),
            "6.0",
        )


def _check_water(book: Ruleset, party: Party, hex_: int) -> Iterator[Problem]:
    if party.by is None:
        is_clear = len(book.charts.sea.waters[hex_]) == 1
    else:
        there = book.hexes[party.by]
        is_clear = book.charts.sea.water_towards(hex_, there) is not None
    if is_clear:
        return
    yield Problem(
        "water-not-named",
        f"land cuts the water of {place(book, party.at)}: the order does not say on "
        "which side the ships lie"
        if party.by is None
        else f"no water joins {place(book, party.at)} and {place(book, party.by)}",
        ("by",),
        "5.21, ruling 39",
        hint=f'Say "by": one of {either(list(_beside_water(book, party.at)))}.',
    )


def _beside_water(book: Ruleset, number: str) -> Iterator[str]:
    here = book.hexes[number]
    for there in book.charts.grid.neighbours[here]:
        if book.charts.sea.water_towards(here, there) is not None:
            yield book.number_of(there)


def water_of(book: Ruleset, number: str, by: str | None) -> int | None:
    """Returns in which of its waters a ship lies in a hex, counted from 0.

    None: in the only one, or it is not said. (Ruling 39)
    """
    here = book.hex_of(number)
    waters = book.charts.sea.waters.get(here, ())
    if len(waters) < 2 or by is None:
        return None
    there = book.hex_of(by)
    water = None if there == NOWHERE else book.charts.sea.water_towards(here, there)
    return None if water is None else waters.index(water)


def _check_stack(book: Ruleset, state: State, side: Side, party: Party) -> Iterator[Problem]:
    hex_ = book.hexes[party.at]
    others = [name for name in ashore(book, state, hex_) if side_of(name) != side]
    if others:
        yield Problem(
            "other-force-there",
            f"units of another force are in {place(book, party.at)}: {units_text(others)}",
            ("in",),
            "12.14",
        )
        return
    room = book.charts.tables.limits.stack - len(stack_at(book, state, hex_, side))
    if party.size > room:
        yield Problem(
            "stack-full",
            f"{place(book, party.at)} takes {amount(max(room, 0), 'unit')} more, not {party.size}",
            ("count",),
            "12.0",
            hint="Name another hex, or fewer units: three stand in one; what is aboard is not "
            "counted.",
        )


# -- cargo -----------------------------------------------------------------------------------------


def may_carry(book: Ruleset, ship: UnitType, mix: str) -> bool:
    """Whether a ship may carry units of a nation and type. (7.0, 7.13, 7.21, 16.11)

    Transports: land combat and air units. Amphibious units: land combat and supply units, but no
    special infantry. No rail units, no ships.
    """
    counters = book.counters[mix]
    if ship == "transport":
        return counters.unit_class in ("land", "air")
    if ship == "amphibious":
        return counters.unit_class in ("land", "supply") and counters.type != "special-infantry"
    return False


def check_cargo(book: Ruleset, party: Party) -> Iterator[Problem]:
    """Yields what is wrong with what a known party carries. (7.11 to 7.13)"""
    if not party.carrying:
        return
    if party.type not in ("transport", "amphibious"):
        yield Problem(
            "cannot-carry",
            f"{types_text(party.type)} carry nothing",
            ("carrying",),
            "7.13",
            hint="Transports and amphibious units carry others.",
        )
        return
    if party.size > 1:
        yield Problem(
            "one-ship-at-a-time",
            "what is aboard can be said of one ship alone",
            ("count",),
            "7.11",
            hint="Give each ship an order of its own.",
        )
    for unit_type in party.carrying:
        if not may_carry(book, party.type, f"{party.nation}-{unit_type}"):
            yield Problem(
                "cannot-carry",
                f"{types_text(party.type)} never carry {types_text(unit_type)}",
                ("carrying", unit_type),
                "16.11" if unit_type == "special-infantry" else "7.0",
            )
    total, most = sum(party.carrying.values()), book.charts.tables.limits.cargo
    if total > most:
        yield Problem(
            "cargo-too-large",
            f"a ship carries {most} units, not {total}",
            ("carrying",),
            "7.11",
        )


# -- names -----------------------------------------------------------------------------------------


def placed(
    book: Ruleset, state: State, party: Party, chits: Mapping[str, Chit] | None = None
) -> FrozenMap[str, Unit]:
    """Returns the units of a party under the first free names, with what is aboard.

    Args:
        chits: by nation and type, what is known of their strength; those that it does not name are
            draws from the first urn.
    """
    found: dict[str, Unit] = {}
    water = water_of(book, party.at, party.by)
    ship: str | None = None
    for name in free_names(state, party.mix, party.size):
        found[name] = _unit(book, party.mix, chits, at=party.at, water=water)
        ship = name
    for unit_type, count in party.carrying.items():
        mix = f"{party.nation}-{unit_type}"
        for name in free_names(state, mix, count):
            found[name] = _unit(book, mix, chits, at=party.at, aboard=ship)
    return FrozenMap(found)


def free_names(state: State, mix: str, count: int) -> list[str]:
    """Returns the first names of a nation and type that no unit in play has."""
    found: list[str] = []
    number = 0
    while len(found) < count:
        number += 1
        if (name := unit_name(mix, number)) not in state.units:
            found.append(name)
    return found


def _unit(
    book: Ruleset, mix: str, chits: Mapping[str, Chit] | None, *, at: str,
    aboard: str | None = None, water: int | None = None,
) -> Unit:  # fmt: skip
    if not book.counters[mix].is_untried:
        return Unit(at=at, aboard=aboard, water=water)
    chit = (chits or {}).get(mix, Chit(None, 1))
    return Unit(at=at, aboard=aboard, strength=chit.strength, urn=chit.urn)

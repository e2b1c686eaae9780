"""The words in which problems and reports speak of sides, units, places, cards and orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.game import Order
from adjudicator.core.sheet import tag_of
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.guards import Guard
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, KINDS, SIDES, Side, UnitKind

__all__ = [
    "SIDE_NAMES",
    "article",
    "chance_text",
    "guard_text",
    "heading",
    "named",
    "order_text",
    "percent_text",
    "place",
    "region_name",
    "rides_text",
    "seats_text",
    "some",
    "tally",
    "unit_name",
    "unit_word",
    "units",
    "units_text",
]

SIDE_NAMES: Mapping[Side, str] = {
    "western": "the western invader",
    "southern": "the southern invader",
    "eastern": "the eastern invader",
    "usa": "the USA",
}
_UNITS: Mapping[UnitKind, tuple[str, str, str]] = {
    "bomber": ("a bomber", "bomber", "bombers"),
    "helicopter": ("a helicopter", "helicopter", "helicopters"),
    "hovertank": ("a hovertank", "hovertank", "hovertanks"),
    "mobile-unit": ("a mobile unit", "mobile unit", "mobile units"),
    "infantry": ("an infantry unit", "infantry", "infantry"),
    "partisan": ("a partisan", "partisan", "partisans"),
}
"""One with its article, one, and more than one."""
_HEADINGS: Mapping[str, str] = {
    "reinforcements": "Reinforcements",
    "deal": "Deal of the invader cards",
    "cards": "Partisan cards",
    "declare": "Declarations",
    "attacks": "Attacks",
    "lasers": "Lasers",
    "combat": "Battles",
    "supply": "Supply check",
    "capture": "Capture",
    "setup-usa": "Set-up of the USA",
    "setup-invaders": "Set-up of the invaders",
}
_SHORT = 100_000
"""Fractions with a larger denominator tell nobody anything."""
_REGIONAL = {"western": "West", "southern": "South", "eastern": "East"}
"""Regions whose names on the map are adjectives."""


def seats_text(book: Ruleset, *seats: str) -> str:
    """Returns who sends the sheets of seats, by the sides that they lead: "the USA"."""
    sides = [side for seat in seats for side in book.seats[seat].sides]
    if set(sides) == set(INVADERS):
        return "the invaders"
    return joined([SIDE_NAMES[side] for side in SIDES if side in sides])


def rides_text(book: Ruleset, kind: UnitKind) -> str:
    """Returns how units of a kind may ride along before the battles; empty: they may not."""
    carriers = [one for one, facts in book.edition.units.items() if kind in facts.carries]
    ways = [f'ride along, as "with" of the move of {article(one)}' for one in carriers]
    return f"they {joined(ways)}" if ways else ""


def heading(book: Ruleset, action: str) -> str:
    """Returns how an action is called."""
    words = book.edition.words
    movements = {"maneuvers": words.maneuvers, "invasion": words.invasion}
    return sentence(movements[action]) if action in movements else _HEADINGS[action]


def some(count: int, kind: UnitKind) -> str:
    """Returns "a hovertank", "an infantry unit", "2 infantry"."""
    return article(kind) if count == 1 else units_text(count, kind)


def article(kind: UnitKind) -> str:
    """Returns "a hovertank", "an infantry unit"."""
    return _UNITS[kind][0]


def unit_name(kind: UnitKind, count: int = 1) -> str:
    """Returns "hovertank", or for any other number "hovertanks"."""
    return _UNITS[kind][1 if count == 1 else 2]


def unit_word(kind: UnitKind, count: int = 1) -> str:
    """Returns "hovertank", "2 infantry": how dice are headed."""
    return unit_name(kind) if count == 1 else units_text(count, kind)


def units_text(count: int, kind: UnitKind | None = None) -> str:
    """Returns "1 bomber", "2 mobile units"; without a kind "1 unit", "2 units"."""
    return amount(count, "unit") if kind is None else f"{count} {unit_name(kind, count)}"


def units(counts: Mapping[UnitKind, int], none: str = "nothing") -> str:
    """Returns "a bomber and 2 infantry", in the order of kinds."""
    return joined([some(counts[kind], kind) for kind in KINDS if counts.get(kind)], none)


def tally(counts: Mapping[UnitKind, int]) -> str:
    """Returns "1 bomber, 2 infantry": for lists, where figures read quicker."""
    return ", ".join(units_text(counts[kind], kind) for kind in KINDS if counts.get(kind))


def place(book: Ruleset, area: str) -> str:
    """Returns a space as players call it: an invasion zone by its short id, land by its name."""
    facts = book.map.areas.get(area)
    if facts is None:
        return area
    return area.upper() if facts.kind == "zone" else facts.name


def chance_text(over: int, under: int, *, to_nearest: bool = False) -> str:
    """Returns a chance as "62 percent", with the fraction where it is short: "62 percent (5/8)"."""
    text = percent_text(over, under, to_nearest=to_nearest)
    return f"{text} ({over}/{under})" if 1 < under < _SHORT else text


def percent_text(over: int, under: int, *, to_nearest: bool = False) -> str:
    """Returns a chance as "62 percent".

    Percents are rounded down, so that a chance never seems to reach what is wanted of it; or to the
    nearest, so that a chance and its contrary make 100. Either way 100 stands for certain alone,
    and a chance below one percent is told as such.
    """
    percent = over * 100 // under
    if percent and to_nearest and over < under:
        percent = min((over * 200 + under) // (under * 2), 99)
    return "less than 1 percent" if over and not percent else f"{percent} percent"


def guard_text(guard: Guard) -> str:
    """Returns a guard in words: "only with a chance of 1/2; not once 6 own units are destroyed"."""
    wanted, until = guard.at_least, guard.until
    parts = []
    if wanted is not None:
        named = {kind: getattr(wanted, kind.replace("-", "_")) for kind in KINDS}
        counted = [units_text(count, kind) for kind, count in named.items() if count]
        counted += [] if wanted.units is None else [units_text(wanted.units)]
        parts += [f"at least {joined(counted)}"] if counted else []
        parts += [] if wanted.ratio is None else [f"odds of {wanted.ratio}"]
        parts += [] if wanted.chance is None else [f"a chance of {wanted.chance}"]
    texts = [f"only with {joined(parts)}"] if parts else []
    if until is not None and until.lost is not None:
        texts.append(f"not once {amount(until.lost, 'own unit')} {_is_are(until.lost)} destroyed")
    if until is not None and until.won is not None:
        texts.append(f"not once {amount(until.won, 'battle')} {_is_are(until.won)} won")
    return "; ".join(texts)


def _is_are(count: int) -> str:
    return "is" if count == 1 else "are"


def named(book: Ruleset, message: str) -> str:
    """Returns a message of a check with names for ids: "the USA has 0 infantry left in W2"."""

    def name(found: re.Match[str]) -> str:
        sides = {str(side): text for side, text in SIDE_NAMES.items()}
        return sides.get(found[0]) or (
            place(book, found[0]) if found[0] in book.map.areas else found[0]
        )

    return re.sub(r"[a-z0-9]+(?:-[a-z0-9]+)*", name, message)


def region_name(book: Ruleset, region: str) -> str:
    """Returns a region as it stands behind "the"."""
    return _REGIONAL.get(region) or book.map.regions[region].name


def order_text(book: Ruleset, document: Any) -> str:
    """Returns an order of a sheet in a few words; its JSON is in the sheet."""
    order = _MODELS[document["order"]].model_validate_json(canonical(document))
    match order:
        case o.Move():
            way = f"{place(book, order.path[0])} to {place(book, order.path[-1])}"
            riders = "" if order.with_ is None else f" with {some(order.count, order.with_)}"
            return f"{some(order.count, order.unit)}{riders} from {way}"
        case o.Place():
            return f"{some(order.count, order.unit)} in {place(book, order.in_)}"
        case o.Fire():
            return f"at {some(1, order.unit)} in {place(book, order.at)}"
        case o.Target() | o.Disengage():
            space = f" in {place(book, order.from_)}" if order.from_ else ""
            return f"{some(1, order.unit)}{space}"
        case o.Retreat():
            unit = "retreat" if order.unit is None else some(1, order.unit)
            return f"{unit}{f' to {place(book, order.to)}' if order.to else ''}"
        case o.Battles():
            return f"battles {joined([place(book, area) for area in order.areas])}"
        case o.Attack() | o.Declare():
            return place(book, order.area)
        case o.Laser():
            return place(book, order.in_)
        case o.Card():
            return order.card
        case o.Draw():
            return "an invader card"
        case o.Play():
            where = f" in {place(book, order.in_)}" if order.in_ is not None else ""
            return f"{order.card or 'no card'}{where}"
    raise AssertionError(order)


_MODELS: Mapping[str, type[Order]] = {
    tag_of(model): model for models in o.TOPICS_2012.values() for model in models
}

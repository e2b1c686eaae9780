"""The words in which prompts, problems and reports speak of a card: made of its facts alone."""

from __future__ import annotations

from adjudicator.core.english import either, joined
from adjudicator.games.fortress_america.card_facts import (
    Airlift,
    CardFacts,
    DestroyUnits,
    DriveAway,
    LaserThreshold,
    PlaceUnits,
    Where,
)
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.words import (
    SIDE_NAMES,
    place,
    region_name,
    unit_name,
    units,
)

__all__ = ["card_text", "deeds_text"]

_SPREAD = {
    "one-area": ", in one area",
    "one-or-two-areas": ", in one or two areas",
    "separate-where-possible": ", in separate areas where possible",
    "one-each": ", one in each",
}


def card_text(book: Ruleset, card: str) -> str:
    """Returns a card with all that it does, in short: who reads it needs no printed card."""
    return f"{book.cards[card].title} ({card}): {deeds_text(book, card)}"


def deeds_text(book: Ruleset, card: str) -> str:
    """Returns what a card does: "destroys one invading unit in the West; then ..."."""
    facts = book.cards[card]
    parts: list[str] = []
    for effect in facts.effects:
        match effect:
            case DestroyUnits():
                parts.append(_destroys(book, effect))
            case DriveAway():
                parts.append(_drives(book, effect))
            case PlaceUnits():
                parts.append(_places(book, facts))
            case LaserThreshold():
                parts.append(f"lasers hit with {effect.value} or more this turn")
            case Airlift():
                parts.append(
                    "carries all US units of one area into any other without enemy units, "
                    f"also an enemy city, at most {effect.stack_limit} in all"
                )
    return "; then ".join(parts)


def _destroys(book: Ruleset, effect: DestroyUnits) -> str:
    owner = ""
    if effect.owner != "any-invader":
        owner = f" of {SIDE_NAMES[effect.owner]}"
    elif effect.kinds != "any":
        owner = " of an invader"
    one = (
        "invading unit"
        if effect.kinds == "any"
        else either([unit_name(kind) for kind in effect.kinds])
    )
    more = (
        "invading units"
        if effect.kinds == "any"
        else joined([unit_name(kind, 2) for kind in effect.kinds])
    )
    match effect.amount:
        case "all":
            what = f"all {more}"
        case 1:
            what = f"one {one}"
        case amount:
            what = f"{amount} {more}"
    up_to = "up to " if effect.up_to else ""
    each = f"in each of {effect.area_count}" if effect.per_area else "in one"
    return f"destroys {up_to}{what}{owner} {_areas(book, effect.in_, each)}"


def _areas(book: Ruleset, where: Where, each: str) -> str:
    """Returns "in each of 2 cities", "in one mountain area", "in one area of the West"."""
    many = not each.endswith("one")
    noun = "areas" if many else "area"
    region = f" of the {region_name(book, where.region)}" if where.region else ""
    match where.kind:
        case "city-enemy-occupied":
            return f"{each} {'cities' if many else 'city'}{region}"
        case "resource":
            return f"{each} {where.resource} {noun}{region}"
        case "mountain" | "mountain-in-region":
            return f"{each} mountain {noun}{region}"
        case "region":
            return f"in the {region_name(book, where.region or '')}"
        case "not-city":
            return f"{each} {noun} without a city{region}"
        case _:
            return f"{each} {noun}{region}"


def _drives(book: Ruleset, effect: DriveAway) -> str:
    if effect.in_.kind == "target":
        return "drives the others out of that area or destroys them"
    if effect.in_.areas:
        areas = joined([place(book, area) for area in effect.in_.areas])
    else:
        areas = f"{effect.area_count} {effect.in_.resource} areas"
    return f"drives all invaders out of {areas} or destroys them"


def _places(book: Ruleset, facts: CardFacts) -> str:
    assert facts.where is not None
    counts = units(facts.units, "no units")
    if facts.where.kind in ("target", "target-or-adjacent"):
        beside = " or in one area beside it" if facts.where.kind == "target-or-adjacent" else ""
        return f"{counts} there{beside}, not in an enemy city"
    if facts.effect(DriveAway) is not None:
        each = ", one in each" if facts.placement == "one-each" else ""
        return f"{counts} there{each}"
    return f"{counts} {_named(book, facts.where)}{_SPREAD.get(facts.placement or '', '')}"


def _named(book: Ruleset, where: Where) -> str:
    areas = joined([place(book, area) for area in where.areas])
    match where.kind:
        case "area":
            return f"in {areas}"
        case "adjacent-to":
            return f"beside {areas}"
        case "region":
            return f"in the {region_name(book, where.region or '')}"
        case "mountain-in-region":
            return f"in mountains of the {region_name(book, where.region or '')}"
        case "each-region":
            return f"in the {joined([region_name(book, region) for region in where.regions])}"
        case _:
            return f"in {where.resource} areas"

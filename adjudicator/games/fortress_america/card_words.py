"""Cards in words, of the USA and of the invaders: made of their facts alone."""

from __future__ import annotations

from adjudicator.games.fortress_america import invader_card_facts as f
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
from adjudicator.games.fortress_america.state import UnitKind
from adjudicator.games.fortress_america.words import ENGLISH_WORDS, Words, place

__all__ = ["card_text", "card_title", "effects_text", "invader_card_text", "invader_effect_text"]


def card_text(book: Ruleset, card: str, of: Words = ENGLISH_WORDS) -> str:
    """Returns a card with all that it does, in short: who reads it needs no printed card."""
    title, deeds = book.cards[card].title, effects_text(book, card, of)
    return of.say("card-told", title=title, card=card, deeds=deeds)


def card_title(facts: CardFacts | f.InvaderCard, card: str, of: Words = ENGLISH_WORDS) -> str:
    """Returns a card by its title and its id."""
    return of.say("card-title", title=facts.title, card=card)


def effects_text(book: Ruleset, card: str, of: Words = ENGLISH_WORDS) -> str:
    """Returns what a card does: "destroys one invading unit in the West; then ..."."""
    facts = book.cards[card]
    parts: list[str] = []
    for effect in facts.effects:
        match effect:
            case DestroyUnits():
                parts.append(_destroys(of, book, effect))
            case DriveAway():
                parts.append(_drives(of, book, effect))
            case PlaceUnits():
                parts.append(_puts(of, book, facts))
            case LaserThreshold():
                parts.append(of.say("card-lasers", value=effect.value))
            case Airlift():
                parts.append(of.say("card-airlift", limit=effect.stack_limit))
    return of.say("deeds", deeds=parts)


def _destroys(of: Words, book: Ruleset, effect: DestroyUnits) -> str:
    what = _targets(of, effect)
    if effect.owner != "any-invader":
        what = of.say("of-side", units=what, side=of.side(effect.owner))
    elif effect.kinds != "any":
        what = of.say("of-an-invader", units=what)
    where = _areas(of, book, effect.in_, each_of=effect.area_count if effect.per_area else 0)
    return of.say(
        "card-destroys-up-to" if effect.up_to else "card-destroys", units=what, where=where
    )


def _targets(of: Words, effect: DestroyUnits) -> str:
    """Returns how many units of which kinds a card destroys."""
    if effect.kinds == "any":
        if effect.amount == "all":
            return of.say("invading-all")
        return of.say("invading", count=effect.amount)
    if effect.amount == 1:
        return of.say("kinds-one", kinds=[of.unit_name(kind) for kind in effect.kinds])
    kinds = [of.unit_name(kind, 2) for kind in effect.kinds]
    if effect.amount == "all":
        return of.say("kinds-all", kinds=kinds)
    return of.say("kinds-many", kinds=kinds, count=effect.amount)


def _areas(of: Words, book: Ruleset, where: Where, *, each_of: int) -> str:
    """Returns "in each of 2 cities", "in one mountain area", "in one area of the West".

    Args:
        each_of: of how many areas each is meant; 0: one area.
    """
    count = 2 if each_of else 1
    match where.kind:
        case "region":
            return of.say("in-region", region=of.region(book, where.region or ""))
        case "city-enemy-occupied":
            areas = of.say("areas-with-city", count=count)
        case "resource":
            areas = _with(of, where.resource, count)
        case "mountain" | "mountain-in-region":
            areas = of.say("areas-with-mountains", count=count)
        case "not-city":
            areas = of.say("areas-without-city", count=count)
        case _:
            areas = of.say("areas", count=count)
    if where.region:
        areas = of.say("areas-of-region", areas=areas, region=of.region(book, where.region))
    if each_of:
        return of.say("each-of-areas", count=each_of, areas=areas)
    return of.say("one-of-areas", areas=areas)


def _with(of: Words, resource: str | None, count: int) -> str:
    """Returns "oil area", "oil areas"."""
    return of.say("areas-with", resource=of.say(f"resource-{resource}"), count=count)


def _drives(of: Words, book: Ruleset, effect: DriveAway) -> str:
    if effect.in_.kind == "target":
        return of.say("drives-others")
    if effect.in_.areas:
        return of.say("drives-named", areas=of.place_names(book, effect.in_.areas))
    count = effect.area_count
    return of.say("drives-counted", count=count, areas=_with(of, effect.in_.resource, 2))


def _puts(of: Words, book: Ruleset, facts: CardFacts) -> str:
    assert facts.where is not None
    units = of.units(facts.units, of.say("no-units"))
    if facts.where.kind == "target":
        return of.say("puts-at-target", units=units)
    if facts.where.kind == "target-or-adjacent":
        return of.say("puts-near-target", units=units)
    if facts.effect(DriveAway) is not None:
        is_one_each = facts.placement == "one-each"
        return of.say("puts-there-each" if is_one_each else "puts-there", units=units)
    where = _where(of, book, facts.where)
    if f"spread-{facts.placement}" in of.language:
        return of.say(f"spread-{facts.placement}", units=units, where=where)
    return of.say("puts", units=units, where=where)


def _where(of: Words, book: Ruleset, where: Where) -> str:
    match where.kind:
        case "area":
            return of.say("in-areas", areas=of.place_names(book, where.areas))
        case "adjacent-to":
            return of.say("beside-areas", areas=of.place_names(book, where.areas))
        case "region":
            return of.say("in-region", region=of.region(book, where.region or ""))
        case "mountain-in-region":
            return of.say("in-mountains", region=of.region(book, where.region or ""))
        case "each-region":
            regions = [of.region(book, region) for region in where.regions]
            return of.say("in-regions", regions=regions)
        case _:
            return of.say("in-areas-with", areas=_with(of, where.resource, 2))


# -- invader cards (2012 variants) ----------------------------------------------------------------


def invader_card_text(book: Ruleset, card: str, of: Words = ENGLISH_WORDS) -> str:
    """Returns a card with all that it says, in short: who reads it needs no printed card."""
    facts = book.invader_cards[card]
    told = of.say(
        "invader-card", title=facts.title, card=card, moment=of.say(f"moment-{facts.when}"),
        wanted=_requirements(of, book, facts), deed=invader_effect_text(book, card, of),
    )  # fmt: skip
    if facts.remains:
        told = of.say("invader-card-remains", card=told)
    return of.say("invader-card-stand-in", card=told) if facts.stand_in else told


def _requirements(of: Words, book: Ruleset, facts: f.InvaderCard) -> list[str]:
    """Returns what a card asks for: "Seattle", "2 oil areas"."""
    texts = []
    for wanted in facts.requires:
        if wanted.area is not None:
            texts.append(place(book, wanted.area))
        elif wanted.kind == "city":
            texts.append(of.say("cities", count=wanted.amount))
        else:
            areas = _with(of, wanted.kind, wanted.amount)
            texts.append(of.say("wanted-areas", count=wanted.amount, areas=areas))
    return texts


def invader_effect_text(book: Ruleset, card: str, of: Words = ENGLISH_WORDS) -> str:
    """Returns what a card does: "lets infantry go 1 space farther in the maneuvers"."""
    match book.invader_cards[card].effect:
        case f.Foothold() as does:
            return of.say(
                "deed-foothold-taken" if does.can_be_captured else "deed-foothold",
                place=place(book, does.area),
            )
        case f.NoLasers():
            return of.say("deed-no-lasers")
        case LaserThreshold() as does:
            return of.say("deed-laser-threshold", value=does.value)
        case f.RecoverUnits() as does:
            return of.say("deed-recover", count=does.amount, kinds=_kinds(of, does.kinds))
        case f.CombinedArms():
            return of.say("deed-combined-arms")
        case f.RerollMisses() as does:
            return of.say(
                "deed-reroll-for-a-city" if does.only_in_cities else "deed-reroll",
                kinds=_kinds(of, does.kinds),
            )
        case f.ExtraMovement() as does:
            return of.say("deed-farther", kinds=_kinds(of, does.kinds), count=does.amount)
        case f.FewerCards() as does:
            return of.say("deed-fewer-cards", count=does.amount)
        case f.CancelCards() as does:
            return of.say("deed-cancel", count=does.amount)
        case f.DestroyLaser():
            return of.say("deed-destroy-laser")
        case f.DestroyUsUnits() as does:
            return of.say("deed-destroy-units", count=does.amount)
        case f.IgnoreSupply() as does:
            return of.say("deed-ignore-supply", count=does.amount)


def _kinds(of: Words, kinds: tuple[UnitKind, ...]) -> list[str]:
    return [of.unit_name(kind, 2) for kind in kinds]

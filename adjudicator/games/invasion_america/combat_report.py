"""What a report says of the combat phase: every attack with its odds, its die and what followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.core.game import Event
from adjudicator.core.report import Die, Line
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import type_of

__all__ = ["after_combat_line", "combat_line", "halved_in"]

_MOST_NAMED = 2
"""More units that are halved are counted; the page names them."""


def combat_line(narrator: ContinentNarrator, event: Event) -> Line | None:
    """Returns what a report says of an event of the combat phase; None: it is none of them."""
    match event:
        case c.AttackMade():
            return _attack(narrator, event)
        case c.AttackResolved():
            return _resolved(narrator, event)
        case c.AttackCalledOff():
            hexes = narrator.places(event.hexes)
            return narrator.line("called-off", hexes=hexes, reason=_reason(narrator, event))
        case c.AttackFailed():
            hexes = narrator.places(event.hexes)
            return narrator.line("attack-failed", hexes=hexes, message=narrator.why(event))
        case c.ZeroMilitiaRemoved():
            return narrator.line(
                "militia-removed", units=narrator.units(event.units), count=len(event.units)
            )
        case e.UnitRevealed():
            return narrator.line("one-revealed", unit=event.unit, strength=event.strength)
    if isinstance(event, c.UnitsRetreated | c.UnitsDisplaced | c.UnitsAdvanced):
        return after_combat_line(narrator, event, event.units)
    return None


def _reason(narrator: ContinentNarrator, event: c.AttackCalledOff) -> str:
    """Returns which condition was not met."""
    if event.reason == "at-least":
        found, wanted = narrator.column(event.found), narrator.column(event.wanted)
        return narrator.say("odds-fall-short", found=found, wanted=wanted)
    hexes = narrator.places(event.wanted.split())
    return narrator.say(f"called-off-{event.reason}", hexes=hexes)


def _attack(narrator: ContinentNarrator, event: c.AttackMade) -> Line:
    return narrator.line(
        "attack" if event.assault is None else "assault",
        number=event.number,
        hexes=narrator.places(event.hexes),
        defenders=narrator.units(event.defenders),
        count=len(event.units),
    )


def _resolved(narrator: ContinentNarrator, event: c.AttackResolved) -> Line:
    die = Die(value=event.die, result=event.result.capitalize(), counts=True)
    why = [*_multiplied(narrator, event), *_halved(narrator, event)]
    text = narrator.say(
        "odds", attack=event.attack, defence=event.defence, column=narrator.column(event.odds)
    )
    if why:
        text = narrator.say("odds-because", odds=text, why="; ".join(why))
    return Line(text, dice=(die,), label=f"{event.label}/die")


def _multiplied(narrator: ContinentNarrator, event: c.AttackResolved) -> Iterator[str]:
    """Yields what terrain made of the defenders."""
    for number, multiple in event.multiples.items():
        names = [name for name, one in event.defenders.items() if one.at == number and one.printed]
        if multiple > 1 and not all(_is_air(narrator.book, name) for name in names):
            if len(event.hexes) == 1:
                yield narrator.say("times", multiple=multiple)
            else:
                yield narrator.say("times-in", place=narrator.place(number), multiple=multiple)


def _halved(narrator: ContinentNarrator, event: c.AttackResolved) -> Iterator[str]:
    """Yields who counted for half or less, in a few words."""
    names = halved_in(narrator.book, event)
    for key, side in (("attackers", event.attackers), ("defenders", event.defenders)):
        here = [name for name in side if name in names]
        if here and len(here) == len(side):
            yield narrator.say(f"all-halved-{key}")
        elif len(here) > _MOST_NAMED:
            yield narrator.say(f"some-halved-{key}", count=len(here))
        elif here:
            yield narrator.say("halved", units=narrator.units(here))


def halved_in(book: Ruleset, event: c.AttackResolved) -> tuple[str, ...]:
    """Returns who counted for half or less: out of supply, in the weather, alone. (Ruling 10)"""
    return tuple(
        name
        for name, one in (*event.attackers.items(), *event.defenders.items())
        if one.printed is not None and one.counted < one.printed * _multiple(book, event, name)
    )


def _multiple(book: Ruleset, event: c.AttackResolved, name: str) -> int:
    """Returns by what a unit is multiplied: attackers and air units are not. (14.44)"""
    if name in event.attackers or _is_air(book, name):
        return 1
    return event.multiples[event.defenders[name].at]


def _is_air(book: Ruleset, unit: str) -> bool:
    """Whether a unit fights as an air unit: carriers do. (7.4, ruling 84)"""
    return book.of(unit).unit_class == "air" or type_of(unit) == "carrier"


def after_combat_line(
    narrator: ContinentNarrator, event: Event, units: Iterable[str]
) -> Line | None:
    """Returns who retreated, was displaced or advanced, and where to; None: nobody."""
    names = [*units]
    told, count = narrator.units(names), len(names)
    match event:
        case c.UnitsRetreated(path=path):
            key, place = "retreat", path[-1]
        case c.UnitsDisplaced(to=to):
            key, place = "displaced", to
        case c.UnitsAdvanced(path=path):
            key, place = "advance" if len(path) > 1 else "land", path[-1]
        case _:
            return None
    return Line(narrator.say(key, units=told, count=count, place=narrator.place(place)))

"""What a report says of the combat phase: every attack with its odds, its die and what followed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import joined
from adjudicator.core.game import Event
from adjudicator.core.report import Die, Line
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.combat_words import column_text, result_text
from adjudicator.games.invasion_america.headline import CONTINENT
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import type_of
from adjudicator.games.invasion_america.words import names_text, place

__all__ = ["combat_line"]


def combat_line(book: Ruleset, event: Event) -> Line | None:
    """Returns what a report says of an event of the combat phase; None: it is none of them."""
    match event:
        case c.AttackMade():
            return Line(text=_attack(book, event))
        case c.AttackResolved():
            return _resolved(book, event)
        case c.AttackCalledOff():
            where = _hexes(book, event.hexes)
            return Line(text=f"The attack on {where} is called off: {_reason(book, event)}.")
        case c.AttackFailed():
            return Line(text=f"The attack on {_hexes(book, event.hexes)} fails: {event.message}.")
        case c.ZeroMilitiaRemoved():
            names = names_text(event.units)
            return Line(text=f"{names}: strength zero, removed.")
        case e.UnitRevealed():
            return Line(text=f"{event.unit} is revealed: strength {event.strength}.")
    text = _moved(book, event)
    return Line(text=text) if text else None


def _reason(book: Ruleset, event: c.AttackCalledOff) -> str:
    """Returns which condition was not met."""
    if event.reason == "at-least":
        found, wanted = column_text(event.found), column_text(event.wanted)
        return f"the odds expected are {found}, and {wanted} is wanted"
    hexes = _hexes(book, tuple(event.wanted.split()))
    if event.reason == "if-won":
        return f"not won: {hexes}"
    return f"won: {hexes}"


def _attack(book: Ruleset, event: c.AttackMade) -> str:
    key = "attack" if event.assault is None else "assault"
    hexes = [place(book, number) for number in event.hexes]
    defenders, count = names_text(event.defenders), len(event.units)
    return CONTINENT.say(key, number=event.number, hexes=hexes, defenders=defenders, count=count)


def _resolved(book: Ruleset, event: c.AttackResolved) -> Line:
    die = Die(value=event.die, result=result_text(event.result), counts=True)
    text = f"{event.attack} against {event.defence}, {column_text(event.odds)}"
    why = (*_multiplied(book, event), *_halved(book, event))
    if why:
        text += f" ({'; '.join(why)})"
    return Line(text=text, dice=(die,), label=f"{event.label}/die")


def _multiplied(book: Ruleset, event: c.AttackResolved) -> Iterator[str]:
    """Yields what terrain made of the defenders."""
    for number, multiple in event.multiples.items():
        names = [name for name, one in event.defenders.items() if one.at == number and one.printed]
        if multiple > 1 and not all(_is_air(book, name) for name in names):
            if len(event.hexes) == 1:
                yield CONTINENT.say("times", multiple=multiple)
            else:
                yield CONTINENT.say("times-in", place=place(book, number), multiple=multiple)


def _halved(book: Ruleset, event: c.AttackResolved) -> Iterator[str]:
    """Yields who counted for half or less: out of supply, in the weather, alone. (Ruling 10)"""
    names = [
        name
        for name, one in (*event.attackers.items(), *event.defenders.items())
        if one.printed is not None and one.counted < one.printed * _multiple(book, event, name)
    ]
    if names:
        yield f"{names_text(names)} halved"


def _multiple(book: Ruleset, event: c.AttackResolved, name: str) -> int:
    """Returns by what a unit is multiplied: attackers and air units are not. (14.44)"""
    if name in event.attackers or _is_air(book, name):
        return 1
    return event.multiples[event.defenders[name].at]


def _is_air(book: Ruleset, unit: str) -> bool:
    """Whether a unit fights as an air unit: carriers do. (7.4, ruling 84)"""
    return book.of(unit).unit_class == "air" or type_of(unit) == "carrier"


def _moved(book: Ruleset, event: Event) -> str:
    """Returns who retreated, made way or advanced."""
    match event:
        case c.UnitsRetreated():
            end = place(book, event.path[-1])
            return f"{names_text(event.units)}: retreat to {end}."
        case c.UnitsDisplaced():
            return f"{names_text(event.units)}: displaced to {place(book, event.to)}."
        case c.UnitsAdvanced():
            end = place(book, event.path[-1])
            how = "advance to" if len(event.path) > 1 else "land in"
            return f"{names_text(event.units)}: {how} {end}."
    return ""


def _hexes(book: Ruleset, hexes: tuple[str, ...]) -> str:
    return joined([place(book, number) for number in hexes])

"""What a report says of the combat phase: every attack with its odds, its die and what followed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.english import joined
from adjudicator.core.game import Event
from adjudicator.core.report import Die, Line
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.book import Book
from adjudicator.games.invasion_america.combat_words import column_text, result_text
from adjudicator.games.invasion_america.words import does, place, units_text

__all__ = ["combat_line"]

_REASONS: Mapping[c.CallOffReason, str] = {
    "at-least": "the odds are {found}, not {wanted}",
    "if-won": "{wanted} was not won",
    "unless-won": "{wanted} was won",
}


def combat_line(book: Book, event: Event) -> Line | None:
    """Returns what a report says of an event of the combat phase; None: it is none of them."""
    match event:
        case c.AttackMade():
            return Line(text=_attack(book, event))
        case c.AttackResolved():
            return _resolved(book, event)
        case c.AttackCalledOff():
            reason = _REASONS[event.reason].format(found=event.found, wanted=event.wanted)
            return Line(text=f"The attack on {_hexes(book, event.hexes)} is called off: {reason}.")
        case c.AttackFailed():
            return Line(text=f"The attack on {_hexes(book, event.hexes)} fails: {event.message}.")
        case c.ZeroMilitiaRemoved():
            names = joined([*event.units])
            return Line(text=f"{names}: strength zero, removed.")
        case e.UnitRevealed():
            return Line(text=f"{event.unit} is revealed: strength {event.strength}.")
    text = _moved(book, event)
    return Line(text=text) if text else None


def _attack(book: Book, event: c.AttackMade) -> str:
    how = "assault" if event.assault is not None else "attack"
    return (
        f"Attack {event.number}: {does(event.side, how)} {_hexes(book, event.hexes)} "
        f"({units_text(event.defenders)}) with {units_text(event.units)}."
    )


def _resolved(book: Book, event: c.AttackResolved) -> Line:
    die = Die(value=event.die, result=result_text(event.result), counts=True)
    text = (
        f"Attack {event.number} on {_hexes(book, event.hexes)}: {event.attack} against "
        f"{event.defence}, {column_text(event.odds)}"
    )
    return Line(text=text, dice=(die,), label=event.label)


def _moved(book: Book, event: Event) -> str:
    """Returns who retreated, made way or advanced."""
    match event:
        case c.UnitsRetreated():
            end = place(book, event.path[-1])
            return f"{units_text(event.units)}: retreat to {end}."
        case c.UnitsDisplaced():
            return f"{units_text(event.units)}: displaced to {place(book, event.to)}."
        case c.UnitsAdvanced():
            end = place(book, event.path[-1])
            how = "advance to" if len(event.path) > 1 else "land in"
            return f"{units_text(event.units)}: {how} {end}."
    return ""


def _hexes(book: Book, hexes: tuple[str, ...]) -> str:
    return joined([place(book, number) for number in hexes])

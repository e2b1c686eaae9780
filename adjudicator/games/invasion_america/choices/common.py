"""What the choices of a player-turn and of a set-up share: words, places, fields by form."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.choices import Asked, Option
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.positions import enemies_at, why_never
from adjudicator.games.invasion_america.state import HOLDING_BOX, State

__all__ = ["given", "may_appear", "named_places", "script_words", "whatever"]

_WORDS = ("together", "moved", "full", "fleet", "aboard", "cargo", "far", "box", "no-enemy",
         "twice", "reach", "assault", "air", "forces", "advance", "condition",
         "many", "on-ship", "garrison", "beside")  # fmt: skip
"""What `compose.js` says."""


def script_words(narrator: ContinentNarrator) -> dict[str, str]:
    """Returns what `compose.js` says."""
    return {key: narrator.say(f"pen-note-{key}") for key in _WORDS}


def named_places(narrator: ContinentNarrator, view: State, named: Iterable[str]) -> dict[str, str]:
    """Returns the places that matter, and all that have a name."""
    book = narrator.book
    cities = (
        book.number_of(hex_)
        for hex_, facts in enumerate(book.charts.facts)
        if facts is not None and facts.name
    )
    found = {number: narrator.place(number) for number in (*named, *cities)}
    if view.side == "pal":
        found[HOLDING_BOX] = narrator.place(HOLDING_BOX)
    return found


def given(narrator: ContinentNarrator, name: str) -> Asked:
    """Returns a field that a form alone makes: it is kept where it stands."""
    say = narrator.say
    options = (Option(text=say("pen-left-out")), whatever(narrator))
    text = say(f"pen-field-{name}")
    return Asked(name=name, text=text, options=options)


def whatever(narrator: ContinentNarrator) -> Option:
    """Returns the option of a field that stands for all that no other option says."""
    return Option(text=narrator.say("pen-given"), value="$x", x="given")


def may_appear(narrator: ContinentNarrator, view: State, mix: str, place: str) -> bool:
    """Whether units of a nation and type can ever be placed there without more being said."""
    book = narrator.book
    if place == HOLDING_BOX:
        return True
    hex_, is_naval = book.hexes[place], book.counters[mix].unit_class == "naval"
    if why_never(book, mix, hex_) or enemies_at(book, view, view.side, hex_):
        return False
    return not is_naval or len(book.charts.sea.waters[hex_]) == 1

"""What lies before the side whose turn it is: what it sets up, what may come back, what it must."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import joined
from adjudicator.games.invasion_america.rules.attack_checks import is_assaulted
from adjudicator.games.invasion_america.rules.deployment import area_text
from adjudicator.games.invasion_america.rules.replacements import allowance_of, what_can_come
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, side_of, type_of
from adjudicator.games.invasion_america.words import (
    SIDE_WORDS,
    counts_text,
    mix_text,
    named,
    place,
)

__all__ = ["assaults_text", "due", "supply_text"]

_MOST = 12
"""More units than these are counted alone."""


def due(book: Ruleset, state: State) -> Iterator[str]:
    """Yields what a side sets up, its replacements, and the assaults that it must make.

    (18.2, 8.2, 15.0)
    """
    if state.result is not None:
        return
    if state.phase == "set-up":
        yield from _to_set_up(book, state)
        return
    if state.phase in ("naval", "replacement"):
        left = allowance_of(book, state, state.side)
        yield f"Replacements: {what_can_come(book, state, left)}"
    if state.phase not in ("second-supply", "mechanised"):
        yield from assaults_text(book, state)


def _to_set_up(book: Ruleset, state: State) -> Iterator[str]:
    """Yields the order of battle of each side that the next seat sets up. (18.2)"""
    left = first_setting(book, state.setting_up[0]).left
    for side in book.facts.sides:
        counts = {mix: count for (whose, mix), count in left.items() if whose == side}
        if counts:
            yield f"The order of battle of {SIDE_WORDS[side]}: {counts_text(book, counts)}."
        areas: dict[str, list[str]] = {}
        for mix in counts:
            areas.setdefault(area_text(book, side, mix), []).append(mix)
        for area, mixes in areas.items():
            which = joined([mix_text(book, mix, 2).partition(" ")[2] for mix in mixes])
            yield f"Set up in {area}: {which}."


def assaults_text(book: Ruleset, state: State) -> Iterator[str]:
    """Yields the amphibious units that lie where enemies are. (15.0, ruling 71)"""
    for name, unit in state.units.items():
        if type_of(name) != "amphibious" or side_of(name) != state.side:
            continue
        hex_ = book.hexes.get(unit.at)
        if hex_ is not None and is_assaulted(book, state, state.side, hex_):
            away = ", or leave it now" if state.phase == "naval" else ""
            yield f"{name} must assault {place(book, unit.at)}{away}."


def supply_text(book: Ruleset, state: State) -> Iterator[str]:
    """Yields who of the side whose player-turn it is has no supply at this moment. (9.0)"""
    if state.result is not None or state.phase == "set-up":
        return
    out = out_of_supply(book, state, state.side)
    if out:
        yield f"Out of supply as things stand: {named(out, _MOST)}."

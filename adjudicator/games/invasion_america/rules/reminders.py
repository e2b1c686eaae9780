"""What lies before the side whose turn it is: what it sets up, what may come back, what it must."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.attack_checks import is_assaulted
from adjudicator.games.invasion_america.rules.deployment import area_text
from adjudicator.games.invasion_america.rules.replacements import (
    Allowance,
    allowance_of,
    left_in_boxes,
)
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.state import State, side_of, type_of

__all__ = ["assaults_text", "due", "may_come", "supply_text"]

_MOST = 12
"""More units than these are counted alone."""


def due(narrator: ContinentNarrator, state: State) -> Iterator[str]:
    """Yields what a side sets up, its replacements, and the assaults that it must make.

    (18.2, 8.2, 15.0)
    """
    if state.result is not None:
        return
    if state.phase == "set-up":
        yield from _to_set_up(narrator, state)
        return
    if state.phase in ("naval", "replacement"):
        left = allowance_of(narrator.book, state, state.side)
        yield may_come(narrator, left_in_boxes(narrator.book, state, left))
    if state.phase not in ("second-supply", "mechanised"):
        yield from assaults_text(narrator, state)


def may_come(narrator: ContinentNarrator, left: Allowance) -> str:
    """Returns what may come and lies in the boxes. (8.21)"""
    listed = narrator.counts(left.constant)
    parts = [narrator.say("all-of", units=listed)] if listed else []
    if left.variable:
        parts.append(narrator.say("of-choice", count=left.variable))
    if left.bonus:
        parts.append(narrator.say("bonus-of-choice", count=left.bonus))
    if left.transports:
        parts.append(narrator.say("transports", count=left.transports))
    if not parts:
        return narrator.say("may-come-nothing")
    units = parts[0]
    for more in parts[1:]:
        units = narrator.say("may-come-also", units=units, more=more)
    return narrator.say("may-come", units=units)


def _to_set_up(narrator: ContinentNarrator, state: State) -> Iterator[str]:
    """Yields the order of battle of each side that the next seat sets up. (18.2)"""
    book = narrator.book
    left = first_setting(book, state.setting_up[0]).left
    for side in book.facts.sides:
        counts = {mix: count for (whose, mix), count in left.items() if whose == side}
        if counts:
            units = narrator.counts(counts)
            yield narrator.say("order-of-battle", side=narrator.side(side), units=units)
        areas: dict[str, list[str]] = {}
        for mix in counts:
            areas.setdefault(area_text(narrator, side, mix), []).append(mix)
        for area, mixes in areas.items():
            which = [narrator.kind(mix) for mix in mixes]
            yield narrator.say("set-up-in", area=area, units=which)


def assaults_text(narrator: ContinentNarrator, state: State) -> Iterator[str]:
    """Yields the amphibious units that lie where enemies are. (15.0, ruling 71)"""
    book = narrator.book
    for name, unit in state.units.items():
        if type_of(name) != "amphibious" or side_of(name) != state.side:
            continue
        hex_ = book.hexes.get(unit.at)
        if hex_ is not None and is_assaulted(book, state, state.side, hex_):
            yield narrator.say(
                "must-assault-or-leave" if state.phase == "naval" else "must-assault",
                ship=name,
                place=narrator.place(unit.at),
            )


def supply_text(narrator: ContinentNarrator, state: State) -> Iterator[str]:
    """Yields who of the side whose player-turn it is has no supply at this moment. (9.0)"""
    if state.result is not None or state.phase == "set-up":
        return
    out = out_of_supply(narrator.book, state, state.side)
    if out:
        yield narrator.say("out-of-supply-now", units=narrator.first_of(out, _MOST))

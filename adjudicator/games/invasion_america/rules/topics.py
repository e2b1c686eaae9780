"""What `template` says of each topic: what is due, where it may go, why nothing is possible now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import amount, joined
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.deployment import area_text
from adjudicator.games.invasion_america.rules.kinds import MECHANISED
from adjudicator.games.invasion_america.rules.partisans import why_not_invoked
from adjudicator.games.invasion_america.rules.positions import enemies_at
from adjudicator.games.invasion_america.rules.reminders import assaults_text
from adjudicator.games.invasion_america.rules.replacements import (
    allowance_of,
    allowance_text,
    left_in_boxes,
    open_places,
    replacement_hexes,
    what_can_come,
)
from adjudicator.games.invasion_america.rules.samples import able_units
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.weather import movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Side, State, side_of, type_of
from adjudicator.games.invasion_america.words import (
    SIDE_WORDS,
    counts_text,
    named,
    place,
    type_text,
)

__all__ = ["topic_notes", "why_not_now"]

_MOST = 12
"""More hexes than these are counted alone."""


def topic_notes(narrator: ContinentNarrator, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    book = narrator.book
    match topic:
        case "setup" if view.phase == "set-up" and view.setting_up[0] == seat:
            yield from _of_setup(book, seat)
        case "replacements":
            left = allowance_of(book, view, view.side)
            if places := open_places(book, view, left):
                text = named([place(book, number) for number in places], _MOST)
                yield f"{what_can_come(book, view, left)} They find room in {text}."
        case "rail":
            for points, units in _by_points(book, view):
                yield f"{named(units)} may go {amount(points, 'hex', 'hexes')} in all, each."
        case "naval" | "combat":
            yield from assaults_text(narrator, view)


def _of_setup(book: Ruleset, seat: str) -> Iterator[str]:
    """Yields which units each side of a seat sets up, and where. (18.2, 18.31)"""
    areas: dict[tuple[Side, str], dict[str, int]] = {}
    for (side, mix), count in first_setting(book, seat).left.items():
        if count:
            areas.setdefault((side, area_text(book, side, mix)), {})[mix] = count
    for (side, area), counts in areas.items():
        nations = {book.counters[mix].nation for mix in counts}
        text = counts_text(book, counts)
        if len(nations) == 1:
            text = joined([type_text(book.counters[mix].type, n) for mix, n in counts.items()])
        yield f"{SIDE_WORDS[side]}, in {area}: {text}"


def why_not_now(book: Ruleset, view: State, seat: str, topic: str) -> str:
    """Returns why no order of a topic is legal now; empty: there may be one."""
    side = SIDE_WORDS[view.side]
    match topic:
        case "partisans":
            return why_not_invoked(book, view)
        case "naval":
            return "" if _of_class(book, view, "naval") else f"{side} has no ship in play"
        case "replacements":
            return _no_replacements(book, view)
        case "rail":
            return "" if _of_class(book, view, "rail") else "no rail unit is in play"
        case "movement":
            return "" if able_units(book, view, ("land", "air")) else "no unit of yours may move"
        case "mechanised":
            return _not_mechanised(book, view)
        case "combat":
            return "" if _is_beside_enemies(book, view) else f"no unit of {side} is beside an enemy"
        case _:
            return ""


def _of_class(book: Ruleset, view: State, unit_class: str) -> list[str]:
    """Returns the units of a class that the phasing side has in play."""
    own = [name for name in view.units if side_of(name) == view.side]
    return [name for name in own if book.of(name).unit_class == unit_class]


def _by_points(book: Ruleset, view: State) -> list[tuple[int, list[str]]]:
    """Returns the rail units by how far they go."""
    found: dict[int, list[str]] = {}
    for unit in _of_class(book, view, "rail"):
        found.setdefault(movement_points(book, view, unit), []).append(unit)
    return sorted(found.items(), reverse=True)


def _no_replacements(book: Ruleset, view: State) -> str:
    left = allowance_of(book, view, view.side)
    if not allowance_text(book, left_in_boxes(book, view, left)):
        return "the boxes hold nothing that may come"
    if open_places(book, view, left):
        return ""
    if hexes := replacement_hexes(book, view, view.side):
        return f"there is no room where they may appear: {named(hexes, _MOST)}"
    if view.side == US:
        return "no supply hex is under your control where they could appear"
    return (
        "they have no place to appear: a port with a land or air unit of yours, or a coastal hex "
        "with a supply unit that landed in an earlier player-turn"
    )


def _not_mechanised(book: Ruleset, view: State) -> str:
    if not any(type_of(name) in MECHANISED for name in able_units(book, view, ("land",))):
        return "only armour and mechanised infantry move then, and none of yours may"
    return ""


def _is_beside_enemies(book: Ruleset, view: State) -> bool:
    """Whether a unit of the phasing side stands beside enemies, or in their hex, as at sea."""
    for hex_, names in book.occupation(view).units.items():
        if any(side_of(name) == view.side for name in names):
            around = (hex_, *book.charts.grid.neighbours[hex_])
            if any(enemies_at(book, view, view.side, there) for there in around):
                return True
    return False

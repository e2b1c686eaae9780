"""What `template` says of each topic: what is due, where it may go, why nothing is possible now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.invasion_america.narrator import ContinentNarrator, many
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.deployment import area_text
from adjudicator.games.invasion_america.rules.kinds import MECHANISED
from adjudicator.games.invasion_america.rules.positions import enemies_at
from adjudicator.games.invasion_america.rules.reminders import assaults_text, may_come
from adjudicator.games.invasion_america.rules.replacements import (
    allowance_of,
    left_in_boxes,
    open_places,
    replacement_hexes,
)
from adjudicator.games.invasion_america.rules.samples import able_units
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.weather import movement_points
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Side, State, side_of, type_of

__all__ = ["topic_notes", "why_not_now"]

_MOST = 12
"""More hexes than these are counted alone."""


def topic_notes(narrator: ContinentNarrator, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    book, of = narrator.book, narrator
    match topic:
        case "setup" if view.phase == "set-up" and view.setting_up[0] == seat:
            yield from _of_setup(of, seat)
        case "replacements":
            left = allowance_of(book, view, view.side)
            if places := open_places(book, view, left):
                room = of.say("find-room", places=of.first_of(of.places(places), _MOST))
                yield f"{may_come(of, left_in_boxes(book, view, left))} {room}"
        case "rail":
            for points, units in _by_points(book, view):
                yield of.say("due-rail", units=of.first_of(units), count=points)
        case "naval" | "combat":
            yield from assaults_text(of, view)


def _of_setup(of: ContinentNarrator, seat: str) -> Iterator[str]:
    """Yields which units each side of a seat sets up, and where. (18.2, 18.31)"""
    book = of.book
    areas: dict[tuple[Side, str], dict[str, int]] = {}
    for (side, mix), count in first_setting(book, seat).left.items():
        if count:
            areas.setdefault((side, area_text(of, side, mix)), {})[mix] = count
    for (side, area), counts in areas.items():
        units = of.counts(counts)
        if len({book.counters[mix].nation for mix in counts}) == 1:
            units = [
                of.say(f"some-{book.counters[mix].type}", count=n) for mix, n in counts.items()
            ]
        yield of.say("due-setup", side=of.side(side), area=area, units=units)


def why_not_now(of: ContinentNarrator, view: State, seat: str, topic: str) -> str:
    """Returns why no order of a topic is legal now; empty: there may be one."""
    book, key = of.book, ""
    match topic:
        case "partisans":
            return _no_partisans(of, view)
        case "naval" if not _of_class(book, view, "naval"):
            return of.say("none-ships", side=of.side(view.side), many=many(view.side))
        case "replacements":
            return _no_replacements(of, view)
        case "rail" if not _of_class(book, view, "rail"):
            key = "none-rail"
        case "movement" if not able_units(book, view, ("land", "air")):
            key = "none-movable"
        case "mechanised" if not _has_mechanised(book, view):
            key = "none-mechanised"
        case "combat" if not _is_beside_enemies(book, view):
            return of.say("none-beside", side=of.side(view.side))
    return of.say(key) if key else ""


def _no_partisans(of: ContinentNarrator, view: State) -> str:
    """Returns why the partisan rules may not be invoked now; empty: they may. (19.82, 19.83)"""
    if view.partisans:
        return of.say("none-partisans")
    below, points = of.book.facts.partisans_below, points_by_side(of.book, view)[US]
    if below is None or points < below:
        return ""
    return of.say("none-partisans-points", below=below, points=points)


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


def _no_replacements(of: ContinentNarrator, view: State) -> str:
    book = of.book
    left = allowance_of(book, view, view.side)
    if left_in_boxes(book, view, left).is_empty:
        return of.say("none-in-boxes")
    if open_places(book, view, left):
        return ""
    if hexes := replacement_hexes(book, view, view.side):
        return of.say("none-room", places=of.first_of(hexes, _MOST))
    return of.say("none-supply-hex" if view.side == US else "none-port")


def _has_mechanised(book: Ruleset, view: State) -> bool:
    """Whether a unit of the phasing side may move in the mechanised movement phase."""
    return any(type_of(name) in MECHANISED for name in able_units(book, view, ("land",)))


def _is_beside_enemies(book: Ruleset, view: State) -> bool:
    """Whether a unit of the phasing side stands beside enemies, or in their hex, as at sea."""
    for hex_, names in book.occupation(view).units.items():
        if any(side_of(name) == view.side for name in names):
            around = (hex_, *book.charts.grid.neighbours[hex_])
            if any(enemies_at(book, view, view.side, there) for there in around):
                return True
    return False

"""Which parts of the map a report shows: where something happened, and each cluster of attacks.

The continent is too large to be read at once. The theatre is the part in which all of an opening
lies; beside it stands a part for attacks that lie near each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.boards.hexes import Hex
from adjudicator.core.capabilities import Part
from adjudicator.core.game import Event
from adjudicator.core.report import Style
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.picture_events import fights, marches
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.render.hexes.picture import FARTHEST, Fight

__all__ = ["clusters", "parts"]

_NEAR = 4
"""How many hexes at most lie between attacks of one cluster."""
_WIDEST = 5
"""How far the part of a cluster reaches at most: what is printed on half a page can be read."""
_CLOSER = 2
"""How much less far it reaches than the theatre; else a screen shows the theatre alone."""
_LEAST = 3
"""How far it reaches at least."""


def parts(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[Part]:
    """Yields the theatre, then a part for each cluster of attacks; none if nothing happened.

    If what happened spans the continent, the theatre is the whole map.
    """
    book = narrator.book
    made = tuple(fights(narrator, events))
    fought = [hex_ for fight in made for hex_ in _hexes(book, fight)]
    ashore = [*fought, *_elsewhere(narrator, events)]
    if not ashore:
        return
    shown = next(
        (style for places in (ashore, fought) if (style := _around(book, places, rim=2))), None
    )
    if shown is None:
        yield Part(narrator.say("the-map"), Style())
    else:
        yield Part(narrator.say("theatre", part=_words(narrator, shown)), shown)
    for number, cluster in enumerate(clusters(book, made), start=1):
        places = [hex_ for fight in cluster for hex_ in _hexes(book, fight)]
        style = _around(book, places, rim=1, least=_LEAST)
        if style is not None:
            told = "; ".join(f"{fight.number}: {fight.told}" for fight in cluster)
            numbers = [str(fight.number) for fight in cluster]
            attacks = narrator.say("attacks-numbered", numbers=numbers, count=len(cluster))
            part = _words(narrator, style)
            caption = narrator.say("part", number=number, attacks=attacks, part=part, told=told)
            is_as_close = shown is not None and shown.radius <= style.radius + _CLOSER
            yield Part(caption, _alone(style), on_paper_only=is_as_close)


def clusters(book: Ruleset, made: Sequence[Fight]) -> list[list[Fight]]:
    """Returns attacks that lie near each other together, by their numbers."""
    found: list[list[Fight]] = []
    for fight in made:
        here = _hexes(book, fight)
        near = [group for group in found if _fits(book, [*group, fight], here, group)]
        if near:
            near[0].append(fight)
        else:
            found.append([fight])
    return found


def _fits(
    book: Ruleset, together: Sequence[Fight], here: Sequence[Hex], group: list[Fight]
) -> bool:
    """Whether an attack lies near one of a group, and a part shows them all."""
    distance = book.charts.grid.distance
    there = [hex_ for fight in group for hex_ in _hexes(book, fight)]
    if min(distance(one, other) for one in here for other in there) > _NEAR:
        return False
    places = [hex_ for fight in together for hex_ in _hexes(book, fight)]
    style = _around(book, places, rim=1)
    return style is not None and style.radius <= _WIDEST


def _hexes(book: Ruleset, fight: Fight) -> list[Hex]:
    """Returns the hexes that were attacked, and those from which it was done that lie beside."""
    grid = book.charts.grid
    attacked = [grid.hex_of(number) for number in fight.at]
    origins = [grid.hex_of(number) for number in fight.origins if number in book.hexes]
    near = [one for one in origins if any(grid.distance(one, at) <= 2 for at in attacked)]
    return [*attacked, *near]


def _elsewhere(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[Hex]:
    """Yields where units moved, came, went or were lost."""
    book = narrator.book
    for march in marches(narrator, events):
        ends = (
            (march.path[-1],)
            if march.manner in ("rail", "sea")
            else (march.path[0], march.path[-1])
        )
        yield from map(book.hex_of, ends)
    for event in events:
        match event:
            case e.UnitsReplaced():
                yield from (book.hex_of(unit.at) for unit in event.units.values()
                            if unit.at in book.hexes)  # fmt: skip
            case e.UnitEliminated() if event.at in book.hexes:
                yield book.hex_of(event.at)


def _around(book: Ruleset, places: Sequence[Hex], *, rim: int, least: int = 1) -> Style | None:
    """Returns the part in which some hexes lie with a rim; None: it would be too large."""
    if not places:
        return None
    grid = book.charts.grid
    rows, columns = zip(*map(grid.place_of, places), strict=True)
    row, column = (min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2
    far = max(max(rows) - row, max(columns) - column) + rim
    if far > FARTHEST:
        return None
    return Style(around=grid.number_of(grid.at(row, column)), radius=max(far, least))


def _alone(style: Style) -> Style:
    return style.model_copy(update={"alone": True})


def _words(narrator: ContinentNarrator, style: Style) -> str:
    return narrator.say("around", radius=style.radius, hex=style.around)

"""The map as a picture: which counter, colour and mark stands where. No rule is worked out here."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.boards.area import Outlines
from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap
from adjudicator.draw.area_map import area_map
from adjudicator.draw.picture import (
    AreaContent,
    AreaPicture,
    Caption,
    Mark,
    Places,
    Reserve,
    SideEntry,
    Stack,
    Track,
)
from adjudicator.draw.theme import TintId
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.events import BattleEnded
from adjudicator.games.fortress_america.state import (
    KINDS,
    SIDES,
    USA,
    Counts,
    Side,
    State,
    UnitKind,
)

__all__ = ["picture"]

_SIDES = (
    SideEntry(id="western", name="Western invader", look="yellow"),
    SideEntry(id="southern", name="Southern invader", look="blue"),
    SideEntry(id="eastern", name="Eastern invader", look="red"),
    SideEntry(id="usa", name="United States", look="green"),
)
_TINTS: Mapping[str, TintId] = {
    "western": "straw",
    "rocky-mountains": "clay",
    "southern": "peach",
    "plains": "spring",
    "eastern": "sage",
}
_PLACES = Places(
    title=(4900, 150, 3700, 1060),
    tracks=(8780, 150, 6400, 1060),
    legend=(160, 8560, 4400, 2320),
    reserves=(9900, 9700, 3180, 1180),
    compass=(15500, 8050),
    captions=(
        Caption(text="CANADA", at=(13150, 1800), size=300, turn=-22, water=False),
        Caption(text="MEXICO", at=(6150, 10050), size=300, turn=24, water=False),
        Caption(text="Gulf of Mexico", at=(11300, 9250), size=250),
        Caption(text="Atlantic Ocean", at=(16050, 5700), size=230, turn=-90),
        Caption(text="Pacific Ocean", at=(860, 7620), size=220, turn=54),
    ),
)
_SHORTEST_TRACK = 12
"""Cells of the turn track; it grows with the match."""


@functools.lru_cache(maxsize=2)
def _outlines(raw: bytes) -> Outlines:
    """Returns what a shipped file says; it was checked when the match was made."""
    return Outlines.model_validate_json(raw)


def picture(book: Book, view: State, events: Sequence[Event]) -> str:
    """Returns the map as SVG text; `events` are those of the opening shown."""
    return area_map(
        AreaPicture(
            board=book.map,
            outlines=_outlines(book.outlines),
            sides=_SIDES,
            tints=FrozenMap(_TINTS),
            kinds=(*KINDS, "laser"),
            places=_PLACES,
            title=("Fortress America", f"{book.edition.cite} rules", _whose(view)),
            areas=FrozenMap(
                {area: _content(book, view, area, _fought(events)) for area in book.map.areas}
            ),
            tracks=_tracks(book, view),
            reserves=tuple(_reserves(view)),
        )
    )


def _whose(view: State) -> str:
    if view.result is not None:
        winner = view.result.winner
        return "A draw" if winner is None else f"{winner} has won"
    if view.action == "setup-usa":
        return "Set-up of the United States"
    if view.action == "setup-invaders":
        return "Set-up of the invaders"
    return f"Turn {view.turn}: {_name(view.side)} to play"


def _name(side: Side) -> str:
    return next(entry.name for entry in _SIDES if entry.id == side)


def _fought(events: Sequence[Event]) -> dict[str, Side]:
    """Returns the areas in which this opening saw a battle, and who attacked."""
    return {event.area: event.attacker for event in events if isinstance(event, BattleEnded)}


def _content(book: Book, view: State, area: str, fought: Mapping[str, Side]) -> AreaContent:
    laser = (Stack(side="usa", kind="laser", count=1),) if area in view.lasers else ()
    return AreaContent(
        control=book.owner(view, area),
        stacks=tuple(
            stack
            for side in SIDES
            for stack in _stacks(view, area, side, view.units_in(area, side))
        ),
        lasers=laser,
        battle=view.side if area in view.declared else fought.get(area),
        fought=area in fought and area not in view.declared,
        notes=("A battle was fought here.",) if area in fought else (),
    )


def _stacks(view: State, area: str, side: Side, counts: Counts) -> Iterator[Stack]:
    for kind in KINDS:
        left = counts.get(kind, 0)
        for count, mark in _marked(view, area, side, kind):
            yield Stack(side=side, kind=kind, count=count, marks=(mark,))
            left -= count
        if left > 0:
            yield Stack(side=side, kind=kind, count=left)


def _marked(view: State, area: str, side: Side, kind: UnitKind) -> Iterator[tuple[int, Mark]]:
    """Yields how many units of a kind are in a state of their own this turn, and in which."""
    if side != view.side:
        return
    out = view.disengaged.get(area, FrozenMap()).get(kind, 0)
    if out:
        yield out, "disengaged"
    special: Mark = "bombing" if kind == "bomber" else "landed"
    where = {"bomber": view.bombing, "helicopter": view.landed}.get(kind, FrozenMap())
    count = where.get(area, 0) - out
    if count > 0:
        yield count, special


def _tracks(book: Book, view: State) -> tuple[Track, ...]:
    cities = sum(1 for area in book.map.areas if book.is_city(area))
    turns = max(_SHORTEST_TRACK, view.turn)
    first = max(1, turns - 24)
    return (
        Track(
            id="turn",
            title="Turn",
            cells=tuple(str(turn) for turn in range(first, turns + 1)),
            marker=view.turn - first,
            side=view.side,
        ),
        Track(
            id="cities",
            title=f"Captured cities: {book.edition.cities_to_win} win for the invaders",
            cells=tuple(str(number) for number in range(cities + 1)),
            marker=book.captured_cities(view),
            goal=book.edition.cities_to_win,
        ),
    )


def _reserves(view: State) -> Iterator[Reserve]:
    for side in SIDES:
        counts = view.reserves.get(side, FrozenMap())
        stacks = [
            Stack(side=side, kind=kind, count=counts[kind]) for kind in KINDS if kind in counts
        ]
        if side == USA and view.lasers_left:
            stacks.append(Stack(side=side, kind="laser", count=view.lasers_left))
        yield Reserve(id=side, title="USA" if side == USA else side.title(), stacks=tuple(stacks))

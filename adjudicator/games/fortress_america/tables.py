"""The tables of a report: what changed, losses, and which units stand where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Event
from adjudicator.core.report import Listing
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.events import UnitDestroyed
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    SIDES,
    USA,
    Counts,
    Side,
    State,
    UnitKind,
    groups_of,
)
from adjudicator.games.fortress_america.words import Words, place

__all__ = ["changes", "losses", "order_of_battle"]


def changes(of: Words, book: Ruleset, before: State, after: State) -> Listing | None:
    """Returns the spaces in which something is other than before."""
    rows = tuple(
        (_named(of, book, area), _held(of, book, before, area), _held(of, book, after, area))
        for area in book.map.areas
        if _held(of, book, before, area) != _held(of, book, after, area)
    )
    if not rows:
        return None
    taken = [
        place(book, area)
        for area in book.map.areas
        if book.owner(before, area) != book.owner(after, area)
    ]
    return Listing(
        caption=of.say("changed"),
        columns=_columns(of, "column-space", "column-before", "column-after"),
        rows=rows,
        note=of.say(
            "changed-note",
            count=len(rows),
            taken=of.joined(taken) if taken else of.say("none"),
        ),
        folded=len(rows) > _MANY,
    )


def _columns(of: Words, *keys: str) -> tuple[str, ...]:
    return tuple(map(of.say, keys))


def _named(of: Words, book: Ruleset, area: str) -> str:
    name = place(book, area)
    return of.say("space-with-city", place=name) if book.is_city(area) else name


def _units_of(of: Words, side: Side, units: str) -> str:
    return of.say("holds-there", side=of.say(f"short-{side}"), units=units)


def _held(of: Words, book: Ruleset, state: State, area: str) -> str:
    """Returns who controls a space and what stands there."""
    owner = book.owner(state, area)
    groups = state.units.get(area, _EMPTY)
    texts = [of.tally(groups[owner])] if owner in groups else []
    if area in state.lasers:
        texts.append(of.say("laser"))
    own = _units_of(of, owner, ", ".join(texts) or of.say("no-units-there"))
    others = [_units_of(of, side, of.tally(groups[side])) for side in groups if side != owner]
    return "; ".join((own, *others))


def losses(of: Words, before: State, events: Sequence[Event], after: State) -> Listing | None:
    """Returns the units on the map by side and kind: before, come, lost and left."""
    lost: dict[tuple[Side, UnitKind], int] = {}
    for event in events:
        if isinstance(event, UnitDestroyed):
            key = (event.side, event.unit)
            lost[key] = lost.get(key, 0) + event.count
    rows = tuple(_counted(of, before, after, lost))
    if not rows:
        return None
    return Listing(
        caption=of.say("losses-table"),
        columns=_columns(
            of, "column-on-map", "column-before", "column-come", "column-lost", "column-left"
        ),
        rows=rows,
        note=of.say("losses-note"),
        numbers=4,
    )


def _counted(
    of: Words, before: State, after: State, lost: Mapping[tuple[Side, UnitKind], int]
) -> Iterator[tuple[str, ...]]:
    for side in SIDES:
        then, now = _on_map(before, side), _on_map(after, side)
        for kind in KINDS:
            old, new, gone = then.get(kind, 0), now.get(kind, 0), lost.get((side, kind), 0)
            if old != new or gone:
                figures = (old, new - old + gone, gone, new)
                yield _units_of(of, side, of.unit_name(kind, 2)), *map(str, figures)


def _on_map(state: State, side: Side) -> Counts:
    return groups_of(dict(state.spaces_of(side)))


def order_of_battle(of: Words, book: Ruleset, state: State) -> Listing:
    """Returns every space that holds units or a laser, with who controls it."""
    rows: list[tuple[str, ...]] = []
    for area in book.map.areas:
        groups = state.units.get(area, _EMPTY)
        for side in SIDES:
            laser = side == USA and area in state.lasers
            if side in groups or laser:
                texts = [of.tally(groups[side])] if side in groups else []
                texts += [of.say("laser")] if laser else []
                owner, name = of.say(f"short-{book.owner(state, area)}"), of.say(f"short-{side}")
                rows.append((_named(of, book, area), name, ", ".join(texts), owner))
    return Listing(
        caption=of.say("all-units"),
        columns=_columns(of, "column-space", "column-side", "column-units", "column-owner"),
        rows=tuple(rows),
        folded=True,
    )


_MANY = 16
"""More rows than these are folded."""
_EMPTY: FrozenMap[Side, Counts] = FrozenMap()

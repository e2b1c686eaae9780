"""The tables of a report: what changed, losses, and which units stand where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.english import amount, joined
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
from adjudicator.games.fortress_america.words import place, tally, unit_name

__all__ = ["SHORT_NAMES", "changes", "losses", "stations"]

SHORT_NAMES: Mapping[Side, str] = {
    "western": "Western",
    "southern": "Southern",
    "eastern": "Eastern",
    "usa": "USA",
}
"""Sides as tables name them."""


def changes(book: Ruleset, before: State, after: State) -> Listing | None:
    """Returns the spaces in which something is other than before."""
    rows = tuple(
        (_named(book, area), _held(book, before, area), _held(book, after, area))
        for area in book.map.areas
        if _held(book, before, area) != _held(book, after, area)
    )
    if not rows:
        return None
    taken = [
        place(book, area)
        for area in book.map.areas
        if book.owner(before, area) != book.owner(after, area)
    ]
    return Listing(
        caption="What changed",
        columns=("Space", "Before", "After"),
        rows=rows,
        note=f"{amount(len(rows), 'space')} changed. Changed hands: {joined(taken, 'none')}.",
        folded=len(rows) > _MANY,
    )


def _named(book: Ruleset, area: str) -> str:
    city = ", city" if book.is_city(area) else ""
    return f"{place(book, area)}{city}"


def _held(book: Ruleset, state: State, area: str) -> str:
    """Returns who controls a space and what stands there."""
    owner = book.owner(state, area)
    groups = state.units.get(area, _EMPTY)
    texts = [tally(groups[owner])] if owner in groups else []
    if area in state.lasers:
        texts.append("laser")
    own = f"{SHORT_NAMES[owner]}: {', '.join(texts) or 'no units'}"
    others = [f"{SHORT_NAMES[side]}: {tally(groups[side])}" for side in groups if side != owner]
    return "; ".join((own, *others))


def losses(before: State, events: Sequence[Event], after: State) -> Listing | None:
    """Returns the units on the map by side and kind: before, come, lost and left."""
    lost: dict[tuple[Side, UnitKind], int] = {}
    for event in events:
        if isinstance(event, UnitDestroyed):
            key = (event.side, event.unit)
            lost[key] = lost.get(key, 0) + event.count
    rows = tuple(_counted(before, after, lost))
    if not rows:
        return None
    return Listing(
        caption="Losses",
        columns=("Units on the map", "Before", "Come", "Lost", "Left"),
        rows=rows,
        note="Kinds that are not named are as many as before.",
        numbers=4,
    )


def _counted(
    before: State, after: State, lost: Mapping[tuple[Side, UnitKind], int]
) -> Iterator[tuple[str, ...]]:
    for side in SIDES:
        then, now = _on_map(before, side), _on_map(after, side)
        for kind in KINDS:
            old, new, gone = then.get(kind, 0), now.get(kind, 0), lost.get((side, kind), 0)
            if old != new or gone:
                figures = (old, new - old + gone, gone, new)
                yield f"{SHORT_NAMES[side]}: {unit_name(kind, 2)}", *map(str, figures)


def _on_map(state: State, side: Side) -> Counts:
    return groups_of(dict(state.spaces_of(side)))


def stations(book: Ruleset, state: State) -> Listing:
    """Returns every space that holds units or a laser, with who controls it."""
    rows: list[tuple[str, ...]] = []
    for area in book.map.areas:
        groups = state.units.get(area, _EMPTY)
        for side in SIDES:
            laser = side == USA and area in state.lasers
            if side in groups or laser:
                texts = [tally(groups[side])] if side in groups else []
                texts += ["laser"] if laser else []
                owner = SHORT_NAMES[book.owner(state, area)]
                rows.append((_named(book, area), SHORT_NAMES[side], ", ".join(texts), owner))
    return Listing(
        caption="All units on the map",
        columns=("Space", "Side", "Units", "Controlled by"),
        rows=tuple(rows),
        folded=True,
    )


_MANY = 16
"""More rows than these are folded."""
_EMPTY: FrozenMap[Side, Counts] = FrozenMap()

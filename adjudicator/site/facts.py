"""What a page for spectators says of a match beside maps and reports: the block `facts` in it.

It is written for the page's own script, and read again when the next opening is added to the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

__all__ = ["MOMENT", "Facts", "Luck", "Opening", "Series", "Side", "series_of", "turn_number"]

MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
"""A moment as the feed says it: RFC 3339, in UTC, to the second."""
_Text: TypeAlias = Annotated[str, StringConstraints(max_length=2_000)]
_Hash: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
_Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
_Figure: TypeAlias = Annotated[int, Field(ge=-(10**12), le=10**12)]
_TURN = re.compile(r"turn-([0-9]{1,6})(?:-|\Z)")
_FINE = 10_000


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Side(_Model):
    """A side, as graphs show it."""

    id: _Text
    name: _Text
    colour: Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]


class Luck(_Model):
    """The luck of a side in one opening, in one thing that its throws count."""

    side: _Text
    counts: _Text
    good: _Figure
    """In ten-thousandths."""
    variance: _Figure


class Opening(_Model):
    """One opening; 0 is the start."""

    n: _Number
    state: _Hash
    """The hash of the log line that ends it."""
    turn: _Text
    next_turn: _Text
    title: _Text
    headline: _Text
    due: tuple[_Text, ...]
    is_over: bool
    standing: _Text
    """The first line of how the match stood."""
    dice: _Number
    scores: tuple[tuple[_Figure, _Figure], ...] | None
    """By side, as `Facts.sides` lists them, what it held and what it lost in this opening."""
    luck: tuple[Luck, ...]
    updated: Annotated[str, StringConstraints(pattern=rf"^{MOMENT}$")]
    """When it was first shown on a page."""


class Facts(_Model):
    """A match for spectators."""

    format: Literal[1] = 1
    id: _Hash
    name: _Text
    title: _Text
    people: tuple[_Text, ...]
    game: _Text
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
    sides: tuple[Side, ...]
    held: _Text
    lost: _Text
    stands: _Number
    """The opening whose position stands."""
    annulled: tuple[_Number, ...]
    openings: tuple[Opening, ...]

    @property
    def shown(self) -> int:
        """The place of the opening with which the page begins: the one that stands."""
        places = [place for place, one in enumerate(self.openings) if one.n <= self.stands]
        return max(places, default=0)


class Series(BaseModel):
    """What graphs draw: for each side a figure at each opening."""

    held: tuple[tuple[int | None, ...], ...] = ()
    lost: tuple[tuple[int, ...], ...] = ()
    """Added up."""
    luck: tuple[tuple[int, ...], ...] = ()
    """Added up, in hundredths; no side at all: no dice that count were thrown."""
    fell: tuple[tuple[int, ...], ...] = ()
    """What each side lost in each opening."""


def turn_number(turn: str) -> int | None:
    """Returns the number of the turn that a player-turn belongs to; None: it has none."""
    found = _TURN.match(turn)
    return None if found is None else int(found[1])


def series_of(facts: Facts) -> Series:
    """Returns what graphs draw; openings that were taken back move nothing."""
    back, every = {*facts.annulled}, facts.openings
    held, fell = [], []
    for place in range(len(facts.sides)):
        of = [one.scores[place] if one.scores else None for one in every]
        held.append(tuple(None if one is None else one[0] for one in of))
        lost = [0 if one is None else one[1] for one in of]
        fell.append(tuple(0 if one.n in back else x for one, x in zip(every, lost, strict=True)))
    has_scores = any(one.scores is not None for one in every)
    luck = _luck(facts.sides, [() if one.n in back else one.luck for one in every])
    return Series(
        held=tuple(held) if has_scores else (),
        lost=tuple(tuple(accumulate(one)) for one in fell) if has_scores else (),
        luck=luck,
        fell=tuple(fell) if has_scores else (),
    )


def _luck(
    sides: Sequence[Side], by_opening: Sequence[Sequence[Luck]]
) -> tuple[tuple[int, ...], ...]:
    """Returns the luck of each side, added up, in what it throws for first."""
    first: dict[str, str] = {}
    for one in (one for lucks in by_opening for one in lucks):
        first.setdefault(one.side, one.counts)
    if not first:
        return ()

    def good(side: str, lucks: Sequence[Luck]) -> int:
        wanted: Mapping[str, str] = first
        return sum(one.good for one in lucks if one.side == side and one.counts == wanted[side])

    return tuple(
        tuple(
            round(total * 100 / _FINE)
            for total in accumulate(good(side.id, lucks) for lucks in by_opening)
        )
        for side in sides
    )

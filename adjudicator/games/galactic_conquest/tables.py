"""The tables of a report: what changed, how the seats stand, and who holds which planet."""

from __future__ import annotations

from adjudicator.core.english import sentence
from adjudicator.core.report import Listing
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.words import troops_of

__all__ = ["changes", "planets", "seats"]

_MANY = 16
"""More rows than these are folded."""


def changes(narrator: StarNarrator, before: State, after: State) -> Listing | None:
    """Returns the planets on which something is other than before."""
    changed = [one for one in narrator.book.planets if _holder(before, one) != _holder(after, one)]
    if not changed:
        return None
    taken = [
        narrator.place(planet)
        for planet in changed
        if before.owners.get(planet) not in (None, after.owners.get(planet))
    ]
    grammar = narrator.language.grammar
    told = grammar.listed(taken, grammar.and_) if taken else narrator.say("none")
    return Listing(
        caption=narrator.say("changed"),
        columns=(
            narrator.say("column-planet"),
            narrator.say("column-before"),
            narrator.say("column-after"),
        ),
        rows=tuple(
            (narrator.place(one), _held(narrator, before, one), _held(narrator, after, one))
            for one in changed
        ),
        note=narrator.say("changed-note", count=len(changed), taken=told),
        folded=len(changed) > _MANY,
    )


def _holder(state: State, planet: str) -> tuple[str, int] | None:
    """Returns who holds a planet, and with how many troops."""
    owner = state.owners.get(planet)
    return None if owner is None else (owner, state.troops[planet])


def _held(narrator: StarNarrator, state: State, planet: str) -> str:
    """Returns who holds a planet with how many troops."""
    holder = _holder(state, planet)
    if holder is None:
        return narrator.say("nobody")
    seat, troops = holder
    return narrator.say("held", seat=_short(narrator, seat), troops=narrator.troops(troops))


def _short(narrator: StarNarrator, owner: str) -> str:
    return narrator.say("neutral-short") if owner == NEUTRAL else narrator.name(owner)


def seats(narrator: StarNarrator, before: State, after: State) -> Listing | None:
    """Returns planets, troops and cards of each seat and of the neutral army."""
    rows = []
    for seat in (*narrator.book.seats, NEUTRAL):
        figures = []
        for state in (before, after):
            figures += [*troops_of(state, seat), len(state.hands.get(seat, ()))]
        if any(figures):
            old, new = figures[:3], figures[3:]
            texts = [
                str(now) if then == now else f"{then} \u2192 {now}"
                for then, now in zip(old, new, strict=True)
            ]
            last = "-" if seat == NEUTRAL else texts[2]
            rows.append((sentence(_short(narrator, seat)), *texts[:2], last))
    if not rows:
        return None
    return Listing(
        caption=narrator.say("seats"),
        columns=(
            narrator.say("column-seat"),
            narrator.say("column-planets"),
            narrator.say("column-troops"),
            narrator.say("column-cards"),
        ),
        rows=tuple(rows),
        note=narrator.say("seats-note"),
        numbers=3,
    )


def planets(narrator: StarNarrator, state: State) -> Listing | None:
    """Returns every planet, by region."""
    rows, book = [], narrator.book
    for region, facts in book.chart.regions.items():
        for planet in book.chart.planets_in(region):
            owner = state.owners.get(planet)
            if owner is not None:
                held = (_short(narrator, owner), str(state.troops[planet]))
                rows.append((narrator.place(planet), facts.name, *held))
    if not rows:
        return None
    return Listing(
        caption=narrator.say("all-planets"),
        columns=(
            narrator.say("column-planet"),
            narrator.say("column-region"),
            narrator.say("column-held-by"),
            narrator.say("column-troops"),
        ),
        rows=tuple(rows),
        numbers=1,
        folded=True,
    )

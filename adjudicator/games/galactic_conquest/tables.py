"""The tables of a report: what changed, how the seats stand, and who holds which planet."""

from __future__ import annotations

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.report import Listing
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.words import place, seat_name, troops_of, troops_text

__all__ = ["changes", "planets", "seats"]

_MANY = 16
"""More rows than these are folded."""


def changes(book: Ruleset, before: State, after: State) -> Listing | None:
    """Returns the planets on which something is other than before."""
    changed = [planet for planet in book.planets if _held(before, planet) != _held(after, planet)]
    if not changed:
        return None
    taken = [
        place(book, planet)
        for planet in changed
        if before.owners.get(planet) not in (None, after.owners.get(planet))
    ]
    count = amount(len(changed), "planet")
    return Listing(
        caption="What changed",
        columns=("Planet", "Before", "After"),
        rows=tuple((place(book, one), _held(before, one), _held(after, one)) for one in changed),
        note=f"{count} changed. Changed hands: {joined(taken, 'none')}.",
        folded=len(changed) > _MANY,
    )


def _held(state: State, planet: str) -> str:
    """Returns who holds a planet with how many troops."""
    owner = state.owners.get(planet)
    if owner is None:
        return "nobody"
    return f"{_short(owner)}: {troops_text(state.troops[planet])}"


def _short(owner: str) -> str:
    return "Neutral" if owner == NEUTRAL else seat_name(owner)


def seats(book: Ruleset, before: State, after: State) -> Listing | None:
    """Returns planets, troops and cards of each seat and of the neutral army."""
    rows = []
    for seat in (*book.seats, NEUTRAL):
        figures = []
        for state in (before, after):
            figures += [*troops_of(state, seat), len(state.hands.get(seat, ()))]
        if any(figures):
            old, new = figures[:3], figures[3:]
            texts = [
                str(now) if then == now else f"{then} \u2192 {now}"
                for then, now in zip(old, new, strict=True)
            ]
            rows.append((sentence(_short(seat)), *texts[:2], "-" if seat == NEUTRAL else texts[2]))
    if not rows:
        return None
    return Listing(
        caption="The seats",
        columns=("Seat", "Planets", "Troops", "Cards"),
        rows=tuple(rows),
        note="Before and after, where it is not the same.",
        numbers=3,
    )


def planets(book: Ruleset, state: State) -> Listing | None:
    """Returns every planet, by region."""
    rows = []
    for region, facts in book.chart.regions.items():
        for planet in book.chart.planets_in(region):
            owner = state.owners.get(planet)
            if owner is not None:
                held = (_short(owner), str(state.troops[planet]))
                rows.append((place(book, planet), facts.name, *held))
    if not rows:
        return None
    return Listing(
        caption="All planets",
        columns=("Planet", "Region", "Held by", "Troops"),
        rows=tuple(rows),
        numbers=1,
        folded=True,
    )

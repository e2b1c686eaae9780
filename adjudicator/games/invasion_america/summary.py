"""The end of a report: an opening in sum, compared with the position before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.report import Line, Listing, Paragraph
from adjudicator.games.invasion_america.counter_mix import TYPES
from adjudicator.games.invasion_america.event_digest import Happened, Standing, boxed
from adjudicator.games.invasion_america.narrator import ContinentNarrator, many
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    Side,
    State,
    nation_of,
    side_of,
    type_of,
)

__all__ = [
    "Change",
    "compared",
    "lost_in_short",
    "points_text",
    "summary_paragraph",
    "taken",
    "taken_text",
]


class Change(NamedTuple):
    """The positions before and after an opening, as they stand."""

    before: State
    after: State
    stood: Standing
    """How the first one stands."""
    stands: Standing
    """How the second one stands."""
    happened: Happened


def summary_paragraph(narrator: ContinentNarrator, of: Change) -> Paragraph:
    """Returns what an opening came to, beyond its summary; only a page shows it."""
    lines = [
        *_attacks(narrator, of.happened),
        *(_losses(narrator, of.happened) or [narrator.say("sum-lost-nothing")]),
        *_supply(narrator, of),
        *_landed(narrator, of.happened),
        *_returned(narrator, of.happened),
        *_boxes(narrator, of),
    ]
    return narrator.paragraph("in-sum", [Line(text, page_only=True) for text in lines])


def _attacks(narrator: ContinentNarrator, of: Happened) -> Iterator[str]:
    """Yields how the attacks went."""
    if of.attacks:
        ends = [
            narrator.say("sum-for-attacker", count=of.for_attacker) if of.for_attacker else "",
            narrator.say("sum-for-defender", count=of.for_defender) if of.for_defender else "",
            narrator.say("sum-unrolled", count=of.unrolled) if of.unrolled else "",
        ]
        yield narrator.say("sum-attacks", attacks=of.attacks, ends=[*filter(None, ends)])
    if of.called_off:
        yield narrator.say("sum-called-off", count=of.called_off)


# -- losses ----------------------------------------------------------------------------------------


def _losses(narrator: ContinentNarrator, of: Happened) -> list[str]:
    """Returns by side what was destroyed, with the strengths that became known."""
    told = []
    for side in narrator.book.facts.sides:
        lost = of.lost.get(side)
        if not lost:
            continue
        count = sum(map(len, lost.values()))
        mixes = sorted(lost, key=_order)
        units = [_lost_text(narrator, mix, lost[mix]) for mix in mixes]
        known = [one for mix in mixes for one in lost[mix] if one is not None]
        more = ""
        if 0 < len(known) < count:
            more = narrator.say("sum-known-strength", strength=sum(known))
        elif len(known) > 1:
            more = narrator.say("sum-strength", strength=sum(known))
        if good := of.for_good.get(side, 0):
            gone = narrator.say("sum-for-good")
            more += gone if good == count else narrator.say("sum-of-them-for-good", count=good)
        name = narrator.side(side)
        told.append(narrator.say("sum-lost", side=name, many=many(side), units=units, more=more))
    return told


def _order(mix: str) -> tuple[str, int]:
    return nation_of(f"{mix}-01"), TYPES.index(type_of(f"{mix}-01"))


def _lost_text(narrator: ContinentNarrator, mix: str, strengths: Sequence[int | None]) -> str:
    """Returns "2 U.S. infantry units (4, untried)"; nothing more where all are alike."""
    text = narrator.mix(mix, len(strengths))
    if not narrator.book.counters[mix].is_untried:
        return text
    known = sorted((one for one in strengths if one is not None), reverse=True)
    words = [*map(str, known), *[narrator.say("untried")] * (len(strengths) - len(known))]
    return narrator.say("sum-strengths", units=text, strengths=words)


def lost_in_short(narrator: ContinentNarrator, of: Happened) -> str:
    """Returns how many units each side has lost."""
    told = [
        narrator.say("losses-of", side=narrator.force(side), count=sum(map(len, lost.values())))
        for side in narrator.book.facts.sides
        if (lost := of.lost.get(side))
    ]
    return narrator.say("losses", sides="; ".join(told)) if told else narrator.say("losses-none")


# -- hexes, points, supply -------------------------------------------------------------------------


def taken(of: Change) -> dict[str, tuple[Side | None, Side | None]]:
    """Returns the hexes with victory points that changed hands: whose they were, whose they are."""
    was, now = of.stood.holders, of.stands.holders
    return {number: (was[number], now[number]) for number in now if was[number] != now[number]}


def taken_text(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    """Yields by side which hexes with victory points it gained, and from whom."""
    gained: dict[Side, dict[Side, list[str]]] = {}
    for number, (loser, winner) in taken(of).items():
        if winner is not None and loser is not None:
            points, hex_ = narrator.book.valued[number], narrator.place(number)
            named = narrator.say("hex-for-points", hex=hex_, points=points)
            gained.setdefault(winner, {}).setdefault(loser, []).append(named)
    for winner, losers in sorted(gained.items()):
        parts = [
            narrator.say("gains-from", loser=narrator.side(loser), hexes=names)
            for loser, names in sorted(losers.items())
        ]
        side = narrator.side(winner)
        yield narrator.say("gains", side=side, many=many(winner), parts="; ".join(parts))


def points_text(narrator: ContinentNarrator, of: Change) -> str:
    """Returns the victory points of each side, with the changes and the threshold."""
    held = narrator.sides(_pairs(of.stood.points, of.stands.points))
    keeps = narrator.book.facts.victory.us_keeps
    if keeps is None:
        return narrator.say("points", held=held)
    room = of.stands.points["us"] - keeps
    far = narrator.say("just-at")
    if room:
        far = narrator.say("above", room=room) if room > 0 else narrator.say("below", room=-room)
    return narrator.say("points-and-goal", held=held, distance=far, number=keeps)


def _changed(before: int, after: int) -> str:
    """Returns "409 (+21)"; the number alone where it is as before."""
    return str(after) if before == after else f"{after} ({after - before:+})"


def _supply(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    was, now = of.stood.out, of.stands.out
    told = narrator.sides(
        {
            side: _changed(was[side], now[side])
            for side in narrator.book.facts.sides
            if was[side] or now[side]
        }
    )
    if told:
        yield narrator.say("sum-out-of-supply", sides=told)
    else:
        yield narrator.say("sum-in-supply")


# -- who came and who may come ---------------------------------------------------------------------


def _landed(narrator: ContinentNarrator, of: Happened) -> Iterator[str]:
    by_hex: dict[str, list[str]] = {}
    for name, at in of.landed:
        by_hex.setdefault(at, []).append(name)
    if by_hex:
        told = [
            narrator.say("units-in", units=narrator.counted(units), place=narrator.place(at))
            for at, units in sorted(by_hex.items())
        ]
        yield narrator.say("sum-landed", units="; ".join(told))


def _returned(narrator: ContinentNarrator, of: Happened) -> Iterator[str]:
    if of.returned:
        told = [
            narrator.say("units-in", units=narrator.counts(counts), place=narrator.place(at))
            for at, counts in sorted(of.returned.items())
        ]
        yield narrator.say("sum-returned", units="; ".join(told))


def _boxes(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    pairs = {
        side: (boxed(of.before, side), boxed(of.after, side)) for side in narrator.book.facts.sides
    }
    told = narrator.sides({side: _changed(*pair) for side, pair in pairs.items() if any(pair)})
    if told:
        yield narrator.say("sum-boxes", sides=told)


# -- as tables -------------------------------------------------------------------------------------


def compared(narrator: ContinentNarrator, of: Change) -> tuple[Listing | None, Listing]:
    """Returns the hexes that changed hands, if any, and each side beside what it was before."""
    return _hexes(narrator, of), _sides(narrator, of)


def _hexes(narrator: ContinentNarrator, of: Change) -> Listing | None:
    def holder(side: Side | None) -> str:
        return narrator.say("nobody") if side is None else narrator.force(side)

    rows = tuple(
        (narrator.place(number), holder(was), holder(now), str(narrator.book.valued[number]))
        for number, (was, now) in sorted(taken(of).items())
    )
    if not rows:
        return None
    return Listing(
        caption=narrator.say("table-hexes"),
        columns=(
            narrator.say("column-hex"),
            narrator.say("column-before"),
            narrator.say("column-after"),
            narrator.say("column-points"),
        ),
        rows=rows,
        note=points_text(narrator, of),
        numbers=1,
    )


def _sides(narrator: ContinentNarrator, of: Change) -> Listing:
    book = narrator.book
    sides = book.facts.sides
    lost = {side: sum(map(len, of.happened.lost.get(side, {}).values())) for side in sides}
    figures: Mapping[str, Mapping[Side, str]] = {
        narrator.say("row-points"): _pairs(of.stood.points, of.stands.points),
        narrator.say("row-units"): _pairs(_counts(book, of.before), _counts(book, of.after)),
        narrator.say("row-lost"): {side: str(count) for side, count in lost.items()},
        narrator.say("row-supply"): _pairs(of.stood.out, of.stands.out),
        narrator.say("row-boxes"): _pairs(
            {side: boxed(of.before, side) for side in sides},
            {side: boxed(of.after, side) for side in sides},
        ),
    }
    return Listing(
        caption=narrator.say("table-sides"),
        columns=(narrator.say("column-now"), *map(narrator.force, sides)),
        rows=tuple((name, *(row[side] for side in sides)) for name, row in figures.items()),
        note=narrator.say("table-sides-note"),
        numbers=len(sides),
    )


def _pairs(before: Mapping[Side, int], after: Mapping[Side, int]) -> dict[Side, str]:
    return {side: _changed(before[side], after[side]) for side in after}


def _counts(book: Ruleset, state: State) -> dict[Side, int]:
    found = dict.fromkeys(book.facts.sides, 0)
    for name in state.units:
        found[side_of(name)] += 1
    return found

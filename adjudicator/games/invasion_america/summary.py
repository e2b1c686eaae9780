"""The end of a report: an opening in sum, compared with the position before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.report import Line, Listing, Paragraph
from adjudicator.games.invasion_america.counter_mix import TYPES
from adjudicator.games.invasion_america.event_digest import Happened, Standing, boxed
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    Side,
    State,
    mix_of,
    nation_of,
    side_of,
    type_of,
)
from adjudicator.games.invasion_america.words import (
    SIDE_NAMES,
    SIDE_WORDS,
    counts_text,
    does,
    mix_text,
    place,
)

__all__ = ["Change", "compared", "in_sum", "lost_in_short", "points_text", "taken", "taken_text"]


class Change(NamedTuple):
    """The positions before and after an opening, as they stand."""

    before: State
    after: State
    stood: Standing
    """How the first one stands."""
    stands: Standing
    """How the second one stands."""
    happened: Happened


def in_sum(book: Ruleset, of: Change) -> Paragraph:
    """Returns what an opening came to besides what its summary says; a page shows it."""
    lines = [
        *_attacks(of.happened),
        *(_losses(book, of.happened) or ["Nobody loses a unit."]),
        *_supply(book, of),
        *_landed(book, of.happened),
        *_returned(book, of.happened),
        *_boxes(book, of),
    ]
    return Paragraph(heading="In sum", lines=tuple(Line(text, page_only=True) for text in lines))


def _attacks(of: Happened) -> Iterator[str]:
    """Yields how the attacks went."""
    if of.attacks:
        ends = [
            (of.for_attacker, "went against the defenders"),
            (of.for_defender, "went against the attackers"),
            (of.unrolled, "needed no die"),
        ]
        told = [f"{count} {words}" for count, words in ends if count]
        yield f"Of {amount(of.attacks, 'attack')}, {joined(told)}."
    if of.called_off:
        yield f"Not made: {amount(of.called_off, 'attack')} that had been ordered."


# -- losses ----------------------------------------------------------------------------------------


def _losses(book: Ruleset, of: Happened) -> list[str]:
    """Returns by side what was destroyed, with the strengths that became known."""
    told = []
    for side in book.facts.sides:
        lost = of.lost.get(side)
        if not lost:
            continue
        count = sum(map(len, lost.values()))
        mixes = sorted(lost, key=_order)
        words = joined([_lost_text(book, mix, lost[mix]) for mix in mixes])
        known = [one for mix in mixes for one in lost[mix] if one is not None]
        total = ""
        if len(known) > 1:
            total = f"; strength {sum(known)} in all"
        if 0 < len(known) < count:
            total = f"; known strength {sum(known)}"
        good = of.for_good.get(side, 0)
        gone = f"; {f'{good} of them ' if good < count else ''}for good" if good else ""
        told.append(f"{sentence(does(side, 'lose'))} {words}{total}{gone}.")
    return told


def _order(mix: str) -> tuple[str, int]:
    return nation_of(f"{mix}-01"), TYPES.index(type_of(f"{mix}-01"))


def _lost_text(book: Ruleset, mix: str, strengths: Sequence[int | None]) -> str:
    """Returns "2 U.S. infantry units (4, untried)"; nothing more where all are alike."""
    text = mix_text(book, mix, len(strengths))
    if not book.counters[mix].is_untried:
        return text
    known = sorted((one for one in strengths if one is not None), reverse=True)
    words = [*map(str, known), *["untried"] * (len(strengths) - len(known))]
    return f"{text} ({', '.join(words)})"


def lost_in_short(book: Ruleset, of: Happened) -> str:
    """Returns how many units each side has lost."""
    told = [
        f"{SIDE_NAMES[side]} {amount(sum(map(len, of.lost[side].values())), 'unit')}"
        for side in book.facts.sides
        if of.lost.get(side)
    ]
    return f"Losses: {'; '.join(told)}." if told else "Losses: none."


# -- hexes, points, supply -------------------------------------------------------------------------


def taken(of: Change) -> dict[str, tuple[Side | None, Side | None]]:
    """Returns the hexes with victory points that changed hands: whose they were, whose they are."""
    was, now = of.stood.holders, of.stands.holders
    return {number: (was[number], now[number]) for number in now if was[number] != now[number]}


def taken_text(book: Ruleset, of: Change) -> Iterator[str]:
    """Yields by side which hexes with victory points it gained, and from whom."""
    gained: dict[tuple[Side, Side], list[str]] = {}
    for number, (loser, winner) in taken(of).items():
        if winner is not None and loser is not None:
            named = f"{place(book, number)} for {book.valued[number]}"
            gained.setdefault((winner, loser), []).append(named)
    for (winner, loser), names in sorted(gained.items()):
        yield f"{sentence(does(winner, 'gain'))} from {SIDE_WORDS[loser]}: {joined(names)}."


def points_text(book: Ruleset, of: Change) -> str:
    """Returns the victory points of each side, with the changes and the threshold."""
    held = [
        f"{SIDE_NAMES[side]} {_changed(of.stood.points[side], of.stands.points[side])}"
        for side in book.facts.sides
    ]
    keeps = book.facts.victory.us_keeps
    if keeps is None:
        return f"Victory points: {joined(held)}."
    room = of.stands.points["us"] - keeps
    spare = f"{room} above" if room > 0 else f"{-room} below" if room < 0 else "just at"
    return (
        f"Victory points: {joined(held)}. The U.S. and Canada are {spare} the {keeps} with which "
        "they win at the end."
    )


def _changed(before: int, after: int) -> str:
    """Returns "409 (+21)"; the number alone where it is as before."""
    return str(after) if before == after else f"{after} ({after - before:+})"


def _supply(book: Ruleset, of: Change) -> Iterator[str]:
    was, now = of.stood.out, of.stands.out
    if not any(was.values()) and not any(now.values()):
        yield "All units of all sides are in supply, as before."
        return
    told = [
        f"{SIDE_NAMES[side]} {_changed(was[side], now[side])}"
        for side in book.facts.sides
        if was[side] or now[side]
    ]
    yield f"Units out of supply now: {joined(told)}."


# -- who came and who may come ---------------------------------------------------------------------


def _landed(book: Ruleset, of: Happened) -> Iterator[str]:
    by_hex: dict[str, dict[str, int]] = {}
    for name, at in of.landed:
        counts = by_hex.setdefault(at, {})
        counts[mix_of(name)] = counts.get(mix_of(name), 0) + 1
    if by_hex:
        told = [f"{counts_text(book, by_hex[at])} in {place(book, at)}" for at in sorted(by_hex)]
        yield f"Landed from ships: {'; '.join(told)}."


def _returned(book: Ruleset, of: Happened) -> Iterator[str]:
    if of.returned:
        told = [
            f"{counts_text(book, counts)} in {place(book, at)}"
            for at, counts in sorted(of.returned.items())
        ]
        yield f"Returned from the boxes: {'; '.join(told)}."


def _boxes(book: Ruleset, of: Change) -> Iterator[str]:
    told = [
        f"{SIDE_NAMES[side]} {_changed(boxed(of.before, side), boxed(of.after, side))}"
        for side in book.facts.sides
        if boxed(of.before, side) or boxed(of.after, side)
    ]
    if told:
        yield f"Units in the Destroyed Units Boxes: {joined(told)}."


# -- as tables -------------------------------------------------------------------------------------


def compared(book: Ruleset, of: Change) -> tuple[Listing | None, Listing]:
    """Returns the hexes that changed hands, if any, and each side beside what it was before."""
    return _hexes(book, of), _sides(book, of)


def _hexes(book: Ruleset, of: Change) -> Listing | None:
    rows = tuple(
        (place(book, number), _holder(was), _holder(now), str(book.valued[number]))
        for number, (was, now) in sorted(taken(of).items())
    )
    if not rows:
        return None
    return Listing(
        caption="What changed hands",
        columns=("Hex", "Before", "After", "Points"),
        rows=rows,
        note=points_text(book, of),
        numbers=1,
    )


def _holder(side: Side | None) -> str:
    return "nobody" if side is None else SIDE_NAMES[side]


def _sides(book: Ruleset, of: Change) -> Listing:
    sides = book.facts.sides
    lost = {side: sum(map(len, of.happened.lost.get(side, {}).values())) for side in sides}
    figures: Mapping[str, Mapping[Side, str]] = {
        "Victory points": _pairs(of.stood.points, of.stands.points),
        "Units in play": _pairs(_counts(book, of.before), _counts(book, of.after)),
        "Lost": {side: str(count) for side, count in lost.items()},
        "Out of supply": _pairs(of.stood.out, of.stands.out),
        "In the boxes": _pairs(
            {side: boxed(of.before, side) for side in sides},
            {side: boxed(of.after, side) for side in sides},
        ),
    }
    return Listing(
        caption="Before and after",
        columns=("Now", *(SIDE_NAMES[side] for side in sides)),
        rows=tuple((name, *(row[side] for side in sides)) for name, row in figures.items()),
        note="In brackets, by how much it is other than before this opening.",
        numbers=len(sides),
    )


def _pairs(before: Mapping[Side, int], after: Mapping[Side, int]) -> dict[Side, str]:
    return {side: _changed(before[side], after[side]) for side in after}


def _counts(book: Ruleset, state: State) -> dict[Side, int]:
    found = dict.fromkeys(book.facts.sides, 0)
    for name in state.units:
        found[side_of(name)] += 1
    return found

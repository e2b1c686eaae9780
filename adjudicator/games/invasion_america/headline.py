"""An opening in a line: who wins, what falls to whom, what holds, who loses how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.narrator import ContinentNarrator, many
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of
from adjudicator.games.invasion_america.summary import Change, taken
from adjudicator.narrate.narrator import WORDS

__all__ = ["headline", "places", "set_up_headline"]


def headline(narrator: ContinentNarrator, events: Sequence[Event], of: Change) -> str:
    """Returns an opening in at most 100 characters."""
    return narrator.headline(
        [
            *_ends(narrator, events, of.after),
            *_hexes(narrator, of),
            *_holds(narrator, events, of),
            *_attacks(narrator, of),
            *_losses(narrator, of),
            *_landed(narrator, of),
            *_quiet(narrator, of.before.side),
        ]
    )


def set_up_headline(narrator: ContinentNarrator, before: State, events: Sequence[Event]) -> str:
    """Returns in a line who sets up how many units."""
    units = sum(len(one.units) for one in events if isinstance(one, e.UnitsDeployed))
    seat = before.setting_up[0]
    told = narrator.say(
        "headline-sets-up", seat=narrator.who(seat), count=narrator.number(seat), units=units
    )
    return narrator.headline([*_words(narrator, events), told])


def places(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the hexes that changed hands, and those in which units were lost."""
    lost: dict[tuple[str, Side], int] = {}
    for event in events:
        match event:
            case e.UnitEliminated():
                where = (event.at, side_of(event.unit))
                lost[where] = lost.get(where, 0) + 1
            case e.HexesTaken():
                for number in event.hexes:
                    what = narrator.say("place-taken", side=narrator.side(event.side))
                    yield narrator.place(number), what
    for (at, side), units in lost.items():
        what = narrator.say("place-lost", units=units, side=narrator.side(side))
        yield narrator.place(at), what


def _number(name: str) -> int:
    """Returns 1 or 2: one that does something, or many."""
    return 2 if name.endswith("ors") or " and " in name else 1


def _words(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if type(event) in WORDS:
            yield narrator.of_the_core(event).removesuffix(".")


def _ends(narrator: ContinentNarrator, events: Sequence[Event], view: State) -> Iterator[str]:
    if view.result is not None:
        winner = view.result.winner
        yield (
            narrator.say("headline-drawn")
            if winner is None
            else narrator.say(
                "headline-won", seat=narrator.who(winner), count=narrator.number(winner)
            )
        )
    yield from _words(narrator, events)


def _name(narrator: ContinentNarrator, number: str) -> str:
    """Returns the city of a hex; the number of one without."""
    city = narrator.book.name(number).partition(" (")[2].removesuffix(")")
    return city or narrator.say("headline-hex", number=number)


def _is_bare(book: Ruleset, number: str) -> bool:
    """Whether a hex has no city."""
    return book.name(number) == number


def _hexes(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    """Yields what fell to whom: cities first, then those with most points."""
    book = narrator.book
    fallen: dict[Side, list[str]] = {}
    for number, (_, winner) in taken(of).items():
        if winner is not None:
            fallen.setdefault(winner, []).append(number)
    for side in sorted(fallen, key=lambda one: (one != of.before.side, one)):
        found = sorted(fallen[side], key=lambda at: (_is_bare(book, at), -book.valued[at], at))
        names = narrator.shortened([_name(narrator, at) for at in found], room=40)
        count = len(found)
        yield narrator.say("headline-falls", names=names, count=count, side=narrator.side(side))


def _holds(narrator: ContinentNarrator, events: Sequence[Event], of: Change) -> Iterator[str]:
    """Yields which hexes with victory points were attacked and did not fall."""
    book, fallen = narrator.book, taken(of)
    held = [
        at
        for event in events
        if isinstance(event, c.AttackResolved)
        for at in event.hexes
        if at in book.valued and at not in fallen and of.stands.holders.get(at) != of.before.side
    ]
    names = [*dict.fromkeys(_name(narrator, at) for at in held)]
    if names:
        shown = narrator.shortened(names, room=30)
        yield narrator.say("headline-holds", names=shown, count=len(names))


def _attacks(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    if of.happened.attacks:
        won = of.happened.for_attacker + of.happened.unrolled
        yield narrator.say("headline-attacks", won=won, count=of.happened.attacks)


def _losses(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    for side, lost in of.happened.lost.items():
        if count := sum(map(len, lost.values())):
            name = narrator.side(side)
            yield narrator.say("headline-loses", side=name, many=many(side), count=count)


def _landed(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    if of.happened.landed:
        yield narrator.say("headline-lands", count=len(of.happened.landed))


def _quiet(narrator: ContinentNarrator, side: Side) -> Iterator[str]:
    yield narrator.say("headline-quiet-turn", side=narrator.side(side), many=many(side))
